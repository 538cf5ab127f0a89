"""Pass 1, second half: the types among the declarations.

Turns: Declarations → TypeRegistry, with the children of every type.
"""

from collections import defaultdict

from codeshed.build.declarations import Declaration, Declarations
from codeshed.graph.type_registry import TypeInfo, TypeRegistry, TypeVarInfo
from codeshed.model.semantic import DefinitionKind, TypeKind
from codeshed.model.type_expression import head_of


def register_types(declarations: Declarations, type_parameters: dict[str, TypeInfo]) -> TypeRegistry:
    """Collect all types; a base is known by its id, or by what a generic base is applied to."""
    declared = {
        symbol: declaration
        for symbol, declaration in sorted(declarations.by_symbol.items())
        if declaration.item.kind is DefinitionKind.TYPE
    }
    types = {symbol: _type_info(declaration, declared) for symbol, declaration in declared.items()}
    types |= dict(sorted(type_parameters.items()))
    children: defaultdict[str, set[str]] = defaultdict(set)
    for info in types.values():
        for base in info.bases:
            children[base].add(info.symbol)
    return TypeRegistry(
        types=types, implementors={base: tuple(sorted(children[base])) for base in sorted(children)}
    )


def _type_info(declaration: Declaration, declared: dict[str, Declaration]) -> TypeInfo:
    details = declaration.item.details
    kind = details.type_kind or TypeKind.CLASS
    bases = (*(details.inherits or ()), *(details.implements or ()))
    return TypeInfo(
        symbol=declaration.symbol,
        kind=kind,
        is_abstract=bool(details.is_abstract),
        is_external=declaration.is_external,
        bases=tuple(dict.fromkeys(base if base in declared else head_of(base) for base in bases)),
        type_params=details.type_params or (),
        type_var=TypeVarInfo(bound=details.bound, constraints=details.constraints or ())
        if kind is TypeKind.TYPE_VAR
        else None,
        context_size=declaration.measures.context_size,
        documentation_score=declaration.measures.documentation_score / 100,
    )
