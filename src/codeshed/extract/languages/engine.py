"""One file of any language but Python.

Turns: bytes + a Grammar → CodeFacts, whatever the bytes are. The query of the language finds nodes and names what they
are; which lies in which is the same for all languages.
"""

import re

import tree_sitter

from codeshed.extract.languages.drafts import Drafts
from codeshed.extract.languages.grammar import Grammar, WrittenImport
from codeshed.extract.languages.matches import Matches
from codeshed.extract.languages.reading import Reader
from codeshed.extract.languages.references import read_references
from codeshed.extract.languages.syntax import find_problems
from codeshed.model.code_facts import CodeFacts, CodeImport
from codeshed.model.source import line_starts
from codeshed.model.text.decoded import DecodedSource

_NO_TEXT = re.compile("[\udc80-\udcff]")


def extract_code(source: DecodedSource, grammar: Grammar) -> CodeFacts:
    """Read a file: its definitions, imports, locals and references, and what is wrong with it."""
    content = _readable(source.content)
    tree = grammar.parser.parse(content)
    reader = Reader(grammar, content)
    matches = Matches(tree_sitter.QueryCursor(grammar.query).matches(tree.root_node))
    imported = _read_imports(matches, reader, grammar)
    drafts = Drafts(matches, reader, grammar, _bound_nodes(imported))
    return CodeFacts(
        language=grammar.name,
        documentation=None,
        is_generated=source.is_generated,
        line_starts=line_starts(content),
        space=_space(matches, reader),
        imports=_imports(imported, drafts),
        definitions=drafts.definitions(),
        locals=drafts.locals(),
        references=read_references(matches, reader, grammar, drafts),
        problems=(*source.problems, *find_problems(tree, grammar.name)),
    )


def _readable(content: bytes) -> bytes:
    """Return the content with a mark for each byte that is no UTF-8: queries that compare texts fail on these."""
    try:
        content.decode()
    except UnicodeDecodeError:
        return _NO_TEXT.sub("?", content.decode("utf-8", "surrogateescape")).encode()
    return content


def _space(matches: Matches, reader: Reader) -> str:
    """Return the package or namespace that a file declares as a whole."""
    nodes = matches.nodes("space.file")
    return reader.dotted(reader.text(nodes[0])) if nodes else ""


def _read_imports(
    matches: Matches, reader: Reader, grammar: Grammar
) -> list[tuple[WrittenImport, tree_sitter.Node]]:
    """Return what is imported, and where each import is written."""
    found: dict[int, tree_sitter.Node] = {}
    for node in matches.nodes("import"):
        found.setdefault(node.id, node)
    return [
        (written, written.node or node)
        for node in found.values()
        for written in grammar.read_imports(node, reader)
    ]


def _bound_nodes(imported: list[tuple[WrittenImport, tree_sitter.Node]]) -> dict[str, list[int]]:
    """Return the names that expressions are imported under, and where: a variable of that name is the import itself."""
    found: dict[str, list[int]] = {}
    for written, node in imported:
        if written.alias:
            found.setdefault(written.alias, []).append(node.start_byte)
    return found


def _imports(
    imported: list[tuple[WrittenImport, tree_sitter.Node]], drafts: Drafts
) -> tuple[CodeImport, ...]:
    found = {_import(written, place, drafts): None for written, place in imported}
    return tuple(sorted(found, key=lambda each: (each.begin, each.end, each.name, each.alias)))


def _import(written: WrittenImport, place: tree_sitter.Node, drafts: Drafts) -> CodeImport:
    return CodeImport(
        begin=place.start_byte,
        end=place.end_byte,
        definition=drafts.definition_around(place.start_byte, place.end_byte),
        form=written.form,
        module=written.module,
        name=written.name,
        alias=written.alias,
        is_for_types=written.is_for_types,
        detail=written.detail,
    )
