"""Fields that override methods: `match = fast` in a class whose interface declares `match(…)`.

Turns: a field of a class → the method of a base that it overrides.
"""

from msgspec.structs import replace

from codeshed.model.code_expressions import OtherExpr
from codeshed.model.code_facts import CodeDefinition
from codeshed.model.parsed_files import ParsedCode
from codeshed.model.semantic import DefinitionKind, Modifiers, TypeKind
from codeshed.resolve.generic.definition_key import Entity
from codeshed.resolve.generic.symbol_table import Program
from codeshed.resolve.generic.values.expression_values import Evaluation
from codeshed.resolve.generic.values.values import Defined

_UNKNOWN_YET = frozenset({"", "null", "undefined"})
"""Literals that a field is initialised with until it gets its value."""


class FieldsAsMethods:
    """Finds the fields that override methods, for the current file: its own, and those that it calls."""

    def __init__(self, program: Program, evaluator: Evaluation, file: ParsedCode) -> None:
        self._program = program
        self._evaluator = evaluator
        self._path = file.path
        self._definitions = file.facts.definitions
        self._overridden: dict[Entity, Entity | None] = {}

    def definition(self, number: int) -> CodeDefinition:
        """Return a definition; a field that overrides a method becomes a method with the parameters of that."""
        definition, method = self._definitions[number], self.method(Entity(self._path, number))
        if method is None:
            return definition
        parameters = self._program.definition(method).parameters
        return replace(
            definition,
            kind=DefinitionKind.FUNCTION,
            parameters=tuple(replace(each, type=None) for each in parameters),
            modifiers=Modifiers(has_body=definition.value is not None),
        )

    def held(self, number: int) -> tuple[Entity, ...]:
        """Return the functions that a field which overrides a method is assigned, and so calls."""
        field = Entity(self._path, number)
        if self.method(field) is None:
            return ()
        values = self._evaluator.held((field,))
        found = (each.entity for each in values if isinstance(each, Defined))
        return tuple(dict.fromkeys(filter(self._program.is_function, found)))

    def method(self, field: Entity) -> Entity | None:
        """Return the method that a field overrides."""
        if field not in self._overridden:
            self._overridden[field] = self._find_overridden(field)
        return self._overridden[field]

    def _find_overridden(self, entity: Entity) -> Entity | None:
        is_own = entity.path == self._path
        field = self._definitions[entity.number] if is_own else self._program.definition(entity)
        is_field = field.kind is DefinitionKind.VARIABLE and field.parent >= 0
        if not is_field or not self._program.customs_at(entity.path).are_fields_methods:
            return None
        owner = Entity(entity.path, field.parent)
        is_of_class = self._program.definition(owner).type_kind is TypeKind.CLASS
        is_static = "static" in field.signature.partition(field.name)[0].split()
        if not is_of_class or is_static or _is_literal(field):
            return None
        members = self._evaluator.members
        bases = (each for each in members.ancestors(owner) if each != owner)
        named = (each for base in bases for each in members.own(base, field.name))
        found = next(filter(self._program.is_function, named), None)
        modifiers = None if found is None else self._program.definition(found).modifiers
        return None if modifiers is not None and modifiers.is_property else found


def _is_literal(field: CodeDefinition) -> bool:
    """Whether a field is initialised with a number, a string or the like, and so is no function."""
    return isinstance(field.value, OtherExpr) and field.value.type_name not in _UNKNOWN_YET
