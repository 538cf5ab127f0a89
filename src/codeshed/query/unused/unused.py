"""Which functions does nothing reach?

Turns: CodeGraph + UnusedRequest → UnusedReportV1: functions that no entry point, test or export leads to, as far as the
graph and the texts tell; with what speaks against removing them.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import Literal

import msgspec

from codeshed.graph.answers.answer_pieces import node_of
from codeshed.graph.answers.shortest_paths import ALL_KINDS
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.columns import decoded
from codeshed.graph.data.kinds import EdgeKind, NodeFlag
from codeshed.graph.data.node_keys import ref_of
from codeshed.graph.incompleteness.causes import (
    ambiguous_calls,
    called_from_outside,
    fitting_types,
    partial_files,
    unresolved_anywhere,
)
from codeshed.graph.incompleteness.external_bases import OutsideBases
from codeshed.graph.incompleteness.structural_candidates import FittingTypes
from codeshed.graph.walk.bounded_walk import Direction, WalkLimits, walk
from codeshed.graph.walk.traversal_config import TraversalConfig
from codeshed.graph.walk.work_budget import Clock, Work
from codeshed.model.answer_pieces import VERSION, GraphNodeV1, Version
from codeshed.model.basis import (
    Basis,
    Cause,
    IndexIdentity,
    basis_of,
    caps_cause,
)
from codeshed.model.caps import Caps
from codeshed.model.limits import (
    TruncationPlace,
    TruncationRecord,
    WarningRecord,
    cap_warnings,
    n_cuts,
    warning_cut,
)
from codeshed.model.references import Confidence, NodeRef, SymbolRef, node_key
from codeshed.model.test_names import USUAL_TESTS, TestNames
from codeshed.model.text_mentions import MentionFinder, no_mentions
from codeshed.query.unused.implicit_roots import Roots, find_roots, functions_of, is_in_tests, rows_in_tests
from codeshed.query.unused.usage_evidence import Doubt, doubts_of, places_of_names

_FOLLOWED = ALL_KINDS - {EdgeKind.IMPORT}
"""An import alone is no use of what is imported."""

_SURE = 0.5
_PRIVATE, _PUBLIC = 0.8, 0.6
"""How sure it is that a function without any trace is unused: nobody outside can mean a private one."""

_WITHOUT_TYPES = (".py", ".pyi", ".ipynb", ".js", ".mjs", ".cjs", ".jsx", ".rb", ".lua", ".php")
"""Languages in which a call needs no type, only a name."""

PublicNames = Callable[[str], bool]
"""Says of a symbol whether code of other repositories may use it."""


class UnusedRequest(msgspec.Struct, frozen=True, kw_only=True):
    """Whether public names count as used, by which names tests are known, and how much may be looked at."""

    caps: Caps
    include_public: bool = False
    test_names: TestNames = USUAL_TESTS


class UnusedFunction(msgspec.Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """A function that nothing is known to reach, how sure it is that it is unused, and what speaks against that.

    `used_by` are functions that do use it and are in the report themselves. A name that is public by the customs of its
    language is less sure to be unused, even in tests.
    """

    node: GraphNodeV1
    verdict: Literal["unused", "perhaps"]
    confidence: Confidence
    doubts: tuple[Doubt, ...] = ()
    used_by: tuple[NodeRef, ...] = ()
    is_public: bool = False
    is_in_tests: bool = False


class UnusedCounts(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """How many functions there are, where reaching began, and what came of it.

    `roots` counts entry points by kind, `modules`, `exported` names and `special` methods; `public` functions that
    nothing here reaches count as used unless they are asked for.
    """

    functions: int
    roots: dict[str, int]
    unused: int
    unused_tokens: int
    perhaps: int
    public: int
    work_units_used: int


class UnusedReportV1(msgspec.Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """Functions that nothing reaches: those without any trace before those that are perhaps used.

    Tests come after other code; within these it is by file, then by line. `has_public` says whether public names were
    asked for. `is_unfinished` says that the work ran out before everything was reached: then nothing is listed.
    """

    version: Version
    functions: tuple[UnusedFunction, ...]
    counts: UnusedCounts
    basis: Basis
    has_public: bool = False
    is_unfinished: bool = False
    truncation: tuple[TruncationRecord, ...] = ()
    warnings: tuple[WarningRecord, ...] = ()


def unused(
    graph: CodeGraph,
    request: UnusedRequest,
    *,
    find_mentions: MentionFinder = no_mentions,
    is_public: PublicNames = lambda _: True,
    index: IndexIdentity | None = None,
    clock: Clock | None = None,
) -> UnusedReportV1:
    """Return the functions that nothing reaches.

    `find_mentions` looks for names in texts, and `is_public` says which names others may use; without them every name
    counts as public, and no text is looked at. Nothing is listed if the work ran out on the way: what was not come to
    by then may well be used.
    """
    roots = find_roots(graph, request.test_names)
    reach = _Reach(graph, Work(request.caps.work, clock))
    candidates = _candidates(graph, roots)
    reached = reach.from_rows(roots.rows, 0.0)
    offered = _offered(graph, candidates, is_public)
    public = offered - reached
    # A public name is a start whatever else reaches it: a guess that leads to it makes it no less public.
    starts = roots.rows if request.include_public else tuple(sorted({*roots.rows, *offered}))
    if not request.include_public:
        reached |= reach.from_rows(tuple(sorted(public)), 0.0)
    sure = reach.from_rows(starts, _SURE)
    left = [row for row in candidates if row not in reached]
    guessed = [row for row in candidates if row in reached and row not in sure]
    listed = (
        []
        if reach.truncation
        else _judged(graph, left, guessed, is_public, reach=reach, find_mentions=find_mentions)
    )
    in_order = [] if reach.truncation else sorted(listed, key=_order)
    kept = tuple(in_order[: request.caps.max_nodes])
    cuts = {each.cap: each for each in (*_cut(in_order, request.caps), *reach.truncation)}
    truncation = tuple(cuts.values())
    warnings = cap_warnings(graph.warnings)
    identity = IndexIdentity() if index is None else index
    return UnusedReportV1(
        version=VERSION,
        functions=kept,
        counts=_counts(
            graph,
            roots,
            in_order,
            n_public=0 if reach.truncation else len(public),
            n_work_units=reach.n_work_units,
        ),
        basis=basis_of(_causes(graph, in_order, truncation), request.caps, identity),
        has_public=request.include_public,
        is_unfinished=bool(reach.truncation),
        truncation=(*truncation, *warning_cut(warnings, "graph")),
        warnings=warnings,
    )


class _Reach:
    """Walks from many nodes at once, to as many as there are; only work that runs out ends it, and that is kept."""

    def __init__(self, graph: CodeGraph, work: Work) -> None:
        self._graph = graph
        self._work = work
        self._cuts: dict[str, TruncationRecord] = {}

    @property
    def truncation(self) -> tuple[TruncationRecord, ...]:
        """What caps cut, each once."""
        return tuple(self._cuts.values())

    @property
    def n_work_units(self) -> int:
        """How much work it took."""
        return self._work.n_done

    def from_rows(self, rows: Sequence[int], min_confidence: float) -> frozenset[int]:
        """Return some nodes and all that they lead to."""
        if not rows:
            return frozenset()
        config = TraversalConfig(
            max_nodes=len(self._graph.nodes),
            allowed_edge_types=_FOLLOWED,
            min_edge_confidence=min_confidence,
        )
        limits = WalkLimits(are_edges_listed=False)
        result = walk(self._graph, rows, (Direction.FORWARD,), config, limits, work=self._work)
        for each in result.truncation:
            self._cuts.setdefault(each.cap, each)
        return frozenset((*result.starts, *result.rows))


def _candidates(graph: CodeGraph, roots: Roots) -> list[int]:
    """Return the functions that could be unused; a declaration without a body only says what others do."""
    known = roots.entry_points | roots.special
    declared = int(NodeFlag.INTERFACE_METHOD | NodeFlag.ABSTRACT | NodeFlag.CONSTRUCTOR)
    functions = functions_of(graph)
    has_body = (graph.nodes.flags[functions] & declared) == 0
    return [row for row in functions[has_body].tolist() if row not in known]


def _offered(graph: CodeGraph, rows: Sequence[int], is_public: PublicNames) -> frozenset[int]:
    """Return the functions that code of other repositories may use; nobody uses tests."""
    in_tests = rows_in_tests(graph, rows)
    others = [row for row in rows if row not in in_tests]
    symbols = map(decoded, graph.nodes.symbols.blobs.pieces(others))
    return frozenset(row for row, symbol in zip(others, symbols, strict=True) if is_public(symbol))


def _judged(
    graph: CodeGraph,
    left: Sequence[int],
    guessed: Sequence[int],
    is_public: PublicNames,
    *,
    reach: _Reach,
    find_mentions: MentionFinder,
) -> list[UnusedFunction]:
    """Return all functions with a verdict: those with a doubt, and what these use, are perhaps used."""
    mentions = find_mentions(places_of_names(graph, left))
    outside = OutsideBases(graph)
    doubts = {row: doubts_of(graph, row, mentions, outside) for row in left}
    doubtful = {row for row, found in doubts.items() if found}
    behind = reach.from_rows(tuple(sorted(doubtful)), 0.0)
    rows_left = frozenset(left)
    entries = []
    for row in left:
        users = _users(graph, row, rows_left)
        found = doubts[row]
        if not found and row in behind:
            first = next((user for user in users if user in behind), None)
            found = (Doubt.used_by(None if first is None else graph.nodes.symbols[first]),)
        entries.append(_entry(graph, row, found, users, is_public=is_public(graph.nodes.symbols[row])))
    entries += [
        _entry(graph, row, (_doubt_of_guess(graph, row),), (), is_public=is_public(graph.nodes.symbols[row]))
        for row in guessed
    ]
    return entries


def _entry(
    graph: CodeGraph, row: int, doubts: tuple[Doubt, ...], users: Iterable[int], *, is_public: bool
) -> UnusedFunction:
    node = node_of(graph, row)
    is_open = is_public or _is_called_by_name(node)
    best = _PUBLIC if is_open else _PRIVATE
    return UnusedFunction(
        node=node,
        verdict="perhaps" if doubts else "unused",
        confidence=round(min([best, *(1 - each.weight for each in doubts)]), 2),
        doubts=doubts,
        used_by=tuple(ref_of(graph, user) for user in users),
        is_public=is_public,
        is_in_tests=_is_test_row(graph, row),
    )


def _is_called_by_name(node: GraphNodeV1) -> bool:
    """Whether anything may call a method that has its name, whatever the class: files, routers and handlers are such."""
    is_loose = (node.file or "").endswith(_WITHOUT_TYPES)
    return is_loose and node.kind == "method" and not (node.name or "").startswith("_")


def _is_test_row(graph: CodeGraph, row: int) -> bool:
    path = graph.file_path(row)
    return path is not None and is_in_tests(path)


def _users(graph: CodeGraph, row: int, rows_left: Collection[int]) -> list[int]:
    """Return the other functions of the report that use a function."""
    table = graph.edges
    edges = table.in_order[table.in_starts[row] : table.in_starts[row + 1]].tolist()
    found = {int(table.sources[edge]) for edge in edges if EdgeKind(int(table.kinds[edge])) in _FOLLOWED}
    return sorted(user for user in found if user != row and user in rows_left)[:_MAX_USERS]


_MAX_USERS = 3


def _doubt_of_guess(graph: CodeGraph, row: int) -> Doubt:
    """Say how a function may be reached: by a call that may mean it, or from one that is only perhaps reached."""
    table = graph.edges
    edges = [
        edge
        for edge in table.in_order[table.in_starts[row] : table.in_starts[row + 1]].tolist()
        if EdgeKind(int(table.kinds[edge])) in _FOLLOWED
    ]
    surest = max(edges, key=lambda edge: int(table.confidence[edge]), default=None)
    if surest is None:
        return Doubt.guessed(0.0)
    sure = int(table.confidence[surest]) / 100
    user = graph.nodes.symbols[int(table.sources[surest])]
    return Doubt.used_by(user) if sure >= _SURE else Doubt.guessed(sure, user)


def _order(entry: UnusedFunction) -> tuple[bool, bool, str, int, str]:
    node = entry.node
    return entry.verdict == "perhaps", entry.is_in_tests, node.file or "", node.line or 0, node_key(node.ref)


def _counts(
    graph: CodeGraph, roots: Roots, entries: Sequence[UnusedFunction], *, n_public: int, n_work_units: int
) -> UnusedCounts:
    without = [each for each in entries if each.verdict == "unused"]
    return UnusedCounts(
        functions=len(functions_of(graph)),
        roots={
            **roots.n_by_kind,
            "modules": len(roots.modules),
            "exported": len(roots.exported),
            "special": len(roots.special),
        },
        unused=len(without),
        unused_tokens=sum(each.node.tokens or 0 for each in without),
        perhaps=len(entries) - len(without),
        public=n_public,
        work_units_used=n_work_units,
    )


def _causes(
    graph: CodeGraph, entries: Sequence[UnusedFunction], truncation: Sequence[TruncationRecord]
) -> tuple[Cause, ...]:
    """Return why a function of the report may be used after all."""
    nodes = graph.nodes
    is_partial = (nodes.flags & int(NodeFlag.PARTIAL_FILE)) != 0
    return (
        caps_cause(n_cuts(truncation)),
        unresolved_anywhere(graph.calls.unresolved, "use what is listed here"),
        ambiguous_calls(
            graph.calls.ambiguous + graph.calls.heuristic, "what only they may mean is perhaps used"
        ),
        partial_files(len(frozenset(nodes.files[is_partial].tolist()))),
        called_from_outside(
            sum(any(doubt.code == "EXTERNAL_BASE" for doubt in each.doubts) for each in entries)
        ),
        fitting_types(len(FittingTypes(graph).of_methods(_rows(graph, entries)))),
    )


def _rows(graph: CodeGraph, entries: Sequence[UnusedFunction]) -> Iterator[int]:
    for each in entries:
        row = graph.find_row(each.node.ref.symbol_id) if isinstance(each.node.ref, SymbolRef) else None
        if row is not None:
            yield row


def _cut(found: Sequence[UnusedFunction], caps: Caps) -> tuple[TruncationRecord, ...]:
    if len(found) <= caps.max_nodes:
        return ()
    return (
        TruncationRecord(
            scope="graph",
            cap="maxNodes",
            limit=caps.max_nodes,
            observed=len(found),
            omitted=len(found) - caps.max_nodes,
            at=TruncationPlace(node=node_key(found[caps.max_nodes].node.ref)),
            note="counts the last ones of the list; a higher maxNodes lets them in",
        ),
    )
