"""The row of a symbol, or of the nearest symbol around it that has one.

Turns: Declarations → rows, and for every string the row that it names or belongs to. The listings (v1, v2) and the
default policy differ: listings have no modules, and local variables are nodes; the default policy assigns top-level
code to the module and locals to their function.
"""

import msgspec
import numpy as np

from codeshed.build.link.declarations import Declarations
from codeshed.build.link.joined_columns import Modules
from codeshed.build.link.string_union import NO_STRING
from codeshed.graph.data.arrays import NO_ROW, Flags, Ints
from codeshed.graph.data.code_graph import VARIABLE_KINDS
from codeshed.graph.data.kinds import NodeFlag, NodeKind
from codeshed.model.semantic import VariableKind

_LOCAL = VARIABLE_KINDS.index(VariableKind.LOCAL) + 1
_PARAMETER = VARIABLE_KINDS.index(VariableKind.PARAMETER) + 1


class SymbolRows(msgspec.Struct, frozen=True, kw_only=True):
    """Rows of nodes and declarations; all but the first three columns are indexed by string number.

    `row_symbols` are the strings of all rows, `row_positions` their positions in parts; `declaration_of_row` are
    their declarations, NO_ROW for modules. `declaration_of` and `row_of` are what a string itself names.
    `enclosing_function` is the nearest function, the named one included; `enclosing_type` is the nearest type, the
    named one excluded. `is_inferred` marks inferred types, which footprints ignore.

    `listing_row` is the node that a symbol belongs to for the listings, as source and target; `target_row` and
    `source_row` are those of the default policy.
    """

    row_symbols: Ints
    row_positions: Ints
    declaration_of_row: Ints
    declaration_of: Ints
    row_of: Ints
    is_path: Flags
    is_inferred: Flags
    enclosing_function: Ints
    enclosing_type: Ints
    listing_row: Ints
    target_row: Ints
    source_row: Ints

    @property
    def n_rows(self) -> int:
        """The number of nodes."""
        return len(self.row_symbols)


def assign_rows(declarations: Declarations, modules: Modules, n_strings: int) -> SymbolRows:
    """Give every node its row, in symbol order, and find the node that every string belongs to."""
    columns = declarations.columns
    declaration_of = np.full(n_strings, NO_ROW, dtype=np.int32)
    declaration_of[columns.symbols] = np.arange(len(columns), dtype=np.int32)
    is_path = np.zeros(n_strings, dtype=np.bool_)
    is_path[modules.symbols] = True

    is_parameter = (columns.kinds == NodeKind.VARIABLE) & (columns.variable_kinds == _PARAMETER)
    is_node = is_path.copy()
    is_node[columns.symbols[~is_parameter]] = True
    is_row = is_node[declarations.order.numbers]
    row_symbols = declarations.order.numbers[is_row]
    row_of = np.full(n_strings, NO_ROW, dtype=np.int32)
    row_of[row_symbols] = np.arange(len(row_symbols), dtype=np.int32)

    enclosing = np.full(n_strings, NO_STRING, dtype=np.int32)
    enclosing[columns.symbols] = columns.enclosing

    def climb(is_accepted: Flags) -> Ints:
        is_end = np.zeros(n_strings, dtype=np.bool_)
        is_end[columns.symbols[is_accepted]] = True
        return _climb(enclosing, is_end)

    is_declared_type = (columns.kinds == NodeKind.TYPE) & ~columns.has(NodeFlag.INFERRED)
    is_inferred = np.zeros(n_strings, dtype=np.bool_)
    is_inferred[columns.symbols[columns.has(NodeFlag.INFERRED)]] = True
    is_no_type = columns.kinds != NodeKind.TYPE
    is_inner = np.isin(columns.variable_kinds, (_LOCAL, _PARAMETER))
    function_of = climb(columns.kinds == NodeKind.FUNCTION)
    module_of = _climb(enclosing, is_path)
    target_row = row_of[climb(is_no_type & ~is_inner)]
    # A type is no part of the function around it: using the type is not using the function.
    target_row[columns.symbols[~is_no_type]] = NO_ROW
    return SymbolRows(
        row_symbols=row_symbols,
        row_positions=declarations.order.positions[is_row],
        declaration_of_row=np.where(is_path[row_symbols], NO_ROW, declaration_of[row_symbols]),
        declaration_of=declaration_of,
        row_of=row_of,
        is_path=is_path,
        enclosing_function=function_of,
        is_inferred=is_inferred,
        enclosing_type=climb(is_declared_type)[enclosing],
        listing_row=row_of[climb(is_no_type & (columns.variable_kinds != _PARAMETER))],
        target_row=target_row,
        source_row=row_of[np.where(function_of == NO_STRING, module_of, function_of)],
    )


def _climb(enclosing: Ints, is_end: Flags) -> Ints:
    """Return for each string the nearest accepted one among itself and what encloses it, or NO_STRING.

    Pointer jumping: steps double in length each round. A chain that is still open after that many rounds is cyclic,
    and ends nowhere.
    """
    nearest = np.where(is_end, np.arange(len(enclosing), dtype=np.int32), enclosing)
    is_unfinished = (nearest != NO_STRING) & ~is_end[nearest]
    unfinished = np.flatnonzero(is_unfinished)
    for _ in range(len(enclosing).bit_length()):
        if not len(unfinished):
            break
        nearest[unfinished] = nearest[nearest[unfinished]]
        unfinished = unfinished[(nearest[unfinished] != NO_STRING) & ~is_end[nearest[unfinished]]]
    nearest[unfinished] = NO_STRING
    return nearest
