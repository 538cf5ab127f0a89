"""Fields that override methods: `match = fast` in a class whose interface declares `match(…)`.

Turns: a field of a class → the method of a base that it overrides.
"""

from msgspec.structs import replace

from codeshed.model.facts.code_expressions import OtherExpr
from codeshed.model.facts.code_facts import CodeDefinition
from codeshed.model.facts.parsed_files import ParsedCode
from codeshed.model.semantic import DefinitionKind, Modifiers, TypeKind
from codeshed.resolve.generic.definition_key import DefinitionKey
from codeshed.resolve.generic.symbol_table import SymbolTable
from codeshed.resolve.generic.values.expression_values import Evaluator
from codeshed.resolve.generic.values.values import DefinitionValue

_UNKNOWN_YET = frozenset({"", "null", "undefined"})
"""Literals that a field is initialised with until it gets its value."""


class CallableFields:
    """Finds the fields that override methods, for the current file: its own, and those that it calls."""

    def __init__(self, symbol_table: SymbolTable, evaluator: Evaluator, file: ParsedCode) -> None:
        self._symbol_table = symbol_table
        self._evaluator = evaluator
        self._path = file.path
        self._definitions = file.facts.definitions
        self._overridden: dict[DefinitionKey, DefinitionKey | None] = {}

    def definition(self, number: int) -> CodeDefinition:
        """Return a definition; a field that overrides a method becomes a method with the parameters of that."""
        definition, method = (
            self._definitions[number],
            self.overridden_method(DefinitionKey(self._path, number)),
        )
        if method is None:
            return definition
        parameters = self._symbol_table.definition(method).parameters
        return replace(
            definition,
            kind=DefinitionKind.FUNCTION,
            parameters=tuple(replace(each, type=None) for each in parameters),
            modifiers=Modifiers(has_body=definition.value is not None),
        )

    def assigned_functions(self, number: int) -> tuple[DefinitionKey, ...]:
        """Return the functions that a field which overrides a method is assigned, and so calls."""
        field = DefinitionKey(self._path, number)
        if self.overridden_method(field) is None:
            return ()
        values = self._evaluator.values_of_variables((field,))
        found = (each.entity for each in values if isinstance(each, DefinitionValue))
        return tuple(dict.fromkeys(filter(self._symbol_table.is_function, found)))

    def overridden_method(self, field: DefinitionKey) -> DefinitionKey | None:
        """Return the method that a field overrides."""
        if field not in self._overridden:
            self._overridden[field] = self._find_overridden(field)
        return self._overridden[field]

    def _find_overridden(self, entity: DefinitionKey) -> DefinitionKey | None:
        is_own = entity.path == self._path
        field = self._definitions[entity.number] if is_own else self._symbol_table.definition(entity)
        is_field = field.kind is DefinitionKind.VARIABLE and field.parent >= 0
        # A name that is no word may be empty: `"" = make()`.
        if not is_field or not field.name:
            return None
        if not self._symbol_table.rules_at(entity.path).can_fields_override_methods:
            return None
        owner = DefinitionKey(entity.path, field.parent)
        is_of_class = self._symbol_table.definition(owner).type_kind is TypeKind.CLASS
        is_static = "static" in field.signature.partition(field.name)[0].split()
        if not is_of_class or is_static or _is_literal(field):
            return None
        members = self._evaluator.members
        bases = (each for each in members.ancestors(owner) if each != owner)
        named = (each for base in bases for each in members.own_members(base, field.name))
        found = next(filter(self._symbol_table.is_function, named), None)
        modifiers = None if found is None else self._symbol_table.definition(found).modifiers
        return None if modifiers is not None and modifiers.is_property else found


def _is_literal(field: CodeDefinition) -> bool:
    """Whether a field is initialised with a number, a string or the like, and so is no function."""
    return isinstance(field.value, OtherExpr) and field.value.type_name not in _UNKNOWN_YET
