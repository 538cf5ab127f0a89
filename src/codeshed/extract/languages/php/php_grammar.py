"""PHP.

Turns: `use`, `require` and `include` → CodeImports; and what only PHP's definitions have: types, parents,
traits, visibility.
"""

from collections.abc import Iterator

import tree_sitter
import tree_sitter_php
from msgspec.structs import replace

from codeshed.extract.engine.child_nodes import nth_named_child
from codeshed.extract.engine.doc_comments import DOC_BLOCK
from codeshed.extract.engine.grammar import (
    Captures,
    ExpressionKind,
    ExpressionShape,
    Grammar,
    NodeReader,
    TypeShape,
    TypeShapeKind,
)
from codeshed.extract.languages.php.php_documentation import read_phpdoc
from codeshed.extract.languages.php.php_imports import read_imports
from codeshed.extract.languages.php.php_mutations import IMMUTABLE_VALUES, MUTATIONS
from codeshed.extract.languages.php.php_narrowing import PHP_NARROWING
from codeshed.extract.languages.php.php_traits import NAME_TYPES, iter_traits
from codeshed.model.facts.code_expressions import (
    CallExpr,
    CastExpr,
    CodeExpression,
    MemberExpr,
    NameExpr,
    NewExpr,
    OtherExpr,
    ReceiverExpr,
    TypeRef,
)
from codeshed.model.facts.code_facts import TOP_LEVEL, CodeDefinition
from codeshed.model.semantic import ArgumentKind, DefinitionKind, Mutability, ParameterKind

EXPRESSIONS = {
    "name": ExpressionShape(ExpressionKind.NAME),
    "variable_name": ExpressionShape(ExpressionKind.NAME),
    "member_access_expression": ExpressionShape(ExpressionKind.MEMBER, ("object",), ("name",)),
    "nullsafe_member_access_expression": ExpressionShape(ExpressionKind.MEMBER, ("object",), ("name",)),
    "class_constant_access_expression": ExpressionShape(ExpressionKind.MEMBER, ("0",), ("1",)),
    "function_call_expression": ExpressionShape(ExpressionKind.CALL, ("function",)),
    "subscript_expression": ExpressionShape(ExpressionKind.ITEM, ("0",)),
    "parenthesized_expression": ExpressionShape(ExpressionKind.INNER, ("0",)),
    "clone_expression": ExpressionShape(ExpressionKind.INNER, ("0",)),
    "assignment_expression": ExpressionShape(ExpressionKind.INNER, ("right",)),
    "string": ExpressionShape(ExpressionKind.LITERAL, type_name="string"),
    "encapsed_string": ExpressionShape(ExpressionKind.LITERAL, type_name="string"),
    "heredoc": ExpressionShape(ExpressionKind.LITERAL, type_name="string"),
    "nowdoc": ExpressionShape(ExpressionKind.LITERAL, type_name="string"),
    "integer": ExpressionShape(ExpressionKind.LITERAL, type_name="int"),
    "float": ExpressionShape(ExpressionKind.LITERAL, type_name="float"),
    "boolean": ExpressionShape(ExpressionKind.LITERAL, type_name="bool"),
    "argument": ExpressionShape(ExpressionKind.INNER, ("-1",)),
    "null": ExpressionShape(ExpressionKind.LITERAL, type_name="null"),
    "array_creation_expression": ExpressionShape(ExpressionKind.LITERAL, type_name="array"),
}

TYPES = {
    "name": TypeShape(TypeShapeKind.NAME),
    "qualified_name": TypeShape(TypeShapeKind.NAME),
    "relative_name": TypeShape(TypeShapeKind.NAME),
    "primitive_type": TypeShape(TypeShapeKind.NAME),
    "named_type": TypeShape(TypeShapeKind.INNER, ("0",)),
    "optional_type": TypeShape(TypeShapeKind.INNER, ("0",)),
    "union_type": TypeShape(TypeShapeKind.UNION),
    "intersection_type": TypeShape(TypeShapeKind.UNION),
    "disjunctive_normal_form_type": TypeShape(TypeShapeKind.UNION),
    "type_list": TypeShape(TypeShapeKind.UNION),
}

MODIFIER_WORDS = frozenset(
    {"public", "protected", "private", "static", "abstract", "final", "readonly", "const"}
)

_TYPE_NODES = frozenset(
    {"anonymous_class", "class_declaration", "interface_declaration", "trait_declaration", "enum_declaration"}
)
_ANONYMOUS = "class"
"""The name of anonymous classes: a keyword."""

_FUNCTIONS = frozenset({"method_declaration", "function_definition", "anonymous_function", "arrow_function"})
_WITH_FIELDS = frozenset({
    "method_declaration", "function_definition", "property_declaration", "enum_case", "property_promotion_parameter",
})  # fmt: skip
_WITH_GLOBALS = frozenset({"method_declaration", "function_definition", "anonymous_function"})
_CALLABLE_PARTS = 2
MAX_STATEMENTS = 50
"""How many statements of a function are searched for `global`, which comes before the variable is used."""
_CALLS = frozenset({"member_call_expression", "nullsafe_member_call_expression", "scoped_call_expression"})


def rewrite_captures(captures: Captures, reader: NodeReader) -> Captures:
    """Add fields and clauses of a declaration to its captures, and separate variables of a file from those of a function."""
    for what, nodes in captures.items():
        if what.startswith("define."):
            return _capture_definition(what, nodes[0], captures, reader)
    if "call" in captures and _is_first_class_callable(captures["call"][0]):
        return {"ref": captures["call"]}
    if "parameter" in captures:
        node = captures["parameter"][0]
        found = {
            "type": node.child_by_field_name("type"),
            "default": node.child_by_field_name("default_value"),
        }
        return {**captures, **{name: [each] for name, each in found.items() if each is not None}}
    return captures


def _capture_definition(
    what: str, node: tree_sitter.Node, captures: Captures, reader: NodeReader
) -> Captures:
    if node.type in _TYPE_NODES:
        return {**captures, **_parents(node)}
    if what == "define.variable":
        if _is_global(captures["name"][0], reader):
            return {}
        return captures if _is_in_function(node) else {**captures, "promoted": [node]}
    if node.type not in _WITH_FIELDS:
        return captures
    fields = {"returns": "return_type", "type": "type", "body": "body", "value": "value"}
    found = {name: node.child_by_field_name(field) for name, field in fields.items()}
    added: Captures = {name: [each] for name, each in found.items() if each is not None}
    if node.type == "property_declaration":
        element = captures["name"][0].parent
        container = None if element is None else element.parent
        value = None if container is None else container.child_by_field_name("default_value")
        added |= {} if value is None else {"value": [value]}
    result = {**captures, **added}
    if what == "define.method" and reader.text(captures["name"][0]).lower() == "__construct":
        result["define.constructor"] = result.pop(what)
    return result


def _is_global(name: tree_sitter.Node, reader: NodeReader) -> bool:
    """Whether `global` in the enclosing function declares a variable to be the file's."""
    function = reader.nearest_ancestor(name, _WITH_GLOBALS)
    body = None if function is None else function.child_by_field_name("body")
    if body is None:
        return False
    text = reader.text(name)
    return any(
        reader.text(each) == text
        for statement in _iter_first_children(body)
        if statement.type == "global_declaration"
        for each in _iter_first_children(statement)
    )


def _iter_first_children(node: tree_sitter.Node) -> Iterator[tree_sitter.Node]:
    """Yield the first children of a node, without making objects for all of them."""
    for index in range(min(node.named_child_count, MAX_STATEMENTS)):
        child = nth_named_child(node, index)
        if child is not None:
            yield child


def _parents(node: tree_sitter.Node) -> Captures:
    """Return what a type extends and implements."""
    found: Captures = {"inherits": [], "implements": []}
    for child in node.named_children:
        if child.type == "base_clause":
            found["inherits"] += [each for each in child.named_children if each.type in NAME_TYPES]
        elif child.type == "class_interface_clause":
            found["implements"] += [each for each in child.named_children if each.type in NAME_TYPES]
    return {name: nodes for name, nodes in found.items() if nodes}


def _is_in_function(node: tree_sitter.Node) -> bool:
    outer = node.parent
    while outer is not None:
        if outer.type in _FUNCTIONS:
            return True
        outer = outer.parent
    return False


def read_variable(node: tree_sitter.Node, reader: NodeReader, depth: int) -> CodeExpression | None:
    """Read `$this`; any other variable is a name with its `$`."""
    del depth
    return ReceiverExpr(node.start_byte, node.end_byte) if reader.text(node) == "$this" else None


def read_relative_scope(node: tree_sitter.Node, reader: NodeReader, depth: int) -> CodeExpression | None:
    """Read `self`, `static` and `parent`."""
    del depth
    return ReceiverExpr(node.start_byte, node.end_byte, is_parent=reader.text(node) == "parent")


def read_type_name(node: tree_sitter.Node, reader: NodeReader, depth: int) -> TypeRef | None:
    r"""Read `\A\B` as a name from the root namespace, and `namespace\A` as one in the file's namespace."""
    del depth
    dotted = _from_root(node, reader).replace("\\", ".")
    return TypeRef(dotted) if dotted.startswith(".") else None


def _from_root(node: tree_sitter.Node, reader: NodeReader) -> str:
    r"""Return a name as written, with `namespace\` replaced by the current namespace."""
    text = "".join(reader.text(node).split())
    if node.type != "relative_name":
        return text
    around = _namespace_around(node, reader)
    return "\\".join(("", *filter(None, (around, text.partition("\\")[2]))))


def _namespace_around(node: tree_sitter.Node, reader: NodeReader) -> str:
    """Return the namespace of the enclosing block, or the one that the file declares before a node."""
    name: tree_sitter.Node | None = None
    outer: tree_sitter.Node | None = node
    while outer is not None and outer.type != "namespace_definition":
        if outer.parent is not None and outer.parent.type == "program":
            before = outer.prev_named_sibling
            while before is not None and before.type != "namespace_definition":
                before = before.prev_named_sibling
            outer = before
            break
        outer = outer.parent
    if outer is not None:
        name = outer.child_by_field_name("name")
    return "" if name is None else "".join(reader.text(name).split())


def read_qualified(node: tree_sitter.Node, reader: NodeReader, depth: int) -> CodeExpression | None:
    r"""Read `A\B\c` as member accesses; `\A\B` and `namespace\A` begin at the root namespace."""
    del depth
    found: CodeExpression | None = None
    text = _from_root(node, reader)
    for name in text.strip("\\").split("\\"):
        if found is None:
            mark = "." if text.startswith("\\") else ""
            found = NameExpr(node.start_byte, node.end_byte, mark + name)
        else:
            found = MemberExpr(node.start_byte, node.end_byte, found, name)
    return found


def _receiver(node: tree_sitter.Node, reader: NodeReader, depth: int) -> CodeExpression:
    """Read the object of a member access; the type of a variable may be narrowed by a condition."""
    value = reader.expression(node, depth + 1)
    type_ref = PHP_NARROWING.narrowed_type(node, reader) if isinstance(value, NameExpr) else None
    return value if type_ref is None else CastExpr(value.begin, value.end, type_ref, value)


def read_member(node: tree_sitter.Node, reader: NodeReader, depth: int) -> CodeExpression | None:
    """Read `$a->b`; the member of `$a->$b` is unknown."""
    container, name = node.child_by_field_name("object"), node.child_by_field_name("name")
    if container is None or name is None or name.type != "name":
        return OtherExpr(node.start_byte, node.end_byte)
    return MemberExpr(node.start_byte, node.end_byte, _receiver(container, reader, depth), reader.text(name))


def read_constant(node: tree_sitter.Node, reader: NodeReader, depth: int) -> CodeExpression | None:
    """Read `A::class` as the string that it is; `A::B` is a member."""
    del depth
    is_name = node.named_child_count > 1 and reader.text(node.named_children[1]).lower() == "class"
    return OtherExpr(node.start_byte, node.end_byte, "string") if is_name else None


def read_array(node: tree_sitter.Node, reader: NodeReader, depth: int) -> CodeExpression | None:
    """Read the callables `[$a, 'b']` and `[A::class, 'b']` as the method, if there is one of that name."""
    items = node.named_children
    if len(items) != _CALLABLE_PARTS or any(each.named_child_count != 1 for each in items):
        return None
    container, name = (each.named_children[0] for each in items)
    if name.type != "string" or not (text := reader.text(name)[1:-1]).isidentifier():
        return None
    if container.type == "class_constant_access_expression":
        is_name = isinstance(read_constant(container, reader, depth), OtherExpr)
        container = container.named_children[0]
    else:
        is_name = container.type == "variable_name"
    value = reader.expression(container, depth + 1)
    return (
        MemberExpr(node.start_byte, node.end_byte, value, text, is_function_reference=True)
        if is_name
        else None
    )


def read_call(node: tree_sitter.Node, reader: NodeReader, depth: int) -> CodeExpression | None:
    """Read a method call."""
    begin, end = node.start_byte, node.end_byte
    container = node.child_by_field_name("object") or node.child_by_field_name("scope")
    name = node.child_by_field_name("name")
    if container is None or name is None or name.type != "name":
        return None
    member = MemberExpr(begin, end, _receiver(container, reader, depth), reader.text(name))
    return member if _is_first_class_callable(node) else CallExpr(begin, end, member)


def read_function_call(node: tree_sitter.Node, reader: NodeReader, depth: int) -> CodeExpression | None:
    """Read `f(...)` as the function itself: a first-class callable."""
    function = node.child_by_field_name("function")
    return (
        reader.expression(function, depth + 1)
        if function is not None and _is_first_class_callable(node)
        else None
    )


def _is_first_class_callable(call: tree_sitter.Node) -> bool:
    """Whether a call is a first-class callable: `f(...)`."""
    arguments = call.child_by_field_name("arguments")
    passed = () if arguments is None else arguments.named_children
    return any(each.type == "variadic_placeholder" for each in passed)


def read_static_property(node: tree_sitter.Node, reader: NodeReader, depth: int) -> CodeExpression | None:
    """Read `A::$b` as the field b of A."""
    container, name = node.child_by_field_name("scope"), node.child_by_field_name("name")
    if container is None or name is None or name.type != "variable_name":
        return OtherExpr(node.start_byte, node.end_byte)
    text = reader.text(name).lstrip("$")
    return MemberExpr(node.start_byte, node.end_byte, reader.expression(container, depth + 1), text)


def read_new(node: tree_sitter.Node, reader: NodeReader, depth: int) -> CodeExpression | None:
    """Read `new A(1)`, and `new class { … }` by the name of anonymous classes."""
    inner = node.named_children[0] if node.named_children else None
    if inner is not None and inner.type == "anonymous_class":
        return NewExpr(node.start_byte, node.end_byte, TypeRef(_ANONYMOUS))
    constructed = next(
        (reader.type(each, depth + 1) for each in node.named_children if each.type in NAME_TYPES), None
    )
    return (
        None
        if constructed is None or not constructed.name
        else NewExpr(node.start_byte, node.end_byte, constructed)
    )


def complete_definition(
    definition: CodeDefinition, node: tree_sitter.Node, reader: NodeReader, words: frozenset[str]
) -> CodeDefinition:
    """Set readonly fields, traits, and the type of enum cases."""
    changes: dict[str, object] = {}
    if definition.parameters:
        changes["parameters"] = tuple(
            replace(each, kind=ParameterKind.POSITIONAL_OR_KEYWORD)
            if each.kind is ParameterKind.POSITIONAL_ONLY
            else each
            for each in definition.parameters
        )
    if node.type in _TYPE_NODES:
        changes["mixins"] = tuple(iter_traits(node, reader))
    container = None if node.parent is None else node.parent.parent
    if node.type == "enum_case" and container is not None:
        name = container.child_by_field_name("name")
        changes["type"] = None if name is None else TypeRef(reader.text(name))
    if node.type in {"property_declaration", "property_promotion_parameter"}:
        changes["mutability"] = Mutability.IMMUTABLE if "readonly" in words else Mutability.MUTABLE
    if definition.modifiers is not None and node.type == "method_declaration":
        is_abstract = "abstract" in words or (
            container is not None and container.type == "interface_declaration"
        )
        changes["modifiers"] = replace(definition.modifiers, is_abstract=is_abstract)
    return replace(definition, **changes)


def _complete_definitions(definitions: tuple[CodeDefinition, ...]) -> tuple[CodeDefinition, ...]:
    """Move anonymous classes that file-level variables hold to the file, where their objects are created."""
    return tuple(
        replace(each, parent=TOP_LEVEL)
        if each.name == _ANONYMOUS
        and each.parent != TOP_LEVEL
        and definitions[each.parent].kind is DefinitionKind.VARIABLE
        and definitions[each.parent].parent == TOP_LEVEL
        else each
        for each in definitions
    )


_OPERATORS = {
    "subscript_expression": "offsetGet",
    "subscript_expression =": "offsetSet",
    "subscript_expression isset": "offsetExists",
    "subscript_expression unset": "offsetUnset",
}


PHP = Grammar(
    name="php",
    argument_kinds={
        **dict.fromkeys(
            ("variadic_unpacking", "variadic_placeholder"),
            (ArgumentKind.SPREAD_POSITIONAL, ArgumentKind.SPREAD_KEYWORD),
        )
    },
    statement_blocks=frozenset(
        {
            "program",
            "compound_statement",
            "declaration_list",
            "case_statement",
            "default_statement",
            "colon_block",
        }
    ),
    simple_statements=frozenset({"expression_statement", "return_statement", "echo_statement"}),
    immutable_values=IMMUTABLE_VALUES,
    mutations=MUTATIONS,
    doc_comment_pattern=DOC_BLOCK,
    load=tree_sitter_php.language_php,
    query_file="php/php.scm",
    operator_methods=_OPERATORS,
    expressions=EXPRESSIONS,
    types=TYPES,
    read_imports=read_imports,
    complete_definition=complete_definition,
    complete_definitions=_complete_definitions,
    expression_readers={
        "function_call_expression": read_function_call,
        "variable_name": read_variable,
        "relative_scope": read_relative_scope,
        "qualified_name": read_qualified,
        "relative_name": read_qualified,
        "scoped_property_access_expression": read_static_property,
        "object_creation_expression": read_new,
        "member_access_expression": read_member,
        "nullsafe_member_access_expression": read_member,
        "class_constant_access_expression": read_constant,
        "array_creation_expression": read_array,
        **dict.fromkeys(_CALLS, read_call),
    },
    type_readers=dict.fromkeys(("qualified_name", "relative_name"), read_type_name),
    rewrite_captures=rewrite_captures,
    read_doc_comment_types=read_phpdoc,
    vague_types=frozenset({"array", "callable", "iterable", "mixed", "object"}),
    named_argument_fields={"argument": "name"},
    name_separators=("\\",),
    has_optional_argument_lists=True,
    modifier_words=MODIFIER_WORDS,
    types_after_comment=frozenset({"attribute_list"}),
)
