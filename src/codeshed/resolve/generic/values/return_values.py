"""The values that functions return.

Turns: a function and its arguments → Values of the result: by the declared return type, else by the one value it returns.
"""

from codeshed.model.code_expressions import FUNCTION
from codeshed.model.code_facts import CodeDefinition
from codeshed.model.semantic import DefinitionKind
from codeshed.resolve.generic.definition_key import Entity
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
    """Evaluates return types and returned values."""

    def __init__(self, context: Ground, types: WrittenTypes, read_value: ReadValue) -> None:
        self._context = context
        self._program = context.program
        self._cache = context.recall
        self._generics = context.generics
        self._types = types
        self._read_value = read_value

    def result(
        self,
        value: Meaning,
        arguments: tuple[Meanings, ...],
        place: Place,
        type_arguments: Meanings = NOTHING,
        *,
        n_given: int | None = None,
    ) -> Meanings:
        """Return the result of calling a value with arguments."""
        match value:
            case Defined(entity=entity) if (
                self._program.is_type(entity) or self._program.enum_of(entity) is not None
            ):
                return self._types.objects(entity, NOTHING)
            case Instance(entity=entity) if not self._program.is_type(entity):
                return NOTHING
            case Defined() | Instance():
                overloads = self._program.definition(value.entity).overloads
                if overloads:
                    return self._overloaded(value, arguments, type_arguments, n_given)
                return self._declared_result(value, arguments, type_arguments)
            case Outside():
                contents = self._program.customs_at(place.path).contents
                return self._external_result(_dereferenced_function(value, contents), arguments, place)
            case _:
                return NOTHING

    def _external_result(self, function: Outside, arguments: tuple[Meanings, ...], place: Place) -> Meanings:
        """Return the result of an external function: by its type, by what is known of its library, or a value of its own."""
        name, certainty = function.name, function.sureness
        if name == FUNCTION:
            return tuple(
                less_sure(each, certainty) for each in function.arguments[:1] if not isinstance(each, Unknown)
            )
        rules = self._program.customs_at(place.path)
        if function.is_instance and name in rules.callables:
            return tuple(
                less_sure(each, certainty) for each in function.arguments[:1] if not isinstance(each, Unknown)
            )
        callable_type = _type_of_callable(function, rules)
        if callable_type.rpartition(".")[2] in rules.returning and function.arguments:
            result = function.arguments[-1]
            return () if isinstance(result, Unknown) else (less_sure(result, certainty),)
        known = self._context.outside_types(place.path).result(name, function.arguments)
        if isinstance(known, Unknown) and not rules.roots:
            return NOTHING
        if known is not None and not isinstance(known, Unknown):
            return (less_sure(known, certainty),)
        is_any = may_give_any(function, rules, arguments)
        return self._sequence_method_result(function, place) or (
            Outside(f"{name}()", certainty, is_instance=True, may_be_any=is_any),
        )

    def _declared_result(
        self, called: Defined | Instance, arguments: tuple[Meanings, ...], type_arguments: Meanings
    ) -> Meanings:
        """Return the declared result of a function of the repository; if it declares none, what it returns."""
        entity = called.entity
        definition = self._program.definition(entity)
        returns = definition.returns
        through = called.through if isinstance(called, Defined) else called
        inside = Place(entity.path, entity.number, definition.begin)
        function = self._function_type_of(called) if returns is None else NOTHING
        if function and isinstance(function[0], Outside):
            results = self._external_result(function[0], arguments, inside)
            return tuple(less_sure(each, called.sureness) for each in results)
        if returns is None or is_unwritten(returns):
            return self._generics.seen(self._returned(entity, definition), through, entity)
        bound = self._bind_type_parameters(entity, type_arguments, arguments)
        returned = self._types.typed(returns, inside, lambda: self._returned(entity, definition))
        declared = substituted(returned, bound)
        seen = self._generics.seen(declared, through, entity)
        return tuple(less_sure(each, called.sureness) for each in seen)

    def _overloaded(
        self,
        called: Defined | Instance,
        arguments: tuple[Meanings, ...],
        type_arguments: Meanings,
        n_arguments: int | None,
    ) -> Meanings:
        """Return the result by the declared signatures that accept the number of arguments; several make it a guess."""
        entity = called.entity
        definition = self._program.definition(entity)
        overloads = [
            each
            for each in definition.overloads
            if n_arguments is None
            or (each.n_least <= n_arguments and (each.n_most is None or n_arguments <= each.n_most))
        ] or definition.overloads
        inside = Place(entity.path, entity.number, definition.begin)
        bound = self._bind_type_parameters(entity, type_arguments, arguments)
        through = called.through if isinstance(called, Defined) else called
        results_by_overload = [
            NOTHING if each.returns is None else substituted(self._types.type_at(each.returns, inside), bound)
            for each in overloads
        ]
        certainty = called.sureness if len(set(results_by_overload)) == 1 else Sureness.INFERRED
        found = dict.fromkeys(
            each for results in results_by_overload for each in self._generics.seen(results, through, entity)
        )
        return tuple(less_sure(each, certainty) for each in found)

    def _returned(self, entity: Entity, definition: CodeDefinition) -> Meanings:
        """Return the value of a function's only result, where no type is declared."""
        value = definition.value
        if definition.kind is not DefinitionKind.FUNCTION or value is None:
            return NOTHING
        place = Place(entity.path, entity.number, NOWHERE)
        found = self._cache.ask(("result", entity), lambda: self._read_value(value, place))
        return tuple(less_sure(each, Sureness.INFERRED) for each in found)

    def _bind_type_parameters(
        self, entity: Entity, type_arguments: Meanings, arguments: tuple[Meanings, ...]
    ) -> dict[Variable, Meaning]:
        """Bind the type parameters of a function by explicit type arguments, then by the arguments."""
        definition = self._program.definition(entity)
        inside = Place(entity.path, entity.number, definition.begin)
        bound = self._bind_type_arguments(entity, type_arguments)
        for parameter, values in zip(definition.parameters, arguments, strict=False):
            if parameter.type is not None:
                expected = self._types.type_at(parameter.type, inside)
                bound = (
                    self._generics.unified(expected, values, self._context.outside_types(entity.path)) | bound
                )
        return bound

    def _bind_type_arguments(self, entity: Entity, type_arguments: Meanings) -> dict[Variable, Meaning]:
        parameters = self._program.definition(entity).type_parameters
        return {
            Variable(entity, parameter.name): each
            for parameter, each in zip(parameters, type_arguments, strict=False)
            if not isinstance(each, Unknown)
        }

    def wanted(
        self,
        function: Defined,
        argument: tuple[int, int],
        type_arguments: Meanings,
        arguments: tuple[Meanings, ...],
    ) -> Meanings:
        """Return the type that a function expects for an argument, by the number of its parameter list and the position in it.

        Its type parameters are bound by explicit type arguments, or by the arguments in the first list.
        """
        definition = self._program.definition(function.entity)
        number, position = argument
        types = [each.type for each in definition.parameters if each.list == number]
        declared = types[position] if position < len(types) else None
        if declared is None:
            return NOTHING
        inside = Place(function.entity.path, function.entity.number, definition.begin)
        bound = self._bind_type_parameters(function.entity, type_arguments, arguments)
        expected = substituted(self._types.type_at(declared, inside), bound)
        seen = self._generics.seen(expected, function.through, function.entity)
        return self.as_functions(seen)

    def as_functions(self, values: Meanings) -> Meanings:
        """Replace named function types, such as delegates and aliases, by the function types that they name."""
        return tuple(inner for each in values for inner in self._function_type_of(each) or (each,))

    def _function_type_of(self, value: Meaning) -> Meanings:
        """Return the function type that a type is only a name of."""
        if not isinstance(value, Instance):
            return NOTHING
        definition = self._program.definition(value.entity)
        if definition.type is None or definition.type.name != FUNCTION:
            return NOTHING
        found = self._types.type_at(definition.type, place_of(value.entity, definition))
        return substituted(found, self._generics.bound(value))

    def _sequence_method_result(self, method: Outside, place: Place) -> Meanings:
        """Return the result of a method of an external sequence: an element, or a sequence of such elements."""
        rules = self._program.customs_at(place.path)
        owner, _, name = method.name.rpartition(".")
        if not _is_method_of_sequence(owner, method, rules):
            return NOTHING
        if name in rules.sequence_methods.of_one:
            return tuple(less_sure(each, method.sureness) for each in method.arguments)
        is_same = name in rules.sequence_methods.of_same
        return (Sequence(method.arguments, method.sureness),) if is_same else NOTHING

    def item_of_sequence(self, method: Outside, place: Place) -> Meanings:
        """Return the element that a method of an external sequence passes to its callback."""
        rules = self._program.customs_at(place.path)
        owner, _, name = method.name.rpartition(".")
        if name in rules.sequence_methods.with_item and _is_method_of_sequence(owner, method, rules):
            return method.arguments
        return NOTHING


def _dereferenced_function(called: Outside, contents: Contents) -> Outside:
    """Return the function that is behind a called pointer."""
    inner = seen_through(contents, called, "")
    functions = (each for each in inner if isinstance(each, Outside) and each.name == FUNCTION)
    return next(functions, called)


def _type_of_callable(called: Outside, rules: Customs) -> str:
    """Return the external type of an object that is called as a function, directly or by a method such as `invoke`."""
    owner, _, name = called.name.rpartition(".")
    return called.name if called.is_instance else owner if name in rules.invokers else ""


def _is_method_of_sequence(owner: str, method: Outside, rules: Customs) -> bool:
    """Whether a method belongs to a sequence with one element type."""
    last = owner.rpartition(".")[2]
    base = rules.sequence_methods.base
    is_known = bool(base) and (last == base or base in rules.known_bases.get(last, ()))
    is_item = len(method.arguments) == 1 and not isinstance(method.arguments[0], Unknown)
    return is_known and is_item
