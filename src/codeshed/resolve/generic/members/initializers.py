"""Field initialisers and initialiser blocks belong to the constructor that runs them.

Turns: the initialisers of a file + its definitions → the function that such code belongs to: the only constructor that does
not delegate to another one.
"""

from bisect import bisect_right

from codeshed.model.facts.code_expressions import ReceiverExpr
from codeshed.model.facts.code_facts import TOP_LEVEL, CodeDefinition, CodeFacts
from codeshed.model.semantic import DefinitionKind, ReferenceRole


class Initializers:
    """Maps places directly in a type to the constructor that runs them."""

    def __init__(self, facts: CodeFacts) -> None:
        self._definitions = facts.definitions
        self._stretches = facts.initializer_spans
        self._begins = [begin for begin, _ in self._stretches]
        self._around = _enclosing(self._stretches)
        self._constructors = _only_constructors(facts) if self._stretches else {}

    def constructor_at(self, type_number: int, offset: int) -> int:
        """Return the constructor of a type that runs the code at an offset; the type itself if there is not exactly one."""
        found = self._constructors.get(type_number)
        if found is None:
            return type_number
        number = bisect_right(self._begins, offset) - 1
        while number != TOP_LEVEL and self._stretches[number][1] <= offset:
            number = self._around[number]
        is_of_type = number != TOP_LEVEL and self._begins[number] >= self._definitions[type_number].begin
        return found if is_of_type else type_number


def _enclosing(stretches: tuple[tuple[int, int], ...]) -> list[int]:
    """Return for each stretch of code the one around it, or TOP_LEVEL."""
    found: list[int] = []
    open_stretches: list[int] = []
    for number, (begin, _) in enumerate(stretches):
        while open_stretches and stretches[open_stretches[-1]][1] <= begin:
            open_stretches.pop()
        found.append(open_stretches[-1] if open_stretches else TOP_LEVEL)
        open_stretches.append(number)
    return found


def _only_constructors(facts: CodeFacts) -> dict[int, int]:
    """Return the only constructors that run initialisers, by their types; `this(…)` delegates to another one."""
    definitions = facts.definitions
    delegating = {
        each.definition
        for each in facts.references
        if each.role is ReferenceRole.CALL
        and isinstance(each.expression, ReceiverExpr)
        and not each.expression.is_parent
    }
    found: dict[int, list[int]] = {}
    for number, definition in enumerate(definitions):
        modifiers = definition.modifiers
        is_inside = definition.parent != TOP_LEVEL and definition.owner is None
        if number in delegating:
            continue
        if is_inside and modifiers is not None and modifiers.is_constructor and not modifiers.is_static:
            found.setdefault(definition.parent, []).append(number)
    return {
        parent: numbers[0]
        for parent, numbers in found.items()
        if len(numbers) == 1
        and definitions[parent].kind is DefinitionKind.TYPE
        and not definitions[parent].has_primary_constructor
        and _has_body(definitions[numbers[0]])
    }


def _has_body(constructor: CodeDefinition) -> bool:
    return constructor.modifiers is not None and constructor.modifiers.has_body is not False
