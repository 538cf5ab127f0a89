"""What is this repository, and where does one start to read?

Turns: CodeGraph + MapRequest → RepositoryMapV1: languages, packages and what they use, entry points, the central functions
and types, the largest working sets, and what was not seen.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence

import msgspec
import numpy as np

from codeshed.errors import UnknownScopeError
from codeshed.footprint.distribution import Distribution, distribution_of
from codeshed.footprint.options import FootprintOptions
from codeshed.footprint.own_code import methods_of_type
from codeshed.footprint.solver import FootprintSolver
from codeshed.graph.answers.answer_nodes_and_edges import answer_node
from codeshed.graph.answers.graph_figures import GraphFigures, graph_figures
from codeshed.graph.data.arrays import NO_ROW, Flags, Longs
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.file_index import find_files_below
from codeshed.graph.data.kinds import NodeFlag, NodeKind
from codeshed.graph.data.node_keys import ref_of
from codeshed.graph.incompleteness.incompleteness_causes import (
    ambiguous_calls_cause,
    partial_files_cause,
    unresolved_anywhere_cause,
)
from codeshed.model.answers.answer_basis import Basis, IndexIdentity, basis_of, caps_cause
from codeshed.model.answers.answer_graph import VERSION, GraphNodeV1, Version
from codeshed.model.answers.caps import Caps
from codeshed.model.answers.node_references import NodeRef, node_key
from codeshed.model.answers.truncation import (
    TruncationPlace,
    TruncationRecord,
    WarningRecord,
    cap_warnings,
    count_index_warnings,
    n_cuts,
    warning_truncation,
)
from codeshed.model.languages.language import language_of_path
from codeshed.query.repository_map.central_code import (
    find_central,
    find_reach,
    is_reached_by_tests,
    rows_of_entry_points,
)
from codeshed.query.repository_map.package_groups import (
    PackageCycle,
    PackageUse,
    count_uses,
    find_cycles,
    split_folders,
)
from codeshed.query.repository_map.uses import Uses, find_uses

_N_EXAMPLES = 3
_N_LARGEST = 5
ROOT = "."


class MapRequest(msgspec.Struct, frozen=True, kw_only=True):
    """The folder or file that is mapped, from the root of the repository, and the caps: `max_nodes` central pieces of code."""

    caps: Caps
    scope: str = ROOT


class MapLanguage(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """How much is written in a language, tests included."""

    name: str
    n_files: int
    tokens: int


class MapPackage(msgspec.Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """A folder without its tests, and what it uses of others, the most first."""

    name: str
    n_files: int
    n_functions: int
    tokens: int
    uses: tuple[PackageUse, ...] = ()


class MapTests(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """The tests, and how many of the other functions they lead to."""

    n_files: int
    n_functions: int
    n_reached_functions: int


class MapEntryPoints(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """Entry points of one kind, and the first of them by the order of packages."""

    kind: str
    count: int
    examples: tuple[NodeRef, ...]


class CentralCode(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """A function or type that much leads to: how many other functions, tests and entry points, and its working set."""

    node: GraphNodeV1
    n_functions: int
    n_tests: int
    n_entry_points: int
    working_set: int


class LargeWorkingSet(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """A function with one of the largest working sets, in tokens."""

    node: GraphNodeV1
    working_set: int


class RepositoryMapV1(msgspec.Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """The map of a repository, or of a folder of it.

    Languages and packages are ordered by falling size, `central_code` by falling score, `entry_points` by falling count.
    `n_functions` counts all functions but tests, `tokens` what they, their types and modules hold.
    """

    version: Version
    scope: str
    figures: GraphFigures
    n_files: int
    n_functions: int
    tokens: int
    languages: tuple[MapLanguage, ...]
    packages: tuple[MapPackage, ...]
    cycles: tuple[PackageCycle, ...]
    tests: MapTests
    n_entry_points: int
    entry_points: tuple[MapEntryPoints, ...]
    central_code: tuple[CentralCode, ...]
    working_sets: Distribution
    largest_working_sets: tuple[LargeWorkingSet, ...]
    basis: Basis
    truncation: tuple[TruncationRecord, ...] = ()
    warnings: tuple[WarningRecord, ...] = ()


def repository_map(
    graph: CodeGraph, request: MapRequest, *, index: IndexIdentity | None = None
) -> RepositoryMapV1:
    """Return the map of a repository, or of one folder or file of it."""
    code = _CodeOfScope(graph, request.scope)
    uses = find_uses(graph)
    packages = _packages(graph, code, uses)
    central = find_central(graph, uses, code.is_in_scope)
    kept = central[: request.caps.max_nodes]
    solver = FootprintSolver(graph, FootprintOptions())
    working_sets = solver.totals(code.functions.tolist())
    truncation = _truncation(graph, central, request.caps)
    warnings = cap_warnings(count_index_warnings(graph.warnings))
    entry_points = _entry_points(graph, code)
    is_partial = (graph.nodes.flags & int(NodeFlag.PARTIAL_FILE)) != 0
    causes = (
        caps_cause(n_cuts(truncation)),
        unresolved_anywhere_cause(graph.calls.unresolved, "lead to what is listed here"),
        ambiguous_calls_cause(graph.calls.ambiguous + graph.calls.heuristic, "they count as no use"),
        partial_files_cause(len(frozenset(graph.nodes.files[is_partial].tolist()))),
    )
    return RepositoryMapV1(
        version=VERSION,
        scope=request.scope,
        figures=graph_figures(graph),
        n_files=len(code.files),
        n_functions=len(code.functions),
        tokens=int(code.sizes.sum()),
        languages=code.languages(),
        packages=packages,
        cycles=find_cycles({each.name: each.uses for each in packages}, [each.name for each in packages]),
        tests=_tests(graph, code, uses),
        n_entry_points=sum(each.count for each in entry_points),
        entry_points=entry_points,
        central_code=_central_code(graph, uses, solver, kept.tolist()),
        working_sets=distribution_of(sorted(working_sets)),
        largest_working_sets=_largest(graph, code.functions.tolist(), working_sets),
        basis=basis_of(causes, request.caps, IndexIdentity() if index is None else index),
        truncation=(*truncation, *warning_truncation(warnings, "graph")),
        warnings=warnings,
    )


class _CodeOfScope:
    """The files, nodes and sizes that a map is of."""

    def __init__(self, graph: CodeGraph, scope: str) -> None:
        nodes = graph.nodes
        module = graph.find_row(scope)
        self.files = (
            find_files_below(graph.files, scope)
            if module is None
            else range(int(nodes.files[module]), int(nodes.files[module]) + 1)
        )
        if not self.files:
            raise UnknownScopeError(scope)
        is_own = (nodes.flags & int(NodeFlag.EXTERNAL)) == 0
        is_test = (nodes.flags & int(NodeFlag.TEST)) != 0
        in_files = (nodes.files >= self.files.start) & (nodes.files < self.files.stop)
        self.is_in_scope: Flags = is_own & in_files
        # Variables lie within what is counted already.
        is_sized = self.is_in_scope & (nodes.kinds != NodeKind.VARIABLE)
        self.sizes: Longs = np.where(is_sized, nodes.sizes, 0)
        self.is_test_file: Flags = np.zeros(len(graph.files), dtype=np.bool_)
        modules = np.flatnonzero(is_own & (nodes.kinds == NodeKind.MODULE) & (nodes.files != NO_ROW))
        self.is_test_file[nodes.files[modules[is_test[modules]]]] = True
        is_function = self.is_in_scope & (nodes.kinds == NodeKind.FUNCTION)
        self.functions: Longs = np.flatnonzero(is_function & ~is_test)
        self.test_functions: Longs = np.flatnonzero(is_function & is_test)
        sized = np.flatnonzero(is_sized)
        self.tokens_by_file: Longs = np.bincount(
            nodes.files[sized], nodes.sizes[sized], len(graph.files)
        ).astype(np.int64)
        self._graph = graph

    def languages(self) -> tuple[MapLanguage, ...]:
        """Return the languages, the largest first."""
        n_files: Counter[str] = Counter()
        tokens: Counter[str] = Counter()
        for file in self.files:
            name = language_of_path(self._graph.files[file]) or "other"
            n_files[name] += 1
            tokens[name] += int(self.tokens_by_file[file])
        ordered = sorted(n_files, key=lambda name: (-tokens[name], name))
        return tuple(MapLanguage(name=name, n_files=n_files[name], tokens=tokens[name]) for name in ordered)


def _packages(graph: CodeGraph, code: _CodeOfScope, uses: Uses) -> tuple[MapPackage, ...]:
    files = [file for file in code.files if not code.is_test_file[file]]
    folder_by_path = split_folders({graph.files[file]: int(code.tokens_by_file[file]) for file in files})
    names = sorted(frozenset(folder_by_path.values()))
    number = {name: place for place, name in enumerate(names)}
    # The last entry is for nodes without a file, whose file is NO_ROW, which is -1.
    package_of_file = np.full(len(graph.files) + 1, -1, dtype=np.int64)
    for file in files:
        package_of_file[file] = number[folder_by_path[graph.files[file]]]
    package_of_row = package_of_file[graph.nodes.files]
    used = count_uses(uses, package_of_row, names)
    n_files = Counter(package_of_file[files].tolist())
    n_functions = Counter(package_of_row[code.functions].tolist())
    tokens: Counter[int] = Counter()
    for file in files:
        tokens[int(package_of_file[file])] += int(code.tokens_by_file[file])
    packages = (
        MapPackage(
            name=name,
            n_files=n_files[place],
            n_functions=n_functions[place],
            tokens=tokens[place],
            uses=used.get(name, ()),
        )
        for place, name in enumerate(names)
    )
    return tuple(sorted(packages, key=lambda each: (-each.tokens, each.name)))


def _tests(graph: CodeGraph, code: _CodeOfScope, uses: Uses) -> MapTests:
    reached = is_reached_by_tests(graph, uses)
    return MapTests(
        n_files=int(code.is_test_file[code.files.start : code.files.stop].sum()),
        n_functions=len(code.test_functions),
        n_reached_functions=int(reached[code.functions].sum()),
    )


def _entry_points(graph: CodeGraph, code: _CodeOfScope) -> tuple[MapEntryPoints, ...]:
    rows_by_kind: defaultdict[str, list[int]] = defaultdict(list)
    for kind, row in rows_of_entry_points(graph):
        if code.is_in_scope[row]:
            rows_by_kind[kind].append(row)
    found = (
        MapEntryPoints(
            kind=kind, count=len(rows), examples=tuple(ref_of(graph, row) for row in rows[:_N_EXAMPLES])
        )
        for kind, rows in rows_by_kind.items()
    )
    return tuple(sorted(found, key=lambda each: (-each.count, each.kind)))


def _central_code(
    graph: CodeGraph, uses: Uses, solver: FootprintSolver, rows: Sequence[int]
) -> tuple[CentralCode, ...]:
    reach = find_reach(graph, uses, rows)
    sizes = _working_sets(graph, solver, rows)
    columns = (rows, reach.functions, reach.tests, reach.entry_points, sizes)
    return tuple(
        CentralCode(
            node=answer_node(graph, row),
            n_functions=n_functions,
            n_tests=n_tests,
            n_entry_points=n_entry_points,
            working_set=size,
        )
        for row, n_functions, n_tests, n_entry_points, size in zip(*columns, strict=True)
    )


def _working_sets(graph: CodeGraph, solver: FootprintSolver, rows: Sequence[int]) -> list[int]:
    """Return the working set of each node; that of a type is the union of its methods'."""
    kinds = graph.nodes.kinds
    functions = [row for row in rows if kinds[row] == NodeKind.FUNCTION]
    sizes = dict(zip(functions, solver.totals(functions), strict=True))
    return [
        sizes[row] if row in sizes else solver.solve(methods_of_type(graph, row) or (row,)).uncut_size
        for row in rows
    ]


def _largest(graph: CodeGraph, rows: Sequence[int], sizes: Sequence[int]) -> tuple[LargeWorkingSet, ...]:
    largest = sorted(zip(rows, sizes, strict=True), key=lambda each: (-each[1], each[0]))[:_N_LARGEST]
    return tuple(LargeWorkingSet(node=answer_node(graph, row), working_set=size) for row, size in largest)


def _truncation(graph: CodeGraph, central: Longs, caps: Caps) -> tuple[TruncationRecord, ...]:
    n_left_out = len(central) - caps.max_nodes
    if n_left_out <= 0:
        return ()
    return (
        TruncationRecord(
            scope="graph",
            cap="maxNodes",
            limit=caps.max_nodes,
            observed=len(central),
            omitted=n_left_out,
            at=TruncationPlace(node=node_key(ref_of(graph, int(central[caps.max_nodes])))),
            note="counts functions and types that are less central; a higher maxNodes lets them in",
        ),
    )
