"""What functions give.

Turns: a function and what it is given → Meanings of its result: as it is declared, else of the one value that it returns.
"""

from codeshed.model.code_expressions import FUNCTION
from codeshed.model.code_facts import CodeDefinition
from codeshed.model.semantic import DefinitionKind
from codeshed.resolve.generic.entity import Entity
from codeshed.resolve.generic.language_rules import Contents, Customs
from codeshed.resolve.generic.names.visible_interface import NOWHERE
from codeshed.resolve.generic.resolver_context import Ground, ReadValue
from codeshed.resolve.generic.types.external_types import may_give_any
from codeshed.resolve.generic.types.generics import substituted
from codeshed.resolve.generic.types.type_lowering import WrittenTypes
from codeshed.resolve.generic.types.wrapper_types import seen_through
from codeshed.resolve.generic.values.values import (
    NOTHING,
    Defined,
    Instance,
    Meaning,
    Meanings,
    Outside,
    Place,
    Sequence,
    Sureness,
    Unknown,
    Variable,
    is_unwritten,
    less_sure,
    place_of,
)


class Results:
    """Finds out what functions give."""

    def __init__(self, ground: Ground, types: WrittenTypes, read_value: ReadValue) -> None:
        self._ground = ground
        self._program = ground.program
        self._recall = ground.recall
        self._generics = ground.generics
        self._types = types
        self._read_value = read_value

    def result(
        self,
        meaning: Meaning,
        given: tuple[Meanings, ...],
        place: Place,
        types: Meanings = NOTHING,
        *,
        n_given: int | None = None,
    ) -> Meanings:
        """Return what a function gives, if it is given something."""
        match meaning:
            case Defined(entity=entity) if (
                self._program.is_type(entity) or self._program.enum_of(entity) is not None
            ):
                return self._types.objects(entity, NOTHING)
            case Instance(entity=entity) if not self._program.is_type(entity):
                return NOTHING
            case Defined() | Instance():
                overloads = self._program.definition(meaning.entity).overloads
                if overloads:
                    return self._overloaded(meaning, given, types, n_given)
                return self._declared_result(meaning, given, types)
            case Outside():
                contents = self._program.customs_at(place.path).contents
                return self._outside_result(_pointed_function(meaning, contents), given, place)
            case _:
                return NOTHING

    def _outside_result(self, function: Outside, given: tuple[Meanings, ...], place: Place) -> Meanings:
        """Return what a function outside gives: as its type says, as its library is known, or something of its own."""
        name, sureness = function.name, function.sureness
        if name == FUNCTION:
            return tuple(
                less_sure(each, sureness) for each in function.arguments[:1] if not isinstance(each, Unknown)
            )
        customs = self._program.customs_at(place.path)
        if function.is_instance and name in customs.callables:
            return tuple(
                less_sure(each, sureness) for each in function.arguments[:1] if not isinstance(each, Unknown)
            )
        held = _held_function(function, customs)
        if held.rpartition(".")[2] in customs.returning and function.arguments:
            result = function.arguments[-1]
            return () if isinstance(result, Unknown) else (less_sure(result, sureness),)
        known = self._ground.outside_types(place.path).result(name, function.arguments)
        if isinstance(known, Unknown) and not customs.roots:
            return NOTHING
        if known is not None and not isinstance(known, Unknown):
            return (less_sure(known, sureness),)
        is_any = may_give_any(function, customs, given)
        return self._of_sequence(function, place) or (
            Outside(f"{name}()", sureness, is_instance=True, may_be_any=is_any),
        )

    def _declared_result(
        self, called: Defined | Instance, given: tuple[Meanings, ...], types: Meanings
    ) -> Meanings:
        """Return what a function of the repository is declared to give; what it returns, if it says nothing."""
        entity = called.entity
        definition = self._program.definition(entity)
        returns = definition.returns
        through = called.through if isinstance(called, Defined) else called
        inside = Place(entity.path, entity.number, definition.begin)
        function = self._named_function(called) if returns is None else NOTHING
        if function and isinstance(function[0], Outside):
            held = self._outside_result(function[0], given, inside)
            return tuple(less_sure(each, called.sureness) for each in held)
        if returns is None or is_unwritten(returns):
            return self._generics.seen(self._returned(entity, definition), through, entity)
        bound = self._bound(entity, types, given)
        given_back = self._types.typed(returns, inside, lambda: self._returned(entity, definition))
        declared = substituted(given_back, bound)
        seen = self._generics.seen(declared, through, entity)
        return tuple(less_sure(each, called.sureness) for each in seen)

    def _overloaded(
        self,
        called: Defined | Instance,
        given: tuple[Meanings, ...],
        types: Meanings,
        n_given: int | None,
    ) -> Meanings:
        """Return what one of the signatures of a function gives; if several take as many arguments, each of these may be meant."""
        entity = called.entity
        definition = self._program.definition(entity)
        overloads = [
            each
            for each in definition.overloads
            if n_given is None
            or (each.n_least <= n_given and (each.n_most is None or n_given <= each.n_most))
        ] or definition.overloads
        inside = Place(entity.path, entity.number, definition.begin)
        bound = self._bound(entity, types, given)
        through = called.through if isinstance(called, Defined) else called
        ways = [
            NOTHING if each.returns is None else substituted(self._types.type_at(each.returns, inside), bound)
            for each in overloads
        ]
        sureness = called.sureness if len(set(ways)) == 1 else Sureness.INFERRED
        found = dict.fromkeys(each for way in ways for each in self._generics.seen(way, through, entity))
        return tuple(less_sure(each, sureness) for each in found)

    def _returned(self, entity: Entity, definition: CodeDefinition) -> Meanings:
        """Return what the only result of a function is, where no type is declared."""
        value = definition.value
        if definition.kind is not DefinitionKind.FUNCTION or value is None:
            return NOTHING
        place = Place(entity.path, entity.number, NOWHERE)
        found = self._recall.ask(("result", entity), lambda: self._read_value(value, place))
        return tuple(less_sure(each, Sureness.INFERRED) for each in found)

    def _bound(self, entity: Entity, types: Meanings, given: tuple[Meanings, ...]) -> dict[Variable, Meaning]:
        """Return what the type parameters of a function stand for, by the types that a call writes and what it gives."""
        definition = self._program.definition(entity)
        inside = Place(entity.path, entity.number, definition.begin)
        bound = self._of_type_arguments(entity, types)
        for parameter, values in zip(definition.parameters, given, strict=False):
            if parameter.type is not None:
                wanted = self._types.type_at(parameter.type, inside)
                bound = (
                    self._generics.unified(wanted, values, self._ground.outside_types(entity.path)) | bound
                )
        return bound

    def _of_type_arguments(self, entity: Entity, types: Meanings) -> dict[Variable, Meaning]:
        parameters = self._program.definition(entity).type_parameters
        return {
            Variable(entity, parameter.name): each
            for parameter, each in zip(parameters, types, strict=False)
            if not isinstance(each, Unknown)
        }

    def wanted(
        self, function: Defined, argument: tuple[int, int], types: Meanings, given: tuple[Meanings, ...]
    ) -> Meanings:
        """Return what a function wants as one of its arguments, by the number of a list and the place in it.

        What its type parameters stand for is written, or told by what is given in the first list.
        """
        definition = self._program.definition(function.entity)
        number, place = argument
        listed = [each.type for each in definition.parameters if each.list == number]
        declared = listed[place] if place < len(listed) else None
        if declared is None:
            return NOTHING
        inside = Place(function.entity.path, function.entity.number, definition.begin)
        bound = self._bound(function.entity, types, given)
        wanted = substituted(self._types.type_at(declared, inside), bound)
        seen = self._generics.seen(wanted, function.through, function.entity)
        return self.as_functions(seen)

    def as_functions(self, meanings: Meanings) -> Meanings:
        """Return things of some types; where a type only names a kind of function, that function."""
        return tuple(inner for each in meanings for inner in self._named_function(each) or (each,))

    def _named_function(self, meaning: Meaning) -> Meanings:
        """Return what kind of function is meant by a type that only names it."""
        if not isinstance(meaning, Instance):
            return NOTHING
        definition = self._program.definition(meaning.entity)
        if definition.type is None or definition.type.name != FUNCTION:
            return NOTHING
        found = self._types.type_at(definition.type, place_of(meaning.entity, definition))
        return substituted(found, self._generics.bound(meaning))

    def _of_sequence(self, method: Outside, place: Place) -> Meanings:
        """Return what a method of a sequence outside gives: one of its items, or a sequence of them."""
        customs = self._program.customs_at(place.path)
        owner, _, name = method.name.rpartition(".")
        if not _is_sequence(owner, method, customs):
            return NOTHING
        if name in customs.sequence_methods.of_one:
            return tuple(less_sure(each, method.sureness) for each in method.arguments)
        is_same = name in customs.sequence_methods.of_same
        return (Sequence(method.arguments, method.sureness),) if is_same else NOTHING

    def item_of_sequence(self, method: Outside, place: Place) -> Meanings:
        """Return what a method of a sequence outside calls functions with."""
        customs = self._program.customs_at(place.path)
        owner, _, name = method.name.rpartition(".")
        if name in customs.sequence_methods.with_item and _is_sequence(owner, method, customs):
            return method.arguments
        return NOTHING


def _pointed_function(called: Outside, contents: Contents) -> Outside:
    """Return the function that a pointer leads to, if one is called."""
    inner = seen_through(contents, called, "")
    functions = (each for each in inner if isinstance(each, Outside) and each.name == FUNCTION)
    return next(functions, called)


def _held_function(called: Outside, customs: Customs) -> str:
    """Return the type of the object outside that is called as a function, by itself or by a method for that."""
    owner, _, name = called.name.rpartition(".")
    return called.name if called.is_instance else owner if name in customs.invokers else ""


def _is_sequence(owner: str, method: Outside, customs: Customs) -> bool:
    """Whether a method is one of a sequence of one sort of items."""
    last = owner.rpartition(".")[2]
    base = customs.sequence_methods.base
    is_known = bool(base) and (last == base or base in customs.known_bases.get(last, ()))
    is_item = len(method.arguments) == 1 and not isinstance(method.arguments[0], Unknown)
    return is_known and is_item
