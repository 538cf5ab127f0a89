"""The modifiers of a definition.

Turns: what is defined and the words before its name → its kind, visibility, mutability and modifiers.
"""

import re
from collections.abc import Iterator

import tree_sitter

from codeshed.extract.engine.grammar import Grammar
from codeshed.extract.engine.nesting import FUNCTION_KINDS, VARIABLE_KINDS, DefinitionDraft
from codeshed.extract.engine.syntax_reading import SyntaxReader
from codeshed.model.facts.code_expressions import CodeExpression, OtherExpr
from codeshed.model.semantic import DefinitionKind, Modifiers, Mutability, TypeKind, Visibility

TYPE_KINDS = {
    "class": TypeKind.CLASS,
    "module": TypeKind.CLASS,
    "object": TypeKind.CLASS,
    "interface": TypeKind.INTERFACE,
    "trait": TypeKind.INTERFACE,
    "struct": TypeKind.STRUCT,
    "union": TypeKind.UNION,
    "enum": TypeKind.ENUM,
    "alias": TypeKind.TYPE_ALIAS,
}
"""The kinds of types, by `@define.…` capture."""

_VISIBILITY_BY_WORD = {
    "public": Visibility.PUBLIC,
    "pub": Visibility.PUBLIC,
    "open": Visibility.PUBLIC,
    "export": Visibility.PUBLIC,
    "protected": Visibility.PROTECTED,
    "internal": Visibility.INTERNAL,
    "package": Visibility.INTERNAL,
    "private": Visibility.PRIVATE,
    "fileprivate": Visibility.PRIVATE,
}
_WORD = re.compile(r"[A-Za-z_]\w*")


def find_modifier_words(
    name: tree_sitter.Node, draft: DefinitionDraft, reader: SyntaxReader, grammar: Grammar
) -> frozenset[str]:
    """Return the modifiers of a definition."""
    if grammar.modifier_types:
        return frozenset(_iter_modifiers(draft.node, reader, grammar))
    begin = draft.node.start_byte
    outer = draft.match.first("with_modifiers")
    if outer is not None:
        begin = outer.start_byte
    return grammar.modifier_words.intersection(_WORD.findall(reader.slice(begin, name.start_byte)))


def _iter_modifiers(node: tree_sitter.Node, reader: SyntaxReader, grammar: Grammar) -> Iterator[str]:
    for child in node.children:
        if child.type in grammar.modifier_types:
            for each in child.children or (child,):
                word = _WORD.match(reader.text(each))
                if word is not None and word.group() in grammar.modifier_words:
                    yield word.group()


def declared_visibility(words: frozenset[str], grammar: Grammar) -> Visibility:
    """Return the declared visibility, else the language's default."""
    declared = (each for word, each in _VISIBILITY_BY_WORD.items() if word in words)
    return next(declared, grammar.default_visibility)


def declared_mutability(
    what: str, words: frozenset[str], value: CodeExpression | None, grammar: Grammar
) -> Mutability | None:
    """Return whether a variable may change; None for other definitions."""
    if what not in VARIABLE_KINDS:
        return None
    if what == "member":
        return Mutability.IMMUTABLE
    if what == "constant" or not grammar.constant_words.isdisjoint(words):
        is_literal = isinstance(value, OtherExpr) and bool(value.type_name)
        return Mutability.CONST if is_literal or what == "constant" else Mutability.IMMUTABLE
    return Mutability.MUTABLE


def definition_kind(what: str) -> DefinitionKind:
    """Return the kind of a definition by its `@define.…` capture."""
    if what in FUNCTION_KINDS:
        return DefinitionKind.FUNCTION
    return DefinitionKind.VARIABLE if what in VARIABLE_KINDS else DefinitionKind.TYPE


def function_modifiers(what: str, words: frozenset[str], *, has_body: bool) -> Modifiers | None:
    """Return the modifiers of a function; None for other definitions."""
    if what not in FUNCTION_KINDS:
        return None
    return Modifiers(
        is_abstract="abstract" in words,
        is_async=not words.isdisjoint({"async", "suspend"}),
        is_static="static" in words,
        is_constructor=what == "constructor",
        is_property=what in {"getter", "setter"},
        is_final=not words.isdisjoint({"final", "sealed"}),
        has_body=has_body,
    )
