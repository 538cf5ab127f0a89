"""Functions that are called like methods of a type that does not have them.

Turns: an object and a name → the functions of that name that a file sees, and whose first parameter takes the object.
"""

import re
from collections.abc import Iterator
from typing import Protocol

from codeshed.model.code_expressions import ARRAY, TypeRef
from codeshed.model.code_facts import TOP_LEVEL
from codeshed.resolve.generic.entity import Entity
from codeshed.resolve.generic.language_rules import Customs
from codeshed.resolve.generic.names.namespaces import NameTarget, SpaceTarget
from codeshed.resolve.generic.symbol_table import Program
from codeshed.resolve.generic.types.generics import Generics
from codeshed.resolve.generic.values.values import (
    Defined,
    Instance,
    Meaning,
    Meanings,
    Outside,
    Place,
    Sequence,
    Sureness,
    Variable,
)


class TypeMeanings(Protocol):
    """What must be known of types."""

    generics: Generics

    def type_at(self, type_ref: TypeRef, place: Place) -> Meanings:
        """Return objects of a type that is written at a place."""

    def bounded(self, meanings: Meanings, n_bounds: int = 0) -> Meanings:
        """Return meanings with the bounds of type parameters in their place."""


class ExtensionMethods:
    """Finds functions for objects."""

    def __init__(self, program: Program, meant: TypeMeanings) -> None:
        self._program = program
        self._meant = meant

    def find(self, holder: Meaning, name: str, place: Place) -> Meanings:
        """Return the functions that a name means behind an object, as a file sees them."""
        language = self._program.files[place.path].language
        sureness = max(holder.sureness, Sureness.TYPED)
        return tuple(
            Defined(each, max(sureness, seen))
            for each, seen in self._seen(name, place).items()
            if self._takes(each, holder, language)
        )

    def find_possible(self, holder: Meaning, name: str, place: Place) -> tuple[Entity, ...]:
        """Return the functions that a name may mean behind an object whose bases outside are not known."""
        customs = self._program.customs_at(place.path)
        unknown = [each for each in self._outside_types(holder) if _has_unknown_bases(each, customs)]
        return tuple(
            each
            for each in (self._seen(name, place) if unknown else ())
            if any(
                isinstance(wanted, Outside) and _may_be_base(wanted, one, customs)
                for wanted in self._meant.bounded(self._wanted(each))
                for one in unknown
            )
        )

    def _outside_types(self, holder: Meaning) -> tuple[Outside, ...]:
        """Return an object of a type outside itself, of one of the repository its bases outside."""
        found = self._meant.generics.bases(holder) if isinstance(holder, Instance) else (holder,)
        return tuple(each for each in found if isinstance(each, Outside))

    def _seen(self, name: str, place: Place) -> dict[Entity, Sureness]:
        """Return the functions of a name for objects that a file sees, and how sure it is that it sees them."""
        known = self._program.extension_methods(self._program.files[place.path].language, name)
        if not known:
            return {}
        seen = dict(sorted(self._seen_spaces(place), key=lambda each: each[1], reverse=True))
        surenesses = ((each, [seen[one] for one in self._space_of(each) if one in seen]) for each in known)
        return {each: min(found) for each, found in surenesses if found}

    def _seen_spaces(self, place: Place) -> Iterator[tuple[str, Sureness]]:
        """Yield the spaces and types whose functions a file sees, with how sure that is."""
        view = self._program.files[place.path]
        around = (
            "" if place.definition == TOP_LEVEL else view.space_of(view.facts.definitions[place.definition])
        )
        while around:
            yield around, Sureness.DECLARED
            around = around.rpartition(".")[0]
        for space in view.seen_spaces:
            yield space, Sureness.DECLARED
            for each in self._program.passed_on_whole(space):
                yield each, Sureness.DECLARED
        for binding in (each.binding for each in view.stars):
            sureness = Sureness.INFERRED if binding.is_alternative else Sureness.DECLARED
            for target in binding.targets:
                if isinstance(target, SpaceTarget):
                    yield target.space, sureness
                elif isinstance(target, NameTarget):
                    yield f"{target.space}.{target.name}", sureness

    def _space_of(self, function: Entity) -> frozenset[str]:
        """Return the space that a function's type lies in, and the type as such a space."""
        definitions = self._program.files[function.path].facts.definitions
        outer = definitions[function.number]
        while outer.parent != TOP_LEVEL:
            outer = definitions[outer.parent]
        space = self._program.files[function.path].space_of(outer)
        return frozenset({space, f"{space}.{outer.name}"})

    def _takes(self, function: Entity, holder: Meaning, language: str) -> bool:
        """Whether the first parameter of a function takes an object."""
        return any(self._fits(holder, each, language) for each in self._wanted(function))

    def _wanted(self, function: Entity) -> Meanings:
        """Return what the first parameter of a function is declared as."""
        definition = self._program.definition(function)
        if definition.extends is None:
            return ()
        return self._meant.type_at(
            definition.extends, Place(function.path, function.number, definition.begin)
        )

    def _fits(self, holder: Meaning, declared: Meaning, language: str) -> bool:
        match declared:
            case Variable():
                bounds = self._meant.bounded((declared,))
                roots = {root.name for root in self._program.customs[language].roots}
                return all(
                    (isinstance(each, Outside) and each.name in roots) or self._fits(holder, each, language)
                    for each in bounds
                )
            case Instance(entity=entity):
                return isinstance(holder, Instance) and (
                    self._program.parts(holder.entity)[0] == self._program.parts(entity)[0]
                    or self._meant.generics.as_base(holder, entity) is not None
                )
            case Outside(name=name):
                return self._fits_outside(holder, name, language) and self._do_items_fit(
                    holder, declared, language
                )
            case Sequence():
                return isinstance(holder, Sequence)
            case _:
                return False

    def _do_items_fit(self, holder: Meaning, declared: Outside, language: str) -> bool:
        """Whether what an object is full of can be what a parameter is full of, as far as both are known."""
        item, wanted = _item(holder), _item(declared)
        match item, wanted:
            case Instance(), Instance():
                return (
                    self._program.parts(item.entity)[0] == self._program.parts(wanted.entity)[0]
                    or self._meant.generics.as_base(item, wanted.entity) is not None
                )
            case (Instance(), Outside(name=name)) | (Outside(name=name), Instance()):
                customs = self._program.customs[language]
                is_of_all = name in {root.name for root in customs.roots}
                return is_of_all or not (name in customs.primitives or name in customs.builtins)
            case _:
                return True

    def _fits_outside(self, holder: Meaning, name: str, language: str) -> bool:
        customs = self._program.customs[language]
        wanted = _last(name)
        if name in {root.name for root in customs.roots if not root.kinds}:
            return True
        names: set[str] = set()
        if isinstance(holder, Sequence):
            names.add(ARRAY)
        elif isinstance(holder, Outside):
            names.add(_last(holder.name))
        elif isinstance(holder, Instance):
            bases = self._meant.generics.bases(holder)
            names.update(_last(each.name) for each in bases if isinstance(each, Outside))
        return any(each == wanted or wanted in customs.known_bases.get(each, ()) for each in names)


def _item(meaning: Meaning) -> Meaning | None:
    """Return the only sort of objects that an object is full of, or that a type is written with."""
    match meaning:
        case Sequence(items=(item,)) | Outside(arguments=(item,)):
            return item
        case _:
            return None


def _has_unknown_bases(meaning: Outside, customs: Customs) -> bool:
    """Whether not all bases of a type outside are known; what a member holds may be of any type."""
    is_known = meaning.name in customs.primitives or _last(meaning.name) in customs.known_bases
    return not (is_known and meaning.is_instance)


def _may_be_base(base: Outside, meaning: Outside, customs: Customs) -> bool:
    """Whether a type outside may have another as its base: values are no bases, and an interface has no class as its own."""
    pattern = customs.interface_names
    is_interface = meaning.is_instance and re.fullmatch(pattern, _last(meaning.name)) is not None
    return base.name not in customs.primitives and not (
        is_interface and re.fullmatch(pattern, _last(base.name)) is None
    )


def _last(name: str) -> str:
    return name.rpartition(".")[2]
