"""Objects and lambdas that flow to a place with a declared type.

Turns: Matches → contextual values: arguments of calls, results of functions with a declared result type, and
assigned values. Only node types that the grammar lists count: those that may be objects with methods, or
lambdas.
"""

from collections.abc import Iterator

import tree_sitter

from codeshed.extract.engine.definition_drafts import DraftTree
from codeshed.extract.engine.grammar import Grammar
from codeshed.extract.engine.query_matches import QueryMatches
from codeshed.extract.engine.syntax_reading import SyntaxReader
from codeshed.model.facts.code_expressions import (
    CodeExpression,
    MemberExpr,
    NameExpr,
    ObjectLiteralExpr,
    OtherExpr,
)
from codeshed.model.facts.code_facts import CodeContextualValue

_VALUE_FIELDS = ("right", "value")


def find_target_typed_objects(
    matches: QueryMatches, reader: SyntaxReader, grammar: Grammar, drafts: DraftTree
) -> tuple[CodeContextualValue, ...]:
    """Return what is passed, returned and assigned, in source order."""
    if not grammar.target_typed_types:
        return ()
    found = _PassedObjects(matches, reader, grammar, drafts)
    every = (*found.arguments(), *found.results(), *found.assigned())
    return tuple(sorted(every, key=lambda each: (each.value.begin, each.value.end, each.argument)))


class _PassedObjects:
    def __init__(
        self, matches: QueryMatches, reader: SyntaxReader, grammar: Grammar, drafts: DraftTree
    ) -> None:
        self._matches = matches
        self._reader = reader
        self._grammar = grammar
        self._drafts = drafts

    def arguments(self) -> Iterator[CodeContextualValue]:
        """Yield arguments, unless calls keep all of theirs."""
        for name in () if self._grammar.keeps_arguments else ("call", "construct"):
            for match in self._matches.with_capture(name):
                arguments = match.first("arguments")
                if arguments is not None:
                    yield from self._of_call(match.captures[name][0], arguments)

    def _of_call(self, call: tree_sitter.Node, arguments: tree_sitter.Node) -> Iterator[CodeContextualValue]:
        index = 0
        for each in arguments.named_children:
            value = self._object(each)
            if value is not None:
                definition = self._drafts.definition_around(call.start_byte, call.end_byte)
                yield CodeContextualValue(definition, value, (call.start_byte, call.end_byte), index)
            index += each.type not in self._grammar.comment_types

    def results(self) -> Iterator[CodeContextualValue]:
        """Yield the results of functions with a declared result type."""
        definitions = self._drafts.definitions()
        for number, nodes in self._drafts.results.items():
            is_declared = number >= 0 and definitions[number].returns is not None
            for node in nodes if is_declared else ():
                value = self._object(node)
                if value is not None:
                    yield CodeContextualValue(number, value)

    def assigned(self) -> Iterator[CodeContextualValue]:
        """Yield what is assigned to a name or a field."""
        for match in self._matches.with_capture("write"):
            target = match.captures["write"][0]
            assignment = self._reader.parent(target)
            value_node = None if assignment is None else _first_field(assignment, _VALUE_FIELDS)
            value = None if value_node is None or value_node.id == target.id else self._object(value_node)
            written = None if value is None else self._reader.expression(target)
            if value is not None and isinstance(written, NameExpr | MemberExpr):
                definition = self._drafts.definition_around(target.start_byte, target.end_byte)
                yield CodeContextualValue(definition, value, target=written)

    def _object(self, node: tree_sitter.Node) -> CodeExpression | None:
        """Return the value of a node that may be an object with methods or a function; an object literal must not be empty."""
        if node.type not in self._grammar.target_typed_types:
            return None
        found = self._reader.expression(node)
        if isinstance(found, ObjectLiteralExpr):
            return found if found.fields else None
        return None if isinstance(found, OtherExpr) and not found.type_name else found


def _first_field(node: tree_sitter.Node, names: tuple[str, ...]) -> tree_sitter.Node | None:
    return next((child for name in names if (child := node.child_by_field_name(name)) is not None), None)
