"""The nesting of definitions, namespaces, extensions and blocks.

Turns: QueryMatches → DefinitionDrafts, each with its parent, outer ones first.
"""

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence

import msgspec
import tree_sitter

from codeshed.extract.engine.child_nodes import nth_child
from codeshed.extract.engine.grammar import Grammar
from codeshed.extract.engine.query_matches import QueryMatch, QueryMatches
from codeshed.extract.engine.syntax_reading import SyntaxReader
from codeshed.model.facts.code_facts import TOP_LEVEL

FUNCTION_KINDS = frozenset({"function", "method", "constructor", "getter", "setter", "destructor"})
"""The `@define.…` captures of functions."""

VARIABLE_KINDS = frozenset({"variable", "field", "constant", "member"})
"""Those of variables."""

CONTAINER_KINDS = frozenset({"namespace", "extension", "scope"})
"""Those that only contain definitions."""

_TRANSPARENT = VARIABLE_KINDS | {"extension"}
"""Those that are no blocks and whose names qualify nothing."""

_Key = tuple[int, int, int]
"""Sort key: where a node begins, minus its end, so that outer nodes come first, and where its name begins."""


_PATTERNS = frozenset({"array_pattern", "object_pattern"})
_OUTERMOST = TOP_LEVEL - 1
"""In place of the name's offset: contains everything else with the same span."""


class DefinitionDraft(msgspec.Struct, kw_only=True):
    """A definition, namespace, extension or block before it becomes a fact, with its parent."""

    kind: str
    node: tree_sitter.Node
    match: QueryMatch
    parent: int
    """The index of the draft around it, or TOP_LEVEL."""
    number: int = TOP_LEVEL
    """The definition number, if it is a definition."""
    is_local: bool = False
    n_branches: int = 0
    parameters: list[QueryMatch] = msgspec.field(default_factory=list)
    overloads: list["DefinitionDraft"] = msgspec.field(default_factory=list)
    """Its overload signatures, the nearest first."""
    first_assignment: "DefinitionDraft | None" = None
    """For a field declared without a value: where a function first assigns it."""
    object_assignments: list["DefinitionDraft"] = msgspec.field(default_factory=list)
    """Where methods assign new objects to it."""

    @property
    def is_promoted(self) -> bool:
        """Whether it is a field that a function defines for its type (`self.a = 1`): it contains nothing and is no local."""
        return self.match.first("promoted") is not None

    @property
    def name(self) -> tree_sitter.Node | None:
        """The node of its name."""
        return self.match.first("name")


def build_drafts(
    matches: QueryMatches, reader: SyntaxReader, grammar: Grammar, imported: Mapping[str, list[int]]
) -> list[DefinitionDraft]:
    """Return all drafts with their parents; `imported` maps names to the offsets where imports bind them."""
    found: dict[_Key, tuple[str, QueryMatch]] = {}
    own_functions = {node.id for node in matches.nodes("own_function")}
    for what, match in _iter_defining(matches, reader, grammar, imported):
        node, name = match.captures[f"define.{what}"][0], match.first("name")
        if what in FUNCTION_KINDS:
            own_functions.add(node.id)
        key = (node.start_byte, -node.end_byte, TOP_LEVEL if name is None else name.start_byte)
        found.setdefault(key, (what, match))
    for match in matches.with_capture("scope"):
        node = match.captures["scope"][0]
        if node.id not in own_functions:
            name_begin = _OUTERMOST if _has_only_child(node) else sys.maxsize
            found.setdefault((node.start_byte, -node.end_byte, name_begin), ("scope", match))
    if grammar.has_definitions_by_assignment:
        _drop_redefinitions(found, reader)
    drafts: list[DefinitionDraft] = []
    open_drafts: list[int] = []
    for (begin, negative_end, _), (what, match) in sorted(found.items(), key=lambda each: each[0]):
        while open_drafts and not _is_within(begin, -negative_end, what, drafts[open_drafts[-1]]):
            open_drafts.pop()
        node = match.captures["scope" if what == "scope" else f"define.{what}"][0]
        parent = open_drafts[-1] if open_drafts else TOP_LEVEL
        while parent != TOP_LEVEL and what in VARIABLE_KINDS and _is_in_pattern_of(begin, drafts[parent]):
            parent = drafts[parent].parent
        drafts.append(DefinitionDraft(kind=what, node=node, match=match, parent=parent))
        open_drafts.append(len(drafts) - 1)
    return drafts


def _has_only_child(node: tree_sitter.Node) -> bool:
    """Whether a block is exactly as long as the one statement in it."""
    first = nth_child(node, 0)
    return first is not None and (first.start_byte, first.end_byte) == (node.start_byte, node.end_byte)


def visible_span(
    draft: DefinitionDraft, drafts: list[DefinitionDraft], grammar: Grammar, reader: SyntaxReader
) -> tuple[int, int] | None:
    """Return the span in which a definition is visible, if that is not everything it is in."""
    if not grammar.has_block_scope:
        return None
    index = draft.parent
    while index != TOP_LEVEL and drafts[index].kind in _TRANSPARENT:
        index = drafts[index].parent
    if index == TOP_LEVEL or drafts[index].kind != "scope" or draft.is_promoted:
        return None
    if grammar.is_hoisted(draft.node, reader):
        while index != TOP_LEVEL and drafts[index].match.first("closure") is None:
            index = drafts[index].parent
        if index == TOP_LEVEL or drafts[index].kind != "scope":
            return None
    block = drafts[index].node
    is_own_function = draft.kind in FUNCTION_KINDS and draft.match.first("own_function") is not None
    is_after_declaration = is_own_function and (
        grammar.has_shadowing or grammar.are_locals_visible_after_declaration
    )
    if not is_after_declaration and is_body(drafts[index], drafts):
        return None
    return draft.node.end_byte if is_after_declaration else block.start_byte, block.end_byte


def is_body(block: DefinitionDraft, drafts: list[DefinitionDraft]) -> bool:
    """Whether a block is, or may be, the whole body of a function."""
    if block.parent == TOP_LEVEL or drafts[block.parent].kind not in FUNCTION_KINDS:
        return False
    body = drafts[block.parent].match.first("body")
    return body is None or block.node.start_byte <= body.start_byte or body.end_byte < block.node.end_byte


def _iter_defining(
    matches: QueryMatches, reader: SyntaxReader, grammar: Grammar, imported: Mapping[str, list[int]]
) -> Iterator[tuple[str, QueryMatch]]:
    """Yield one definition for each name node: the first pattern of the query that matches it decides.

    A variable that an import binds is that import. A variable with a blank name is no definition.
    """
    defined = {node.id for node in matches.nodes("undefined")}
    for what, match in sorted(matches.definitions, key=lambda each: each[1].pattern):
        name = match.first("name")
        if what not in CONTAINER_KINDS and name is not None:
            if name.id in defined:
                continue
            defined.add(name.id)
        if what in VARIABLE_KINDS and name is not None:
            text, node = reader.text(name), match.captures[f"define.{what}"][0]
            is_import = any(node.start_byte <= offset < node.end_byte for offset in imported.get(text, ()))
            if is_import or text in grammar.blank_names:
                continue
        yield what, match


def _drop_redefinitions(found: dict[_Key, tuple[str, QueryMatch]], reader: SyntaxReader) -> None:
    """Remove reassignments of file-level names, and variables that also have a function definition."""
    keys_by_name: dict[tuple[str, str], list[_Key]] = {}
    for key, (what, match) in sorted(found.items(), key=lambda each: each[0]):
        name, owner = match.first("name"), match.first("owner")
        if name is None or what not in VARIABLE_KINDS | FUNCTION_KINDS:
            continue
        node = match.captures[f"define.{what}"][0]
        if node.parent is not None and node.parent.parent is None:
            text = "" if owner is None else reader.text(owner)
            keys_by_name.setdefault((text, reader.text(name)), []).append(key)
    for keys in keys_by_name.values():
        functions = [key for key in keys if found[key][0] in FUNCTION_KINDS]
        for key in keys:
            if key not in (functions or keys[:1]):
                del found[key]


def _is_within(begin: int, end: int, what: str, draft: DefinitionDraft) -> bool:
    """Whether something is within a draft; variables of one statement are siblings."""
    node = draft.node
    if (
        what in VARIABLE_KINDS
        and draft.kind in VARIABLE_KINDS
        and (node.start_byte, node.end_byte) == (begin, end)
    ):
        return False
    return node.end_byte > begin


def _is_in_pattern_of(begin: int, draft: DefinitionDraft) -> bool:
    """Whether a name is in the destructuring pattern of a draft's variable: the two are siblings."""
    pattern = draft.node.child_by_field_name("name") if draft.kind in VARIABLE_KINDS else None
    return pattern is not None and pattern.type in _PATTERNS and begin < pattern.end_byte


def attach_overload_signatures(
    drafts: Sequence[DefinitionDraft], text_of: Callable[[tree_sitter.Node], str]
) -> set[int]:
    """Attach functions without a body to the next one of their name, as overload signatures; return their indices."""
    found: set[int] = set()
    implementations: dict[tuple[int, str, str], int] = {}
    for index, draft in reversed(list(enumerate(drafts))):
        if draft.kind in FUNCTION_KINDS and draft.name is not None:
            key = (draft.parent, draft.kind, text_of(draft.name))
            if implementations.setdefault(key, index) != index and draft.match.first("body") is None:
                found.add(index)
                drafts[implementations[key]].overloads.append(draft)
    return found
