"""What the bases of a type say of the parameters of its methods.

Turns: a parameter of a method that stands for one of a base, declared there with a type parameter → Meanings of what the type
puts in its place: `@implements Rule<A>` says that what `process(T $node)` of the rule takes is an A.
"""

from codeshed.model.code_facts import CodeLocal
from codeshed.resolve.languages.entity import Entity
from codeshed.resolve.languages.generics import substituted
from codeshed.resolve.languages.ground import Ground
from codeshed.resolve.languages.meanings import NOTHING, Instance, Meanings, Outside, Place, Variable
from codeshed.resolve.languages.written_types import WrittenTypes


class InheritedParameters:
    """Looks parameters up in the methods that a method overrides."""

    def __init__(self, ground: Ground, types: WrittenTypes) -> None:
        self._program = ground.program
        self._file = ground.file
        self._members = ground.members
        self._generics = ground.generics
        self._recall = ground.recall
        self._types = types

    def of(self, local: CodeLocal, place: Place) -> Meanings:
        """Return what a local holds, if it is a parameter of a method that a generic base has too."""
        if not self._program.customs_at(place.path).are_parameters_inherited or place.path != self._file.path:
            return NOTHING
        number = self._file.parameter_number(local)
        if number is None:
            return NOTHING
        method = Entity(place.path, local.definition)
        return self._recall.ask(("inherited", method, number), lambda: self._find(method, number))

    def _find(self, method: Entity, number: int) -> Meanings:
        """Return what the nearest base that has a method says of one of its parameters."""
        owner = self._members.owner_of(method)
        name = self._program.definition(method).name
        for base in () if owner is None else self._generics.bases(self._generics.own(owner)):
            own = self._members.own(base.entity, name) if isinstance(base, Instance) else ()
            if own and isinstance(base, Instance):
                return self._put_in(base, own[0], number)
        return NOTHING

    def _put_in(self, base: Instance, method: Entity, number: int) -> Meanings:
        """Return what stands for the type parameter that a parameter of a base's method is declared with."""
        definition = self._program.definition(method)
        declared = definition.parameters[number].type if number < len(definition.parameters) else None
        if declared is None:
            return NOTHING
        inside = Place(method.path, method.number, definition.begin)
        wanted = self._types.type_at(declared, inside)
        if not wanted or not all(isinstance(each, Variable) for each in wanted):
            return NOTHING
        found = substituted(wanted, self._generics.bound(base))
        return found if all(isinstance(each, Instance | Outside) for each in found) else NOTHING
