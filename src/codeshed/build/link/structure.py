"""Containment and declared inheritance, which are structure and no dependency of a footprint.

Turns: declarations and types → `contains` and `inherits` edges.
"""

import numpy as np

from codeshed.build.link.declarations import Declarations
from codeshed.build.link.edge_drafts import EdgeDrafts, certain_drafts
from codeshed.build.link.symbols import Symbols
from codeshed.build.link.types import Types
from codeshed.graph.arrays import NO_ROW, Flags, Ints
from codeshed.graph.kinds import EdgeKind


def wire_structure(
    declarations: Declarations, types: Types, symbols: Symbols
) -> tuple[EdgeDrafts, EdgeDrafts]:
    """Draft an edge from every type or module to its members, and from every type to its bases."""
    owners = declarations.columns.enclosing
    is_container = symbols.is_path[owners] | (types.kinds[owners] != 0)
    is_base = types.kinds[types.base_symbols] != 0
    return (
        _drafts(owners, declarations.columns.symbols, is_container, EdgeKind.CONTAINS, symbols),
        _drafts(types.base_owners, types.base_symbols, is_base, EdgeKind.INHERITS, symbols),
    )


def _drafts(sources: Ints, targets: Ints, is_drafted: Flags, kind: EdgeKind, symbols: Symbols) -> EdgeDrafts:
    source_rows, target_rows = symbols.row_of[sources], symbols.row_of[targets]
    chosen = np.flatnonzero(is_drafted & (source_rows != NO_ROW) & (target_rows != NO_ROW))
    nowhere = np.full(len(chosen), NO_ROW, dtype=np.int32)
    return certain_drafts(source_rows[chosen], target_rows[chosen], kind, 0, nowhere)
