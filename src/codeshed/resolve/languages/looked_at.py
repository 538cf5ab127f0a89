"""The file whose code is looked at.

Turns: the CodeFacts of one file → LookedAt: its locals and what its calls are given, by name and place.
"""

import sys
from collections.abc import Sequence

from codeshed.model.code_facts import (
    CallExpr,
    CodeExpression,
    CodeFacts,
    CodeLocal,
    CodeReference,
    OtherExpr,
    TypeRef,
)
from codeshed.model.semantic import ReferenceRole
from codeshed.resolve.languages.interface import NOWHERE
from codeshed.resolve.languages.meanings import Place, is_unwritten, names_in
from codeshed.resolve.languages.program import Program
from codeshed.resolve.languages.spaces import Contents


class LookedAt:
    """The file that is looked at: all others are known as they are seen from outside."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self.path = ""
        self.seen_from = ""
        """The file in which stands what is being asked about."""
        self.contents = Contents()
        self.customs = next(iter(program.customs.values()))
        self.arguments: dict[tuple[int, int], tuple[CodeExpression, ...]] = {}
        """What calls are given, by where they begin and end."""
        self._partly_read: frozenset[tuple[int, int]] = frozenset()
        self._locals: dict[str, list[CodeLocal]] = {}
        self._blocks: dict[int, tuple[int, int]] = {}
        self._blocks_by_name: dict[str, list[tuple[int, int]]] = {}

    def turn_to(self, path: str, facts: CodeFacts) -> None:
        """Look at another file from now on."""
        self.path = self.seen_from = path
        self.customs = self._program.customs_at(path)
        self.contents = self.customs.contents
        self._locals = {}
        for each in facts.locals:
            self._locals.setdefault(each.name, []).append(each)
        self._blocks, self._blocks_by_name = {}, {}
        for number, definition in enumerate(facts.definitions):
            if definition.seen_in is not None:
                self._blocks[number] = definition.seen_in
                self._blocks_by_name.setdefault(definition.name, []).append(definition.seen_in)
        self.arguments = {
            (each.begin, each.end): each.arguments for each in facts.references if each.arguments
        }
        self._partly_read = frozenset(
            (each.begin, each.end)
            for each in facts.references
            if each.role is ReferenceRole.CALL
            and (each.argument_count != len(each.arguments) or each.type_arguments)
        )

    def here(self, reference: CodeReference) -> Place:
        """Return where a reference of the file that is looked at stands."""
        return Place(self.path, reference.definition, reference.begin)

    def arguments_of(self, call: CallExpr, place: Place) -> tuple[CodeExpression, ...]:
        """Return what a call is given, as far as that is read."""
        return self.arguments.get((call.begin, call.end), ()) if place.path == self.path else ()

    def are_arguments_read(self, call: CallExpr, place: Place) -> bool:
        """Whether all that a call is given is known, and no types are named by it."""
        is_here = place.path == self.path and call.begin != NOWHERE
        return is_here and (call.begin, call.end) not in self._partly_read

    def local(self, name: str, place: Place, *, is_called: bool = False) -> CodeLocal | None:
        """Return the parameter or local variable that a name means, the innermost one."""
        if place.path != self.path or name not in self._locals:
            return None
        if is_called and self._program.customs_at(place.path).are_functions_apart:
            return None
        here = [each for each in self._locals[name] if each.begin <= place.offset < each.end]
        found = min(
            here,
            key=lambda each: (each.end - each.begin, _says_nothing(each), _distance(each, place.offset)),
            default=None,
        )
        blocks = self._blocks_by_name.get(name, ())
        is_hidden = found is not None and any(
            begin <= place.offset < end and found.begin <= begin and end < found.end for begin, end in blocks
        )
        return None if is_hidden else found

    def blocks_of(self, type_ref: TypeRef, place: Place) -> tuple[tuple[int, int], ...] | None:
        """Return the blocks around a place that keep a name of a type to themselves; None if no block has such a name."""
        if not self._blocks or place.path != self.path or place.offset == NOWHERE:
            return None
        names = [name for name in names_in(type_ref) if name.partition(".")[0] in self._blocks_by_name]
        blocks = (each for name in names for each in self._blocks_by_name[name.partition(".")[0]])
        return tuple(each for each in blocks if each[0] <= place.offset < each[1]) if names else None

    def seen(self, numbers: Sequence[int], place: Place) -> Sequence[int]:
        """Return those of some definitions of one name that are known at a place: of the innermost block, if any."""
        if place.path != self.path or place.offset == NOWHERE or self._blocks.keys().isdisjoint(numbers):
            return numbers
        sizes: dict[int, list[int]] = {}
        for number in numbers:
            begin, end = self._blocks.get(number, (0, sys.maxsize))
            if begin <= place.offset < end:
                sizes.setdefault(end - begin, []).append(number)
        return sizes[min(sizes)] if sizes else ()


def _distance(local: CodeLocal, offset: int) -> int:
    """Return how far before a place a variable was given its value; the values that come behind it are last."""
    given = local.begin if local.value is None else local.value.end
    return offset - given if given <= offset else given


def _says_nothing(local: CodeLocal) -> bool:
    """Whether nothing is known of a local from its declaration, as when it is given nothing at first."""
    is_blank = isinstance(local.value, OtherExpr) and not local.value.type_name
    return is_unwritten(local.type) and (local.value is None or is_blank)
