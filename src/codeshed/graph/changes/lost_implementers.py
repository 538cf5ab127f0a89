"""Types that implemented a structural interface until it got another method.

Turns: ChangeSet → dangling references: types that have all methods the interface had before, but not all it has now.
With structural interfaces, no edge leads from such a type to the interface any more.
"""

from collections.abc import Iterator

from codeshed.graph.data.arrays import NO_ROW
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.kinds import NodeKind
from codeshed.graph.seeds.seed_scope import rows_within
from codeshed.model.change_set import ChangedSymbol, ChangeSet
from codeshed.model.dangling_references import NEAR, DanglingReference
from codeshed.model.languages.language import language_of_path
from codeshed.model.languages.language_traits import traits_of
from codeshed.model.semantic import TypeKind
from codeshed.model.symbol_ids import SEPARATOR


def find_lost_implementers(graph: CodeGraph, changes: ChangeSet) -> tuple[DanglingReference, ...]:
    """Return the types that implemented interfaces before a difference, as the lines where they begin."""
    return tuple(
        place
        for each in changes.symbols
        if each.is_of_parts and each.kind == "signature" and _is_structural(graph, each.symbol_id)
        for place in _lost(graph, each.symbol_id, changes.symbols)
    )


def _is_structural(graph: CodeGraph, symbol: str) -> bool:
    known = graph.types.get(symbol)
    if known is None or known.kind is not TypeKind.INTERFACE:
        return False
    return traits_of(language_of_path(symbol.partition(SEPARATOR)[0])).has_structural_interfaces


def _lost(
    graph: CodeGraph, interface: str, symbols: tuple[ChangedSymbol, ...]
) -> Iterator[DanglingReference]:
    row = graph.find_row(interface)
    if row is None:
        return
    own = {
        each.symbol_id.removeprefix(f"{interface}."): each.kind
        for each in symbols
        if each.symbol_id.startswith(f"{interface}.")
    }
    required = _methods(graph, row)
    new = {name for name in required if own.get(name) == "added"}
    old = (required - new) | {name for name, kind in own.items() if kind == "removed"}
    if not new or not old:
        return
    former = sorted(set.intersection(*(_types_with(graph, name) for name in sorted(old))))
    lost = [each for each in former if not new <= _methods(graph, each)]
    for each in lost:
        path = graph.file_path(each)
        if path is not None:
            yield DanglingReference(
                symbol=interface,
                file=path,
                line=int(graph.nodes.spans[each][0]),
                confidence=NEAR,
                is_rebound=True,
            )


def _methods(graph: CodeGraph, row: int) -> frozenset[str]:
    nodes = graph.nodes
    return frozenset(
        nodes.names[each]
        for each in rows_within(graph, (row,))
        if nodes.kinds[each] == NodeKind.FUNCTION and nodes.enclosing[each] == row
    )


def _types_with(graph: CodeGraph, name: str) -> set[int]:
    """Return the types that have a method of this name."""
    nodes = graph.nodes
    owners = {
        int(nodes.enclosing[each])
        for each in graph.name_index.find(name).tolist()
        if nodes.kinds[each] == NodeKind.FUNCTION
    }
    return {each for each in owners if each != NO_ROW and nodes.kinds[each] == NodeKind.TYPE}
