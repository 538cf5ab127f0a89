"""What makes objects of a type.

Turns: a type → its constructors, or those of the nearest base that has some.
"""

from codeshed.resolve.generic.entity import Entity
from codeshed.resolve.generic.incremental.query_trace import About
from codeshed.resolve.generic.members.type_members import Members
from codeshed.resolve.generic.symbol_table import Program
from codeshed.resolve.generic.values.values import Outside


class Constructors:
    """Finds what runs when an object is made."""

    def __init__(self, program: Program, members: Members) -> None:
        self._program = program
        self._members = members

    def of(self, owner: Entity) -> tuple[Entity, ...]:
        """Return the constructors of a type, else those of the nearest base that has some.

        One that a base is written with is its own.
        """
        having = ((each, self._own(each)) for each in self._members.ancestors(owner))
        nearest, found = next(((each, found) for each, found in having if found), (owner, ()))
        is_own = nearest == owner or not self._program.definition(nearest).has_primary
        return found if is_own else ()

    def are_called(self, owner: Entity, name: str) -> bool:
        """Whether a method of a name makes an object of a type, because of a base outside."""
        makers = self._program.customs_at(owner.path).makers_by_base
        if name not in makers.values():
            return False
        ancestors = self._members.ancestors(owner)
        outside = (base for each in ancestors for base in self._members.parents(each))
        return any(isinstance(base, Outside) and makers.get(base.name) == name for base in outside)

    def _own(self, owner: Entity) -> tuple[Entity, ...]:
        """Return the constructors in a type; the type itself stands for the one that it has besides."""
        parts = self._program.parts(owner)
        for part in parts:
            self._program.asked.note((About.CONSTRUCTORS.value, self._program.symbol(part)))
        primary = [each for each in parts if self._program.definition(each).has_primary]
        return (*primary, *filter(self._program.makes_objects, self._members.all_inside_and_outside(owner)))
