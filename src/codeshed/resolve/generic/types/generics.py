"""Type parameters and what they stand for.

Turns: an object of a generic type, and the type that a member of it is declared with → that type with the arguments of
the object in the place of parameters, through all bases between the two.
"""

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from codeshed.model.code_expressions import TypeRef
from codeshed.resolve.generic.entity import Entity
from codeshed.resolve.generic.members.type_members import Members
from codeshed.resolve.generic.symbol_table import Program
from codeshed.resolve.generic.types.external_types import OutsideTypes
from codeshed.resolve.generic.values.values import (
    UNKNOWN,
    Instance,
    Meaning,
    Meanings,
    Outside,
    Sequence,
    Sureness,
    Unknown,
    Variable,
    less_sure,
)

MAX_BASES = 256
MAX_DEPTH = 12
Bound = Mapping[Variable, Meaning]
"""What stands for type parameters."""


class Generics:
    """Puts arguments in the place of type parameters."""

    def __init__(self, program: Program, members: Members) -> None:
        self._program = program
        self._members = members

    def own(self, entity: Entity) -> Instance:
        """Return an object of a type as its own code sees it: its parameters stand for themselves."""
        return Instance(entity, Sureness.DECLARED, self._variables(entity))

    def _variables(self, entity: Entity) -> tuple[Variable, ...]:
        parameters = self._program.definition(entity).type_parameters
        first = self._program.parts(entity)[0]
        return tuple(Variable(first, each.name) for each in parameters)

    def bound(self, instance: Instance) -> Bound:
        """Return what an object says of the parameters of its type."""
        return {
            variable: argument
            for variable, argument in zip(self._variables(instance.entity), instance.arguments, strict=False)
            if not isinstance(argument, Unknown)
        }

    def seen(self, meanings: Meanings, through: Instance | None, member: Entity) -> Meanings:
        """Return what a member's type means in an object, if the member is one of a type or of a base of it."""
        if through is None or not any(map(_has_variables, meanings)):
            return meanings
        owner = self._members.owner_of(member)
        if owner is None:
            return meanings
        base = through if self._is_one(through.entity, owner) else self.as_base(through, owner)
        own = tuple(
            less_sure(through, each.sureness) if isinstance(each, Instance) and each.is_receiver else each
            for each in meanings
        )
        if base is None:
            return own
        return substituted(own, {**self.bound(base), **self._bound_in_block(member, base)})

    def of_type(self, variable: Variable) -> Variable | None:
        """Return the type parameter of a type that a block of methods calls by a name of its own."""
        owner = self._program.definition(variable.entity).owner
        type_ = None if owner is None else self._members.owner_of(variable.entity)
        if owner is None or type_ is None or TypeRef(variable.name) not in owner.arguments:
            return None
        number = owner.arguments.index(TypeRef(variable.name))
        outer = self._variables(type_)
        return outer[number] if number < len(outer) and outer[number] != variable else None

    def _bound_in_block(self, member: Entity, base: Instance) -> Bound:
        """Return what the type parameters of a block of methods stand for, by how it names the type of the object."""
        definition = self._program.definition(member)
        if definition.owner is None or not definition.outer_type_parameters:
            return {}
        names = {each.name for each in definition.outer_type_parameters}
        return {
            Variable(member, written.name): argument
            for written, argument in zip(definition.owner.arguments, base.arguments, strict=False)
            if written.name in names and not isinstance(argument, Unknown)
        }

    def _is_one(self, entity: Entity, other: Entity) -> bool:
        return self._program.parts(entity)[0] == self._program.parts(other)[0]

    def as_base(self, instance: Instance, owner: Entity) -> Instance | None:
        """Return an object seen as one of a base, with the arguments that the base has then."""
        bases = self.bases(instance)
        return next(
            (each for each in bases if isinstance(each, Instance) and self._is_one(each.entity, owner)), None
        )

    def bases(self, instance: Instance) -> Iterator[Instance | Outside]:
        """Yield the bases of an object's type, the nearest first, with the arguments that they have then."""
        seen = {instance.entity}
        pending = [instance]
        for each in pending:
            bound = self.bound(each)
            mixed = (mixin for mixin, _ in self._members.mixins(each.entity))
            for base in substituted((*self._members.bases(each.entity), *mixed), bound):
                if isinstance(base, Outside):
                    yield base
                elif isinstance(base, Instance) and base.entity not in seen and len(seen) < MAX_BASES:
                    seen.add(base.entity)
                    pending.append(base)
                    yield base

    def unified(self, declared: Meanings, given: Meanings, outside: OutsideTypes) -> dict[Variable, Meaning]:
        """Return what parameters stand for if something that is declared is given."""
        found: dict[Variable, Meaning] = {}
        for pattern in declared[:1]:
            for actual in given[:1]:
                self._unify(pattern, actual, outside, found, 0)
        return found

    def _unify(
        self,
        pattern: Meaning,
        actual: Meaning,
        outside: OutsideTypes,
        found: dict[Variable, Meaning],
        depth: int,
    ) -> None:
        if depth > MAX_DEPTH or isinstance(actual, Unknown):
            return
        match pattern, actual:
            case Variable(), _:
                found.setdefault(replace(pattern, sureness=Sureness.TYPED), actual)
            case Sequence(), Sequence():
                for inner, given in zip(pattern.items[:1], actual.items[:1], strict=False):
                    self._unify(inner, given, outside, found, depth + 1)
            case ((Instance() | Outside()), (Instance() | Outside())) if pattern.arguments:
                base = self._seen_as(actual, pattern, outside)
                for inner, given in zip(
                    pattern.arguments, () if base is None else base.arguments, strict=False
                ):
                    self._unify(inner, given, outside, found, depth + 1)
            case _:
                pass

    def _seen_as(
        self, actual: Instance | Outside, pattern: Instance | Outside, outside: OutsideTypes
    ) -> Instance | Outside | None:
        """Return an object seen as one of the type of a pattern."""
        if isinstance(pattern, Instance):
            if not isinstance(actual, Instance):
                return None
            return actual if actual.entity == pattern.entity else self.as_base(actual, pattern.entity)
        outer = (actual, *self.bases(actual)) if isinstance(actual, Instance) else (actual,)
        for each in outer:
            if isinstance(each, Outside):
                if each.name == pattern.name:
                    return each
                base = outside.as_base(each, pattern.name)
                if base is not None:
                    return base
        return None


def substituted(meanings: Meanings, bound: Bound) -> Meanings:
    """Return meanings with what stands for parameters in their place."""
    if not bound:
        return meanings
    return tuple(_substituted(each, bound, 0) for each in meanings)


def _substituted(meaning: Meaning, bound: Bound, depth: int) -> Meaning:
    if depth > MAX_DEPTH:
        return meaning
    match meaning:
        case Variable():
            return bound.get(replace(meaning, sureness=Sureness.TYPED), meaning)
        case Instance(arguments=arguments) | Outside(arguments=arguments) if arguments:
            return replace(
                meaning, arguments=tuple(_substituted(each, bound, depth + 1) for each in arguments)
            )
        case Sequence(items=items):
            return replace(meaning, items=tuple(_substituted(each, bound, depth + 1) for each in items))
        case _:
            return meaning


def _has_variables(meaning: Meaning) -> bool:
    match meaning:
        case Variable():
            return True
        case Instance(is_receiver=True):
            return True
        case Instance(arguments=arguments) | Outside(arguments=arguments):
            return any(map(_has_variables, arguments))
        case Sequence(items=items):
            return any(map(_has_variables, items))
        case _:
            return False


def first_known(meanings: Meanings) -> Meaning:
    """Return the first of meanings, for the place of an argument."""
    return meanings[0] if meanings else UNKNOWN
