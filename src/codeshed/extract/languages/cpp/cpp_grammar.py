"""C++.

Turns: includes, `using` and module imports → CodeImports; qualified names, templates, access and linkage →
definitions.
"""

import re
from collections.abc import Iterator

import tree_sitter
import tree_sitter_cpp
from msgspec.structs import replace

from codeshed.extract.engine.grammar import (
    Captures,
    ExpressionKind,
    ExpressionShape,
    Grammar,
    ImportDeclaration,
    NodeReader,
    TypeShape,
    TypeShapeKind,
)
from codeshed.extract.languages.c import c_grammar as c
from codeshed.extract.languages.c_family import c_macros, declarators
from codeshed.extract.languages.c_family import c_preprocessor as c_text
from codeshed.extract.languages.cpp.cpp_access import (
    CLASS_BODY,
    access_of,
    class_body,
    redeclared_base_members,
)
from codeshed.extract.languages.cpp.cpp_brace_initializers import CLASS_TYPES, rewrite_initializer_captures
from codeshed.extract.languages.cpp.cpp_modules import read_module_import, rewrite_module_imports
from codeshed.extract.languages.cpp.cpp_mutations import MUTATIONS
from codeshed.extract.languages.cpp.cpp_qualified_names import (
    CASTS,
    FACTORIES,
    called_template,
    count_pointers,
    read_call,
    read_initializer,
    read_member,
    read_null,
    read_number,
    read_qualified,
    read_qualified_type,
    read_template_type,
    specialization_arguments,
    template_parameters,
)
from codeshed.extract.languages.cpp.cpp_test_fixtures import fixture_of
from codeshed.model.facts.code_expressions import TypeRef
from codeshed.model.facts.code_facts import TOP_LEVEL, CodeDefinition, ImportForm
from codeshed.model.semantic import ArgumentKind, DefinitionKind, Mutability, Visibility

NAMESPACE_PREFIX = "c:."

EXPRESSIONS = {
    **c.EXPRESSIONS,
    "namespace_identifier": ExpressionShape(ExpressionKind.NAME),
    "type_identifier": ExpressionShape(ExpressionKind.NAME),
    "this": ExpressionShape(ExpressionKind.RECEIVER),
    "parameter_declaration": ExpressionShape(ExpressionKind.INNER, ("type",)),
    "new_expression": ExpressionShape(ExpressionKind.NEW, ("type",)),
    "template_function": ExpressionShape(ExpressionKind.INNER, ("name",)),
    "template_method": ExpressionShape(ExpressionKind.INNER, ("name",)),
    "co_await_expression": ExpressionShape(ExpressionKind.INNER, ("argument",)),
    "raw_string_literal": ExpressionShape(ExpressionKind.LITERAL, type_name="char*"),
}

TYPES = {
    **c.TYPES,
    "class_specifier": TypeShape(TypeShapeKind.INNER, ("name",)),
    "dependent_type": TypeShape(TypeShapeKind.INNER, ("0",)),
    "namespace_identifier": TypeShape(TypeShapeKind.NAME),
}

MODIFIER_WORDS = c.MODIFIER_WORDS | {"virtual", "explicit", "friend", "constinit", "consteval", "mutable"}

_VIRTUAL = frozenset({"override", "final"})
_BEFORE_CONVERSION = re.compile(
    rb"\b(?:(?:inline|constexpr|[A-Z][A-Z0-9_]{2,})\s+){1,4}"
    rb"(?=(?:::)?(?:[A-Za-z_]\w*(?:<[^<>;{}()]{0,80}>)?::){1,8}operator\s+(?!new\b|delete\b|co_await\b)[A-Za-z_:])"
)


def preprocess(content: bytes) -> bytes:
    """Preprocess as C, and blank or rewrite what hides imports and conversion operators from the parser."""
    return c_text.preprocess(_without_unparsable(content))


def simplify(content: bytes) -> bytes:
    """Repair a file that has syntax errors otherwise."""
    return c_macros.simplify(_without_unparsable(content))


def _without_unparsable(content: bytes) -> bytes:
    """Rewrite module imports, and blank the specifiers before a conversion operator that is defined outside of its class."""
    content = rewrite_module_imports(content)
    return _BEFORE_CONVERSION.sub(c_text.blank, content) if b"::operator" in content else content


def rewrite_captures(captures: Captures, reader: NodeReader) -> Captures:
    """Rewrite the captures of declarators, base classes, constructor calls and inline namespaces, which are transparent."""
    if "define.namespace" in captures:
        node = captures["define.namespace"][0]
        return {} if any(child.type == "inline" for child in node.children) else captures
    if "construct" in captures:
        return rewrite_initializer_captures(captures, reader)
    if "call" in captures:
        return _capture_call(captures, reader)
    found = declarators.rewrite_captures(captures, reader)
    object_nodes = found.get("object") or found.get("implicit")
    if object_nodes and "type" in found and found["type"][0].type in CLASS_TYPES:
        parameters = object_nodes[0].child_by_field_name("parameters")
        return {
            **found,
            "construct": object_nodes,
            "constructed_type": found["type"],
            **({} if parameters is None else {"arguments": [parameters]}),
        }
    for what in ("define.class", "define.struct", "define.union"):
        if what in found:
            return _capture_class(found, found[what][0])
    return found


def _capture_class(captures: Captures, node: tree_sitter.Node) -> Captures:
    name = captures["name"][0]
    while name.type in {"template_type", "qualified_identifier"}:
        inner = name.child_by_field_name("name")
        if inner is None:
            break
        name = inner
    bases = [
        base
        for child in node.named_children
        if child.type == "base_class_clause"
        for base in child.named_children
        if base.type in CLASS_TYPES
    ]
    parent = node.parent
    outer = parent if parent is not None and parent.type == "template_declaration" else node
    return {**captures, "name": [name], "with_modifiers": [outer], **({"inherits": bases} if bases else {})}


def _capture_call(captures: Captures, reader: NodeReader) -> Captures:
    """Separate casts and calls that construct an object of a named type from other calls."""
    callee, node = captures["callee"][0], captures["call"][0]
    if node.type == "parameter_declaration":
        return captures if _is_constructor_argument(node) else {"hidden": [callee]}
    name = called_template(callee, reader)
    inner = callee.child_by_field_name("function") if callee.type == "call_expression" else callee
    if name in CASTS or (inner is not None and inner.type == "primitive_type"):
        return {"hidden": [callee]}
    if name in FACTORIES:
        return {"construct": captures["call"], "callee": [callee], "arguments": captures["arguments"]}
    return captures


def _is_constructor_argument(parameter: tree_sitter.Node) -> bool:
    """Whether what looks like a parameter is an argument of an object's constructor: `A b(c());` in a function."""
    container = None if parameter.parent is None else parameter.parent.parent
    declaration = None if container is None else container.parent
    block = None if declaration is None else declaration.parent
    return block is not None and block.type == "compound_statement"


_OPENED_NAMESPACES = re.compile(r"\s*(?:(?:inline\s+)?namespace\s+\w+(?:::\w+)*\s*\{\s*)+")
_OPENED_NAMESPACE = re.compile(r"(inline\s+)?namespace\s+([\w:]+)")


def read_imports(node: tree_sitter.Node, reader: NodeReader) -> list[ImportDeclaration]:
    """Read an include, a `using`, a namespace alias, a module import, or the members of an unscoped enum."""
    match node.type:
        case "using_declaration":
            return list(_using_imports(node, reader))
        case "namespace_alias_definition" | "namespace_identifier":
            return [_namespace_alias(node, reader)]
        case "declaration":
            return list(read_module_import(node, reader))
        case "type_identifier":
            return list(_unscoped_enum_names(node, reader))
        case "preproc_arg":
            return list(_namespace_of_macro(node, reader))
        case _:
            return c.read_imports(node, reader)


def _namespace_alias(node: tree_sitter.Node, reader: NodeReader) -> ImportDeclaration:
    """Return what a namespace alias names; an inline namespace is another name of the one around it."""
    if node.type == "namespace_identifier":
        detail = f"inline {namespace_around(node, reader)}".strip()
        return ImportDeclaration(form=ImportForm.MODULE, module="", alias=reader.text(node), detail=detail)
    name, target = node.child_by_field_name("name"), node.named_children[-1]
    return ImportDeclaration(
        form=ImportForm.MODULE,
        module=_dotted(reader.text(target)),
        alias="" if name is None else reader.text(name),
        detail=f"using {namespace_around(node, reader)}".strip(),
    )


def _namespace_of_macro(body: tree_sitter.Node, reader: NodeReader) -> Iterator[ImportDeclaration]:
    """Yield the namespace that a macro opens: what follows the macro looks as if it were in the global namespace."""
    opened = _OPENED_NAMESPACES.fullmatch(reader.text(body).replace("\\", " "))
    names = () if opened is None else _OPENED_NAMESPACE.findall(opened[0])
    namespace = ".".join(_dotted(name) for is_inline, name in names if not is_inline)
    if namespace:
        yield ImportDeclaration(form=ImportForm.ALL, module="", detail=f"macro {namespace}")


def _unscoped_enum_names(name: tree_sitter.Node, reader: NodeReader) -> Iterator[ImportDeclaration]:
    """Yield the members of an unscoped enum as names of the enclosing scope."""
    container = name.parent
    if container is not None and not any(child.type in {"class", "struct"} for child in container.children):
        yield from c.import_enum_members(name, reader, f"enum {namespace_around(name, reader)}".strip())


def _using_imports(node: tree_sitter.Node, reader: NodeReader) -> Iterator[ImportDeclaration]:
    """Yield what a `using` brings into a file or namespace; one in a class only redeclares an inherited member."""
    if (node.parent is not None and node.parent.type == CLASS_BODY) or not node.named_children:
        return
    path = _dotted(reader.text(node.named_children[-1]))
    around = f"using {namespace_around(node, reader)}".strip()
    words = {child.type for child in node.children}
    if "namespace" in words:
        yield ImportDeclaration(form=ImportForm.ALL, module=path, detail=around)
        return
    module, _, name = path.rpartition(".")
    if "enum" in words:
        yield ImportDeclaration(
            form=ImportForm.ALL, module=path, detail=around.replace("using", "using-enum", 1)
        )
    else:
        yield ImportDeclaration(
            form=ImportForm.EXPORT_NAME, module=module, name=name, alias=name, detail=around
        )


def _dotted(text: str) -> str:
    return "".join(text.split()).replace("::", ".").strip(".")


def namespace_around(node: tree_sitter.Node, reader: NodeReader) -> str:
    """Return the qualified name of the enclosing namespace; anonymous and inline namespaces are transparent."""
    names: list[str] = []
    outer = node.parent
    while outer is not None:
        if outer.type == "namespace_definition" and not any(each.type == "inline" for each in outer.children):
            name = outer.child_by_field_name("name")
            if name is not None:
                names.append(_dotted(reader.text(name)))
        outer = outer.parent
    return ".".join(reversed(names))


def complete_definition(
    definition: CodeDefinition, node: tree_sitter.Node, reader: NodeReader, words: frozenset[str]
) -> CodeDefinition:
    """Set linkage, access, owner and template parameters."""
    if node.type.startswith("preproc"):
        return c.complete_definition(replace(definition, namespace=""), node, reader, words)
    changes: dict[str, object] = {"signature": c.signature_of(definition, node, reader)}
    if _is_friend(node):
        definition = replace(definition, parent=TOP_LEVEL)
        changes["parent"] = TOP_LEVEL
    macro_arguments = _macro_arguments(definition, node, reader)
    fixture = fixture_of(definition, node, macro_arguments, reader)
    changes["owner"] = owner = TypeRef(fixture) if fixture else _owner(definition, node, reader)
    if macro_arguments:
        changes |= {"name": "_".join(macro_arguments), "parameters": ()}
    if definition.name.startswith("operator ") and "(" in definition.name:
        changes["name"] = definition.name.partition("(")[0].strip()
    body = class_body(node)
    if definition.parent == TOP_LEVEL and owner is None:
        changes.update(_linkage(definition, node, words))
    elif definition.namespace:
        changes["namespace"] = f"{NAMESPACE_PREFIX}{definition.namespace}"
    if body is not None and definition.mutability is not Mutability.IMMUTABLE:
        changes["visibility"] = access_of(body, node, reader)
    changes["using_names"] = redeclared_base_members(node, reader)
    is_deleted = any(each.type == "delete_method_clause" for each in node.children[-1:])
    if definition.modifiers is not None:
        changes["is_unnameable"] = is_deleted
        said_behind = frozenset(definition.signature.rpartition(")")[2].rstrip(";").split())
        changes["modifiers"] = replace(
            definition.modifiers,
            is_static=(body is not None or owner is not None) and "static" in words,
            is_abstract=node.type == "field_declaration"
            and node.child_by_field_name("default_value") is not None,
            is_final="final" in said_behind,
            is_virtual=None if body is None else "virtual" in words or not said_behind.isdisjoint(_VIRTUAL),
            is_override=True if "override" in said_behind else None,
            has_body=c.has_body(node) and not is_deleted,
        )
    if definition.mutability is not None and node.type != "enumerator":
        changes |= c.mutability(definition, node, reader)
        changes["modifiers"] = c.modifiers_of_variable(definition, words)
    return replace(definition, **changes, **_template_attributes(definition, node, reader))


def _template_attributes(
    definition: CodeDefinition, node: tree_sitter.Node, reader: NodeReader
) -> dict[str, object]:
    """Return the parameters of a template, and the arguments of a specialization."""
    template = _template_around(node)
    name = node.child_by_field_name("name") if definition.kind is DefinitionKind.TYPE else None
    return {
        "type_parameters": () if template is None else tuple(template_parameters(template, reader)),
        "specialization_arguments": () if name is None else specialization_arguments(name, template, reader),
    }


def _macro_arguments(definition: CodeDefinition, node: tree_sitter.Node, reader: NodeReader) -> list[str]:
    """Return the arguments of a macro that defines a function: `TEST_F(A, works) {`, whose body is code of an A."""
    if definition.parent != TOP_LEVEL or node.type != "function_definition" or not definition.name.isupper():
        return []
    declarator = node.child_by_field_name("declarator")
    parameters = None if declarator is None else declarator.child_by_field_name("parameters")
    if declarator is None or parameters is None or node.child_by_field_name("type") is not None:
        return []
    name = declarator.child_by_field_name("declarator")
    if name is None or name.type != "identifier":
        return []
    names = [reader.text(each) for each in parameters.named_children if each.type == "parameter_declaration"]
    return names if all(map(str.isidentifier, names)) else []


def _owner(definition: CodeDefinition, node: tree_sitter.Node, reader: NodeReader) -> TypeRef | None:
    """Return the class of a member that is defined outside of it: `A` of `void A::f()`."""
    if reader.slice(definition.name_begin - 2, definition.name_begin) != "::":
        return None
    name = node.descendant_for_byte_range(definition.name_begin, definition.name_begin)
    while name is not None and name.type != "qualified_identifier":
        name = name.parent
    while name is not None and name.parent is not None and name.parent.type == "qualified_identifier":
        name = name.parent
    if name is None:
        return None
    parts: list[str] = []
    arguments: tuple[str, ...] = ()
    inner: tree_sitter.Node | None = name
    while inner is not None and inner.type == "qualified_identifier":
        scope = inner.child_by_field_name("scope")
        if scope is not None:
            plain = scope.child_by_field_name("name") if scope.type == "template_type" else scope
            parts.append(reader.text(plain or scope))
            arguments = specialization_arguments(scope, _template_around(node), reader)
        inner = inner.child_by_field_name("name")
    return TypeRef(".".join(parts), tuple(map(TypeRef, arguments))) if parts else None


def _is_friend(node: tree_sitter.Node) -> bool:
    """Whether a function is only a friend of the class it is written in: it belongs to the enclosing namespace."""
    outer = node.parent
    while outer is not None and outer.type in {"declaration", "template_declaration"}:
        outer = outer.parent
    return outer is not None and outer.type == "friend_declaration"


def _linkage(definition: CodeDefinition, node: tree_sitter.Node, words: frozenset[str]) -> dict[str, object]:
    """Return the namespace of a definition; definitions with internal linkage are in that of their file."""
    is_constant = not words.isdisjoint({"const", "constexpr"}) and definition.kind is DefinitionKind.VARIABLE
    is_own = _is_in_anonymous_namespace(node) or (
        "static" in words and "inline" not in words and not is_constant
    )
    if is_own:
        own = {"namespace": f"{NAMESPACE_PREFIX}{definition.namespace}"} if definition.namespace else {}
        return {"visibility": Visibility.PRIVATE, "is_exported": False, **own}
    space = f"{NAMESPACE_PREFIX}{definition.namespace}" if definition.namespace else c.LINKAGE_NAMESPACE
    return {"namespace": space, "is_exported": True}


def _is_in_anonymous_namespace(node: tree_sitter.Node) -> bool:
    outer = node.parent
    while outer is not None:
        if outer.type == "namespace_definition" and outer.child_by_field_name("name") is None:
            return True
        outer = outer.parent
    return False


def _template_around(node: tree_sitter.Node) -> tree_sitter.Node | None:
    """Return the template declaration of a definition."""
    template = node.parent
    while template is not None and template.type in {"declaration", "requires_clause"}:
        template = template.parent
    return None if template is None or template.type != "template_declaration" else template


CPP = Grammar(
    name="cpp",
    argument_kinds={"parameter_pack_expansion": (ArgumentKind.SPREAD_POSITIONAL,)},
    statement_blocks=frozenset(
        {
            "translation_unit",
            "compound_statement",
            "case_statement",
            "declaration_list",
            "field_declaration_list",
        }
    ),
    simple_statements=frozenset({"expression_statement", "return_statement", "throw_statement"}),
    mutations=MUTATIONS,
    has_optional_argument_lists=True,
    load=tree_sitter_cpp.language,
    query_file="cpp/cpp.scm",
    expressions=EXPRESSIONS,
    types=TYPES,
    read_imports=read_imports,
    complete_definition=complete_definition,
    type_readers={"qualified_identifier": read_qualified_type, "template_type": read_template_type},
    expression_readers={
        "qualified_identifier": read_qualified,
        "field_expression": read_member,
        "identifier": c.read_name,
        "call_expression": read_call,
        "init_declarator": read_initializer,
        "number_literal": read_number,
        "null": read_null,
    },
    preprocess=preprocess,
    simplify=simplify,
    find_calls_in_text=c_text.find_calls_in_text,
    rewrite_captures=rewrite_captures,
    keeps_arguments=True,
    count_pointers=count_pointers,
    name_separators=("::",),
    has_block_scope=True,
    import_namespace_prefix=NAMESPACE_PREFIX,
    modifier_words=MODIFIER_WORDS,
)
