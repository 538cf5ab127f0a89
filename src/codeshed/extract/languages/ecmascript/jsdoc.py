"""Types in JSDoc comments.

Turns: `@param {A} a`, `@returns {A}`, `@type {A}` → DocCommentTypes; `@typedef {import("./a")} A` and `@import A
from "./a"` → WrittenImports, which bind names for types only.
"""

import re
from collections.abc import Iterator
from functools import lru_cache

import tree_sitter_typescript

from codeshed.extract.engine.doc_comments import strip_comment_marks
from codeshed.extract.engine.grammar import DocCommentTypes, Grammar, ImportDeclaration
from codeshed.extract.engine.inline_modules import inline_module_name
from codeshed.extract.engine.syntax_reading import SyntaxReader
from codeshed.extract.languages.ecmascript.typescript_types import (
    TYPE_READERS,
    TYPES,
    loaded_modules,
)
from codeshed.model.facts.code_expressions import TypeRef
from codeshed.model.facts.code_facts import ImportForm

DOCUMENTED = "documented"
"""The `detail` of imports that only comments declare."""

_DEFAULT = "default"
_TAG = re.compile(r"^[ \t]*@(param|arg|argument|returns?|type)[ \t]+\{", re.MULTILINE)
_PARAMETER = re.compile(r"[ \t\n]*\[?(?:\.\.\.)?([A-Za-z_$][\w$]*)(?![\w$.])")
_TYPEDEF = re.compile(
    r"""@typedef[ \t]+\{[ \t\n]*import\([ \t\n]*["']([^"'\n]+)["'][ \t\n]*\)(?:\.([\w$]+))?([^}\n]*)\}[ \t\n]*([A-Za-z_$][\w$]*)"""
)
_IMPORT = re.compile(
    r"""^[ \t]*@import[ \t\n]+([^"']+?)[ \t\n]*from[ \t\n]*["']([^"'\n]+)["']""", re.MULTILINE
)
_OWN_TYPE = re.compile(r"^[ \t]*@(typedef|callback)[ \t\n]+", re.MULTILINE)
_TEMPLATE = re.compile(r"^[ \t]*@template[ \t]+(?:\{[^}\n]*\}[ \t]*)?([\w$, \t=\[\]]+)", re.MULTILINE)
_NAME = re.compile(r"[A-Za-z_$][\w$]*")
_WHOLE = re.compile(r"\*[ \t\n]+as[ \t\n]+([A-Za-z_$][\w$]*)")
_NAMED = re.compile(r"(?:type[ \t\n]+)?([A-Za-z_$][\w$]*)(?:[ \t\n]+as[ \t\n]+([A-Za-z_$][\w$]*))?")
_MAX_TYPE = 500
_N_KEPT = 4096

_TYPE_GRAMMAR = Grammar(
    name="jsdoc",
    load=tree_sitter_typescript.language_typescript,
    query_file="typescript/typescript.scm",
    expressions={},
    types=TYPES,
    type_readers=TYPE_READERS,
    read_imports=lambda _node, _reader: [],
)


def read_jsdoc(text: str) -> DocCommentTypes:
    """Return the types that a comment declares."""
    parameters: dict[str, TypeRef] = {}
    returns: TypeRef | None = None
    own: TypeRef | None = None
    for found in _TAG.finditer(text):
        end = _closing(text, found.end())
        if end is None:
            continue
        type_ref = read_jsdoc_type(text[found.end() : end])
        if type_ref is None:
            continue
        match found[1]:
            case "type":
                own = own or type_ref
            case "return" | "returns":
                returns = returns or type_ref
            case _:
                name = _PARAMETER.match(text, end + 1)
                if name is not None:
                    parameters.setdefault(name[1], type_ref)
    return DocCommentTypes(variables=parameters, returns=returns, type=own)


def _closing(text: str, begin: int) -> int | None:
    """Return the offset of the closing brace."""
    depth = 1
    for offset in range(begin, min(len(text), begin + _MAX_TYPE)):
        if text[offset] == "{":
            depth += 1
        elif text[offset] == "}":
            depth -= 1
            if not depth:
                return offset
    return None


@lru_cache(_N_KEPT)
def read_jsdoc_type(written: str) -> TypeRef | None:
    """Read a type in a comment; markers for optional and nullable are dropped."""
    text = written.strip().removeprefix("...").lstrip("?!").removesuffix("=").strip()
    if not text or text == "*":
        return None
    content = f"type T = {text};".encode()
    root = _TYPE_GRAMMAR.parser.parse(content).root_node
    alias = root.named_children[0] if root.named_children else None
    value = None if alias is None else alias.child_by_field_name("value")
    if value is None or root.has_error:
        return None
    found = SyntaxReader(_TYPE_GRAMMAR, content).type(value)
    return _documented(found) if found is not None and found.name else None


def _documented(type_ref: TypeRef) -> TypeRef:
    """Mark a type and its type arguments as documented."""
    return TypeRef(type_ref.name, tuple(map(_documented, type_ref.arguments)), is_from_documentation=True)


def read_jsdoc_imports(comment: str) -> Iterator[ImportDeclaration]:
    """Yield the imports that a comment declares."""
    if not comment.startswith("/**"):
        return
    text = strip_comment_marks(comment)
    for module in dict.fromkeys(loaded_modules(text)):
        yield _whole(module, inline_module_name(module))
    for found in _TYPEDEF.finditer(text):
        module, name, _, alias = found.groups()
        yield _bound(module, name or _DEFAULT, alias)
    for alias in dict.fromkeys(_declared_type_names(text)):
        yield _bound("", alias, alias)
    for found in _IMPORT.finditer(text):
        clause, module = found.groups()
        yield from _clause(clause, module)


def _declared_type_names(text: str) -> Iterator[str]:
    """Yield names of types that the comment itself declares, so that they are not taken for types of the language."""
    for found in _TEMPLATE.finditer(text):
        yield from _NAME.findall(found[1])
    for found in _OWN_TYPE.finditer(text):
        if found[1] == "callback":
            begin = found.end()
        elif text[found.end() : found.end() + 1] == "{":
            begin = (_closing(text, found.end() + 1) or len(text)) + 1
        else:
            continue
        name = _PARAMETER.match(text, begin)
        if name is not None and not _TYPEDEF.match(text, found.start(1) - 1):
            yield name[1]


def _clause(clause: str, module: str) -> Iterator[ImportDeclaration]:
    outer, _, inner = clause.partition("{")
    whole = _WHOLE.search(outer)
    if whole is not None:
        yield _whole(module, whole[1])
    default = None if whole is not None else _NAMED.match(outer.strip())
    if default is not None:
        yield _bound(module, _DEFAULT, default[1])
    for each in inner.partition("}")[0].split(","):
        named = _NAMED.match(each.strip())
        if named is not None:
            yield _bound(module, named[1], named[2] or named[1])


def _bound(module: str, name: str, alias: str) -> ImportDeclaration:
    return ImportDeclaration(
        form=ImportForm.NAME, module=module, name=name, alias=alias, is_for_types=True, detail=DOCUMENTED
    )


def _whole(module: str, alias: str) -> ImportDeclaration:
    return ImportDeclaration(
        form=ImportForm.MODULE, module=module, alias=alias, is_for_types=True, detail=DOCUMENTED
    )
