"""Containment and declared inheritance, which are structure and no dependency of a footprint.

Turns: declarations and types → `contains` and `inherits` edges.
"""

import numpy as np
from msgspec.structs import replace

from codeshed.build.link.declarations import Declarations
from codeshed.build.link.edge_drafts import EdgeDrafts, certain_drafts
from codeshed.build.link.joined_columns import Modules
from codeshed.build.link.symbol_rows import SymbolRows
from codeshed.build.link.type_declarations import DeclaredTypes
from codeshed.graph.data.arrays import NO_ROW, Ints
from codeshed.graph.data.code_graph import VARIABLE_KINDS
from codeshed.graph.data.kinds import EdgeKind, ProvenanceCode
from codeshed.model.semantic import VariableKind

_LOCAL = VARIABLE_KINDS.index(VariableKind.LOCAL) + 1

INFERRED_TYPE_CONFIDENCE = 70
"""Confidence of an inferred type, in hundredths: that of a nested qualified name as evidence of inheritance."""


def draft_structural_edges(
    declarations: Declarations, types: DeclaredTypes, symbols: SymbolRows, modules: Modules
) -> tuple[EdgeDrafts, EdgeDrafts]:
    """Draft an edge to every symbol from the one that contains it, and from every type to its bases."""
    is_base = (types.kinds[types.base_symbols] != 0) | np.isin(
        types.base_symbols, types.constructor_functions
    )
    bases = symbols.row_of[types.base_symbols]
    return (
        _draft_containment(declarations, symbols, modules),
        _drafts(symbols.row_of[types.base_owners], np.where(is_base, bases, NO_ROW), EdgeKind.INHERITS),
    )


def _draft_containment(declarations: Declarations, symbols: SymbolRows, modules: Modules) -> EdgeDrafts:
    """Draft edges from enclosing symbols; without a known enclosing symbol, from the module.

    Locals are left out: they are no members of their function.
    """
    columns = declarations.columns
    owners, members = symbols.row_of[columns.enclosing], symbols.row_of[columns.symbols]
    module_rows = np.append(symbols.row_of[modules.symbols], NO_ROW)
    owners = np.where(owners == NO_ROW, module_rows[columns.files], owners)
    is_left_out = (members == owners) | (columns.variable_kinds == _LOCAL)
    drafts = _drafts(owners, np.where(is_left_out, NO_ROW, members), EdgeKind.CONTAINS)
    is_inferred = symbols.is_inferred[symbols.row_symbols]
    if not is_inferred.any():
        return drafts
    is_doubtful = is_inferred[drafts.sources] | is_inferred[drafts.targets]
    return replace(
        drafts,
        confidences=np.where(is_doubtful, np.uint8(INFERRED_TYPE_CONFIDENCE), drafts.confidences),
        provenances=np.where(is_doubtful, np.uint8(ProvenanceCode.HEURISTIC), drafts.provenances),
    )


def _drafts(sources: Ints, targets: Ints, kind: EdgeKind) -> EdgeDrafts:
    """Draft edges of one kind between rows; pairs with NO_ROW are dropped."""
    chosen = np.flatnonzero((sources != NO_ROW) & (targets != NO_ROW))
    no_sites = np.full(len(chosen), NO_ROW, dtype=np.int32)
    return certain_drafts(sources[chosen], targets[chosen], kind, 0, no_sites)
