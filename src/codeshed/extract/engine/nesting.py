"""The nesting of definitions, namespaces, extensions and blocks.

Turns: Matches → Drafts, each with its parent, outer ones first.
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
"""The `@define.…` captures of functions."""

VARIABLES = frozenset({"variable", "field", "constant", "member"})
"""Those of variables."""

NO_DEFINITION = frozenset({"space", "extension", "scope"})
"""Those that only contain definitions."""

_TRANSPARENT = VARIABLES | {"extension"}
"""Those that are no blocks and whose names qualify nothing."""

_Key = tuple[int, int, int]
"""Sort key: where a node begins, minus its end, so that outer nodes come first, and where its name begins."""


_PATTERNS = frozenset({"array_pattern", "object_pattern"})
_OUTERMOST = TOP_LEVEL - 1
"""In place of the name's offset: contains everything else with the same span."""


class Draft(msgspec.Struct, kw_only=True):
    """A definition, namespace, extension or block before it becomes a fact, with its parent."""

    what: str
    node: tree_sitter.Node
    match: Match
    around: int
    """The index of the draft around it, or TOP_LEVEL."""
    number: int = TOP_LEVEL
    """The definition number, if it is a definition."""
    is_local: bool = False
    n_branches: int = 0
    parameters: list[Match] = msgspec.field(default_factory=list)
    overloads: list["Draft"] = msgspec.field(default_factory=list)
    """Its overload signatures, the nearest first."""
    given_later: "Draft | None" = None
    """For a field declared without a value: where a function first assigns it."""
    given_late: list["Draft"] = msgspec.field(default_factory=list)
    """Where methods assign new objects to it."""

    @property
    def is_promoted(self) -> bool:
        """Whether it is a field that a function defines for its type (`self.a = 1`): it contains nothing and is no local."""
        return self.match.one("promoted") is not None

    @property
    def name(self) -> tree_sitter.Node | None:
        """The node of its name."""
        return self.match.one("name")


def nested_drafts(
    matches: Matches, reader: Reader, grammar: Grammar, imported: Mapping[str, list[int]]
) -> list[Draft]:
    """Return all drafts with their parents; `imported` maps names to the offsets where imports bind them."""
    found: dict[_Key, tuple[str, Match]] = {}
    own_functions = {node.id for node in matches.nodes("inner")}
    for what, match in _iter_defining(matches, reader, grammar, imported):
        node, name = match.captures[f"define.{what}"][0], match.one("name")
        if what in FUNCTIONS:
            own_functions.add(node.id)
        key = (node.start_byte, -node.end_byte, TOP_LEVEL if name is None else name.start_byte)
        found.setdefault(key, (what, match))
    for match in matches.having("scope"):
        node = match.captures["scope"][0]
        if node.id not in own_functions:
            name_begin = _OUTERMOST if _has_only_child(node) else sys.maxsize
            found.setdefault((node.start_byte, -node.end_byte, name_begin), ("scope", match))
    if grammar.defines_by_assigning:
        _drop_redefinitions(found, reader)
    drafts: list[Draft] = []
    open_drafts: list[int] = []
    for (begin, negative_end, _), (what, match) in sorted(found.items(), key=lambda each: each[0]):
        while open_drafts and not _is_within(begin, -negative_end, what, drafts[open_drafts[-1]]):
            open_drafts.pop()
        node = match.captures["scope" if what == "scope" else f"define.{what}"][0]
        parent = open_drafts[-1] if open_drafts else TOP_LEVEL
        while parent != TOP_LEVEL and what in VARIABLES and _is_in_pattern_of(begin, drafts[parent]):
            parent = drafts[parent].around
        drafts.append(Draft(what=what, node=node, match=match, around=parent))
        open_drafts.append(len(drafts) - 1)
    return drafts


def _has_only_child(node: tree_sitter.Node) -> bool:
    """Whether a block is exactly as long as the one statement in it."""
    first = node.child(0)
    return first is not None and (first.start_byte, first.end_byte) == (node.start_byte, node.end_byte)


def seen_in(draft: Draft, drafts: list[Draft], grammar: Grammar, reader: Reader) -> tuple[int, int] | None:
    """Return the span in which a definition is visible, if that is not everything it is in."""
    if not grammar.has_blocks:
        return None
    index = draft.around
    while index != TOP_LEVEL and drafts[index].what in _TRANSPARENT:
        index = drafts[index].around
    if index == TOP_LEVEL or drafts[index].what != "scope" or draft.is_promoted:
        return None
    if grammar.is_hoisted(draft.node, reader):
        while index != TOP_LEVEL and drafts[index].match.one("closure") is None:
            index = drafts[index].around
        if index == TOP_LEVEL or drafts[index].what != "scope":
            return None
    block = drafts[index].node
    is_own_function = draft.what in FUNCTIONS and draft.match.one("inner") is not None
    is_after_declaration = is_own_function and (grammar.shadows or grammar.shows_locals_late)
    if not is_after_declaration and is_body(drafts[index], drafts):
        return None
    return draft.node.end_byte if is_after_declaration else block.start_byte, block.end_byte


def is_body(block: Draft, drafts: list[Draft]) -> bool:
    """Whether a block is, or may be, the whole body of a function."""
    if block.around == TOP_LEVEL or drafts[block.around].what not in FUNCTIONS:
        return False
    body = drafts[block.around].match.one("body")
    return body is None or block.node.start_byte <= body.start_byte or body.end_byte < block.node.end_byte


def _iter_defining(
    matches: Matches, reader: Reader, grammar: Grammar, imported: Mapping[str, list[int]]
) -> Iterator[tuple[str, Match]]:
    """Yield definitions: one for each name node, that of the first pattern in the query.

    A variable that an import binds is that import; one with a blank name is none.
    """
    defined = {node.id for node in matches.nodes("undefined")}
    for what, match in sorted(matches.defining, key=lambda each: each[1].pattern):
        name = match.one("name")
        if what not in NO_DEFINITION and name is not None:
            if name.id in defined:
                continue
            defined.add(name.id)
        if what in VARIABLES and name is not None:
            text, node = reader.text(name), match.captures[f"define.{what}"][0]
            is_import = any(node.start_byte <= offset < node.end_byte for offset in imported.get(text, ()))
            if is_import or text in grammar.blank_names:
                continue
        yield what, match


def _drop_redefinitions(found: dict[_Key, tuple[str, Match]], reader: Reader) -> None:
    """Remove reassignments of file-level names, and variables that also have a function definition."""
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


def _is_within(begin: int, end: int, what: str, draft: Draft) -> bool:
    """Whether something is within a draft; variables of one statement are siblings."""
    node = draft.node
    if what in VARIABLES and draft.what in VARIABLES and (node.start_byte, node.end_byte) == (begin, end):
        return False
    return node.end_byte > begin


def _is_in_pattern_of(begin: int, draft: Draft) -> bool:
    """Whether a name is in the destructuring pattern of a draft's variable: the two are siblings."""
    pattern = draft.node.child_by_field_name("name") if draft.what in VARIABLES else None
    return pattern is not None and pattern.type in _PATTERNS and begin < pattern.end_byte


def declared_again(drafts: Sequence[Draft], text_of: Callable[[tree_sitter.Node], str]) -> set[int]:
    """Attach functions without a body to the next one of their name, as overload signatures; return their indices."""
    found: set[int] = set()
    implementations: dict[tuple[int, str, str], int] = {}
    for index, draft in reversed(list(enumerate(drafts))):
        if draft.what in FUNCTIONS and draft.name is not None:
            key = (draft.around, draft.what, text_of(draft.name))
            if implementations.setdefault(key, index) != index and draft.match.one("body") is None:
                found.add(index)
                drafts[implementations[key]].overloads.append(draft)
    return found
