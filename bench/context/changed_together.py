"""Functions that one commit changed: from git history to cases.

Turns: a folder with history + a number of commits → ChangedTogether, one for each commit: the graph and the sources of the
revision before the commit, and the functions that it changed. Tests are left out, and commits that changed one function or
more than `MOST_FUNCTIONS`: what renames a thing everywhere says little about what belongs together.
"""

import ast
import random
import re
import shutil
import subprocess
import tarfile
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

from codeshed.discover.file_reading import FolderSourceReader
from codeshed.errors import CodeshedError
from codeshed.graph.data.arrays import NO_ROW
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.kinds import NodeFlag, NodeKind
from codeshed.model.source_reader import TextSourceReader
from codeshed.project.index.graph_in_memory import index_repository

MOST_FUNCTIONS = 20
"""A commit that changed more is left out."""

N_LATEST = 2000
"""Commits are chosen among so many of the latest."""

_GIT = shutil.which("git") or "git"
_FILE = re.compile(r"^--- a/(.*)$")
_HUNK = re.compile(r"^@@ -(\d+)(?:,(\d+))? \+")

Lines = tuple[int, int]
"""The first and the last line that a change replaced. What was put behind a line ends there and begins with the next one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangedTogether:
    """The project before a commit, and the functions that the commit changed."""

    project: str
    commit: str
    graph: CodeGraph
    sources: TextSourceReader
    symbols: tuple[str, ...]

    def seeds(self, n_most: int) -> tuple[str, ...]:
        """Return some of the functions, chosen by the commit's id."""
        shuffled = list(self.symbols)
        random.Random(self.commit).shuffle(shuffled)
        return tuple(shuffled[:n_most])


def changed_together(folder: Path, n_commits: int, *, seed: int) -> Iterator[ChangedTogether]:
    """Choose commits at random; each is indexed as it was before."""
    commits = git_output(
        folder, "log", "--no-merges", f"--max-count={N_LATEST}", "--format=%H", "--", "*.py"
    ).split()
    random.Random(seed).shuffle(commits)
    n_found = 0
    for commit in commits:
        if n_found == n_commits:
            return
        lines_by_path = replaced_lines(
            git_output(folder, "show", "-U0", "--format=", "--no-renames", commit, "--", "*.py")
        )
        if not _may_have_cases(folder, commit, lines_by_path):
            continue
        found = _before(folder, commit, lines_by_path)
        if found is not None:
            n_found += 1
            yield found


def replaced_lines(diff: str) -> dict[str, list[Lines]]:
    """Return the lines of the old files that a diff without context replaces."""
    found: dict[str, list[Lines]] = {}
    path = ""
    for line in diff.splitlines():
        if line.startswith("--- "):
            named = _FILE.match(line)
            path = named[1] if named else ""
        elif path and (hunk := _HUNK.match(line)):
            first, n_lines = int(hunk[1]), int(hunk[2] or 1)
            found.setdefault(path, []).append((first + (n_lines == 0), first + n_lines - (n_lines > 0)))
    return found


def changed_functions(graph: CodeGraph, lines_by_path: dict[str, list[Lines]]) -> tuple[str, ...]:
    """Return the functions in which lines were replaced; a function within another counts as the outer one."""
    nodes = graph.nodes
    is_own = (nodes.kinds == NodeKind.FUNCTION) & (
        (nodes.flags & int(NodeFlag.EXTERNAL | NodeFlag.TEST | NodeFlag.PARTIAL_FILE)) == 0
    )
    found = []
    for row in is_own.nonzero()[0].tolist():
        outer = int(nodes.enclosing[row])
        if outer != NO_ROW and nodes.kinds[outer] == NodeKind.FUNCTION:
            continue
        first, _, last, _ = nodes.spans[row].tolist()
        replaced = lines_by_path.get(graph.file_path(row) or "", ())
        if any(lines[0] <= last and first <= lines[1] for lines in replaced):
            found.append(nodes.symbols[row])
    return tuple(sorted(found))


def _may_have_cases(folder: Path, commit: str, lines_by_path: dict[str, list[Lines]]) -> bool:
    """Whether a commit changed several functions, before anything is indexed. What is no Python of today has none."""
    n_changed = 0
    for path, replaced in lines_by_path.items():
        try:
            tree = ast.parse(git_output(folder, "show", f"{commit}~:{path}"))
        except (SyntaxError, ValueError, subprocess.CalledProcessError):
            continue
        functions = (
            each for each in ast.walk(tree) if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef)
        )
        n_changed += sum(
            any(first <= (each.end_lineno or 0) and each.lineno <= last for first, last in replaced)
            for each in functions
        )
    return n_changed > 1


def indexed_at(folder: Path, revision: str) -> tuple[CodeGraph, TextSourceReader] | None:
    """Return the graph and the sources of a revision, without a type engine; None for what cannot be read."""
    with tempfile.TemporaryDirectory(prefix="codeshed-bench-") as name:
        copy = Path(name) / folder.name
        copy.mkdir()
        archive = subprocess.run(  # noqa: S603 - git, with our own arguments
            (_GIT, "-C", str(folder), "archive", revision), capture_output=True, check=False
        )
        if archive.returncode != 0:
            return None
        with tarfile.open(fileobj=BytesIO(archive.stdout)) as packed:
            packed.extractall(copy, filter="data")
        try:
            graph = index_repository(copy, types="off")
        except CodeshedError:
            return None
        reader = FolderSourceReader(copy)
        return graph, TextSourceReader({path: reader.read(path) or "" for path in graph.files})


def _before(folder: Path, commit: str, lines_by_path: dict[str, list[Lines]]) -> ChangedTogether | None:
    indexed = indexed_at(folder, f"{commit}~")
    if indexed is None:
        return None
    graph, sources = indexed
    symbols = changed_functions(graph, lines_by_path)
    if not 1 < len(symbols) <= MOST_FUNCTIONS:
        return None
    return ChangedTogether(project=folder.name, commit=commit, graph=graph, sources=sources, symbols=symbols)


def git_output(folder: Path, *arguments: str) -> str:
    """Return what git prints about a folder."""
    run = subprocess.run(  # noqa: S603 - git, with our own arguments
        (_GIT, "-C", str(folder), *arguments), capture_output=True, check=True, text=True, errors="replace"
    )
    return run.stdout
