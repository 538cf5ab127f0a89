"""Template specializations in C++: `template <> struct Hash<int>`.

Turns: a template + type arguments → the specialization for these, or all declarations that may match them.
"""

import re

from codeshed.model.facts.code_expressions import TypeRef
from codeshed.model.facts.code_facts import TOP_LEVEL
from codeshed.resolve.generic.definition_key import DefinitionKey
from codeshed.resolve.generic.symbol_table import SymbolTable

_IGNORED = re.compile(r"\bconst\b|\bstruct\b|\bclass\b|[*&\s]")
"""What a TypeRef leaves out of a type argument."""


def find_specializations(
    symbol_table: SymbolTable, entity: DefinitionKey, arguments: tuple[TypeRef, ...]
) -> tuple[DefinitionKey, ...]:
    """Return the specialization for exactly these type arguments, else the template and all that may match."""
    definition = symbol_table.definition(entity)
    if definition.parent != TOP_LEVEL or definition.specialization_arguments or not arguments:
        return (entity,)
    if not definition.type_parameters:
        return (entity,)
    written = tuple(map(_type_text, arguments))
    possible = [entity]
    for each in symbol_table.find_definitions(
        symbol_table.files[entity.path].namespace_of(definition), definition.name
    ):
        applied_to = symbol_table.definition(each).specialization_arguments
        if applied_to == written:
            return (each,)
        if applied_to and all(map(_may_match, applied_to, written)):
            possible.append(each)
    return tuple(possible)


def _type_text(type_ref: TypeRef) -> str:
    inner = ",".join(map(_type_text, type_ref.arguments))
    return f"{type_ref.name}<{inner}>" if inner else type_ref.name


def _may_match(applied_to: str, written: str) -> bool:
    """Whether a type argument may match that of a specialization, in which `#` matches any."""
    plain = _IGNORED.sub("", applied_to)
    return not written or "#" in plain or plain == _IGNORED.sub("", written)
