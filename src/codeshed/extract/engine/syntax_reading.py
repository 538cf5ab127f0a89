"""Nodes of any language as types, expressions and texts.

Turns: nodes of a syntax tree + a Grammar → TypeRefs and CodeExpressions. How deeply is bounded.
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
from codeshed.model.code_expressions import (
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
_AROUND_DOT = re.compile(r"\s*\.\s*")
_NO_TYPE = TypeRef("")
_Found = TypeVar("_Found")


class Reader:
    """The nodes of one file."""

    def __init__(
        self, grammar: Grammar, content: bytes, parents: Mapping[int, tree_sitter.Node] | None = None
    ) -> None:
        """Take a file; `parents` are nodes around others by their ids, where it is slow to ask for them."""
        self._grammar = grammar
        self._content = content
        self._parents = parents or {}
        self._found: dict[tuple[int, object], object] = {}
        self._around: dict[tuple[int, frozenset[str]], tree_sitter.Node | None] = {}

    def parent(self, node: tree_sitter.Node) -> tree_sitter.Node | None:
        """Return the node around another."""
        return self._parents.get(node.id) or node.parent

    def text(self, node: tree_sitter.Node) -> str:
        """Return the source of a node."""
        return self._content[node.start_byte : node.end_byte].decode("utf-8", "replace")

    def slice(self, begin: int, end: int) -> str:
        """Return a stretch of the source."""
        return self._content[begin:end].decode("utf-8", "replace")

    def around(self, node: tree_sitter.Node, types: frozenset[str]) -> tree_sitter.Node | None:
        """Return the nearest node of some types around a node; the way to it is remembered, as a step costs its depth."""
        way: list[int] = []
        outer: tree_sitter.Node | None = node
        found: tree_sitter.Node | None = None
        while outer is not None:
            key = (outer.id, types)
            if key in self._around:
                found = self._around[key]
                break
            way.append(outer.id)
            outer = self.parent(outer)
            if outer is not None and outer.type in types:
                found = outer
                break
        self._around.update(((each, types), found) for each in way)
        return found

    def signature(self, begin: int, end: int) -> str:
        """Return what stands before a body, on one line."""
        text = _SPACE.sub(" ", self.slice(begin, end)).strip()
        return text if len(text) <= MAX_SIGNATURE else text[: MAX_SIGNATURE - 1] + "…"

    def once(self, node: tree_sitter.Node, find: Callable[[tree_sitter.Node, NodeReader], _Found]) -> _Found:
        """Return what is found in a node; it is looked for once, however many parts of the node ask."""
        key = (node.id, find)
        if key not in self._found:
            self._found[key] = find(node, self)
        return cast("_Found", self._found[key])

    def type(self, node: tree_sitter.Node | None, depth: int = 0) -> TypeRef | None:
        """Return a type as written."""
        if node is None:
            return None
        node_type = node.type
        read = self._grammar.peculiar_types.get(node_type)
        found = None if read is None or depth > MAX_DEPTH else read(node, self, depth)
        if found is not None:
            return found
        shape = self._grammar.types.get(node_type)
        if self._grammar.untyped and shape is not None and shape.kind is TypeShapeKind.NAME:
            name = self.text(node)
            return None if name in self._grammar.untyped else TypeRef(self.dotted(name))
        return _NO_TYPE if shape is None or depth > MAX_DEPTH else self._shaped(node, shape, depth)

    def _shaped(self, node: tree_sitter.Node, shape: TypeShape, depth: int) -> TypeRef:
        if shape.kind is TypeShapeKind.NAME:
            return TypeRef(self.dotted(self.text(node)))
        if shape.kind is TypeShapeKind.UNION:
            return self._union(node, depth)
        if shape.kind is TypeShapeKind.PARTS:
            return TypeRef("", tuple(self._parts(node, depth)))
        return self._derived(node, shape, depth)

    def _derived(self, node: tree_sitter.Node, shape: TypeShape, depth: int) -> TypeRef:
        """Return a type that is written around another."""
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
        if name.isidentifier():
            return name
        for separator in self._grammar.separators:
            name = name.replace(separator, ".")
        return _SPACE.sub(" ", _AROUND_DOT.sub(".", name)).strip(". ")

    def expression(self, node: tree_sitter.Node, depth: int = 0) -> CodeExpression:
        """Return what a node is as an expression."""
        node_type = node.type
        read = self._grammar.peculiar_expressions.get(node_type)
        found = None if read is None or depth > MAX_DEPTH else read(node, self, depth)
        if found is not None:
            return found
        shape = self._grammar.expressions.get(node_type)
        if shape is None or depth > MAX_DEPTH:
            return OtherExpr(node.start_byte, node.end_byte)
        return self._shaped_expression(node, shape, depth)

    def given(self, node: tree_sitter.Node) -> CodeExpression | None:
        """Return what a parameter of a function without a name is given."""
        read = self._grammar.read_given
        return None if read is None else read(node, self, 0)

    def _shaped_expression(
        self, node: tree_sitter.Node, shape: ExpressionShape, depth: int
    ) -> CodeExpression:
        if shape.kind is ExpressionKind.NAME:
            begin, end = node.start_byte, node.end_byte
            name = self.slice(begin, end)
            is_parent = self._grammar.receivers.get(name)
            return NameExpr(begin, end, name) if is_parent is None else ReceiverExpr(begin, end, is_parent)
        if shape.kind is ExpressionKind.NEW:
            made = self._made_type(child_of(node, shape.first))
            begin, end = node.start_byte, node.end_byte
            return OtherExpr(begin, end) if made is None else NewExpr(begin, end, made)
        if shape.kind is ExpressionKind.CAST:
            return self._cast(node, shape, depth)
        if shape.kind is ExpressionKind.METHOD:
            return self._method(node, shape, depth)
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
            return CallExpr(begin, end, NameExpr(name.start_byte, name.end_byte, self._plain(name)))
        inner = self._seen_as_parent(node, value) or self.expression(value, depth + 1)
        return CallExpr(begin, end, MemberExpr(value.start_byte, name.end_byte, inner, self._plain(name)))

    def _plain(self, name: tree_sitter.Node) -> str:
        """Return the name of a member without what it is applied to, and without what stands before it."""
        while name.child_count:
            inner = child_of(name, ("name", "0"))
            if inner is None:
                break
            name = inner
        return self.text(name)

    def _seen_as_parent(self, node: tree_sitter.Node, value: tree_sitter.Node) -> CodeExpression | None:
        """Return the receiver as one of a type that stands before a word for the parent: `A.super.run()`."""
        children = node.named_children
        after = children[1] if len(children) > 1 and children[0].id == value.id else None
        shape = None if after is None else self._grammar.expressions.get(after.type)
        if after is None or shape is None or shape.kind is not ExpressionKind.PARENT:
            return None
        return CastExpr(
            value.start_byte,
            after.end_byte,
            TypeRef(self.dotted(self.text(value))),
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
        if is_receiver or self._grammar.receivers.get(self.text(name)) is False:
            receiver = ReceiverExpr(name.start_byte, name.end_byte)
            return CastExpr(begin, end, TypeRef(dotted_expression(value)), receiver)
        return MemberExpr(begin, end, value, self._plain(name))

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
