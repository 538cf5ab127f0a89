"""Which entities are near the base entities, and which matter most?

Turns: base rows + hops → candidates with level, relevance and priority, in the order in which they get room.
"""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import cached_property

import msgspec
import numpy as np

from codeshed.graph.data.arrays import NO_ROW, Longs
from codeshed.graph.data.code_graph import VARIABLE_KINDS, CodeGraph
from codeshed.graph.data.kinds import EdgeKind, NodeFlag, NodeKind
from codeshed.graph.seeds.seed_scope import rows_of_seeds
from codeshed.graph.walk.bounded_walk import Direction, WalkLimits, WalkResult, walk
from codeshed.graph.walk.traversal_config import SEMANTIC_EDGES, TraversalConfig
from codeshed.graph.walk.work_budget import Clock, WorkCounter
from codeshed.model.answers.caps import Caps
from codeshed.model.answers.truncation import TruncationRecord
from codeshed.model.isgl1_keys import isgl1_key
from codeshed.model.semantic import VariableKind
from codeshed.query.codegraph_context.documents import ChangeType, FocusArea

FOLLOWED = SEMANTIC_EDGES - {EdgeKind.DATAFLOW}
MIN_CONFIDENCE = 0.5

NO_USES = (EdgeKind.CONTAINS, EdgeKind.DATAFLOW, EdgeKind.OVERRIDDEN_BY)
"""Kinds of edges by which nothing uses its target: an interface does not use what implements it."""

_IN_TEST = int(NodeFlag.TEST)
_LEAST_PERCENT = round(100 * MIN_CONFIDENCE)
_RELEVANCE_BY_LEVEL = (1.0, 0.8, 0.6, 0.4)
_FOR_TEST = 0.2
_FOR_CRITICAL_PATH = 0.3
_MANY_USERS = 10
"""From this number of users outside tests on, an entity is on the critical path; entry points always are."""

_OWNED = tuple(
    VARIABLE_KINDS.index(kind)
    for kind in (VariableKind.CLASS_FIELD, VariableKind.LOCAL, VariableKind.PARAMETER)
)
_BESIDE = 2
"""How many hops away the rest of a base entity's file is, where no shorter way leads there."""
_LEAST_PRIORITY = 3
_MAX_RELATED = 300
_MAX_NESTING = 3
"""A variable that belongs to a variable, and so on: deeper nesting is not known."""


class Candidate(msgspec.Struct, frozen=True, kw_only=True):
    """An entity near the base entities. A direct dependency is one that a base entity uses itself, or overrides."""

    row: int
    key: str
    level: int
    relevance: float
    priority: int
    is_direct_dependency: bool
    is_test: bool
    is_on_critical_path: bool
    n_users: int
    rank: int
    """The place among those that no way in one direction leads to."""


class Surroundings(msgspec.Struct, frozen=True, kw_only=True):
    """The candidates in the order in which they get room, the edges between them, and what caps cut."""

    candidates: tuple[Candidate, ...]
    edges: tuple[int, ...]
    truncation: tuple[TruncationRecord, ...]


class EntityRows:
    """What is an entity: a function, type, module, or a variable of a module. Other variables belong to what holds them."""

    def __init__(self, graph: CodeGraph) -> None:
        self._graph = graph

    @cached_property
    def entity_by_row(self) -> Longs:
        """The entity that each node is or belongs to; NO_ROW for code of other packages."""
        nodes = self._graph.nodes
        is_owned = (nodes.kinds == NodeKind.VARIABLE) & np.isin(nodes.variable_kind, _OWNED)
        found = np.arange(len(nodes), dtype=np.int64)
        for _ in range(_MAX_NESTING):
            owners = nodes.enclosing[found]
            is_moved = is_owned[found] & (owners != NO_ROW)
            found[is_moved] = owners[is_moved]
        found[(nodes.flags & int(NodeFlag.EXTERNAL)) != 0] = NO_ROW
        return found

    def entity_of(self, row: int) -> int | None:
        """Return the entity that a node is or belongs to; None for code of other packages."""
        entity = int(self.entity_by_row[row])
        return None if entity == NO_ROW else entity

    def entities_of(self, rows: Iterable[int]) -> set[int]:
        """Return the entities that nodes are or belong to."""
        return {entity for row in rows if (entity := self.entity_of(row)) is not None}

    def is_entry_point(self, row: int) -> bool:
        """Whether something outside the repository calls a node, and no test runner does; entry points are in symbol order."""
        symbol, entry_points = self._graph.nodes.symbols[row], self._graph.entry_points
        place = bisect_left(entry_points, symbol, key=lambda each: each.symbol)
        is_listed = place < len(entry_points) and entry_points[place].symbol == symbol
        return is_listed and not int(self._graph.nodes.flags[row]) & NodeFlag.TEST

    def n_users(self, row: int) -> int:
        """Return how many pieces of code outside tests use an entity, without what it holds itself."""
        edges, nodes = self._graph.edges, self._graph.nodes
        incoming = edges.in_order[edges.in_starts[row] : edges.in_starts[row + 1]]
        kinds, sources = edges.kinds[incoming], edges.sources[incoming]
        is_use = ~np.isin(kinds, NO_USES) & (edges.confidence[incoming] >= _LEAST_PERCENT)
        is_use &= ((nodes.flags[sources] & _IN_TEST) == 0) & (sources != row)
        return len(set(sources[is_use].tolist()))


def find_surroundings(
    graph: CodeGraph,
    bases: Sequence[int],
    around_new: Sequence[int] = (),
    *,
    hops: int,
    change_type: ChangeType,
    focus: Sequence[FocusArea],
    caps: Caps,
    clock: Clock | None = None,
) -> Surroundings:
    """Return what is near the base entities: dependencies and dependents, by the shorter way.

    What a base entity holds is one hop away, as `User.new` is from `User`. So is what will be around a new entity; what this holds
    and what is near it is one hop further.
    """
    entities = EntityRows(graph)
    starts, starts_around = rows_of_seeds(graph, bases), rows_of_seeds(graph, around_new)
    held = entities.entities_of((*starts, *around_new)) if hops else set()
    levels = dict.fromkeys(held, 1) | dict.fromkeys(bases, 0)
    if hops >= _BESIDE:
        levels = dict.fromkeys(entities.entities_of(starts_around), 2) | levels
    results = [
        (_walk(graph, rows, hops - offset, caps, clock), offset)
        for rows, offset in ((starts, 0), (starts_around, 1))
        if rows and hops > offset
    ]
    direct = _overridden(graph, entities, starts) if hops else set()
    for result, offset in results:
        for each in result.reached_by_direction:
            entity, level = entities.entity_of(each.row), each.distance + offset
            if entity is None:
                continue
            levels[entity] = min(level, levels.get(entity, level))
            if level == 1 and each.direction is Direction.FORWARD:
                direct.add(entity)
    holders, beside, cut = _beside(graph, entities, bases, hops, caps.max_nodes - len(levels))
    for row in holders:
        levels[row] = min(1, levels.get(row, 1))
    related = (
        _related(graph, entities, [row for row, level in levels.items() if level <= 1])
        if hops >= _BESIDE
        else ()
    )
    rank_by_row = {row: rank for rank, row in enumerate((*beside, *related)) if row not in levels}
    levels |= dict.fromkeys(rank_by_row, _BESIDE)
    direct -= {*bases, *held}
    found = [
        _candidate(
            graph,
            entities,
            row,
            level,
            is_direct=row in direct,
            is_held=row in held or row in holders,
            rank=rank_by_row.get(row),
        )
        for row, level in levels.items()
    ]
    order = _Order(focus=tuple(focus), prefers_dependents=change_type == "delete")
    edges, left_out = _edges_between(graph, entities, levels, caps.max_edges)
    return Surroundings(
        candidates=tuple(sorted(found, key=order.key)),
        edges=edges,
        # Beyond the wanted hops nothing was wanted.
        truncation=(
            *(each for result, _ in results for each in result.truncation if each.cap != "maxDepth"),
            *cut,
            *left_out,
        ),
    )


def _edges_between(
    graph: CodeGraph, entities: EntityRows, rows: Iterable[int], max_edges: int
) -> tuple[tuple[int, ...], tuple[TruncationRecord, ...]]:
    """Return the edges between entities and what belongs to them, the surest if there are too many."""
    edges, entity_of = graph.edges, entities.entity_by_row
    is_known = np.zeros(len(graph.nodes) + 1, dtype=np.bool_)
    is_known[list(rows)] = True
    is_known[NO_ROW] = False
    is_kept = is_known[entity_of[edges.sources]] & is_known[entity_of[edges.targets]]
    is_kept &= np.isin(edges.kinds, sorted(FOLLOWED)) & (edges.confidence >= _LEAST_PERCENT)
    found = np.flatnonzero(is_kept)
    if len(found) <= max_edges:
        return tuple(found.tolist()), ()
    surest = found[np.argsort(-edges.confidence[found].astype(np.int64), kind="stable")[:max_edges]]
    cut = TruncationRecord(
        scope="export",
        cap="maxEdges",
        limit=max_edges,
        observed=len(found),
        omitted=len(found) - max_edges,
        note="counts uses between the entities; the surest were taken",
    )
    return tuple(sorted(surest.tolist())), (cut,)


def _beside(
    graph: CodeGraph, entities: EntityRows, bases: Sequence[int], hops: int, n_most: int
) -> tuple[frozenset[int], tuple[int, ...], tuple[TruncationRecord, ...]]:
    """Return the types that hold base entities, and from two hops on the rest of their files, the nearest lines first.

    What is written in one file is changed together more often than what calls each other.
    """
    nodes = graph.nodes
    holders: set[int] = set()
    by_distance: list[tuple[int, int]] = []
    for base in bases if hops else ():
        owner = int(nodes.enclosing[base])
        if owner != NO_ROW and nodes.kinds[owner] == NodeKind.TYPE:
            holders.add(owner)
        path = graph.file_path(base)
        file = None if path is None or hops < _BESIDE else graph.files.find(path)
        rows = [] if file is None else graph.file_index.find_in_files(range(file, file + 1)).tolist()
        line = int(nodes.spans[base][0])
        by_distance += [(abs(int(nodes.spans[row][0]) - line), row) for row in rows]
    wanted = [
        row
        for row in dict.fromkeys(row for _, row in sorted(by_distance))
        if entities.entity_of(row) == row and nodes.kinds[row] != NodeKind.MODULE
    ]
    kept = wanted[: max(0, n_most)]
    n_omitted = len(wanted) - len(kept)
    cut = TruncationRecord(
        scope="export",
        cap="maxNodes",
        limit=n_most,
        observed=len(wanted),
        omitted=n_omitted,
        note="counts entities in the files of base entities; the nearest were taken",
    )
    return frozenset(holders), tuple(kept), (cut,) if n_omitted else ()


def _related(graph: CodeGraph, entities: EntityRows, near: Sequence[int]) -> tuple[int, ...]:
    """Return what uses the same as the base entities, or is used by the same, the closest first.

    A neighbour that many others have says little: it counts by its share.
    """
    edges, entity_of, kinds = graph.edges, entities.entity_by_row, graph.nodes.kinds
    is_near = np.zeros(len(graph.nodes) + 1, dtype=np.bool_)
    is_near[[row for row in near if kinds[row] != NodeKind.MODULE]] = True
    sources, targets = entity_of[edges.sources], entity_of[edges.targets]
    is_kept = np.isin(edges.kinds, sorted(FOLLOWED)) & (edges.confidence >= _LEAST_PERCENT)
    is_kept &= (sources != NO_ROW) & (targets != NO_ROW) & (sources != targets)
    is_kept &= is_near[sources] | is_near[targets]
    neighbours: defaultdict[int, set[int]] = defaultdict(set)
    for source, target in zip(sources[is_kept].tolist(), targets[is_kept].tolist(), strict=True):
        if is_near[source]:
            neighbours[source].add(target)
        if is_near[target]:
            neighbours[target].add(source)
    scores: defaultdict[int, float] = defaultdict(float)
    for row in sorted(neighbours):
        for each in neighbours[row]:
            scores[each] += 1 / len(neighbours[row])
    found = sorted((-score, row) for row, score in scores.items() if kinds[row] != NodeKind.MODULE)
    return tuple(row for _, row in found[:_MAX_RELATED])


def _walk(graph: CodeGraph, starts: Sequence[int], hops: int, caps: Caps, clock: Clock | None) -> WalkResult:
    config = TraversalConfig(
        max_depth=hops,
        max_nodes=caps.max_nodes,
        allowed_edge_types=FOLLOWED,
        min_edge_confidence=MIN_CONFIDENCE,
    )
    limits = WalkLimits(max_fanout=caps.max_fanout_per_node, are_starts_counted=False)
    directions = (Direction.FORWARD, Direction.BACKWARD)
    return walk(graph, starts, directions, config, limits, work=WorkCounter(caps.work, clock))


def _overridden(graph: CodeGraph, entities: EntityRows, starts: Sequence[int]) -> set[int]:
    """Return what the starts override: whose contract they have to keep."""
    edges = graph.edges
    found: set[int] = set()
    for row in starts:
        incoming = edges.in_order[edges.in_starts[row] : edges.in_starts[row + 1]]
        is_override = edges.kinds[incoming] == EdgeKind.OVERRIDDEN_BY
        found |= entities.entities_of(edges.sources[incoming[is_override]].tolist())
    return found


def _candidate(
    graph: CodeGraph,
    entities: EntityRows,
    row: int,
    level: int,
    *,
    is_direct: bool,
    is_held: bool,
    rank: int | None,
) -> Candidate:
    is_test = bool(int(graph.nodes.flags[row]) & NodeFlag.TEST)
    n_users = entities.n_users(row)
    is_critical = not is_test and (n_users >= _MANY_USERS or entities.is_entry_point(row))
    relevance = _RELEVANCE_BY_LEVEL[level] + _FOR_TEST * is_test + _FOR_CRITICAL_PATH * is_critical
    return Candidate(
        row=row,
        key=isgl1_key(graph.nodes.symbols[row]),
        level=level,
        relevance=round(min(1.0, relevance), 2),
        priority=_LEAST_PRIORITY
        if rank is not None and not is_held
        else _priority(level, is_direct=is_direct or is_held, is_test=is_test, is_critical=is_critical),
        is_direct_dependency=is_direct,
        is_test=is_test,
        is_on_critical_path=is_critical,
        n_users=n_users,
        rank=rank or 0,
    )


def _priority(level: int, *, is_direct: bool, is_test: bool, is_critical: bool) -> int:
    """Return 1 for what is always there, 2 for what is there if there is room, 3 for what goes first.

    1: base entities, what they hold, direct dependencies, tests one hop away, and what is on the critical path up to two hops
    away.
    """
    if level == 0 or is_direct or (level == 1 and is_test):
        return 1
    if is_critical and level <= 2:  # noqa: PLR2004 - two hops, as the definition above says
        return 1
    return 2 if level <= 2 else 3  # noqa: PLR2004


class _Order(msgspec.Struct, frozen=True, kw_only=True):
    """The order in which candidates get room."""

    focus: tuple[FocusArea, ...]
    prefers_dependents: bool

    def key(self, each: Candidate) -> tuple[int, bool, int, int, float, int, bool, int, str]:
        """Return the sort key of a candidate: base entities and direct dependencies come first whatever the focus is."""
        is_needed = each.level == 0 or each.is_direct_dependency
        return (
            each.priority,
            not is_needed,
            each.level if is_needed else 0,
            self._focus_rank(each),
            -each.relevance,
            each.rank,
            each.is_direct_dependency == self.prefers_dependents,
            -each.n_users,
            each.key,
        )

    def _focus_rank(self, each: Candidate) -> int:
        area: FocusArea = "test_interfaces" if each.is_test else "non_test_interfaces"
        return self.focus.index(area) if area in self.focus else len(self.focus)
