"""`python -m bench.languages FOLDER …`: how fast files of many languages are indexed, beside ctags and codegraph.

Turns: checkouts → one tree of so many files, as many of each language as there are → files and megabytes per second of
each tool on it; and how fast the files of each language are read by one process.
"""

import argparse
import os
import shutil
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path

from bench.index.runs import environment_of
from bench.support.process_tree import Run, run_measured
from bench.support.report import Table, megabytes, seconds, table_text
from codeshed.discover.source_discovery import discover_files
from codeshed.model.languages.language import language_of_path
from codeshed.project.parsing.python_parsing import parse_and_encode
from codeshed.project.settings import read_settings

N_FILES = 10_000
_LIMIT_SECONDS = 1800.0
_MEGABYTE = 1e6
_ROOT = "{root}"


@dataclass(frozen=True, slots=True, kw_only=True)
class MixedTree:
    """The files of a tree: how many bytes each has, by language and path."""

    root: Path
    sizes_by_language: Mapping[str, Mapping[str, int]]

    @property
    def n_files(self) -> int:
        """How many files there are."""
        return sum(map(len, self.sizes_by_language.values()))

    @property
    def n_bytes(self) -> int:
        """How many bytes they have."""
        return sum(size for sizes in self.sizes_by_language.values() for size in sizes.values())


def main(arguments: list[str]) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m bench.languages", description=__doc__)
    parser.add_argument(
        "folders", nargs="+", type=Path, metavar="FOLDER", help="checkouts to take files from"
    )
    parser.add_argument("--files", type=int, default=N_FILES, metavar="N", help=f"how many files; {N_FILES}")
    parser.add_argument("--runs", type=int, default=2, metavar="N", help="runs of each tool, the best counts")
    parser.add_argument("--codegraph", default="codegraph", metavar="PATH", help="if it is not on PATH")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="codeshed-bench-") as name:
        scratch = Path(name)
        tree = make_tree(options.folders, options.files, scratch / "tree")
        print(table_text(_reading_table(tree)))
        print(table_text(_tools_table(tree, options, scratch)))


def make_tree(folders: Sequence[Path], n_files: int, root: Path) -> MixedTree:
    """Copy code of several checkouts below one folder, one file of each language after another until there are enough."""
    found: defaultdict[str, list[tuple[Path, str]]] = defaultdict(list)
    for number, folder in enumerate(folders):
        for path in discover_files(folder, read_settings(folder)).files:
            found[language_of_path(path) or ""].append((folder / path, f"{number:02}-{folder.name}/{path}"))
    rounds = zip_longest(*(found[language] for language in sorted(found)))
    chosen = [each for group in rounds for each in group if each is not None][:n_files]
    sizes: defaultdict[str, dict[str, int]] = defaultdict(dict)
    for source, path in chosen:
        target = root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, target)
        sizes[language_of_path(path) or ""][path] = target.stat().st_size
    return MixedTree(root=root, sizes_by_language=dict(sorted(sizes.items())))


def _reading_table(tree: MixedTree) -> Table:
    """Read all files of each language in this process, once."""
    rows = []
    for language, sizes in tree.sizes_by_language.items():
        contents = {path: (tree.root / path).read_bytes() for path in sizes}
        begin = time.process_time()
        for path, content in contents.items():
            parse_and_encode(path, content)
        spent, n_bytes = time.process_time() - begin, sum(sizes.values())
        rows.append(
            (
                language,
                str(len(sizes)),
                f"{n_bytes / _MEGABYTE:.1f} MB",
                seconds(spent),
                f"{len(sizes) / spent:.0f}",
                f"{n_bytes / _MEGABYTE / spent:.2f}",
            )
        )
    return Table(
        title="Reading the files of each language, in one process, CPU time",
        headings=("language", "files", "size", "CPU", "files/s", "MB/s"),
        rows=rows,
    )


def _tools_table(tree: MixedTree, options: argparse.Namespace, scratch: Path) -> Table:
    commands = {
        "codeshed, types off": [
            sys.executable,
            "-m",
            "codeshed",
            "index",
            "--types",
            "off",
            "--quiet",
            "--repo",
            _ROOT,
        ],
        "ctags": [shutil.which("ctags") or "", "-R", "-f", f"{_ROOT}/tags", _ROOT],
        "codegraph": [shutil.which(options.codegraph) or "", "init", "--yes", _ROOT],
    }
    rows = []
    for label, command in commands.items():
        if not command[0]:
            rows.append((label, *("not installed",) * 5))
            continue
        runs = [_run(command, tree, scratch / f"{label}-{number}") for number in range(options.runs)]
        best = min(runs, key=lambda each: each.wall_seconds)
        if best.exit_code != 0:
            rows.append((label, *(f"exit code {best.exit_code}",) * 5))
            continue
        rows.append(
            (
                label,
                seconds(best.wall_seconds),
                seconds(min(each.cpu_seconds for each in runs)),
                f"{tree.n_files / best.wall_seconds:.0f}",
                f"{tree.n_bytes / _MEGABYTE / best.wall_seconds:.2f}",
                megabytes(max(each.largest_bytes for each in runs)),
            )
        )
    return Table(
        title=f"{tree.n_files} files of {len(tree.sizes_by_language)} languages, {tree.n_bytes / _MEGABYTE:.1f} MB, from nothing",
        headings=("tool", "wall", "CPU", "files/s", "MB/s", "largest process"),
        rows=rows,
        notes=("The best of several runs, each on a fresh copy and with an empty home.",),
    )


def _run(command: list[str], tree: MixedTree, folder: Path) -> Run:
    """Run a tool in a copy of the tree."""
    folder.mkdir()
    root = folder / "root"
    shutil.copytree(tree.root, root)
    try:
        return run_measured(
            [word.replace(_ROOT, str(root)) for word in command],
            environment=environment_of(os.environ, folder / "home"),
            limit_seconds=_LIMIT_SECONDS,
        )
    finally:
        shutil.rmtree(folder)


if __name__ == "__main__":
    main(sys.argv[1:])
