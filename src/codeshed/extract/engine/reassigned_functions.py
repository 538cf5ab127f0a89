"""Functions whose names are given something else.

Turns: the definitions and references of a file → the definitions, each function marked whose name, or whose field of an
object with a name, is assigned again.
"""

from collections import defaultdict
from collections.abc import Iterator

from msgspec.structs import replace

from codeshed.model.code_expressions import MemberExpr, NameExpr
from codeshed.model.code_facts import TOP_LEVEL, CodeDefinition, CodeReference
from codeshed.model.semantic import DefinitionKind, ReferenceRole


def mark_replaced(
    definitions: tuple[CodeDefinition, ...], references: tuple[CodeReference, ...]
) -> tuple[CodeDefinition, ...]:
    """Return definitions; a function that is not what its name always means says so.

    An assignment that is a definition itself is none of another value: `a.run = function () {}`.
    """
    writes = [each for each in references if each.role is ReferenceRole.WRITE]
    if not writes:
        return definitions
    names = _Names(definitions)
    replaced = {
        number
        for each in writes
        for number in names.written(each)
        if definitions[number].kind is DefinitionKind.FUNCTION and definitions[number].begin != each.begin
    }
    if not replaced:
        return definitions
    return tuple(
        replace(each, is_replaced=True) if number in replaced else each
        for number, each in enumerate(definitions)
    )


class _Names:
    """Looks names up among the definitions of one file."""

    def __init__(self, definitions: tuple[CodeDefinition, ...]) -> None:
        self._definitions = definitions
        self._inside: defaultdict[tuple[int, str], list[int]] = defaultdict(list)
        self._owned: defaultdict[tuple[str, str], list[int]] = defaultdict(list)
        for number, each in enumerate(definitions):
            if each.owner is None:
                self._inside[each.parent, each.name].append(number)
            else:
                self._owned[each.owner.name, each.name].append(number)

    def written(self, write: CodeReference) -> Iterator[int]:
        """Yield what a write may give another value to."""
        match write.expression:
            case NameExpr(name=name):
                yield from self._named(name, write)
            case MemberExpr(value=NameExpr(name=holder), name=name):
                for number in self._named(holder, write):
                    yield from self._inside.get((number, name), ())
                    yield from self._owned.get((holder, name), ())

    def _named(self, name: str, write: CodeReference) -> list[int]:
        """Return what a plain name means: of the nearest definition around it that has the name."""
        around = write.definition
        while True:
            found = [
                each for each in self._inside.get((around, name), ()) if self._is_seen(each, write.begin)
            ]
            if found or around == TOP_LEVEL:
                return found
            around = self._definitions[around].parent

    def _is_seen(self, number: int, offset: int) -> bool:
        definition = self._definitions[number]
        begin, end = definition.seen_in or (0, offset)
        return begin <= offset <= end and not (definition.is_member or definition.is_of_module)
