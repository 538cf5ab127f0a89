"""What lies in what.

Turns: Matches → Drafts of definitions, namespaces, extensions and blocks, the outer before the inner.
"""

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence

import msgspec
import tree_sitter

from codeshed.extract.engine.grammar import Grammar
from codeshed.extract.engine.query_matches import Match, Matches
from codeshed.extract.engine.syntax_reading import Reader
from codeshed.model.code_facts import TOP_LEVEL

FUNCTIONS = frozenset({"function", "method", "constructor", "getter", "setter", "destructor"})
"""What is defined as a function."""

VARIABLES = frozenset({"variable", "field", "constant", "member"})
"""What is defined as a variable."""

NO_DEFINITION = frozenset({"space", "extension", "scope"})
"""What only lies around definitions."""

_BESIDE_BLOCKS = VARIABLES | {"extension"}
"""What is no block of code, nor anything that others are named by."""

_Key = tuple[int, int, int]
"""Where something begins and ends, the outer before the inner, and where its name begins."""


_PATTERNS = frozenset({"array_pattern", "object_pattern"})
_AROUND_ALL = TOP_LEVEL - 1
"""In the place of a name: what lies around all else that begins and ends where it does."""


class Draft(msgspec.Struct, kw_only=True):
    """A definition, namespace, extension or block, with where it lies among the others."""

    what: str
    node: tree_sitter.Node
    match: Match
    around: int
    """The draft around it, or TOP_LEVEL."""
    number: int = TOP_LEVEL
    """Its number among the definitions, if it is one."""
    is_local: bool = False
    n_branches: int = 0
    parameters: list[Match] = msgspec.field(default_factory=list)
    overloads: list["Draft"] = msgspec.field(default_factory=list)
    """Functions without a body that belong to it, the nearest first."""
    given_later: "Draft | None" = None
    """Where a function gives a field its first value that its type declares without one."""
    given_late: list["Draft"] = msgspec.field(default_factory=list)
    """Where methods give it new objects."""

    @property
    def is_promoted(self) -> bool:
        """Whether it is a field that a function defines for its type: it holds nothing and is no local."""
        return self.match.one("promoted") is not None

    @property
    def name(self) -> tree_sitter.Node | None:
        """The node of its name."""
        return self.match.one("name")


def nested_drafts(
    matches: Matches, reader: Reader, grammar: Grammar, imported: Mapping[str, list[int]]
) -> list[Draft]:
    """Return what may lie in each other, each with what it lies in; `imported` are names by where imports bind them."""
    found: dict[_Key, tuple[str, Match]] = {}
    inner = {node.id for node in matches.nodes("inner")}
    for what, match in _defining(matches, reader, grammar, imported):
        node, name = match.captures[f"define.{what}"][0], match.one("name")
        if what in FUNCTIONS:
            inner.add(node.id)
        key = (node.start_byte, -node.end_byte, TOP_LEVEL if name is None else name.start_byte)
        found.setdefault(key, (what, match))
    for match in matches.having("scope"):
        node = match.captures["scope"][0]
        if node.id not in inner:
            place = _AROUND_ALL if _has_only_child(node) else sys.maxsize
            found.setdefault((node.start_byte, -node.end_byte, place), ("scope", match))
    if grammar.defines_by_assigning:
        _leave_first_definitions(found, reader)
    drafts: list[Draft] = []
    open_drafts: list[int] = []
    for (begin, negative_end, _), (what, match) in sorted(found.items(), key=lambda each: each[0]):
        while open_drafts and not _lies_in(begin, -negative_end, what, drafts[open_drafts[-1]]):
            open_drafts.pop()
        node = match.captures["scope" if what == "scope" else f"define.{what}"][0]
        around = open_drafts[-1] if open_drafts else TOP_LEVEL
        while around != TOP_LEVEL and what in VARIABLES and _is_taken_with(begin, drafts[around]):
            around = drafts[around].around
        drafts.append(Draft(what=what, node=node, match=match, around=around))
        open_drafts.append(len(drafts) - 1)
    return drafts


def _has_only_child(node: tree_sitter.Node) -> bool:
    """Whether a block is as long as the one statement in it."""
    first = node.child(0)
    return first is not None and (first.start_byte, first.end_byte) == (node.start_byte, node.end_byte)


def seen_in(draft: Draft, drafts: list[Draft], grammar: Grammar, reader: Reader) -> tuple[int, int] | None:
    """Return from where to where a definition is a name, if that is not all of what it lies in."""
    if not grammar.has_blocks:
        return None
    index = draft.around
    while index != TOP_LEVEL and drafts[index].what in _BESIDE_BLOCKS:
        index = drafts[index].around
    if index == TOP_LEVEL or drafts[index].what != "scope" or draft.is_promoted:
        return None
    if grammar.is_hoisted(draft.node, reader):
        while index != TOP_LEVEL and drafts[index].match.one("closure") is None:
            index = drafts[index].around
        if index == TOP_LEVEL or drafts[index].what != "scope":
            return None
    block = drafts[index].node
    is_held = draft.what in FUNCTIONS and draft.match.one("inner") is not None
    is_late = is_held and (grammar.shadows or grammar.shows_locals_late)
    if not is_late and is_body(drafts[index], drafts):
        return None
    return draft.node.end_byte if is_late else block.start_byte, block.end_byte


def is_body(block: Draft, drafts: list[Draft]) -> bool:
    """Whether a block is all that a function does, or may be."""
    if block.around == TOP_LEVEL or drafts[block.around].what not in FUNCTIONS:
        return False
    body = drafts[block.around].match.one("body")
    return body is None or block.node.start_byte <= body.start_byte or body.end_byte < block.node.end_byte


def _defining(
    matches: Matches, reader: Reader, grammar: Grammar, imported: Mapping[str, list[int]]
) -> Iterator[tuple[str, Match]]:
    """Yield what matches define: a name one thing only, that of the pattern that stands first in the query.

    A variable that holds an import is that import, and one that has a blank name is none.
    """
    named = {node.id for node in matches.nodes("undefined")}
    for what, match in sorted(matches.defining, key=lambda each: each[1].pattern):
        name = match.one("name")
        if what not in NO_DEFINITION and name is not None:
            if name.id in named:
                continue
            named.add(name.id)
        if what in VARIABLES and name is not None:
            text, node = reader.text(name), match.captures[f"define.{what}"][0]
            is_import = any(node.start_byte <= place < node.end_byte for place in imported.get(text, ()))
            if is_import or text in grammar.blank_names:
                continue
        yield what, match


def _leave_first_definitions(found: dict[_Key, tuple[str, Match]], reader: Reader) -> None:
    """Take away what gives another value to a name of the file, and variables that a function is given to."""
    keys_by_name: dict[tuple[str, str], list[_Key]] = {}
    for key, (what, match) in sorted(found.items(), key=lambda each: each[0]):
        name, owner = match.one("name"), match.one("owner")
        if name is None or what not in VARIABLES | FUNCTIONS:
            continue
        node = match.captures[f"define.{what}"][0]
        if node.parent is not None and node.parent.parent is None:
            text = "" if owner is None else reader.text(owner)
            keys_by_name.setdefault((text, reader.text(name)), []).append(key)
    for keys in keys_by_name.values():
        functions = [key for key in keys if found[key][0] in FUNCTIONS]
        for key in keys:
            if key not in (functions or keys[:1]):
                del found[key]


def _lies_in(begin: int, end: int, what: str, draft: Draft) -> bool:
    """Whether something lies in a draft; variables of one statement stand beside each other."""
    node = draft.node
    if what in VARIABLES and draft.what in VARIABLES and (node.start_byte, node.end_byte) == (begin, end):
        return False
    return node.end_byte > begin


def _is_taken_with(begin: int, draft: Draft) -> bool:
    """Whether a name stands in the pattern that takes a variable out of something, too: it is another one beside it."""
    pattern = draft.node.child_by_field_name("name") if draft.what in VARIABLES else None
    return pattern is not None and pattern.type in _PATTERNS and begin < pattern.end_byte


def declared_again(drafts: Sequence[Draft], text_of: Callable[[tree_sitter.Node], str]) -> set[int]:
    """Return the places of functions without a body that belong to the next one of their name."""
    found: set[int] = set()
    last: dict[tuple[int, str, str], int] = {}
    for index, draft in reversed(list(enumerate(drafts))):
        if draft.what in FUNCTIONS and draft.name is not None:
            key = (draft.around, draft.what, text_of(draft.name))
            if last.setdefault(key, index) != index and draft.match.one("body") is None:
                found.add(index)
                drafts[last[key]].overloads.append(draft)
    return found
