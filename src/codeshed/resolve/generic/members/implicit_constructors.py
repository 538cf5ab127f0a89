"""Base constructors that run implicitly.

Turns: a constructor, or a type with a primary one → the base constructors without arguments that it runs, if it names none.
"""

from collections.abc import Iterator

from codeshed.model.facts.code_expressions import MemberExpr, NameExpr, NewExpr, ReceiverExpr
from codeshed.model.facts.code_facts import CodeDefinition, CodeReference
from codeshed.model.facts.parsed_files import ParsedCode
from codeshed.model.semantic import DefinitionKind, ReferenceRole, TypeKind
from codeshed.resolve.generic.calls.callee_selection import CalleeSelection
from codeshed.resolve.generic.definition_key import DefinitionKey
from codeshed.resolve.generic.resolution_outcome import ReferenceResolution
from codeshed.resolve.generic.symbol_table import SymbolTable
from codeshed.resolve.generic.values.expression_values import Evaluator
from codeshed.resolve.generic.values.values import Certainty, Instance

_HEADS = (b":", b"extends")
"""What precedes a base with arguments in the head of a type."""

_DEFAULT = b"default"


class ImplicitConstructors:
    """Finds the base constructors that those of the current file run implicitly."""

    def __init__(
        self, symbol_table: SymbolTable, evaluator: Evaluator, selection: CalleeSelection, file: ParsedCode
    ) -> None:
        self._symbol_table = symbol_table
        self._evaluator = evaluator
        self._selection = selection
        self._path = file.path
        self._content = file.content
        self._definitions = file.facts.definitions
        self._has_implicit_calls = symbol_table.rules_at(file.path).calls_base_constructor_implicitly
        self._calls_by_definition: dict[int, list[CodeReference]] = {}
        for each in file.facts.references if self._has_implicit_calls else ():
            if each.argument_count is not None:
                self._calls_by_definition.setdefault(each.definition, []).append(each)

    def constructors_run_by(self, number: int) -> Iterator[ReferenceResolution]:
        """Yield the base constructors that run before a constructor, each if it is known which one."""
        owner = self._owner(number) if self._has_implicit_calls else None
        if owner is None:
            return
        for base in self._evaluator.members.bases(owner, with_implemented=False):
            if isinstance(base, Instance) and self._is_implicit(number, owner, base):
                resolution = self._resolve_default_constructor(base, number)
                if len(resolution.entities) == 1:
                    yield resolution

    def _owner(self, number: int) -> DefinitionKey | None:
        """Return the type that a definition constructs."""
        definition = self._definitions[number]
        entity = DefinitionKey(self._path, number)
        if definition.kind is DefinitionKind.TYPE:
            is_own = definition.has_primary_constructor or definition.is_singleton
            return entity if is_own and definition.type_kind is TypeKind.CLASS else None
        modifiers = definition.modifiers
        if modifiers is None or not modifiers.is_constructor or modifiers.is_static or not modifiers.has_body:
            return None
        return None if self._is_generated_copy(definition) else self._evaluator.members.owner_of(entity)

    def _is_generated_copy(self, constructor: CodeDefinition) -> bool:
        """Whether a constructor with parameters is generated (`= default`): it copies the object with its bases."""
        text = self._content[constructor.begin : constructor.end].rstrip(b"; \t\n")
        return bool(constructor.parameters) and text.endswith(_DEFAULT)

    def _is_implicit(self, number: int, owner: DefinitionKey, base: Instance) -> bool:
        """Whether a constructor names neither a constructor of the base nor another one of its own type."""
        if self._symbol_table.definition(base.entity).type_kind is TypeKind.INTERFACE:
            return False
        return not any(
            self._names_base(each, owner, base) for each in self._calls_by_definition.get(number, ())
        )

    def _names_base(self, reference: CodeReference, owner: DefinitionKey, base: Instance) -> bool:
        expression = reference.expression
        if isinstance(expression, ReceiverExpr):
            return True
        if isinstance(expression, NewExpr):
            is_type = self._definitions[reference.definition].kind is DefinitionKind.TYPE
            return is_type and self._content.startswith(_HEADS, reference.begin)
        if reference.role is not ReferenceRole.WRITE:
            return False
        if not isinstance(expression, NameExpr | MemberExpr):
            return True
        names = {self._symbol_table.definition(each.entity).name for each in self._bases(owner)}
        if expression.name in names:
            return expression.name == self._symbol_table.definition(base.entity).name
        members = self._evaluator.members.own_members(owner, expression.name)
        return not any(map(self._symbol_table.is_variable, members))

    def _bases(self, owner: DefinitionKey) -> Iterator[Instance]:
        bases = self._evaluator.members.bases(owner, with_implemented=False)
        return (each for each in bases if isinstance(each, Instance))

    def _resolve_default_constructor(self, base: Instance, number: int) -> ReferenceResolution:
        """Return the constructor of a base for a call without arguments."""
        begin = self._definitions[number].name_begin
        call = CodeReference(
            definition=number,
            role=ReferenceRole.CALL,
            expression=ReceiverExpr(begin, begin, is_parent=True),
            begin=begin,
            end=begin,
            argument_count=0,
        )
        takes = self._evaluator.signatures.accepts_count
        constructors = self._evaluator.constructors.constructors_of(base.entity)
        applicable = tuple(each for each in constructors if takes(each, 0))
        certainty = Certainty.DECLARED if base.certainty is Certainty.TYPED else base.certainty
        return (
            self._selection.select_callee(applicable, certainty, call)
            if applicable
            else ReferenceResolution()
        )
