"""Syntax nodes of any language as types, expressions and text.

Turns: nodes + a Grammar → TypeRefs and CodeExpressions, down to a fixed depth.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import TypeVar, cast

import tree_sitter

from codeshed.extract.engine.grammar import (
    ExpressionKind,
    ExpressionShape,
    Grammar,
    NodeReader,
    TypeShape,
    TypeShapeKind,
)
from codeshed.model.facts.code_expressions import (
    ARRAY,
    UNION,
    CallExpr,
    CastExpr,
    CodeExpression,
    ItemExpr,
    MemberExpr,
    NameExpr,
    NewExpr,
    OtherExpr,
    ReceiverExpr,
    TypeRef,
)

MAX_DEPTH = 60
"""The depth to which types and expressions are read; what is deeper is unknown."""

MAX_SIGNATURE = 500
_SPACE = re.compile(r"\s+")
_AROUND_DOT = re.compile(r"\s*\.\s*")
_NO_TYPE = TypeRef("")
_Result = TypeVar("_Result")


class SyntaxReader:
    """Reads the nodes of one file."""

    def __init__(
        self, grammar: Grammar, content: bytes, parents: Mapping[int, tree_sitter.Node] | None = None
    ) -> None:
        """Take a file; `parents` maps node ids to parents in deep trees, where tree-sitter is slow to find them."""
        self._grammar = grammar
        self._content = content
        self._parents = parents or {}
        self._memo: dict[tuple[int, object], object] = {}
        self._ancestors: dict[tuple[int, frozenset[str]], tree_sitter.Node | None] = {}

    def parent(self, node: tree_sitter.Node) -> tree_sitter.Node | None:
        """Return the parent of a node."""
        return self._parents.get(node.id) or node.parent

    def text(self, node: tree_sitter.Node) -> str:
        """Return the source of a node."""
        return self._content[node.start_byte : node.end_byte].decode("utf-8", "replace")

    def slice(self, begin: int, end: int) -> str:
        """Return the source between two offsets."""
        return self._content[begin:end].decode("utf-8", "replace")

    def nearest_ancestor(self, node: tree_sitter.Node, types: frozenset[str]) -> tree_sitter.Node | None:
        """Return the nearest ancestor of one of some types; memoized, as a step up costs time in proportion to depth."""
        path: list[int] = []
        ancestor: tree_sitter.Node | None = node
        found: tree_sitter.Node | None = None
        while ancestor is not None:
            key = (ancestor.id, types)
            if key in self._ancestors:
                found = self._ancestors[key]
                break
            path.append(ancestor.id)
            ancestor = self.parent(ancestor)
            if ancestor is not None and ancestor.type in types:
                found = ancestor
                break
        self._ancestors.update(((each, types), found) for each in path)
        return found

    def signature(self, begin: int, end: int) -> str:
        """Return the source before a body, on one line and not too long."""
        text = _SPACE.sub(" ", self.slice(begin, end)).strip()
        return text if len(text) <= MAX_SIGNATURE else text[: MAX_SIGNATURE - 1] + "…"

    def memoize(
        self, node: tree_sitter.Node, find: Callable[[tree_sitter.Node, NodeReader], _Result]
    ) -> _Result:
        """Return `find(node)`, computed once per node."""
        key = (node.id, find)
        if key not in self._memo:
            self._memo[key] = find(node, self)
        return cast("_Result", self._memo[key])

    def type(self, node: tree_sitter.Node | None, depth: int = 0) -> TypeRef | None:
        """Read a node as a type."""
        if node is None:
            return None
        node_type = node.type
        read = self._grammar.type_readers.get(node_type)
        found = None if read is None or depth > MAX_DEPTH else read(node, self, depth)
        if found is not None:
            return found
        shape = self._grammar.types.get(node_type)
        if self._grammar.inferred_type_words and shape is not None and shape.kind is TypeShapeKind.NAME:
            name = self.text(node)
            return None if name in self._grammar.inferred_type_words else TypeRef(self.dotted_name(name))
        return _NO_TYPE if shape is None or depth > MAX_DEPTH else self._type_by_shape(node, shape, depth)

    def _type_by_shape(self, node: tree_sitter.Node, shape: TypeShape, depth: int) -> TypeRef:
        if shape.kind is TypeShapeKind.NAME:
            return TypeRef(self.dotted_name(self.text(node)))
        if shape.kind is TypeShapeKind.UNION:
            return self._union(node, depth)
        if shape.kind is TypeShapeKind.PARTS:
            return TypeRef("", tuple(self._parts(node, depth)))
        return self._composed_type(node, shape, depth)

    def _composed_type(self, node: tree_sitter.Node, shape: TypeShape, depth: int) -> TypeRef:
        """Read a type that is composed of others: `A[]`, `a.B`, `A<B>`."""
        inner = self.type(child_of(node, shape.first), depth + 1) or _NO_TYPE
        if shape.kind is TypeShapeKind.ARRAY:
            sizes = node.child_by_field_name("dimensions")
            for _ in range(1 if sizes is None else sum(each.type == "[" for each in sizes.children)):
                inner = TypeRef(ARRAY, (inner,))
            return inner
        if shape.kind is TypeShapeKind.QUALIFIED:
            last = self.type(child_of(node, shape.second), depth + 1) or _NO_TYPE
            name = f"{inner.name}.{last.name}" if inner.name else last.name
            return TypeRef(name.rstrip("."), last.arguments)
        if shape.kind is TypeShapeKind.GENERIC:
            container = child_of(node, shape.arguments)
            arguments = (
                () if container is None else (self.type(each, depth + 1) for each in container.named_children)
            )
            return TypeRef(inner.name, tuple(each for each in arguments if each is not None))
        return inner

    def _union(self, node: tree_sitter.Node, depth: int) -> TypeRef:
        parts: list[TypeRef] = []
        for child in node.named_children:
            part = self.type(child, depth + 1)
            if part is not None and (part.name or part.arguments):
                parts.extend(part.arguments if part.name == UNION else (part,))
        if not parts:
            return _NO_TYPE
        return parts[0] if len(parts) == 1 else TypeRef(UNION, tuple(parts))

    def _parts(self, node: tree_sitter.Node, depth: int) -> Iterator[TypeRef]:
        for child in node.named_children:
            part = self.type(child, depth + 1) or _NO_TYPE
            if part.name:
                yield part
            else:
                yield from part.arguments

    def dotted_name(self, name: str) -> str:
        """Return a qualified name with dots as separators."""
        if name.isidentifier():
            return name
        for separator in self._grammar.name_separators:
            name = name.replace(separator, ".")
        return _SPACE.sub(" ", _AROUND_DOT.sub(".", name)).strip(". ")

    def expression(self, node: tree_sitter.Node, depth: int = 0) -> CodeExpression:
        """Read a node as an expression."""
        node_type = node.type
        read = self._grammar.expression_readers.get(node_type)
        found = None if read is None or depth > MAX_DEPTH else read(node, self, depth)
        if found is not None:
            return found
        shape = self._grammar.expressions.get(node_type)
        if shape is None or depth > MAX_DEPTH:
            return OtherExpr(node.start_byte, node.end_byte)
        return self._expression_by_shape(node, shape, depth)

    def lambda_parameter_value(self, node: tree_sitter.Node) -> CodeExpression | None:
        """Return the value of a lambda's parameter."""
        read = self._grammar.read_lambda_parameter
        return None if read is None else read(node, self, 0)

    def _expression_by_shape(
        self, node: tree_sitter.Node, shape: ExpressionShape, depth: int
    ) -> CodeExpression:
        if shape.kind is ExpressionKind.NAME:
            begin, end = node.start_byte, node.end_byte
            name = self.slice(begin, end)
            is_parent = self._grammar.receiver_names.get(name)
            return NameExpr(begin, end, name) if is_parent is None else ReceiverExpr(begin, end, is_parent)
        if shape.kind is ExpressionKind.NEW:
            constructed = self._instantiated_type(child_of(node, shape.first))
            begin, end = node.start_byte, node.end_byte
            return OtherExpr(begin, end) if constructed is None else NewExpr(begin, end, constructed)
        if shape.kind is ExpressionKind.CAST:
            return self._cast(node, shape, depth)
        if shape.kind is ExpressionKind.METHOD:
            return self._method(node, shape, depth)
        return self._leaf(node, shape) or self._composed_expression(node, shape, depth)

    def _leaf(self, node: tree_sitter.Node, shape: ExpressionShape) -> CodeExpression | None:
        begin, end = node.start_byte, node.end_byte
        match shape.kind:
            case ExpressionKind.RECEIVER | ExpressionKind.PARENT:
                return ReceiverExpr(begin, end, is_parent=shape.kind is ExpressionKind.PARENT)
            case ExpressionKind.LITERAL:
                return OtherExpr(begin, end, shape.type_name)
            case _:
                return None

    def _composed_expression(
        self, node: tree_sitter.Node, shape: ExpressionShape, depth: int
    ) -> CodeExpression:
        begin, end = node.start_byte, node.end_byte
        inner = child_of(node, shape.first)
        if inner is None:
            return OtherExpr(begin, end)
        value = self.expression(inner, depth + 1)
        match shape.kind:
            case ExpressionKind.CALL:
                return CallExpr(begin, end, value)
            case ExpressionKind.ITEM:
                return ItemExpr(begin, end, value)
            case ExpressionKind.AWAIT:
                return ItemExpr(begin, end, value, is_awaited=True)
            case ExpressionKind.MEMBER:
                return self._member(node, value, child_of(node, shape.second))
            case _:
                return value

    def _method(self, node: tree_sitter.Node, shape: ExpressionShape, depth: int) -> CodeExpression:
        begin, end = node.start_byte, node.end_byte
        value, name = child_of(node, shape.first), child_of(node, shape.second)
        if name is None:
            return OtherExpr(begin, end)
        if value is None:
            return CallExpr(begin, end, NameExpr(name.start_byte, name.end_byte, self._bare_name(name)))
        inner = self._as_supertype(node, value) or self.expression(value, depth + 1)
        return CallExpr(begin, end, MemberExpr(value.start_byte, name.end_byte, inner, self._bare_name(name)))

    def _bare_name(self, name: tree_sitter.Node) -> str:
        """Return a member's name without type arguments and qualifiers."""
        while name.child_count:
            inner = child_of(name, ("name", "0"))
            if inner is None:
                break
            name = inner
        return self.text(name)

    def _as_supertype(self, node: tree_sitter.Node, value: tree_sitter.Node) -> CodeExpression | None:
        """Return the receiver as an instance of a named supertype: `A.super.run()`."""
        children = node.named_children
        after = children[1] if len(children) > 1 and children[0].id == value.id else None
        shape = None if after is None else self._grammar.expressions.get(after.type)
        if after is None or shape is None or shape.kind is not ExpressionKind.PARENT:
            return None
        return CastExpr(
            value.start_byte,
            after.end_byte,
            TypeRef(self.dotted_name(self.text(value))),
            ReceiverExpr(after.start_byte, after.end_byte, is_parent=True),
        )

    def _member(
        self, node: tree_sitter.Node, value: CodeExpression, name: tree_sitter.Node | None
    ) -> CodeExpression:
        begin, end = node.start_byte, node.end_byte
        shape = None if name is None else self._grammar.expressions.get(name.type)
        if name is None:
            return OtherExpr(begin, end)
        is_receiver = shape is not None and shape.kind is ExpressionKind.RECEIVER
        if is_receiver or self._grammar.receiver_names.get(self.text(name)) is False:
            receiver = ReceiverExpr(name.start_byte, name.end_byte)
            return CastExpr(begin, end, TypeRef(dotted_expression(value)), receiver)
        return MemberExpr(begin, end, value, self._bare_name(name))

    def _cast(self, node: tree_sitter.Node, shape: ExpressionShape, depth: int) -> CodeExpression:
        begin, end = node.start_byte, node.end_byte
        type_node, value = child_of(node, shape.first), child_of(node, shape.second)
        type_ref = self.type(type_node)
        inner = OtherExpr(begin, end) if value is None else self.expression(value, depth + 1)
        return inner if type_ref is None or not type_ref.name else CastExpr(begin, end, type_ref, inner)

    def _instantiated_type(self, node: tree_sitter.Node | None) -> TypeRef | None:
        """Return the type of a new object, which some grammars parse as an expression."""
        if node is None:
            return None
        found = self.type(node)
        if found is not None and found.name:
            return found
        name = dotted_expression(self.expression(node))
        return TypeRef(name) if name else None


def dotted_expression(expression: CodeExpression) -> str:
    """Return `a.b.c` for an expression of plain names, else ""."""
    if isinstance(expression, NameExpr):
        return expression.name
    if isinstance(expression, MemberExpr):
        inner = dotted_expression(expression.value)
        return f"{inner}.{expression.name}" if inner else ""
    return ""


def child_of(node: tree_sitter.Node, fields: tuple[str, ...]) -> tree_sitter.Node | None:
    """Return the first child in one of some fields; a digit is the index of a named child, -1 the last."""
    for field in fields:
        if field.lstrip("-").isdigit():
            children = node.named_children
            number = int(field)
            if -len(children) <= number < len(children):
                return children[number]
        else:
            child = node.child_by_field_name(field)
            if child is not None:
                return child
    return None
