"""What the bases of a type, or the declared type of an object, say of the parameters of methods.

Turns: a parameter of a method that stands for one of a base, declared there with a type parameter → Meanings of what the type
puts in its place: `@implements Rule<A>` says that what `process(T $node)` of the rule takes is an A. A parameter without a
type, of a method of an object that a variable of a declared type holds → Meanings of what that type says.
"""

from codeshed.model.code_facts import CodeLocal
from codeshed.resolve.generic.entity import Entity
from codeshed.resolve.generic.resolver_context import Ground
from codeshed.resolve.generic.types.generics import substituted
from codeshed.resolve.generic.types.type_lowering import WrittenTypes
from codeshed.resolve.generic.values.values import (
    NOTHING,
    Instance,
    Meanings,
    Outside,
    Place,
    Variable,
    is_unwritten,
    place_of,
)


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
        customs = self._program.customs_at(place.path)
        if place.path != self._file.path:
            return NOTHING
        if customs.do_types_fit_by_shape and is_unwritten(local.type):
            return self._of_object(local, place)
        if not customs.are_parameters_inherited:
            return NOTHING
        number = self._file.parameter_number(local)
        if number is None:
            return NOTHING
        method = Entity(place.path, local.definition)
        return self._recall.ask(("inherited", method, number), lambda: self._find(method, number))

    def _of_object(self, local: CodeLocal, place: Place) -> Meanings:
        """Return what a parameter is by the type of the variable that holds the object which its method is written in."""
        number = self._file.parameter_number(local)
        method = None if number is None else self._program.definition(Entity(place.path, local.definition))
        if number is None or method is None or method.parent < 0:
            return NOTHING
        holder = Entity(place.path, method.parent)
        declared = self._program.definition(holder)
        if not self._program.is_variable(holder) or declared.type is None or is_unwritten(declared.type):
            return NOTHING
        objects = self._types.type_at(declared.type, place_of(holder, declared))
        if len(objects) != 1 or not isinstance(objects[0], Instance):
            return NOTHING
        asked = self._members.find(objects[0].entity, method.name)
        return self._said(objects[0], asked[0], number) if len(asked) == 1 else NOTHING

    def _said(self, holder: Instance, method: Entity, number: int) -> Meanings:
        """Return what the method of a type says of one of its parameters."""
        definition = self._program.definition(method)
        declared = definition.parameters[number].type if number < len(definition.parameters) else None
        if declared is None:
            return NOTHING
        found = self._types.type_at(declared, Place(method.path, method.number, definition.begin))
        return substituted(found, self._generics.bound(holder))

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
