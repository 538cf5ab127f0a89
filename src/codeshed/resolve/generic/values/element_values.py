"""The values of elements.

Turns: Values of a container, pointer or future → Values of its elements, of its target, of its result.
"""

from codeshed.model.facts.code_expressions import FUNCTION_TYPE, TUPLE, ItemExpr
from codeshed.resolve.generic.definition_key import DefinitionKey
from codeshed.resolve.generic.members.receiver_members import ReceiverMembers
from codeshed.resolve.generic.resolver_context import ResolverContext
from codeshed.resolve.generic.types.generics import substitute
from codeshed.resolve.generic.types.type_lowering import TypeLowering
from codeshed.resolve.generic.values.return_values import ReturnValues
from codeshed.resolve.generic.values.values import (
    NO_VALUES,
    Certainty,
    DefinitionValue,
    External,
    Instance,
    Place,
    SequenceValue,
    Unknown,
    Value,
    Values,
    limit_certainty,
)


class ElementValues:
    """Evaluates indexing, iteration, dereferencing and `await`."""

    def __init__(
        self,
        context: ResolverContext,
        types: TypeLowering,
        receiver_members: ReceiverMembers,
        return_values: ReturnValues,
    ) -> None:
        self._symbol_table = context.symbol_table
        self._file = context.file
        self._members = context.members
        self._generics = context.generics
        self._external_types = context.external_types
        self._types = types
        self._receiver_members = receiver_members
        self._return_values = return_values

    def index_or_iterate(self, expression: ItemExpr, containers: Values, place: Place) -> Values:
        """Return the value of `a[i]`, of the variable of a loop over `a`, or of `await a`.

        A loop is an ItemExpr that ends where its container ends.
        """
        if expression.is_awaited:
            return self._await(containers)
        if self._symbol_table.rules_at(place.path).has_pointer_indexing:
            is_loop = expression.end <= expression.value.end
            found = self.iterate(containers, place) if is_loop else self._index_elements(containers, place)
            return found or self._index_pointers(containers, place)
        if expression.end > expression.value.end:
            return self._index_operator_result(containers, place) or self._elements(containers)
        if self._symbol_table.rules_at(place.path).known_bases:
            containers = tuple(each for each in containers if not _has_several_arguments(each))
        return self.iterate(containers, place)

    def element_at(self, index: int, containers: Values, place: Place) -> Values:
        """Return the element at a constant index: exactly that one of a tuple, any of other sequences.

        Where the library has tuple types, other types are no sequences.
        """
        found: dict[Value, None] = {}
        tuples = self._file.wrapper_types.tuple_types
        for each in containers:
            if isinstance(each, External) and (each.name == TUPLE or each.name in tuples):
                found.update(dict.fromkeys(each.arguments[index : index + 1]))
            elif not tuples:
                found.update(dict.fromkeys(self.iterate((each,), place)))
        return tuple(each for each in found if not isinstance(each, Unknown))

    def iterate(self, containers: Values, place: Place) -> Values:
        """Return what iteration gives: as the library declares it, else the elements."""
        iterable = self._symbol_table.rules_at(place.path).iterable_type
        if not iterable:
            return self._elements(containers)
        found: dict[Value, None] = {}
        external_types = self._external_types(place.path)
        for each in containers:
            base = external_types.as_base(each, iterable) if isinstance(each, External) else None
            elements = (
                self._iterator_result(each, place) or self._elements((each,))
                if base is None
                else base.arguments
            )
            found.update(dict.fromkeys(inner for inner in elements if not isinstance(inner, Unknown)))
        return tuple(found)

    def _iterator_result(self, value: Value, place: Place) -> Values:
        """Return what the iterator method of an instance's type declares."""
        for name in (
            self._symbol_table.rules_at(place.path).iterator_methods if isinstance(value, Instance) else ()
        ):
            methods = self._receiver_members.lookup((value,), name)
            return_values = (
                self._return_values.result_of(each, (), place)
                for each in methods
                if isinstance(each, DefinitionValue)
            )
            iterators = (each for result in return_values for each in result if isinstance(each, External))
            found = dict.fromkeys(inner for each in iterators for inner in each.arguments[:1])
            if found:
                return tuple(found)
        return NO_VALUES

    def _index_elements(self, containers: Values, place: Place) -> Values:
        """Return the result of indexing: as the library declares it, else the elements."""
        found: dict[Value, None] = {}
        indexer, external_types = (
            self._symbol_table.rules_at(place.path).index_method,
            self._external_types(place.path),
        )
        for each in containers:
            declared = None
            if isinstance(each, External) and indexer:
                declared = external_types.method_result(f"{each.name}.{indexer}", each.arguments)
            found.update(dict.fromkeys(self._elements((each,)) if declared is None else (declared,)))
        return tuple(each for each in found if not isinstance(each, Unknown))

    def _elements(self, values: Values) -> Values:
        """Return the elements of containers: of an array its items, of a generic type its last type argument."""
        found: dict[Value, None] = {}
        for value in values:
            match value:
                case SequenceValue(items=items):
                    found.update(dict.fromkeys(items))
                case External(name=name) if name in {TUPLE, FUNCTION_TYPE}:
                    pass
                case External(arguments=arguments) if arguments:
                    found[arguments[-1]] = None
                case Instance(entity=entity) if self._symbol_table.definition(entity).type is not None:
                    found.update(dict.fromkeys(self._elements(self._underlying(value))))
                case Instance(entity=entity, arguments=arguments):
                    # The type arguments of a trait say nothing of the elements: `impl Index<usize> for A`.
                    are_traits = self._symbol_table.rules_at(entity.path).has_traits
                    bases = () if are_traits else self._generics.bases(value)
                    externals = (each for each in bases if isinstance(each, External))
                    type_arguments = next((each.arguments for each in externals if each.arguments), arguments)
                    found.update(dict.fromkeys(type_arguments[-1:]))
                case _:
                    pass
        return tuple(found)

    def _underlying(self, value: Instance) -> Values:
        """Return the type that a type is defined as, `[]B` of `type A []B` in Go."""
        definition = self._symbol_table.definition(value.entity)
        if definition.type is None:
            return NO_VALUES
        found = self._types.type_at(
            definition.type, Place(value.entity.path, value.entity.number, definition.begin)
        )
        return substitute(found, self._generics.substitution_of(value))

    def _await(self, values: Values) -> Values:
        """Return the results of futures; other values as they are."""
        found: dict[Value, None] = {}
        for value in values:
            is_future = (
                isinstance(value, External) and value.name.rpartition(".")[2] in self._file.rules.future_types
            )
            found.update(dict.fromkeys(self._elements((value,)) if is_future else (value,)))
        return tuple(found)

    def _index_operator_result(self, values: Values, place: Place) -> Values:
        """Return the results of the index operators of instances."""
        indexer = self._symbol_table.rules_at(place.path).index_method
        if not indexer:
            return NO_VALUES
        found: dict[Value, None] = {}
        for each in self._receiver_members.lookup(
            tuple(each for each in values if isinstance(each, Instance)), indexer
        ):
            if isinstance(each, DefinitionValue):
                found.update(dict.fromkeys(self._return_values.result_of(each, (), place)))
        return tuple(found)

    def _index_pointers(self, values: Values, place: Place) -> Values:
        """Return the elements behind pointers: an object without an index operator may be the first of an array."""
        return tuple(
            inner
            for each in values
            if isinstance(each, Instance) and not each.arguments
            for inner in self._index_pointer(each, place)
        )

    def _index_pointer(self, value: Instance, place: Place) -> Values:
        operators = self._methods_named(value, self._symbol_table.rules_at(place.path).index_method)
        if not operators:
            return (value,)
        found = self._return_values.result_of(DefinitionValue(operators[0], through=value), (), place)
        if any(isinstance(each, Instance) for each in found):
            return found
        return (
            limit_certainty(value, Certainty.INFERRED),
            *(limit_certainty(each, Certainty.INFERRED) for each in found),
        )

    def dereference(self, value: Value, place: Place) -> Values:
        """Return the target of a smart pointer, or of an object with `operator->`; nothing for other values."""
        if isinstance(value, External) and value.arguments and self._is_pointer(value, place):
            return value.arguments[:1]
        if isinstance(value, Instance):
            operators = self._methods_named(value, self._symbol_table.rules_at(place.path).arrow_operator)
            return (
                self._return_values.result_of(DefinitionValue(operators[0], through=value), (), place)
                if operators
                else NO_VALUES
            )
        return NO_VALUES

    def _methods_named(self, value: Instance, name: str) -> tuple[DefinitionKey, ...]:
        """Return the methods with a name that may be empty: the language may have no such method."""
        return self._members.lookup(value.entity, name) if name else ()

    def _is_pointer(self, value: External, place: Place) -> bool:
        pointers = self._symbol_table.rules_at(place.path).smart_pointers
        return value.name.rpartition(".")[2] in pointers


def tuple_element(values: Values, index: int) -> Values:
    """Return one element of a tuple; any other value is its own first element."""
    found: dict[Value, None] = {}
    for value in values:
        if isinstance(value, External) and value.name == TUPLE:
            found.update(dict.fromkeys(value.arguments[index : index + 1]))
        elif index == 0:
            found[value] = None
    return tuple(each for each in found if not isinstance(each, Unknown))


def _has_several_arguments(value: Value) -> bool:
    """Whether an external type has several type arguments, so that its elements are not instances of the last."""
    return isinstance(value, External) and len(value.arguments) > 1
