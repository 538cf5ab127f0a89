"""Variables and fields that are declared without a value and assigned later.

Turns: assignments → the definitions and locals, each with the one value that all its assignments agree on, if
nothing else is known of it: `let x; beforeEach(() => { x = new X(); })`, `open() { this.x = new X(); }`. A
call counts only as the sole value.
"""

from collections.abc import Sequence

import tree_sitter
from msgspec.structs import replace

from codeshed.extract.engine.query_matches import QueryMatches
from codeshed.extract.engine.syntax_reading import SyntaxReader
from codeshed.model.facts.code_expressions import (
    LOADED_MODULE_PREFIX,
    UNINFORMATIVE_LITERAL_TYPES,
    CallExpr,
    CodeExpression,
    MemberExpr,
    NameExpr,
    NewExpr,
    OtherExpr,
)
from codeshed.model.facts.code_facts import TOP_LEVEL, CodeDefinition, CodeLocal

MAX_VARIABLES_OF_ONE_NAME = 64
"""Beyond so many variables of one name nothing is inferred: only generated code has so many."""

_Assignment = tuple[tree_sitter.Node, tree_sitter.Node]
"""The assigned name and the value."""


class LateAssignments:
    """The later assignments to variables of one file."""

    def __init__(self, matches: QueryMatches, known: Sequence[CodeLocal], reader: SyntaxReader) -> None:
        self._reader = reader
        self._declared_at = frozenset(node.start_byte for node in matches.nodes("declared"))
        self._by_name: dict[str, list[_Assignment]] = {}
        for match in matches.with_capture("assigned"):
            left, right = match.captures["assigned"][0], match.captures["value"][0]
            self._by_name.setdefault(reader.text(left), []).append((left, right))
        self._by_local: dict[str, dict[CodeLocal | None, list[tree_sitter.Node]]] = {}
        self._locals: dict[str, list[CodeLocal]] = {}
        for local in known if self._by_name else ():
            self._locals.setdefault(local.name, []).append(local)

    def complete_local(self, local: CodeLocal, name_begin: int) -> CodeLocal:
        """Return a local with the value that is assigned later."""
        if name_begin not in self._declared_at or local.type is not None:
            return local
        return replace(local, value=self._sole_value(local.name, local) or local.value)

    def complete_definition(self, definition: CodeDefinition) -> CodeDefinition:
        """Return a file-level variable with the value that is assigned later."""
        is_of_file = definition.parent == TOP_LEVEL and definition.visible_span is None
        if not is_of_file or definition.name_begin not in self._declared_at or definition.type is not None:
            return definition
        return replace(definition, value=self._sole_value(definition.name, None) or definition.value)

    def _sole_value(self, name: str, variable: CodeLocal | None) -> CodeExpression | None:
        """Return the one new object, module or call that is ever assigned; None if there is none, or if there are several."""
        if name not in self._by_name:
            return None
        if name not in self._by_local:
            self._by_local[name] = self._values_by_local(name)
        values = map(self._reader.expression, self._by_local[name].get(variable, ()))
        assigned = [each for each in values if not has_no_value_yet(each)]
        loaded = _sole_loaded_module(assigned)
        if loaded is not None:
            return loaded
        found = sole_new_object(assigned)
        if found is None and len(assigned) == 1 and isinstance(assigned[0], CallExpr):
            return assigned[0] if self._resolves_alike(assigned[0], variable) else None
        return found if found is None or variable is not None or self._is_file_level_type(found) else None

    def _values_by_local(self, name: str) -> dict[CodeLocal | None, list[tree_sitter.Node]]:
        """Return the assigned values by the local that the name resolves to; None is the file-level variable."""
        candidates, assignments = self._locals.get(name, []), self._by_name[name]
        found: dict[CodeLocal | None, list[tree_sitter.Node]] = {}
        if max(len(candidates), len(assignments)) <= MAX_VARIABLES_OF_ONE_NAME:
            for left, value in assignments:
                found.setdefault(_innermost(candidates, left.start_byte), []).append(value)
        return found

    def _resolves_alike(self, call: CallExpr, variable: CodeLocal | None) -> bool:
        """Whether the first name of a call resolves to the same thing at the variable's declaration."""
        first = _root_of(call)
        candidates = self._locals.get(first.name, []) if isinstance(first, NameExpr) else []
        if not isinstance(first, NameExpr) or len(candidates) > MAX_VARIABLES_OF_ONE_NAME:
            return False
        other = _innermost(candidates, call.begin)
        if other is None or variable is None:
            return other is None
        return other != variable and other.begin <= variable.begin and variable.end <= other.end

    def _is_file_level_type(self, constructed: NewExpr) -> bool:
        """Whether the type of a new object is not a local type."""
        candidates = self._locals.get(constructed.type_ref.name.partition(".")[0], [])
        return (
            len(candidates) <= MAX_VARIABLES_OF_ONE_NAME and _innermost(candidates, constructed.begin) is None
        )


def late_field_value(
    first: CodeExpression | None, late: Sequence[CodeExpression | None]
) -> CodeExpression | None:
    """Return the initial value of a field, unless it is null or one of the objects that methods assign."""
    return first if not has_no_value_yet(first) and first not in late else sole_new_object(late)


def sole_new_object(values: Sequence[CodeExpression | None]) -> NewExpr | None:
    """Return the first value, if all are new objects of one type."""
    constructed = [each for each in values if isinstance(each, NewExpr) and each.outer is None]
    is_one = len(constructed) == len(values) and len({each.type_ref for each in constructed}) == 1
    return constructed[0] if is_one else None


def _sole_loaded_module(values: Sequence[CodeExpression]) -> NameExpr | None:
    """Return the first value, if all are one inline-loaded module."""
    loaded = [
        each for each in values if isinstance(each, NameExpr) and each.name.startswith(LOADED_MODULE_PREFIX)
    ]
    is_one = len(loaded) == len(values) and len({each.name for each in loaded}) == 1
    return loaded[0] if is_one else None


def _root_of(call: CallExpr) -> CodeExpression:
    """Return the root of a chain of calls and members."""
    found: CodeExpression = call
    while isinstance(found, CallExpr | MemberExpr):
        found = found.function if isinstance(found, CallExpr) else found.value
    return found


def has_no_value_yet(value: CodeExpression | None) -> bool:
    """Whether a variable has no value yet: none, `null` or the like."""
    return value is None or (isinstance(value, OtherExpr) and value.type_name in UNINFORMATIVE_LITERAL_TYPES)


def _innermost(known: Sequence[CodeLocal], offset: int) -> CodeLocal | None:
    """Return the local of the innermost scope at an offset."""
    here = [each for each in known if each.begin <= offset < each.end]
    return min(here, key=lambda each: each.end - each.begin, default=None)
