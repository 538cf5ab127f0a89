"""Where types are named.

Turns: Matches → CodeTypeUses: each name of a type once, whatever it is written in. What makes an object or names a parent
is another use of its type, and is left out; what such a type is applied to is not.
"""

from collections.abc import Iterator

import tree_sitter

from codeshed.extract.engine.definition_drafts import Drafts
from codeshed.extract.engine.query_matches import Matches
from codeshed.extract.engine.syntax_reading import Reader
from codeshed.model.code_expressions import TYPE_OF
from codeshed.model.code_facts import CodeTypeUse

_ARGUMENTS = frozenset({"type_arguments", "type_argument_list", "template_argument_list"})
_PARENTS = ("inherits", "implements")


def read_type_uses(matches: Matches, reader: Reader, drafts: Drafts) -> tuple[CodeTypeUse, ...]:
    """Return all names of types in the order of the source."""
    nodes = sorted(matches.nodes("used_type"), key=lambda each: (each.start_byte, -each.end_byte))
    if not nodes:
        return ()
    passed_over = set(_iter_begins(matches))
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
    """Return where the name of a type ends, and what it is applied to begins."""
    last = node.child(node.child_count - 1) if node.child_count else None
    while last is not None and last.type not in _ARGUMENTS:
        last = last.child(last.child_count - 1) if last.child_count else None
    return node.end_byte if last is None else last.start_byte


def _iter_begins(matches: Matches) -> Iterator[int]:
    """Yield where types begin that are parents, or of which an object is made."""
    for name in _PARENTS:
        for node in matches.nodes(name):
            yield node.start_byte
    for match in matches.having("construct"):
        # A declaration alone names its type as any other does, whether or not it makes an object too.
        if match.one("unsaid") is None:
            node = match.captures["construct"][0]
            made = node.child_by_field_name("type") or node.child_by_field_name("name")
            yield (made or next(iter(node.named_children), node)).start_byte
