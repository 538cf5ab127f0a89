"""Assignability: whether a value can be passed where a type is declared.

Turns: the value of an argument and the declared type of a parameter → Assignability, UNKNOWN if either is not known.
"""

import enum
import re
from typing import Protocol

from codeshed.model.facts.code_expressions import FUNCTION_TYPE, CodeExpression
from codeshed.model.semantic import TypeKind
from codeshed.resolve.generic.members.extension_methods import TypeEvaluator
from codeshed.resolve.generic.symbol_table import SymbolTable
from codeshed.resolve.generic.types.external_types import ExternalTypes
from codeshed.resolve.generic.types.implicit_conversions import TypeMembers
from codeshed.resolve.generic.values.values import (
    External,
    Instance,
    Place,
    SequenceValue,
    TypeVariable,
    Unknown,
    Value,
    Values,
)

NULL = "null"


class Assignability(enum.IntEnum):
    """Whether an argument is assignable to a parameter; the larger, the better the match. UNKNOWN may be either."""

    NOT_ASSIGNABLE = 0
    UNKNOWN = 1
    CONVERSION = 2
    SUBTYPE = 3
    SAME_TYPE = 4


class ArgumentValues(TypeEvaluator, TypeMembers, Protocol):
    """What the check needs to know of arguments besides their types."""

    def evaluate(self, expression: CodeExpression, place: Place) -> Values:
        """Evaluate an expression at a place."""

    def external_types(self, path: str) -> ExternalTypes:
        """Return the external types of the language of a file."""

    def n_pointers(self, argument: CodeExpression, place: Place) -> int | None:
        """Return how many levels of pointers an argument has; None if unknown."""


class AssignabilityChecker:
    """Compares types by the rules of the language of a file."""

    def __init__(self, symbol_table: SymbolTable, evaluator: ArgumentValues, path: str) -> None:
        self._symbol_table = symbol_table
        self._evaluator = evaluator
        self._rules = symbol_table.rules_at(path)
        self._external_types = evaluator.external_types(path)
        self._universal_bases = {each.name for each in self._rules.implicit_bases if not each.kinds}

    def check(self, value: Value, declared: Value, depth: int = 0) -> Assignability:
        """Return the assignability of a value to a declared type."""
        if depth > len(Assignability) or isinstance(declared, Unknown) or isinstance(value, Unknown):
            return Assignability.UNKNOWN
        if (
            isinstance(value, TypeVariable)
            and isinstance(declared, TypeVariable)
            and value.name == declared.name
        ):
            return Assignability.SAME_TYPE if value.entity == declared.entity else Assignability.SUBTYPE
        if isinstance(value, TypeVariable | Unknown) or isinstance(declared, TypeVariable | Unknown):
            return self._check_bounds(value, declared, depth)
        optional = self._check_nullable(value, declared)
        if optional is not None:
            return optional
        if self._is_primitive(value) or self._is_primitive(declared):
            return self._check_primitive(value, declared)
        return self._check_objects(value, declared, depth)

    def _check_objects(self, value: Value, declared: Value, depth: int) -> Assignability:
        """Compare where both are class types."""
        found = Assignability.UNKNOWN
        if isinstance(declared, External) and declared.name in self._universal_bases:
            name = value.name if isinstance(value, External) else ""
            found = (
                Assignability.NOT_ASSIGNABLE
                if name == FUNCTION_TYPE
                else Assignability.SAME_TYPE
                if name == declared.name
                else Assignability.SUBTYPE
            )
        elif isinstance(value, Instance):
            found = self._check_instance(value, declared)
        elif isinstance(value, SequenceValue) and isinstance(declared, SequenceValue):
            found = self._check_elements(value.items, declared.items, depth)
        elif isinstance(value, SequenceValue) and not isinstance(declared, External):
            found = Assignability.NOT_ASSIGNABLE
        elif isinstance(value, External):
            found = self._check_external(value, declared)
        return found

    def _check_bounds(self, value: Value, declared: Value, depth: int) -> Assignability:
        """Compare the upper bounds of type parameters; an unbounded one accepts all objects."""
        objects, types = self._evaluator.bounded((value,)), self._evaluator.bounded((declared,))
        if isinstance(declared, TypeVariable):
            if self._is_primitive(value):
                return self._check_boxed(value, types)
            if not types or (isinstance(types[0], External) and types[0].name in self._universal_bases):
                return Assignability.SUBTYPE
        if not objects or not types:
            return Assignability.UNKNOWN
        found = self.check(objects[0], types[0], depth + 1)
        return Assignability.SUBTYPE if found is Assignability.SAME_TYPE else found

    def _check_boxed(self, value: Value, bounds: Values) -> Assignability:
        """Compare a primitive with the bound of a type parameter: its box must conform to the bound."""
        bound = bounds[0] if bounds else None
        if isinstance(bound, External) and self._external_types.has_type(bound.name):
            return self._check_primitive(value, bound)
        return Assignability.CONVERSION

    def _is_primitive(self, value: Value) -> bool:
        return isinstance(value, External) and value.name in self._rules.primitives

    def _check_nullable(self, value: Value, declared: Value) -> Assignability | None:
        """Compare where either is a nullable primitive (`int?`); None if that decides nothing."""
        own, wanted_primitive = self._primitive_in_nullable(value), self._primitive_in_nullable(declared)
        if own is not None and wanted_primitive is not None:
            return self._check_primitive(own, wanted_primitive)
        if wanted_primitive is not None and self._is_primitive(value):
            return min(self._check_primitive(value, wanted_primitive), Assignability.CONVERSION)
        if own is None:
            return None
        if isinstance(declared, Instance):
            return Assignability.UNKNOWN if self._has_conversions(declared) else Assignability.NOT_ASSIGNABLE
        if not isinstance(declared, External) or declared.name in self._universal_bases:
            return None
        is_other = declared.name in self._rules.primitives or declared.name in self._rules.builtins
        return Assignability.NOT_ASSIGNABLE if is_other else None

    def _primitive_in_nullable(self, value: Value) -> Value | None:
        """Return the primitive that a nullable type holds; None for other types."""
        if not isinstance(value, External) or _last_name(value.name) != self._rules.optional_type:
            return None
        return next(filter(self._is_primitive, value.arguments[:1]), None)

    def _check_primitive(self, value: Value, declared: Value) -> Assignability:
        """Compare where either is a primitive: identity, widening, boxing, unboxing."""
        if not isinstance(value, External) or not isinstance(declared, External):
            is_open = any(
                isinstance(each, Instance) and self._has_conversions(each) for each in (value, declared)
            )
            return Assignability.UNKNOWN if is_open else Assignability.NOT_ASSIGNABLE
        if value.name == declared.name:
            return Assignability.SAME_TYPE
        primitives = self._rules.primitives
        own, other = primitives.get(value.name), primitives.get(declared.name)
        if own is not None and other is not None:
            return Assignability.SUBTYPE if declared.name in own.widens_to else Assignability.NOT_ASSIGNABLE
        if own is not None:
            is_boxed = (
                declared.name in {own.boxed_type, *self._universal_bases}
                or self._external_types.is_subtype(own.boxed_type, declared.name)
                or any(isinstance(each, External) and each.name == value.name for each in declared.arguments)
            )
            return Assignability.CONVERSION if is_boxed else Assignability.NOT_ASSIGNABLE
        unboxed = next((name for name, each in primitives.items() if each.boxed_type == value.name), None)
        if unboxed is not None:
            is_widened = unboxed == declared.name or declared.name in primitives[unboxed].widens_to
            return Assignability.CONVERSION if is_widened else Assignability.NOT_ASSIGNABLE
        return (
            Assignability.NOT_ASSIGNABLE
            if value.name in {NULL, FUNCTION_TYPE} or self._external_types.has_type(value.name)
            else Assignability.UNKNOWN
        )

    def _check_instance(self, value: Instance, declared: Value) -> Assignability:
        """Compare an instance of a repository type."""
        if isinstance(declared, Instance):
            if value.entity == declared.entity:
                return Assignability.SAME_TYPE
            if self._evaluator.generics.as_base(value, declared.entity) is not None:
                return Assignability.SUBTYPE
            is_open = self._has_conversions(value) or self._has_conversions(declared)
            return Assignability.UNKNOWN if is_open else Assignability.NOT_ASSIGNABLE
        return (
            self._check_with_external(value, declared)
            if isinstance(declared, External)
            else Assignability.NOT_ASSIGNABLE
        )

    def _check_with_external(self, value: Instance, declared: External) -> Assignability:
        """Compare an instance of a repository type with an external type, by its external bases."""
        definition = self._symbol_table.definition(value.entity)
        if declared.name in self._rules.final_types:
            return Assignability.NOT_ASSIGNABLE
        if _last_name(declared.name) in self._rules.function_types:
            return (
                Assignability.UNKNOWN
                if definition.type_kind is TypeKind.TYPE_ALIAS
                else Assignability.NOT_ASSIGNABLE
            )
        bases = [
            each.name
            for each in self._evaluator.generics.bases(value)
            if isinstance(each, External) and self._may_derive_from(each.name, declared.name)
        ]
        if any(self._external_types.is_subtype(each, declared.name) for each in bases):
            return Assignability.SUBTYPE
        if bases and all(map(self._external_types.has_type, (declared.name, *bases))):
            return Assignability.NOT_ASSIGNABLE
        is_enum = definition.type_kind is TypeKind.ENUM
        return Assignability.UNKNOWN if bases or is_enum else Assignability.NOT_ASSIGNABLE

    def _has_conversions(self, instance: Instance) -> bool:
        """Whether a type declares implicit conversions."""
        return self._symbol_table.files[instance.entity.path].has_implicit_conversions(instance.entity.number)

    def _may_derive_from(self, base: str, declared: str) -> bool:
        """Whether one external type may derive from another: an interface does not derive from a class."""
        pattern = self._rules.interface_name_pattern
        if not pattern:
            return True
        return bool(re.fullmatch(pattern, _last_name(declared))) or not re.fullmatch(
            pattern, _last_name(base)
        )

    def _check_elements(self, value: Values, declared: Values, depth: int) -> Assignability:
        if len(value) != 1 or len(declared) != 1:
            return Assignability.UNKNOWN
        found = self.check(value[0], declared[0], depth + 1)
        is_primitive = self._is_primitive(value[0]) or self._is_primitive(declared[0])
        return (
            Assignability.NOT_ASSIGNABLE
            if is_primitive and found is not Assignability.SAME_TYPE and found is not Assignability.UNKNOWN
            else found
        )

    def _check_external(self, value: External, declared: Value) -> Assignability:
        """Compare an instance of an external type, a function, or `null`."""
        if value.name == NULL:
            return Assignability.SUBTYPE
        if value.name == FUNCTION_TYPE:
            return self._check_function(declared)
        is_known = self._external_types.has_type(value.name)
        if isinstance(declared, Instance) and self._is_of_standard_library(value):
            return Assignability.UNKNOWN if self._has_conversions(declared) else Assignability.NOT_ASSIGNABLE
        if isinstance(declared, External):
            if _is_same_type(value.name, declared.name):
                return Assignability.SAME_TYPE
            if self._external_types.is_subtype(value.name, declared.name):
                return Assignability.SUBTYPE
            is_final = declared.name in self._rules.final_types and _has_known_type(value)
            is_known = is_final or (is_known and self._external_types.has_type(declared.name))
        return Assignability.NOT_ASSIGNABLE if is_known else Assignability.UNKNOWN

    def _is_of_standard_library(self, value: External) -> bool:
        """Whether a value is of a standard library type, which derives from no repository type."""
        if value.name in map(self._rules.qualify_builtin, self._rules.builtins):
            return True
        pattern = self._rules.standard_library_pattern
        return bool(pattern) and _has_known_type(value) and re.match(pattern, value.name) is not None

    def _check_function(self, declared: Value) -> Assignability:
        if isinstance(declared, Instance):
            kind = self._symbol_table.definition(declared.entity).type_kind
            return (
                Assignability.SUBTYPE
                if kind in {TypeKind.INTERFACE, TypeKind.TYPE_ALIAS}
                else Assignability.NOT_ASSIGNABLE
            )
        return Assignability.UNKNOWN if isinstance(declared, External) else Assignability.NOT_ASSIGNABLE


def _has_known_type(value: External) -> bool:
    """Whether the type of a value is known, and not only the call that returned it."""
    return value.is_instance and not value.may_be_repository_object and not value.name.endswith(")")


def _last_name(name: str) -> str:
    return name.rpartition(".")[2]


def _is_same_type(one: str, other: str) -> bool:
    """Whether two names denote one type: either may be known by its last name only."""
    return one == other or one.endswith(f".{other}") or other.endswith(f".{one}")
