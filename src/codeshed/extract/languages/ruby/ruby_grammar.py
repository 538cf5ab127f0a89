"""Ruby.

Turns: nesting, mixins and visibility → definitions. Classes, modules and constants are in the namespace of
their nesting, since any file may reopen a type.
"""

import tree_sitter
import tree_sitter_ruby
from msgspec.structs import replace

from codeshed.extract.engine.grammar import (
    Captures,
    ExpressionKind,
    ExpressionShape,
    Grammar,
    NodeReader,
    TypeShape,
    TypeShapeKind,
)
from codeshed.extract.languages.ruby.ruby_construction import (
    constructed_type,
    is_construction,
    is_plain_new,
    read_plain_new,
)
from codeshed.extract.languages.ruby.ruby_delegates import (
    delegated_name,
    is_delegated,
    read_alias,
    read_alias_method,
)
from codeshed.extract.languages.ruby.ruby_imports import read_imports
from codeshed.extract.languages.ruby.ruby_mixins import (
    CONSTANTS,
    find_mixed_in_modules,
    find_mixins,
    find_modules_for_users,
    find_parents,
    is_module,
)
from codeshed.extract.languages.ruby.ruby_mutations import IMMUTABLE_VALUES, MUTATIONS
from codeshed.extract.languages.ruby.ruby_nesting import (
    CODE_NODES,
    METHODS,
    REOPENABLE,
    is_in_block,
    is_qualified,
    nesting,
)
from codeshed.extract.languages.ruby.ruby_patterns import (
    is_implicit_parameter,
    read_pattern_binding,
    read_rescue_binding,
    rewrite_parameter_captures,
)
from codeshed.extract.languages.ruby.ruby_reflection import (
    is_reflective_call,
    read_method_object,
    read_reflective_call,
)
from codeshed.extract.languages.ruby.ruby_results import result_of, without_locals
from codeshed.extract.languages.ruby.ruby_static_methods import (
    belongs_to_users,
    is_also_singleton_method,
    is_in_mixin_hook,
    is_singleton_method,
)
from codeshed.extract.languages.ruby.ruby_symbols import is_block, read_symbol
from codeshed.extract.languages.ruby.ruby_visibility import visibility_of
from codeshed.model.facts.code_expressions import (
    CallExpr,
    CodeExpression,
    MemberExpr,
    NameExpr,
    NewExpr,
    ReceiverExpr,
    TypeRef,
)
from codeshed.model.facts.code_facts import CodeDefinition
from codeshed.model.semantic import ArgumentKind, DefinitionKind, Mutability

EXPRESSIONS = {
    "identifier": ExpressionShape(ExpressionKind.NAME),
    "constant": ExpressionShape(ExpressionKind.NAME),
    "global_variable": ExpressionShape(ExpressionKind.NAME),
    "self": ExpressionShape(ExpressionKind.RECEIVER),
    "super": ExpressionShape(ExpressionKind.PARENT),
    "scope_resolution": ExpressionShape(ExpressionKind.MEMBER, ("scope",), ("name",)),
    "element_reference": ExpressionShape(ExpressionKind.ITEM, ("object",)),
    "parenthesized_statements": ExpressionShape(ExpressionKind.INNER, ("0",)),
    "assignment": ExpressionShape(ExpressionKind.INNER, ("right",)),
    "string": ExpressionShape(ExpressionKind.LITERAL, type_name="String"),
    "integer": ExpressionShape(ExpressionKind.LITERAL, type_name="Integer"),
    "float": ExpressionShape(ExpressionKind.LITERAL, type_name="Float"),
    "simple_symbol": ExpressionShape(ExpressionKind.LITERAL, type_name="Symbol"),
    "true": ExpressionShape(ExpressionKind.LITERAL, type_name="TrueClass"),
    "false": ExpressionShape(ExpressionKind.LITERAL, type_name="FalseClass"),
    "nil": ExpressionShape(ExpressionKind.LITERAL),
    "array": ExpressionShape(ExpressionKind.LITERAL, type_name="Array"),
    "string_array": ExpressionShape(ExpressionKind.LITERAL, type_name="Array"),
    "symbol_array": ExpressionShape(ExpressionKind.LITERAL, type_name="Array"),
    "hash": ExpressionShape(ExpressionKind.LITERAL, type_name="Hash"),
    "regex": ExpressionShape(ExpressionKind.LITERAL, type_name="Regexp"),
}

TYPES = {
    "constant": TypeShape(TypeShapeKind.NAME),
    "scope_resolution": TypeShape(TypeShapeKind.NAME),
    "superclass": TypeShape(TypeShapeKind.INNER, ("0",)),
}

_AROUND_VARIABLES = CODE_NODES | REOPENABLE | {"singleton_class"}
_FILE_NAMESPACE = "ruby:"
"""The namespace of what is not exported."""


def rewrite_captures(captures: Captures, reader: NodeReader) -> Captures:
    """Add parents and bodies, and separate calls, constructions, loads and variables."""
    for what, nodes in captures.items():
        if what.startswith("define.") and "name" in captures:
            return _capture_definition(what, nodes[0], captures, reader)
    if "call" in captures:
        return _capture_call(captures, reader)
    return _capture_name(captures, reader)


def _capture_name(captures: Captures, reader: NodeReader) -> Captures:
    """Rewrite the captures of keywords and plain names: `super`, `new`, implicit block parameters, loads."""
    for what, nodes in captures.items():
        node = nodes[0]
        match what:
            case "super":
                call = node.parent if node.parent is not None and node.parent.type == "call" else None
                method = None if call is None else call.child_by_field_name("method")
                return {} if method == node else {"call": [node]}
            case "unnamed":
                return {"name": nodes, "parameter": nodes} if is_implicit_parameter(node, reader) else {}
            case "bare":
                kind = "call" if constructed_type(node, reader) is None else "construct"
                return {kind: nodes} if is_plain_new(node, reader) else {}
            case "loads":
                return {"import": nodes}
            case _:
                pass
    return rewrite_parameter_captures(captures) if "parameter" in captures else captures


def _capture_call(captures: Captures, reader: NodeReader) -> Captures:
    node = captures["call"][0]
    if node.type != "call":
        is_call = node.type != "simple_symbol" or is_delegated(node, reader) or is_block(node, reader)
        return captures if is_call else {}
    parent = reader.parent(node)
    if parent is not None and parent.type in {"assignment", "operator_assignment", "left_assignment_list"}:
        left = parent.child_by_field_name("left")
        if parent.type == "left_assignment_list" or (left is not None and left.id == node.id):
            return {}
    if reader.text(node) == "self.class":
        return {}
    rest = {name: nodes for name, nodes in captures.items() if name != "call"}
    receiver = node.child_by_field_name("receiver")
    if is_construction(node, reader) and constructed_type(node, reader) is not None:
        return {**rest, "construct": [node], **({} if receiver is None else {"callee": [receiver]})}
    if is_reflective_call(node, reader):
        # The first argument is the name of the method, and not passed to it.
        rest.pop("arguments", None)
    return {**rest, "call": [node]}


def _capture_definition(
    what: str, node: tree_sitter.Node, captures: Captures, reader: NodeReader
) -> Captures:
    if node.type == "simple_symbol" and what == "define.method" and not is_delegated(node, reader):
        return {}
    result = dict(captures)
    body = body_of(node)
    if body is not None:
        result["body"] = [body]
    if node.type in REOPENABLE:
        name = captures["name"][0]
        last = name.child_by_field_name("name") if name.type == "scope_resolution" else name
        result["name"] = [last or name]
    if what in {"define.class", "define.module"}:
        result["inherits"], result["implements"] = find_parents(node, body, reader)
        result["hidden"] = [each for each, _ in find_mixed_in_modules(body, reader)]
    if node.type == "method" and reader.text(captures["name"][0]) == "initialize":
        result["define.constructor"] = result.pop(what)
    if "object" in captures and captures["object"][0].type in CONSTANTS:
        result["owner"] = captures["object"]
    if node.type == "call" and what == "define.method":
        inner = node.child_by_field_name("block")
        result |= {} if inner is None else {"own_function": [inner], "body": [inner]}
    is_marked = captures["name"][0].type in {"instance_variable", "class_variable"}
    if what == "define.field" and (is_marked or is_in_mixin_hook(node, reader)):
        result["promoted"] = [node]
    return _capture_variable(node, result, reader) if what == "define.variable" else result


def body_of(node: tree_sitter.Node) -> tree_sitter.Node | None:
    """Return the statements of a definition."""
    return node.child_by_field_name("body")


def _capture_variable(node: tree_sitter.Node, captures: Captures, reader: NodeReader) -> Captures:
    """Separate locals from variables of the file; a variable that is assigned directly in a type is neither."""
    outer = reader.nearest_ancestor(node, _AROUND_VARIABLES)
    if outer is not None and outer.type not in CODE_NODES:
        return {"hidden": captures["name"]}
    is_global = captures["name"][0].type == "global_variable"
    if is_global and outer is not None:
        return {}
    return captures if outer is not None else {**captures, "promoted": [node]}


def read_call(node: tree_sitter.Node, reader: NodeReader, depth: int) -> CodeExpression | None:
    """Read a call; `A.new` is a new object, `super` the parent's method of the same name."""
    begin, end = node.start_byte, node.end_byte
    receiver, method = node.child_by_field_name("receiver"), node.child_by_field_name("method")
    if method is not None and method.type == "super":
        return read_super(method, reader, depth)
    if is_reflective_call(node, reader):
        return read_reflective_call(node, reader, depth)
    constructed = constructed_type(node, reader) if is_construction(node, reader) else None
    if constructed is not None:
        return NewExpr(begin, end, constructed)
    if receiver is None and method is not None and reader.text(method) == "new":
        return CallExpr(begin, end, MemberExpr(begin, method.end_byte, ReceiverExpr(begin, begin), "new"))
    if receiver is None:
        return None if method is None else CallExpr(begin, end, _name(method, reader))
    value = reader.expression(receiver, depth + 1)
    name = "call" if method is None else reader.text(method)
    return CallExpr(begin, end, MemberExpr(begin, end if method is None else method.end_byte, value, name))


def _name(node: tree_sitter.Node, reader: NodeReader) -> NameExpr:
    return NameExpr(node.start_byte, node.end_byte, reader.text(node))


def read_super(node: tree_sitter.Node, reader: NodeReader, depth: int) -> CodeExpression | None:
    """Read `super` as a call of the parent's method of the same name."""
    del depth
    outer = node.parent
    while outer is not None and outer.type not in METHODS:
        outer = outer.parent
    name = None if outer is None else outer.child_by_field_name("name")
    begin, end = node.start_byte, node.end_byte
    parent = ReceiverExpr(begin, end, is_parent=True)
    return CallExpr(begin, end, MemberExpr(begin, end, parent, "" if name is None else reader.text(name)))


def read_field(node: tree_sitter.Node, reader: NodeReader, depth: int) -> CodeExpression | None:
    """Read `@a` as a field of the receiver; the sigil stays, as a method `a` is not meant."""
    del depth
    begin, end = node.start_byte, node.end_byte
    return MemberExpr(begin, end, ReceiverExpr(begin, begin), reader.text(node))


def read_root_constant(node: tree_sitter.Node, reader: NodeReader, depth: int) -> CodeExpression | None:
    """Read `::A` as a name from the root namespace."""
    del depth
    name = node.child_by_field_name("name")
    if node.child_by_field_name("scope") is not None or name is None:
        return None
    return NameExpr(node.start_byte, node.end_byte, f".{reader.text(name)}")


def read_scoped_type(node: tree_sitter.Node, reader: NodeReader, depth: int) -> TypeRef | None:
    """Read `::A::B` as a type from the root namespace."""
    del depth
    text = reader.text(node)
    return TypeRef(text.replace("::", ".")) if text.startswith("::") else None


_EXTENDED_TYPES = {
    "include": "Object",
    "configure": "RSpec.configure",
    **dict.fromkeys(("context", "describe", "feature"), "RSpec.describe"),
}
"""The types that top-level code extends, by the enclosing call, or by `include` itself."""


def read_extended_type(node: tree_sitter.Node, reader: NodeReader, depth: int) -> TypeRef | None:
    """Read the type that a top-level `include` extends: Object, or RSpec's example groups."""
    del depth
    name = _EXTENDED_TYPES.get(reader.text(node))
    return None if name is None else TypeRef(name)


def complete_definition(
    definition: CodeDefinition, node: tree_sitter.Node, reader: NodeReader, words: frozenset[str]
) -> CodeDefinition:
    """Set nesting, visibility, and whether a method is a singleton method."""
    del words
    is_constant = definition.kind is DefinitionKind.TYPE or definition.name[:1].isupper()
    is_named = definition.kind is not DefinitionKind.FUNCTION and is_constant
    changes: dict[str, object] = {
        "namespace": ".".join(nesting(node, reader)),
        "is_exported": is_named,
        "is_qualified": is_named and is_qualified(node),
        "is_reopenable": node.type in REOPENABLE,
        "visibility": visibility_of(node, definition, reader),
        "signature": _signature(node, definition, reader),
    }
    if definition.kind is DefinitionKind.TYPE:
        changes["mixins"] = tuple(find_mixins(node, body_of(node), reader))
        changes["bases_of_users"] = find_modules_for_users(body_of(node), reader)
        changes["is_mixin"] = is_module(node, reader)
    if definition.mutability is not None and definition.name.lstrip("@")[:1].islower():
        changes["mutability"] = Mutability.MUTABLE
    if definition.kind is DefinitionKind.VARIABLE and definition.value is not None:
        changes["value"] = without_locals(definition.value, node, reader)
    if definition.modifiers is not None:
        changes["value"] = _result(node, reader)
        changes["name"] = delegated_name(definition.name, node, reader)
        changes["modifiers"] = replace(
            definition.modifiers,
            is_static=is_singleton_method(node, reader),
            has_body=node.type in METHODS or node.child_by_field_name("block") is not None,
        )
        changes["is_static_and_instance"] = is_also_singleton_method(node, reader)
        changes["is_static_of_users"] = belongs_to_users(node, reader)
    if definition.kind is DefinitionKind.FUNCTION and not changes["namespace"] and is_in_block(node, reader):
        changes["namespace"] = _FILE_NAMESPACE
    return replace(definition, **changes)


def _result(node: tree_sitter.Node, reader: NodeReader) -> CodeExpression | None:
    """Return the value of a method; a forwarding method has that of its target."""
    if node.type in METHODS:
        return result_of(node, reader)
    method = node.child_by_field_name("method") if node.type == "call" else None
    if method is not None and reader.text(method) == "alias_method":
        arguments = node.child_by_field_name("arguments")
        return None if arguments is None else reader.expression(arguments)
    return reader.expression(node) if node.type in {"alias", "simple_symbol"} else None


def _signature(node: tree_sitter.Node, definition: CodeDefinition, reader: NodeReader) -> str:
    """Return the head of a type or method, without comments before its body."""
    fields = ("superclass", "name") if node.type in REOPENABLE else ("parameters", "name")
    ends = [each.end_byte for each in map(node.child_by_field_name, fields) if each is not None]
    is_head = node.type in {*METHODS, *REOPENABLE} and bool(ends)
    return " ".join(reader.slice(node.start_byte, max(ends)).split()) if is_head else definition.signature


_OPERATORS = {
    "binary": "{}",
    **{f"binary {sign}": "" for sign in ("&&", "||", "and", "or")},
    "binary !=": "==",
    "binary !~": "=~",
    "unary": "{}@",
    **{f"unary {sign}": "!" for sign in ("!", "not")},
    "unary defined?": "",
    "element_reference": "[]",
    "element_reference =": "[]=",
}


RUBY = Grammar(
    name="ruby",
    argument_kinds={
        "splat_argument": (ArgumentKind.SPREAD_POSITIONAL,),
        "hash_splat_argument": (ArgumentKind.SPREAD_KEYWORD,),
        "forward_argument": (ArgumentKind.SPREAD_POSITIONAL, ArgumentKind.SPREAD_KEYWORD),
        "pair": (ArgumentKind.KEYWORD,),
        "block_argument": (),
    },
    statement_blocks=frozenset(
        {"program", "body_statement", "block_body", "then", "else", "ensure", "do", "begin"}
    ),
    immutable_values=IMMUTABLE_VALUES,
    mutations=MUTATIONS,
    load=tree_sitter_ruby.language,
    query_file="ruby/ruby.scm",
    operator_methods=_OPERATORS,
    expressions=EXPRESSIONS,
    types=TYPES,
    read_imports=read_imports,
    complete_definition=complete_definition,
    type_readers={"identifier": read_extended_type, "scope_resolution": read_scoped_type},
    expression_readers={
        "alias": read_alias,
        "as_pattern": read_pattern_binding,
        "argument_list": read_alias_method,
        "call": read_call,
        "exceptions": read_rescue_binding,
        "identifier": read_plain_new,
        "simple_symbol": read_symbol,
        "string": read_method_object,
        "delimited_symbol": read_method_object,
        "super": read_super,
        "instance_variable": read_field,
        "class_variable": read_field,
        "scope_resolution": read_root_constant,
    },
    rewrite_captures=rewrite_captures,
    name_separators=("::",),
    implicit_call_types=frozenset({"identifier"}),
    sigils="@:",
    field_sigil="@",
)
