"""Which functions are unused?

Turns: CodeGraph + UnusedRequest → UnusedReportV1: functions that no entry point, test or export reaches, as far as edges and
texts show, with the doubts that speak against removing them.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import Literal

import msgspec

from codeshed.graph.answers.answer_nodes_and_edges import answer_node
from codeshed.graph.answers.shortest_paths import ALL_KINDS
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.columns import decoded
from codeshed.graph.data.kinds import EdgeKind, NodeFlag
from codeshed.graph.data.node_keys import ref_of
from codeshed.graph.incompleteness.external_bases import ExternalBases
from codeshed.graph.incompleteness.incompleteness_causes import (
    ambiguous_calls_cause,
    external_callers_cause,
    partial_files_cause,
    structural_candidates_cause,
    unresolved_anywhere_cause,
)
from codeshed.graph.incompleteness.structural_candidates import StructuralCandidates
from codeshed.graph.walk.bounded_walk import Direction, ListedEdges, WalkLimits, walk
from codeshed.graph.walk.traversal_config import TraversalConfig
from codeshed.graph.walk.work_budget import Clock, WorkCounter
from codeshed.model.answers.answer_basis import (
    Basis,
    Cause,
    IndexIdentity,
    basis_of,
    caps_cause,
)
from codeshed.model.answers.answer_graph import VERSION, GraphNodeV1, Version
from codeshed.model.answers.caps import Caps
from codeshed.model.answers.node_references import Confidence, NodeRef, SymbolRef, node_key
from codeshed.model.answers.truncation import (
    TruncationPlace,
    TruncationRecord,
    WarningRecord,
    cap_warnings,
    count_index_warnings,
    merge_truncation_records,
    n_cuts,
    warning_truncation,
)
from codeshed.model.languages.language import is_test_path, language_of_path
from codeshed.model.languages.language_traits import traits_of
from codeshed.model.languages.pytest_names import USUAL_TESTS, TestNames
from codeshed.model.name_mentions import MentionFinder, no_mentions
from codeshed.model.source_reader import SourceReader, TextSourceReader
from codeshed.query.unused.computed_members import ComputedMembers
from codeshed.query.unused.implicit_roots import (
    ImplicitRoots,
    find_functions,
    find_implicit_roots,
    find_rows_in_tests,
)
from codeshed.query.unused.usage_evidence import Doubt, find_doubts, find_known_places

_FOLLOWED = ALL_KINDS - {EdgeKind.IMPORT}
"""An import alone is no use of what is imported."""

Verdict = Literal["unused", "unused_here", "perhaps"]
_VERDICTS: tuple[Verdict, ...] = ("unused", "unused_here", "perhaps")
"""The order of the list."""

_MIN_CONFIDENCE = 0.5
_PRIVATE, _PUBLIC = 0.8, 0.6
"""The confidence that a function without any doubt is unused; nobody outside of the repository can use a private one."""

SymbolTest = Callable[[str], bool]
"""Whether something holds for a symbol: that code of other repositories may use it, or that it has a body."""


class UnusedRequest(msgspec.Struct, frozen=True, kw_only=True):
    """Whether public names are reported too, the naming settings of tests, and the caps."""

    caps: Caps
    include_public: bool = False
    test_names: TestNames = USUAL_TESTS


class UnusedFunction(msgspec.Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """A function that nothing is known to reach, the confidence that it is unused, and the doubts about that.

    `unused`: nothing can use it. `unused_here`: nothing in the repository does, but it or what uses it is public, so that
    other repositories may. `perhaps`: there are doubts. `used_by` are functions that use it and are in the report themselves. A name that is public by the conventions of its
    language has a lower confidence, even in tests.
    """

    node: GraphNodeV1
    verdict: Verdict
    confidence: Confidence
    doubts: tuple[Doubt, ...] = ()
    used_by: tuple[NodeRef, ...] = ()
    is_public: bool = False
    is_in_tests: bool = False


class UnusedCounts(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """How many functions there are, where the search began, and what it found.

    `unused_tokens` are those of the functions that are unused for sure.
    `roots` counts entry points by kind, `modules`, `exported` names and `special` methods; `public` functions that nothing in
    the repository reaches count as used unless they are asked for.
    """

    functions: int
    roots: dict[str, int]
    unused: int
    unused_tokens: int
    unused_here: int
    perhaps: int
    public: int
    work_units_used: int


class UnusedReportV1(msgspec.Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """Functions that nothing reaches: those without any doubt, public ones that nothing here uses, those that are perhaps used.

    Tests come after other code; within these the order is by file and line. `has_public`: public names were asked for.
    `is_unfinished`: the work budget ended before everything was reached, so that nothing is listed.
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
    sources: SourceReader | None = None,
    is_public: SymbolTest = lambda _: True,
    has_body: SymbolTest = lambda _: True,
    index: IndexIdentity | None = None,
    clock: Clock | None = None,
) -> UnusedReportV1:
    """Return the functions that nothing reaches.

    `find_mentions` searches names in texts, `sources` have the names that members are looked up by, `is_public` says which names other repositories may use, `has_body` which functions are more
    than a declaration; without them no text is searched, every name counts as public, and every function has a body. If the work budget ends early, nothing is listed: what was not reached by then
    may well be used.
    """
    roots = find_implicit_roots(graph, request.test_names)
    reach = _Reachability(graph, WorkCounter(request.caps.work, clock))
    candidates = _candidates(graph, roots, has_body)
    reached = reach.reachable_from(roots.rows, 0.0)
    public_functions = _public_functions(graph, candidates, is_public)
    public = public_functions - reached
    # A public name is a root even if an uncertain edge reaches it: that makes it no less public.
    starts = roots.rows if request.include_public else tuple(sorted({*roots.rows, *public_functions}))
    if not request.include_public:
        reached |= reach.reachable_from(tuple(sorted(public)), 0.0)
    reached_surely = reach.reachable_from(starts, _MIN_CONFIDENCE)
    unreached = [row for row in candidates if row not in reached]
    uncertain = [row for row in candidates if row in reached and row not in reached_surely]
    listed = (
        []
        if reach.truncation
        else _judge(
            graph,
            unreached,
            uncertain,
            is_public,
            reach=reach,
            find_mentions=find_mentions,
            computed_members=ComputedMembers(graph, sources or TextSourceReader({})),
        )
    )
    in_order = [] if reach.truncation else sorted(listed, key=_order)
    kept = tuple(in_order[: request.caps.max_nodes])
    cuts = {each.cap: each for each in (*_node_truncation(in_order, request.caps), *reach.truncation)}
    truncation = tuple(cuts.values())
    warnings = cap_warnings(count_index_warnings(graph.warnings))
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
        truncation=(*truncation, *warning_truncation(warnings, "graph")),
        warnings=warnings,
    )


class _Reachability:
    """Reachability from many nodes at once, without a cap on nodes; only the work budget may end it, and that is kept."""

    def __init__(self, graph: CodeGraph, work: WorkCounter) -> None:
        self._graph = graph
        self._work = work
        self._cuts: list[TruncationRecord] = []

    @property
    def truncation(self) -> tuple[TruncationRecord, ...]:
        """What caps cut, each once."""
        return merge_truncation_records(self._cuts)

    @property
    def n_work_units(self) -> int:
        return self._work.n_done

    def reachable_from(self, rows: Sequence[int], min_confidence: float) -> frozenset[int]:
        """Return some nodes and all that they reach."""
        if not rows:
            return frozenset()
        config = TraversalConfig(
            max_nodes=len(self._graph.nodes),
            allowed_edge_types=_FOLLOWED,
            min_edge_confidence=min_confidence,
        )
        limits = WalkLimits(edges=ListedEdges.NONE)
        result = walk(self._graph, rows, (Direction.FORWARD,), config, limits, work=self._work)
        self._cuts += result.truncation
        return frozenset((*result.starts, *result.rows))


def _candidates(graph: CodeGraph, roots: ImplicitRoots, has_body: SymbolTest) -> list[int]:
    """Return the functions that could be unused: those with a body that are no roots."""
    known = roots.entry_points | roots.special
    declared = int(NodeFlag.INTERFACE_METHOD | NodeFlag.ABSTRACT | NodeFlag.CONSTRUCTOR)
    functions = find_functions(graph)
    functions = functions[(graph.nodes.flags[functions] & declared) == 0]
    rows = [row for row in functions.tolist() if row not in known]
    symbols = map(decoded, graph.nodes.symbols.blobs.pieces(rows))
    return [row for row, symbol in zip(rows, symbols, strict=True) if has_body(symbol)]


def _public_functions(graph: CodeGraph, rows: Sequence[int], is_public: SymbolTest) -> frozenset[int]:
    """Return the functions that code of other repositories may use; tests are never public."""
    in_tests = find_rows_in_tests(graph, rows)
    others = [row for row in rows if row not in in_tests]
    symbols = map(decoded, graph.nodes.symbols.blobs.pieces(others))
    return frozenset(row for row, symbol in zip(others, symbols, strict=True) if is_public(symbol))


def _judge(
    graph: CodeGraph,
    unreached: Sequence[int],
    uncertain: Sequence[int],
    is_public: SymbolTest,
    *,
    reach: _Reachability,
    find_mentions: MentionFinder,
    computed_members: ComputedMembers,
) -> list[UnusedFunction]:
    """Return a verdict for each function: those with a doubt, and what these use, are perhaps used."""
    mentions = find_mentions(find_known_places(graph, unreached))
    external_bases = ExternalBases(graph)
    unreached_rows = frozenset(unreached)
    doubts = {
        row: find_doubts(
            graph, row, mentions, external_bases=external_bases, computed_members=computed_members
        )
        or _unlisted_user(graph, row, unreached_rows)
        for row in unreached
    }
    doubtful = {row for row, found in doubts.items() if found}
    used_by_doubtful = reach.reachable_from(tuple(sorted(doubtful)), 0.0)
    open_rows = frozenset(row for row in unreached if _is_open(graph, row, is_public=is_public))
    used_by_open = reach.reachable_from(tuple(sorted(open_rows - doubtful)), 0.0)
    entries = []
    for row in unreached:
        users = _users(graph, row, unreached_rows)
        found = doubts[row]
        if not found and row in used_by_doubtful:
            first = next((user for user in users if user in used_by_doubtful), None)
            found = (Doubt.used_by(None if first is None else graph.nodes.symbols[first]),)
        verdict: Verdict = "perhaps" if found else "unused_here" if row in used_by_open else "unused"
        entries.append(_entry(graph, row, verdict, found, users, is_public=is_public))
    entries += [
        _entry(graph, row, "perhaps", (_doubt_of_uncertain_use(graph, row),), (), is_public=is_public)
        for row in uncertain
    ]
    return entries


def _entry(
    graph: CodeGraph,
    row: int,
    verdict: Verdict,
    doubts: tuple[Doubt, ...],
    users: Iterable[int],
    *,
    is_public: SymbolTest,
) -> UnusedFunction:
    node, is_public_name = answer_node(graph, row), is_public(graph.nodes.symbols[row])
    best = _PUBLIC if verdict == "unused_here" or is_public_name or _is_called_by_name(node) else _PRIVATE
    return UnusedFunction(
        node=node,
        verdict=verdict,
        confidence=round(min([best, *(1 - each.weight for each in doubts)]), 2),
        doubts=doubts,
        used_by=tuple(ref_of(graph, user) for user in users),
        is_public=is_public_name,
        is_in_tests=_is_test_row(graph, row),
    )


def _is_open(graph: CodeGraph, row: int, *, is_public: SymbolTest) -> bool:
    """Whether other repositories may use a function: a public one, or a public method, whose objects may get there."""
    if _is_test_row(graph, row):
        return False
    return is_public(graph.nodes.symbols[row]) or _is_called_by_name(answer_node(graph, row))


def _is_called_by_name(node: GraphNodeV1) -> bool:
    """Whether a call of this name on any object may run a method: in duck-typed languages every public method."""
    is_duck_typed = traits_of(language_of_path(node.file or "")).is_duck_typed
    return is_duck_typed and node.kind == "method" and not (node.name or "").startswith("_")


def _is_test_row(graph: CodeGraph, row: int) -> bool:
    path = graph.file_path(row)
    return path is not None and is_test_path(path)


def _users(graph: CodeGraph, row: int, unreached_rows: Collection[int]) -> list[int]:
    """Return the other functions of the report that use a function."""
    table = graph.edges
    edges = table.in_order[table.in_starts[row] : table.in_starts[row + 1]].tolist()
    found = {int(table.sources[edge]) for edge in edges if EdgeKind(int(table.kinds[edge])) in _FOLLOWED}
    return sorted(user for user in found if user != row and user in unreached_rows)[:_MAX_USERS]


_MAX_USERS = 3


def _unlisted_user(graph: CodeGraph, row: int, listed_rows: Collection[int]) -> tuple[Doubt, ...]:
    """Doubt: code that the report never lists uses a function, such as a constructor or a variable's value."""
    table = graph.edges
    edges = table.in_order[table.in_starts[row] : table.in_starts[row + 1]].tolist()
    users = sorted(
        {int(table.sources[edge]) for edge in edges if EdgeKind(int(table.kinds[edge])) in _FOLLOWED}
    )
    others = [user for user in users if user != row and user not in listed_rows]
    return tuple(Doubt.used_by(graph.nodes.symbols[user]) for user in others[:1])


def _doubt_of_uncertain_use(graph: CodeGraph, row: int) -> Doubt:
    """Return how a function may be reached: by a call that may mean it, or from one that is only perhaps reached."""
    table = graph.edges
    edges = [
        edge
        for edge in table.in_order[table.in_starts[row] : table.in_starts[row + 1]].tolist()
        if EdgeKind(int(table.kinds[edge])) in _FOLLOWED
    ]
    best = max(edges, key=lambda edge: int(table.confidence[edge]), default=None)
    if best is None:
        return Doubt.guessed(0.0)
    reached_surely = int(table.confidence[best]) / 100
    user = graph.nodes.symbols[int(table.sources[best])]
    return Doubt.used_by(user) if reached_surely >= _MIN_CONFIDENCE else Doubt.guessed(reached_surely, user)


def _order(entry: UnusedFunction) -> tuple[int, bool, str, int, str]:
    node = entry.node
    return (
        _VERDICTS.index(entry.verdict),
        entry.is_in_tests,
        node.file or "",
        node.line or 0,
        node_key(node.ref),
    )


def _counts(
    graph: CodeGraph,
    roots: ImplicitRoots,
    entries: Sequence[UnusedFunction],
    *,
    n_public: int,
    n_work_units: int,
) -> UnusedCounts:
    without = [each for each in entries if each.verdict == "unused"]
    here = [each for each in entries if each.verdict == "unused_here"]
    return UnusedCounts(
        functions=len(find_functions(graph)),
        roots={
            **roots.n_by_kind,
            "modules": len(roots.modules),
            "exported": len(roots.exported),
            "special": len(roots.special),
        },
        unused=len(without),
        unused_tokens=sum(each.node.tokens or 0 for each in without),
        unused_here=len(here),
        perhaps=len(entries) - len(without) - len(here),
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
        unresolved_anywhere_cause(graph.calls.unresolved, "use what is listed here"),
        ambiguous_calls_cause(
            graph.calls.ambiguous + graph.calls.heuristic, "what only they may mean is perhaps used"
        ),
        partial_files_cause(len(frozenset(nodes.files[is_partial].tolist()))),
        external_callers_cause(
            sum(any(doubt.code == "EXTERNAL_BASE" for doubt in each.doubts) for each in entries)
        ),
        structural_candidates_cause(len(StructuralCandidates(graph).of_methods(_rows(graph, entries)))),
    )


def _rows(graph: CodeGraph, entries: Sequence[UnusedFunction]) -> Iterator[int]:
    for each in entries:
        row = graph.find_row(each.node.ref.symbol_id) if isinstance(each.node.ref, SymbolRef) else None
        if row is not None:
            yield row


def _node_truncation(found: Sequence[UnusedFunction], caps: Caps) -> tuple[TruncationRecord, ...]:
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
