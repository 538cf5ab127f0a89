"""The command line of `python -m bench index`.

Turns: words → which folders are indexed, how often, by which tools, and what else is measured.
"""

import argparse
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.index.tools import OTHERS
from codeshed.project.index.graph_in_memory import Types

N_RUNS = 2
SIZES = (1_000, 3_000, 10_000, 30_000)
LIMIT_SECONDS = 1800.0

_BOTH = "both"


@dataclass(frozen=True, slots=True, kw_only=True)
class Growth:
    """Of which package trees are made, and of about how many files."""

    package: Path
    sizes: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """What is measured, how often, and where the other tools are (None: nowhere); where raw figures go."""

    folders: tuple[Path, ...]
    growth: Growth | None
    has_opening: bool
    n_runs: int
    limit_seconds: float
    types: tuple[Types, ...]
    edited: tuple[str, ...]
    program_by_name: Mapping[str, str | None]
    json: Path | None


def parse_options(arguments: Sequence[str]) -> Options:
    """Read the command line; what is wrong with it is told, and ends the process."""
    parser = _parser()
    given = vars(parser.parse_args(arguments))
    folders: list[Path] = given["folders"]
    package: Path | None = given["growth"]
    for folder in (*folders, *(() if package is None else (package,))):
        if not folder.is_dir():
            parser.error(f"there is no folder {folder}")
    if package is not None and not (package / "__init__.py").is_file():
        parser.error(f"{package} is no package: it has no __init__.py")
    if not folders and package is None:
        parser.error("which folder? bench/results/index.md says where its figures are from")
    if given["runs"] < 1:
        parser.error("--runs must be 1 or more")
    if shutil.which("git") is None:
        parser.error("git is needed: every tree is made a repository, since some tools find edits by it")
    program_by_name = {name: shutil.which(given[name] or name) for name in OTHERS}
    for name in OTHERS:
        if given[name] is not None and program_by_name[name] is None:
            parser.error(f"there is no command {given[name]}")
    return Options(
        folders=tuple(folder.resolve() for folder in folders),
        growth=None if package is None else Growth(package=package.resolve(), sizes=given["sizes"]),
        has_opening=not given["without_opening"],
        n_runs=given["runs"],
        limit_seconds=given["limit"],
        types=tuple(Types) if given["types"] == _BOTH else (Types(given["types"]),),
        edited=tuple(given["edit"]),
        program_by_name=program_by_name,
        json=given["json"],
    )


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m bench index",
        description="Measure what an index costs: beside other tools, on trees of growing size, and when it is opened.",
    )
    parser.add_argument(
        "folders", nargs="*", type=Path, metavar="FOLDER", help="what all tools index, one after another"
    )
    parser.add_argument("--runs", type=int, default=N_RUNS, metavar="N", help=f"runs of each tool; {N_RUNS}")
    parser.add_argument(
        "--types",
        choices=(*(types.value for types in Types), _BOTH),
        default=_BOTH,
        help=f"Codeshed with types, without, or {_BOTH} (default); growth is without, unless this says {Types.ON}",
    )
    parser.add_argument(
        "--edit",
        action="append",
        default=[],
        metavar="PATH",
        help="the file that is edited, from the root of the tree; by default the one that most files import. "
        "With several, the first that a tree has",
    )
    parser.add_argument(
        "--growth",
        type=Path,
        metavar="FOLDER",
        help="also index trees that are made of copies of this package",
    )
    parser.add_argument(
        "--sizes",
        type=_sizes,
        default=SIZES,
        metavar="N,N…",
        help=f"how many files these have, about; {','.join(map(str, SIZES))}",
    )
    parser.add_argument(
        "--without-opening",
        action="store_true",
        help="leave out the index of a million symbols that is opened",
    )
    for name in OTHERS:
        parser.add_argument(f"--{name}", dest=name, metavar="PATH", help=f"{name}, if it is not on PATH")
    parser.add_argument(
        "--limit",
        type=float,
        default=LIMIT_SECONDS,
        metavar="SECONDS",
        help=f"a command that takes longer is stopped; {LIMIT_SECONDS:.0f}",
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write the raw figures to FILE")
    return parser


def _sizes(text: str) -> tuple[int, ...]:
    sizes = tuple(int(word) for word in text.split(","))
    if min(sizes) < 1:
        raise ValueError(text)
    return sizes
