"""Functions whose names are reassigned: `function run() {}` and `run = other`.

Turns: the definitions and references of a file → the definitions, in which each function is marked whose
name, or whose property of a named object, is assigned again.
"""

from collections import defaultdict
from collections.abc import Iterator

from msgspec.structs import replace

from codeshed.model.facts.code_expressions import MemberExpr, NameExpr
from codeshed.model.facts.code_facts import TOP_LEVEL, CodeDefinition, CodeReference
from codeshed.model.semantic import DefinitionKind, ReferenceRole


def mark_reassigned_functions(
    definitions: tuple[CodeDefinition, ...], references: tuple[CodeReference, ...]
) -> tuple[CodeDefinition, ...]:
    """Mark the functions that are reassigned.

    An assignment that is itself the definition is no reassignment: `a.run = function () {}`.
    """
    writes = [each for each in references if each.role is ReferenceRole.WRITE]
    if not writes:
        return definitions
    names = _NameResolver(definitions)
    replaced = {
        number
        for each in writes
        for number in names.written(each)
        if definitions[number].kind is DefinitionKind.FUNCTION and definitions[number].begin != each.begin
    }
    if not replaced:
        return definitions
    return tuple(
        replace(each, is_reassigned=True) if number in replaced else each
        for number, each in enumerate(definitions)
    )


class _NameResolver:
    """Resolves names among the definitions of one file."""

    def __init__(self, definitions: tuple[CodeDefinition, ...]) -> None:
        self._definitions = definitions
        self._members: defaultdict[tuple[int, str], list[int]] = defaultdict(list)
        self._members_by_owner: defaultdict[tuple[str, str], list[int]] = defaultdict(list)
        for number, each in enumerate(definitions):
            if each.owner is None:
                self._members[each.parent, each.name].append(number)
            else:
                self._members_by_owner[each.owner.name, each.name].append(number)

    def written(self, write: CodeReference) -> Iterator[int]:
        """Yield the definitions that a write may reassign."""
        match write.expression:
            case NameExpr(name=name):
                yield from self._resolve(name, write)
            case MemberExpr(value=NameExpr(name=owner), name=name):
                for number in self._resolve(owner, write):
                    yield from self._members.get((number, name), ())
                    yield from self._members_by_owner.get((owner, name), ())

    def _resolve(self, name: str, write: CodeReference) -> list[int]:
        """Resolve a plain name in the nearest enclosing definition that has it."""
        enclosing = write.definition
        while True:
            found = [
                each for each in self._members.get((enclosing, name), ()) if self._is_seen(each, write.begin)
            ]
            if found or enclosing == TOP_LEVEL:
                return found
            enclosing = self._definitions[enclosing].parent

    def _is_seen(self, number: int, offset: int) -> bool:
        definition = self._definitions[number]
        begin, end = definition.visible_span or (0, offset)
        return begin <= offset <= end and not (definition.is_object_member or definition.is_module_property)
