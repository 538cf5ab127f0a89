"""Functions that run where no call is written: for operators and indexing, and for strings that name a function.

Turns: Matches → CodeReferences to methods that the operand's type may have, and to functions that strings may
name. Such a reference counts only if the function exists.
"""

from collections.abc import Iterator

from codeshed.extract.engine.definition_drafts import DraftTree
from codeshed.extract.engine.grammar import Grammar
from codeshed.extract.engine.query_matches import QueryMatch, QueryMatches
from codeshed.extract.engine.syntax_reading import SyntaxReader
from codeshed.model.facts.code_expressions import MemberExpr, NameExpr, OtherExpr
from codeshed.model.facts.code_facts import CodeReference
from codeshed.model.semantic import ReferenceRole


def iter_operator_calls(
    matches: QueryMatches, reader: SyntaxReader, grammar: Grammar, drafts: DraftTree
) -> Iterator[CodeReference]:
    """Yield the uses of operators; where several patterns match one node and operand, the one with a sign counts."""
    called = {node.id for node in matches.nodes("call")}
    found: dict[tuple[int, int], QueryMatch] = {}
    for match in matches.with_capture("operator"):
        node, container = match.captures["operator"][0], match.first("operand")
        key = (node.id, 0 if container is None else container.id)
        if node.id not in called and (key not in found or match.first("operator_token") is not None):
            found[key] = match
    for match in found.values():
        name, container = _operator_method(match, reader, grammar), match.first("operand")
        value = OtherExpr(0, 0) if container is None or not name else reader.expression(container)
        if isinstance(value, OtherExpr):
            continue
        node, arguments = match.captures["operator"][0], match.all("argument")
        yield CodeReference(
            definition=drafts.definition_around(node.start_byte, node.end_byte),
            role=ReferenceRole.CALL,
            expression=MemberExpr(node.start_byte, node.end_byte, value, name),
            begin=node.start_byte,
            end=node.end_byte,
            argument_count=len(arguments) or None,
            arguments=tuple(map(reader.expression, arguments)) if grammar.keeps_arguments else (),
            is_implicit=True,
        )


def iter_functions_named_in_strings(
    matches: QueryMatches, reader: SyntaxReader, drafts: DraftTree
) -> Iterator[CodeReference]:
    """Yield the functions that strings name, from the root namespace on."""
    for node in matches.nodes("name_in_string"):
        name = reader.text(node)[1:-1]
        if name.isidentifier():
            begin, end = node.start_byte, node.end_byte
            yield CodeReference(
                definition=drafts.definition_around(begin, end),
                role=ReferenceRole.READ,
                expression=NameExpr(begin, end, f".{name}"),
                begin=begin,
                end=end,
                is_implicit=True,
            )


def _operator_method(match: QueryMatch, reader: SyntaxReader, grammar: Grammar) -> str:
    """Return the method's name: by the sign, else by the node type."""
    kind, sign = match.captures["operator"][0].type, match.first("operator_token")
    if sign is None:
        return grammar.operator_methods.get(kind, "")
    text = reader.text(sign)
    named = grammar.operator_methods.get(f"{kind} {text}")
    return grammar.operator_methods.get(kind, "").format(text) if named is None else named
