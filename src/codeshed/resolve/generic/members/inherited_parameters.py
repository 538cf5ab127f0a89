"""Parameter types that methods inherit from the methods that they override.

Turns: a parameter of a method → Values of the type that a base declares for it, with its type parameters bound:
`@implements Rule<A>` says that the parameter of `process(T $node)` is an A. For a method of an object literal that is
assigned to a variable of a declared type, the types come from that type.
"""

from codeshed.model.facts.code_facts import CodeLocal
from codeshed.resolve.generic.definition_key import DefinitionKey
from codeshed.resolve.generic.resolver_context import ResolverContext
from codeshed.resolve.generic.types.generics import substitute
from codeshed.resolve.generic.types.type_lowering import TypeLowering
from codeshed.resolve.generic.values.values import (
    NO_VALUES,
    External,
    Instance,
    Place,
    TypeVariable,
    Values,
    declaration_place,
    is_unannotated,
)


class InheritedParameters:
    """Looks parameters up in overridden methods."""

    def __init__(self, context: ResolverContext, types: TypeLowering) -> None:
        self._symbol_table = context.symbol_table
        self._file = context.file
        self._members = context.members
        self._generics = context.generics
        self._cache = context.query_cache
        self._types = types

    def value_of(self, local: CodeLocal, place: Place) -> Values:
        """Return the values of a local that is a parameter of a method which a generic base declares too."""
        rules = self._symbol_table.rules_at(place.path)
        if place.path != self._file.path:
            return NO_VALUES
        if rules.has_structural_typing and is_unannotated(local.type):
            return self._of_object_literal(local, place)
        if not rules.inherits_parameter_types:
            return NO_VALUES
        number = self._file.parameter_number(local)
        if number is None:
            return NO_VALUES
        method = DefinitionKey(place.path, local.definition)
        return self._cache.memoize(("inherited", method, number), lambda: self._find_in_bases(method, number))

    def _of_object_literal(self, local: CodeLocal, place: Place) -> Values:
        """Return the values of a parameter by the declared type of the variable that its object literal is assigned to."""
        number = self._file.parameter_number(local)
        method = (
            None
            if number is None
            else self._symbol_table.definition(DefinitionKey(place.path, local.definition))
        )
        if number is None or method is None or method.parent < 0:
            return NO_VALUES
        variable = DefinitionKey(place.path, method.parent)
        declared = self._symbol_table.definition(variable)
        if (
            not self._symbol_table.is_variable(variable)
            or declared.type is None
            or is_unannotated(declared.type)
        ):
            return NO_VALUES
        objects = self._types.type_at(declared.type, declaration_place(variable, declared))
        if len(objects) != 1 or not isinstance(objects[0], Instance):
            return NO_VALUES
        methods = self._members.lookup(objects[0].entity, method.name)
        return self._declared_parameter(objects[0], methods[0], number) if len(methods) == 1 else NO_VALUES

    def _declared_parameter(self, owner: Instance, method: DefinitionKey, number: int) -> Values:
        """Return what a method declares for one of its parameters, with its owner's type parameters bound."""
        definition = self._symbol_table.definition(method)
        declared = definition.parameters[number].type if number < len(definition.parameters) else None
        if declared is None:
            return NO_VALUES
        found = self._types.type_at(declared, Place(method.path, method.number, definition.begin))
        return substitute(found, self._generics.substitution_of(owner))

    def _find_in_bases(self, method: DefinitionKey, number: int) -> Values:
        """Return what the nearest base that has the method declares for a parameter."""
        owner = self._members.owner_of(method)
        name = self._symbol_table.definition(method).name
        for base in () if owner is None else self._generics.bases(self._generics.self_instance(owner)):
            own = self._members.own_members(base.entity, name) if isinstance(base, Instance) else ()
            if own and isinstance(base, Instance):
                return self._bound_parameter(base, own[0], number)
        return NO_VALUES

    def _bound_parameter(self, base: Instance, method: DefinitionKey, number: int) -> Values:
        """Return what the type parameter is bound to that a base's method declares a parameter with."""
        definition = self._symbol_table.definition(method)
        declared = definition.parameters[number].type if number < len(definition.parameters) else None
        if declared is None:
            return NO_VALUES
        inside = Place(method.path, method.number, definition.begin)
        expected = self._types.type_at(declared, inside)
        if not expected or not all(isinstance(each, TypeVariable) for each in expected):
            return NO_VALUES
        found = substitute(expected, self._generics.substitution_of(base))
        return found if all(isinstance(each, Instance | External) for each in found) else NO_VALUES
