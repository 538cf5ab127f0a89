"""The context of the current file.

Turns: the CodeFacts of one file → FileContext: its locals and the arguments of its calls, by name and position.
"""

from collections.abc import Iterator

from codeshed.model.facts.code_expressions import CallExpr, CodeExpression, NameExpr, OtherExpr, TypeRef
from codeshed.model.facts.code_facts import (
    TOP_LEVEL,
    CodeDefinition,
    CodeFacts,
    CodeImport,
    CodeLocal,
    CodeReference,
)
from codeshed.model.semantic import DefinitionKind, ReferenceRole
from codeshed.resolve.generic.definition_key import DefinitionKey
from codeshed.resolve.generic.language_rules import WrapperTypes
from codeshed.resolve.generic.names.visible_interface import NO_OFFSET
from codeshed.resolve.generic.symbol_table import SymbolTable
from codeshed.resolve.generic.values.values import Place, is_unannotated


class FileContext:
    """The current file, whose function bodies are known; of all other files only what they expose is."""

    def __init__(self, symbol_table: SymbolTable) -> None:
        self._symbol_table = symbol_table
        self.path = ""
        self.query_path = ""
        """The file that the current query is evaluated in."""
        self.wrapper_types = WrapperTypes()
        self.rules = next(iter(symbol_table.rules_by_language.values()))
        self.arguments: dict[tuple[int, int], tuple[CodeExpression, ...]] = {}
        """The arguments of calls, by where these begin and end."""
        self._partly_extracted: frozenset[tuple[int, int]] = frozenset()
        self._locals: dict[str, list[CodeLocal]] = {}
        self._definitions: tuple[CodeDefinition, ...] = ()
        self._imports: tuple[CodeImport, ...] = ()
        self._block_scoped_types: frozenset[str] = frozenset()
        self._names_used_as_types: frozenset[str] = frozenset()

    def switch_to(self, path: str, facts: CodeFacts) -> None:
        """Make another file the current one."""
        self.path = self.query_path = path
        self.rules = self._symbol_table.rules_at(path)
        self.wrapper_types = self.rules.wrapper_types
        self._definitions = facts.definitions
        self._imports = facts.imports
        defined = (
            each.name
            for each in facts.definitions
            if each.visible_span is not None
            and (each.kind is DefinitionKind.TYPE or self.rules.are_types_first_class)
        )
        imported = (each.alias for each in facts.imports if each.alias and each.visible_span is not None)
        self._block_scoped_types = frozenset((*defined, *imported))
        uses = facts.type_uses if self.rules.has_injected_class_names else ()
        self._names_used_as_types = frozenset(name for each in uses for name in _names_in(each.type))
        self._locals = {}
        for each in facts.locals:
            self._locals.setdefault(each.name, []).append(each)
        self.arguments = {
            (each.begin, each.end): each.arguments for each in facts.references if each.arguments
        }
        self._pointers = {
            (argument.begin, argument.end): count
            for each in facts.references
            for argument, count in zip(each.arguments, each.argument_pointer_depths, strict=False)
        }
        self._partly_extracted = frozenset(
            (each.begin, each.end)
            for each in facts.references
            if each.role is ReferenceRole.CALL
            and (each.argument_count != len(each.arguments) or each.type_arguments)
        )
        self._n_arguments = {
            (each.begin, each.end): each.argument_count
            for each in facts.references
            if each.role is ReferenceRole.CALL and each.argument_count is not None
        }

    def place_of(self, reference: CodeReference) -> Place:
        """Return the position of a reference in the current file."""
        return Place(self.path, reference.definition, reference.begin)

    def arguments_of(self, call: CallExpr, place: Place) -> tuple[CodeExpression, ...]:
        """Return the arguments of a call, as far as they are extracted."""
        return self.arguments.get((call.begin, call.end), ()) if place.path == self.path else ()

    def n_pointers(self, argument: CodeExpression, place: Place) -> int | None:
        """Return the pointer depth of an argument, one more for `&a` than for `a` and one less for `*a`; None if unknown."""
        count = self._pointers.get((argument.begin, argument.end)) if place.path == self.path else None
        if count is None or not isinstance(argument, NameExpr):
            return count
        local = self.find_local(argument.name, place)
        return None if local is None or local.type is None else count + local.pointer_depth

    def has_no_arguments(self, call: CallExpr, place: Place) -> bool:
        """Whether a call is known to have no arguments."""
        return self.n_arguments(call, place) == 0

    def n_arguments(self, call: CallExpr, place: Place) -> int | None:
        """Return how many arguments a call has, if that is known."""
        return self._n_arguments.get((call.begin, call.end)) if place.path == self.path else None

    def are_arguments_extracted(self, call: CallExpr, place: Place) -> bool:
        """Whether all arguments of a call are extracted, and it has no type arguments."""
        is_here = place.path == self.path and call.begin != NO_OFFSET
        return is_here and (call.begin, call.end) not in self._partly_extracted

    def find_local(self, name: str, place: Place, *, is_called: bool = False) -> CodeLocal | None:
        """Return the parameter or local variable that a name is bound to, in the innermost scope."""
        if place.path != self.path or name not in self._locals:
            return None
        if is_called and self._symbol_table.rules_at(place.path).has_function_namespace:
            return None
        in_scope = [each for each in self._locals[name] if each.begin <= place.offset < each.end]
        return min(
            in_scope,
            key=lambda each: (each.end - each.begin, _is_uninformative(each), _distance(each, place.offset)),
            default=None,
        )

    def parameter_number(self, local: CodeLocal) -> int | None:
        """Return the position of a local among the parameters of its function; None if it is no parameter."""
        definition = self._definitions[local.definition] if local.definition != TOP_LEVEL else None
        if definition is None or (local.begin, local.end) != (definition.begin, definition.end):
            return None
        names = (each.name for each in definition.parameters)
        return next((number for number, name in enumerate(names) if name == local.name), None)

    def scope_of(self, entity: DefinitionKey) -> tuple[int, int] | None:
        """Return the scope of a definition of the file, if that is smaller than what encloses it."""
        is_here = entity.path == self.path and entity.number < len(self._definitions)
        return self._definitions[entity.number].visible_span if is_here else None

    def scope_of_import(self, path: str, number: int) -> tuple[int, int] | None:
        """Return the scope of an import of the file, if that is smaller than what encloses it."""
        is_here = path == self.path and number < len(self._imports)
        return self._imports[number].visible_span if is_here else None

    def is_used_as_type(self, name: str) -> bool:
        """Whether the file uses a name as a type, where a call of that name constructs an instance."""
        return name in self._names_used_as_types

    def has_block_scoped_types(self, path: str) -> bool:
        """Whether a file has types with block scope, so that the position of a type in a function matters."""
        return path == self.path and bool(self._block_scoped_types)

    def has_block_scoped_type(self, path: str, name: str) -> bool:
        """Whether a file has a type of a name with block scope."""
        return path == self.path and name in self._block_scoped_types


def _names_in(type_ref: TypeRef) -> Iterator[str]:
    """Yield the names in a type."""
    yield type_ref.name
    for each in type_ref.arguments:
        yield from _names_in(each)


def _distance(local: CodeLocal, offset: int) -> int:
    """Return how far before an offset a variable was last assigned; assignments behind it come last."""
    assigned = local.begin if local.value is None else local.value.end
    return offset - assigned if assigned <= offset else assigned


def _is_uninformative(local: CodeLocal) -> bool:
    """Whether the declaration of a local says nothing of its value."""
    is_blank = isinstance(local.value, OtherExpr) and not local.value.type_name
    return is_unannotated(local.type) and (local.value is None or is_blank)
