"""Generics: substitution and inference of type arguments.

Turns: an instance of a generic type + the declared type of a member → that type as seen from the instance, with type
parameters replaced by type arguments, through all bases in between.
"""

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from codeshed.model.facts.code_expressions import TypeRef
from codeshed.resolve.generic.definition_key import DefinitionKey
from codeshed.resolve.generic.members.member_lookup import MemberLookup
from codeshed.resolve.generic.symbol_table import SymbolTable
from codeshed.resolve.generic.types.external_types import ExternalTypes
from codeshed.resolve.generic.values.values import (
    UNKNOWN,
    Certainty,
    External,
    Instance,
    SequenceValue,
    TypeVariable,
    Unknown,
    Value,
    Values,
    limit_certainty,
)

MAX_BASES = 256
MAX_DEPTH = 12
Substitution = Mapping[TypeVariable, Value]
"""A type argument for each type parameter."""


class Generics:
    """Substitutes and infers type arguments."""

    def __init__(self, symbol_table: SymbolTable, members: MemberLookup) -> None:
        self._symbol_table = symbol_table
        self._members = members

    def self_instance(self, entity: DefinitionKey) -> Instance:
        """Return an instance of a type as its own code sees it: each type parameter is its own argument."""
        return Instance(entity, Certainty.DECLARED, self._type_parameters(entity))

    def _type_parameters(self, entity: DefinitionKey) -> tuple[TypeVariable, ...]:
        parameters = self._symbol_table.definition(entity).type_parameters
        first = self._symbol_table.parts(entity)[0]
        return tuple(TypeVariable(first, each.name) for each in parameters)

    def substitution_of(self, instance: Instance) -> Substitution:
        """Return the substitution that the type arguments of an instance define."""
        return {
            variable: argument
            for variable, argument in zip(
                self._type_parameters(instance.entity), instance.arguments, strict=False
            )
            if not isinstance(argument, Unknown)
        }

    def substitute_receiver_types(
        self, values: Values, through: Instance | None, member: DefinitionKey
    ) -> Values:
        """Return the type of a member as seen from an instance whose type or base declares the member."""
        if through is None or not any(map(_has_type_parameters, values)):
            return values
        owner = self._members.owner_of(member)
        if owner is None:
            return values
        base = through if self._is_same_type(through.entity, owner) else self.as_base(through, owner)
        own = tuple(
            limit_certainty(through, each.certainty)
            if isinstance(each, Instance) and each.is_receiver
            else each
            for each in values
        )
        if base is None:
            return own
        return substitute(own, {**self.substitution_of(base), **self._substitution_of_block(member, base)})

    def type_parameter_of_type(self, variable: TypeVariable) -> TypeVariable | None:
        """Return the type parameter that a block of methods renames: `impl<U> Vec<U>` for `struct Vec<T>`."""
        owner = self._symbol_table.definition(variable.entity).owner
        block_type = None if owner is None else self._members.owner_of(variable.entity)
        if owner is None or block_type is None or TypeRef(variable.name) not in owner.arguments:
            return None
        number = owner.arguments.index(TypeRef(variable.name))
        outer = self._type_parameters(block_type)
        return outer[number] if number < len(outer) and outer[number] != variable else None

    def _substitution_of_block(self, member: DefinitionKey, base: Instance) -> Substitution:
        """Return the substitution for type parameters of the block that has the member: `U` in `impl<U> Vec<U>`."""
        definition = self._symbol_table.definition(member)
        if definition.owner is None or not definition.outer_type_parameters:
            return {}
        names = {each.name for each in definition.outer_type_parameters}
        return {
            TypeVariable(member, written.name): argument
            for written, argument in zip(definition.owner.arguments, base.arguments, strict=False)
            if written.name in names and not isinstance(argument, Unknown)
        }

    def _is_same_type(self, entity: DefinitionKey, other: DefinitionKey) -> bool:
        return self._symbol_table.parts(entity)[0] == self._symbol_table.parts(other)[0]

    def as_base(self, instance: Instance, owner: DefinitionKey) -> Instance | None:
        """Return an instance viewed as a base, with the type arguments of the base; None if it has no such base."""
        bases = self.bases(instance)
        return next(
            (each for each in bases if isinstance(each, Instance) and self._is_same_type(each.entity, owner)),
            None,
        )

    def bases(self, instance: Instance) -> Iterator[Instance | External]:
        """Yield all bases of an instance, the nearest first, with their type arguments."""
        seen = {instance.entity}
        pending = [instance]
        for each in pending:
            bound = self.substitution_of(each)
            mixed = (mixin for mixin, _ in self._members.mixins(each.entity))
            for base in substitute((*self._members.bases(each.entity), *mixed), bound):
                if isinstance(base, External):
                    yield base
                elif isinstance(base, Instance) and base.entity not in seen and len(seen) < MAX_BASES:
                    seen.add(base.entity)
                    pending.append(base)
                    yield base

    def infer_type_arguments(
        self, declared: Values, given: Values, outside: ExternalTypes
    ) -> dict[TypeVariable, Value]:
        """Infer type arguments by unifying the declared type of a parameter with the value that is passed."""
        found: dict[TypeVariable, Value] = {}
        for pattern in declared[:1]:
            for actual in given[:1]:
                self._unify(pattern, actual, outside, found, 0)
        return found

    def _unify(
        self,
        pattern: Value,
        actual: Value,
        outside: ExternalTypes,
        found: dict[TypeVariable, Value],
        depth: int,
    ) -> None:
        if depth > MAX_DEPTH or isinstance(actual, Unknown):
            return
        match pattern, actual:
            case TypeVariable(), _:
                found.setdefault(replace(pattern, certainty=Certainty.TYPED), actual)
            case SequenceValue(), SequenceValue():
                for inner, given in zip(pattern.items[:1], actual.items[:1], strict=False):
                    self._unify(inner, given, outside, found, depth + 1)
            case ((Instance() | External()), (Instance() | External())) if pattern.arguments:
                base = self._view_as(actual, pattern, outside)
                for inner, given in zip(
                    pattern.arguments, () if base is None else base.arguments, strict=False
                ):
                    self._unify(inner, given, outside, found, depth + 1)
            case _:
                pass

    def _view_as(
        self, actual: Instance | External, pattern: Instance | External, outside: ExternalTypes
    ) -> Instance | External | None:
        """Return a value viewed as the type of a pattern, if it is one of its bases."""
        if isinstance(pattern, Instance):
            if not isinstance(actual, Instance):
                return None
            return actual if actual.entity == pattern.entity else self.as_base(actual, pattern.entity)
        outer = (actual, *self.bases(actual)) if isinstance(actual, Instance) else (actual,)
        for each in outer:
            if isinstance(each, External):
                if each.name == pattern.name:
                    return each
                base = outside.as_base(each, pattern.name)
                if base is not None:
                    return base
        return None


def substitute(values: Values, bound: Substitution) -> Values:
    """Replace type parameters in values by their type arguments."""
    if not bound:
        return values
    return tuple(_substitute_in(each, bound, 0) for each in values)


def _substitute_in(value: Value, bound: Substitution, depth: int) -> Value:
    if depth > MAX_DEPTH:
        return value
    match value:
        case TypeVariable():
            return bound.get(replace(value, certainty=Certainty.TYPED), value)
        case Instance(arguments=arguments) | External(arguments=arguments) if arguments:
            return replace(
                value, arguments=tuple(_substitute_in(each, bound, depth + 1) for each in arguments)
            )
        case SequenceValue(items=items):
            return replace(value, items=tuple(_substitute_in(each, bound, depth + 1) for each in items))
        case _:
            return value


def _has_type_parameters(value: Value) -> bool:
    match value:
        case TypeVariable():
            return True
        case Instance(is_receiver=True):
            return True
        case Instance(arguments=arguments) | External(arguments=arguments):
            return any(map(_has_type_parameters, arguments))
        case SequenceValue(items=items):
            return any(map(_has_type_parameters, items))
        case _:
            return False


def first_or_unknown(values: Values) -> Value:
    """Return the first value, as a type argument; unknown if there is none."""
    return values[0] if values else UNKNOWN
