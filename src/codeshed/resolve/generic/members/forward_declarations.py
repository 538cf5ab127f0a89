"""Forward declarations: functions that are declared in one place and defined in another (C, C++).

Turns: the definition of a function → the same with what only its declaration has: visibility, comment, default arguments.
"""

from msgspec.structs import replace

from codeshed.model.facts.code_expressions import TypeRef
from codeshed.model.facts.code_facts import TOP_LEVEL, CodeDefinition
from codeshed.model.semantic import DefinitionKind, Modifiers
from codeshed.resolve.generic.definition_key import DefinitionKey
from codeshed.resolve.generic.members.member_lookup import MemberLookup
from codeshed.resolve.generic.symbol_table import SymbolTable


def complete_from_declaration(
    symbol_table: SymbolTable, members: MemberLookup, entity: DefinitionKey, definition: CodeDefinition
) -> CodeDefinition:
    """Return a definition completed from its declaration."""
    modifiers = definition.modifiers
    if definition.kind is not DefinitionKind.FUNCTION or modifiers is None or not modifiers.has_body:
        return definition
    declared = _declaration(symbol_table, members, entity, definition)
    if declared is None:
        return definition
    declared_modifiers = declared.modifiers or Modifiers()
    return replace(
        definition,
        visibility=definition.visibility if definition.owner is None else declared.visibility,
        modifiers=replace(
            modifiers,
            is_static=modifiers.is_static or declared_modifiers.is_static,
            is_virtual=declared_modifiers.is_virtual,
            is_override=declared_modifiers.is_override,
        ),
        documentation=definition.documentation or declared.documentation,
        parameters=tuple(
            replace(own, has_default=own.has_default or other.has_default)
            for own, other in zip(definition.parameters, declared.parameters, strict=True)
        ),
    )


def _declaration(
    symbol_table: SymbolTable, members: MemberLookup, entity: DefinitionKey, definition: CodeDefinition
) -> CodeDefinition | None:
    """Return the declaration of a function: that with the same parameter types, or the only one with as many parameters."""
    name = definition.name
    if definition.owner is not None:
        owner = members.owner_of(entity)
        candidates = () if owner is None else symbol_table.find_children(owner, name)
    elif definition.parent == TOP_LEVEL:
        candidates = symbol_table.find_definitions(
            symbol_table.files[entity.path].namespace_of(definition), name
        )
    else:
        return None
    found = [
        each
        for each in map(symbol_table.definition, candidates)
        if each.kind is DefinitionKind.FUNCTION
        and each.modifiers is not None
        and each.modifiers.has_body is False
        and len(each.parameters) == len(definition.parameters)
    ]
    same = [each for each in found if _parameter_types(each) == _parameter_types(definition)]
    return next(iter(same), found[0] if len(found) == 1 else None)


def _parameter_types(definition: CodeDefinition) -> tuple[str, ...]:
    return tuple("" if each.type is None else _unqualified(each.type) for each in definition.parameters)


def _unqualified(type_ref: TypeRef) -> str:
    """Return a type as it is written, without qualifiers."""
    inner = ",".join(map(_unqualified, type_ref.arguments))
    return f"{type_ref.name.rpartition('.')[2]}<{inner}>"
