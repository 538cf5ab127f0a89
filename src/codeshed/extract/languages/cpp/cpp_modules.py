"""Imports of C++ modules.

Turns: `import a.b;`, `import <vector>;`, `import "a.h";` and `import :part;` → WrittenImports.
"""

import re
from collections.abc import Iterator

import tree_sitter

from codeshed.extract.engine.grammar import ImportDeclaration, NodeReader
from codeshed.extract.languages.c.c_grammar import read_include
from codeshed.model.facts.code_facts import ImportForm

_IMPORT = re.compile(
    r"""(?:export\s+)?import\s*(?:(?P<module>(?<=\s)\w[\w.]*(?::\w[\w.]*)?)|(?P<header><[^>\n]+>|"[^"\n]+")|:\s*(?P<part>\w[\w.]*))\s*;"""
)
_OWN_MODULE = re.compile(r"^[ \t]*(?:export\s+)?module\s+(\w[\w.]*)", re.MULTILINE)
_HEADER_OR_PARTITION = re.compile(
    rb"""^(?P<before>[ \t]*)(?P<export>export\s+)?import(?P<space>\s*)(?P<what><[^>\n]+>|"[^"\n]+"|:\s*\w[\w.]*)(?=\s*;)""",
    re.MULTILINE,
)
_MODULE = re.compile(
    rb"^[ \t]*(?:export[ \t]+)?module\b[ \t]*(?:[\w.]*(?::[ \t]*\w[\w.]*)?)[ \t]*;", re.MULTILINE
)
_EXPORT = re.compile(rb"^[ \t]*export[ \t]+(?!import\b|\{)", re.MULTILINE)


def rewrite_module_imports(content: bytes) -> bytes:
    """Rewrite imports of headers and partitions so that they parse like imports of modules; no byte moves.

    In a module unit the module declaration and `export` before declarations are blanked.
    """
    if _MODULE.search(content) is not None:
        content = _EXPORT.sub(_blank, _MODULE.sub(_blank, content))
    return _HEADER_OR_PARTITION.sub(_plain, content) if b"import" in content else content


def _blank(match: re.Match[bytes]) -> bytes:
    return b" " * len(match.group())


def _plain(match: re.Match[bytes]) -> bytes:
    before, export, space, what = match.group("before", "export", "space", "what")
    head = before + b" " * len(export or b"") + b"import" + space
    return head + (b"x" * len(what) if space else b" " + b"x" * (len(what) - 1))


def read_module_import(node: tree_sitter.Node, reader: NodeReader) -> Iterator[ImportDeclaration]:
    """Yield a header, or a module by name, whose file is unknown yet. A partition belongs to the file's own module."""
    found = _IMPORT.fullmatch(reader.text(node))
    if found is None:
        return
    if found["header"] is not None:
        yield from read_include(found["header"], "")
        return
    module = found["module"]
    if module is None:
        own = _OWN_MODULE.search(reader.slice(0, node.start_byte))
        module = f"{'' if own is None else own[1]}:{found['part']}"
    yield ImportDeclaration(form=ImportForm.MODULE, module=module)
