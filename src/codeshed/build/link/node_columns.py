"""The columns of the node table.

Turns: Declarations + the results of the passes → NodeTable, with the details of nodes. The details of a variable have
the types that were found for it.
"""

from collections.abc import Sequence
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from codeshed.build.link.declarations import Declarations
from codeshed.build.link.integer_sorting import sorted_unique
from codeshed.build.link.joined_columns import Modules
from codeshed.build.link.string_union import NO_STRING, InternedStrings
from codeshed.build.link.symbol_rows import SymbolRows
from codeshed.build.link.variable_types import VariableTypes
from codeshed.graph.data.arrays import NO_ROW, Bytes, Flags, Ints
from codeshed.graph.data.code_graph import MUTABILITIES, VARIABLE_KINDS
from codeshed.graph.data.columns import BlobColumn, RecordColumn
from codeshed.graph.data.details_column import TYPE_SOURCES, DetailsColumn
from codeshed.graph.data.kinds import NodeFlag, NodeKind
from codeshed.graph.data.names_column import NamesColumn
from codeshed.graph.data.tables import NodeTable
from codeshed.model.semantic import DefinitionDetails, Mutability, TypeSource, VariableKind

_FULL_SCORE = 100
_NO_SCORE = -1
_NODE_FLAGS = sum(NodeFlag)
_MUTABLE = MUTABILITIES.index(Mutability.MUTABLE)
_GLOBAL = VARIABLE_KINDS.index(VariableKind.GLOBAL)
_UNKNOWN = TYPE_SOURCES.index(TypeSource.UNKNOWN) + 1

_Number = TypeVar("_Number", np.int32, np.int64, np.uint8)


def tabulate_nodes(
    declarations: Declarations,
    modules: Modules,
    symbols: SymbolRows,
    variable_types: VariableTypes,
    strings: InternedStrings,
    *,
    abstract_return_scores: Ints,
    unresolved_rows: Ints,
    dangling_rows: Ints,
    capped_rows: Sequence[tuple[NodeFlag, Ints]],
) -> NodeTable:
    """Put all that is known of each node into columns."""
    columns = declarations.columns
    n_rows = symbols.n_rows

    def column(of_declarations: NDArray[_Number], of_modules: NDArray[_Number] | int) -> NDArray[_Number]:
        return spread_over_rows(of_declarations, of_modules, symbols, modules)

    row_symbols = strings.column_at_positions(symbols.row_positions)
    names = column(columns.names, modules.names)
    is_other = names != column(columns.last_names, modules.last_names)
    other_rows = np.flatnonzero(is_other).astype(np.int32)
    kinds = column(columns.kinds, int(NodeKind.MODULE))
    flags = column(_flags(declarations, modules), _module_flags(modules))
    for flag, rows in capped_rows:
        flags[rows] |= int(flag)
    return NodeTable(
        symbols=row_symbols,
        names=NamesColumn(
            symbols=row_symbols,
            other_rows=other_rows,
            others=strings.column_at_positions(strings.first_positions(names[other_rows])),
        ),
        details=tabulate_details(
            column(columns.details, NO_ROW),
            declarations.details.encoded,
            is_variable=kinds == NodeKind.VARIABLE,
            symbols=symbols,
            variable_types=variable_types,
            strings=strings,
        ),
        kinds=kinds,
        flags=flags,
        sizes=column(columns.sizes, modules.sizes),
        documentation_score=column(columns.documentation_scores, 0),
        documentation_best=column(columns.documentation_bests, _FULL_SCORE),
        abstract_return_score=column(abstract_return_scores, _NO_SCORE),
        complexity=column(columns.complexities, 0),
        mutability=column(_codes(columns.mutabilities, _MUTABLE), 0),
        variable_kind=column(_codes(columns.variable_kinds, _GLOBAL), 0),
        enclosing=column(symbols.row_of[columns.enclosing], NO_ROW),
        files=column(columns.files, np.arange(len(modules), dtype=np.int32)),
        n_unresolved_calls=np.bincount(unresolved_rows, minlength=n_rows).astype(np.int32),
        n_dangling_references=np.bincount(dangling_rows, minlength=n_rows).astype(np.int32),
        spans=column(columns.spans, 0),
    )


def spread_over_rows(
    of_declarations: NDArray[_Number],
    of_modules: NDArray[_Number] | int,
    symbols: SymbolRows,
    modules: Modules,
) -> NDArray[_Number]:
    """Return values by row, from those of declarations and of modules."""
    values = np.zeros((symbols.n_rows, *of_declarations.shape[1:]), dtype=of_declarations.dtype)
    is_declared = symbols.declaration_of_row != NO_ROW
    values[is_declared] = of_declarations[symbols.declaration_of_row[is_declared]]
    values[symbols.row_of[modules.symbols]] = of_modules
    return values


def _codes(positions: Bytes, default: int) -> Bytes:
    """Turn codes that count from 1 into positions; 0 becomes the default."""
    return np.where(positions == 0, np.uint8(default), positions - np.uint8(1))


def _flags(declarations: Declarations, modules: Modules) -> Ints:
    columns = declarations.columns
    flags = columns.flags & _NODE_FLAGS
    in_file = np.flatnonzero(columns.files != NO_ROW)
    files = columns.files[in_file]
    flags[in_file] |= np.where(modules.is_test[files], np.int32(NodeFlag.TEST), np.int32(0))
    flags[in_file] |= np.where(modules.is_partial[files], np.int32(NodeFlag.PARTIAL_FILE), np.int32(0))
    return flags


def _module_flags(modules: Modules) -> Ints:
    """Return the flags of modules: top-level code takes and returns nothing, so its signature is complete."""
    flags = np.full(len(modules), NodeFlag.DECLARED_COMPLETE, dtype=np.int32)
    flags |= np.where(modules.is_test, np.int32(NodeFlag.TEST), np.int32(0))
    flags |= np.where(modules.is_partial, np.int32(NodeFlag.PARTIAL_FILE), np.int32(0))
    return flags


def tabulate_details(
    details_rows: Ints,
    encoded: list[bytes],
    *,
    is_variable: Flags,
    symbols: SymbolRows,
    variable_types: VariableTypes,
    strings: InternedStrings,
) -> DetailsColumn:
    """Return the details of nodes, given their rows in the table of encoded details; variables get their types."""
    used = sorted_unique(details_rows[details_rows != NO_ROW])
    record_of = np.full(len(encoded) + 1, NO_ROW, dtype=np.int32)
    record_of[used] = np.arange(len(used), dtype=np.int32)

    numbers = np.where(is_variable, variable_types.declared[symbols.row_symbols], NO_STRING)
    sources = np.where(is_variable, np.uint8(_UNKNOWN), np.uint8(0))
    is_declared = numbers != NO_STRING
    sources[is_declared] = variable_types.declared_sources[symbols.row_symbols[is_declared]]
    found_rows, found_types, found_sources = _found_types(variable_types, symbols, strings)
    is_found = is_variable[found_rows]
    numbers[found_rows[is_found]] = found_types[is_found]
    sources[found_rows[is_found]] = found_sources[is_found]
    in_use, types = strings.sorted_by_text(sorted_unique(numbers[numbers != NO_STRING]))
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
    variable_types: VariableTypes, symbols: SymbolRows, strings: InternedStrings
) -> tuple[Ints, Ints, Ints]:
    """Return the rows of variables with assigned types, the union of these types as a string, and the best source."""
    row_of = symbols.row_of.data
    found = [
        (
            row_of[variable],
            next(iter(types))
            if len(types) == 1
            else strings.intern(" | ".join(sorted(map(strings.text, types)))),
            min(types.values()),
        )
        for variable, types in variable_types.assigned.items()
        if variable < len(row_of)
    ]
    rows, numbers, sources = np.array(found, dtype=np.int32).reshape(-1, 3).T
    is_row = rows != NO_ROW
    return rows[is_row], numbers[is_row], sources[is_row]
