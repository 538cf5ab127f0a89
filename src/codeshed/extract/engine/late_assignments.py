"""Variables and fields that are declared without a value and given one later.

Turns: assignments as they are written → definitions and locals with the one thing that all assignments to them give, if
nothing else is known of them: `let x; beforeEach(() => { x = new X(); })`, `open() { this.x = new X(); }`; a call counts if it
is all that a variable is given.
"""

from collections.abc import Sequence

import tree_sitter
from msgspec.structs import replace

from codeshed.extract.engine.query_matches import Matches
from codeshed.extract.engine.syntax_reading import Reader
from codeshed.model.code_expressions import (
    LOADED,
    NOTHING_YET,
    CallExpr,
    CodeExpression,
    MemberExpr,
    NameExpr,
    NewExpr,
    OtherExpr,
)
from codeshed.model.code_facts import TOP_LEVEL, CodeDefinition, CodeLocal

MAX_OF_ONE_NAME = 64
"""Of more variables of one name nothing is found out: only code that a machine wrote has so many."""

_Assignment = tuple[tree_sitter.Node, tree_sitter.Node]
"""The name that is given something, and what."""


class Assigned:
    """What variables of one file are given behind their declarations."""

    def __init__(self, matches: Matches, known: Sequence[CodeLocal], reader: Reader) -> None:
        self._reader = reader
        self._declared = frozenset(node.start_byte for node in matches.nodes("declared"))
        self._by_name: dict[str, list[_Assignment]] = {}
        for match in matches.having("assigned"):
            left, right = match.captures["assigned"][0], match.captures["value"][0]
            self._by_name.setdefault(reader.text(left), []).append((left, right))
        self._by_local: dict[str, dict[CodeLocal | None, list[tree_sitter.Node]]] = {}
        self._locals: dict[str, list[CodeLocal]] = {}
        for local in known if self._by_name else ():
            self._locals.setdefault(local.name, []).append(local)

    def local(self, local: CodeLocal, name_begin: int) -> CodeLocal:
        """Return a local with what it is given later."""
        if name_begin not in self._declared or local.type is not None:
            return local
        return replace(local, value=self._given(local.name, local) or local.value)

    def definition(self, definition: CodeDefinition) -> CodeDefinition:
        """Return a variable of the file with what it is given later."""
        is_of_file = definition.parent == TOP_LEVEL and definition.seen_in is None
        if not is_of_file or definition.name_begin not in self._declared or definition.type is not None:
            return definition
        return replace(definition, value=self._given(definition.name, None) or definition.value)

    def _given(self, name: str, meant: CodeLocal | None) -> CodeExpression | None:
        """Return the one new object, module or call that a variable is given; None if there is none, or if it is also given others."""
        if name not in self._by_name:
            return None
        if name not in self._by_local:
            self._by_local[name] = self._assigned_to(name)
        values = map(self._reader.expression, self._by_local[name].get(meant, ()))
        given = [each for each in values if not is_open(each)]
        loaded = _one_loaded(given)
        if loaded is not None:
            return loaded
        found = one_made(given)
        if found is None and len(given) == 1 and isinstance(given[0], CallExpr):
            return given[0] if self._is_seen_alike(given[0], meant) else None
        return found if found is None or meant is not None or self._is_of_file(found) else None

    def _assigned_to(self, name: str) -> dict[CodeLocal | None, list[tree_sitter.Node]]:
        """Return what the variables of one name are given, by the local that is meant; None is that of the file."""
        beside, assignments = self._locals.get(name, []), self._by_name[name]
        found: dict[CodeLocal | None, list[tree_sitter.Node]] = {}
        if max(len(beside), len(assignments)) <= MAX_OF_ONE_NAME:
            for left, value in assignments:
                found.setdefault(_innermost(beside, left.start_byte), []).append(value)
        return found

    def _is_seen_alike(self, call: CallExpr, meant: CodeLocal | None) -> bool:
        """Whether the name that a call begins with means the same where the variable is declared."""
        first = _first(call)
        beside = self._locals.get(first.name, []) if isinstance(first, NameExpr) else []
        if not isinstance(first, NameExpr) or len(beside) > MAX_OF_ONE_NAME:
            return False
        around = _innermost(beside, call.begin)
        if around is None or meant is None:
            return around is None
        return around != meant and around.begin <= meant.begin and meant.end <= around.end

    def _is_of_file(self, made: NewExpr) -> bool:
        """Whether the type of a new object is no local where it is made."""
        beside = self._locals.get(made.type_ref.name.partition(".")[0], [])
        return len(beside) <= MAX_OF_ONE_NAME and _innermost(beside, made.begin) is None


def given_late(first: CodeExpression | None, late: Sequence[CodeExpression | None]) -> CodeExpression | None:
    """Return what a field is given: what it is given first, unless that is nothing or one of the new objects of methods."""
    return first if not is_open(first) and first not in late else one_made(late)


def one_made(values: Sequence[CodeExpression | None]) -> NewExpr | None:
    """Return the first of some things, if all of them are new objects of one type."""
    made = [each for each in values if isinstance(each, NewExpr) and each.outer is None]
    is_one = len(made) == len(values) and len({each.type_ref for each in made}) == 1
    return made[0] if is_one else None


def _one_loaded(values: Sequence[CodeExpression]) -> NameExpr | None:
    """Return the first of some things, if all of them are one module, used where it is loaded."""
    loaded = [each for each in values if isinstance(each, NameExpr) and each.name.startswith(LOADED)]
    is_one = len(loaded) == len(values) and len({each.name for each in loaded}) == 1
    return loaded[0] if is_one else None


def _first(call: CallExpr) -> CodeExpression:
    """Return what a call of functions and members begins with."""
    found: CodeExpression = call
    while isinstance(found, CallExpr | MemberExpr):
        found = found.function if isinstance(found, CallExpr) else found.value
    return found


def is_open(value: CodeExpression | None) -> bool:
    """Whether a variable is given nothing yet."""
    return value is None or (isinstance(value, OtherExpr) and value.type_name in NOTHING_YET)


def _innermost(known: Sequence[CodeLocal], offset: int) -> CodeLocal | None:
    """Return the local of a name that is meant at a place."""
    here = [each for each in known if each.begin <= offset < each.end]
    return min(here, key=lambda each: each.end - each.begin, default=None)
