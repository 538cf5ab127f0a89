"""Entry points: functions that the system or the language calls, such as `main`.

Turns: the definitions of a file → EntryPoints.
"""

import re

from codeshed.model.facts.code_expressions import ARRAY, NameExpr
from codeshed.model.facts.code_facts import TOP_LEVEL, CodeDefinition, CodeFacts
from codeshed.model.semantic import (
    Definition,
    DefinitionKind,
    EntryPoint,
    ParameterKind,
    ReferenceRole,
)
from codeshed.resolve.generic.language_rules import EntryPointRules

MAX_EVIDENCE = 120
"""How many characters of a signature are kept as evidence."""

_SCRIPT = "script"
_HOOK = "hook"


def find_entry_points(
    facts: CodeFacts, definitions: tuple[Definition, ...], starts: EntryPointRules
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
        derived = written.is_singleton and not starts.base_types.isdisjoint(definition.details.inherits or ())
        kind = _SCRIPT if number in marked or derived else _kind(written, facts, starts)
        if kind:
            signature = (written.signature or written.name)[:MAX_EVIDENCE]
            found.append(
                EntryPoint(symbol=definition.symbol_id, kind=kind, evidence=signature, span=definition.span)
            )
    return tuple(found)


def _kind(definition: CodeDefinition, facts: CodeFacts, starts: EntryPointRules) -> str:
    """Return the kind of entry point that a function is by its name and place; empty if it is none."""
    if definition.name in starts.runtime_hooks and not definition.parameters:
        return _HOOK if _is_at_entry_position(definition, facts, starts) else ""
    if starts.loader_hooks and re.fullmatch(starts.loader_hooks, definition.name):
        return _HOOK if _is_at_entry_position(definition, facts, starts) else ""
    is_start = (
        definition.name in starts.names
        and re.fullmatch(starts.package_pattern, facts.namespace) is not None
        and _is_at_entry_position(definition, facts, starts)
        and _takes_program_arguments(definition, starts)
    )
    return _SCRIPT if is_start else ""


def _is_at_entry_position(definition: CodeDefinition, facts: CodeFacts, starts: EntryPointRules) -> bool:
    """Whether a function has a body and is where a program can start: at the top level, or static in a type."""
    modifiers = definition.modifiers
    if definition.kind is not DefinitionKind.FUNCTION or definition.owner is not None:
        return False
    if modifiers is None or not modifiers.has_body:
        return False
    if not starts.is_static_method:
        return definition.parent == TOP_LEVEL
    if definition.parent == TOP_LEVEL:
        return False
    outer = facts.definitions[definition.parent]
    return outer.kind is DefinitionKind.TYPE and (modifiers.is_static or outer.is_singleton)


def _takes_program_arguments(definition: CodeDefinition, starts: EntryPointRules) -> bool:
    """Whether a function takes the arguments of a program: nothing or an array of strings, if the language requires that."""
    if not starts.argument_type:
        return True
    if len(definition.parameters) != 1:
        return not definition.parameters
    parameter = definition.parameters[0]
    if parameter.type is None:
        return False
    is_array = parameter.type.name in {ARRAY, "Array"}
    item = parameter.type.arguments[0] if is_array and parameter.type.arguments else parameter.type
    is_variadic = is_array or parameter.kind is ParameterKind.VARIADIC_POSITIONAL
    return is_variadic and item.name.rpartition(".")[2] == starts.argument_type
