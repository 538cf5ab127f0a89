"""Rust.

Turns: items and expressions → definitions and types. `Self` is the enclosing type, smart pointers and options
are read as their content, and macros that take expressions as calls.
"""

from collections.abc import Iterator

import tree_sitter
import tree_sitter_rust
from msgspec.structs import replace

from codeshed.extract.engine.child_nodes import nth_named_child
from codeshed.extract.engine.doc_comments import DOC_BLOCK, DOC_LINE
from codeshed.extract.engine.grammar import (
    ExpressionKind,
    ExpressionShape,
    Grammar,
    NodeReader,
)
from codeshed.extract.languages.rust.rust_bounds import impl_type_parameters, with_where_bounds
from codeshed.extract.languages.rust.rust_conditions import blank_disabled_items
from codeshed.extract.languages.rust.rust_imports import inline_modules_around, read_imports
from codeshed.extract.languages.rust.rust_macros import expose_macro_items, iter_parsable_sources
from codeshed.extract.languages.rust.rust_mutations import IMMUTABLE_VALUES, MUTATIONS
from codeshed.extract.languages.rust.rust_types import SELF, TYPE_READERS, TYPES, self_type
from codeshed.model.facts.code_expressions import (
    UNION,
    CallExpr,
    CodeExpression,
    MemberExpr,
    NameExpr,
    ReceiverExpr,
    TypeRef,
)
from codeshed.model.facts.code_facts import CodeDefinition
from codeshed.model.semantic import Mutability, TypeKind, Visibility

_MODULES = {"Arc": "sync", "Box": "boxed", "Pin": "pin", "Rc": "rc"}
_WRAPPERS = ("Arc::clone", "Box::new", "Box::pin", "Pin::new", "Rc::clone")
_WRAPPING_CALLS = frozenset(
    {
        *_WRAPPERS,
        *(
            f"{before}{_MODULES[each.partition(':')[0]]}::{each}"
            for each in _WRAPPERS
            for before in ("", "alloc::", "std::", "::std::")
        ),
        "Some",
        "Ok",
    }
)
"""Calls that are read as their argument."""

_CONTAINER_FACTORIES = frozenset(
    f"{before}{name}.new"
    for module, names in (
        ("cell", ("Cell", "RefCell", "UnsafeCell")),
        ("sync", ("Arc", "Mutex", "RwLock")),
        ("rc", ("Rc",)),
    )
    for name in names
    for before in ("", f"{module}.", f"alloc.{module}.", f"std.{module}.", f"tokio.{module}.", "parking_lot.")
)
"""Calls whose result is a container of their argument."""

_PSEUDO_METHODS = {"try_expression": "?", "await_expression": "await"}

_EXPRESSIONS = {
    "identifier": ExpressionShape(ExpressionKind.NAME),
    "type_identifier": ExpressionShape(ExpressionKind.NAME),
    "crate": ExpressionShape(ExpressionKind.NAME),
    "super": ExpressionShape(ExpressionKind.NAME),
    "self": ExpressionShape(ExpressionKind.RECEIVER),
    "scoped_identifier": ExpressionShape(ExpressionKind.MEMBER, ("path",), ("name",)),
    "scoped_type_identifier": ExpressionShape(ExpressionKind.MEMBER, ("path",), ("name",)),
    "generic_type": ExpressionShape(ExpressionKind.INNER, ("type",)),
    "generic_function": ExpressionShape(ExpressionKind.INNER, ("function",)),
    "field_expression": ExpressionShape(ExpressionKind.MEMBER, ("value",), ("field",)),
    "call_expression": ExpressionShape(ExpressionKind.CALL, ("function",)),
    "macro_invocation": ExpressionShape(ExpressionKind.CALL, ("macro",)),
    "struct_expression": ExpressionShape(ExpressionKind.NEW, ("name",)),
    "type_cast_expression": ExpressionShape(ExpressionKind.CAST, ("type",), ("value",)),
    "index_expression": ExpressionShape(ExpressionKind.ITEM, ("0",)),
    "reference_expression": ExpressionShape(ExpressionKind.INNER, ("value",)),
    "unary_expression": ExpressionShape(ExpressionKind.INNER, ("0",)),
    "parenthesized_expression": ExpressionShape(ExpressionKind.INNER, ("0",)),
    "bracketed_type": ExpressionShape(ExpressionKind.INNER, ("0",)),
    "qualified_type": ExpressionShape(ExpressionKind.CAST, ("alias",), ("type",)),
    "string_literal": ExpressionShape(ExpressionKind.LITERAL, type_name="str"),
    "raw_string_literal": ExpressionShape(ExpressionKind.LITERAL, type_name="str"),
    "char_literal": ExpressionShape(ExpressionKind.LITERAL, type_name="char"),
    "integer_literal": ExpressionShape(ExpressionKind.LITERAL, type_name="i32"),
    "float_literal": ExpressionShape(ExpressionKind.LITERAL, type_name="f64"),
    "boolean_literal": ExpressionShape(ExpressionKind.LITERAL, type_name="bool"),
}


def _read_identifier(node: tree_sitter.Node, reader: NodeReader, depth: int) -> CodeExpression | None:
    """Read `Self`."""
    del depth
    if node.end_byte - node.start_byte != len(SELF) or reader.text(node) != SELF:
        return None
    begin, end = node.start_byte, node.end_byte
    head, *rest = self_type(node, reader).name.split(".")
    if not head:
        return None
    expression: CodeExpression = NameExpr(begin, end, head)
    for name in rest:
        expression = MemberExpr(begin, end, expression, name)
    return expression


def _read_root(node: tree_sitter.Node, reader: NodeReader, depth: int) -> CodeExpression | None:
    """Read `self` and `super` in a path: modules, named relative to the file's module."""
    del depth
    parent = node.parent
    begin, end = node.start_byte, node.end_byte
    if parent is None or parent.type not in {"scoped_identifier", "scoped_type_identifier"}:
        return ReceiverExpr(begin, end) if node.type == "self" else None
    return _module_above(node, reader, 1 if node.type == "super" else 0)


def _module_above(node: tree_sitter.Node, reader: NodeReader, n_above: int) -> CodeExpression:
    """Return the module some levels above a node's module, named relative to the file's."""
    begin, end = node.start_byte, node.end_byte
    blocks = inline_modules_around(node, reader)
    is_within = n_above <= len(blocks)
    above = "::".join(["super"] * (n_above - len(blocks)))
    names = ["self", *blocks[: len(blocks) - n_above]] if is_within else [above]
    expression: CodeExpression = NameExpr(begin, end, names[0])
    for name in names[1:]:
        expression = MemberExpr(begin, end, expression, name)
    return expression


def _read_scoped(node: tree_sitter.Node, reader: NodeReader, depth: int) -> CodeExpression | None:
    """Read `::std::mem`, which has nothing before its first `::`, and `super::super`."""
    del depth
    name = node.child_by_field_name("name")
    if name is not None and name.type == "super":
        return _module_above(node, reader, reader.text(node).count("super"))
    if name is None or node.child_by_field_name("path") is not None:
        return None
    return NameExpr(node.start_byte, node.end_byte, reader.text(name))


def _read_call(node: tree_sitter.Node, reader: NodeReader, depth: int) -> CodeExpression | None:
    """Read a call that only wraps its argument as the argument."""
    function, arguments = node.child_by_field_name("function"), node.child_by_field_name("arguments")
    if function is None or arguments is None or len(arguments.named_children) != 1:
        return None
    is_short = function.end_byte - function.start_byte <= max(map(len, _WRAPPING_CALLS))
    if not is_short or reader.text(function) not in _WRAPPING_CALLS:
        return None
    return reader.expression(arguments.named_children[0], depth + 1)


def _read_parenthesized(node: tree_sitter.Node, reader: NodeReader, depth: int) -> CodeExpression | None:
    """Read `(a.run)` in `(a.run)()` as a field: a method can't be called so."""
    inner, call = nth_named_child(node, 0), node.parent
    if inner is None or inner.type != "field_expression" or call is None or call.type != "call_expression":
        return None
    function = call.child_by_field_name("function")
    member = reader.expression(inner, depth + 1)
    is_called = function is not None and function.id == node.id
    return replace(member, is_value=True) if is_called and isinstance(member, MemberExpr) else None


def _read_unwrapping(node: tree_sitter.Node, reader: NodeReader, depth: int) -> CodeExpression | None:
    """Read `x?` and `x.await` as calls of pseudo-methods that return the content."""
    if not node.named_children:
        return None
    begin, end = node.start_byte, node.end_byte
    value = reader.expression(node.named_children[0], depth + 1)
    return CallExpr(begin, end, MemberExpr(begin, end, value, _PSEUDO_METHODS[node.type]))


def _complete_definition(
    definition: CodeDefinition, node: tree_sitter.Node, reader: NodeReader, words: frozenset[str]
) -> CodeDefinition:
    """Set visibility, receivers, bounds and supertraits; a definition begins at its attributes."""
    del words
    container = None if node.parent is None else node.parent.parent
    is_in_trait = container is not None and (
        container.type == "trait_item"
        or (container.type == "impl_item" and container.child_by_field_name("trait") is not None)
    )
    changes: dict[str, object] = {"begin": _begin(node)}
    block = _impl_around(node)
    changes["type_parameters"] = tuple(with_where_bounds(definition.type_parameters, node, reader))
    if block is not None:
        changes["outer_type_parameters"] = tuple(impl_type_parameters(block, reader))
    changes |= _visibility(node, reader, is_public=is_in_trait)
    if definition.modifiers is not None:
        parameters = node.child_by_field_name("parameters")
        is_method = parameters is not None and any(
            child.type == "self_parameter" for child in parameters.named_children
        )
        is_within = container is not None and container.type in {"trait_item", "impl_item"}
        trait = None if block is None else reader.type(block.child_by_field_name("trait"))
        changes["implements"] = () if trait is None else (trait,)
        changes["modifiers"] = replace(
            definition.modifiers,
            is_static=is_within and not is_method,
            is_abstract=node.type == "function_signature_item" and is_in_trait,
        )
    if node.type == "macro_definition":
        changes["signature"] = f"macro_rules! {definition.name}"
    if node.type == "static_item":
        is_mutable = any(child.type == "mutable_specifier" for child in node.children)
        changes["mutability"] = Mutability.MUTABLE if is_mutable else Mutability.IMMUTABLE
    if node.type == "trait_item":
        bound = reader.type(node.child_by_field_name("bounds"))
        if bound is not None:
            changes["inherits"] = bound.arguments if bound.name == UNION else (bound,)
    elif definition.type_kind in {TypeKind.STRUCT, TypeKind.ENUM, TypeKind.UNION}:
        changes["implements"] = tuple(_derived_traits(node, reader))
    return replace(definition, **changes)


def _impl_around(node: tree_sitter.Node) -> tree_sitter.Node | None:
    """Return the `impl` that a node is directly in."""
    container = None if node.parent is None else node.parent.parent
    return container if container is not None and container.type == "impl_item" else None


def _visibility(node: tree_sitter.Node, reader: NodeReader, *, is_public: bool) -> dict[str, object]:
    """Return the visibility of a definition, and the name (index) of a tuple field."""
    changes: dict[str, object] = {}
    marks = [child for child in node.children if child.type == "visibility_modifier"]
    if node.parent is not None and node.parent.type == "ordered_field_declaration_list":
        index, before = 0, node.prev_sibling
        while before is not None:
            if before.type == "visibility_modifier" and not index:
                marks = [before]
            index += before.type == ","
            before = before.prev_sibling
        changes = {"name": str(index), "signature": reader.text(node)}
    container = None if node.parent is None else node.parent.parent
    is_part = container is not None and container.type == "enum_variant"
    if marks:
        is_plain = reader.text(marks[0]) == "pub"
        changes["visibility"] = Visibility.PUBLIC if is_plain else Visibility.INTERNAL
        changes["is_exported"] = is_plain
    elif is_public or is_part or node.type == "enum_variant":
        changes["visibility"] = Visibility.PUBLIC
    elif node.type == "macro_definition":
        is_exported = any("macro_export" in reader.text(each) for each in _attributes(node))
        changes["visibility"] = Visibility.PUBLIC if is_exported else Visibility.INTERNAL
    return changes


def _attributes(node: tree_sitter.Node) -> Iterator[tree_sitter.Node]:
    """Yield the attributes right before an item, the last first."""
    before = node.prev_sibling
    while before is not None and before.type in {"attribute_item", "line_comment", "block_comment"}:
        if before.type == "attribute_item":
            yield before
        before = before.prev_sibling


def _begin(node: tree_sitter.Node) -> int:
    return min((each.start_byte for each in _attributes(node)), default=node.start_byte)


def _derived_traits(node: tree_sitter.Node, reader: NodeReader) -> Iterator[TypeRef]:
    """Yield the traits of `#[derive(…)]`."""
    for attribute in reversed(list(_attributes(node))):
        name, _, rest = reader.text(attribute).strip("#[] \n").partition("(")
        if name.strip() == "derive":
            for each in rest.rstrip(") \n").split(","):
                if each.strip():
                    yield TypeRef(each.strip().replace("::", "."))


_SIGNS = {
    "+": "add", "-": "sub", "*": "mul", "/": "div", "%": "rem", "&": "bitand", "|": "bitor", "^": "bitxor", "<<": "shl",
    ">>": "shr",
}  # fmt: skip
_OPERATORS = {
    **{f"binary_expression {sign}": name for sign, name in _SIGNS.items()},
    **{f"compound_assignment_expr {sign}=": f"{name}_assign" for sign, name in _SIGNS.items()},
    "binary_expression ==": "eq",
    "binary_expression !=": "eq",
    **{f"binary_expression {sign}": "partial_cmp" for sign in ("<", ">", "<=", ">=")},
    "unary_expression -": "neg",
    "unary_expression !": "not",
    "index_expression": "index",
}


RUST = Grammar(
    name="rust",
    statement_blocks=frozenset({"source_file", "block", "declaration_list", "match_block"}),
    immutable_values=IMMUTABLE_VALUES,
    mutations=MUTATIONS,
    load=tree_sitter_rust.language,
    query_file="rust/rust.scm",
    operator_methods=_OPERATORS,
    expressions=_EXPRESSIONS,
    types=TYPES,
    read_imports=read_imports,
    complete_definition=_complete_definition,
    preprocess=lambda content: blank_disabled_items(expose_macro_items(content)),
    source_alternatives=iter_parsable_sources,
    type_readers=TYPE_READERS,
    expression_readers={
        "identifier": _read_identifier,
        "type_identifier": _read_identifier,
        "scoped_identifier": _read_scoped,
        "parenthesized_expression": _read_parenthesized,
        "self": _read_root,
        "super": _read_root,
        "call_expression": _read_call,
        "try_expression": _read_unwrapping,
        "await_expression": _read_unwrapping,
    },
    name_separators=("::",),
    list_factories=_CONTAINER_FACTORIES,
    comment_types=frozenset({"line_comment", "block_comment"}),
    doc_comment_pattern=rf"{DOC_BLOCK}|{DOC_LINE}|//!|/\*!",
    types_after_comment=frozenset({"attribute_item"}),
    modifier_words=frozenset({"async", "static"}),
    default_visibility=Visibility.PRIVATE,
    blank_names=frozenset({"_"}),
    has_shadowing=True,
    has_block_scope=True,
)
