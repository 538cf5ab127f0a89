"""Python expressions in a reduced form.

Turns: syntax nodes → Expressions; lambdas and comprehensions open scopes of their own.
"""

from collections.abc import Callable
from typing import TypeAlias

from tree_sitter import Node

from codeshed.extract.python.parameters import read_parameters
from codeshed.extract.python.scope_outline import MAX_DEPTH, MAX_LINKS, OpenScope, ScopeOutline
from codeshed.extract.python.string_literals import (
    MAX_KEPT_DIGITS,
    MAX_KEPT_TEXT,
    normalize_identifier,
    string_value,
)
from codeshed.extract.python.syntax_nodes import named_children
from codeshed.model.facts.python_facts import (
    Argument,
    Attribute,
    Call,
    Compound,
    CompoundKind,
    Expression,
    ExpressionStatement,
    Literal,
    Loop,
    Name,
    ParameterFact,
    Return,
    ScopedExpression,
    ScopeKind,
    Spread,
    Subscript,
    Walrus,
)

_Reader: TypeAlias = Callable[["ExpressionReader", Node, OpenScope, int], Expression]

_LITERALS = {
    "integer": "int",
    "float": "float",
    "true": "bool",
    "false": "bool",
    "none": "None",
    "ellipsis": "ellipsis",
}
_COMPOUNDS = {
    "list": CompoundKind.LIST,
    "list_pattern": CompoundKind.LIST,
    "tuple": CompoundKind.TUPLE,
    "tuple_pattern": CompoundKind.TUPLE,
    "pattern_list": CompoundKind.TUPLE,
    "expression_list": CompoundKind.TUPLE,
    "expression_statement": CompoundKind.TUPLE,
    "set": CompoundKind.SET,
    "list_splat": CompoundKind.SPREAD,
    "list_splat_pattern": CompoundKind.SPREAD,
    "dictionary_splat": CompoundKind.SPREAD,
    "splat_type": CompoundKind.SPREAD,
    "slice": CompoundKind.SLICE,
    "await": CompoundKind.AWAIT,
    "not_operator": CompoundKind.NOT,
    "comparison_operator": CompoundKind.COMPARISON,
    "conditional_expression": CompoundKind.CHOICE,
    "concatenated_string": CompoundKind.FORMATTED_STRING,
    "union_type": CompoundKind.OPERATOR,
}
_COMPREHENSIONS = frozenset(
    {"list_comprehension", "set_comprehension", "dictionary_comprehension", "generator_expression"}
)
_WRAPPERS = frozenset(
    {"parenthesized_expression", "type", "as_pattern_target", "expression_statement", "interpolation"}
)
_LINK_OBJECTS = {"attribute": "object", "call": "function", "subscript": "value"}
_CHAINS = frozenset({"binary_operator", "boolean_operator"})


class ExpressionReader:
    """Reads the expressions of one file."""

    def __init__(self, outline: ScopeOutline) -> None:
        self._outline = outline

    def read(self, node: Node, scope: OpenScope, depth: int = 0) -> Expression:
        """Read an expression; `depth` counts the nesting around it."""
        if depth > MAX_DEPTH:
            self._outline.report_depth(node.start_byte, node.end_byte)
            return Compound(node.start_byte, node.end_byte, CompoundKind.OTHER)
        if node.type == "identifier":
            return Name(node.start_byte, node.end_byte, self.name(node))
        inner = named_children(node) if node.type in _WRAPPERS else []
        if len(inner) == 1:
            return self.read(inner[0], scope, depth + 1)
        reader = _READERS.get(node.type)
        if reader is not None:
            return reader(self, node, scope, depth + 1)
        return self._compound(node, scope, depth + 1, _COMPOUNDS.get(node.type, CompoundKind.OTHER))

    def name(self, node: Node) -> str:
        """Return the name of an identifier."""
        return normalize_identifier(self._outline.text(node.start_byte, node.end_byte))

    def arguments(self, node: Node, scope: OpenScope, depth: int = 0) -> tuple[Argument, ...]:
        """Read the arguments of a call or the bases of a class."""
        if node.type == "generator_expression":
            return (Argument(self.read(node, scope, depth)),)
        arguments = []
        for child in named_children(node):
            if child.type == "keyword_argument":
                name, value_node = child.child_by_field_name("name"), child.child_by_field_name("value")
                if name is not None and value_node is not None:
                    arguments.append(Argument(self.read(value_node, scope, depth), keyword=self.name(name)))
            elif child.type in {"list_splat", "dictionary_splat"}:
                stars = Spread.POSITIONAL if child.type == "list_splat" else Spread.KEYWORD
                arguments += [
                    Argument(self.read(part, scope, depth), spread=stars)
                    for part in named_children(child)[:1]
                ]
            else:
                value = self.read(child, scope, depth)
                if isinstance(value, Compound) and value.kind is CompoundKind.SPREAD and value.parts:
                    arguments.append(Argument(value.parts[0], spread=Spread.POSITIONAL))
                else:
                    arguments.append(Argument(value))
        return tuple(arguments)

    def parameters(self, node: Node | None, scope: OpenScope, depth: int = 0) -> tuple[ParameterFact, ...]:
        """Read the parameters of a function or lambda; annotations and defaults are evaluated in the scope around it."""
        return read_parameters(node, lambda part: self.read(part, scope, depth), self.name)

    def read_literal(self, node: Node, _: OpenScope, __: int) -> Expression:
        """Read a constant; small integers keep their text, since they may be indexes."""
        type_name = self._literal_type(node)
        text: str | None = None
        if type_name == "int" and node.end_byte - node.start_byte <= MAX_KEPT_DIGITS:
            text = self._outline.text(node.start_byte, node.end_byte).decode("ascii", "replace")
        return Literal(node.start_byte, node.end_byte, type_name, text)

    def _literal_type(self, node: Node) -> str:
        if (
            node.type in {"integer", "float"}
            and self._outline.text(node.end_byte - 1, node.end_byte) in b"jJ"
        ):
            return "complex"
        return _LITERALS[node.type]

    def _compound(self, node: Node, scope: OpenScope, depth: int, kind: CompoundKind) -> Compound:
        parts = tuple(self.read(child, scope, depth) for child in named_children(node))
        detail = None
        if kind is CompoundKind.COMPARISON:
            detail = " ".join(_operator(child) for child in node.children_by_field_name("operators"))
        elif node.type == "union_type":
            detail = "|"
        if kind is CompoundKind.CHOICE and len(parts) == 3:  # noqa: PLR2004 - value, condition, other value
            # The condition is between the two values, one of which is the result.
            scope.n_branches += 1
            parts = (parts[0], parts[2], parts[1])
            detail = "if"
        return Compound(node.start_byte, node.end_byte, kind, parts, detail)

    def read_chain(self, node: Node, scope: OpenScope, depth: int) -> Expression:
        """Read `a + b + c`, a left-nested tree, iteratively.

        `a and b and c` becomes one flat Compound; so does a very long sum, without its partial sums.
        """
        links = [node]
        while (left := links[-1].child_by_field_name("left")) is not None and left.type == node.type:
            links.append(left)
        first = links[-1].child_by_field_name("left")
        if first is None:
            return self._compound(node, scope, depth, CompoundKind.OTHER)
        operands = [
            first,
            *(right for link in reversed(links) if (right := link.child_by_field_name("right"))),
        ]
        parts = [self.read(operand, scope, depth) for operand in operands]
        operators = [link.child_by_field_name("operator") for link in reversed(links)]
        details = [None if operator is None else operator.type for operator in operators]
        if len(parts) != len(links) + 1 or len(links) > MAX_DEPTH or node.type == "boolean_operator":
            is_choice = node.type == "boolean_operator"
            scope.n_branches += len(links) * is_choice
            kind = CompoundKind.CHOICE if is_choice else CompoundKind.OPERATOR
            return Compound(node.start_byte, node.end_byte, kind, tuple(parts), details[-1])
        result = parts[0]
        for link, detail, part in zip(reversed(links), details, parts[1:], strict=True):
            result = Compound(link.start_byte, link.end_byte, CompoundKind.OPERATOR, (result, part), detail)
        return result

    def read_comprehension(self, node: Node, scope: OpenScope, depth: int) -> Expression:
        """Open a scope for the targets; only the first iterable is evaluated in the enclosing scope."""
        inner = self._outline.open_scope(ScopeKind.COMPREHENSION, scope, node.start_byte, node.end_byte)
        body: Node | None = None
        is_first = True
        for child in named_children(node):
            if child.type == "for_in_clause":
                left, right = child.child_by_field_name("left"), child.child_by_field_name("right")
                if left is None or right is None:
                    continue
                iterable = self.read(right, scope if is_first else inner, depth)
                target = self.read(left, inner, depth)
                self.bind(target, inner)
                is_async = any(each.type == "async" for each in child.children)
                inner.statements.append(Loop(target, iterable, is_async))
                is_first = False
            elif child.type == "if_clause":
                inner.statements += [
                    ExpressionStatement(self.read(part, inner, depth), True) for part in named_children(child)
                ]
            elif body is None:
                body = child
        if body is not None:
            parts = named_children(body) if body.type == "pair" else [body]
            inner.statements += [Return(self.read(part, inner, depth)) for part in parts]
        scope.n_branches += 1 + inner.n_branches
        scope.has_yield = scope.has_yield or inner.has_yield
        self._outline.close_scope(inner)
        return ScopedExpression(node.start_byte, node.end_byte, inner.index)

    def bind(self, target: Expression, scope: OpenScope) -> None:
        """Bind the names in an assignment target, unpacking included."""
        pending = [target]
        while pending:
            current = pending.pop()
            if isinstance(current, Name):
                scope.bind(current.name)
            elif isinstance(current, Compound):
                pending += current.parts

    def read_spine(self, node: Node, scope: OpenScope, depth: int) -> Expression:
        """Read `a.b(c)[d].e`, a left-nested tree, iteratively."""
        links = [node]
        while (inner := _value_of(links[-1])) is not None and inner.type in _LINK_OBJECTS:
            links.append(inner)
        innermost = _value_of(links[-1])
        if innermost is None:
            return self._compound(node, scope, depth, CompoundKind.OTHER)
        result = self.read(innermost, scope, depth)
        if len(links) > MAX_LINKS:
            self._outline.report_depth(node.start_byte, links[MAX_LINKS].end_byte)
            links = links[:MAX_LINKS]
        for link in reversed(links):
            result = self._link(link, result, scope, depth)
        return result

    def _link(self, node: Node, value: Expression, scope: OpenScope, depth: int) -> Expression:
        """Make a member, call or item of a value; the grammar may parse `*a.b` as `(*a).b`, which means `*(a.b)`."""
        if isinstance(value, Compound) and value.kind is CompoundKind.SPREAD and len(value.parts) == 1:
            inner = value.parts[0]
            link = self._make_link(node, inner.begin, inner, scope, depth)
            return Compound(value.begin, link.end, CompoundKind.SPREAD, (link,))
        return self._make_link(node, node.start_byte, value, scope, depth)

    def _make_link(
        self, node: Node, begin: int, value: Expression, scope: OpenScope, depth: int
    ) -> Expression:
        name = node.child_by_field_name("attribute")
        if name is not None:
            return Attribute(begin, node.end_byte, value, self.name(name))
        if node.type == "subscript":
            return Subscript(begin, node.end_byte, value, self._index(node, scope, depth))
        arguments = node.child_by_field_name("arguments")
        passed = () if arguments is None else self.arguments(arguments, scope, depth)
        return Call(begin, node.end_byte, value, passed)

    def _index(self, node: Node, scope: OpenScope, depth: int) -> Expression:
        indexes = node.children_by_field_name("subscript")
        parts = tuple(self.read(index, scope, depth) for index in indexes)
        if len(parts) == 1:
            return parts[0]
        begin, end = (
            (indexes[0].start_byte, indexes[-1].end_byte) if indexes else (node.end_byte, node.end_byte)
        )
        return Compound(begin, end, CompoundKind.TUPLE, parts)

    def read_member_type(self, node: Node, scope: OpenScope, depth: int) -> Expression:
        """Read `value.name` in type position."""
        value, *names = named_children(node)
        result = self.read(value, scope, depth)
        for name in names:
            result = Attribute(node.start_byte, name.end_byte, result, self.name(name))
        return result

    def read_generic_type(self, node: Node, scope: OpenScope, depth: int) -> Expression:
        """Read `list[int]` in type position, as the subscript that it is."""
        value, *parameters = named_children(node)
        indexes = [index for each in parameters for index in named_children(each)]
        parts = tuple(self.read(index, scope, depth) for index in indexes)
        begin, end = (
            (indexes[0].start_byte, indexes[-1].end_byte) if indexes else (node.end_byte, node.end_byte)
        )
        index = parts[0] if len(parts) == 1 else Compound(begin, end, CompoundKind.TUPLE, parts)
        return Subscript(node.start_byte, node.end_byte, self.read(value, scope, depth), index)

    def read_dictionary(self, node: Node, scope: OpenScope, depth: int) -> Expression:
        """Read a dict; `**other` in it has no key."""
        keys: list[Expression] = []
        values: list[Expression] = []
        for child in named_children(node):
            key, value = child.child_by_field_name("key"), child.child_by_field_name("value")
            if key is not None and value is not None:
                keys.append(self.read(key, scope, depth))
                values.append(self.read(value, scope, depth))
            else:
                values.append(self.read(child, scope, depth))
        return Compound(node.start_byte, node.end_byte, CompoundKind.DICT, tuple(values), keys=tuple(keys))

    def read_string(self, node: Node, scope: OpenScope, depth: int) -> Expression:
        """Read a string; the expressions of an f-string are its parts."""
        begin, end = node.start_byte, node.end_byte
        prefix = self._outline.text(begin, node.children[0].end_byte).lower() if node.children else b""
        parts = [child for child in named_children(node) if child.type == "interpolation"]
        if b"f" in prefix.rstrip(b"\"'") or parts:
            read = tuple(part for child in parts for part in self._interpolated(child, scope, depth))
            return Compound(begin, end, CompoundKind.FORMATTED_STRING, read, self._first_text(node))
        if b"b" in prefix.rstrip(b"\"'"):
            return Literal(begin, end, "bytes")
        is_short = end - begin <= MAX_KEPT_TEXT
        return Literal(begin, end, "str", string_value(self._outline.text(begin, end)) if is_short else None)

    def _interpolated(self, node: Node, scope: OpenScope, depth: int) -> list[Expression]:
        """Return the parts of an interpolation; with a conversion such as `!r`, in a part that has it as detail."""
        parts = [child for child in named_children(node) if child.type != "type_conversion"]
        conversion = next((child for child in named_children(node) if child.type == "type_conversion"), None)
        read = [self.read(part, scope, depth) for part in parts]
        if conversion is None or not read:
            return read
        detail = self._outline.text(conversion.start_byte, conversion.end_byte).decode("utf-8", "replace")
        first = Compound(read[0].begin, read[0].end, CompoundKind.FORMATTED_STRING, (read[0],), detail)
        return [first, *read[1:]]

    def _first_text(self, node: Node) -> str | None:
        """Return the text before the first interpolation, since method names are built so: `visit_` of `f"visit_{name}"`."""
        first = next((child for child in named_children(node) if child.type != "string_start"), None)
        if (
            first is None
            or first.type != "string_content"
            or first.end_byte - first.start_byte > MAX_KEPT_TEXT
        ):
            return None
        return self._outline.text(first.start_byte, first.end_byte).decode("utf-8", "replace")

    def read_unary(self, node: Node, scope: OpenScope, depth: int) -> Expression:
        """Read `-value` and the like."""
        operator, argument = node.child_by_field_name("operator"), node.child_by_field_name("argument")
        parts = () if argument is None else (self.read(argument, scope, depth),)
        detail = None if operator is None else f"unary {operator.type}"
        return Compound(node.start_byte, node.end_byte, CompoundKind.OPERATOR, parts, detail)

    def read_yield(self, node: Node, scope: OpenScope, depth: int) -> Expression:
        """Read `yield`, which makes its function a generator."""
        scope.has_yield = True
        parts = tuple(self.read(child, scope, depth) for child in named_children(node))
        is_from = any(child.type == "from" for child in node.children)
        kind = CompoundKind.YIELD_FROM if is_from else CompoundKind.YIELD
        return Compound(node.start_byte, node.end_byte, kind, parts)

    def read_walrus(self, node: Node, scope: OpenScope, depth: int) -> Expression:
        """Read `(name := value)`, which binds in the scope outside of comprehensions."""
        name, value = node.child_by_field_name("name"), node.child_by_field_name("value")
        if name is None or value is None:
            return self._compound(node, scope, depth, CompoundKind.OTHER)
        binding = scope
        while binding.kind is ScopeKind.COMPREHENSION and binding.parent is not None:
            binding = binding.parent
        binding.bind(self.name(name))
        return Walrus(node.start_byte, node.end_byte, self.name(name), self.read(value, scope, depth))

    def read_lambda(self, node: Node, scope: OpenScope, depth: int) -> Expression:
        """Read a lambda: a scope that returns its body."""
        inner = self._outline.open_scope(ScopeKind.LAMBDA, scope, node.start_byte, node.end_byte)
        inner.parameters = self.parameters(node.child_by_field_name("parameters"), scope, depth)
        for parameter in inner.parameters:
            inner.bind(parameter.name)
        body = node.child_by_field_name("body")
        if body is not None:
            inner.statements.append(Return(self.read(body, inner, depth)))
        self._outline.close_scope(inner)
        return ScopedExpression(node.start_byte, node.end_byte, inner.index)


def _value_of(node: Node) -> Node | None:
    """Return the object of a member, call or subscript."""
    return node.child_by_field_name(_LINK_OBJECTS[node.type])


def _operator(node: Node) -> str:
    return node.type.replace(" ", "-")


_READERS: dict[str, _Reader] = {
    **dict.fromkeys(_LITERALS, ExpressionReader.read_literal),
    **dict.fromkeys(_CHAINS, ExpressionReader.read_chain),
    **dict.fromkeys(_COMPREHENSIONS, ExpressionReader.read_comprehension),
    **dict.fromkeys(_LINK_OBJECTS, ExpressionReader.read_spine),
    "member_type": ExpressionReader.read_member_type,
    "generic_type": ExpressionReader.read_generic_type,
    "dictionary": ExpressionReader.read_dictionary,
    "string": ExpressionReader.read_string,
    "unary_operator": ExpressionReader.read_unary,
    "yield": ExpressionReader.read_yield,
    "named_expression": ExpressionReader.read_walrus,
    "lambda": ExpressionReader.read_lambda,
}
