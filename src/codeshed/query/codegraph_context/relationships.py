"""How entities depend on each other.

Turns: edges between nodes → one relation for each pair of entities and kind of edge; relations → relationships as they are
written, and the cycles among them.
"""

from collections import defaultdict, deque
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet

import msgspec
import numpy as np

from codeshed.graph.data.arrays import NO_ROW
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.components import condense
from codeshed.graph.data.kinds import EdgeKind
from codeshed.model.isgl1_keys import isgl1_key
from codeshed.model.semantic import TypeKind
from codeshed.query.codegraph_context.candidates import EntityRows
from codeshed.query.codegraph_context.documents import ContextRelationship, RelationshipContext

_IMPLEMENTS = "implements"
_MAX_LOCATIONS = 3
_MAX_METHODS = 10
_MAX_CYCLES = 5


class Relation(msgspec.Struct, frozen=True, kw_only=True):
    """That one entity depends on another, by all edges of a kind between them and what they hold."""

    source: int
    target: int
    kind: int
    strength: int
    edges: tuple[int, ...]


def find_relations(graph: CodeGraph, edges: Sequence[int], rows: Sequence[int]) -> tuple[Relation, ...]:
    """Return the relations between entities, the strongest first, then by symbols and kind."""
    table = graph.edges
    entity_of = EntityRows(graph).entity_by_row
    taken = np.array(edges, dtype=np.int64)
    is_known = np.zeros(len(graph.nodes) + 1, dtype=np.bool_)
    is_known[list(rows)] = True
    is_known[NO_ROW] = False
    sources, targets = entity_of[table.sources[taken]], entity_of[table.targets[taken]]
    is_kept = is_known[sources] & is_known[targets] & (sources != targets)
    columns = (sources[is_kept], targets[is_kept], table.kinds[taken][is_kept], taken[is_kept])
    edges_by_ends: defaultdict[tuple[int, int, int], list[int]] = defaultdict(list)
    for source, target, kind, edge in zip(*(each.tolist() for each in columns), strict=True):
        edges_by_ends[source, target, kind].append(edge)
    found = (
        Relation(
            source=source,
            target=target,
            kind=kind,
            strength=int(table.confidence[some].max()),
            edges=tuple(some),
        )
        for (source, target, kind), some in edges_by_ends.items()
    )
    return tuple(sorted(found, key=lambda each: (-each.strength, each.source, each.target, each.kind)))


def describe_relation(graph: CodeGraph, relation: Relation) -> ContextRelationship:
    """Return a relation as it is written."""
    symbols = graph.nodes.symbols
    kind = _kind_name(graph, relation)
    return ContextRelationship(
        dependent=isgl1_key(symbols[relation.source]),
        dependency=isgl1_key(symbols[relation.target]),
        relationship_type=kind,
        strength=relation.strength / 100,
        context=_implementation(graph, relation.source, relation.target)
        if kind == _IMPLEMENTS
        else RelationshipContext(
            locations=_locations(graph, relation.edges),
            n_locations=int(graph.edges.n_sites[list(relation.edges)].sum()),
        ),
    )


def _kind_name(graph: CodeGraph, relation: Relation) -> str:
    """Return the name of the kind of edge; inheritance from an interface is `implements`."""
    kind = EdgeKind(relation.kind)
    if kind is not EdgeKind.INHERITS:
        return kind.label
    details = graph.nodes.details[relation.target]
    return _IMPLEMENTS if details is not None and details.type_kind is TypeKind.INTERFACE else kind.label


def _locations(graph: CodeGraph, edges: Sequence[int]) -> tuple[str, ...]:
    places = sorted(
        {
            (site.file_path, site.span.start_line)
            for edge in edges
            for site in graph.edge(edge).sites[:_MAX_LOCATIONS]
            if site.span is not None
        }
    )
    return tuple(f"{path}:{line}" for path, line in places[:_MAX_LOCATIONS])


def _implementation(graph: CodeGraph, source: int, target: int) -> RelationshipContext:
    """Return where a type implements another one, and the methods that both have."""
    nodes = graph.nodes
    span = nodes.spans[source].tolist()
    shared = sorted(_member_names(graph, source) & _member_names(graph, target))
    return RelationshipContext(
        implementation_location=f"{graph.file_path(source) or ''}:{span[0]}-{span[2]}",
        trait_methods=tuple(shared[:_MAX_METHODS]),
    )


def _member_names(graph: CodeGraph, row: int) -> set[str]:
    edges = graph.edges
    begin, end = int(edges.out_starts[row]), int(edges.out_starts[row + 1])
    members = edges.targets[begin:end][edges.kinds[begin:end] == EdgeKind.CONTAINS].tolist()
    return {graph.nodes.names[each] for each in members}


def find_cycles(graph: CodeGraph, relations: Sequence[Relation]) -> tuple[tuple[str, ...], ...]:
    """Return a shortest cycle of each group of entities that lead to each other; the first key is there again at its end.

    A method does not depend on what overrides it, nor a decorator on what it decorates: neither a `super` call nor a decorated
    function is a cycle.
    """
    decorated = {(each.target, each.source) for each in relations if each.kind == EdgeKind.ANNOTATES}
    ends = np.array(
        [
            (each.source, each.target)
            for each in relations
            if each.kind != EdgeKind.OVERRIDDEN_BY and not _is_decorator_of(graph, each, decorated)
        ],
        dtype=np.int64,
    ).reshape(-1, 2)
    rows = sorted(set(ends.ravel().tolist()))
    numbered = np.searchsorted(np.array(rows, dtype=np.int64), ends)
    components = condense(len(rows), numbered[:, 0], numbered[:, 1]).component_of.tolist()
    groups: defaultdict[int, list[int]] = defaultdict(list)
    for row, component in zip(rows, components, strict=True):
        groups[component].append(row)
    targets: defaultdict[int, list[int]] = defaultdict(list)
    for source, target in ends.tolist():
        targets[source].append(target)
    cyclic = sorted(group for group in groups.values() if len(group) > 1)
    cycles = (_shortest_cycle(group[0], frozenset(group), targets) for group in cyclic[:_MAX_CYCLES])
    return tuple(tuple(isgl1_key(graph.nodes.symbols[row]) for row in cycle) for cycle in cycles)


def _is_decorator_of(graph: CodeGraph, relation: Relation, decorated: AbstractSet[tuple[int, int]]) -> bool:
    """Whether a relation leads from a decorator, or from a function within it, to what it decorates."""
    row = relation.source
    while row != NO_ROW:
        if (row, relation.target) in decorated:
            return True
        row = int(graph.nodes.enclosing[row])
    return False


def _shortest_cycle(
    start: int, group: frozenset[int], targets: Mapping[int, Sequence[int]]
) -> tuple[int, ...]:
    previous: dict[int, int] = {}
    waiting = deque([start])
    while waiting:
        row = waiting.popleft()
        for target in sorted(targets.get(row, ())):
            if target == start:
                path = [start, row]
                while path[-1] != start:
                    path.append(previous[path[-1]])
                return tuple(reversed(path))
            if target in group and target not in previous:
                previous[target] = row
                waiting.append(target)
    raise RuntimeError("entities of one component do not lead to each other")
