"""References to types in type position.

Turns: Matches → CodeTypeUses: each type name once, whatever type it is part of. The types of `new`
expressions and base types are references of other kinds and are left out; their type arguments are not.
"""

from collections.abc import Iterator

import tree_sitter

from codeshed.extract.engine.child_nodes import nth_child
from codeshed.extract.engine.definition_drafts import DraftTree
from codeshed.extract.engine.query_matches import QueryMatches
from codeshed.extract.engine.syntax_reading import SyntaxReader
from codeshed.model.facts.code_expressions import TYPE_OF
from codeshed.model.facts.code_facts import CodeTypeUse

_TYPE_ARGUMENT_LISTS = frozenset({"type_arguments", "type_argument_list", "template_argument_list"})
_BASE_CAPTURES = ("inherits", "implements")


def find_type_references(
    matches: QueryMatches, reader: SyntaxReader, drafts: DraftTree
) -> tuple[CodeTypeUse, ...]:
    """Return all type references in source order."""
    nodes = sorted(matches.nodes("used_type"), key=lambda each: (each.start_byte, -each.end_byte))
    if not nodes:
        return ()
    passed_over = set(_iter_other_uses(matches))
    owners = {each for node in matches.nodes("owner") for each in (node.start_byte, node.end_byte)}
    found: list[CodeTypeUse] = []
    head_end = 0
    for node in nodes:
        begin = node.start_byte
        if begin < head_end:
            continue
        head_end = _head_end(node)
        if begin in passed_over or begin in owners or node.end_byte in owners:
            continue
        type_ref = reader.type(node)
        if type_ref is not None and type_ref.name not in {"", TYPE_OF}:
            definition = drafts.definition_around(begin, node.end_byte)
            found.append(CodeTypeUse(definition, begin, head_end, type_ref))
    return tuple(found)


def _head_end(node: tree_sitter.Node) -> int:
    """Return where the name of a type ends and its type arguments begin."""
    last = nth_child(node, node.child_count - 1) if node.child_count else None
    while last is not None and last.type not in _TYPE_ARGUMENT_LISTS:
        last = nth_child(last, last.child_count - 1) if last.child_count else None
    return node.end_byte if last is None else last.start_byte


def _iter_other_uses(matches: QueryMatches) -> Iterator[int]:
    """Yield the offsets of base types and of instantiated types."""
    for name in _BASE_CAPTURES:
        for node in matches.nodes(name):
            yield node.start_byte
    for match in matches.with_capture("construct"):
        # `A a;` refers to its type as any declaration does, even if it also constructs an object.
        if match.first("implicit") is None:
            node = match.captures["construct"][0]
            constructed = node.child_by_field_name("type") or node.child_by_field_name("name")
            yield (constructed or next(iter(node.named_children), node)).start_byte
