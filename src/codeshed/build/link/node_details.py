"""The details of nodes, a variable's with the types that were found for it.

Turns: the details of declarations + VariableTypes → DetailsColumn.
"""

import numpy as np

from codeshed.build.link.ordering import different
from codeshed.build.link.string_union import NOTHING, Strings
from codeshed.build.link.symbol_rows import Symbols
from codeshed.build.link.variable_types import VariableTypes
from codeshed.graph.data.arrays import NO_ROW, Flags, Ints
from codeshed.graph.data.columns import BlobColumn, RecordColumn
from codeshed.graph.data.details_column import TYPE_SOURCES, DetailsColumn
from codeshed.model.semantic import DefinitionDetails, TypeSource

_UNKNOWN = TYPE_SOURCES.index(TypeSource.UNKNOWN) + 1


def tabulate_details(
    details_rows: Ints,
    encoded: list[bytes],
    *,
    is_variable: Flags,
    symbols: Symbols,
    variable_types: VariableTypes,
    strings: Strings,
) -> DetailsColumn:
    """Return the details of nodes, given their rows in a table of encoded ones; a variable's with its types."""
    used = different(details_rows[details_rows != NO_ROW])
    record_of = np.full(len(encoded) + 1, NO_ROW, dtype=np.int32)
    record_of[used] = np.arange(len(used), dtype=np.int32)

    numbers = np.where(is_variable, variable_types.declared[symbols.row_symbols], NOTHING)
    sources = np.where(is_variable, np.uint8(_UNKNOWN), np.uint8(0))
    is_declared = numbers != NOTHING
    sources[is_declared] = variable_types.declared_sources[symbols.row_symbols[is_declared]]
    found_rows, found_types, found_sources = _found_types(variable_types, symbols, strings)
    is_found = is_variable[found_rows]
    numbers[found_rows[is_found]] = found_types[is_found]
    sources[found_rows[is_found]] = found_sources[is_found]
    in_use, types = strings.in_order(different(numbers[numbers != NOTHING]))
    type_of = np.full(len(strings), NO_ROW, dtype=np.int32)
    type_of[in_use] = np.arange(len(in_use), dtype=np.int32)
    return DetailsColumn(
        records=RecordColumn(
            blobs=BlobColumn.of([encoded[row] for row in used.tolist()]), record_type=DefinitionDetails
        ),
        record_rows=record_of[details_rows],
        types=types,
        type_rows=type_of[numbers],
        type_sources=sources,
    )


def _found_types(
    variable_types: VariableTypes, symbols: Symbols, strings: Strings
) -> tuple[Ints, Ints, Ints]:
    """Return the rows of variables that were given types, all types of each as one string, and the surest source."""
    row_of = symbols.row_of.data
    found = [
        (
            row_of[variable],
            next(iter(types))
            if len(types) == 1
            else strings.number(" | ".join(sorted(map(strings.text, types)))),
            min(types.values()),
        )
        for variable, types in variable_types.found.items()
        if variable < len(row_of)
    ]
    rows, numbers, sources = np.array(found, dtype=np.int32).reshape(-1, 3).T
    is_row = rows != NO_ROW
    return rows[is_row], numbers[is_row], sources[is_row]
