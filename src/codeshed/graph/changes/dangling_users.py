"""Users of removed symbols: code with dangling references, and what depends on it.

Turns: dangling references → DanglingUsers: nodes by distance from the removed symbol. No edge leads to a symbol that is
gone, so these nodes have no witness path, and less confidence than an edge would have.
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
from codeshed.graph.walk.work_budget import WorkCounter
from codeshed.model.answers.truncation import TruncationRecord
from codeshed.model.change_set import ChangeSet
from codeshed.model.dangling_references import IMPORTED, NEAR, DanglingReference
from codeshed.model.symbol_ids import SEPARATOR, last_name, package_of_path, qualified_name


class DanglingUser(msgspec.Struct, frozen=True, kw_only=True):
    """A node with a dangling reference, at distance 1, or one that depends on such a node: on `previous`."""

    row: int
    distance: int
    steps: int
    confidence: float
    previous: int | None = None


class DanglingUsers(msgspec.Struct, frozen=True, kw_only=True):
    """Dangling references by the symbol that they name, each with the node that contains it.

    `nodes` are the users that edges reach later, less confidently, or not at all. Users beyond distance 1 are among
    them only if no edge reaches them.
    """

    references_by_symbol: Mapping[str, tuple[tuple[DanglingReference, int], ...]]
    nodes: tuple[DanglingUser, ...] = ()
    truncation: tuple[TruncationRecord, ...] = ()


def count_changed_imports(
    graph: CodeGraph, changes: ChangeSet | None, dangling_users: DanglingUsers, unsearched: Collection[str]
) -> int:
    """Return how many changed imports are known by names only: wildcard imports, and names that others may use.

    Imports that are gone are reported as such; one that is no longer exported still exists.
    """
    if changes is None:
        return 0
    used = [each for each in changes.bindings if each.symbol_id in dangling_users.references_by_symbol]
    there = [
        each.symbol_id for each in used if not each.is_gone or graph.find_row(each.symbol_id) is not None
    ]
    return len(changes.wide_imports) + len({*there, *unsearched})


def find_dangling_users(
    graph: CodeGraph,
    dangling: Sequence[DanglingReference],
    found: Impact,
    options: ImpactOptions,
    work: WorkCounter,
) -> DanglingUsers:
    """Return the users of removed symbols, as many as fit beside the nodes that edges reach."""
    references_by_symbol = _references_by_symbol(graph, dangling)
    if options.direction is not Direction.BACKWARD or EdgeKind.CALL not in kinds_of(options.filters):
        return DanglingUsers(references_by_symbol=references_by_symbol)
    confidence_by_row: dict[int, float] = {}
    for reference, row in (place for each in references_by_symbol.values() for place in each):
        if reference.confidence >= options.filters.min_confidence:
            confidence_by_row[row] = max(reference.confidence, confidence_by_row.get(row, 0.0))
    nearest: dict[int, tuple[int, int, float, int]] = {
        row: (1, 1, -confidence, row) for row, confidence in confidence_by_row.items()
    }
    cuts: list[TruncationRecord] = []
    for confidence in sorted(set(confidence_by_row.values()), reverse=True):
        if found.depth == 1:
            break
        rows = sorted(row for row, own in confidence_by_row.items() if own == confidence)
        behind = walk_impact(graph, rows, msgspec.structs.replace(options, depth=found.depth - 1), work)
        cuts += behind.truncation
        for each in behind.reached:
            place = (each.steps + 1, each.distance + 1, -confidence * each.confidence, each.previous)
            nearest[each.row] = min(place, nearest.get(each.row, place))
    known = {each.row: (each.steps, each.distance, -each.confidence) for each in found.reached}
    starts = frozenset(found.result.starts)
    nodes = [
        DanglingUser(
            row=row,
            distance=distance,
            steps=steps,
            confidence=-negated,
            previous=None if distance == 1 else previous,
        )
        for row, (steps, distance, negated, previous) in nearest.items()
        if row not in starts
        and (row not in known or (distance == 1 and (steps, distance, negated) < known[row]))
    ]
    nodes.sort(key=lambda each: (each.steps, each.distance, -each.confidence, each.row))
    kept, cut = _bounded(graph, nodes, frozenset(known), options)
    return DanglingUsers(references_by_symbol=references_by_symbol, nodes=kept, truncation=(*cuts, *cut))


def _bounded(
    graph: CodeGraph, nodes: Sequence[DanglingUser], known: frozenset[int], options: ImpactOptions
) -> tuple[tuple[DanglingUser, ...], tuple[TruncationRecord, ...]]:
    """Cut users beyond the cap on nodes; those that edges reach as well are counted already."""
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
        note="counts nodes that only name what was removed, or depend on such nodes; a higher maxNodes lets them in",
    )
    return tuple(each for each in nodes if each.row not in frozenset(left_out)), (record,)


def _references_by_symbol(
    graph: CodeGraph, dangling: Sequence[DanglingReference]
) -> dict[str, tuple[tuple[DanglingReference, int], ...]]:
    """Group dangling references by symbol, each with the node that contains it."""
    index = SeedIndex(graph)
    references_by_symbol: dict[str, list[tuple[DanglingReference, int]]] = {}
    for reference in dangling:
        if reference.is_rebound:
            # A class that derives from it, or a variable assigned from it, is a definition at that line.
            rows = index.find_rows(f"{reference.file}:{reference.line}")
            references_by_symbol.setdefault(reference.symbol, []).extend((reference, row) for row in rows)
            continue
        row = index.find_scope(reference.file, reference.line)
        if row is None or _means_another(graph, row, reference):
            continue
        module = graph.find_row(reference.file) if reference.is_homeless else None
        # If the file imports that name from elsewhere, all of its lines mean the import.
        if module is None or not _means_another(graph, module, reference):
            references_by_symbol.setdefault(reference.symbol, []).append((reference, row))
    return {symbol: tuple(each) for symbol, each in references_by_symbol.items() if each}


def _means_another(graph: CodeGraph, row: int, reference: DanglingReference) -> bool:
    """Whether a node is known to use another symbol of that name, in the repository or external.

    An import of the name decides for the whole file, whatever its classes have by that name. Where the class is
    imported, a removed method may look like one of an external base of it; the bases of a removed class are
    unknown. What was removed with its file looks like part of an external package named like its folder.
    """
    name = last_name(reference.symbol)
    table, nodes = graph.edges, graph.nodes
    edges = slice(int(table.out_starts[row]), int(table.out_starts[row + 1]))
    targets = table.targets[edges]
    is_known = table.provenance[edges] != ProvenanceCode.HEURISTIC
    is_known &= table.kinds[edges] != EdgeKind.CONTAINS
    owner = reference.symbol.rpartition(".")[0]
    is_near = reference.confidence >= NEAR
    is_imported = reference.confidence >= IMPORTED
    is_owner_known = graph.types.get(owner) is not None
    bases = _bases_above(graph, owner) if is_near and is_owner_known else frozenset()
    for target in targets[is_known].tolist():
        if nodes.names[target] != name:
            continue
        is_external = bool(nodes.flags[target] & NodeFlag.EXTERNAL)
        if is_external and reference.is_homeless:
            if _is_in_folder_of(nodes.symbols[target], reference.symbol):
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
    """Whether an external lies in a package named like the folder of a symbol, and so may be that symbol."""
    folder = package_of_path(symbol.partition(SEPARATOR)[0]).rpartition("/")[2]
    return folder.lower() in external.replace("/", ".").lower().split(".")[:-1]


def _bases_above(graph: CodeGraph, symbol: str) -> frozenset[str]:
    """Return all known direct and indirect bases of a type."""
    seen: set[str] = set()
    waiting = [symbol]
    while waiting:
        known = graph.types.get(waiting.pop())
        new = [each for each in (() if known is None else known.bases) if each not in seen]
        seen.update(new)
        waiting += new
    return frozenset(seen)
