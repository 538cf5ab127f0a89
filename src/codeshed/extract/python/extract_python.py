"""One Python file.

Turns: bytes → FileFacts, whatever the bytes are.
"""

from codeshed.extract.broken_syntax import find_problems
from codeshed.extract.python.brackets import find_unclosed_brackets, without_bytes
from codeshed.extract.python.long_runs import without_long_runs
from codeshed.extract.python.scope_outline import Outline
from codeshed.extract.python.statements import Statements
from codeshed.extract.python.syntax_tree import parse
from codeshed.model.facts import FileFacts, ScopeKind
from codeshed.model.semantic import Problem
from codeshed.model.source import line_starts
from codeshed.model.text.decoded import DecodedSource
from codeshed.model.text.python import decode_python

MAX_PROBLEMS = 50
"""How many problems of one file are kept; the last record counts the others."""


def extract_python(content: bytes) -> FileFacts:
    """Read a Python file: its scopes, definitions, statements and expressions, and what is wrong with it."""
    return extract_decoded(decode_python(content))


def extract_decoded(source: DecodedSource) -> FileFacts:
    """Read Python that was decoded before: `extract_decoded(decode_source("a.ipynb", content))` reads a notebook.

    Offsets are those of the decoded text.
    """
    parsable = without_long_runs(source.content)
    facts = _extract(source, parsable, ())
    unclosed = find_unclosed_brackets(source.content) if facts.problems else ()
    if not unclosed:
        return facts
    # The parser mends some of these by itself; what finds more, holds.
    mended = _extract(source, without_bytes(parsable, unclosed), unclosed)
    return mended if len(mended.definitions) > len(facts.definitions) else facts


def extract_nothing(source: DecodedSource, problem: Problem) -> FileFacts:
    """Return what is known of a file that can't be read: how long it is, and why."""
    starts = line_starts(source.content)
    outline = Outline(source.content, starts)
    outline.close_scope(outline.open_scope(ScopeKind.MODULE, None, 0, len(source.content)))
    return FileFacts(
        language="python",
        documentation=None,
        is_generated=source.is_generated,
        line_starts=starts,
        scopes=outline.scopes,
        definitions=outline.definitions,
        problems=(*source.problems, problem),
    )


def _extract(source: DecodedSource, parsable: bytes, unclosed: tuple[int, ...]) -> FileFacts:
    """Read a source by way of one that the parser can take, which is as long; name the brackets that were taken out."""
    content = source.content
    starts = line_starts(content)
    outline = Outline(content, starts)
    tree = parse(parsable)
    module = outline.open_scope(ScopeKind.MODULE, None, 0, len(content))
    statements = Statements(outline)
    statements.read_block(tree.root_node, module)
    outline.close_scope(module)
    brackets = (_unclosed(outline, offset) for offset in unclosed)
    return FileFacts(
        language="python",
        documentation=statements.docstring(tree.root_node),
        is_generated=source.is_generated,
        line_starts=starts,
        scopes=outline.scopes,
        definitions=outline.definitions,
        problems=_first((*source.problems, *brackets, *find_problems(tree, "Python"), *outline.problems)),
    )


def _unclosed(outline: Outline, offset: int) -> Problem:
    span = outline.span(offset, offset + 1)
    return Problem(code="syntax_error", message="this bracket is never closed", span=span)


def _first(problems: tuple[Problem, ...]) -> tuple[Problem, ...]:
    if len(problems) <= MAX_PROBLEMS:
        return problems
    n_omitted = len(problems) - MAX_PROBLEMS
    rest = Problem(code="more_problems", message=f"{n_omitted} more problems are not listed")
    return (*problems[:MAX_PROBLEMS], rest)
