"""Parameter types that methods inherit from the methods that they override.

Turns: a parameter of a method → Values of the type that a base declares for it, with its type parameters bound:
`@implements Rule<A>` says that the parameter of `process(T $node)` is an A. For a method of an object literal that is
assigned to a variable of a declared type, the types come from that type.
"""

from codeshed.model.code_facts import CodeLocal
from codeshed.resolve.generic.definition_key import Entity
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
    """Looks parameters up in overridden methods."""

    def __init__(self, context: Ground, types: WrittenTypes) -> None:
        self._program = context.program
        self._file = context.file
        self._members = context.members
        self._generics = context.generics
        self._cache = context.recall
        self._types = types

    def of(self, local: CodeLocal, place: Place) -> Meanings:
        """Return the values of a local that is a parameter of a method which a generic base declares too."""
        rules = self._program.customs_at(place.path)
        if place.path != self._file.path:
            return NOTHING
        if rules.do_types_fit_by_shape and is_unwritten(local.type):
            return self._of_object_literal(local, place)
        if not rules.are_parameters_inherited:
            return NOTHING
        number = self._file.parameter_number(local)
        if number is None:
            return NOTHING
        method = Entity(place.path, local.definition)
        return self._cache.ask(("inherited", method, number), lambda: self._find_in_bases(method, number))

    def _of_object_literal(self, local: CodeLocal, place: Place) -> Meanings:
        """Return the values of a parameter by the declared type of the variable that its object literal is assigned to."""
        number = self._file.parameter_number(local)
        method = None if number is None else self._program.definition(Entity(place.path, local.definition))
        if number is None or method is None or method.parent < 0:
            return NOTHING
        variable = Entity(place.path, method.parent)
        declared = self._program.definition(variable)
        if not self._program.is_variable(variable) or declared.type is None or is_unwritten(declared.type):
            return NOTHING
        objects = self._types.type_at(declared.type, place_of(variable, declared))
        if len(objects) != 1 or not isinstance(objects[0], Instance):
            return NOTHING
        methods = self._members.find(objects[0].entity, method.name)
        return self._declared_parameter(objects[0], methods[0], number) if len(methods) == 1 else NOTHING

    def _declared_parameter(self, owner: Instance, method: Entity, number: int) -> Meanings:
        """Return what a method declares for one of its parameters, with its owner's type parameters bound."""
        definition = self._program.definition(method)
        declared = definition.parameters[number].type if number < len(definition.parameters) else None
        if declared is None:
            return NOTHING
        found = self._types.type_at(declared, Place(method.path, method.number, definition.begin))
        return substituted(found, self._generics.bound(owner))

    def _find_in_bases(self, method: Entity, number: int) -> Meanings:
        """Return what the nearest base that has the method declares for a parameter."""
        owner = self._members.owner_of(method)
        name = self._program.definition(method).name
        for base in () if owner is None else self._generics.bases(self._generics.own(owner)):
            own = self._members.own(base.entity, name) if isinstance(base, Instance) else ()
            if own and isinstance(base, Instance):
                return self._bound_parameter(base, own[0], number)
        return NOTHING

    def _bound_parameter(self, base: Instance, method: Entity, number: int) -> Meanings:
        """Return what the type parameter is bound to that a base's method declares a parameter with."""
        definition = self._program.definition(method)
        declared = definition.parameters[number].type if number < len(definition.parameters) else None
        if declared is None:
            return NOTHING
        inside = Place(method.path, method.number, definition.begin)
        expected = self._types.type_at(declared, inside)
        if not expected or not all(isinstance(each, Variable) for each in expected):
            return NOTHING
        found = substituted(expected, self._generics.bound(base))
        return found if all(isinstance(each, Instance | Outside) for each in found) else NOTHING
