"""Constructors of bases that run without a word.

Turns: a constructor, or a type that is its own → the constructors of its bases that take nothing, where it names none.
"""

from collections.abc import Iterator

from codeshed.model.code_expressions import MemberExpr, NameExpr, NewExpr, ReceiverExpr
from codeshed.model.code_facts import CodeDefinition, CodeReference
from codeshed.model.parsed_files import ParsedCode
from codeshed.model.semantic import DefinitionKind, ReferenceRole, TypeKind
from codeshed.resolve.generic.calls.callee_selection import Choices
from codeshed.resolve.generic.entity import Entity
from codeshed.resolve.generic.resolution_outcome import Outcome
from codeshed.resolve.generic.symbol_table import Program
from codeshed.resolve.generic.values.expression_values import Evaluation
from codeshed.resolve.generic.values.values import Instance, Sureness

_HEADS = (b":", b"extends")
"""What stands before a base that is given something in the head of a type."""

_DEFAULT = b"default"


class ImpliedConstructors:
    """Finds the constructors of bases that those of one file run."""

    def __init__(self, program: Program, evaluation: Evaluation, choices: Choices, file: ParsedCode) -> None:
        self._program = program
        self._evaluation = evaluation
        self._choices = choices
        self._path = file.path
        self._content = file.content
        self._definitions = file.facts.definitions
        self._are_implied = program.customs_at(file.path).are_bases_made
        self._written: dict[int, list[CodeReference]] = {}
        for each in file.facts.references if self._are_implied else ():
            if each.argument_count is not None:
                self._written.setdefault(each.definition, []).append(each)

    def run_by(self, number: int) -> Iterator[Outcome]:
        """Yield the constructors of bases that run before a constructor, each if it is known which one."""
        owner = self._owner(number) if self._are_implied else None
        if owner is None:
            return
        for base in self._evaluation.members.bases(owner, with_implemented=False):
            if isinstance(base, Instance) and self._is_unwritten(number, owner, base):
                made = self._made(base, number)
                if len(made.entities) == 1:
                    yield made

    def _owner(self, number: int) -> Entity | None:
        """Return the type of which a definition makes objects."""
        definition = self._definitions[number]
        entity = Entity(self._path, number)
        if definition.kind is DefinitionKind.TYPE:
            is_own = definition.has_primary or definition.is_object
            return entity if is_own and definition.type_kind is TypeKind.CLASS else None
        modifiers = definition.modifiers
        if modifiers is None or not modifiers.is_constructor or modifiers.is_static or not modifiers.has_body:
            return None
        return None if self._is_copying(definition) else self._evaluation.members.owner_of(entity)

    def _is_copying(self, constructor: CodeDefinition) -> bool:
        """Whether nobody writes what a constructor does: one that takes an object copies it, with its bases."""
        text = self._content[constructor.begin : constructor.end].rstrip(b"; \t\n")
        return bool(constructor.parameters) and text.endswith(_DEFAULT)

    def _is_unwritten(self, number: int, owner: Entity, base: Instance) -> bool:
        """Whether nothing says which constructor of a base runs, or that another one of the type itself does."""
        if self._program.definition(base.entity).type_kind is TypeKind.INTERFACE:
            return False
        return not any(self._names_base(each, owner, base) for each in self._written.get(number, ()))

    def _names_base(self, written: CodeReference, owner: Entity, base: Instance) -> bool:
        expression = written.expression
        if isinstance(expression, ReceiverExpr):
            return True
        if isinstance(expression, NewExpr):
            is_type = self._definitions[written.definition].kind is DefinitionKind.TYPE
            return is_type and self._content.startswith(_HEADS, written.begin)
        if written.role is not ReferenceRole.WRITE:
            return False
        if not isinstance(expression, NameExpr | MemberExpr):
            return True
        names = {self._program.definition(each.entity).name for each in self._bases(owner)}
        if expression.name in names:
            return expression.name == self._program.definition(base.entity).name
        members = self._evaluation.members.own(owner, expression.name)
        return not any(map(self._program.is_variable, members))

    def _bases(self, owner: Entity) -> Iterator[Instance]:
        bases = self._evaluation.members.bases(owner, with_implemented=False)
        return (each for each in bases if isinstance(each, Instance))

    def _made(self, base: Instance, number: int) -> Outcome:
        """Return the constructor of a base that is given nothing."""
        begin = self._definitions[number].name_begin
        call = CodeReference(
            definition=number,
            role=ReferenceRole.CALL,
            expression=ReceiverExpr(begin, begin, is_parent=True),
            begin=begin,
            end=begin,
            argument_count=0,
        )
        takes = self._evaluation.signatures.takes
        constructors = self._evaluation.constructors.of(base.entity)
        fitting = tuple(each for each in constructors if takes(each, 0))
        sureness = Sureness.DECLARED if base.sureness is Sureness.TYPED else base.sureness
        return self._choices.chosen(fitting, sureness, call) if fitting else Outcome()
