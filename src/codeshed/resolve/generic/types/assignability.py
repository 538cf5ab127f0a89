"""Assignability: whether a value can be passed where a type is declared.

Turns: the value of an argument and the declared type of a parameter → Assignability, UNKNOWN if either is not known.
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
    """Whether an argument is assignable to a parameter; the larger, the better the match. UNKNOWN may be either."""

    NOT = 0
    UNKNOWN = 1
    CONVERTED = 2
    AS_BASE = 3
    EXACTLY = 4


class ArgumentMeanings(TypeMeanings, TypeMembers, Protocol):
    """What the check needs to know of arguments besides their types."""

    def value(self, expression: CodeExpression, place: Place) -> Meanings:
        """Evaluate an expression at a place."""

    def outside_types(self, path: str) -> OutsideTypes:
        """Return the external types of the language of a file."""

    def n_pointers(self, argument: CodeExpression, place: Place) -> int | None:
        """Return how many levels of pointers an argument has; None if unknown."""


class Fitting:
    """Compares types by the rules of the language of a file."""

    def __init__(self, program: Program, evaluation: ArgumentMeanings, path: str) -> None:
        self._program = program
        self._evaluation = evaluation
        self._rules = program.customs_at(path)
        self._external_types = evaluation.outside_types(path)
        self._universal_bases = {each.name for each in self._rules.roots if not each.kinds}

    def fit(self, value: Meaning, declared: Meaning, depth: int = 0) -> Fit:
        """Return the assignability of a value to a declared type."""
        if depth > len(Fit) or isinstance(declared, Unknown) or isinstance(value, Unknown):
            return Fit.UNKNOWN
        if isinstance(value, Variable) and isinstance(declared, Variable) and value.name == declared.name:
            return Fit.EXACTLY if value.entity == declared.entity else Fit.AS_BASE
        if isinstance(value, Variable | Unknown) or isinstance(declared, Variable | Unknown):
            return self._check_bounds(value, declared, depth)
        optional = self._check_nullable(value, declared)
        if optional is not None:
            return optional
        if self._is_primitive(value) or self._is_primitive(declared):
            return self._check_primitive(value, declared)
        return self._check_objects(value, declared, depth)

    def _check_objects(self, value: Meaning, declared: Meaning, depth: int) -> Fit:
        """Compare where both are class types."""
        found = Fit.UNKNOWN
        if isinstance(declared, Outside) and declared.name in self._universal_bases:
            name = value.name if isinstance(value, Outside) else ""
            found = Fit.NOT if name == FUNCTION else Fit.EXACTLY if name == declared.name else Fit.AS_BASE
        elif isinstance(value, Instance):
            found = self._check_instance(value, declared)
        elif isinstance(value, Sequence) and isinstance(declared, Sequence):
            found = self._check_elements(value.items, declared.items, depth)
        elif isinstance(value, Sequence) and not isinstance(declared, Outside):
            found = Fit.NOT
        elif isinstance(value, Outside):
            found = self._check_external(value, declared)
        return found

    def _check_bounds(self, value: Meaning, declared: Meaning, depth: int) -> Fit:
        """Compare the upper bounds of type parameters; an unbounded one accepts all objects."""
        objects, types = self._evaluation.bounded((value,)), self._evaluation.bounded((declared,))
        if isinstance(declared, Variable):
            if self._is_primitive(value):
                return self._check_boxed(value, types)
            if not types or (isinstance(types[0], Outside) and types[0].name in self._universal_bases):
                return Fit.AS_BASE
        if not objects or not types:
            return Fit.UNKNOWN
        found = self.fit(objects[0], types[0], depth + 1)
        return Fit.AS_BASE if found is Fit.EXACTLY else found

    def _check_boxed(self, value: Meaning, bounds: Meanings) -> Fit:
        """Compare a primitive with the bound of a type parameter: its box must conform to the bound."""
        bound = bounds[0] if bounds else None
        if isinstance(bound, Outside) and self._external_types.knows(bound.name):
            return self._check_primitive(value, bound)
        return Fit.CONVERTED

    def _is_primitive(self, meaning: Meaning) -> bool:
        return isinstance(meaning, Outside) and meaning.name in self._rules.primitives

    def _check_nullable(self, value: Meaning, declared: Meaning) -> Fit | None:
        """Compare where either is a nullable primitive (`int?`); None if that decides nothing."""
        own, wanted_primitive = self._primitive_in_nullable(value), self._primitive_in_nullable(declared)
        if own is not None and wanted_primitive is not None:
            return self._check_primitive(own, wanted_primitive)
        if wanted_primitive is not None and self._is_primitive(value):
            return min(self._check_primitive(value, wanted_primitive), Fit.CONVERTED)
        if own is None:
            return None
        if isinstance(declared, Instance):
            return Fit.UNKNOWN if self._has_conversions(declared) else Fit.NOT
        if not isinstance(declared, Outside) or declared.name in self._universal_bases:
            return None
        is_other = declared.name in self._rules.primitives or declared.name in self._rules.builtins
        return Fit.NOT if is_other else None

    def _primitive_in_nullable(self, meaning: Meaning) -> Meaning | None:
        """Return the primitive that a nullable type holds; None for other types."""
        if not isinstance(meaning, Outside) or _last_name(meaning.name) != self._rules.optional:
            return None
        return next(filter(self._is_primitive, meaning.arguments[:1]), None)

    def _check_primitive(self, value: Meaning, declared: Meaning) -> Fit:
        """Compare where either is a primitive: identity, widening, boxing, unboxing."""
        if not isinstance(value, Outside) or not isinstance(declared, Outside):
            is_open = any(
                isinstance(each, Instance) and self._has_conversions(each) for each in (value, declared)
            )
            return Fit.UNKNOWN if is_open else Fit.NOT
        if value.name == declared.name:
            return Fit.EXACTLY
        primitives = self._rules.primitives
        own, other = primitives.get(value.name), primitives.get(declared.name)
        if own is not None and other is not None:
            return Fit.AS_BASE if declared.name in own.wider else Fit.NOT
        if own is not None:
            is_boxed = (
                declared.name in {own.box, *self._universal_bases}
                or self._external_types.is_base(own.box, declared.name)
                or any(isinstance(each, Outside) and each.name == value.name for each in declared.arguments)
            )
            return Fit.CONVERTED if is_boxed else Fit.NOT
        unboxed = next((name for name, each in primitives.items() if each.box == value.name), None)
        if unboxed is not None:
            is_widened = unboxed == declared.name or declared.name in primitives[unboxed].wider
            return Fit.CONVERTED if is_widened else Fit.NOT
        return (
            Fit.NOT
            if value.name in {NULL, FUNCTION} or self._external_types.knows(value.name)
            else Fit.UNKNOWN
        )

    def _check_instance(self, value: Instance, declared: Meaning) -> Fit:
        """Compare an instance of a repository type."""
        if isinstance(declared, Instance):
            if value.entity == declared.entity:
                return Fit.EXACTLY
            if self._evaluation.generics.as_base(value, declared.entity) is not None:
                return Fit.AS_BASE
            is_open = self._has_conversions(value) or self._has_conversions(declared)
            return Fit.UNKNOWN if is_open else Fit.NOT
        return self._check_with_external(value, declared) if isinstance(declared, Outside) else Fit.NOT

    def _check_with_external(self, value: Instance, declared: Outside) -> Fit:
        """Compare an instance of a repository type with an external type, by its external bases."""
        definition = self._program.definition(value.entity)
        if declared.name in self._rules.final_types:
            return Fit.NOT
        if _last_name(declared.name) in self._rules.function_types:
            return Fit.UNKNOWN if definition.type_kind is TypeKind.TYPE_ALIAS else Fit.NOT
        bases = [
            each.name
            for each in self._evaluation.generics.bases(value)
            if isinstance(each, Outside) and self._may_derive_from(each.name, declared.name)
        ]
        if any(self._external_types.is_base(each, declared.name) for each in bases):
            return Fit.AS_BASE
        if bases and all(map(self._external_types.knows, (declared.name, *bases))):
            return Fit.NOT
        is_enum = definition.type_kind is TypeKind.ENUM
        return Fit.UNKNOWN if bases or is_enum else Fit.NOT

    def _has_conversions(self, instance: Instance) -> bool:
        """Whether a type declares implicit conversions."""
        return self._program.files[instance.entity.path].has_conversions(instance.entity.number)

    def _may_derive_from(self, base: str, declared: str) -> bool:
        """Whether one external type may derive from another: an interface does not derive from a class."""
        pattern = self._rules.interface_names
        if not pattern:
            return True
        return bool(re.fullmatch(pattern, _last_name(declared))) or not re.fullmatch(
            pattern, _last_name(base)
        )

    def _check_elements(self, value: Meanings, declared: Meanings, depth: int) -> Fit:
        if len(value) != 1 or len(declared) != 1:
            return Fit.UNKNOWN
        found = self.fit(value[0], declared[0], depth + 1)
        is_primitive = self._is_primitive(value[0]) or self._is_primitive(declared[0])
        return Fit.NOT if is_primitive and found is not Fit.EXACTLY and found is not Fit.UNKNOWN else found

    def _check_external(self, value: Outside, declared: Meaning) -> Fit:
        """Compare an instance of an external type, a function, or `null`."""
        if value.name == NULL:
            return Fit.AS_BASE
        if value.name == FUNCTION:
            return self._check_function(declared)
        is_known = self._external_types.knows(value.name)
        if isinstance(declared, Instance) and self._is_of_standard_library(value):
            return Fit.UNKNOWN if self._has_conversions(declared) else Fit.NOT
        if isinstance(declared, Outside):
            if _is_same_type(value.name, declared.name):
                return Fit.EXACTLY
            if self._external_types.is_base(value.name, declared.name):
                return Fit.AS_BASE
            is_final = declared.name in self._rules.final_types and _has_known_type(value)
            is_known = is_final or (is_known and self._external_types.knows(declared.name))
        return Fit.NOT if is_known else Fit.UNKNOWN

    def _is_of_standard_library(self, value: Outside) -> bool:
        """Whether a value is of a standard library type, which derives from no repository type."""
        if value.name in map(self._rules.outer, self._rules.builtins):
            return True
        pattern = self._rules.own_library
        return bool(pattern) and _has_known_type(value) and re.match(pattern, value.name) is not None

    def _check_function(self, declared: Meaning) -> Fit:
        if isinstance(declared, Instance):
            kind = self._program.definition(declared.entity).type_kind
            return Fit.AS_BASE if kind in {TypeKind.INTERFACE, TypeKind.TYPE_ALIAS} else Fit.NOT
        return Fit.UNKNOWN if isinstance(declared, Outside) else Fit.NOT


def _has_known_type(value: Outside) -> bool:
    """Whether the type of a value is known, and not only the call that returned it."""
    return value.is_instance and not value.may_be_any and not value.name.endswith(")")


def _last_name(name: str) -> str:
    return name.rpartition(".")[2]


def _is_same_type(one: str, other: str) -> bool:
    """Whether two names denote one type: either may be known by its last name only."""
    return one == other or one.endswith(f".{other}") or other.endswith(f".{one}")
