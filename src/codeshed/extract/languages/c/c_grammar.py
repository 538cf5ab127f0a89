"""C.

Turns: includes → CodeImports. Definitions with external linkage are in a namespace of their own, which all
files share.
"""

import re
from collections.abc import Iterator
from itertools import pairwise

import tree_sitter
import tree_sitter_c
from msgspec.structs import replace

from codeshed.extract.engine.grammar import (
    ExpressionKind,
    ExpressionShape,
    Grammar,
    ImportDeclaration,
    NodeReader,
    TypeShape,
    TypeShapeKind,
)
from codeshed.extract.languages.c.c_mutations import MUTATIONS
from codeshed.extract.languages.c_family.c_macros import simplify
from codeshed.extract.languages.c_family.c_preprocessor import find_calls_in_text, preprocess
from codeshed.extract.languages.c_family.declarators import is_named_by_macro, rewrite_captures
from codeshed.extract.languages.c_family.preprocessor_conditions import is_conditional
from codeshed.model.facts.code_expressions import CodeExpression, MemberExpr, NameExpr, OtherExpr
from codeshed.model.facts.code_facts import TOP_LEVEL, CodeDefinition, ImportForm, ValueEvidence
from codeshed.model.semantic import DefinitionKind, Modifiers, Mutability, TypeKind, Visibility

LINKAGE_NAMESPACE = "c:"
"""The namespace of functions and variables with external linkage."""

MACRO_FUNCTION_NAMESPACE = "c:made"
"""The namespace of functions that macros define: their names exist only after preprocessing."""

EXPRESSIONS = {
    "identifier": ExpressionShape(ExpressionKind.NAME),
    "field_identifier": ExpressionShape(ExpressionKind.NAME),
    "field_expression": ExpressionShape(ExpressionKind.MEMBER, ("argument",), ("field",)),
    "call_expression": ExpressionShape(ExpressionKind.CALL, ("function",)),
    "cast_expression": ExpressionShape(ExpressionKind.CAST, ("type",), ("value",)),
    "compound_literal_expression": ExpressionShape(ExpressionKind.NEW, ("type",)),
    "subscript_expression": ExpressionShape(ExpressionKind.ITEM, ("argument",)),
    "pointer_expression": ExpressionShape(ExpressionKind.INNER, ("argument",)),
    "parenthesized_expression": ExpressionShape(ExpressionKind.INNER, ("0",)),
    "string_literal": ExpressionShape(ExpressionKind.LITERAL, type_name="char*"),
    "concatenated_string": ExpressionShape(ExpressionKind.LITERAL, type_name="char*"),
    "char_literal": ExpressionShape(ExpressionKind.LITERAL, type_name="char"),
    "number_literal": ExpressionShape(ExpressionKind.LITERAL, type_name="int"),
    "true": ExpressionShape(ExpressionKind.LITERAL, type_name="bool"),
    "false": ExpressionShape(ExpressionKind.LITERAL, type_name="bool"),
    "null": ExpressionShape(ExpressionKind.LITERAL, type_name="NULL"),
}

TYPES = {
    "type_identifier": TypeShape(TypeShapeKind.NAME),
    "primitive_type": TypeShape(TypeShapeKind.NAME),
    "sized_type_specifier": TypeShape(TypeShapeKind.NAME),
    "struct_specifier": TypeShape(TypeShapeKind.INNER, ("name",)),
    "union_specifier": TypeShape(TypeShapeKind.INNER, ("name",)),
    "enum_specifier": TypeShape(TypeShapeKind.INNER, ("name",)),
    "type_descriptor": TypeShape(TypeShapeKind.INNER, ("type",)),
    "macro_type_specifier": TypeShape(TypeShapeKind.INNER, ("type",)),
}

MODIFIER_WORDS = frozenset(
    {"static", "extern", "inline", "const", "constexpr", "register", "volatile", "typedef"}
)

_MACROS = frozenset({"preproc_def", "preproc_function_def"})
_UNDEF = re.compile(r"#\s*undef")
MAX_MACRO_BODY = 200
"""How many characters of a macro body are read."""

_FUNCTION = frozenset({"function_definition"})
_CALL_BEFORE_BLOCK = re.compile(
    r"[;{}]\s*(?!(?:if|for|while|switch|catch)\b)\w+\s*\(((?:[^(){};]|\([^(){};]*\))*)\)\s*(?=\{)"
)
_FILE_NODE = frozenset({"translation_unit"})
_TOP_LEVEL_MACRO_CALL = re.compile(
    r"^(?:static[ \t]+)?[A-Z_][A-Z0-9_]{2,}[ \t]*\(([^(){};]{1,2000})\)[ \t]*;?[ \t\r]*$", re.MULTILINE
)
_MIN_PASTED_LENGTH = 3
_TYPES_WITH_MEMBERS = frozenset({"struct_specifier", "union_specifier", "class_specifier"})


def read_imports(node: tree_sitter.Node, reader: NodeReader) -> list[ImportDeclaration]:
    """Read an include, or the members of an enum, which are names in the enclosing scope."""
    match node.type:
        case "preproc_include":
            path = node.child_by_field_name("path")
            return [] if path is None else list(read_include(_path_text(path, reader), ""))
        case "preproc_call":
            argument = node.child_by_field_name("argument")
            directive = node.child_by_field_name("directive")
            is_next = directive is not None and reader.text(directive).endswith("next")
            text = "" if argument is None else reader.text(argument).strip()
            return list(read_include(text, "next" if is_next else ""))
        case _:
            return list(import_enum_members(node, reader))


def _path_text(path: tree_sitter.Node, reader: NodeReader) -> str:
    """Return the path of an include; for a macro, its last definition in the file."""
    text = reader.text(path)
    if path.type != "identifier":
        return text
    defined = re.findall(
        rf'^[ \t]*#[ \t]*define[ \t]+{text}[ \t]+(<[^>\n]+>|"[^"\n]+")',
        reader.slice(0, path.start_byte),
        re.MULTILINE,
    )
    return defined[-1] if defined else text


def read_field(node: tree_sitter.Node, reader: NodeReader, depth: int) -> CodeExpression | None:
    """Read `value.name` and `value->name`: the left side is a value and never a type."""
    value, name = node.child_by_field_name("argument"), node.child_by_field_name("field")
    if value is None or name is None:
        return None
    operator = node.child_by_field_name("operator")
    is_pointed = operator is not None and reader.text(operator) == "->"
    while value.type == "parenthesized_expression" and value.named_children:
        value = value.named_children[0]
        is_pointed = is_pointed or (value.type == "pointer_expression" and reader.text(value)[:1] == "*")
    inner = reader.expression(value, depth + 1)
    if isinstance(inner, NameExpr):
        inner = replace(inner, is_value=True)
    return MemberExpr(node.start_byte, node.end_byte, inner, reader.text(name), is_dereferenced=is_pointed)


def read_name(node: tree_sitter.Node, reader: NodeReader, depth: int) -> CodeExpression | None:
    """Read a name that a macro may declare, as in `LOOP(i, n) {`. It is marked as a value, so that nothing else is assumed for it."""
    del depth
    function = reader.nearest_ancestor(node, _FUNCTION)
    if function is None:
        return None
    root = reader.nearest_ancestor(function, _FILE_NODE)
    name = reader.text(node)
    is_declared = name in reader.memoize(function, _names_in_macros) or (
        root is not None and _is_pasted(name, reader.memoize(root, _arguments_of_top_level_macros))
    )
    return NameExpr(node.start_byte, node.end_byte, name, is_value=True) if is_declared else None


def _names_in_macros(function: tree_sitter.Node, reader: NodeReader) -> frozenset[str]:
    """Return the arguments of what looks like a call but is followed by a block: a macro."""
    found = (match[1].split(",") for match in _CALL_BEFORE_BLOCK.finditer(reader.text(function)))
    return frozenset(each.strip() for arguments in found for each in arguments)


def _arguments_of_top_level_macros(root: tree_sitter.Node, reader: NodeReader) -> frozenset[str]:
    """Return the arguments of macros outside of functions; these may be pasted into other names: `name##_free`."""
    found = (match[1].split(",") for match in _TOP_LEVEL_MACRO_CALL.finditer(reader.text(root)))
    names = (each.strip(" \t\r\n*") for arguments in found for each in arguments)
    return frozenset(name for name in names if len(name) >= _MIN_PASTED_LENGTH and name.isidentifier())


def _is_pasted(name: str, arguments: frozenset[str]) -> bool:
    """Whether a name may be pasted from a macro argument: `unit_free` and `unit_freep` from `unit` and `unit_free`."""
    if not arguments:
        return False
    breaks = [position for position, letter in enumerate(name) if letter == "_"]
    return name[:-1] in arguments or any(
        name[:position] in arguments or name[: position + 1] in arguments or name[position + 1 :] in arguments
        for position in breaks
    )


def read_include(text: str, detail: str) -> Iterator[ImportDeclaration]:
    """Yield an include; one by macro says nothing."""
    if text[:1] == "<" and ">" in text:
        module = text[1:].partition(">")[0].strip()
        yield ImportDeclaration(form=ImportForm.ALL, module=module, detail=f"system {detail}".strip())
    elif text[:1] == '"':
        yield ImportDeclaration(form=ImportForm.ALL, module=text[1:].partition('"')[0].strip(), detail=detail)


def import_enum_members(
    name: tree_sitter.Node, reader: NodeReader, detail: str = ""
) -> Iterator[ImportDeclaration]:
    """Yield the members of an enum as names of the enclosing scope: `RED`, not only `color.RED`."""
    parent = name.parent
    if parent is None:
        return
    enum = parent.child_by_field_name("type") if parent.type == "type_definition" else parent
    body = None if enum is None else enum.child_by_field_name("body")
    if body is None:
        return
    path = ".".join((*_enclosing_type_names(parent, reader), reader.text(name)))
    for child in body.named_children:
        member = child.child_by_field_name("name") if child.type == "enumerator" else None
        if member is not None:
            alias = reader.text(member)
            yield ImportDeclaration(
                form=ImportForm.EXPORT_NAME, module="", name=f"{path}.{alias}", alias=alias, detail=detail
            )


def _enclosing_type_names(node: tree_sitter.Node, reader: NodeReader) -> tuple[str, ...]:
    """Return the names of the enclosing types, outermost first."""
    names: list[str] = []
    outer = node.parent
    while outer is not None:
        name = outer.child_by_field_name("name") if outer.type in _TYPES_WITH_MEMBERS else None
        if name is not None:
            names.append(reader.text(name))
        outer = outer.parent
    return tuple(reversed(names))


def complete_definition(
    definition: CodeDefinition, node: tree_sitter.Node, reader: NodeReader, words: frozenset[str]
) -> CodeDefinition:
    """Set linkage, mutability and signature."""
    changes: dict[str, object] = {}
    is_macro = node.type.startswith("preproc")
    if is_macro:
        changes["signature"] = " ".join(reader.text(node).split("\n", 1)[0].split())
        value = changes["value"] = _macro_value(node, reader)
        may_be_called = node.type == "preproc_function_def" or isinstance(value, NameExpr)
        changes["is_conditional"] = may_be_called and is_conditional(node, definition.name, reader)
        changes["visible_span"] = _visible_span(definition, node, reader)
    elif definition.parent == TOP_LEVEL and definition.kind is not DefinitionKind.TYPE:
        is_linked = "static" not in words and node.type != "enumerator"
        changes["is_exported"] = is_linked
        if is_named_by_macro(node):
            changes |= _macro_made_function(definition, node, reader)
        elif is_linked:
            changes["namespace"] = LINKAGE_NAMESPACE
        elif "static" in words:
            changes["visibility"] = Visibility.PRIVATE
    if definition.modifiers is not None:
        changes["modifiers"] = replace(definition.modifiers, is_static=False, has_body=has_body(node))
    if definition.mutability is not None and not is_macro and node.type != "enumerator":
        changes |= mutability(definition, node, reader)
        changes["modifiers"] = modifiers_of_variable(definition, words)
    signature = signature_of(definition, node, reader)
    return replace(definition, **{"signature": signature, **changes})


def _visible_span(
    definition: CodeDefinition, node: tree_sitter.Node, reader: NodeReader
) -> tuple[int, int] | None:
    """Return where a macro is visible, if it is undefined or redefined in the same block of directives."""
    if node.parent is None or definition.parent != TOP_LEVEL:
        return None
    return reader.memoize(node.parent, _visible_spans).get(node.start_byte)


def _visible_spans(block: tree_sitter.Node, reader: NodeReader) -> dict[int, tuple[int, int]]:
    """Return the visible spans of macros that end within a block, by where they begin.

    A macro that is defined once may also be used in text before its definition. If it is defined several
    times, it is not known which definition the body of another macro refers to.
    """
    begins: dict[str, list[int]] = {}
    ends: dict[int, int] = {}
    texts: list[tuple[str, str]] = []
    for child in block.named_children:
        name = child.child_by_field_name("name") if child.type in _MACROS else None
        directive = child.child_by_field_name("directive") if child.type == "preproc_call" else None
        argument = child.child_by_field_name("argument")
        if name is not None:
            value = child.child_by_field_name("value")
            texts.append((reader.text(name), "" if value is None else reader.text(value)))
            begins.setdefault(reader.text(name), []).append(child.start_byte)
        elif directive is not None and argument is not None and _UNDEF.fullmatch(reader.text(directive)):
            for begin in begins.get(reader.text(argument).strip(), ())[-1:]:
                ends.setdefault(begin, child.start_byte)
    found: dict[int, tuple[int, int]] = {}
    are_several = any(len(offsets) > 1 for offsets in begins.values())
    used = _words_in_bodies(texts) if are_several else frozenset()
    for name_here, offsets in begins.items():
        if len(offsets) == 1:
            found.update({begin: (0, ends[begin]) for begin in offsets if begin in ends})
        elif name_here not in used:
            found.update(
                {begin: (begin, ends.get(begin, following)) for begin, following in pairwise(offsets)}
            )
            found.update({begin: (begin, ends[begin]) for begin in offsets[-1:] if begin in ends})
    return found


def _words_in_bodies(texts: list[tuple[str, str]]) -> frozenset[str]:
    """Return the words in macro bodies, except a macro's own name in its body."""
    return frozenset(word for name, text in texts for word in re.findall(r"\w+", text) if word != name)


def _macro_made_function(
    definition: CodeDefinition, node: tree_sitter.Node, reader: NodeReader
) -> dict[str, object]:
    """Return the attributes of a function that a macro defines: it is named after the macro's arguments, and nothing calls it."""
    changes: dict[str, object] = {
        "is_exported": False,
        "is_unnameable": True,
        "namespace": MACRO_FUNCTION_NAMESPACE,
    }
    call = node.prev_named_sibling if node.type == "compound_statement" else None
    if call is None:
        return changes
    text = " ".join(reader.text(call).split())
    names = re.findall(r"\w+", text.partition("(")[2])
    return {**changes, "name": "_".join(names) or definition.name, "signature": text}


def modifiers_of_variable(definition: CodeDefinition, words: frozenset[str]) -> Modifiers | None:
    """Return modifiers for a variable that is only declared: `extern int x;`."""
    is_declared = "extern" in words and definition.value is None
    return Modifiers(has_body=False) if is_declared else None


def _macro_value(node: tree_sitter.Node, reader: NodeReader) -> CodeExpression | None:
    """Return the value of an object-like macro, if it is a name or a literal."""
    body = node.child_by_field_name("value")
    if node.type != "preproc_def" or body is None:
        return None
    text = reader.slice(body.start_byte, min(body.end_byte, body.start_byte + MAX_MACRO_BODY))
    text = text.partition("//")[0].partition("/*")[0].strip().strip("()")
    if text.isidentifier():
        return NameExpr(body.start_byte, body.end_byte, text)
    return OtherExpr(body.start_byte, body.end_byte, "char") if text[:1] == '"' else None


_STATEMENTS = frozenset({
    "declaration", "field_declaration", "enumerator", "type_definition", "alias_declaration", "preproc_def",
})  # fmt: skip


def has_body(node: tree_sitter.Node) -> bool:
    """Whether a function is defined here, not only declared."""
    return node.type in {"function_definition", "preproc_function_def", "compound_statement"}


def signature_of(definition: CodeDefinition, node: tree_sitter.Node, reader: NodeReader) -> str:
    """Return the signature of a declarator that follows a type with a body: `struct foo bar`, without the body."""
    container = node.parent
    if definition.type_kind not in {None, TypeKind.TYPE_ALIAS}:
        is_named_behind = definition.name not in re.findall(r"\w+", definition.signature)
        return f"{definition.signature} {definition.name}" if is_named_behind else definition.signature
    if definition.kind is DefinitionKind.FUNCTION or node.type in _STATEMENTS:
        return definition.signature
    type_node = None if container is None else container.child_by_field_name("type")
    if container is None or type_node is None:
        return definition.signature
    name = type_node.child_by_field_name("name")
    end = type_node.start_byte if name is None else name.end_byte
    before = reader.slice(container.start_byte, end)
    keyword = "" if name is not None else type_node.type.removesuffix("_specifier")
    return " ".join(f"{before} {keyword} {reader.text(node)}".split())


def mutability(
    definition: CodeDefinition, node: tree_sitter.Node, reader: NodeReader
) -> dict[str, Mutability | ValueEvidence | None]:
    """Return whether a variable and its value may change: a pointer may, unless `const` follows its `*`.

    What a constant pointer leads to may change unless there is a `const` before the `*` too.
    """
    begin = node.start_byte
    if node.type not in _STATEMENTS and node.parent is not None:
        begin = node.parent.start_byte
    before = reader.slice(begin, definition.name_begin)
    behind_star = before.rpartition("*")[2] if "*" in before else before
    words = set(behind_star.replace(",", " ").split())
    if words.isdisjoint({"const", "constexpr", "constinit"}) and "constexpr" not in before:
        return {"mutability": Mutability.MUTABLE, "value_evidence": None}
    value = definition.value
    is_literal = isinstance(value, OtherExpr) and bool(value.type_name)
    is_smart = definition.type is not None and definition.type.name.endswith("_ptr")
    is_deep = not is_smart and ("*" not in before or "const" in before.partition("*")[0].split())
    return {
        "mutability": Mutability.CONST if is_literal or "constexpr" in before else Mutability.IMMUTABLE,
        "value_evidence": ValueEvidence.VALUE if is_deep or "constexpr" in before else None,
    }


C = Grammar(
    name="c",
    statement_blocks=frozenset(
        {"translation_unit", "compound_statement", "case_statement", "declaration_list"}
    ),
    simple_statements=frozenset({"expression_statement", "return_statement"}),
    mutations=MUTATIONS,
    load=tree_sitter_c.language,
    query_file="c/c.scm",
    expressions=EXPRESSIONS,
    types=TYPES,
    read_imports=read_imports,
    complete_definition=complete_definition,
    preprocess=preprocess,
    simplify=simplify,
    find_calls_in_text=find_calls_in_text,
    expression_readers={"field_expression": read_field, "identifier": read_name},
    rewrite_captures=rewrite_captures,
    modifier_words=MODIFIER_WORDS,
)
