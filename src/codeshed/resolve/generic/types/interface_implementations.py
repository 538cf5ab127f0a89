"""Undeclared implementations of interfaces, which are shown by passing or assigning a value.

Turns: a value and the interface that it is passed or assigned to → Implementations: of a class that has the members of the
interface; of functions in an object literal; of a function, where a functional interface is expected; or of an anonymous
function, of which only the span is known.
"""

import msgspec

from codeshed.model.facts.code_expressions import (
    FUNCTION_TYPE,
    SPREAD_FIELDS,
    CodeExpression,
    MemberExpr,
    NameExpr,
    NewExpr,
    OtherExpr,
)
from codeshed.model.facts.code_facts import CodeDefinition
from codeshed.model.semantic import TypeKind
from codeshed.resolve.generic.definition_key import DefinitionKey
from codeshed.resolve.generic.symbol_table import SymbolTable
from codeshed.resolve.generic.values.expression_values import Evaluator
from codeshed.resolve.generic.values.values import (
    DefinitionValue,
    External,
    Instance,
    ObjectLiteral,
    Place,
    Value,
    Values,
)

_MAX_NESTING = 3
"""How deeply object literals may be nested."""

_STRUCTURAL_KINDS = frozenset({TypeKind.INTERFACE, TypeKind.TYPE_ALIAS})


class Implementation(msgspec.Struct, frozen=True):
    """What implements an interface or its method, and the span of the value; None is an anonymous function."""

    implementation: DefinitionKey | None
    interface_member: DefinitionKey
    begin: int
    end: int


class InterfaceRequirements(msgspec.Struct, frozen=True):
    """What an interface requires: the names that must be present, and its methods and fields by name."""

    required: frozenset[str]
    methods: dict[str, DefinitionKey]
    fields: dict[str, DefinitionKey]


class InterfaceImplementations:
    """Finds the implementations in one file."""

    def __init__(self, symbol_table: SymbolTable, evaluator: Evaluator, path: str) -> None:
        self._symbol_table = symbol_table
        self._evaluator = evaluator
        rules = symbol_table.rules_at(path)
        self._has_structural_typing = rules.has_structural_typing
        self._has_functional_interfaces = rules.has_functional_interfaces
        self._universal_members = {
            name for root in rules.implicit_bases if not root.kinds for name in root.members
        }
        self._requirements_by_interface: dict[DefinitionKey, InterfaceRequirements] = {}
        self._seen: set[tuple[DefinitionKey | None, DefinitionKey]] = set()
        self.found: list[Implementation] = []
        """The implementations in source order, each once."""

    @property
    def is_needed(self) -> bool:
        """Whether the language of the file has such implementations."""
        return self._has_structural_typing or self._has_functional_interfaces

    def may_be_function(self, value: CodeExpression) -> bool:
        """Whether a value may be a function that implements a functional interface."""
        if not self._has_functional_interfaces:
            return False
        if isinstance(value, MemberExpr | NameExpr):
            return value.is_function_reference
        return isinstance(value, NewExpr) or (
            isinstance(value, OtherExpr) and value.type_name == FUNCTION_TYPE
        )

    def record(self, value: CodeExpression, declared: Values, place: Place, depth: int = 0) -> None:
        """Record what implements the declared types of a parameter or variable, given the value it gets."""
        objects = tuple(
            each
            for each in (self._evaluator.bounded(declared) if declared else ())
            if isinstance(each, Instance)
        )
        interface_types = [
            each
            for each in objects
            if self._symbol_table.definition(each.entity).type_kind in _STRUCTURAL_KINDS
        ]
        if not interface_types or not (self._has_structural_typing or self.may_be_function(value)):
            return
        values = self._evaluator.evaluate(value, place)
        interfaces = [
            each
            for each in dict.fromkeys(each.entity for each in interface_types)
            if self._requirements_of(each).methods
        ]
        if not self._has_structural_typing:
            for interface in interfaces:
                for each in values:
                    self._record_function(each, interface, self._requirements_of(interface), value, place)
            return
        for each in values:
            if isinstance(each, ObjectLiteral):
                self._record_literal(each, values, self._requirements_of_any(interfaces), value, depth)
        self._record_class(values, frozenset(each.entity for each in objects), interfaces, value)

    def _record_class(
        self,
        values: Values,
        declared: frozenset[DefinitionKey],
        interfaces: list[DefinitionKey],
        value: CodeExpression,
    ) -> None:
        """Record the one interface that a value of one class matches.

        Nothing is recorded if the value may be of several types, or if its class is derived from a declared one.
        """
        given = list(dict.fromkeys(each.entity for each in values if isinstance(each, Instance)))
        if len(given) != 1 or not declared.isdisjoint(self._evaluator.members.ancestors(given[0])):
            return
        matching = [each for each in interfaces if self._matches(given[0], each, self._requirements_of(each))]
        if len(matching) == 1:
            self._add(given[0], matching[0], value)

    def _record_literal(
        self,
        record: ObjectLiteral,
        values: Values,
        requirements: InterfaceRequirements,
        value: CodeExpression,
        depth: int,
    ) -> None:
        """Record the functions of an object literal, and the values of its fields.

        The literal may be the value of a variable; then the functions are members of that variable.
        """
        for name, written in record.fields:
            method, field = requirements.methods.get(name), requirements.fields.get(name)
            if method is not None:
                functions = [
                    each.entity
                    for each in self._evaluator.lookup_member(values, name, is_function=True)
                    if isinstance(each, DefinitionValue) and self._symbol_table.is_function(each.entity)
                ]
                for each in functions:
                    self._add(each, method, value)
                if not functions and isinstance(written, OtherExpr):
                    self._add(None, method, value)
            elif field is not None and depth < _MAX_NESTING and name != SPREAD_FIELDS:
                place = Place(record.definition.path, record.definition.number, written.begin)
                if place.path == self._evaluator.file.path:
                    self.record(written, self._evaluator.values_of_variables((field,)), place, depth + 1)

    def _record_function(
        self,
        value: Value,
        interface: DefinitionKey,
        requirements: InterfaceRequirements,
        expression: CodeExpression,
        place: Place,
    ) -> None:
        """Record a function that is passed for the one abstract method of a functional interface."""
        if len(requirements.required) != 1:
            return
        method = requirements.methods[next(iter(requirements.required))]
        n_given = len(self._symbol_table.definition(method).parameters)
        takes = self._evaluator.signatures.accepts_count
        if isinstance(value, External) and value.name == FUNCTION_TYPE:
            self._add(None, method, expression)
        elif isinstance(value, DefinitionValue) and self._symbol_table.is_function(value.entity):
            is_static = self._evaluator.signatures.is_static(value.entity)
            n_taken = n_given if is_static or not self._is_unbound_method(expression, place) else n_given - 1
            if takes(value.entity, n_taken):
                self._add(value.entity, method, expression)
        elif isinstance(value, Instance) and isinstance(expression, NewExpr):
            ancestors = frozenset(self._evaluator.members.ancestors(value.entity))
            for maker in (
                () if interface in ancestors else self._evaluator.constructors.constructors_of(value.entity)
            ):
                if self._symbol_table.is_function(maker) and takes(maker, n_given):
                    self._add(maker, method, expression)

    def _is_unbound_method(self, expression: CodeExpression, place: Place) -> bool:
        """Whether a method is referenced through its type (`A::run`), so that the receiver is its first argument."""
        receivers = (
            self._evaluator.evaluate_receiver(expression, place) if isinstance(expression, MemberExpr) else ()
        )
        return any(
            isinstance(each, DefinitionValue) and self._symbol_table.is_type(each.entity)
            for each in receivers
        )

    def _matches(
        self, own: DefinitionKey, interface: DefinitionKey, requirements: InterfaceRequirements
    ) -> bool:
        """Whether a type has the required members of an interface without declaring that it implements it."""
        members = self._evaluator.members
        above = tuple(members.ancestors(own))
        if interface in above:
            return False
        names = {
            self._symbol_table.definition(each).name
            for owner in above
            for each in members.all_own_members(owner)
        }
        if names.isdisjoint(requirements.methods):
            return False
        is_open = any(not isinstance(base, Instance) for owner in above for base in members.bases(owner))
        return is_open or requirements.required <= names

    def _requirements_of_any(self, interfaces: list[DefinitionKey]) -> InterfaceRequirements:
        """Merge the members of several interfaces, without names that more than one has."""
        requirements = [self._requirements_of(each) for each in interfaces]
        if len(requirements) == 1:
            return requirements[0]
        owners: dict[str, set[DefinitionKey]] = {}
        for each in requirements:
            for name, member in (*each.methods.items(), *each.fields.items()):
                owners.setdefault(name, set()).add(member)
        unambiguous = {name for name, members in owners.items() if len(members) == 1}
        return InterfaceRequirements(
            frozenset(),
            {
                name: member
                for each in requirements
                for name, member in each.methods.items()
                if name in unambiguous
            },
            {
                name: member
                for each in requirements
                for name, member in each.fields.items()
                if name in unambiguous
            },
        )

    def _requirements_of(self, interface: DefinitionKey) -> InterfaceRequirements:
        known = self._requirements_by_interface.get(interface)
        if known is None:
            known = self._requirements_by_interface[interface] = self._collect_requirements(interface)
        return known

    def _collect_requirements(self, interface: DefinitionKey) -> InterfaceRequirements:
        required: set[str] = set()
        methods: dict[str, DefinitionKey] = {}
        fields: dict[str, DefinitionKey] = {}
        members = self._evaluator.members
        for owner in members.ancestors(interface):
            for each in members.all_own_members(owner):
                self._symbol_table.trace_definition(each)
                definition = self._symbol_table.definition(each)
                if (
                    definition.name in methods
                    or definition.name in fields
                    or self._symbol_table.is_type(each)
                ):
                    continue
                modifiers = definition.modifiers
                if not self._symbol_table.is_function(each):
                    fields[definition.name] = each
                elif modifiers is None or not modifiers.is_static:
                    methods[definition.name] = each
                if self._is_required(definition):
                    required.add(definition.name)
        return InterfaceRequirements(frozenset(required), methods, fields)

    def _is_required(self, definition: CodeDefinition) -> bool:
        """Whether an implementation must define a member; members that every object has anyway need no definition."""
        if self._has_structural_typing:
            return not definition.is_optional
        modifiers = definition.modifiers
        is_abstract = modifiers is not None and modifiers.is_abstract and not modifiers.has_body
        return is_abstract and definition.name not in self._universal_members

    def _add(self, own: DefinitionKey | None, interface_member: DefinitionKey, value: CodeExpression) -> None:
        if (own, interface_member) not in self._seen:
            self._seen.add((own, interface_member))
            self.found.append(Implementation(own, interface_member, value.begin, value.end))
