"""Declarators of C and C++, in which the name is deeply nested: `int (*f[3])(char)`.

Turns: captures of a declaration and one of its declarators → captures of the definition, as other queries
give them.
"""

import tree_sitter

from codeshed.extract.engine.grammar import Captures, NodeReader

MAX_DEPTH = 60

_NAMES = frozenset({
    "identifier", "field_identifier", "type_identifier", "destructor_name", "operator_name", "operator_cast",
})  # fmt: skip
_TYPES_WITH_BODIES = frozenset({
    "struct_specifier", "union_specifier", "enum_specifier", "class_specifier",
})  # fmt: skip
_HOLDERS = frozenset({"struct_specifier", "union_specifier", "class_specifier"})
_WRAPPERS = frozenset({"parenthesized_declarator", "attributed_declarator"})
_WITHOUT_NAMES = frozenset({"abstract_pointer_declarator", "abstract_reference_declarator"})
_POINTERS = frozenset({"pointer_declarator", "abstract_pointer_declarator", "array_declarator"})
_BLOCKS = frozenset(
    {"compound_statement", "case_statement", "for_statement", "if_statement", "for_range_loop"}
)
_BEFORE_BODY = frozenset({"default_method_clause", "delete_method_clause", "field_initializer_list"})
_CLASS_BODY = "field_declaration_list"
_AROUND_FUNCTIONS = frozenset({
    "translation_unit", "declaration_list", "preproc_if", "preproc_ifdef", "preproc_else", "preproc_elif",
})  # fmt: skip
_DEFINED_TYPES = {
    "struct_specifier": "define.struct",
    "union_specifier": "define.union",
    "enum_specifier": "define.enum",
    "class_specifier": "define.class",
}


class _Declarator:
    """A declarator: its name, and the nodes around the name, outermost first."""

    def __init__(self, node: tree_sitter.Node) -> None:
        self.name: tree_sitter.Node | None = None
        self.around: list[tree_sitter.Node] = []
        self.qualified: tree_sitter.Node | None = None
        inner: tree_sitter.Node | None = node
        while inner is not None and len(self.around) < MAX_DEPTH:
            if inner.type in _NAMES:
                self.name = inner
                return
            if inner.type in {"qualified_identifier", "template_function"}:
                self.qualified = self.qualified or (inner if inner.type == "qualified_identifier" else None)
                inner = inner.child_by_field_name("name")
                continue
            if inner.type not in _WRAPPERS:
                self.around.append(inner)
            inner = inner.child_by_field_name("declarator") or _inner(inner)

    @property
    def is_function(self) -> bool:
        """Whether it declares a function, not a pointer to one."""
        if self.name is not None and self.name.type == "operator_cast":
            return True
        return bool(self.around) and self.around[-1].type == "function_declarator"

    @property
    def is_array(self) -> bool:
        """Whether it declares an array."""
        return bool(self.around) and self.around[-1].type == "array_declarator"

    @property
    def pointers(self) -> list[tree_sitter.Node]:
        """The nodes that make it a pointer, or an array, which decays to one."""
        return [node for node in self.around if node.type in _POINTERS]

    @property
    def is_many(self) -> bool:
        """Whether it declares several names at once: `auto [a, b]`."""
        return any(node.type == "structured_binding_declarator" for node in self.around)

    @property
    def has_function_type(self) -> bool:
        """Whether the type before it is only the result type of a function."""
        return any(node.type == "function_declarator" for node in self.around)


def _inner(node: tree_sitter.Node) -> tree_sitter.Node | None:
    """Return the inner declarator where it has no field, as in parentheses or after `&`."""
    return next(
        (child for child in node.named_children if child.type in _NAMES or child.type.endswith("declarator")),
        None,
    )


def rewrite_captures(captures: Captures, reader: NodeReader) -> Captures:
    """Rewrite the captures of a declaration, type definition or parameter."""
    del reader
    macro_definition = captures.get("macro_body") or captures.get("declare")
    if macro_definition and is_named_by_macro(macro_definition[0]):
        return (
            _capture_macro_function(captures)
            if "macro_body" in captures
            else _capture_macro_function_of_one(macro_definition[0], captures)
        )
    if "declare" in captures:
        return _capture_declaration(captures["declare"][0], captures["declarator"][0], captures)
    if "typedef" in captures:
        return _capture_alias(captures["typedef"][0], captures["declarator"][0])
    if "parameter" in captures and "declarator" in captures:
        return _capture_parameter(captures["parameter"][0], captures["declarator"][0], captures)
    if "parameter" in captures and captures["parameter"][0].type == "parameter_declaration":
        node = captures["parameter"][0]
        return captures if _is_of_function(node) else {"hidden": [node]}
    return captures


def _capture_macro_function(captures: Captures) -> Captures:
    """Capture a block after a top-level call as the body of a function: `TEST(a, b) {…}`."""
    body = captures["macro_body"][0]
    is_outermost = body.parent is not None and body.parent.type in _AROUND_FUNCTIONS
    if not is_outermost:
        return {}
    return {
        "name": captures["name"],
        "with_modifiers": captures["with_modifiers"],
        "hidden": captures["with_modifiers"],
        "body": [body],
        "define.function": [body],
    }


def _capture_macro_function_of_one(node: tree_sitter.Node, captures: Captures) -> Captures:
    """The same for a macro with one argument: the grammar parses the macro as a type, and the argument as a declarator."""
    found, type_node = _Declarator(captures["declarator"][0]), node.child_by_field_name("type")
    if found.name is None or type_node is None:
        return {}
    return {
        "name": [found.name],
        "with_modifiers": [node],
        "hidden": [type_node],
        "body": captures["body"],
        "define.function": [node],
    }


def is_named_by_macro(node: tree_sitter.Node) -> bool:
    """Whether a function has no name of its own, but is named by a macro."""
    declarator = node.child_by_field_name("declarator")
    return node.type == "compound_statement" or (
        node.type == "function_definition"
        and declarator is not None
        and declarator.type == "parenthesized_declarator"
    )


def _capture_declaration(
    node: tree_sitter.Node, declarator: tree_sitter.Node, captures: Captures
) -> Captures:
    found = _Declarator(declarator)
    if found.name is None or found.is_many:
        return {"hidden": [declarator]} if found.name is None else {}
    is_in_block = node.parent is not None and node.parent.type in _BLOCKS
    type_node = node.child_by_field_name("type")
    result: Captures = {"name": [found.name], "with_modifiers": [_with_template(node)]}
    if found.qualified is not None:
        result["hidden"] = [found.qualified]
    definition_node = _definition_node(node, declarator, type_node, result)
    if found.is_function and not (is_in_block and _may_be_object(found)):
        if is_in_block:
            return {"hidden": [declarator]}
        _add_function(node, captures, result)
        if "type" in result:
            result["returns"] = result.pop("type")
        _add_trailing_type(found, result)
        kind = _function_kind(node, found)
        if kind in {"constructor", "destructor"} and "returns" in result:
            result["hidden"] = [*result.get("hidden", ()), *result.pop("returns")]
        result[f"define.{kind}"] = [definition_node]
        return result
    _add_declarator_shape(found, declarator, result)
    _add_value(node, declarator, result)
    is_in_class = node.parent is not None and node.parent.type == _CLASS_BODY
    result["define.field" if is_in_class or found.qualified is not None else "define.variable"] = [
        definition_node
    ]
    return result


def _add_declarator_shape(found: _Declarator, declarator: tree_sitter.Node, result: Captures) -> None:
    """Capture array, pointers and the like."""
    if found.is_function:
        result["object"] = [found.around[-1]]
    if found.is_array:
        result["array"] = [declarator]
    if found.pointers:
        result["pointer"] = found.pointers
    if found.has_function_type and not found.is_function and "type" in result:
        result["hidden"] = [*result.get("hidden", ()), *result.pop("type")]


def _definition_node(
    node: tree_sitter.Node, declarator: tree_sitter.Node, type_node: tree_sitter.Node | None, result: Captures
) -> tree_sitter.Node:
    """Return the node of a definition: next to a type that is defined in the same statement, not around it."""
    if node.type == "for_range_loop":
        node = declarator
    if type_node is None or type_node.type == "placeholder_type_specifier":
        return node
    if type_node.type not in _TYPES_WITH_BODIES or type_node.child_by_field_name("body") is None:
        result["type"] = [type_node]
        return node
    name = type_node.child_by_field_name("name")
    if name is not None:
        result["type"] = [name]
    elif node.type in {"declaration", "field_declaration"} and type_node.type in _HOLDERS:
        result["members"] = [type_node]
        return node
    return declarator


def _may_be_object(found: _Declarator) -> bool:
    """Whether `A b(c, d());` in a function declares an object: its parentheses contain only names and calls.

    With empty parentheses, or a primitive type in them, it declares a function.
    """
    parameters = found.around[-1].child_by_field_name("parameters") if found.around else None
    parameter_nodes = [] if parameters is None else parameters.named_children
    inner = [child.child_by_field_name("declarator") for child in parameter_nodes]
    types = (child.child_by_field_name("type") for child in parameter_nodes)
    are_values = all(each is None or each.type != "primitive_type" for each in types)
    return (
        bool(inner)
        and are_values
        and all(each is None or each.type == "abstract_function_declarator" for each in inner)
    )


def _with_template(node: tree_sitter.Node) -> tree_sitter.Node:
    """Return the template declaration around a node, or the node."""
    parent = node.parent
    return parent if parent is not None and parent.type == "template_declaration" else node


def _add_function(node: tree_sitter.Node, captures: Captures, result: Captures) -> None:
    clauses = [child for child in node.children if child.type in _BEFORE_BODY]
    body = clauses or captures.get("body")
    if body:
        result["body"] = body[:1]


def _add_trailing_type(found: _Declarator, result: Captures) -> None:
    for node in found.around[-1:]:
        for child in node.named_children:
            if child.type == "trailing_return_type" and child.named_children:
                result["returns"] = [child.named_children[0]]


def _function_kind(node: tree_sitter.Node, found: _Declarator) -> str:
    """Return the kind of a function; one with the name of its type is a constructor, even with a macro in place of a result type."""
    name = found.name
    if name is None:
        raise AssertionError("a function has a name")
    if name.type == "destructor_name":
        return "destructor"
    owner = _owner_name(node, found, name)
    if owner is not None and owner == name.text:
        return "constructor"
    return "function" if owner is None else "method"


def _owner_name(node: tree_sitter.Node, found: _Declarator, name: tree_sitter.Node) -> bytes | None:
    """Return the unqualified name of the type that a function is a member of."""
    if found.qualified is not None:
        qualified = name.parent
        scope = None if qualified is None else qualified.child_by_field_name("scope")
        if scope is not None and scope.type == "template_type":
            scope = scope.child_by_field_name("name")
        return b"" if scope is None else scope.text
    container = node.parent
    if container is not None and container.type == "template_declaration":
        container = container.parent
    while container is not None and container.type.startswith("preproc"):
        container = container.parent
    if container is None or container.type != _CLASS_BODY or container.parent is None:
        return None
    named = container.parent.child_by_field_name("name")
    if named is not None and named.type == "template_type":
        named = named.child_by_field_name("name")
    return b"" if named is None else named.text


def _add_value(node: tree_sitter.Node, declarator: tree_sitter.Node, result: Captures) -> None:
    if declarator.type == "init_declarator":
        value = declarator.child_by_field_name("value")
    elif node.type == "for_range_loop":
        right = node.child_by_field_name("right")
        if right is not None:
            result["iterable"] = [right]
        return
    else:
        value = node.child_by_field_name("default_value") or node.child_by_field_name("value")
        is_in_block = node.parent is not None and node.parent.type in _BLOCKS
        if is_in_block and node.type == "declaration" and declarator.type == "identifier":
            result["implicit"] = [declarator]
        if len(node.children_by_field_name("declarator")) > 1:
            value = None
    if value is not None and value.type not in {"argument_list", "initializer_list"}:
        result["value"] = [value]


def _capture_alias(node: tree_sitter.Node, declarator: tree_sitter.Node) -> Captures:
    found = _Declarator(declarator)
    type_node = node.child_by_field_name("type")
    if found.name is None or type_node is None:
        return {"hidden": [declarator]}
    result: Captures = {"name": [found.name], "with_modifiers": [node]}
    body = type_node.child_by_field_name("body") if type_node.type in _TYPES_WITH_BODIES else None
    if body is not None and type_node.child_by_field_name("name") is None and not found.around:
        is_alone = len(node.children_by_field_name("declarator")) == 1
        return {
            **result,
            "body": [body],
            _DEFINED_TYPES[type_node.type]: [node if is_alone else type_node],
        }
    definition_node = _definition_node(node, declarator, type_node, result)
    if definition_node is declarator and "type" not in result:
        names = [each for each in node.children_by_field_name("declarator") if each.type == "type_identifier"]
        result["type"] = names[:1]
    if found.has_function_type and "type" in result:
        result["hidden"] = result.pop("type")
    if found.is_array:
        result["array"] = [declarator]
    result["define.alias"] = [definition_node]
    return result


def _capture_parameter(node: tree_sitter.Node, declarator: tree_sitter.Node, captures: Captures) -> Captures:
    found = _Declarator(declarator)
    is_nameless = declarator.type in _WITHOUT_NAMES or node.type == "variadic_parameter_declaration"
    if (found.name is None and not is_nameless) or not _is_of_function(node):
        return {"hidden": [node]}
    result: Captures = {"parameter": [node]}
    if found.name is not None:
        result["name"] = [found.name]
    if found.pointers:
        result["pointer"] = found.pointers
    type_node = node.child_by_field_name("type")
    if type_node is not None:
        result["hidden" if found.has_function_type else "type"] = [type_node]
    if found.is_array:
        result["array"] = [declarator]
    if any(each.type == "variadic_declarator" for each in found.around):
        result["variadic"] = [declarator]
    default = node.child_by_field_name("default_value")
    if default is not None:
        result["default"] = [default]
    return {**result, **{name: captures[name] for name in ("variadic",) if name in captures}}


def _is_of_function(node: tree_sitter.Node) -> bool:
    """Whether a parameter is that of a function, not of the type of a variable or parameter."""
    container = None if node.parent is None else node.parent.parent
    if container is None or container.type in {"catch_clause", "template_declaration"}:
        return container is not None and container.type == "catch_clause"
    if container.type == "abstract_function_declarator":
        return container.parent is not None and container.parent.type == "lambda_expression"
    inner = container.child_by_field_name("declarator")
    if inner is None or inner.type == "parenthesized_declarator":
        return False
    outer = container.parent
    while outer is not None and outer.type.endswith("declarator"):
        outer = outer.parent
    return outer is not None and outer.type in {"function_definition", "declaration", "field_declaration"}
