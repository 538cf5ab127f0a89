"""Fields that take the place of methods.

Turns: a field of a class → the method that it is, where a base of its class has a method of that name: `match = fast` in a
class that implements an interface with `match(…)`.
"""

from msgspec.structs import replace

from codeshed.model.code_facts import CodeDefinition
from codeshed.model.parsed import ParsedCode
from codeshed.model.semantic import DefinitionKind, Modifiers, TypeKind
from codeshed.resolve.languages.entity import Entity
from codeshed.resolve.languages.evaluation import Evaluation
from codeshed.resolve.languages.meanings import Defined
from codeshed.resolve.languages.program import Program


class FieldsAsMethods:
    """Looks at the fields of one file, at each once."""

    def __init__(self, program: Program, evaluation: Evaluation, file: ParsedCode) -> None:
        self._program = program
        self._evaluation = evaluation
        self._path = file.path
        self._definitions = file.facts.definitions
        self._overridden: dict[int, Entity | None] = {}

    def definition(self, number: int) -> CodeDefinition:
        """Return a definition, as that of a method if it takes the place of one: it takes what that takes."""
        definition, method = self._definitions[number], self._method(number)
        if method is None:
            return definition
        taken = self._program.definition(method).parameters
        return replace(
            definition,
            kind=DefinitionKind.FUNCTION,
            parameters=tuple(replace(each, type=None) for each in taken),
            modifiers=Modifiers(has_body=definition.value is not None),
        )

    def held(self, number: int) -> tuple[Entity, ...]:
        """Return the functions that a field which is a method is given, and so runs."""
        if self._method(number) is None:
            return ()
        held = self._evaluation.held((Entity(self._path, number),))
        found = (each.entity for each in held if isinstance(each, Defined))
        return tuple(dict.fromkeys(filter(self._program.is_function, found)))

    def _method(self, number: int) -> Entity | None:
        if number not in self._overridden:
            self._overridden[number] = self._find(self._definitions[number])
        return self._overridden[number]

    def _find(self, field: CodeDefinition) -> Entity | None:
        is_field = field.kind is DefinitionKind.VARIABLE and field.parent >= 0
        if not is_field or not self._program.customs_at(self._path).are_fields_methods:
            return None
        is_of_class = self._definitions[field.parent].type_kind is TypeKind.CLASS
        if not is_of_class or "static" in field.signature.partition(field.name)[0].split():
            return None
        owner = Entity(self._path, field.parent)
        members = self._evaluation.members
        above = (each for each in members.ancestors(owner) if each != owner)
        named = (each for base in above for each in members.own(base, field.name))
        return next(filter(self._program.is_function, named), None)
