"""Which share of a piece of code ran when its tests did.

Turns: the coverage files of a repository → the share of the lines between two that ran, None where nothing is recorded.

Of Python, the lines that define a function or class do not count: they run when a module is imported.
"""

import contextlib
import hashlib
from collections.abc import Iterable, Iterator
from functools import cached_property
from pathlib import Path

import tree_sitter

from codeshed.extract.python.syntax_tree import parse_python
from codeshed.project.coverage_files import find_coverage_files, iter_recorded, path_in_root

_DEFINITIONS = frozenset({"function_definition", "class_definition", "decorator"})
_CLAUSES = frozenset({"elif_clause", "except_clause", "except_group_clause", "case_clause"})
_SUITES = frozenset({"module", "block"})


class LineCoverage:
    """What is recorded of the files of one repository. The files are read when they are first needed."""

    def __init__(self, root: Path, paths: Iterable[str]) -> None:
        self._root = root
        self._files = tuple(find_coverage_files(root))
        oldest = min((status.st_mtime_ns for _, status in self._files), default=0)
        self._edited = frozenset(_edited_since(root, paths, oldest)) if self._files else frozenset()
        self._lines: dict[str, tuple[frozenset[int], frozenset[int]] | None] = {}

    @property
    def state(self) -> str:
        """A text that differs if another share may be returned; empty without a coverage file."""
        if not self._files:
            return ""
        files = [f"{name} {status.st_size} {status.st_mtime_ns}" for name, status in self._files]
        return hashlib.sha256("\n".join((*files, *sorted(self._edited))).encode()).hexdigest()

    def share(self, path: str, start: int, end: int) -> float | None:
        """Return which share of the lines from `start` to `end` ran; None if there is no line that could run.

        A file that was edited after its coverage was recorded has other lines by now: nothing is known of it.
        """
        if path not in self._lines:
            self._lines[path] = None if path in self._edited else self._lines_of(path)
        known = self._lines[path]
        if known is None:
            return None
        ran, counted = known
        within = [line for line in counted if start <= line <= end]
        return sum(line in ran for line in within) / len(within) if within else None

    @cached_property
    def _recorded(self) -> dict[str, tuple[set[int], set[int] | None]]:
        """The lines of each file that ran, and those that did not, by the first coverage file that has any."""
        for each in iter_recorded(self._root):
            if each.ran or each.missed:
                return {
                    path_in_root(self._root, path): (
                        set[int]().union(*each.ran.get(path, {}).values()),
                        None if each.missed is None else each.missed.get(path, set()),
                    )
                    for path in sorted({*each.ran, *(each.missed or ())})
                }
        return {}

    def _lines_of(self, path: str) -> tuple[frozenset[int], frozenset[int]] | None:
        """Return the lines of a file that ran, and all that could."""
        if path not in self._recorded:
            return None
        ran, missed = self._recorded[path]
        statements: frozenset[int] = frozenset()
        definitions: frozenset[int] = frozenset()
        if path.endswith(".py"):
            with contextlib.suppress(OSError):
                statements, definitions = statement_lines((self._root / path).read_bytes())
        elif missed is None:
            return None
        counted = statements if missed is None else frozenset(ran | missed) - definitions
        return frozenset(ran), counted


def _edited_since(root: Path, paths: Iterable[str], time: int) -> Iterator[str]:
    for path in paths:
        try:
            if (root / path).lstat().st_mtime_ns > time:
                yield path
        except OSError:
            yield path


def statement_lines(content: bytes) -> tuple[frozenset[int], frozenset[int]]:
    """Return the lines on which statements of a Python file begin, and those on which definitions and their decorators do.

    Documentation is no statement, and neither set has the lines of the other.
    """
    statements: set[int] = set()
    definitions: set[int] = set()
    waiting = [parse_python(content).root]
    while waiting:
        node = waiting.pop()
        if node.type != "expression_statement":
            waiting += node.named_children
        line = node.start_point.row + 1
        if node.type in _DEFINITIONS:
            definitions.add(line)
        elif node.type in _CLAUSES or (_is_statement(node) and not _is_documentation(node)):
            statements.add(line)
    return frozenset(statements - definitions), frozenset(definitions)


def _is_statement(node: tree_sitter.Node) -> bool:
    is_in_suite = node.parent is not None and node.parent.type in _SUITES
    return is_in_suite and node.type not in {"comment", "decorated_definition", "block"}


def _is_documentation(node: tree_sitter.Node) -> bool:
    children = node.named_children if node.type == "expression_statement" else ()
    return len(children) == 1 and children[0].type in {"string", "concatenated_string"}
