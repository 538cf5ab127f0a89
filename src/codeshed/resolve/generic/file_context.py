"""The file whose code is looked at.

Turns: the CodeFacts of one file → LookedAt: its locals and what its calls are given, by name and place.
"""

from collections.abc import Iterator

from codeshed.model.code_expressions import CallExpr, CodeExpression, NameExpr, OtherExpr, TypeRef
from codeshed.model.code_facts import (
    TOP_LEVEL,
    CodeDefinition,
    CodeFacts,
    CodeImport,
    CodeLocal,
    CodeReference,
)
from codeshed.model.semantic import DefinitionKind, ReferenceRole
from codeshed.resolve.generic.entity import Entity
from codeshed.resolve.generic.language_rules import Contents
from codeshed.resolve.generic.names.visible_interface import NOWHERE
from codeshed.resolve.generic.symbol_table import Program
from codeshed.resolve.generic.values.values import Place, is_unwritten


class LookedAt:
    """The file that is looked at: all others are known as they are seen from outside."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self.path = ""
        self.seen_from = ""
        """The file in which stands what is being asked about."""
        self.contents = Contents()
        self.customs = next(iter(program.customs.values()))
        self.arguments: dict[tuple[int, int], tuple[CodeExpression, ...]] = {}
        """What calls are given, by where they begin and end."""
        self._partly_read: frozenset[tuple[int, int]] = frozenset()
        self._given_nothing: frozenset[tuple[int, int]] = frozenset()
        self._locals: dict[str, list[CodeLocal]] = {}
        self._definitions: tuple[CodeDefinition, ...] = ()
        self._imports: tuple[CodeImport, ...] = ()
        self._types_in_blocks: frozenset[str] = frozenset()
        self._types_named: frozenset[str] = frozenset()

    def turn_to(self, path: str, facts: CodeFacts) -> None:
        """Look at another file from now on."""
        self.path = self.seen_from = path
        self.customs = self._program.customs_at(path)
        self.contents = self.customs.contents
        self._definitions = facts.definitions
        self._imports = facts.imports
        defined = (
            each.name
            for each in facts.definitions
            if each.seen_in is not None
            and (each.kind is DefinitionKind.TYPE or self.customs.are_types_values)
        )
        imported = (each.alias for each in facts.imports if each.alias and each.seen_in is not None)
        self._types_in_blocks = frozenset((*defined, *imported))
        uses = facts.type_uses if self.customs.are_types_members else ()
        self._types_named = frozenset(name for each in uses for name in _names_in(each.type))
        self._locals = {}
        for each in facts.locals:
            self._locals.setdefault(each.name, []).append(each)
        self.arguments = {
            (each.begin, each.end): each.arguments for each in facts.references if each.arguments
        }
        self._pointers = {
            (argument.begin, argument.end): count
            for each in facts.references
            for argument, count in zip(each.arguments, each.n_pointers, strict=False)
        }
        self._partly_read = frozenset(
            (each.begin, each.end)
            for each in facts.references
            if each.role is ReferenceRole.CALL
            and (each.argument_count != len(each.arguments) or each.type_arguments)
        )
        self._n_given = {
            (each.begin, each.end): each.argument_count
            for each in facts.references
            if each.role is ReferenceRole.CALL and each.argument_count is not None
        }

    def here(self, reference: CodeReference) -> Place:
        """Return where a reference of the file that is looked at stands."""
        return Place(self.path, reference.definition, reference.begin)

    def arguments_of(self, call: CallExpr, place: Place) -> tuple[CodeExpression, ...]:
        """Return what a call is given, as far as that is read."""
        return self.arguments.get((call.begin, call.end), ()) if place.path == self.path else ()

    def n_pointers(self, argument: CodeExpression, place: Place) -> int | None:
        """Return how many pointers lead to the object that an argument is about; None if nothing says it."""
        count = self._pointers.get((argument.begin, argument.end)) if place.path == self.path else None
        if count is None or not isinstance(argument, NameExpr):
            return count
        local = self.local(argument.name, place)
        return None if local is None or local.type is None else count + local.n_pointers

    def is_given_nothing(self, call: CallExpr, place: Place) -> bool:
        """Whether a call is known to have no arguments."""
        return self.n_given(call, place) == 0

    def n_given(self, call: CallExpr, place: Place) -> int | None:
        """Return how many arguments a call is written with, if that is known."""
        return self._n_given.get((call.begin, call.end)) if place.path == self.path else None

    def are_arguments_read(self, call: CallExpr, place: Place) -> bool:
        """Whether all that a call is given is known, and no types are named by it."""
        is_here = place.path == self.path and call.begin != NOWHERE
        return is_here and (call.begin, call.end) not in self._partly_read

    def local(self, name: str, place: Place, *, is_called: bool = False) -> CodeLocal | None:
        """Return the parameter or local variable that a name means, the innermost one."""
        if place.path != self.path or name not in self._locals:
            return None
        if is_called and self._program.customs_at(place.path).are_functions_apart:
            return None
        here = [each for each in self._locals[name] if each.begin <= place.offset < each.end]
        return min(
            here,
            key=lambda each: (each.end - each.begin, _says_nothing(each), _distance(each, place.offset)),
            default=None,
        )

    def parameter_number(self, local: CodeLocal) -> int | None:
        """Return which parameter of the function around it a local is; None if it is another variable."""
        definition = self._definitions[local.definition] if local.definition != TOP_LEVEL else None
        if definition is None or (local.begin, local.end) != (definition.begin, definition.end):
            return None
        names = (each.name for each in definition.parameters)
        return next((number for number, name in enumerate(names) if name == local.name), None)

    def block(self, entity: Entity) -> tuple[int, int] | None:
        """Return from where to where a definition of the file is a name, if that is not all of what it lies in."""
        is_here = entity.path == self.path and entity.number < len(self._definitions)
        return self._definitions[entity.number].seen_in if is_here else None

    def block_of_import(self, path: str, number: int) -> tuple[int, int] | None:
        """Return from where to where an import of the file holds, if that is not all of what it stands in."""
        is_here = path == self.path and number < len(self._imports)
        return self._imports[number].seen_in if is_here else None

    def names_type(self, name: str) -> bool:
        """Whether the file names a type so, where a call of a type's name makes an object of it."""
        return name in self._types_named

    def has_types_in_blocks(self, path: str) -> bool:
        """Whether it matters where in a function of a file a type is written."""
        return path == self.path and bool(self._types_in_blocks)

    def has_type_in_blocks(self, path: str, name: str) -> bool:
        """Whether it matters where in a function of a file the name of a type is written."""
        return path == self.path and name in self._types_in_blocks


def _names_in(type_ref: TypeRef) -> Iterator[str]:
    """Yield the names that a type is written with."""
    yield type_ref.name
    for each in type_ref.arguments:
        yield from _names_in(each)


def _distance(local: CodeLocal, offset: int) -> int:
    """Return how far before a place a variable was given its value; the values that come behind it are last."""
    given = local.begin if local.value is None else local.value.end
    return offset - given if given <= offset else given


def _says_nothing(local: CodeLocal) -> bool:
    """Whether nothing is known of a local from its declaration, as when it is given nothing at first."""
    is_blank = isinstance(local.value, OtherExpr) and not local.value.type_name
    return is_unwritten(local.type) and (local.value is None or is_blank)
