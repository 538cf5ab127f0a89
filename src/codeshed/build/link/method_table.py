"""The methods of types, and the constructors that a call of a type runs.

Turns: Declarations + DeclaredTypes → the rows of methods by type and name; the constructors of each type: marked ones,
else `__init__`.
"""

from collections import defaultdict

import numpy as np

from codeshed.build.link.declarations import Declarations
from codeshed.build.link.string_union import InternedStrings
from codeshed.build.link.symbol_rows import SymbolRows
from codeshed.build.link.type_declarations import DeclaredTypes
from codeshed.build.part.document_part import DefinitionFlag
from codeshed.graph.data.arrays import Flags, Ints
from codeshed.graph.data.kinds import NodeKind


def tabulate_methods(
    declarations: Declarations, types: DeclaredTypes, symbols: SymbolRows
) -> dict[int, dict[int, list[int]]]:
    """Return the rows of methods by type and name, in symbol order; inferred types count if they have bases."""
    columns = declarations.columns
    is_method = _is_method(declarations, types, np.append(types.base_owners, types.constructor_functions))
    is_method &= ~_is_nested(declarations, types, symbols)
    found: defaultdict[int, dict[int, list[int]]] = defaultdict(dict)
    for owner, name, row in zip(
        columns.enclosing[is_method].tolist(),
        columns.members[is_method].tolist(),
        symbols.row_of[columns.symbols[is_method]].tolist(),
        strict=True,
    ):
        found[owner].setdefault(name, []).append(row)
    return dict(found)


def _is_nested(declarations: Declarations, types: DeclaredTypes, symbols: SymbolRows) -> Flags:
    """Return a mask of the declarations that are written within the body of a constructor function: they are not methods of its objects."""
    columns = declarations.columns
    is_nested = np.isin(columns.enclosing, types.constructor_functions)
    rows = np.flatnonzero(is_nested)
    if not len(rows):
        return is_nested
    owners = symbols.declaration_of[columns.enclosing[rows]]
    inner, outer = columns.spans[rows], columns.spans[owners]
    begins = (inner[:, 0] > outer[:, 0]) | ((inner[:, 0] == outer[:, 0]) & (inner[:, 1] >= outer[:, 1]))
    ends = (inner[:, 2] < outer[:, 2]) | ((inner[:, 2] == outer[:, 2]) & (inner[:, 3] <= outer[:, 3]))
    is_nested[rows] = begins & ends & (columns.files[rows] == columns.files[owners])
    return is_nested


def tabulate_constructors(
    declarations: Declarations, types: DeclaredTypes, symbols: SymbolRows, strings: InternedStrings
) -> dict[int, list[int]]:
    """Return the rows of the constructors that types declare themselves.

    The primary constructor of a type (Scala, C#) is the type's own node: such a type has no rows here.
    """
    columns = declarations.columns
    is_method = _is_method(declarations, types)
    is_marked = is_method & columns.has(DefinitionFlag.MARKED_CONSTRUCTOR)
    is_named = is_method & ~is_marked & (columns.names == strings.find("__init__"))

    def rows_by_owner(is_chosen: Flags) -> dict[int, list[int]]:
        rows = symbols.row_of[columns.symbols[is_chosen]].tolist()
        found: defaultdict[int, list[int]] = defaultdict(list)
        for owner, row in zip(columns.enclosing[is_chosen].tolist(), rows, strict=True):
            found[owner].append(row)
        return found

    is_primary = (columns.kinds == NodeKind.TYPE) & columns.has(DefinitionFlag.PRIMARY_CONSTRUCTOR)
    primary: dict[int, list[int]] = {symbol: [] for symbol in columns.symbols[is_primary].tolist()}
    return rows_by_owner(is_named) | rows_by_owner(is_marked) | primary


def _is_method(declarations: Declarations, types: DeclaredTypes, other_owners: Ints | None = None) -> Flags:
    """Return a mask of the functions of types, or of `other_owners`."""
    columns = declarations.columns
    is_function = (columns.kinds == NodeKind.FUNCTION) & columns.has(DefinitionFlag.ENCLOSED)
    is_type = types.kinds != 0
    if other_owners is not None:
        is_type[other_owners] = True
    return np.asarray(is_function & is_type[columns.enclosing])
