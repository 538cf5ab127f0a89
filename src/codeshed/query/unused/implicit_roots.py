"""Roots of reachability: functions that run although nothing in the repository calls them.

Turns: CodeGraph → ImplicitRoots: entry points, tests, module-level code, exported names, methods that the language calls.
"""

import re
from collections.abc import Sequence

import msgspec
import numpy as np

from codeshed.graph.data.arrays import NO_ROW, Longs
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.columns import decoded, distinct, is_among
from codeshed.graph.data.kinds import EdgeKind, NodeFlag, NodeKind
from codeshed.graph.incompleteness.implicitly_called_methods import find_implicitly_called
from codeshed.model.languages.language import is_test_path
from codeshed.model.languages.pytest_names import USUAL_TESTS, TestNames, file_pattern, name_pattern
from codeshed.model.symbol_ids import last_name

_TESTS_ARE_ENTRY_POINTS = (".py", ".pyi", ".ipynb")
_SPECIAL_NAME = re.compile(r"_\w+_")
"""Names that are called by convention: `__len__`, `_repr_html_`, `_missing_`."""

_BUILD_HOOK = re.compile(
    r"(?:build|(?:get_requires_for|prepare_metadata_for)_build)_(?:wheel|sdist|editable)"
)
"""Functions of a build backend, which installers call by these names."""

_PYTEST_HOOK = re.compile(r"pytest_\w+")
"""Functions that pytest calls by name, in plugins and in test files."""

_BENCHMARK_NAME = re.compile(r"(?:time|timeraw|mem|peakmem|track)_\w+|setup|setup_cache|teardown")
_BENCHMARK_FILE = re.compile(r"(?:^|/)(?:benchmarks?|asv_bench)/.*[.]py$")
"""Files in which asv looks for benchmarks."""

_PYTHON_FILE = re.compile(r"[.]py$")
_TEST_FILE = re.compile(r"(?:^|/)(?:test_[^/]*|[^/]*_test|tests?)[.]py$")
_TEST_METHOD = re.compile(r"test\w*|(?:setUp|tearDown)\w*|(?:setup|teardown)_(?:method|class)")
"""Methods that a test runner calls in classes of a test file, if their bases or its settings make them tests."""

_INDEX_FILES = (
    "__init__.py",
    "__init__.pyi",
    "index.js",
    "index.ts",
    "index.tsx",
    "index.mjs",
    "mod.rs",
    "lib.rs",
)


class ImplicitRoots(msgspec.Struct, frozen=True, kw_only=True):
    """Rows by the reason why they run: entry points by kind, modules, exported names, special methods."""

    entry_points: frozenset[int]
    n_by_kind: dict[str, int]
    modules: frozenset[int]
    exported: frozenset[int]
    special: frozenset[int]

    @property
    def rows(self) -> tuple[int, ...]:
        """All roots, in row order."""
        return tuple(sorted(self.entry_points | self.modules | self.exported | self.special))


def find_implicit_roots(graph: CodeGraph, test_names: TestNames = USUAL_TESTS) -> ImplicitRoots:
    """Return what runs without a caller; `test_names` are pytest's naming settings, if they are not the defaults."""
    nodes = graph.nodes
    n_by_kind: dict[str, int] = {}
    entries: set[int] = set()
    points = tuple(graph.entry_points)
    rows = nodes.symbols.find_each([each.symbol for each in points])
    for point, row in zip(points, rows, strict=True):
        if row is not None and row not in entries:
            entries.add(row)
            n_by_kind[point.kind] = n_by_kind.get(point.kind, 0) + 1
    tests = _tests_by_file(graph) | _test_methods(graph)
    if test_names != USUAL_TESTS:
        tests |= _tests_by_names(graph, test_names)
    tests -= entries
    n_by_kind["test"] = n_by_kind.get("test", 0) + len(tests)
    benchmarks = _benchmarks(graph) - entries - tests
    n_by_kind["benchmark"] = len(benchmarks)
    modules = np.flatnonzero(nodes.kinds == NodeKind.MODULE)
    functions = find_functions(graph).tolist()
    symbols = nodes.symbols.blobs.pieces(functions)
    special = [
        row
        for row, symbol in zip(functions, symbols, strict=True)
        if symbol.endswith(b"_") and _SPECIAL_NAME.fullmatch(last_name(decoded(symbol)))
    ]
    python_functions = _functions_in(graph, _PYTHON_FILE)
    special += _named(graph, python_functions, _BUILD_HOOK)
    special += _named(graph, python_functions, _PYTEST_HOOK)
    return ImplicitRoots(
        entry_points=frozenset(entries | tests | benchmarks),
        n_by_kind=dict(sorted((kind, count) for kind, count in n_by_kind.items() if count)),
        modules=frozenset(modules.tolist()),
        exported=_exported(graph),
        special=frozenset((*special, *find_implicitly_called(graph, functions))),
    )


def find_functions(graph: CodeGraph) -> Longs:
    """Return the functions of the repository, without external ones."""
    nodes = graph.nodes
    is_own = (nodes.flags & int(NodeFlag.EXTERNAL)) == 0
    return np.flatnonzero((nodes.kinds == NodeKind.FUNCTION) & is_own & (nodes.files >= 0))


def find_rows_in_tests(graph: CodeGraph, rows: Sequence[int]) -> frozenset[int]:
    """Return the nodes whose files are part of the tests."""
    files = {file for file, path in enumerate(graph.files) if is_test_path(path)}
    of_rows = graph.nodes.files[list(rows)].tolist()
    return frozenset(row for row, file in zip(rows, of_rows, strict=True) if file in files)


def _tests_by_file(graph: CodeGraph) -> frozenset[int]:
    """Return the functions of test files in languages whose tests are not recorded as entry points."""
    nodes = graph.nodes
    rows = find_functions(graph)
    is_test = (nodes.flags[rows] & int(NodeFlag.TEST)) != 0
    has_entry_points = np.array(
        [path.endswith(_TESTS_ARE_ENTRY_POINTS) for path in graph.files], dtype=np.bool_
    )
    return frozenset(rows[is_test & ~has_entry_points[nodes.files[rows]]].tolist())


def _test_methods(graph: CodeGraph) -> frozenset[int]:
    """Return the methods in Python test files that are tests by their names, whatever their classes are called."""
    nodes = graph.nodes
    functions = _functions_in(graph, _TEST_FILE)
    enclosing = nodes.enclosing[functions]
    is_method = (enclosing != NO_ROW) & (nodes.kinds[enclosing] == NodeKind.TYPE)
    return _named(graph, functions[is_method], _TEST_METHOD)


def _tests_by_names(graph: CodeGraph, test_names: TestNames) -> frozenset[int]:
    """Return the functions that pytest's settings make tests: at top level, or in test classes."""
    nodes = graph.nodes
    functions = _functions_in(graph, file_pattern(test_names))
    enclosing = nodes.enclosing[functions]
    kinds = np.where(enclosing == NO_ROW, int(NodeKind.MODULE), nodes.kinds[enclosing])
    classes = distinct(enclosing[kinds == NodeKind.TYPE])
    test_classes = np.array(sorted(_named(graph, classes, name_pattern(test_names.classes))), dtype=np.int64)
    is_collected = (kinds == NodeKind.MODULE) | is_among(enclosing, test_classes)
    return _named(graph, functions[is_collected], name_pattern(test_names.functions))


def _benchmarks(graph: CodeGraph) -> frozenset[int]:
    """Return the functions that a benchmark runner calls by name."""
    return _named(graph, _functions_in(graph, _BENCHMARK_FILE), _BENCHMARK_NAME)


def _functions_in(graph: CodeGraph, pattern: re.Pattern[str]) -> Longs:
    """Return the functions in files whose paths match a pattern."""
    nodes = graph.nodes
    is_wanted = np.array([pattern.search(path) is not None for path in graph.files], dtype=np.bool_)
    rows = np.flatnonzero((nodes.kinds == NodeKind.FUNCTION) & (nodes.files != NO_ROW))
    return rows[is_wanted[nodes.files[rows]]]


def _named(graph: CodeGraph, rows: Longs, pattern: re.Pattern[str]) -> frozenset[int]:
    """Return the nodes whose names match a pattern."""
    in_order = rows.tolist()
    names = graph.nodes.names.of_rows(in_order)
    return frozenset(row for row, name in zip(in_order, names, strict=True) if pattern.fullmatch(name))


def _exported(graph: CodeGraph) -> frozenset[int]:
    """Return the targets of exports, and of imports in index files (`__init__.py`), from which others import them."""
    edges, symbols = graph.edges, graph.nodes.symbols
    is_export = edges.kinds == EdgeKind.EXPORT
    imports = np.flatnonzero(edges.kinds == EdgeKind.IMPORT)
    importers = distinct(edges.sources[imports])
    is_index = [symbols[row].endswith(_INDEX_FILES) for row in importers.tolist()]
    reexports = imports[is_among(edges.sources[imports], importers[is_index])]
    return frozenset(edges.targets[is_export].tolist()) | frozenset(edges.targets[reexports].tolist())
