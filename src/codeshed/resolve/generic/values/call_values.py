"""What calls run, and what they give.

Turns: a CallExpr at a place → Meanings of its value; a function that is given to a call → what it is called with.
"""

from typing import Protocol

from codeshed.model.code_expressions import (
    FUNCTION,
    WHOLE,
    CallExpr,
    CodeExpression,
    GivenExpr,
    ItemExpr,
    MemberExpr,
    NameExpr,
    NewExpr,
    OtherExpr,
    ReceiverExpr,
)
from codeshed.model.language_traits import traits_of
from codeshed.resolve.generic.calls.overload_resolution import Overloads
from codeshed.resolve.generic.entity import Entity
from codeshed.resolve.generic.members.receiver_members import ValueMembers
from codeshed.resolve.generic.names.unqualified_names import PlainNames
from codeshed.resolve.generic.resolver_context import Ground
from codeshed.resolve.generic.types.generics import first_known
from codeshed.resolve.generic.types.type_lowering import WrittenTypes
from codeshed.resolve.generic.types.wrapper_types import given_by, is_maker
from codeshed.resolve.generic.values.element_values import Items
from codeshed.resolve.generic.values.return_values import Results
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
    is_unwritten,
    less_sure,
)
from codeshed.resolve.generic.values.variable_values import HeldValues


class CallMeanings(Protocol):
    """What must be known of expressions."""

    types: WrittenTypes
    value_members: ValueMembers
    results: Results
    held_values: HeldValues
    plain_names: PlainNames
    items: Items
    overloads: Overloads

    def value(self, expression: CodeExpression, place: Place) -> Meanings:
        """Return what an expression means at a place."""

    def made(self, new: NewExpr, place: Place) -> Meanings:
        """Return new objects of a type."""

    def holder(self, expression: MemberExpr, place: Place) -> Meanings:
        """Return what a member is taken from: a value, or what that points to."""


class CallValues:
    """Finds out what calls give."""

    def __init__(self, ground: Ground, meant: CallMeanings) -> None:
        self._program = ground.program
        self._file = ground.file
        self._members = ground.members
        self._constructors = ground.constructors
        self._signatures = ground.signatures
        self._outside_types = ground.outside_types
        self._meant = meant

    def value(self, call: CallExpr, place: Place) -> Meanings:
        """Return what a call gives: what a function is declared to return, or an object of a type that is called."""
        found = dict.fromkeys(self._made_by_call(call, place))
        called, arguments = (NOTHING, ()) if found else self._functions(call, place)
        n_arguments = self._n_arguments(call, place)
        types = tuple(first_known(self._meant.types.type_at(each, place)) for each in call.type_arguments)
        called = self._taking_nothing(self._signatures.with_types(called, len(types)), call, place)
        chosen = self._chosen(called, arguments, place)
        if chosen and isinstance(call.function, MemberExpr) and all(map(self._gives_receiver, chosen)):
            values = self._meant.value(call.function.value, place)
            found = dict.fromkeys(
                less_sure(self._as_receiver(each), Sureness.INFERRED)
                for each in values
                if self._is_receiver(each)
            )
        accessed = tuple(each for each in chosen if self._is_accessor(each))
        found = found or dict.fromkeys(self._meant.held_values.values_of(accessed))
        for meanings in (self.applied(chosen, n_arguments), chosen):
            for meaning in () if found else self._run_by(meanings, n_arguments):
                given = self._given_to(meaning, call, arguments, place)
                listed = self._listed(meaning, call, arguments, place) or self._held(
                    meaning, arguments, place
                )
                found.update(
                    dict.fromkeys(
                        listed
                        or self._meant.results.result(
                            meaning, given, place, types, n_given=self._file.n_given(call, place)
                        )
                    )
                )
        return tuple(found)

    def _listed(
        self, function: Meaning, call: CallExpr, arguments: tuple[CodeExpression, ...], place: Place
    ) -> Meanings:
        """Return the list that a function outside makes of what it is given, if all of that is known."""
        name = function.name if isinstance(function, Outside) else ""
        is_of_one = self._program.customs_at(place.path).listers.get(name)
        if is_of_one is None or not arguments or not self._file.are_arguments_read(call, place):
            return NOTHING
        given = [self._meant.types.bounded(self._meant.value(each, place)) for each in arguments]
        items = [self._meant.items.walked(each, place) for each in given] if is_of_one else given
        if not all(items) or (is_of_one and len(items) > 1):
            return NOTHING
        held = tuple(dict.fromkeys(each for one in items for each in one))
        sureness = Sureness.TYPED if len(held) == 1 else Sureness.INFERRED
        return (Sequence(tuple(less_sure(each, sureness) for each in held), sureness),)

    def _held(self, function: Meaning, arguments: tuple[CodeExpression, ...], place: Place) -> Meanings:
        """Return the object that a function outside makes to hold what it is given."""
        if not isinstance(function, Outside) or not is_maker(self._file.contents, function):
            return NOTHING
        given = self._meant.value(arguments[0], place) if len(arguments) == 1 else NOTHING
        holder = function.name.rpartition(".")[0]
        made = Outside(holder, Sureness.TYPED, is_instance=True, arguments=given)
        return (made,) if len(given) == 1 else NOTHING

    def _functions(self, call: CallExpr, place: Place) -> tuple[Meanings, tuple[CodeExpression, ...]]:
        """Return what a call may run, and what it is given: with the object, if it is called like a method of it."""
        function, arguments = call.function, self._file.arguments_of(call, place)
        if isinstance(function, MemberExpr):
            values = self._meant.holder(function, place)
            n_arguments = self._n_arguments(call, place)
            called = self._meant.value_members.member(
                values,
                function.name,
                is_function=True,
                is_value=function.is_value,
                n_arguments=n_arguments,
            )
            functions = self._meant.value_members.extended(values, called, function.name, place, n_arguments)
            return (functions, (function.value, *arguments)) if functions != called else (called, arguments)
        if isinstance(function, NameExpr):
            called = self._meant.plain_names.meanings(
                function, place, is_called=True, n_arguments=self._n_arguments(call, place)
            )
            return called, arguments
        return self._meant.value(self._without_arguments(function, place), place), arguments

    def _n_arguments(self, call: CallExpr, place: Place) -> int | None:
        """Return how many arguments a call has, if that is known."""
        is_given_nothing = self._file.is_given_nothing(call, place)
        return 0 if is_given_nothing else len(self._file.arguments_of(call, place)) or None

    def _made_by_call(self, call: CallExpr, place: Place) -> Meanings:
        """Return the objects that a method makes which every type has, or what it takes out of its object."""
        customs = self._program.customs_at(place.path)
        function = call.function
        if not isinstance(function, MemberExpr):
            return NOTHING
        values = self._meant.holder(function, place)
        if customs.type_getter and function.name == customs.type_getter:
            return tuple(Defined(each.entity, each.sureness) for each in values if isinstance(each, Instance))
        if function.name in customs.pointed:
            outside = (each for each in values if isinstance(each, Outside))
            pointed = tuple(inner for each in outside for inner in self._meant.items.pointed_to(each, place))
            if pointed:
                return pointed
        if function.name in self._file.customs.binders:
            functions = tuple(filter(self._signatures.is_function, values))
            if functions:
                return functions
        types = (
            each.entity for each in values if isinstance(each, Defined) and self.has_objects(each.entity)
        )
        made = dict.fromkeys(
            each
            for entity in types
            if function.name in customs.makers or self._constructors.are_called(entity, function.name)
            for each in self._meant.types.objects(entity, NOTHING)
        )
        return tuple(made) or self._taken_out(values, function.name)

    def has_objects(self, entity: Entity) -> bool:
        """Whether something is a type of which objects can be made."""
        return self._program.is_type(entity) and not self._program.definition(entity).is_mixin

    def _run_by(self, called: Meanings, n_arguments: int | None) -> Meanings:
        """Return what runs where something is called: what a variable holds may be an object with a method for that."""
        held = self._held_by(called)
        return held if held == called else self.applied(held, n_arguments)

    def _held_by(self, called: Meanings) -> Meanings:
        """Return what is called: functions and types, if there are any; of a variable, what it holds."""
        found: dict[Meaning, None] = {}
        runs = [
            each
            for each in called
            if isinstance(each, Defined) and not self._program.is_variable(each.entity)
        ]
        for each in runs or called:
            is_held = isinstance(each, Defined) and self._program.is_variable(each.entity)
            found.update(dict.fromkeys(self._meant.held_values.values_of((each,)) if is_held else (each,)))
        return tuple(found)

    def _taking_nothing(self, called: Meanings, call: CallExpr, place: Place) -> Meanings:
        """Return those of several functions of one name that can be called without arguments, if the call has none."""
        has_overloads = traits_of(self._program.files[place.path].language).has_overloads
        if len(called) <= 1 or not has_overloads or not self._file.is_given_nothing(call, place):
            return called
        fitting = tuple(
            each
            for each in called
            if isinstance(each, Defined)
            and self._program.is_function(each.entity)
            and self._signatures.takes(each.entity, 0)
        )
        return fitting or called

    def _chosen(self, called: Meanings, arguments: tuple[CodeExpression, ...], place: Place) -> Meanings:
        """Return what can be meant among functions of one name, where arguments tell."""
        functions = tuple(
            each.entity
            for each in called
            if isinstance(each, Defined) and self._program.is_function(each.entity)
        )
        if len(functions) <= 1 or not arguments:
            return called
        fitting = (
            tuple(each for each in functions if self._signatures.takes(each, len(arguments))) or functions
        )
        chosen = self._meant.overloads.chosen(fitting, arguments, place) if len(fitting) > 1 else fitting
        return tuple(each for each in called if isinstance(each, Defined) and each.entity in chosen)

    def _given_to(
        self, meaning: Meaning, call: CallExpr, arguments: tuple[CodeExpression, ...], place: Place
    ) -> tuple[Meanings, ...]:
        """Return what a call gives to a function that has type parameters of its own, or may have: it lies outside."""
        is_outside = isinstance(meaning, Outside) and bool(self._program.customs_at(place.path).libraries)
        is_generic = isinstance(meaning, Defined) and self._program.definition(meaning.entity).type_parameters
        given = tuple(self._meant.value(each, place) for each in arguments if is_generic or is_outside)
        is_known = not is_outside or self._file.are_arguments_read(call, place)
        return given if is_known else (*given, NOTHING)

    def _gives_receiver(self, meaning: Meaning) -> bool:
        """Whether a method is known to return the object that it is called on."""
        if not isinstance(meaning, Defined):
            return False
        definition = self._program.definition(meaning.entity)
        is_declared = definition.returns is not None and not is_unwritten(definition.returns)
        return (
            not is_declared and isinstance(definition.value, ReceiverExpr) and not definition.value.is_parent
        )

    def _is_receiver(self, meaning: Meaning) -> bool:
        """Whether a method may be called on something: an object, or a type where that is one."""
        is_type = isinstance(meaning, Defined) and self._program.is_type(meaning.entity)
        customs = self._file.customs
        return isinstance(meaning, Instance) or (
            is_type and (customs.are_types_objects or customs.are_types_tables)
        )

    def _as_receiver(self, meaning: Meaning) -> Meaning:
        """Return what a method gives that returns what it is called on; a type that is a table gives an object of it."""
        if isinstance(meaning, Defined) and self._file.customs.are_types_tables:
            return Instance(meaning.entity, meaning.sureness)
        return meaning

    def _is_accessor(self, meaning: Meaning) -> bool:
        """Whether a variable is read by a function of its name."""
        return isinstance(meaning, Defined) and self._program.definition(meaning.entity).has_accessor

    def applied(self, called: Meanings, n_arguments: int | None) -> Meanings:
        """Return what runs where something is called: of an object the method that is meant for that, its own or inherited."""
        name = self._file.customs.applied
        if not name:
            return called
        holders = [
            each
            for each in called
            if isinstance(each, Instance) or self._meant.types.type_names.is_object(each)
        ]
        members = self._meant.value_members.member(tuple(holders), name, n_arguments=n_arguments)
        methods = tuple(each for each in members if isinstance(each, Defined))
        inherited = tuple(each for each in members if isinstance(each, Outside))
        outside = tuple(
            Outside(f"{each.name}.{name}", each.sureness, arguments=each.arguments)
            for each in called
            if isinstance(each, Outside) and each.is_instance
            if each.name != FUNCTION and not each.name.endswith(")")
        )
        others = tuple(each for each in called if each not in holders)
        return methods or outside or others or inherited or called

    def _taken_out(self, values: Meanings, name: str) -> Meanings:
        """Return what a method that the repository does not define takes out of objects."""
        found: dict[Meaning, None] = {}
        for value in values:
            awaited = (
                self._meant.value_members.inner_type(value, self._file.contents.awaited)
                if name == self._file.contents.wait
                else NOTHING
            )
            given = awaited or given_by(self._file.contents, value, name)
            if given and not any(
                isinstance(each, Defined) for each in self._meant.value_members.member((value,), name)
            ):
                found.update(dict.fromkeys(given))
        return tuple(found)

    def given(self, given: GivenExpr, place: Place) -> Meanings:
        """Return what a call gives to a function without a name, as its parameter for such a function is declared."""
        call = given.call
        if given.argument == WHOLE:
            held = self._meant.types.bounded(self._meant.value(call, place))
            return _parameter_of(self._meant.results.as_functions(held), given.parameter)
        if isinstance(call, CallExpr):
            called, arguments = self._functions(call, place)
            arguments = _without_wanted(arguments) if given.parameter == WHOLE else arguments
            types = tuple(first_known(self._meant.types.type_at(each, place)) for each in call.type_arguments)
            called = self._chosen(self._signatures.with_types(called, len(types)), arguments, place)
            shift = len(arguments) - len(self._file.arguments_of(call, place))
        elif isinstance(call, NewExpr):
            made = tuple(each for each in self._meant.made(call, place) if isinstance(each, Instance))
            called = tuple(
                Defined(each, through=owner) for owner in made for each in self._constructors.of(owner.entity)
            )
            types, shift = NOTHING, 0
            arguments = self._file.arguments.get((call.begin, call.end), ())
            arguments = _without_wanted(arguments) if given.parameter == WHOLE else arguments
            called = self._chosen(called, arguments, place)
        else:
            return NOTHING
        found: dict[Meaning, None] = {}
        for meaning in called:
            if isinstance(meaning, Defined):
                argument = (given.list, given.argument + (0 if given.list else shift))
                told = self._told(meaning, arguments, place) if given.list else ()
                wanted = self._meant.results.wanted(meaning, argument, types, told)
                found.update(dict.fromkeys(_parameter_of(wanted, given.parameter)))
            elif isinstance(meaning, Outside):
                outside = self._outside_types(place.path)
                found.update(dict.fromkeys(outside.given(meaning.name, meaning.arguments, given.parameter)))
                if given.parameter == 0:
                    found.update(dict.fromkeys(self._meant.results.item_of_sequence(meaning, place)))
        return tuple(found) if len(found) == 1 else NOTHING

    def _told(
        self, function: Defined, arguments: tuple[CodeExpression, ...], place: Place
    ) -> tuple[Meanings, ...]:
        """Return what is given in the first list to a function whose type parameters may be told by that."""
        is_generic = bool(self._program.definition(function.entity).type_parameters)
        return tuple(self._meant.value(each, place) for each in arguments if is_generic)

    def _without_arguments(self, function: CodeExpression, place: Place) -> CodeExpression:
        """Return the function of a call that may write type arguments in brackets behind it."""
        customs = self._program.customs_at(place.path)
        is_generic = customs.brackets_hold_types and isinstance(function, ItemExpr)
        return function.value if is_generic and isinstance(function, ItemExpr) else function


def _without_wanted(arguments: tuple[CodeExpression, ...]) -> tuple[CodeExpression, ...]:
    """Return arguments of a call without those whose type is what the call wants: they do not tell what it means."""
    return tuple(
        OtherExpr(each.begin, each.end)
        if isinstance(each, NewExpr) and isinstance(each.like, GivenExpr)
        else each
        for each in arguments
    )


def _parameter_of(function: Meanings, number: int) -> Meanings:
    """Return what functions of a type get as a parameter: `A` of `Action<A>`, also in `Expression<Action<A>>`."""
    if number == WHOLE:
        return function
    written = tuple(each for each in function if isinstance(each, Outside) and each.name == FUNCTION)
    if len(written) == 1:
        wanted = written[0].arguments[number + 1 : number + 2]
        return tuple(each for each in wanted if not isinstance(each, Unknown))
    if len(function) != 1 or not isinstance(function[0], Outside) or not function[0].arguments:
        return NOTHING
    outer = function[0]
    inner = outer.arguments[0]
    if outer.name.rpartition(".")[2] == "Expression":
        return _parameter_of((inner,), number)
    is_known = number < len(outer.arguments) and not isinstance(outer.arguments[number], Unknown)
    return (outer.arguments[number],) if is_known else NOTHING
