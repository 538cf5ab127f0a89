"""Functions that run where no call is written: for operators and indexing, and for strings that name a function.

Turns: Matches → CodeReferences to methods that the operand's type may have, and to functions that strings may
name. Such a reference counts only if the function exists.
"""

from collections.abc import Iterator

from codeshed.extract.engine.definition_drafts import Drafts
from codeshed.extract.engine.grammar import Grammar
from codeshed.extract.engine.query_matches import Match, Matches
from codeshed.extract.engine.syntax_reading import Reader
from codeshed.model.code_expressions import MemberExpr, NameExpr, OtherExpr
from codeshed.model.code_facts import CodeReference
from codeshed.model.semantic import ReferenceRole


def iter_operators(
    matches: Matches, reader: Reader, grammar: Grammar, drafts: Drafts
) -> Iterator[CodeReference]:
    """Yield the uses of operators; where several patterns match one node and operand, the one with a sign counts."""
    called = {node.id for node in matches.nodes("call")}
    found: dict[tuple[int, int], Match] = {}
    for match in matches.having("operator"):
        node, container = match.captures["operator"][0], match.one("holder")
        key = (node.id, 0 if container is None else container.id)
        if node.id not in called and (key not in found or match.one("sign") is not None):
            found[key] = match
    for match in found.values():
        name, container = _operator_method(match, reader, grammar), match.one("holder")
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
            arguments=tuple(map(reader.expression, arguments)) if grammar.reads_arguments else (),
            is_unsaid=True,
        )


def iter_named_by_text(matches: Matches, reader: Reader, drafts: Drafts) -> Iterator[CodeReference]:
    """Yield the functions that strings name, from the root namespace on."""
    for node in matches.nodes("by_text"):
        name = reader.text(node)[1:-1]
        if name.isidentifier():
            begin, end = node.start_byte, node.end_byte
            yield CodeReference(
                definition=drafts.definition_around(begin, end),
                role=ReferenceRole.READ,
                expression=NameExpr(begin, end, f".{name}"),
                begin=begin,
                end=end,
                is_unsaid=True,
            )


def _operator_method(match: Match, reader: Reader, grammar: Grammar) -> str:
    """Return the method's name: by the sign, else by the node type."""
    kind, sign = match.captures["operator"][0].type, match.one("sign")
    if sign is None:
        return grammar.operators.get(kind, "")
    text = reader.text(sign)
    named = grammar.operators.get(f"{kind} {text}")
    return grammar.operators.get(kind, "").format(text) if named is None else named
