"""Constructors of types.

Turns: a type → its constructors, or those of the nearest base that has some.
"""

from codeshed.resolve.generic.definition_key import Entity
from codeshed.resolve.generic.incremental.query_trace import About
from codeshed.resolve.generic.members.type_members import Members
from codeshed.resolve.generic.symbol_table import Program
from codeshed.resolve.generic.values.values import Outside


class Constructors:
    """Finds what runs when an instance is created."""

    def __init__(self, program: Program, members: Members) -> None:
        self._program = program
        self._members = members

    def of(self, owner: Entity) -> tuple[Entity, ...]:
        """Return the constructors of a type, else those of the nearest base that has some.

        A primary constructor is not inherited.
        """
        declared = ((each, self._declared(each)) for each in self._members.ancestors(owner))
        nearest, found = next(((each, found) for each, found in declared if found), (owner, ()))
        is_inherited_or_own = nearest == owner or not self._program.definition(nearest).has_primary
        return found if is_inherited_or_own else ()

    def are_called(self, owner: Entity, name: str) -> bool:
        """Whether calling a method of that name instantiates the type, because of an external base."""
        factories = self._program.customs_at(owner.path).makers_by_base
        if name not in factories.values():
            return False
        ancestors = self._members.ancestors(owner)
        externals = (base for each in ancestors for base in self._members.parents(each))
        return any(isinstance(base, Outside) and factories.get(base.name) == name for base in externals)

    def _declared(self, owner: Entity) -> tuple[Entity, ...]:
        """Return the constructors that a type declares; a primary constructor is represented by the type itself."""
        parts = self._program.parts(owner)
        for part in parts:
            self._program.asked.note((About.CONSTRUCTORS.value, self._program.symbol(part)))
        primary = [each for each in parts if self._program.definition(each).has_primary]
        return (*primary, *filter(self._program.makes_objects, self._members.all_inside_and_outside(owner)))
