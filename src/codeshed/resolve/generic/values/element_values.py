"""The values of elements.

Turns: Values of a container, pointer or future → Values of its elements, of its target, of its result.
"""

from codeshed.model.code_expressions import FUNCTION, TUPLE, ItemExpr
from codeshed.resolve.generic.definition_key import Entity
from codeshed.resolve.generic.members.receiver_members import ValueMembers
from codeshed.resolve.generic.resolver_context import Ground
from codeshed.resolve.generic.types.generics import substituted
from codeshed.resolve.generic.types.type_lowering import WrittenTypes
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
    less_sure,
)


class Items:
    """Evaluates indexing, iteration, dereferencing and `await`."""

    def __init__(
        self, context: Ground, types: WrittenTypes, value_members: ValueMembers, results: Results
    ) -> None:
        self._program = context.program
        self._file = context.file
        self._members = context.members
        self._generics = context.generics
        self._external_types = context.outside_types
        self._types = types
        self._value_members = value_members
        self._results = results

    def item(self, expression: ItemExpr, containers: Meanings, place: Place) -> Meanings:
        """Return the value of `a[i]`, of the variable of a loop over `a`, or of `await a`.

        A loop is an ItemExpr that ends where its container ends.
        """
        if expression.is_awaited:
            return self._await(containers)
        if self._program.customs_at(place.path).are_pointers_arrays:
            is_loop = expression.end <= expression.value.end
            found = self.walked(containers, place) if is_loop else self._index_elements(containers, place)
            return found or self._index_pointers(containers, place)
        if expression.end > expression.value.end:
            return self._index_operator_result(containers, place) or self._elements(containers)
        if self._program.customs_at(place.path).known_bases:
            containers = tuple(each for each in containers if not _has_several_arguments(each))
        return self.walked(containers, place)

    def at(self, index: int, containers: Meanings, place: Place) -> Meanings:
        """Return the element at a constant index: exactly that one of a tuple, any of other sequences.

        Where the library has tuple types, other types are no sequences.
        """
        found: dict[Meaning, None] = {}
        tuples = self._file.contents.tuples
        for each in containers:
            if isinstance(each, Outside) and (each.name == TUPLE or each.name in tuples):
                found.update(dict.fromkeys(each.arguments[index : index + 1]))
            elif not tuples:
                found.update(dict.fromkeys(self.walked((each,), place)))
        return tuple(each for each in found if not isinstance(each, Unknown))

    def walked(self, containers: Meanings, place: Place) -> Meanings:
        """Return what iteration gives: as the library declares it, else the elements."""
        iterable = self._program.customs_at(place.path).iterable
        if not iterable:
            return self._elements(containers)
        found: dict[Meaning, None] = {}
        external_types = self._external_types(place.path)
        for each in containers:
            base = external_types.as_base(each, iterable) if isinstance(each, Outside) else None
            elements = (
                self._iterator_result(each, place) or self._elements((each,))
                if base is None
                else base.arguments
            )
            found.update(dict.fromkeys(inner for inner in elements if not isinstance(inner, Unknown)))
        return tuple(found)

    def _iterator_result(self, value: Meaning, place: Place) -> Meanings:
        """Return what the iterator method of an instance's type declares."""
        for name in self._program.customs_at(place.path).iterators if isinstance(value, Instance) else ():
            methods = self._value_members.member((value,), name)
            results = (self._results.result(each, (), place) for each in methods if isinstance(each, Defined))
            iterators = (each for result in results for each in result if isinstance(each, Outside))
            found = dict.fromkeys(inner for each in iterators for inner in each.arguments[:1])
            if found:
                return tuple(found)
        return NOTHING

    def _index_elements(self, containers: Meanings, place: Place) -> Meanings:
        """Return the result of indexing: as the library declares it, else the elements."""
        found: dict[Meaning, None] = {}
        indexer, external_types = (
            self._program.customs_at(place.path).indexer,
            self._external_types(place.path),
        )
        for each in containers:
            declared = None
            if isinstance(each, Outside) and indexer:
                declared = external_types.result(f"{each.name}.{indexer}", each.arguments)
            found.update(dict.fromkeys(self._elements((each,)) if declared is None else (declared,)))
        return tuple(each for each in found if not isinstance(each, Unknown))

    def _elements(self, values: Meanings) -> Meanings:
        """Return the elements of containers: of an array its items, of a generic type its last type argument."""
        found: dict[Meaning, None] = {}
        for value in values:
            match value:
                case Sequence(items=items):
                    found.update(dict.fromkeys(items))
                case Outside(name=name) if name in {TUPLE, FUNCTION}:
                    pass
                case Outside(arguments=arguments) if arguments:
                    found[arguments[-1]] = None
                case Instance(entity=entity) if self._program.definition(entity).type is not None:
                    found.update(dict.fromkeys(self._elements(self._underlying(value))))
                case Instance(entity=entity, arguments=arguments):
                    # The type arguments of a trait say nothing of the elements: `impl Index<usize> for A`.
                    are_traits = self._program.customs_at(entity.path).has_traits
                    bases = () if are_traits else self._generics.bases(value)
                    externals = (each for each in bases if isinstance(each, Outside))
                    type_arguments = next((each.arguments for each in externals if each.arguments), arguments)
                    found.update(dict.fromkeys(type_arguments[-1:]))
                case _:
                    pass
        return tuple(found)

    def _underlying(self, value: Instance) -> Meanings:
        """Return the type that a type is defined as, `[]B` of `type A []B` in Go."""
        definition = self._program.definition(value.entity)
        if definition.type is None:
            return NOTHING
        found = self._types.type_at(
            definition.type, Place(value.entity.path, value.entity.number, definition.begin)
        )
        return substituted(found, self._generics.bound(value))

    def _await(self, values: Meanings) -> Meanings:
        """Return the results of futures; other values as they are."""
        found: dict[Meaning, None] = {}
        for value in values:
            is_future = (
                isinstance(value, Outside) and value.name.rpartition(".")[2] in self._file.customs.futures
            )
            found.update(dict.fromkeys(self._elements((value,)) if is_future else (value,)))
        return tuple(found)

    def _index_operator_result(self, values: Meanings, place: Place) -> Meanings:
        """Return the results of the index operators of instances."""
        indexer = self._program.customs_at(place.path).indexer
        if not indexer:
            return NOTHING
        found: dict[Meaning, None] = {}
        for each in self._value_members.member(
            tuple(each for each in values if isinstance(each, Instance)), indexer
        ):
            if isinstance(each, Defined):
                found.update(dict.fromkeys(self._results.result(each, (), place)))
        return tuple(found)

    def _index_pointers(self, values: Meanings, place: Place) -> Meanings:
        """Return the elements behind pointers: an object without an index operator may be the first of an array."""
        return tuple(
            inner
            for each in values
            if isinstance(each, Instance) and not each.arguments
            for inner in self._index_pointer(each, place)
        )

    def _index_pointer(self, value: Instance, place: Place) -> Meanings:
        operators = self._methods_named(value, self._program.customs_at(place.path).indexer)
        if not operators:
            return (value,)
        found = self._results.result(Defined(operators[0], through=value), (), place)
        if any(isinstance(each, Instance) for each in found):
            return found
        return (less_sure(value, Sureness.INFERRED), *(less_sure(each, Sureness.INFERRED) for each in found))

    def pointed_to(self, value: Meaning, place: Place) -> Meanings:
        """Return the target of a smart pointer, or of an object with `operator->`; nothing for other values."""
        if isinstance(value, Outside) and value.arguments and self._is_pointer(value, place):
            return value.arguments[:1]
        if isinstance(value, Instance):
            operators = self._methods_named(value, self._program.customs_at(place.path).arrow)
            return (
                self._results.result(Defined(operators[0], through=value), (), place)
                if operators
                else NOTHING
            )
        return NOTHING

    def _methods_named(self, value: Instance, name: str) -> tuple[Entity, ...]:
        """Return the methods with a name that may be empty: the language may have no such method."""
        return self._members.find(value.entity, name) if name else ()

    def _is_pointer(self, value: Outside, place: Place) -> bool:
        pointers = self._program.customs_at(place.path).pointers
        return value.name.rpartition(".")[2] in pointers


def part(values: Meanings, index: int) -> Meanings:
    """Return one element of a tuple; any other value is its own first element."""
    found: dict[Meaning, None] = {}
    for value in values:
        if isinstance(value, Outside) and value.name == TUPLE:
            found.update(dict.fromkeys(value.arguments[index : index + 1]))
        elif index == 0:
            found[value] = None
    return tuple(each for each in found if not isinstance(each, Unknown))


def _has_several_arguments(value: Meaning) -> bool:
    """Whether an external type has several type arguments, so that its elements are not instances of the last."""
    return isinstance(value, Outside) and len(value.arguments) > 1
