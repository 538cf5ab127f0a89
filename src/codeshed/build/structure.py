"""Containment and declared inheritance, which are structure and no dependency of a footprint.

Turns: declarations and types → `contains` and `inherits` edges.
"""

from codeshed.build.declarations import Declarations
from codeshed.build.edge_drafts import EdgeDrafts
from codeshed.graph.kinds import EdgeKind
from codeshed.graph.type_registry import TypeRegistry


def wire_structure(
    declarations: Declarations, types: TypeRegistry, row_by_symbol: dict[str, int], drafts: EdgeDrafts
) -> None:
    """Draft an edge from every type or module to its members, and from every type to its bases."""
    for symbol, declaration in declarations.by_symbol.items():
        owner = declaration.enclosing
        is_container = owner is not None and (
            owner in declarations.module_size_by_path or types.get(owner) is not None
        )
        if owner is not None and is_container and symbol in row_by_symbol and owner in row_by_symbol:
            drafts.add(row_by_symbol[owner], row_by_symbol[symbol], EdgeKind.CONTAINS, 0)
    for info in types.types.values():
        for base in info.bases:
            if base in types.types:
                drafts.add(row_by_symbol[info.symbol], row_by_symbol[base], EdgeKind.INHERITS, 0)
