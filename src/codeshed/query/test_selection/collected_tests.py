"""The tests that Python's runners collect, as the graph knows them: with those that a class inherits, under the class that runs them.

Turns: CodeGraph + TestFiles + PytestCollection → TestFiles. Of files in other languages, and of those that the graph lacks, the
tests stay as their text declares them.
"""

from collections.abc import Iterator, Mapping

import msgspec
import numpy as np

from codeshed.graph.data.arrays import NO_ROW, Longs
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.kinds import EdgeFlag, EdgeKind, NodeFlag, NodeKind
from codeshed.model.languages.declared_tests import DeclaredTest, are_tests_in_graph
from codeshed.model.languages.pytest_collection import PytestCollection
from codeshed.model.languages.pytest_marks import MODULE, parse_condition
from codeshed.model.languages.pytest_names import file_pattern, name_pattern
from codeshed.model.symbol_ids import SEPARATOR, qualified_name
from codeshed.model.test_files import TestFile

_UNITTEST_PREFIX = "test"
_LOADER = "load_tests"
_MAX_ANCESTORS = 50
_SWITCH = "__test__"
_PARAMETERS = "parametrize"
_CONSTRUCTORS = frozenset({"__init__", "__new__"})
# Members of enums are looked up slowly, and each class asks for some.
_FUNCTION, _TYPE = int(NodeKind.FUNCTION), int(NodeKind.TYPE)
_INHERITS, _CONTAINS, _IMPORT = int(EdgeKind.INHERITS), int(EdgeKind.CONTAINS), int(EdgeKind.IMPORT)
_EXTERNAL, _OF_UNKNOWN_BASES = int(NodeFlag.EXTERNAL), int(NodeFlag.EXTERNAL | NodeFlag.UNKNOWN_BASE)
_FIXTURES = ("ext:pytest.fixture", "ext:pytest.yield_fixture", "ext:pytest_asyncio.fixture")


class CollectedTests(msgspec.Struct, frozen=True, kw_only=True):
    """The test files by path, with the tests that are collected from them, and how many more the settings deselect."""

    tests: dict[str, TestFile]
    n_deselected: int = 0


def collect_tests(
    graph: CodeGraph, tests: Mapping[str, TestFile], collection: PytestCollection
) -> CollectedTests:
    """Return the collected tests; a Python file without any is left out, unless it may make some."""
    collector = _Collector(graph, tests, collection)
    rows = graph.files.find_each(list(tests))
    found: dict[str, TestFile] = {}
    for (path, test_file), file in zip(tests.items(), rows, strict=True):
        if file is None or not are_tests_in_graph(path):
            found[path] = test_file
            continue
        collected, is_open = collector.collect(path, file)
        if collected or is_open:
            found[path] = msgspec.structs.replace(test_file, tests=collected)
    return CollectedTests(tests=found, n_deselected=collector.n_deselected)


class _Marks(msgspec.Struct, frozen=True, gc=False):
    """The marks of a class or test; with `is_open`, there may be others that are not known."""

    names: frozenset[str] = frozenset()
    is_open: bool = False

    def with_others(self, other: "_Marks") -> "_Marks":
        """Return the marks of both."""
        return _Marks(self.names | other.names, self.is_open or other.is_open)


class _Class(msgspec.Struct, frozen=True, gc=False):
    """What a runner sees in a class: its test methods by name, and whether it has a constructor and is a unittest class.

    `is_on` is what `__test__` says, None if nothing does. `marks` are those of the class and its bases.
    """

    methods: Mapping[str, int]
    has_constructor: bool
    is_unittest: bool
    is_on: bool | None
    marks: _Marks


class _Body(msgspec.Struct, frozen=True, gc=False):
    """What a class defines itself: its methods by name, and whether it says something by `__test__`.

    What is no function has NO_ROW: `test_slow = None` takes an inherited test away.
    """

    methods: Mapping[str, int]
    has_switch: bool


class _Collector:
    """Collects the tests of one file after the other; classes of other files are read once."""

    def __init__(self, graph: CodeGraph, tests: Mapping[str, TestFile], collection: PytestCollection) -> None:
        self._graph = graph
        self._tests = tests
        self._collection = collection
        self._is_pytest_file = file_pattern(collection.names)
        self._is_test_class = name_pattern(collection.names.classes)
        self._is_test_function = name_pattern(collection.names.functions)
        self._known: dict[int, _Class] = {}
        self._bodies: dict[int, _Body] = {}
        self._names: dict[int, str] = {}
        self._marks: dict[str, dict[str, tuple[str, ...]]] = {}
        self._has_marks = parse_condition(collection.wanted_marks) if collection.wanted_marks else None
        self._has_names = parse_condition(collection.wanted_names) if collection.wanted_names else None
        self.n_deselected = 0
        fixtures = [row for row in graph.nodes.symbols.find_each(_FIXTURES) if row is not None]
        edges = graph.edges
        of_fixtures = [edges.in_order[edges.in_starts[row] : edges.in_starts[row + 1]] for row in fixtures]
        makers = np.concatenate([*of_fixtures, np.zeros(0, dtype=np.int64)]).astype(np.int64)
        is_mark = edges.kinds[makers] == EdgeKind.ANNOTATES
        self._fixtures = frozenset(edges.sources[makers[is_mark]].tolist())

    def collect(self, path: str, file: int) -> tuple[tuple[DeclaredTest, ...], bool]:
        """Return the tests of a file by line and name, and whether it may make others while it is loaded.

        That is what `load_tests` does, and code that adds methods to a test class.
        """
        nodes = self._graph.nodes
        rows = self._graph.file_index.find_in_files(range(file, file + 1)).astype(np.int64)
        kinds, owners = nodes.kinds[rows], nodes.enclosing[rows]
        module = self._graph.find_row(path)
        is_top = (owners == NO_ROW) | (owners == (NO_ROW if module is None else module))
        is_pytest = self._is_pytest_file.match(path) is not None or path in self._collection.start_paths
        found: list[DeclaredTest] = []
        top = rows[is_top & (kinds == _FUNCTION)].tolist()
        imported = tuple(self._imported(module)) if self._collection.has_imported else ()
        is_open = any(self._name(row) == _LOADER for row in top)
        if is_pytest:
            functions = (*top, *(row for row in imported if nodes.kinds[row] == _FUNCTION))
            found += [
                self._test(row, name, (), file)
                for row in functions
                if self._is_test_function.match(name := self._name(row)) and row not in self._fixtures
            ]
        classes = [
            *rows[is_top & (kinds == _TYPE)].tolist(),
            *(row for row in imported if nodes.kinds[row] == _TYPE),
        ]
        marks_of: dict[tuple[str, ...], _Marks] = {(): self._marks_of(path, MODULE)}
        pending: list[tuple[int, tuple[str, ...]]] = [(row, ()) for row in reversed(classes)]
        while pending:
            row, groups = pending.pop()
            own = self._class(row)
            name = self._name(row)
            is_chosen = own.is_unittest or (
                is_pytest and not own.has_constructor and self._is_test_class.match(name) is not None
            )
            if not is_chosen or own.is_on is False:
                continue
            inner = (*groups, name)
            marks_of[inner] = marks_of[groups].with_others(own.marks)
            is_open = is_open or not any(each.startswith(_UNITTEST_PREFIX) for each in own.methods)
            for method, function in own.methods.items():
                is_test = (
                    method.startswith(_UNITTEST_PREFIX)
                    if own.is_unittest
                    else self._is_test_function.match(method) is not None
                )
                if is_test and function != NO_ROW and function not in self._fixtures:
                    found.append(self._test(function, method, inner, file, row))
            if not own.is_unittest:
                nested = rows[(kinds == _TYPE) & (owners == row)].tolist()
                pending += [(each, inner) for each in reversed(nested)]
        if is_pytest and (self._has_marks is not None or self._has_names is not None):
            found = [each for each in found if self._is_selected(path, each, marks_of[each.groups])]
        ordered = sorted(found, key=lambda each: (each.line, each.groups, each.name))
        return tuple(ordered), is_open

    def _test(
        self, row: int, name: str, groups: tuple[str, ...], file: int, owner: int | None = None
    ) -> DeclaredTest:
        """Return a test; one that is defined in another file has the line of its class, or none."""
        nodes = self._graph.nodes
        place = row if nodes.files[row] == file or owner is None else owner
        line = int(nodes.spans[place][0]) if nodes.files[place] == file else 0
        return DeclaredTest(name=name, line=line, groups=groups, symbol=nodes.symbols[row])

    def _is_selected(self, path: str, test: DeclaredTest, around: _Marks) -> bool:
        """Whether `-m` and `-k` of the settings let a test run; it does if that is not known."""
        defined = test.symbol.partition(SEPARATOR)[0]
        marks = around.with_others(self._marks_of(defined, qualified_name(test.symbol)))
        may_have_more = marks.is_open or self._collection.has_added_marks
        texts = [each.lower() for each in (*path.split("/"), *test.groups, test.name, *marks.names)]

        def has_mark(name: str) -> bool | None:
            return True if name in marks.names else None if may_have_more else False

        def has_name(name: str) -> bool | None:
            is_named = any(name.lower() in each for each in texts)
            # The ids of parameters are names, too.
            return True if is_named else None if may_have_more or _PARAMETERS in marks.names else False

        is_selected = not (
            (self._has_marks is not None and self._has_marks(has_mark) is False)
            or (self._has_names is not None and self._has_names(has_name) is False)
        )
        self.n_deselected += not is_selected
        return is_selected

    def _marks_of(self, path: str, name: str) -> _Marks:
        """Return the marks that stand on a function, class or module; those in other files than of tests are not known."""
        known = self._marks.get(path)
        if known is None:
            test_file = self._tests.get(path)
            if test_file is None:
                return _Marks(is_open=True)
            known = self._marks[path] = dict(test_file.marks)
        return _Marks(frozenset(known.get(name, ())))

    def _class(self, row: int) -> _Class:
        """Return what a runner sees in a class, from its own body and those of its bases, the nearest first."""
        known = self._known.get(row)
        if known is not None:
            return known
        nodes = self._graph.nodes
        methods: dict[str, int] = {}
        is_unittest = False
        marks = _Marks()
        switches: list[int] = []
        seen: dict[int, None] = {}
        pending = [row]
        while pending and len(seen) < _MAX_ANCESTORS:
            each = pending.pop(0)
            if each in seen:
                continue
            seen[each] = None
            flags = int(nodes.flags[each])
            is_unittest = is_unittest or bool(
                flags & _OF_UNKNOWN_BASES and self._name(each).endswith("TestCase")
            )
            if flags & _EXTERNAL:
                continue
            body = self._body(each)
            methods = {**body.methods, **methods}
            switches += [each] * body.has_switch
            symbol = nodes.symbols[each]
            marks = marks.with_others(self._marks_of(symbol.partition(SEPARATOR)[0], qualified_name(symbol)))
            pending += self._bases(each)
        found = self._known[row] = _Class(
            methods,
            not _CONSTRUCTORS.isdisjoint(methods),
            is_unittest,
            self._is_on(switches) if switches else None,
            marks,
        )
        return found

    def _body(self, row: int) -> _Body:
        """Return what a class defines itself."""
        known = self._bodies.get(row)
        if known is not None:
            return known
        members = self._members(row)
        names = self._graph.nodes.names.of_rows(members)
        kinds = self._graph.nodes.kinds[members].tolist()
        found = self._bodies[row] = _Body(
            {
                name: member if kind == _FUNCTION else NO_ROW
                for name, member, kind in zip(names, members, kinds, strict=True)
            },
            _SWITCH in names,
        )
        return found

    def _is_on(self, switches: list[int]) -> bool:
        """Return what the nearest of some classes says by `__test__`.

        The values in other files than those of tests are not known: a class there that overrides another one's switches back on.
        """
        path = self._graph.file_path(switches[0])
        test_file = None if path is None else self._tests.get(path)
        if test_file is None:
            return len(switches) > 1
        return qualified_name(self._graph.nodes.symbols[switches[0]]) not in test_file.switched_off

    def _bases(self, row: int) -> list[int]:
        return self._targets(row, _INHERITS)

    def _members(self, row: int) -> list[int]:
        return self._targets(row, _CONTAINS)

    def _targets(self, row: int, kind: int) -> list[int]:
        edges = self._graph.edges
        own = slice(int(edges.out_starts[row]), int(edges.out_starts[row + 1]))
        found: list[int] = edges.targets[own][edges.kinds[own] == kind].tolist()
        return found

    def _imported(self, module: int | None) -> Iterator[int]:
        """Yield the functions and classes of other files that a module imports by name: pytest collects those, too."""
        if module is None:
            return
        graph = self._graph
        edges, nodes = graph.edges, graph.nodes
        own = np.arange(edges.out_starts[module], edges.out_starts[module + 1])
        targets: Longs = edges.targets[own].astype(np.int64)
        is_symbol = np.isin(nodes.kinds[targets], (_FUNCTION, _TYPE))
        is_inner = (nodes.flags[targets] & _EXTERNAL) == 0
        is_import = (edges.kinds[own] == _IMPORT) & ((edges.flags[own] & EdgeFlag.TYPE_ONLY) == 0)
        yield from targets[is_symbol & is_inner & is_import].tolist()

    def _name(self, row: int) -> str:
        known = self._names.get(row)
        if known is None:
            known = self._names[row] = self._graph.nodes.names[row]
        return known
