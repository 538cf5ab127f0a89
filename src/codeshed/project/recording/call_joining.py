"""Joins recorded calls to the functions of the graph.

Turns: RecordedRun + CodeGraph + the content hashes of its files → RecordedCalls and RecordedTests. A code object is known by its
file, which had the content that the index knows when it ran, and its first line. Lambdas and comprehensions belong to the
function around them, code of classes and modules to the module.
"""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec
import numpy as np

from codeshed.discover.file_reading import read_bytes
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.kinds import NodeKind
from codeshed.model.recording import (
    MAX_RECORDED_SITES,
    NO_FUNCTION,
    RecordedCall,
    RecordedCalls,
    RecordedFunction,
    RecordedTest,
    lines_hash,
)
from codeshed.model.symbol_ids import content_hash
from codeshed.project.recording.recorded_run import ProcessCalls, RecordedRun

_Site = tuple[int, int, int, int]


class FileFunctions(msgspec.Struct, frozen=True, kw_only=True):
    """The functions of a file as the graph has them: symbols with first and last lines, and the lines themselves."""

    path: str
    lines: tuple[bytes, ...]
    symbols: tuple[str, ...]
    first_lines: tuple[int, ...]
    last_lines: tuple[int, ...]

    def hash_of(self, place: int) -> str:
        """Return the hash of the source of a function."""
        return lines_hash(self.lines[self.first_lines[place] - 1 : self.last_lines[place]])


class _Joined(msgspec.Struct, frozen=True):
    """A code object in the graph: its function and the first line of that."""

    function: int
    first_line: int


def read_file_functions(root: Path, graph: CodeGraph, path: str, known_hash: str) -> FileFunctions | None:
    """Return the functions of a file by first line, None if the file is not as the graph knows it."""
    file = graph.files.find(path)
    content = read_bytes(root, path)
    if file is None or not isinstance(content, bytes) or content_hash(content) != known_hash:
        return None
    nodes = graph.nodes
    rows = graph.file_index.find_in_files(range(file, file + 1))
    rows = rows[(nodes.kinds[rows] == NodeKind.FUNCTION) & (nodes.spans[rows, 0] > 0)]
    rows = rows[np.lexsort((-nodes.spans[rows, 2], nodes.spans[rows, 0]))]
    return FileFunctions(
        path=path,
        lines=tuple(content.splitlines(keepends=True)),
        symbols=tuple(nodes.symbols[row] for row in rows.tolist()),
        first_lines=tuple(nodes.spans[rows, 0].tolist()),
        last_lines=tuple(nodes.spans[rows, 2].tolist()),
    )


def join_recorded_calls(
    root: Path,
    graph: CodeGraph,
    hash_by_path: Mapping[str, str],
    run: RecordedRun,
    *,
    command: Sequence[str],
    commit: str,
) -> tuple[RecordedCalls, tuple[RecordedTest, ...]]:
    """Return what was recorded in all processes, by symbols of the graph."""
    paths = sorted({code[0] for process in run.processes for code in process.codes})
    read = {
        path: read_file_functions(root, graph, path, hash_by_path[path])
        for path in paths
        if path in hash_by_path
    }
    changed = {path for path, file in read.items() if file is None}
    functions_by_path = {path: file for path, file in read.items() if file is not None}
    joining = _Joining(functions_by_path)
    for process in run.processes:
        joining.add(process)
        changed.update(process.changed)
    calls = RecordedCalls(
        commands=(tuple(command),),
        exit_code=run.exit_code,
        commit=commit,
        pythons=tuple(sorted({f"{each.python} ({each.tool})" for each in run.processes})),
        n_processes=len(run.processes),
        n_tests=len(joining.calls_by_test),
        hash_by_path={path: hash_by_path[path] for path in functions_by_path},
        functions=tuple(joining.functions),
        calls=joining.calls(),
        n_changed_files=len(changed),
        n_dropped_calls=sum(each.n_dropped_calls for each in run.processes),
        n_dropped_runs=sum(each.n_dropped_ran for each in run.processes),
    )
    return calls, joining.tests()


class _Joining:
    """Gathers the calls of all processes."""

    def __init__(self, functions_by_path: Mapping[str, FileFunctions]) -> None:
        self._files = functions_by_path
        self.functions: list[RecordedFunction] = []
        self._number_by_symbol: dict[str, int] = {}
        self._number_by_pair: dict[tuple[int, int], int] = {}
        self._sites: list[set[_Site]] = []
        self.calls_by_test: defaultdict[str, set[int]] = defaultdict(set)

    def add(self, process: ProcessCalls) -> None:
        codes = [self._joined(path, line, is_named=is_named) for path, line, _, is_named in process.codes]
        numbers = [self._call(codes, call) for call in process.calls]
        for test, ran in zip(process.tests, process.ran, strict=True):
            found = {numbers[call] for call in ran if 0 <= call < len(numbers)} - {None}
            if test and found:
                self.calls_by_test[test].update(each for each in found if each is not None)

    def _call(self, codes: Sequence[_Joined | None], call: tuple[int, int, int, int, int, int]) -> int | None:
        by, called, line, column, end_line, end_column = call
        callee = codes[called] if 0 <= called < len(codes) else None
        if callee is None:
            return None
        caller = codes[by] if 0 <= by < len(codes) else None
        pair = (NO_FUNCTION if caller is None else caller.function, callee.function)
        number = self._number_by_pair.setdefault(pair, len(self._number_by_pair))
        if number == len(self._sites):
            self._sites.append(set())
        if caller is not None and line:
            first = caller.first_line
            self._sites[number].add((line - first, column, end_line - first, end_column))
        return number

    def _joined(self, path: str, line: int, *, is_named: bool) -> _Joined | None:
        """Return the function that begins at a line, or for unnamed code the innermost one around it, or the module."""
        file = self._files.get(path)
        if file is None:
            return None
        place = bisect_right(file.first_lines, line) - 1
        if is_named:
            if place < 0 or file.first_lines[place] != line:
                return None
        else:
            while place >= 0 and file.last_lines[place] < line:
                place -= 1
        if place < 0:
            return _Joined(self._number(RecordedFunction(path, path, "")), 1)
        return _Joined(
            self._number(RecordedFunction(file.symbols[place], path, file.hash_of(place))),
            file.first_lines[place],
        )

    def _number(self, function: RecordedFunction) -> int:
        number = self._number_by_symbol.setdefault(function.symbol, len(self.functions))
        if number == len(self.functions):
            self.functions.append(function)
        return number

    def calls(self) -> tuple[RecordedCall, ...]:
        """Return all pairs in the order of their numbers, each with its first places."""
        return tuple(
            RecordedCall(caller, callee, tuple(sorted(sites)[:MAX_RECORDED_SITES]))
            for (caller, callee), sites in zip(self._number_by_pair, self._sites, strict=True)
        )

    def tests(self) -> tuple[RecordedTest, ...]:
        """Return the calls of each test, by its id."""
        return tuple(
            RecordedTest(test, tuple(sorted(calls))) for test, calls in sorted(self.calls_by_test.items())
        )
