"""Options of every command that reads a repository."""

import enum
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from codeshed.errors import InvalidOptionError


class TypesName(enum.StrEnum):
    """Whether the type engine is used; repeated here so that `--help` need not load it."""

    ON = "on"
    OFF = "off"


class RefreshName(enum.StrEnum):
    """When an answer updates the index first; repeated here so that `--help` need not load it."""

    AUTO = "auto"
    QUICK = "quick"
    ALWAYS = "always"
    NEVER = "never"


class ObservedName(enum.StrEnum):
    """Whether recorded calls are edges."""

    ON = "on"
    OFF = "off"


@dataclass(frozen=True, slots=True, kw_only=True)
class RepositoryOptions:
    """Which repository a command reads, and how; None: as the settings say."""

    repo: Path
    index_dir: Path | None = None
    types: TypesName | None = None
    refresh: RefreshName | None = None
    observed: ObservedName | None = None
    is_quiet: bool = False
    scorer_command: str | None = None


RepoOption = Annotated[
    Path, typer.Option("--repo", metavar="DIR", help="The repository: a folder with code.")
]
TypesOption = Annotated[
    TypesName | None,
    typer.Option(
        "--types",
        help="off: resolve by names and values alone, without the type engine. Default: what the settings say, or on. "
        "An answer with another choice than the settings' is worked out in memory, without the index.",
    ),
]
RefreshOption = Annotated[
    RefreshName | None,
    typer.Option(
        "--refresh",
        help="When to bring the index up to date before the answer; auto: after small changes; quick: likewise, but a "
        "few edited files are only shown, without types and what rests on them. Default: what the settings say, or "
        "auto.",
    ),
]
VerdictRefreshOption = Annotated[
    RefreshName | None,
    typer.Option(
        "--refresh",
        help="When to bring the index up to date first. Default: always, since a check that passes must be about the "
        "files as they are; the other values are those of questions.",
    ),
]
ObservedOption = Annotated[
    ObservedName | None,
    typer.Option(
        "--observed",
        help="Whether calls that `codeshed record` saw are edges. Default: on; off for footprints and exports.",
    ),
]
IndexDirOption = Annotated[
    Path | None,
    typer.Option(
        "--index-dir",
        metavar="DIR",
        help="The folder of the index. Default: one below CODESHED_INDEX_DIR if that is set, else .codeshed in the "
        "repository.",
    ),
]
QuietOption = Annotated[
    bool, typer.Option("--quiet", "-q", help="Nothing on stderr but errors: no progress, no warnings.")
]
FolderArgument = Annotated[
    Path | None,
    typer.Argument(metavar="[DIR]", help="The repository, as with --repo.", show_default=False),
]


def refresh_for_verdict(given: RefreshName | None) -> RefreshName:
    """Return how a command that passes or fails brings the index up to date: always, unless the call says otherwise."""
    return RefreshName.ALWAYS if given is None else given


def repository_of(folder: Path | None, repo: Path) -> Path:
    """Return the repository that a call names, as an argument or by --repo; two different ones are an error."""
    if folder is None:
        return repo
    if repo not in {Path(), folder}:
        raise InvalidOptionError(
            f"two repositories are named: {folder} and --repo {repo}", hint="leave one of them out"
        )
    return folder
