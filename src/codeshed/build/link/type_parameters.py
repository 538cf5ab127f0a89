"""Type parameters of functions and types: `def f[T: (A, B)](x: T)`.

Turns: Declarations → the same with every use of such a name bound to its type variable, and these type variables.
"""

import re
from collections.abc import Callable
from typing import TypeVar

import msgspec
import numpy as np
from msgspec.structs import replace

from codeshed.build.link.declarations import Declarations, DetailsTable
from codeshed.build.link.joined_columns import Flows, Parameters, SignatureTypes, take_rows
from codeshed.build.link.string_union import InternedStrings
from codeshed.build.part.definition_columns import type_source_code
from codeshed.build.part.document_part import DefinitionFlag
from codeshed.build.part.signature_types import (
    SIGNATURE_FLAGS,
    find_typed_parameters,
    iter_flows,
    iter_signature_types,
    signature_flags,
)
from codeshed.graph.data.arrays import NO_ROW, Flags, Ints
from codeshed.graph.data.kinds import NodeKind
from codeshed.graph.data.type_registry import TypeVarInfo
from codeshed.model.semantic import DefinitionDetails
from codeshed.model.symbol_ids import member_symbol

_MAX_SCOPES = 64


def bind_type_parameters(
    declarations: Declarations, strings: InternedStrings
) -> tuple[Declarations, dict[str, TypeVarInfo]]:
    """Return the declarations with ids of type variables in place of names, and the type variables by id."""
    has_parameters = declarations.columns.has(DefinitionFlag.HAS_TYPE_PARAMETERS)
    if not has_parameters.any():
        return declarations, {}
    declaration_of = np.full(len(strings), NO_ROW, dtype=np.int32)
    declaration_of[declarations.columns.symbols] = np.arange(len(declarations.columns), dtype=np.int32)
    variables: dict[str, TypeVarInfo] = {}
    ids_by_owner: dict[int, dict[str, str]] = {}
    for owner in np.flatnonzero(has_parameters).tolist():
        ids = ids_by_owner[owner] = {}
        for parameter in declarations.details_of(owner).type_params or ():
            owner_symbol = strings.text(int(declarations.columns.symbols[owner]))
            symbol = parameter.symbol_id or member_symbol(owner_symbol, parameter.name)
            ids[parameter.name] = symbol
            if declaration_of[strings.find(symbol)] == NO_ROW:
                variables[symbol] = TypeVarInfo(bound=parameter.bound, constraints=parameter.constraints)
    enclosing = declaration_of[declarations.columns.enclosing]
    details_by_declaration = {
        declaration: _bound(
            declarations.details_of(declaration), _ids_in_scope(declaration, enclosing, ids_by_owner)
        )
        for declaration in np.flatnonzero(_is_within(has_parameters, enclosing)).tolist()
    }
    return _with_details(declarations, details_by_declaration, strings), variables


def _is_within(has_parameters: Flags, enclosing: Ints) -> Flags:
    """Whether a declaration, or one that encloses it, has type parameters."""
    is_within = has_parameters.copy()
    current = enclosing
    for _ in range(_MAX_SCOPES - 1):
        is_declared = current != NO_ROW
        if not is_declared.any():
            break
        is_within |= is_declared & has_parameters[current]
        current = np.where(is_declared, enclosing[current], NO_ROW)
    return is_within


def _ids_in_scope(
    declaration: int, enclosing: Ints, ids_by_owner: dict[int, dict[str, str]]
) -> dict[str, str]:
    """Return the type parameters in scope of a declaration; inner ones shadow outer ones."""
    found: dict[str, str] = {}
    current = declaration
    for _ in range(_MAX_SCOPES):
        if current == NO_ROW:
            break
        found = ids_by_owner.get(current, {}) | found
        current = int(enclosing[current])
    return found


def _bound(details: DefinitionDetails, ids: dict[str, str]) -> DefinitionDetails:
    names = re.compile(rf"(?<![\w.:/])({'|'.join(map(re.escape, sorted(ids)))})(?![\w.:/])")

    def bound(type_id: str) -> str:
        return names.sub(lambda match: ids[match.group()], type_id)

    return _bound_details(details, bound)


def _bound_details(details: DefinitionDetails, bound: Callable[[str], str]) -> DefinitionDetails:
    parameters = details.parameters and tuple(
        msgspec.structs.replace(parameter, param_type=bound(parameter.param_type))
        if parameter.param_type is not None
        else parameter
        for parameter in details.parameters
    )
    return msgspec.structs.replace(
        details,
        parameters=parameters,
        return_types=details.return_types and tuple(map(bound, details.return_types)),
        var_type=details.var_type and bound(details.var_type),
        bound=details.bound and bound(details.bound),
    )


def _with_details(
    declarations: Declarations, details_by_declaration: dict[int, DefinitionDetails], strings: InternedStrings
) -> Declarations:
    """Replace the details of some declarations and all columns derived from them; equal details share one row."""
    columns = declarations.columns
    details_rows, flags, var_types = columns.details.copy(), columns.flags.copy(), columns.var_types.copy()
    row_by_details = {details: row for row, details in enumerate(declarations.details.encoded)}
    uses: list[tuple[int, ...]] = []
    parameters: list[tuple[int, ...]] = []
    flows: list[tuple[int, ...]] = []
    number = strings.intern
    for declaration, details in details_by_declaration.items():
        name = strings.text(int(columns.names[declaration]))
        symbol = strings.text(int(columns.symbols[declaration]))
        details_rows[declaration] = row_by_details.setdefault(
            msgspec.msgpack.encode(details), len(row_by_details)
        )
        var_types[declaration] = number(details.var_type)
        if columns.kinds[declaration] == NodeKind.FUNCTION:
            flags[declaration] = (flags[declaration] & ~SIGNATURE_FLAGS) | signature_flags(name, details)
            flows += [(declaration, number(flow.type_id), flow.role) for flow in iter_flows(details)]
        uses += [
            (declaration, number(use.whole), number(use.member), use.flags)
            for use in iter_signature_types(details, int(flags[declaration]))
        ]
        parameters += [
            (declaration, number(each.symbol), number(each.type_id), type_source_code(each.source))
            for each in find_typed_parameters(symbol, details)
        ]
    is_replaced = np.zeros(len(columns), dtype=np.bool_)
    is_replaced[list(details_by_declaration)] = True
    return replace(
        declarations,
        columns=replace(columns, details=details_rows, flags=flags, var_types=var_types),
        details=DetailsTable(encoded=list(row_by_details)),
        signature_types=_with_rows(declarations.signature_types, is_replaced, uses),
        parameters=_with_rows(declarations.parameters, is_replaced, parameters),
        flows=_with_rows(declarations.flows, is_replaced, flows),
    )


_Owned = TypeVar("_Owned", SignatureTypes, Parameters, Flows)


def _with_rows(table: _Owned, is_replaced: Flags, rows: list[tuple[int, ...]]) -> _Owned:
    """Replace the rows of some declarations; the table stays sorted by declaration."""
    kept = take_rows(table, np.flatnonzero(~is_replaced[table.definitions]))
    names = table.__struct_fields__
    added = np.array(rows, dtype=np.int64).reshape(-1, len(names)).T
    columns = {
        name: np.concatenate((getattr(kept, name), values.astype(getattr(kept, name).dtype)))
        for name, values in zip(names, added, strict=True)
    }
    both = replace(table, **columns)
    return take_rows(both, np.argsort(both.definitions, kind="stable"))
