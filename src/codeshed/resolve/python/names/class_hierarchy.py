"""Classes and what they inherit.

Turns: Program → Hierarchy: bases, method resolution orders and subclasses of each class that is asked for.
"""

from collections.abc import Callable

import msgspec

from codeshed.model.facts import Call, Expression, Item
from codeshed.resolve.python.names.interface_trace import Place
from codeshed.resolve.python.names.program import Program
from codeshed.resolve.python.names.static_names import Entity, EntityKind, StaticNames, called

Ancestor = int | str
"""A class of the project by number, or another by its dotted name."""

PROTOCOLS = frozenset({"typing.Protocol", "typing_extensions.Protocol"})
_GENERICS = frozenset({"typing.Generic", "typing_extensions.Generic", "builtins.object"})
_MAX_ORDER = 200


class ClassTraits(msgspec.Struct):
    """What kind of class a class is."""

    bases: tuple[Ancestor, ...] = ()
    order: tuple[Ancestor, ...] = ()
    metaclasses: tuple[Ancestor, ...] = ()
    has_unknown_base: bool = False
    is_enum: bool = False
    is_protocol: bool = False
    is_named_tuple: bool = False
    is_typed_dict: bool = False
    has_field_constructor: bool = False
    is_frozen: bool = False
    is_abstract: bool = False
    decorators: tuple[str, ...] = ()


Characterise = Callable[["Hierarchy", int, ClassTraits], None]
"""Finds out what kind of class one is, from its bases and order."""


class Hierarchy:
    """All classes with their traits, each found when it is asked for, and their subclasses."""

    def __init__(self, program: Program, static: StaticNames, characterise: Characterise) -> None:
        self.program = program
        self._static = static
        self._characterise = characterise
        self._declared: dict[int, tuple[ClassTraits, frozenset[Place]]] = {}
        self._known: dict[int, tuple[ClassTraits, frozenset[Place]]] = {}
        self._orders: dict[int, tuple[Ancestor, ...]] = {}
        self._own_orders: dict[int, tuple[int, ...]] = {}
        self.find_descendants: Callable[[int], tuple[int, ...]] = _no_descendants
        """Returns the classes that inherit from one; whoever has all files in view says how."""

    def trait(self, number: int) -> ClassTraits:
        """Return what kind of class a class is."""
        known = self._known.get(number) or self._find(number)
        self.program.tracker.current.places |= known[1]
        return known[0]

    def descendants(self, number: int, at_most: int) -> tuple[int, ...]:
        """Return classes that inherit from a class, directly or not, in the order of their numbers."""
        found = self.find_descendants(number)[:at_most]
        self.program.tracker.current.descended.add(number)
        for each in found:
            self.program.read_class(each)
        return found

    def has_more_descendants(self, number: int, than: int) -> bool:
        """Whether more classes than so many inherit from a class."""
        self.program.tracker.current.descended.add(number)
        return len(self.find_descendants(number)) > than

    def own_order(self, number: int) -> tuple[int, ...]:
        """Return the project's classes in a class's method resolution order, itself first."""
        known = self._own_orders.get(number)
        if known is None:
            order = self.trait(number).order
            known = self._own_orders[number] = tuple(each for each in order if isinstance(each, int))
        else:
            self.program.tracker.current.places |= self._known[number][1]
        return known

    def externals(self, number: int) -> tuple[str, ...]:
        """Return the classes of other packages that a class inherits from."""
        return tuple(each for each in self.trait(number).order if isinstance(each, str))

    def declared(self, number: int) -> ClassTraits:
        """Return what a class statement itself tells: bases, metaclasses and decorators."""
        known = self._declared.get(number)
        if known is None:
            each = self.program.classes[number]
            scope = self.program.scope_parent[each.scope]
            traits = ClassTraits()
            with self.program.tracker.collect() as collecting:
                _find_bases(traits, number, scope, self._static)
                traits.decorators = tuple(
                    referent.name
                    for decorator in each.definition.decorators
                    for referent in self._static.find(scope, called(decorator))
                    if referent.kind is EntityKind.EXTERNAL
                )
            known = self._declared[number] = (traits, frozenset(collecting.places))
        return known[0]

    def _find(self, number: int) -> tuple[ClassTraits, frozenset[Place]]:
        """Find what kind of class a class is; it rests on its own file, and those of its bases."""
        with self.program.tracker.collect() as ignored:
            traits = self.declared(number)
            traits.order = self._order(number, ())[0]
            found: set[Place] = set()
            for each in traits.order:
                if isinstance(each, int):
                    self.declared(each)
                    found.add(self.program.scope_place[self.program.classes[each].scope])
                    found |= self._declared[each][1]
            known = self._known[number] = (traits, frozenset(found))
            self._characterise(self, number, traits)
            ignored.places.clear()
        return known

    def _order(self, number: int, path: tuple[int, ...]) -> tuple[tuple[Ancestor, ...], bool]:
        """Return the method resolution order; where the language would refuse one, bases in the order they are met.

        Also return whether it is the same wherever one comes from: not if a class inherits from itself.
        """
        known = self._orders.get(number)
        if known is not None:
            return known, True
        if number in path or len(path) > _MAX_ORDER:
            return (number,), False
        sequences: list[list[Ancestor]] = []
        bases = self.declared(number).bases
        is_plain = True
        for base in bases:
            if isinstance(base, int):
                order, is_base_plain = self._order(base, (*path, number))
                is_plain = is_plain and is_base_plain
                sequences.append(list(order))
            else:
                sequences.append([base])
        sequences.append(list(bases))
        merged = sequences[0] if len(bases) == 1 else _merge([list(sequence) for sequence in sequences])
        if merged is None:
            merged = list(dict.fromkeys(each for sequence in sequences for each in sequence))
        found = (number, *(each for each in merged if each != number))
        if is_plain:
            self._orders[number] = found
        return found, is_plain


def _no_descendants(number: int) -> tuple[int, ...]:
    """Stand in until somebody has all files in view."""
    del number
    return ()


def _find_bases(trait: ClassTraits, number: int, scope: int, static: StaticNames) -> None:
    found: list[Ancestor] = []
    metaclasses: list[Ancestor] = []
    for argument in static.program.classes[number].bases:
        referents = _base_referents(scope, argument.value, static)
        ancestors = [_ancestor(referent) for referent in referents]
        known = [each for each in ancestors if each is not None and each != number]
        if argument.keyword == "metaclass":
            metaclasses += known[:1]
        elif argument.keyword is None:
            # Of several bindings of a name the project's own is the one that can be looked into.
            chosen = [each for each in known if isinstance(each, int)][:1] or known[:1]
            trait.has_unknown_base = trait.has_unknown_base or not chosen
            found += chosen
    trait.bases = tuple(dict.fromkeys(found))
    trait.metaclasses = tuple(metaclasses)


def _base_referents(scope: int, value: Expression, static: StaticNames) -> tuple[Entity, ...]:
    if isinstance(value, Call):
        # `namedtuple("P", …)`, `with_metaclass(Meta, Base)`: the call's classes are the best that can be said.
        names = static.find(scope, value.function)
        if any(referent.name.endswith("namedtuple") for referent in names):
            return (Entity(EntityKind.EXTERNAL, name="collections.namedtuple"),)
        return tuple(
            referent
            for argument in value.arguments[1:]
            for referent in static.find(scope, argument.value)
            if referent.kind is EntityKind.CLASS
        )
    return static.find(scope, value.value if isinstance(value, Item) else value)


def _ancestor(referent: Entity) -> Ancestor | None:
    if referent.kind is EntityKind.CLASS:
        return referent.number
    return referent.name if referent.kind is EntityKind.EXTERNAL else None


def _merge(sequences: list[list[Ancestor]]) -> list[Ancestor] | None:
    result: list[Ancestor] = []
    while any(sequences):
        sequences = [sequence for sequence in sequences if sequence]
        for sequence in sequences:
            head = sequence[0]
            if not any(head in other[1:] for other in sequences):
                break
        else:
            return None
        result.append(head)
        for sequence in sequences:
            if sequence[0] == head:
                del sequence[0]
    return result


def is_generic_marker(name: str) -> bool:
    """Whether a base says only that a class is generic, or nothing."""
    return name in _GENERICS or name in PROTOCOLS
