"""Who still names what is gone, and who depends on them.

Turns: Leftovers → Suspects: nodes by how near they are to what is gone. No edge leads there any more, so that no way can be
shown, and all of it is less sure than an edge is.
"""

from collections.abc import Collection, Mapping, Sequence

import msgspec

from codeshed.graph.changes.impact_walk import Impact, ImpactOptions, walk_impact
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.kinds import EdgeKind, NodeFlag, ProvenanceCode
from codeshed.graph.seeds.seed_lookup import SeedIndex
from codeshed.graph.walk.bounded_walk import Direction
from codeshed.graph.walk.edge_filter import kinds_of
from codeshed.graph.walk.walk_truncation import node_place
from codeshed.graph.walk.work_budget import Work
from codeshed.model.changes import ChangeSet
from codeshed.model.dangling_references import IMPORTED, NEAR, Leftover
from codeshed.model.identity import SEPARATOR, last_name, package_of_path, qualified_name
from codeshed.model.limits import TruncationRecord

_MAX_BASES = 1000


class Suspect(msgspec.Struct, frozen=True, kw_only=True):
    """A node that names what is gone, one step away from it, or that depends on such a node: on `previous`."""

    row: int
    distance: int
    confidence: float
    previous: int | None = None


class Suspects(msgspec.Struct, frozen=True, kw_only=True):
    """Places that name what is gone, by its symbol, with the nodes that they stand in.

    `nodes` are those that name it, if no edge leads to them as near and as surely; and those behind them that no edge
    leads to at all, since evidence says more than that something lies nearer.
    """

    places: Mapping[str, tuple[tuple[Leftover, int], ...]]
    nodes: tuple[Suspect, ...] = ()
    truncation: tuple[TruncationRecord, ...] = ()


def n_changed_imports(
    graph: CodeGraph, changes: ChangeSet | None, suspects: Suspects, unsearched: Collection[str]
) -> int:
    """Return how many imports that differ are told by names alone: of all names of something, and such as others may use.

    Those that are gone are told as such; one that is only no more exported is there.
    """
    if changes is None:
        return 0
    used = [each for each in changes.bindings if each.symbol_id in suspects.places]
    there = [
        each.symbol_id for each in used if not each.is_gone or graph.find_row(each.symbol_id) is not None
    ]
    return len(changes.wide_imports) + len({*there, *unsearched})


def find_suspects(
    graph: CodeGraph, mentions: Sequence[Leftover], found: Impact, options: ImpactOptions, work: Work
) -> Suspects:
    """Return who names what is gone and who depends on them, as many as there is room for beside what edges lead to."""
    places = _places(graph, mentions)
    if options.direction is not Direction.BACKWARD or EdgeKind.CALL not in kinds_of(options.filters):
        return Suspects(places=places)
    sure_by_row: dict[int, float] = {}
    for mention, row in (place for each in places.values() for place in each):
        if mention.confidence >= options.filters.min_confidence:
            sure_by_row[row] = max(mention.confidence, sure_by_row.get(row, 0.0))
    nearest: dict[int, tuple[int, float, int]] = {row: (1, -sure, row) for row, sure in sure_by_row.items()}
    cuts: list[TruncationRecord] = []
    for sure in sorted(set(sure_by_row.values()), reverse=True):
        if found.depth == 1:
            break
        rows = sorted(row for row, own in sure_by_row.items() if own == sure)
        behind = walk_impact(graph, rows, msgspec.structs.replace(options, depth=found.depth - 1), work)
        cuts += behind.truncation
        for each in behind.reached:
            place = (each.distance + 1, -sure * each.confidence, each.previous)
            nearest[each.row] = min(place, nearest.get(each.row, place))
    known = {each.row: (each.distance, -each.confidence) for each in found.reached}
    starts = frozenset(found.result.starts)
    nodes = [
        Suspect(row=row, distance=distance, confidence=-negated, previous=None if distance == 1 else previous)
        for row, (distance, negated, previous) in nearest.items()
        if row not in starts and (row not in known or (distance == 1 and (distance, negated) < known[row]))
    ]
    nodes.sort(key=lambda each: (each.distance, -each.confidence, each.row))
    kept, cut = _bounded(graph, nodes, frozenset(known), options)
    return Suspects(places=places, nodes=kept, truncation=(*cuts, *cut))


def _bounded(
    graph: CodeGraph, nodes: Sequence[Suspect], known: frozenset[int], options: ImpactOptions
) -> tuple[tuple[Suspect, ...], tuple[TruncationRecord, ...]]:
    """Return suspects without those for which there is no room; one that edges lead to as well has its room already."""
    limit = options.caps.max_nodes
    new = [each.row for each in nodes if each.row not in known]
    left_out = new[max(0, limit - len(known)) :]
    if not left_out:
        return tuple(nodes), ()
    record = TruncationRecord(
        scope=options.scope,
        cap="maxNodes",
        limit=limit,
        observed=limit + len(left_out),
        omitted=len(left_out),
        at=node_place(graph, left_out[0]),
        note="counts nodes that only name what is gone, or depend on such; a higher maxNodes lets them in",
    )
    return tuple(each for each in nodes if each.row not in frozenset(left_out)), (record,)


def _places(graph: CodeGraph, mentions: Sequence[Leftover]) -> dict[str, tuple[tuple[Leftover, int], ...]]:
    index = SeedIndex(graph)
    places: dict[str, list[tuple[Leftover, int]]] = {}
    for mention in mentions:
        if mention.is_rebound:
            # A class that derives from it, or a variable that is set to it, is known by its own name.
            rows = index.find_rows(f"{mention.file}:{mention.line}")
            places.setdefault(mention.symbol, []).extend((mention, row) for row in rows)
            continue
        row = index.find_scope(mention.file, mention.line)
        if row is None or _means_another(graph, row, mention):
            continue
        module = graph.find_row(mention.file) if mention.is_homeless else None
        # What a file imports from elsewhere by that name is what all of its lines mean.
        if module is None or not _means_another(graph, module, mention):
            places.setdefault(mention.symbol, []).append((mention, row))
    return {symbol: tuple(each) for symbol, each in places.items() if each}


def _means_another(graph: CodeGraph, row: int, mention: Leftover) -> bool:
    """Whether a node is known to use something else of that name, in the repository or in another package.

    A file that imports the name means by it what it imports, whatever its classes have by that name. Where the class is
    imported, a method that is gone may look like one of a base of its class in another package; and of
    a class that is gone too nobody knows the bases. What went with its file looks like something of another package, one
    that is called as its folder was.
    """
    name = last_name(mention.symbol)
    table, nodes = graph.edges, graph.nodes
    edges = slice(int(table.out_starts[row]), int(table.out_starts[row + 1]))
    targets = table.targets[edges]
    is_known = table.provenance[edges] != ProvenanceCode.HEURISTIC
    is_known &= table.kinds[edges] != EdgeKind.CONTAINS
    owner = mention.symbol.rpartition(".")[0]
    is_near = mention.confidence >= NEAR
    is_imported = mention.confidence >= IMPORTED
    is_owner_known = graph.types.get(owner) is not None
    bases = _bases_above(graph, owner) if is_near and is_owner_known else frozenset()
    for target in targets[is_known].tolist():
        if nodes.names[target] != name:
            continue
        is_external = bool(nodes.flags[target] & NodeFlag.EXTERNAL)
        if is_external and mention.is_homeless:
            if _is_in_folder_of(nodes.symbols[target], mention.symbol):
                continue
            return True
        if is_imported and "." in qualified_name(nodes.symbols[target]):
            continue
        if not is_external or not is_near:
            return True
        if is_owner_known and nodes.symbols[target].rpartition(".")[0] not in bases:
            return True
    return False


def _is_in_folder_of(external: str, symbol: str) -> bool:
    """Whether something of another package lies in one that is called as the folder of a symbol, and so may be that symbol."""
    folder = package_of_path(symbol.partition(SEPARATOR)[0]).rpartition("/")[2]
    return folder.lower() in external.replace("/", ".").lower().split(".")[:-1]


def _bases_above(graph: CodeGraph, symbol: str) -> frozenset[str]:
    """Return all types that a type derives from, as far as they are known."""
    seen: set[str] = set()
    waiting = [symbol]
    while waiting and len(seen) < _MAX_BASES:
        known = graph.types.get(waiting.pop())
        new = [each for each in (() if known is None else known.bases) if each not in seen]
        seen.update(new)
        waiting += new
    return frozenset(seen)
