"""How an object fits a type.

Turns: what is given and what is declared → a Fit. Of what is not known nothing is said.
"""

import enum
import re
from typing import Protocol

from codeshed.model.code_expressions import FUNCTION, CodeExpression
from codeshed.model.semantic import TypeKind
from codeshed.resolve.generic.members.extension_methods import TypeMeanings
from codeshed.resolve.generic.symbol_table import Program
from codeshed.resolve.generic.types.external_types import OutsideTypes
from codeshed.resolve.generic.types.implicit_conversions import TypeMembers
from codeshed.resolve.generic.values.values import (
    Instance,
    Meaning,
    Meanings,
    Outside,
    Place,
    Sequence,
    Unknown,
    Variable,
)

NULL = "null"


class Fit(enum.IntEnum):
    """How an argument fits a parameter, the better the larger; what is not known may fit or not."""

    NOT = 0
    UNKNOWN = 1
    CONVERTED = 2
    AS_BASE = 3
    EXACTLY = 4


class ArgumentMeanings(TypeMeanings, TypeMembers, Protocol):
    """What must be known of arguments beside their types."""

    def value(self, expression: CodeExpression, place: Place) -> Meanings:
        """Return what an expression means at a place."""

    def outside_types(self, path: str) -> OutsideTypes:
        """Return what is known of types outside, in the language of a file."""

    def n_pointers(self, argument: CodeExpression, place: Place) -> int | None:
        """Return how many pointers lead to the object that an argument is about; None if nothing says it."""


class Fitting:
    """Compares types, in the language of a file."""

    def __init__(self, program: Program, meant: ArgumentMeanings, path: str) -> None:
        self._program = program
        self._meant = meant
        self._customs = program.customs_at(path)
        self._outside = meant.outside_types(path)
        self._roots = {each.name for each in self._customs.roots if not each.kinds}

    def fit(self, given: Meaning, declared: Meaning, depth: int = 0) -> Fit:
        """Return how an object fits a type."""
        if depth > len(Fit) or isinstance(declared, Unknown) or isinstance(given, Unknown):
            return Fit.UNKNOWN
        if isinstance(given, Variable) and isinstance(declared, Variable) and given.name == declared.name:
            return Fit.EXACTLY if given.entity == declared.entity else Fit.AS_BASE
        if isinstance(given, Variable | Unknown) or isinstance(declared, Variable | Unknown):
            return self._bounded(given, declared, depth)
        optional = self._optional(given, declared)
        if optional is not None:
            return optional
        if self._is_primitive(given) or self._is_primitive(declared):
            return self._converted(given, declared)
        return self._objects(given, declared, depth)

    def _objects(self, given: Meaning, declared: Meaning, depth: int) -> Fit:
        """Compare where both are objects."""
        found = Fit.UNKNOWN
        if isinstance(declared, Outside) and declared.name in self._roots:
            name = given.name if isinstance(given, Outside) else ""
            found = Fit.NOT if name == FUNCTION else Fit.EXACTLY if name == declared.name else Fit.AS_BASE
        elif isinstance(given, Instance):
            found = self._object(given, declared)
        elif isinstance(given, Sequence) and isinstance(declared, Sequence):
            found = self._items(given.items, declared.items, depth)
        elif isinstance(given, Sequence) and not isinstance(declared, Outside):
            found = Fit.NOT
        elif isinstance(given, Outside):
            found = self._outer(given, declared)
        return found

    def _bounded(self, given: Meaning, declared: Meaning, depth: int) -> Fit:
        """Compare with what type parameters are at least; one that says nothing takes all objects."""
        objects, types = self._meant.bounded((given,)), self._meant.bounded((declared,))
        if isinstance(declared, Variable):
            if self._is_primitive(given):
                return self._boxed(given, types)
            if not types or (isinstance(types[0], Outside) and types[0].name in self._roots):
                return Fit.AS_BASE
        if not objects or not types:
            return Fit.UNKNOWN
        found = self.fit(objects[0], types[0], depth + 1)
        return Fit.AS_BASE if found is Fit.EXACTLY else found

    def _boxed(self, given: Meaning, bounds: Meanings) -> Fit:
        """Compare what is no object with what a type parameter is at least: its object must be one of that."""
        bound = bounds[0] if bounds else None
        if isinstance(bound, Outside) and self._outside.knows(bound.name):
            return self._converted(given, bound)
        return Fit.CONVERTED

    def _is_primitive(self, meaning: Meaning) -> bool:
        return isinstance(meaning, Outside) and meaning.name in self._customs.primitives

    def _optional(self, given: Meaning, declared: Meaning) -> Fit | None:
        """Compare where one of both is a value or nothing, `int?`; None if that says nothing."""
        own, wanted = self._value_in(given), self._value_in(declared)
        if own is not None and wanted is not None:
            return self._converted(own, wanted)
        if wanted is not None and self._is_primitive(given):
            return min(self._converted(given, wanted), Fit.CONVERTED)
        if own is None:
            return None
        if isinstance(declared, Instance):
            return Fit.UNKNOWN if self._has_conversions(declared) else Fit.NOT
        if not isinstance(declared, Outside) or declared.name in self._roots:
            return None
        is_other = declared.name in self._customs.primitives or declared.name in self._customs.builtins
        return Fit.NOT if is_other else None

    def _value_in(self, meaning: Meaning) -> Meaning | None:
        """Return the value without members that there is if there is one, of an object that is such a value or nothing."""
        if not isinstance(meaning, Outside) or _last(meaning.name) != self._customs.optional:
            return None
        return next(filter(self._is_primitive, meaning.arguments[:1]), None)

    def _converted(self, given: Meaning, declared: Meaning) -> Fit:
        """Compare where one of both is no object."""
        if not isinstance(given, Outside) or not isinstance(declared, Outside):
            is_open = any(
                isinstance(each, Instance) and self._has_conversions(each) for each in (given, declared)
            )
            return Fit.UNKNOWN if is_open else Fit.NOT
        if given.name == declared.name:
            return Fit.EXACTLY
        primitives = self._customs.primitives
        own, other = primitives.get(given.name), primitives.get(declared.name)
        if own is not None and other is not None:
            return Fit.AS_BASE if declared.name in own.wider else Fit.NOT
        if own is not None:
            is_boxed = (
                declared.name in {own.box, *self._roots}
                or self._outside.is_base(own.box, declared.name)
                or any(isinstance(each, Outside) and each.name == given.name for each in declared.arguments)
            )
            return Fit.CONVERTED if is_boxed else Fit.NOT
        unboxed = next((name for name, each in primitives.items() if each.box == given.name), None)
        if unboxed is not None:
            is_fitting = unboxed == declared.name or declared.name in primitives[unboxed].wider
            return Fit.CONVERTED if is_fitting else Fit.NOT
        return Fit.NOT if given.name in {NULL, FUNCTION} or self._outside.knows(given.name) else Fit.UNKNOWN

    def _object(self, given: Instance, declared: Meaning) -> Fit:
        """Compare an object of a type of the repository."""
        if isinstance(declared, Instance):
            if given.entity == declared.entity:
                return Fit.EXACTLY
            if self._meant.generics.as_base(given, declared.entity) is not None:
                return Fit.AS_BASE
            is_open = self._has_conversions(given) or self._has_conversions(declared)
            return Fit.UNKNOWN if is_open else Fit.NOT
        return self._as_outer(given, declared) if isinstance(declared, Outside) else Fit.NOT

    def _as_outer(self, given: Instance, declared: Outside) -> Fit:
        """Compare an object of a type of the repository with a type outside."""
        definition = self._program.definition(given.entity)
        if declared.name in self._customs.final_types:
            return Fit.NOT
        if _last(declared.name) in self._customs.function_types:
            return Fit.UNKNOWN if definition.type_kind is TypeKind.TYPE_ALIAS else Fit.NOT
        bases = [
            each.name
            for each in self._meant.generics.bases(given)
            if isinstance(each, Outside) and self._may_be(each.name, declared.name)
        ]
        if any(self._outside.is_base(each, declared.name) for each in bases):
            return Fit.AS_BASE
        if bases and all(map(self._outside.knows, (declared.name, *bases))):
            return Fit.NOT
        is_enum = definition.type_kind is TypeKind.ENUM
        return Fit.UNKNOWN if bases or is_enum else Fit.NOT

    def _has_conversions(self, instance: Instance) -> bool:
        """Whether objects of a type are made of others, or turned into them, without a word."""
        return self._program.files[instance.entity.path].has_conversions(instance.entity.number)

    def _may_be(self, base: str, declared: str) -> bool:
        """Whether a type outside may have another as its base: an interface has no class as its own."""
        pattern = self._customs.interface_names
        if not pattern:
            return True
        return bool(re.fullmatch(pattern, _last(declared))) or not re.fullmatch(pattern, _last(base))

    def _items(self, given: Meanings, declared: Meanings, depth: int) -> Fit:
        if len(given) != 1 or len(declared) != 1:
            return Fit.UNKNOWN
        found = self.fit(given[0], declared[0], depth + 1)
        is_primitive = self._is_primitive(given[0]) or self._is_primitive(declared[0])
        return Fit.NOT if is_primitive and found is not Fit.EXACTLY and found is not Fit.UNKNOWN else found

    def _outer(self, given: Outside, declared: Meaning) -> Fit:
        """Compare an object of a type outside, a function or nothing at all."""
        if given.name == NULL:
            return Fit.AS_BASE
        if given.name == FUNCTION:
            return self._function(declared)
        is_known = self._outside.knows(given.name)
        if isinstance(declared, Instance) and self._is_of_language(given):
            return Fit.UNKNOWN if self._has_conversions(declared) else Fit.NOT
        if isinstance(declared, Outside):
            if _is_same(given.name, declared.name):
                return Fit.EXACTLY
            if self._outside.is_base(given.name, declared.name):
                return Fit.AS_BASE
            is_final = declared.name in self._customs.final_types and _is_of_type(given)
            is_known = is_final or (is_known and self._outside.knows(declared.name))
        return Fit.NOT if is_known else Fit.UNKNOWN

    def _is_of_language(self, given: Outside) -> bool:
        """Whether an object is of a type of the language's own library, which knows none of the repository."""
        if given.name in map(self._customs.outer, self._customs.builtins):
            return True
        pattern = self._customs.own_library
        return bool(pattern) and _is_of_type(given) and re.match(pattern, given.name) is not None

    def _function(self, declared: Meaning) -> Fit:
        if isinstance(declared, Instance):
            kind = self._program.definition(declared.entity).type_kind
            return Fit.AS_BASE if kind in {TypeKind.INTERFACE, TypeKind.TYPE_ALIAS} else Fit.NOT
        return Fit.UNKNOWN if isinstance(declared, Outside) else Fit.NOT


def _is_of_type(given: Outside) -> bool:
    """Whether an object is known by its type, and not only by what gave it."""
    return given.is_instance and not given.may_be_any and not given.name.endswith(")")


def _last(name: str) -> str:
    return name.rpartition(".")[2]


def _is_same(one: str, other: str) -> bool:
    """Whether two names are of one type: one may be known by its last name only."""
    return one == other or one.endswith(f".{other}") or other.endswith(f".{one}")
