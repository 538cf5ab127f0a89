"""Where programs start.

Turns: the definitions of a file → EntryPoints: functions that the system or the language calls, and nobody in the code.
"""

import re

from codeshed.model.code_expressions import ARRAY, NameExpr
from codeshed.model.code_facts import TOP_LEVEL, CodeDefinition, CodeFacts
from codeshed.model.semantic import (
    Definition,
    DefinitionKind,
    EntryPoint,
    ParameterKind,
    ReferenceRole,
)
from codeshed.resolve.generic.language_rules import Starts

MAX_EVIDENCE = 120
"""How many characters of a signature are told."""

_SCRIPT = "script"
_HOOK = "hook"


def entry_points_of(
    facts: CodeFacts, definitions: tuple[Definition, ...], starts: Starts
) -> tuple[EntryPoint, ...]:
    """Return the entry points of a file, in the order of the source."""
    marked = {
        each.definition
        for each in facts.references
        if each.role is ReferenceRole.DECORATE
        and isinstance(each.expression, NameExpr)
        and each.expression.name in starts.decorators
    }
    found: list[EntryPoint] = []
    for number, (written, definition) in enumerate(zip(facts.definitions, definitions, strict=True)):
        derived = written.is_object and not starts.bases.isdisjoint(definition.details.inherits or ())
        kind = _SCRIPT if number in marked or derived else _kind(written, facts, starts)
        if kind:
            signature = (written.signature or written.name)[:MAX_EVIDENCE]
            found.append(
                EntryPoint(symbol=definition.symbol_id, kind=kind, evidence=signature, span=definition.span)
            )
    return tuple(found)


def _kind(definition: CodeDefinition, facts: CodeFacts, starts: Starts) -> str:
    """Return what kind of entry point a function is by its name and place, nothing if it is none."""
    if definition.name in starts.hooks and not definition.parameters:
        return _HOOK if _stands_right(definition, facts, starts) else ""
    is_start = (
        definition.name in starts.names
        and re.fullmatch(starts.spaces, facts.space) is not None
        and _stands_right(definition, facts, starts)
        and _takes_texts(definition, starts)
    )
    return _SCRIPT if is_start else ""


def _stands_right(definition: CodeDefinition, facts: CodeFacts, starts: Starts) -> bool:
    """Whether a function has a body and lies where a program can start: in no type, or one of a type itself."""
    modifiers = definition.modifiers
    if definition.kind is not DefinitionKind.FUNCTION or definition.owner is not None:
        return False
    if modifiers is None or not modifiers.has_body:
        return False
    if not starts.is_in_type:
        return definition.parent == TOP_LEVEL
    if definition.parent == TOP_LEVEL:
        return False
    outer = facts.definitions[definition.parent]
    return outer.kind is DefinitionKind.TYPE and (modifiers.is_static or outer.is_object)


def _takes_texts(definition: CodeDefinition, starts: Starts) -> bool:
    """Whether a function takes what a program is started with: nothing or an array, if the language asks for that."""
    if not starts.arguments:
        return True
    if len(definition.parameters) != 1:
        return not definition.parameters
    first = definition.parameters[0]
    if first.type is None:
        return False
    is_array = first.type.name in {ARRAY, "Array"}
    item = first.type.arguments[0] if is_array and first.type.arguments else first.type
    is_many = is_array or first.kind is ParameterKind.VARIADIC_POSITIONAL
    return is_many and item.name.rpartition(".")[2] == starts.arguments
