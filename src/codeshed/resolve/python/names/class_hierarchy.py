"""Classes: bases, method resolution orders (MRO) and subclasses.

Turns: Program → ClassHierarchy, which computes these for one class when they are asked for.
"""

from collections.abc import Callable

import msgspec

from codeshed.model.facts.python_facts import Call, Expression, Subscript
from codeshed.resolve.python.names.interface_trace import InterfaceKey
from codeshed.resolve.python.names.program import Program
from codeshed.resolve.python.names.static_names import Referent, ReferentKind, StaticNames, callee_expression

Ancestor = int | str
"""A class of the project by number, an external one by dotted name."""

PROTOCOLS = frozenset({"typing.Protocol", "typing_extensions.Protocol"})
_GENERICS = frozenset({"typing.Generic", "typing_extensions.Generic", "builtins.object"})
_MAX_ORDER = 200


class ClassTraits(msgspec.Struct):
    """What kind of class a class is; `mro` is its MRO, itself first."""

    bases: tuple[Ancestor, ...] = ()
    mro: tuple[Ancestor, ...] = ()
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


DeriveTraits = Callable[["ClassHierarchy", int, ClassTraits], None]
"""Sets the traits of a class that follow from its bases and MRO."""


class ClassHierarchy:
    """All classes of the project with their memoized traits, and their subclasses."""

    def __init__(self, program: Program, static: StaticNames, characterise: DeriveTraits) -> None:
        self.program = program
        self._static = static
        self._characterise = characterise
        self._declared_memo: dict[int, tuple[ClassTraits, frozenset[InterfaceKey]]] = {}
        self._memo: dict[int, tuple[ClassTraits, frozenset[InterfaceKey]]] = {}
        self._mros: dict[int, tuple[Ancestor, ...]] = {}
        self._project_mros: dict[int, tuple[int, ...]] = {}
        self.find_subclasses: Callable[[int], tuple[int, ...]] = _no_descendants
        """Returns the subclasses of a class, direct and indirect; set by whoever has the outlines of all files."""

    def traits_of(self, number: int) -> ClassTraits:
        """Return what kind of class a class is."""
        known = self._memo.get(number) or self._find(number)
        self.program.tracker.current.keys |= known[1]
        return known[0]

    def subclasses_of(self, number: int, at_most: int) -> tuple[int, ...]:
        """Return subclasses of a class, direct and indirect, in the order of their numbers."""
        found = self.find_subclasses(number)[:at_most]
        looked_up = self.program.tracker.current.subclass_lists
        looked_up[number] = max(at_most, looked_up.get(number, 0))
        for each in found:
            self.program.read_class(each)
        return found

    def has_more_subclasses(self, number: int, than: int) -> bool:
        """Whether a class has more than so many subclasses, direct and indirect."""
        self.program.tracker.current.subclass_counts.add((number, than))
        return len(self.find_subclasses(number)) > than

    def project_mro(self, number: int) -> tuple[int, ...]:
        """Return the project's classes in the MRO of a class, itself first; externals are left out."""
        known = self._project_mros.get(number)
        if known is None:
            order = self.traits_of(number).mro
            known = self._project_mros[number] = tuple(each for each in order if isinstance(each, int))
        else:
            self.program.tracker.current.keys |= self._memo[number][1]
        return known

    def external_ancestors(self, number: int) -> tuple[str, ...]:
        """Return the external classes in the MRO of a class."""
        return tuple(each for each in self.traits_of(number).mro if isinstance(each, str))

    def declared_traits_of(self, number: int) -> ClassTraits:
        """Return the traits that the class statement alone determines: bases, metaclasses and decorators."""
        known = self._declared_memo.get(number)
        if known is None:
            each = self.program.classes[number]
            scope = self.program.scope_parent[each.scope]
            traits = ClassTraits()
            with self.program.tracker.collect() as collecting:
                _set_bases(traits, number, scope, self._static)
                traits.decorators = tuple(
                    referent.name
                    for decorator in each.definition.decorators
                    for referent in self._static.resolve(scope, callee_expression(decorator))
                    if referent.kind is ReferentKind.EXTERNAL
                )
            known = self._declared_memo[number] = (traits, frozenset(collecting.keys))
        return known[0]

    def _find(self, number: int) -> tuple[ClassTraits, frozenset[InterfaceKey]]:
        """Derive the traits of a class; they depend on its own file and those of its ancestors."""
        with self.program.tracker.collect() as ignored:
            traits = self.declared_traits_of(number)
            traits.mro = self._compute_mro(number, ())[0]
            found: set[InterfaceKey] = set()
            for each in traits.mro:
                if isinstance(each, int):
                    self.declared_traits_of(each)
                    found.add(self.program.scope_interface_key[self.program.classes[each].scope])
                    found |= self._declared_memo[each][1]
            known = self._memo[number] = (traits, frozenset(found))
            self._characterise(self, number, traits)
            ignored.keys.clear()
        return known

    def _compute_mro(self, number: int, path: tuple[int, ...]) -> tuple[tuple[Ancestor, ...], bool]:
        """Return the MRO by C3 linearization; if the language would reject it, ancestors in the order of the bases.

        Also return whether it may be memoized: not while a class that inherits from itself is being resolved.
        """
        known = self._mros.get(number)
        if known is not None:
            return known, True
        if number in path or len(path) > _MAX_ORDER:
            return (number,), False
        sequences: list[list[Ancestor]] = []
        bases = self.declared_traits_of(number).bases
        is_acyclic = True
        for base in bases:
            if isinstance(base, int):
                order, is_base_acyclic = self._compute_mro(base, (*path, number))
                is_acyclic = is_acyclic and is_base_acyclic
                sequences.append(list(order))
            else:
                sequences.append([base])
        sequences.append(list(bases))
        merged = sequences[0] if len(bases) == 1 else _merge_mros([list(sequence) for sequence in sequences])
        if merged is None:
            merged = list(dict.fromkeys(each for sequence in sequences for each in sequence))
        found = (number, *(each for each in merged if each != number))
        if is_acyclic:
            self._mros[number] = found
        return found, is_acyclic


def _no_descendants(number: int) -> tuple[int, ...]:
    """Placeholder until the outlines of all files are known."""
    del number
    return ()


def _set_bases(traits: ClassTraits, number: int, scope: int, static: StaticNames) -> None:
    found: list[Ancestor] = []
    metaclasses: list[Ancestor] = []
    for argument in static.program.classes[number].bases:
        referents = _base_referents(scope, argument.value, static)
        ancestors = [_ancestor(referent) for referent in referents]
        known = [each for each in ancestors if each is not None and each != number]
        if argument.keyword == "metaclass":
            metaclasses += known[:1]
        elif argument.keyword is None:
            # If the name is bound several times, the project's class is preferred: its code is known.
            chosen = [each for each in known if isinstance(each, int)][:1] or known[:1]
            traits.has_unknown_base = traits.has_unknown_base or not chosen
            found += chosen
    traits.bases = tuple(dict.fromkeys(found))
    traits.metaclasses = tuple(metaclasses)


def _base_referents(scope: int, value: Expression, static: StaticNames) -> tuple[Referent, ...]:
    if isinstance(value, Call):
        # `namedtuple("P", …)`, `with_metaclass(Meta, Base)`: the best guess is the classes among the arguments.
        names = static.resolve(scope, value.function)
        if any(referent.name.endswith("namedtuple") for referent in names):
            return (Referent(ReferentKind.EXTERNAL, name="collections.namedtuple"),)
        return tuple(
            referent
            for argument in value.arguments[1:]
            for referent in static.resolve(scope, argument.value)
            if referent.kind is ReferentKind.CLASS
        )
    return static.resolve(scope, value.value if isinstance(value, Subscript) else value)


def _ancestor(referent: Referent) -> Ancestor | None:
    if referent.kind is ReferentKind.CLASS:
        return referent.number
    return referent.name if referent.kind is ReferentKind.EXTERNAL else None


def _merge_mros(sequences: list[list[Ancestor]]) -> list[Ancestor] | None:
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
    """Whether a base only marks a class as generic or as a protocol, or is `object`."""
    return name in _GENERICS or name in PROTOCOLS
