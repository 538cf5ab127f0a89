"""Explains why a path is indexed or not.

Turns: a root, the settings and paths → Explanations, from the same survey as `walk`, so that the two agree.
"""

import enum
import os
from collections.abc import Iterator
from pathlib import Path

import msgspec

from codeshed.discover.exclusion_reasons import Reason, Rule
from codeshed.discover.survey import Survey, survey_repository
from codeshed.model.languages.language import language_of_path
from codeshed.model.repository_settings import Settings


class Standing(enum.Enum):
    """What a path is to the index; the value is a stable code."""

    INDEXED = "indexed"
    """A file that is read."""

    LEFT_OUT = "left_out"
    """Code, or a folder, that is not read, or something in such a folder."""

    FOLDER = "folder"
    """A folder whose files are read."""

    MANIFEST = "manifest"
    """A file that is read for what it says of a package."""

    NOT_CODE = "not_code"
    """A file in no language that is read."""

    MISSING = "missing"
    """There is nothing there."""

    OUTSIDE = "outside"
    """A path that leads out of the root."""


class Explanation(msgspec.Struct, frozen=True, kw_only=True):
    """What was decided about a path, where, and by which rule.

    `decided_at` is the path itself or the folder above it that the decision was made about. `reason` is set for what
    is left out. `rule` is the rule that decided: for an indexed path the negated rule, if any, that admitted
    it or a folder above it. `link_target` is what a link says at `decided_at`, `n_files` how many files are indexed
    in a folder.
    """

    path: str
    standing: Standing
    language: str | None
    reason: Reason | None = None
    rule: Rule | None = None
    decided_at: str | None = None
    link_target: str | None = None
    n_files: int = 0

    @property
    def is_indexed(self) -> bool:
        """Whether the path is a file of the index."""
        return self.standing is Standing.INDEXED


def explain(root: Path, settings: Settings, path: str) -> Explanation:
    """Explain one path; `explain_paths` explains several with one survey."""
    return explain_paths(root, settings, (path,))[0]


def explain_paths(root: Path, settings: Settings, paths: tuple[str, ...]) -> tuple[Explanation, ...]:
    """Explain paths, in their order. A path is absolute, or starts from the root."""
    found = survey_repository(root, settings)
    return tuple(_explain(root, found, path) for path in paths)


def _explain(root: Path, found: Survey, path: str) -> Explanation:
    below = _path_below(root, path)
    if below is None:
        return Explanation(path=path, standing=Standing.OUTSIDE, language=None)
    language = language_of_path(below)
    left_out_at = next((each for each in _iter_upwards(below) if each in found.left_out), None)
    if left_out_at is not None:
        reason, rule = found.left_out[left_out_at]
        return Explanation(
            path=below,
            standing=Standing.LEFT_OUT,
            language=language,
            reason=reason,
            rule=rule,
            decided_at=left_out_at,
            link_target=_link_target(found, left_out_at),
        )
    standing = _standing(found, below)
    kept_at = None
    if standing in {Standing.INDEXED, Standing.FOLDER}:
        kept_at = next((each for each in _iter_upwards(below) if each in found.kept), None)
    return Explanation(
        path=below or ".",
        standing=standing,
        language=None if standing is Standing.FOLDER else language,
        rule=None if kept_at is None else found.kept[kept_at],
        decided_at=kept_at,
        link_target=_link_target(found, below),
        n_files=_n_files(found, below) if standing is Standing.FOLDER else 0,
    )


def _path_below(root: Path, path: str) -> str | None:
    """Return a normalized path relative to the root; empty for the root, None for a path outside.

    The root may be written as a link or resolved. Other links in the path are not resolved.
    """
    for start in (root.absolute(), root.resolve()):
        relative = os.path.relpath(start / path, start)
        if relative != os.pardir and not relative.startswith(os.pardir + os.sep):
            return "" if relative == os.curdir else relative.replace(os.sep, "/")
    return None


def _standing(found: Survey, path: str) -> Standing:
    if path in found.stats:
        return Standing.INDEXED
    if path in found.location_by_folder:
        return Standing.FOLDER
    if path in found.manifests:
        return Standing.MANIFEST
    # Only folders that were listed are accessed: a link on the way could lead anywhere.
    location = _location(found, path)
    return Standing.NOT_CODE if location is not None and os.path.lexists(location) else Standing.MISSING


def _iter_upwards(path: str) -> Iterator[str]:
    """Yield a path and the folders above it, the nearest first: `a/b/c`, `a/b`, `a`, and `.` for the root."""
    while path:
        yield path
        path = path.rpartition("/")[0]
    yield "."


def _location(found: Survey, path: str) -> str | None:
    """Return the real location of a path, None if its folder was not listed."""
    folder, _, name = path.rpartition("/")
    real_folder = found.location_by_folder.get(folder)
    return None if real_folder is None else f"{real_folder}/{name}"


def _link_target(found: Survey, path: str) -> str | None:
    location = _location(found, path)
    try:
        return None if location is None else str(Path(location).readlink())
    except (OSError, ValueError):
        return None


def _n_files(found: Survey, folder: str) -> int:
    return sum(path.startswith(f"{folder}/") for path in found.stats) if folder else len(found.stats)
