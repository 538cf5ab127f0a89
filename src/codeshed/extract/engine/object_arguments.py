"""Objects and functions that are given to something whose type is declared elsewhere.

Turns: Matches → CodeGivens: arguments of calls, what functions return that declare a type, and what is assigned. Only such
nodes count as the grammar names: those that may be objects with methods, or functions without a name.
"""

from collections.abc import Iterator

import tree_sitter

from codeshed.extract.engine.definition_drafts import Drafts
from codeshed.extract.engine.grammar import Grammar
from codeshed.extract.engine.query_matches import Matches
from codeshed.extract.engine.syntax_reading import Reader
from codeshed.model.code_expressions import CodeExpression, MemberExpr, NameExpr, OtherExpr, RecordExpr
from codeshed.model.code_facts import CodeGiven

_ASSIGNED = ("right", "value")


def read_given_objects(
    matches: Matches, reader: Reader, grammar: Grammar, drafts: Drafts
) -> tuple[CodeGiven, ...]:
    """Return what is given, in the order of the source."""
    if not grammar.given_objects:
        return ()
    found = _GivenObjects(matches, reader, grammar, drafts)
    every = (*found.arguments(), *found.results(), *found.assigned())
    return tuple(sorted(every, key=lambda each: (each.value.begin, each.value.end, each.argument)))


class _GivenObjects:
    def __init__(self, matches: Matches, reader: Reader, grammar: Grammar, drafts: Drafts) -> None:
        self._matches = matches
        self._reader = reader
        self._grammar = grammar
        self._drafts = drafts

    def arguments(self) -> Iterator[CodeGiven]:
        """Yield arguments, where calls do not have them anyway."""
        for name in () if self._grammar.reads_arguments else ("call", "construct"):
            for match in self._matches.having(name):
                given = match.one("arguments")
                if given is not None:
                    yield from self._of_call(match.captures[name][0], given)

    def _of_call(self, call: tree_sitter.Node, arguments: tree_sitter.Node) -> Iterator[CodeGiven]:
        place = 0
        for each in arguments.named_children:
            value = self._object(each)
            if value is not None:
                definition = self._drafts.definition_around(call.start_byte, call.end_byte)
                yield CodeGiven(definition, value, (call.start_byte, call.end_byte), place)
            place += each.type not in self._grammar.comments

    def results(self) -> Iterator[CodeGiven]:
        """Yield what functions return that say of which type that is."""
        definitions = self._drafts.definitions()
        for number, nodes in self._drafts.results.items():
            is_declared = number >= 0 and definitions[number].returns is not None
            for node in nodes if is_declared else ():
                value = self._object(node)
                if value is not None:
                    yield CodeGiven(number, value)

    def assigned(self) -> Iterator[CodeGiven]:
        """Yield what is assigned to a name or a field."""
        for match in self._matches.having("write"):
            target = match.captures["write"][0]
            around = self._reader.parent(target)
            given = None if around is None else _child(around, _ASSIGNED)
            value = None if given is None or given.id == target.id else self._object(given)
            written = None if value is None else self._reader.expression(target)
            if value is not None and isinstance(written, NameExpr | MemberExpr):
                definition = self._drafts.definition_around(target.start_byte, target.end_byte)
                yield CodeGiven(definition, value, target=written)

    def _object(self, node: tree_sitter.Node) -> CodeExpression | None:
        """Return what may be an object with methods, or a function; an object that is written out must have something in it."""
        if node.type not in self._grammar.given_objects:
            return None
        found = self._reader.expression(node)
        if isinstance(found, RecordExpr):
            return found if found.fields else None
        return None if isinstance(found, OtherExpr) and not found.type_name else found


def _child(node: tree_sitter.Node, names: tuple[str, ...]) -> tree_sitter.Node | None:
    return next((child for name in names if (child := node.child_by_field_name(name)) is not None), None)
