"""Type parameters that functions and types declare themselves: `def f[T: (A, B)](x: T)`.

Turns: Declarations → the same with every use of such a name bound to its type variable, and those variables.
"""

import re
from collections.abc import Callable
from dataclasses import replace

import msgspec

from codeshed.build.declarations import Declaration, Declarations
from codeshed.graph.type_registry import TypeInfo, TypeVarInfo
from codeshed.model.identity import member_symbol
from codeshed.model.semantic import DefinitionDetails, TypeKind

_MAX_SCOPES = 64


def bind_type_parameters(declarations: Declarations) -> tuple[Declarations, dict[str, TypeInfo]]:
    """Return the declarations with type variables in place of names, and the type variables by id."""
    variables: dict[str, TypeInfo] = {}
    ids_by_owner: dict[str, dict[str, str]] = {}
    for owner, declaration in declarations.by_symbol.items():
        for parameter in declaration.item.details.type_params or ():
            symbol = parameter.symbol_id or member_symbol(owner, parameter.name)
            ids_by_owner.setdefault(owner, {})[parameter.name] = symbol
            if symbol not in declarations.by_symbol:
                variables[symbol] = TypeInfo(
                    symbol=symbol,
                    kind=TypeKind.TYPE_VAR,
                    type_var=TypeVarInfo(bound=parameter.bound, constraints=parameter.constraints),
                )
    if not ids_by_owner:
        return declarations, variables
    by_symbol = {
        symbol: _bound(declaration, _ids_in_scope(symbol, declarations, ids_by_owner))
        for symbol, declaration in declarations.by_symbol.items()
    }
    return replace(declarations, by_symbol=by_symbol), variables


def _ids_in_scope(
    symbol: str, declarations: Declarations, ids_by_owner: dict[str, dict[str, str]]
) -> dict[str, str]:
    """Return the type parameters that a declaration sees, those of the nearest owner first."""
    found: dict[str, str] = {}
    current: str | None = symbol
    for _ in range(_MAX_SCOPES):
        if current is None or current not in declarations.by_symbol:
            break
        found = ids_by_owner.get(current, {}) | found
        current = declarations.by_symbol[current].enclosing
    return found


def _bound(declaration: Declaration, ids: dict[str, str]) -> Declaration:
    if not ids:
        return declaration
    names = re.compile(rf"(?<![\w.:/])({'|'.join(map(re.escape, sorted(ids)))})(?![\w.:/])")

    def bound(type_id: str) -> str:
        return names.sub(lambda match: ids[match.group()], type_id)

    details = _bound_details(declaration.item.details, bound)
    return replace(declaration, item=msgspec.structs.replace(declaration.item, details=details))


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
    )
