"""The columns of the type registry.

Turns: DeclaredTypes + Declarations → TypeRegistry, with the implementors of every type.
"""

import numpy as np

from codeshed.build.link.declarations import Declarations
from codeshed.build.link.integer_sorting import sorted_unique
from codeshed.build.link.string_union import InternedStrings
from codeshed.build.link.symbol_rows import SymbolRows
from codeshed.build.link.type_declarations import DeclaredTypes
from codeshed.build.part.document_part import DefinitionFlag
from codeshed.graph.data.arrays import NO_ROW, Ints
from codeshed.graph.data.columns import RecordColumn
from codeshed.graph.data.kinds import NodeFlag
from codeshed.graph.data.type_registry import (
    TYPE_KINDS,
    TypeParameters,
    TypeRegistry,
    TypeVarInfo,
    index_bases,
)
from codeshed.model.semantic import TypeKind

_TYPE_VAR = TYPE_KINDS.index(TypeKind.TYPE_VAR) + 1


def tabulate_types(
    types: DeclaredTypes, declarations: Declarations, symbols: SymbolRows, strings: InternedStrings
) -> TypeRegistry:
    """Put all types into the columns of a registry."""
    columns = declarations.columns
    numbers, names = strings.sorted_by_text(np.flatnonzero(types.kinds).astype(np.int32))
    # Inferred types may have bases, but are not in the registry.
    is_owned = types.kinds[types.base_owners] != 0
    base_owners, base_symbols = types.base_owners[is_owned], types.base_symbols[is_owned]
    base_numbers, base_names = strings.sorted_by_text(sorted_unique(base_symbols))
    row_of, base_of = _rows_by_string(numbers, strings), _rows_by_string(base_numbers, strings)
    owners, bases = row_of[base_owners], base_of[base_symbols]
    declared = symbols.declaration_of[numbers]
    is_declared = declared != NO_ROW
    is_variable = types.kinds[numbers] == _TYPE_VAR
    has_parameters = is_variable | (is_declared & columns.has(DefinitionFlag.HAS_TYPE_PARAMETERS)[declared])
    return TypeRegistry(
        symbols=names,
        kinds=types.kinds[numbers],
        is_abstract=types.is_abstract[numbers].astype(np.uint8),
        is_external=(is_declared & columns.has(NodeFlag.EXTERNAL)[declared]).astype(np.uint8),
        sizes=np.where(is_declared, columns.sizes[declared], 0),
        documentation_score=types.documentation_scores[numbers],
        parameters=RecordColumn.of(
            (
                _parameters(number, declaration, types, declarations)
                for number, declaration in zip(
                    numbers[has_parameters].tolist(), declared[has_parameters].tolist(), strict=True
                )
            ),
            TypeParameters,
        ),
        parameter_rows=np.where(has_parameters, np.cumsum(has_parameters) - 1, NO_ROW).astype(np.int32),
        base_names=base_names,
        **index_bases(owners, bases, len(numbers), len(base_numbers)),
    )


def _rows_by_string(numbers: Ints, strings: InternedStrings) -> Ints:
    rows = np.full(len(strings), NO_ROW, dtype=np.int32)
    rows[numbers] = np.arange(len(numbers), dtype=np.int32)
    return rows


def _parameters(
    number: int, declaration: int, types: DeclaredTypes, declarations: Declarations
) -> TypeParameters:
    """Return the type parameters of a type, or the bound and constraints of a type variable."""
    if declaration == NO_ROW:
        return TypeParameters(type_var=types.variables[number])
    details = declarations.details_of(declaration)
    is_variable = types.kinds[number] == _TYPE_VAR
    return TypeParameters(
        type_params=details.type_params or (),
        type_var=TypeVarInfo(bound=details.bound, constraints=details.constraints or ())
        if is_variable
        else None,
    )
