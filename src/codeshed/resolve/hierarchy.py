"""Classes and what they inherit.

Turns: Program → Hierarchy: bases, method resolution orders, subclasses, and what kind of class each one is.
"""

from dataclasses import dataclass, field

from codeshed.model.facts import Call, Expression, Item
from codeshed.resolve.consulted import Place
from codeshed.resolve.program import Program
from codeshed.resolve.static import Entity, EntityKind, StaticNames, called

Ancestor = int | str
"""A class of the project by number, or another by its dotted name."""

PROTOCOLS = frozenset({"typing.Protocol", "typing_extensions.Protocol"})
_GENERICS = frozenset({"typing.Generic", "typing_extensions.Generic", "builtins.object"})
_MAX_ORDER = 200


@dataclass(slots=True)
class ClassTraits:
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
    implemented: tuple[int, ...] = ()
    """Protocols that the class fits without naming them."""


@dataclass(slots=True)
class Hierarchy:
    """All classes with their traits, and their subclasses, nearest first."""

    program: Program
    traits: list[ClassTraits]
    children: list[list[int]]
    places: list[set[Place]]
    """What the bases and decorators of each class were found with."""
    _places: dict[int, frozenset[Place]] = field(default_factory=dict)
    _descendants: dict[int, tuple[int, ...]] = field(default_factory=dict)
    _own_orders: dict[int, tuple[int, ...]] = field(default_factory=dict)

    def trait(self, number: int) -> ClassTraits:
        """Return what kind of class a class is."""
        self.program.tracker.current.places |= self._places.get(number) or self._find_places(number)
        return self.traits[number]

    def _find_places(self, number: int) -> frozenset[Place]:
        """Return what the traits of a class rest on: its own file, and those of its bases."""
        found: set[Place] = set()
        for each in (number, *(each for each in self.traits[number].order if isinstance(each, int))):
            found.add(self.program.scope_place[self.program.classes[each].scope])
            found |= self.places[each]
        self._places[number] = frozenset(found)
        return self._places[number]

    def descendants(self, number: int) -> tuple[int, ...]:
        """Return all classes that inherit from a class, directly or not, in the order of their numbers."""
        self.program.tracker.current.descended.add(number)
        if number not in self._descendants:
            found: set[int] = set()
            pending = list(self.children[number])
            while pending:
                current = pending.pop()
                if current not in found:
                    found.add(current)
                    pending += self.children[current]
            self._descendants[number] = tuple(sorted(found))
        return self._descendants[number]

    def own_order(self, number: int) -> tuple[int, ...]:
        """Return the project's classes in a class's method resolution order, itself first."""
        known = self._own_orders.get(number)
        if known is None:
            known = tuple(each for each in self.traits[number].order if isinstance(each, int))
            self._own_orders[number] = known
            self._find_places(number)
        self.program.tracker.current.places |= self._places[number]
        return known

    def externals(self, number: int) -> tuple[str, ...]:
        """Return the classes of other packages that a class inherits from."""
        return tuple(each for each in self.trait(number).order if isinstance(each, str))


def build_hierarchy(program: Program, static: StaticNames) -> Hierarchy:
    """Find the bases of every class and order them as the language does."""
    traits = [ClassTraits() for _ in program.classes]
    places: list[set[Place]] = []
    for number, each in enumerate(program.classes):
        scope = program.scope_parent[each.scope]
        with program.tracker.collect() as collecting:
            _find_bases(traits[number], number, scope, static)
            traits[number].decorators = tuple(
                entity.name
                for decorator in each.definition.decorators
                for entity in static.find(scope, called(decorator))
                if entity.kind is EntityKind.EXTERNAL
            )
        places.append(collecting.places)
    for number in range(len(traits)):
        traits[number].order = _order(number, traits, ())
    children: list[list[int]] = [[] for _ in traits]
    for number, trait in enumerate(traits):
        for base in dict.fromkeys(trait.bases):
            if isinstance(base, int) and base != number:
                children[base].append(number)
    return Hierarchy(program=program, traits=traits, children=children, places=places)


def _find_bases(trait: ClassTraits, number: int, scope: int, static: StaticNames) -> None:
    found: list[Ancestor] = []
    metaclasses: list[Ancestor] = []
    for argument in static.program.classes[number].bases:
        entities = _base_entities(scope, argument.value, static)
        ancestors = [_ancestor(entity) for entity in entities]
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


def _base_entities(scope: int, value: Expression, static: StaticNames) -> tuple[Entity, ...]:
    if isinstance(value, Call):
        # `namedtuple("P", …)`, `with_metaclass(Meta, Base)`: the call's classes are the best that can be said.
        names = static.find(scope, value.function)
        if any(entity.name.endswith("namedtuple") for entity in names):
            return (Entity(EntityKind.EXTERNAL, name="collections.namedtuple"),)
        return tuple(
            entity
            for argument in value.arguments[1:]
            for entity in static.find(scope, argument.value)
            if entity.kind is EntityKind.CLASS
        )
    return static.find(scope, value.value if isinstance(value, Item) else value)


def _ancestor(entity: Entity) -> Ancestor | None:
    if entity.kind is EntityKind.CLASS:
        return entity.number
    return entity.name if entity.kind is EntityKind.EXTERNAL else None


def _order(number: int, traits: list[ClassTraits], path: tuple[int, ...]) -> tuple[Ancestor, ...]:
    """Return the method resolution order; where the language would refuse one, bases in the order they are met."""
    trait = traits[number]
    if trait.order:
        return trait.order
    if number in path or len(path) > _MAX_ORDER:
        return (number,)
    sequences: list[list[Ancestor]] = []
    for base in trait.bases:
        order = _order(base, traits, (*path, number)) if isinstance(base, int) else (base,)
        sequences.append(list(order))
    sequences.append(list(trait.bases))
    merged = _merge([list(sequence) for sequence in sequences])
    if merged is None:
        merged = list(dict.fromkeys(each for sequence in sequences for each in sequence))
    return (number, *(each for each in merged if each != number))


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
