"""One file of any language but Python.

Turns: bytes + a Grammar → CodeFacts. It never fails on broken code. The language's query finds nodes and
names what they are; the rest, such as nesting, is the same for all languages.
"""

import re

import tree_sitter

from codeshed.extract.broken_syntax import count_broken_lines, find_problems
from codeshed.extract.engine.deep_trees import find_matches, find_parents, find_tops
from codeshed.extract.engine.definition_drafts import DraftTree
from codeshed.extract.engine.doc_comments import MAX_DOCUMENTATION, doc_comment_of, strip_directives
from codeshed.extract.engine.grammar import Grammar, ImportDeclaration, keep_source
from codeshed.extract.engine.mutations import find_written_names
from codeshed.extract.engine.query_matches import QueryMatches
from codeshed.extract.engine.reassigned_functions import mark_reassigned_functions
from codeshed.extract.engine.reference_extraction import read_references
from codeshed.extract.engine.syntax_reading import SyntaxReader
from codeshed.extract.engine.target_typed_objects import find_target_typed_objects
from codeshed.extract.engine.used_types import find_type_references
from codeshed.extract.statement_lines import find_statement_lines
from codeshed.model.facts.code_facts import CodeFacts, CodeImport
from codeshed.model.facts.data_flow import pack_summaries
from codeshed.model.semantic import Problem
from codeshed.model.source_reader import line_starts
from codeshed.model.text.decoded_source import DecodedSource

_INVALID_BYTES = re.compile("[\udc80-\udcff]")


def extract_code(source: DecodedSource, grammar: Grammar) -> CodeFacts:
    """Extract the definitions, imports, locals, references and syntax problems of a file."""
    content = _with_valid_utf8(source.content)
    tree = parse_code(content, grammar)
    tops = find_tops(tree.root_node)
    reader = SyntaxReader(grammar, content, find_parents(tops))
    matches = QueryMatches(
        (pattern, captures if len(captures) == 1 else grammar.rewrite_captures(captures, reader))
        for pattern, captures in find_matches(tops, grammar.query)
    )
    imported = _read_imports(matches, reader, grammar)
    drafts = DraftTree(matches, reader, grammar, _find_import_bindings(imported, matches))
    imports = _build_imports(imported, drafts, grammar)
    references = read_references(matches, reader, grammar, drafts)
    definitions = grammar.complete_exports(drafts.definitions(), imports)
    return CodeFacts(
        language=grammar.name,
        documentation=_read_file_documentation(matches, reader, grammar),
        is_generated=source.is_generated,
        line_starts=line_starts(content),
        namespace=_read_namespace(matches, reader),
        imports=imports,
        definitions=mark_reassigned_functions(definitions, references)
        if grammar.has_reassignable_functions
        else definitions,
        extensions=drafts.extensions(),
        locals=drafts.locals(),
        references=references,
        written_names=find_written_names(
            definitions, references, map(reader.expression, matches.nodes("shared"))
        ),
        type_uses=find_type_references(matches, reader, drafts),
        contextual_values=find_target_typed_objects(matches, reader, grammar, drafts),
        initializer_spans=_find_initializers(matches),
        statement_lines=_find_statement_lines(tops, grammar),
        flows=pack_summaries(grammar.read_flows(tree.root_node, tops, grammar.language)),
        problems=(*source.problems, *find_problems(tree)),
    )


def code_facts_of_failed_file(source: DecodedSource, grammar: Grammar, problem: Problem) -> CodeFacts:
    """Return the facts of a file on which extraction failed: its lines and the problem."""
    return CodeFacts(
        language=grammar.name,
        is_generated=source.is_generated,
        line_starts=line_starts(source.content),
        problems=(*source.problems, problem),
    )


def _with_valid_utf8(content: bytes) -> bytes:
    """Replace each byte that is not valid UTF-8: query predicates that compare text fail on such bytes."""
    try:
        content.decode()
    except UnicodeDecodeError:
        return _INVALID_BYTES.sub("?", content.decode("utf-8", "surrogateescape")).encode()
    return content


def parse_code(content: bytes, grammar: Grammar) -> tree_sitter.Tree:
    """Parse the first source alternative without an error, else the last, or the simplified source if that is better."""
    parser = grammar.parser
    sources = grammar.source_alternatives(grammar.preprocess(content))
    tree = parser.parse(next(sources))
    for prepared in sources:
        if not tree.root_node.has_error:
            break
        tree = parser.parse(prepared)
    if tree.root_node.has_error and grammar.simplify is not keep_source:
        simpler = parser.parse(grammar.simplify(content))
        if count_broken_lines(simpler) < count_broken_lines(tree):
            return simpler
    return tree


def _read_namespace(matches: QueryMatches, reader: SyntaxReader) -> str:
    """Return the package or namespace that the file declares as a whole; several declarations are nested in each other."""
    return ".".join(reader.dotted_name(reader.text(node)) for node in matches.nodes("namespace.file"))


def _read_imports(
    matches: QueryMatches, reader: SyntaxReader, grammar: Grammar
) -> list[tuple[ImportDeclaration, tree_sitter.Node]]:
    """Return the imports, each with the node where it is written."""
    found: dict[int, tree_sitter.Node] = {}
    for node in (*matches.nodes("import"), *matches.nodes("module_name")):
        found.setdefault(node.id, node)
    return [
        (written, written.node or node)
        for node in found.values()
        for written in grammar.read_imports(node, reader)
    ]


def _find_initializers(matches: QueryMatches) -> tuple[tuple[int, int], ...]:
    """Return the spans of code that runs when an object is constructed, outer ones first."""
    found = {(node.start_byte, node.end_byte) for node in matches.nodes("initializer")}
    return tuple(sorted(found, key=lambda each: (each[0], -each[1])))


def _find_statement_lines(
    tops: tuple[tree_sitter.Node, ...], grammar: Grammar
) -> tuple[tuple[int, int], ...] | None:
    query = grammar.statement_query
    if query is None:
        return None
    return find_statement_lines(captures for _, captures in find_matches(tops, query))


def _find_import_bindings(
    imported: list[tuple[ImportDeclaration, tree_sitter.Node]], matches: QueryMatches
) -> dict[str, list[int]]:
    """Return where imports bind names: a variable of that name and place is the import itself: `const a = require("a")`.

    A variable whose value merely mentions a module is not: `let a = a::new();`.
    """
    mentioned = {node.id for node in matches.nodes("module_name")}
    found: dict[str, list[int]] = {}
    for written, node in imported:
        if written.alias and node.id not in mentioned:
            found.setdefault(written.alias, []).append(node.start_byte)
    return found


def _read_file_documentation(matches: QueryMatches, reader: SyntaxReader, grammar: Grammar) -> str | None:
    """Return the file's own documentation: comments about the file, or before the node that names it."""
    pieces = [strip_directives(reader.text(node)) for node in matches.nodes("documentation")]
    pieces += [doc_comment_of(node, grammar, reader) or "" for node in matches.nodes("documented")]
    return "\n".join(filter(None, pieces))[:MAX_DOCUMENTATION] or None


def _build_imports(
    imported: list[tuple[ImportDeclaration, tree_sitter.Node]], drafts: DraftTree, grammar: Grammar
) -> tuple[CodeImport, ...]:
    found = {_build_import(written, node, drafts, grammar): None for written, node in imported}
    return tuple(sorted(found, key=lambda each: (each.begin, each.end, each.name, each.alias)))


def _build_import(
    written: ImportDeclaration, node: tree_sitter.Node, drafts: DraftTree, grammar: Grammar
) -> CodeImport:
    space = drafts.namespace_around(node.start_byte, node.end_byte)
    return CodeImport(
        begin=node.start_byte,
        end=node.end_byte,
        definition=drafts.definition_around(node.start_byte, node.end_byte),
        form=written.form,
        module=written.module,
        name=written.name,
        alias=written.alias,
        is_for_types=written.is_for_types,
        detail=written.detail,
        namespace=f"{grammar.import_namespace_prefix}{space}" if space else "",
        visible_span=drafts.block_around(node.start_byte, node.end_byte) if written.is_scoped else None,
    )
