"""Qualified names and templates of C++ as expressions and types.

Turns: `a::b<int>::c` → the member c of b of a; `static_cast<A*>(x)` → x cast to A.
"""

import re
from collections.abc import Iterator

import tree_sitter
from msgspec.structs import replace

from codeshed.extract.engine.grammar import NodeReader
from codeshed.extract.languages.c.c_grammar import read_field
from codeshed.model.facts.code_expressions import (
    CallExpr,
    CastExpr,
    CodeExpression,
    MemberExpr,
    NameExpr,
    NewExpr,
    OtherExpr,
    TypeRef,
)
from codeshed.model.facts.code_facts import CodeTypeParameter

FACTORIES = frozenset({"make_unique", "make_shared", "MakeRefCounted", "MakeOrphanable"})
_IDENTITY_FUNCTIONS = frozenset({"std::move", "std::forward", "std::as_const", "std::ref", "std::cref"})
"""Functions that return their argument."""

CASTS = frozenset({"static_cast", "dynamic_cast", "reinterpret_cast", "const_cast"})

_WRAPPERS = frozenset({"parenthesized_expression", "pointer_expression", "parameter_declaration"})
"""Nodes around an argument; an argument of an object declaration that looks like a function is parsed as a
parameter.
"""

_INDIRECTION_BY_NODE_TYPE = {
    "identifier": 0,
    "type_identifier": 0,
    "compound_literal_expression": 0,
    "string_literal": 0,
    "raw_string_literal": 0,
    "concatenated_string": 0,
    "char_literal": 0,
    "number_literal": 0,
    "true": 0,
    "false": 0,
    "null": 0,
    "nullptr": 0,
    "this": 1,
    "new_expression": 1,
}
"""Nodes of arguments, with their own levels of indirection; those of variables come from their
declarations.
"""


def _parts(node: tree_sitter.Node) -> list[tree_sitter.Node]:
    """Return the parts of a qualified name, from left to right."""
    parts: list[tree_sitter.Node] = []
    inner: tree_sitter.Node | None = node
    while inner is not None and inner.type == "qualified_identifier":
        scope = inner.child_by_field_name("scope")
        if scope is not None:
            parts.append(scope)
        inner = inner.child_by_field_name("name")
    if inner is not None:
        parts.append(inner)
    return parts


def _name(node: tree_sitter.Node) -> tree_sitter.Node:
    """Return the name in a part, without template arguments."""
    for _ in range(5):
        inner = node.child_by_field_name("name")
        if node.type == "dependent_name" and node.named_children:
            inner = node.named_children[0]
        if inner is None:
            break
        node = inner
    return node


def read_qualified(node: tree_sitter.Node, reader: NodeReader, depth: int) -> CodeExpression | None:
    """Read `a::b::c` as member accesses."""
    del depth
    found: CodeExpression | None = None
    for part in _parts(node):
        name = reader.text(_name(part))
        if found is None:
            root = "." if node.child_by_field_name("scope") is None else ""
            found = NameExpr(part.start_byte, part.end_byte, f"{root}{name}")
        else:
            found = MemberExpr(node.start_byte, part.end_byte, found, name, is_statically_dispatched=True)
    return found


def read_member(node: tree_sitter.Node, reader: NodeReader, depth: int) -> CodeExpression | None:
    """Read `value.name<T>` without template arguments, and `value.A::name` as the member of A."""
    value, name = node.child_by_field_name("argument"), node.child_by_field_name("field")
    found = read_field(node, reader, depth)
    if value is None or name is None or name.type == "field_identifier" or not isinstance(found, MemberExpr):
        return found
    if name.type == "qualified_identifier":
        named = None if name.has_error else read_qualified(name, reader, depth)
        if isinstance(named, MemberExpr):
            return replace(named, begin=found.begin, end=found.end)
        name = _parts(name)[-1]
    return replace(found, name=reader.text(_name(name)))


def read_call(node: tree_sitter.Node, reader: NodeReader, depth: int) -> CodeExpression | None:
    """Read casts, calls that return their argument, and factories such as `make_unique<A>()`; anything else is a plain call."""
    function = node.child_by_field_name("function")
    if function is None:
        return None
    arguments = node.child_by_field_name("arguments")
    value = None if arguments is None or not arguments.named_children else arguments.named_children[0]
    is_qualified = function.type == "qualified_identifier"
    if is_qualified and value is not None and reader.text(function).partition("<")[0] in _IDENTITY_FUNCTIONS:
        return reader.expression(value, depth + 1)
    last = _parts(function)[-1] if is_qualified else function
    if last.type != "template_function":
        return None
    written = last.child_by_field_name("arguments")
    named = () if written is None else written.named_children
    return _template_call(node, last, value, reader, depth) or CallExpr(
        node.start_byte,
        node.end_byte,
        reader.expression(function, depth + 1),
        tuple(reader.type(each, depth + 1) or TypeRef("") for each in named),
    )


def _template_call(
    node: tree_sitter.Node,
    last: tree_sitter.Node,
    value: tree_sitter.Node | None,
    reader: NodeReader,
    depth: int,
) -> CodeExpression | None:
    """Read a call with the type of its result in angle brackets: `make_unique<A>()`, `static_cast<A*>(x)`."""
    begin, end = node.start_byte, node.end_byte
    name = reader.text(_name(last))
    arguments = last.child_by_field_name("arguments")
    type_ref = reader.type(
        None if arguments is None or not arguments.named_children else arguments.named_children[0]
    )
    if type_ref is None or not type_ref.name:
        return None
    if name in FACTORIES:
        return NewExpr(begin, end, type_ref)
    if name in CASTS:
        inner = OtherExpr(begin, end) if value is None else reader.expression(value, depth + 1)
        return CastExpr(begin, end, type_ref, inner)
    return None


def called_template(function: tree_sitter.Node, reader: NodeReader) -> str:
    """Return the name of the called template function, or ""."""
    last = _parts(function)[-1:] if function.type == "qualified_identifier" else [function]
    return "".join(reader.text(_name(each)) for each in last if each.type == "template_function")


def read_initializer(node: tree_sitter.Node, reader: NodeReader, depth: int) -> CodeExpression | None:
    """Read `A b(1)` as a new object of the declared type."""
    type_node = None if node.parent is None else node.parent.child_by_field_name("type")
    constructed = reader.type(type_node, depth + 1)
    return (
        None
        if constructed is None or not constructed.name
        else NewExpr(node.start_byte, node.end_byte, constructed)
    )


def read_number(node: tree_sitter.Node, reader: NodeReader, depth: int) -> CodeExpression | None:
    """Read the type of a number; unknown with a suffix other than `f`."""
    del depth
    text = reader.text(node).lower()
    is_broken = not text.startswith("0x") and any(sign in text for sign in ".e")
    kind = "int" if text.replace("'", "").isdecimal() else ""
    if is_broken:
        kind = "float" if text.endswith("f") else "" if text.endswith("l") else "double"
    return OtherExpr(node.start_byte, node.end_byte, kind)


def read_null(node: tree_sitter.Node, reader: NodeReader, depth: int) -> CodeExpression | None:
    """Read `nullptr`, which is a pointer; `NULL` may also be a number."""
    del depth
    return OtherExpr(
        node.start_byte, node.end_byte, "nullptr_t" if reader.text(node) == "nullptr" else "NULL"
    )


def read_template_type(node: tree_sitter.Node, reader: NodeReader, depth: int) -> TypeRef | None:
    """Read `A<B>`."""
    return _generic(reader.text(_name(node)), node, reader, depth)


def read_qualified_type(node: tree_sitter.Node, reader: NodeReader, depth: int) -> TypeRef | None:
    """Read `a::A<B>`; only the type arguments of the last name are kept."""
    parts = _parts(node)
    if not parts:
        return None
    return _generic(".".join(reader.text(_name(part)) for part in parts), parts[-1], reader, depth)


def _generic(name: str, last: tree_sitter.Node, reader: NodeReader, depth: int) -> TypeRef:
    container = last.child_by_field_name("arguments") if last.type.startswith("template") else None
    children = () if container is None else container.named_children
    arguments = tuple(
        each for each in (reader.type(child, depth + 1) for child in children) if each is not None
    )
    return TypeRef(name, arguments)


def specialization_arguments(
    node: tree_sitter.Node, template: tree_sitter.Node | None, reader: NodeReader
) -> tuple[str, ...]:
    """Return the arguments of a template specialization as text, in which `#0` is the template's first parameter.

    Empty if they are just the parameters of the primary template, so that no specialization is meant.
    """
    container = node.child_by_field_name("arguments") if node.type == "template_type" else None
    if container is None:
        return ()
    written = [reader.text(each) for each in container.named_children]
    numbers: dict[str, str] = {}
    while template is not None and template.type == "template_declaration":
        names = [each.name for each in template_parameters(template, reader)]
        if names == [each.rstrip(". ") for each in written]:
            return ()
        numbers.update({name: f"#{number}" for number, name in enumerate(names)})
        template = template.parent
    return tuple(
        re.sub(
            r"\w+", lambda match: numbers.get(match[0], match[0]), "".join(each.split()).replace("::", ".")
        )
        for each in written
    )


def count_pointers(argument: tree_sitter.Node) -> int | None:
    """Return the levels of indirection of an argument, relative to the name or object in it; None if unknown, as for a call."""
    count = 0
    node: tree_sitter.Node | None = argument
    while node is not None and node.type in _WRAPPERS:
        if node.type == "pointer_expression":
            count += 1 if node.children[0].type == "&" else -1
        inner = node.named_children
        node = inner[0] if len(inner) == 1 else None
    if node is None or node.type not in _INDIRECTION_BY_NODE_TYPE:
        return None
    return count + _INDIRECTION_BY_NODE_TYPE[node.type]


def template_parameters(template: tree_sitter.Node, reader: NodeReader) -> Iterator[CodeTypeParameter]:
    """Yield the parameters of a template; the type of a value parameter, or a concept, is its bound."""
    parameters = template.child_by_field_name("parameters")
    for written in () if parameters is None else parameters.named_children:
        is_template = written.type == "template_template_parameter_declaration" and written.named_children
        each = written.named_children[-1] if is_template else written
        declarator = each.child_by_field_name("declarator")
        name = each.child_by_field_name("name") or declarator
        bound = each.child_by_field_name("type")
        if name is None and each.named_children and bound is None:
            name = each.named_children[-1]
        if name is not None:
            yield CodeTypeParameter(reader.text(name).lstrip("*&. "), reader.type(bound))
