"""Nodes of any language as types, expressions and texts.

Turns: nodes of a syntax tree + a Grammar → TypeRefs and CodeExpressions. How deeply is bounded.
"""

import re
from collections.abc import Iterator

import tree_sitter

from codeshed.extract.languages.grammar import (
    ExpressionKind,
    ExpressionShape,
    Grammar,
    TypeShape,
    TypeShapeKind,
)
from codeshed.model.code_facts import (
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
"""How deeply types and expressions are read; what lies deeper has no name."""

MAX_SIGNATURE = 500
_SPACE = re.compile(r"\s+")
_NO_TYPE = TypeRef("")


class Reader:
    """The nodes of one file."""

    def __init__(self, grammar: Grammar, content: bytes) -> None:
        self._grammar = grammar
        self._content = content

    def text(self, node: tree_sitter.Node) -> str:
        """Return the source of a node."""
        return self._content[node.start_byte : node.end_byte].decode("utf-8", "replace")

    def slice(self, begin: int, end: int) -> str:
        """Return a stretch of the source."""
        return self._content[begin:end].decode("utf-8", "replace")

    def signature(self, begin: int, end: int) -> str:
        """Return what stands before a body, on one line."""
        text = _SPACE.sub(" ", self.slice(begin, end)).strip()
        return text if len(text) <= MAX_SIGNATURE else text[: MAX_SIGNATURE - 1] + "…"

    def type(self, node: tree_sitter.Node | None, depth: int = 0) -> TypeRef | None:
        """Return a type as written."""
        if node is None:
            return None
        shape = self._grammar.types.get(node.type)
        return _NO_TYPE if shape is None or depth > MAX_DEPTH else self._shaped(node, shape, depth)

    def _shaped(self, node: tree_sitter.Node, shape: TypeShape, depth: int) -> TypeRef:
        if shape.kind is TypeShapeKind.NAME:
            return TypeRef(self.dotted(self.text(node)))
        if shape.kind is TypeShapeKind.UNION:
            return self._union(node, depth)
        if shape.kind is TypeShapeKind.PARTS:
            return TypeRef("", tuple(self._parts(node, depth)))
        inner = self.type(child_of(node, shape.first), depth + 1) or _NO_TYPE
        if shape.kind is TypeShapeKind.ARRAY:
            return TypeRef(ARRAY, (inner,))
        if shape.kind is TypeShapeKind.GENERIC:
            holder = child_of(node, shape.arguments)
            arguments = (
                () if holder is None else (self.type(each, depth + 1) for each in holder.named_children)
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

    def dotted(self, name: str) -> str:
        """Return a qualified name with dots."""
        for separator in self._grammar.separators:
            name = name.replace(separator, ".")
        return _SPACE.sub("", name).strip(".")

    def expression(self, node: tree_sitter.Node, depth: int = 0) -> CodeExpression:
        """Return what a node is as an expression."""
        shape = self._grammar.expressions.get(node.type)
        if shape is None or depth > MAX_DEPTH:
            return OtherExpr(node.start_byte, node.end_byte)
        if shape.kind is ExpressionKind.NAME:
            return NameExpr(node.start_byte, node.end_byte, self.text(node))
        if shape.kind is ExpressionKind.NEW:
            made = self._made_type(child_of(node, shape.first))
            begin, end = node.start_byte, node.end_byte
            return OtherExpr(begin, end) if made is None else NewExpr(begin, end, made)
        if shape.kind is ExpressionKind.CAST:
            return self._cast(node, shape, depth)
        return self._leaf(node, shape) or self._composed(node, shape, depth)

    def _leaf(self, node: tree_sitter.Node, shape: ExpressionShape) -> CodeExpression | None:
        begin, end = node.start_byte, node.end_byte
        match shape.kind:
            case ExpressionKind.RECEIVER | ExpressionKind.PARENT:
                return ReceiverExpr(begin, end, is_parent=shape.kind is ExpressionKind.PARENT)
            case ExpressionKind.LITERAL:
                return OtherExpr(begin, end, shape.type_name)
            case _:
                return None

    def _composed(self, node: tree_sitter.Node, shape: ExpressionShape, depth: int) -> CodeExpression:
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
            case ExpressionKind.MEMBER:
                name = child_of(node, shape.second)
                return (
                    OtherExpr(begin, end) if name is None else MemberExpr(begin, end, value, self.text(name))
                )
            case _:
                return value

    def _cast(self, node: tree_sitter.Node, shape: ExpressionShape, depth: int) -> CodeExpression:
        begin, end = node.start_byte, node.end_byte
        type_node, value = child_of(node, shape.first), child_of(node, shape.second)
        meant = self.type(type_node)
        inner = OtherExpr(begin, end) if value is None else self.expression(value, depth + 1)
        return inner if meant is None or not meant.name else CastExpr(begin, end, meant, inner)

    def _made_type(self, node: tree_sitter.Node | None) -> TypeRef | None:
        """Return the type of a new object, which some languages write as an expression."""
        if node is None:
            return None
        found = self.type(node)
        if found is not None and found.name:
            return found
        name = dotted_expression(self.expression(node))
        return TypeRef(name) if name else None


def dotted_expression(expression: CodeExpression) -> str:
    """Return `a.b.c` for an expression that is made of names alone, else nothing."""
    if isinstance(expression, NameExpr):
        return expression.name
    if isinstance(expression, MemberExpr):
        inner = dotted_expression(expression.value)
        return f"{inner}.{expression.name}" if inner else ""
    return ""


def child_of(node: tree_sitter.Node, places: tuple[str, ...]) -> tree_sitter.Node | None:
    """Return the first child that one of some fields names; a digit means a named child by its number, -1 the last."""
    for place in places:
        if place.lstrip("-").isdigit():
            children = node.named_children
            number = int(place)
            if -len(children) <= number < len(children):
                return children[number]
        else:
            child = node.child_by_field_name(place)
            if child is not None:
                return child
    return None
