"""Generic types: what their parameters stand for.

Turns: what a member is declared to be + the object that it is taken from → the same with the object's own types in the
place of type parameters, also where these are passed on to a base.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from codeshed.model.semantic import DefinitionKind
from codeshed.resolve.languages.meanings import (
    Defined,
    Instance,
    Meaning,
    Meanings,
    Outside,
    Parameter,
    Sequence,
    Unknown,
    less_sure,
)
from codeshed.resolve.languages.members import Members
from codeshed.resolve.languages.program import Entity, Program

MAX_LEVELS = 12
"""How many bases a type parameter is followed through."""

MAX_DEPTH = 8
"""How deeply types that lie in each other are looked at."""


class Generics:
    """Puts types in the place of type parameters."""

    def __init__(self, program: Program, members: Members) -> None:
        self._program = program
        self._members = members

    def applied(self, found: Meanings, holders: Meanings, called: Entity, arguments: Meanings) -> Meanings:
        """Return what a member of objects is, if it was called with some type arguments."""
        if not any(map(_is_open, found)):
            return found
        given: dict[Parameter, Meaning] = {
            Parameter(called, number): each for number, each in enumerate(arguments)
        }
        receivers = tuple(self._iter_receivers(holders))
        for receiver in receivers:
            given |= self._given(receiver) | self._given_to_block(called, receiver)
        return tuple(
            dict.fromkeys(inner for each in found for inner in self._put_in(each, given, receivers, 0))
        )

    def _given_to_block(self, called: Entity, holder: Instance) -> dict[Parameter, Meaning]:
        """Return what the type parameters of a block of methods stand for, by how it names the type of the object."""
        definition = self._program.definition(called)
        if definition.owner is None or not definition.outer_type_parameters:
            return {}
        names = [each.name for each in definition.all_type_parameters]
        return {
            Parameter(called, names.index(written.name)): argument
            for written, argument in zip(definition.owner.arguments, holder.arguments, strict=False)
            if written.name in names
        }

    def _iter_receivers(self, holders: Meanings) -> Iterator[Instance]:
        """Yield objects; a type whose own member is meant stands for one."""
        for each in holders:
            if isinstance(each, Instance):
                yield each
            elif (
                isinstance(each, Defined)
                and self._program.definition(each.entity).kind is DefinitionKind.TYPE
            ):
                yield Instance(each.entity, each.sureness)

    def _given(self, holder: Instance) -> dict[Parameter, Meaning]:
        """Return what type parameters of a type and of its bases stand for in an object of it."""
        given: dict[Parameter, Meaning] = {}
        level = [holder]
        seen = {holder.entity}
        for _ in range(MAX_LEVELS):
            above: list[Instance] = []
            for each in level:
                for part in self._program.parts(each.entity):
                    given |= {
                        Parameter(part, number): argument for number, argument in enumerate(each.arguments)
                    }
                above += [
                    inner
                    for base in self._members.bases(each.entity)
                    if isinstance(base, Instance) and base.arguments and base.entity not in seen
                    for inner in self._put_in(base, given, (), 0)
                    if isinstance(inner, Instance)
                ]
            seen.update(each.entity for each in above)
            level = above
            if not level:
                break
        return given

    def _put_in(
        self, meaning: Meaning, given: dict[Parameter, Meaning], receivers: tuple[Instance, ...], depth: int
    ) -> Iterator[Meaning]:
        if depth > MAX_DEPTH:
            return
        match meaning:
            case Parameter():
                known = given.get(Parameter(meaning.entity, meaning.number))
                if not isinstance(known, Unknown):
                    yield meaning if known is None else less_sure(known, meaning.sureness)
            case Instance(is_receiver=True) if receivers:
                yield from (less_sure(each, meaning.sureness) for each in receivers)
            case Instance(arguments=arguments) | Outside(arguments=arguments) if arguments:
                yield replace(meaning, arguments=self._inner(arguments, given, receivers, depth))
            case Sequence(items=items):
                inner = self._inner(items, given, receivers, depth)
                yield replace(meaning, items=tuple(each for each in inner if not isinstance(each, Unknown)))
            case _:
                yield meaning

    def _inner(
        self, meanings: Meanings, given: dict[Parameter, Meaning], receivers: tuple[Instance, ...], depth: int
    ) -> Meanings:
        """Return type arguments one by one, so that each keeps its place."""
        return tuple(next(self._put_in(each, given, receivers, depth + 1), Unknown()) for each in meanings)


def _is_open(meaning: Meaning) -> bool:
    """Whether a meaning depends on what it is taken from."""
    match meaning:
        case Parameter():
            return True
        case Instance(is_receiver=True):
            return True
        case Instance(arguments=inner) | Outside(arguments=inner) | Sequence(items=inner):
            return any(map(_is_open, inner))
        case _:
            return False
