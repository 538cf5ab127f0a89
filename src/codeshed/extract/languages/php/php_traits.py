"""Traits that PHP types use.

Turns: `use` in a type → CodeMixins, with the renamings of `as` and the exclusions of `insteadof`.
"""

from collections.abc import Iterator

import tree_sitter
from msgspec.structs import replace

from codeshed.extract.engine.doc_comments import strip_comment_marks
from codeshed.extract.engine.grammar import NodeReader
from codeshed.extract.languages.php.php_documentation import read_phpdoc
from codeshed.model.facts.code_expressions import TypeRef
from codeshed.model.facts.code_facts import CodeMixin

NAME_TYPES = frozenset({"name", "qualified_name", "relative_name"})
"""Node types of names."""


def iter_traits(node: tree_sitter.Node, reader: NodeReader) -> Iterator[CodeMixin]:
    """Yield the traits of a type."""
    body = node.child_by_field_name("body")
    for child in () if body is None else body.named_children:
        if child.type != "use_declaration":
            continue
        rules = next((each.named_children for each in child.named_children if each.type == "use_list"), [])
        before = child.prev_named_sibling
        comment = reader.text(before) if before is not None and before.type == "comment" else ""
        arguments_by_name = {
            _last(each): each.arguments for each in read_phpdoc(strip_comment_marks(comment)).bases
        }
        for each in child.named_children:
            used = reader.type(each) if each.type in NAME_TYPES else None
            if used is not None:
                name = reader.text(each)
                yield CodeMixin(
                    replace(used, arguments=arguments_by_name.get(_last(used), ())),
                    tuple(_iter_renamed(rules, name, reader)),
                    tuple(_iter_left_out(rules, name, reader)),
                )


def _last(type_ref: TypeRef) -> str:
    return type_ref.name.rpartition(".")[2]


def _iter_renamed(rules: list[tree_sitter.Node], trait: str, reader: NodeReader) -> Iterator[tuple[str, str]]:
    """Yield the new and the original name of a trait's renamed methods."""
    for rule in rules:
        new = rule.named_children[-1] if rule.named_children else None
        if rule.type == "use_as_clause" and new is not None and new.type == "name":
            container, method = _method_of_trait(rule.named_children[0], reader)
            if container in {"", trait}:
                yield reader.text(new), method


def _iter_left_out(rules: list[tree_sitter.Node], trait: str, reader: NodeReader) -> Iterator[str]:
    """Yield the methods of a trait that are excluded in favour of another trait's."""
    for rule in rules:
        others = {reader.text(each) for each in rule.named_children[1:]}
        if rule.type == "use_instead_of_clause" and trait in others:
            yield _method_of_trait(rule.named_children[0], reader)[1]


def _method_of_trait(node: tree_sitter.Node, reader: NodeReader) -> tuple[str, str]:
    parts = [reader.text(each) for each in node.named_children]
    return (parts[0], parts[-1]) if len(parts) > 1 else ("", reader.text(node))
