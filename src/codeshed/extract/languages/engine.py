"""One file of any language but Python.

Turns: bytes + a Grammar → CodeFacts, whatever the bytes are. The query of the language finds nodes and names what they
are; which lies in which is the same for all languages.
"""

import tree_sitter

from codeshed.extract.languages.drafts import Drafts
from codeshed.extract.languages.grammar import Grammar, WrittenImport
from codeshed.extract.languages.matches import Match
from codeshed.extract.languages.reading import Reader
from codeshed.extract.languages.references import read_references
from codeshed.extract.languages.syntax import find_problems
from codeshed.model.code_facts import CodeFacts, CodeImport
from codeshed.model.source import line_starts
from codeshed.model.text.decoded import DecodedSource


def extract_code(source: DecodedSource, grammar: Grammar) -> CodeFacts:
    """Read a file: its definitions, imports, locals and references, and what is wrong with it."""
    content = source.content
    tree = grammar.parser.parse(grammar.prepare(content))
    reader = Reader(grammar, content)
    matches: list[Match] = []
    read: list[tree_sitter.Node] = []
    hidden: list[tuple[int, int]] = []
    for pattern, captures in tree_sitter.QueryCursor(grammar.query).matches(tree.root_node):
        if len(captures) == 1 and "ref" in captures:
            read += captures["ref"]
        elif len(captures) == 1 and "hidden" in captures:
            hidden += [(node.start_byte, node.end_byte) for node in captures["hidden"]]
        else:
            matches.append(Match(pattern, grammar.recapture(captures, reader)))
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
        references=read_references(matches, reader, grammar, drafts, read=read, hidden=hidden),
        problems=(*source.problems, *find_problems(tree, grammar.name)),
    )


def _space(matches: list[Match], reader: Reader) -> str:
    """Return the package or namespace that a file declares as a whole."""
    for match in matches:
        if "space.file" in match.captures:
            return reader.dotted(reader.text(match.captures["space.file"][0]))
    return ""


def _read_imports(
    matches: list[Match], reader: Reader, grammar: Grammar
) -> list[tuple[WrittenImport, tree_sitter.Node]]:
    """Return what is imported, and where each import is written."""
    found: dict[int, tree_sitter.Node] = {}
    for match in matches:
        for node in match.captures.get("import", ()):
            found.setdefault(node.id, node)
    return [
        (written, written.node or node)
        for node in found.values()
        for written in grammar.read_imports(node, reader)
    ]


def _bound_nodes(imported: list[tuple[WrittenImport, tree_sitter.Node]]) -> list[tuple[str, int]]:
    """Return the names that expressions are imported under, and where: a variable of that name is the import itself."""
    return [(written.alias, node.start_byte) for written, node in imported if written.alias]


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
