"""What stands in sequences and behind pointers.

Turns: Meanings of something → Meanings of its items, of what it points to, of what is there once it is awaited.
"""

from codeshed.model.code_expressions import FUNCTION, TUPLE, ItemExpr
from codeshed.resolve.generic.entity import Entity
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
    """Finds out what things hold."""

    def __init__(
        self, ground: Ground, types: WrittenTypes, value_members: ValueMembers, results: Results
    ) -> None:
        self._program = ground.program
        self._file = ground.file
        self._members = ground.members
        self._generics = ground.generics
        self._outside_types = ground.outside_types
        self._types = types
        self._value_members = value_members
        self._results = results

    def item(self, item: ItemExpr, held: Meanings, place: Place) -> Meanings:
        """Return what stands behind something in brackets, or what a loop over it gives: that ends where it ends."""
        if item.is_awaited:
            return self._awaited(held)
        if self._program.customs_at(place.path).are_pointers_arrays:
            is_walked = item.end <= item.value.end
            found = self.walked(held, place) if is_walked else self._at_index(held, place)
            return found or self._behind_pointers(held, place)
        if item.end > item.value.end:
            return self._indexed(held, place) or self._items(held)
        if self._program.customs_at(place.path).known_bases:
            held = tuple(each for each in held if not _is_of_pairs(each))
        return self.walked(held, place)

    def at(self, number: int, held: Meanings, place: Place) -> Meanings:
        """Return what stands at a place of a list: of several things that are given together one, of others any.

        Where the library has types for such things, others are no lists.
        """
        found: dict[Meaning, None] = {}
        tuples = self._file.contents.tuples
        for each in held:
            if isinstance(each, Outside) and (each.name == TUPLE or each.name in tuples):
                found.update(dict.fromkeys(each.arguments[number : number + 1]))
            elif not tuples:
                found.update(dict.fromkeys(self.walked((each,), place)))
        return tuple(each for each in found if not isinstance(each, Unknown))

    def walked(self, held: Meanings, place: Place) -> Meanings:
        """Return what loops over things give: as the library says, else what they hold."""
        iterable = self._program.customs_at(place.path).iterable
        if not iterable:
            return self._items(held)
        found: dict[Meaning, None] = {}
        outside = self._outside_types(place.path)
        for each in held:
            base = outside.as_base(each, iterable) if isinstance(each, Outside) else None
            given = self._iterated(each, place) or self._items((each,)) if base is None else base.arguments
            found.update(dict.fromkeys(inner for inner in given if not isinstance(inner, Unknown)))
        return tuple(found)

    def _iterated(self, value: Meaning, place: Place) -> Meanings:
        """Return what a loop over an object gives, if its type has a method for that which says it."""
        for name in self._program.customs_at(place.path).iterators if isinstance(value, Instance) else ():
            methods = self._value_members.member((value,), name)
            results = (self._results.result(each, (), place) for each in methods if isinstance(each, Defined))
            iterators = (each for result in results for each in result if isinstance(each, Outside))
            found = dict.fromkeys(inner for each in iterators for inner in each.arguments[:1])
            if found:
                return tuple(found)
        return NOTHING

    def _at_index(self, held: Meanings, place: Place) -> Meanings:
        """Return what stands behind things in brackets: as the library says, else what they hold."""
        found: dict[Meaning, None] = {}
        indexer, outside = self._program.customs_at(place.path).indexer, self._outside_types(place.path)
        for each in held:
            known = None
            if isinstance(each, Outside) and indexer:
                known = outside.result(f"{each.name}.{indexer}", each.arguments)
            found.update(dict.fromkeys(self._items((each,)) if known is None else (known,)))
        return tuple(each for each in found if not isinstance(each, Unknown))

    def _items(self, meanings: Meanings) -> Meanings:
        """Return what things hold: an array its items, a generic type its last argument."""
        found: dict[Meaning, None] = {}
        for meaning in meanings:
            match meaning:
                case Sequence(items=items):
                    found.update(dict.fromkeys(items))
                case Outside(name=name) if name in {TUPLE, FUNCTION}:
                    pass
                case Outside(arguments=arguments) if arguments:
                    found[arguments[-1]] = None
                case Instance(entity=entity) if self._program.definition(entity).type is not None:
                    found.update(dict.fromkeys(self._items(self._underlying(meaning))))
                case Instance(entity=entity, arguments=arguments):
                    # What a trait is applied to says nothing of what an object holds: `impl Index<usize> for A`.
                    are_traits = self._program.customs_at(entity.path).has_traits
                    bases = () if are_traits else self._generics.bases(meaning)
                    outside = (each for each in bases if isinstance(each, Outside))
                    given = next((each.arguments for each in outside if each.arguments), arguments)
                    found.update(dict.fromkeys(given[-1:]))
                case _:
                    pass
        return tuple(found)

    def _underlying(self, meaning: Instance) -> Meanings:
        """Return what an object of a type is that is declared as another one, as `type A []B`."""
        definition = self._program.definition(meaning.entity)
        if definition.type is None:
            return NOTHING
        found = self._types.type_at(
            definition.type, Place(meaning.entity.path, meaning.entity.number, definition.begin)
        )
        return substituted(found, self._generics.bound(meaning))

    def _awaited(self, meanings: Meanings) -> Meanings:
        """Return what is there once things are awaited: what a future holds, anything else as it is."""
        found: dict[Meaning, None] = {}
        for meaning in meanings:
            is_future = (
                isinstance(meaning, Outside) and meaning.name.rpartition(".")[2] in self._file.customs.futures
            )
            found.update(dict.fromkeys(self._items((meaning,)) if is_future else (meaning,)))
        return tuple(found)

    def _indexed(self, meanings: Meanings, place: Place) -> Meanings:
        """Return what stands behind objects in brackets, if their types say so themselves."""
        indexer = self._program.customs_at(place.path).indexer
        if not indexer:
            return NOTHING
        found: dict[Meaning, None] = {}
        for each in self._value_members.member(
            tuple(each for each in meanings if isinstance(each, Instance)), indexer
        ):
            if isinstance(each, Defined):
                found.update(dict.fromkeys(self._results.result(each, (), place)))
        return tuple(found)

    def _behind_pointers(self, values: Meanings, place: Place) -> Meanings:
        """Return what stands behind pointers in brackets: an object that can't be indexed is one of many."""
        return tuple(
            inner
            for each in values
            if isinstance(each, Instance) and not each.arguments
            for inner in self._behind_pointer(each, place)
        )

    def _behind_pointer(self, value: Instance, place: Place) -> Meanings:
        operators = self._named_method(value, self._program.customs_at(place.path).indexer)
        if not operators:
            return (value,)
        found = self._results.result(Defined(operators[0], through=value), (), place)
        if any(isinstance(each, Instance) for each in found):
            return found
        return (less_sure(value, Sureness.INFERRED), *(less_sure(each, Sureness.INFERRED) for each in found))

    def pointed_to(self, meaning: Meaning, place: Place) -> Meanings:
        """Return what an object that acts as a pointer stands for; of others nothing."""
        if isinstance(meaning, Outside) and meaning.arguments and self._is_pointer(meaning, place):
            return meaning.arguments[:1]
        if isinstance(meaning, Instance):
            operators = self._named_method(meaning, self._program.customs_at(place.path).arrow)
            return (
                self._results.result(Defined(operators[0], through=meaning), (), place)
                if operators
                else NOTHING
            )
        return NOTHING

    def _named_method(self, value: Instance, name: str) -> tuple[Entity, ...]:
        """Return the methods of a name, if the language has a name for what they do."""
        return self._members.find(value.entity, name) if name else ()

    def _is_pointer(self, meaning: Outside, place: Place) -> bool:
        pointers = self._program.customs_at(place.path).pointers
        return meaning.name.rpartition(".")[2] in pointers


def part(meanings: Meanings, number: int) -> Meanings:
    """Return one of several things that are given together; what is one thing is the first."""
    found: dict[Meaning, None] = {}
    for meaning in meanings:
        if isinstance(meaning, Outside) and meaning.name == TUPLE:
            found.update(dict.fromkeys(meaning.arguments[number : number + 1]))
        elif number == 0:
            found[meaning] = None
    return tuple(each for each in found if not isinstance(each, Unknown))


def _is_of_pairs(meaning: Meaning) -> bool:
    """Whether something outside is applied to several types, so that its items are no objects of the last."""
    return isinstance(meaning, Outside) and len(meaning.arguments) > 1
