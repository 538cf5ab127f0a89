"""One Python file.

Turns: bytes → PythonFacts. It never fails on broken code. Where the source does not parse, unclosed brackets
are blanked, so that they do not swallow the rest of the file.
"""

import re

import tree_sitter

from codeshed.extract.broken_syntax import find_problems
from codeshed.extract.python.long_runs import without_long_runs
from codeshed.extract.python.scope_outline import ScopeOutline
from codeshed.extract.python.statements import StatementReader
from codeshed.extract.python.syntax_tree import parse_python, python_statement_query
from codeshed.extract.statement_lines import find_statement_lines
from codeshed.model.facts.python_facts import PythonFacts, ScopeKind
from codeshed.model.semantic import Problem
from codeshed.model.source_reader import line_starts
from codeshed.model.text.decoded_source import DecodedSource
from codeshed.model.text.python_decoding import decode_python
from codeshed.model.text.python_lexemes import Lexeme, iter_lexemes

MAX_PROBLEMS = 50
"""How many problems of one file are kept; the last record counts the others."""

_DEFINITION = re.compile(rb"[ \t\f]*+(?:(?:async[ \t]+)?def[ \t]+\w+[ \t]*[(\[]|class[ \t]+\w+[ \t]*[(\[:])")
"""A `def` or `class` at the beginning of a line, which can't be within brackets: what is open there was never closed."""


def extract_python(content: bytes) -> PythonFacts:
    """Extract the scopes, definitions, statements and expressions of a Python file, and its syntax problems."""
    return extract_decoded(decode_python(content))


def extract_decoded(source: DecodedSource) -> PythonFacts:
    """Extract Python from decoded source: `extract_decoded(decode_source("a.ipynb", content))` reads a notebook.

    Offsets refer to the decoded text.
    """
    parsable = without_long_runs(source.content)
    facts = _extract(source, parsable, ())
    unclosed = _find_unclosed_brackets(source.content) if facts.problems else ()
    if not unclosed:
        return facts
    # The parser recovers from some of these by itself; the parse with more definitions is kept.
    repaired = _extract(source, _without_bytes(parsable, unclosed), unclosed)
    return repaired if len(repaired.definitions) > len(facts.definitions) else facts


def python_facts_of_failed_file(source: DecodedSource, problem: Problem) -> PythonFacts:
    """Return the facts of a file on which extraction failed: its lines and the problem."""
    starts = line_starts(source.content)
    outline = ScopeOutline(source.content, starts)
    outline.close_scope(outline.open_scope(ScopeKind.MODULE, None, 0, len(source.content)))
    return PythonFacts(
        language="python",
        documentation=None,
        is_generated=source.is_generated,
        line_starts=starts,
        scopes=outline.scopes,
        definitions=outline.definitions,
        problems=(*source.problems, problem),
    )


def _extract(source: DecodedSource, parsable: bytes, unclosed: tuple[int, ...]) -> PythonFacts:
    """Extract facts from a source by parsing `parsable`, which has the same length; report the blanked brackets."""
    content = source.content
    starts = line_starts(content)
    outline = ScopeOutline(content, starts)
    parsed = parse_python(parsable)
    module = outline.open_scope(ScopeKind.MODULE, None, 0, len(content))
    statements = StatementReader(outline, parsed.gaps)
    statements.read_block(parsed.root, module)
    outline.close_scope(module)
    brackets = (_unclosed(outline, offset) for offset in unclosed)
    return PythonFacts(
        language="python",
        documentation=statements.docstring(parsed.root),
        is_generated=source.is_generated,
        line_starts=starts,
        scopes=outline.scopes,
        definitions=outline.definitions,
        statement_lines=find_statement_lines(
            captures for _, captures in tree_sitter.QueryCursor(python_statement_query()).matches(parsed.root)
        ),
        problems=_first((*source.problems, *brackets, *find_problems(parsed.tree), *outline.problems)),
    )


def _find_unclosed_brackets(content: bytes) -> tuple[int, ...]:
    """Return the offsets of brackets that are still open where a definition begins."""
    unclosed: list[int] = []
    open_brackets: list[int] = []
    for kind, begin, end in iter_lexemes(content):
        if kind is Lexeme.OPENING:
            open_brackets.append(begin)
        elif kind is Lexeme.CLOSING and open_brackets:
            open_brackets.pop()
        elif kind is Lexeme.LINE_END and open_brackets and _DEFINITION.match(content, end):
            unclosed += open_brackets
            open_brackets = []
    return tuple(unclosed)


def _without_bytes(content: bytes, offsets: tuple[int, ...]) -> bytes:
    """Return a source with blanks at some offsets."""
    patched = bytearray(content)
    for offset in offsets:
        patched[offset] = ord(" ")
    return bytes(patched)


def _unclosed(outline: ScopeOutline, offset: int) -> Problem:
    span = outline.span(offset, offset + 1)
    return Problem(code="syntax_error", message="syntax error: this bracket is never closed", span=span)


def _first(problems: tuple[Problem, ...]) -> tuple[Problem, ...]:
    if len(problems) <= MAX_PROBLEMS:
        return problems
    n_omitted = len(problems) - MAX_PROBLEMS
    rest = Problem(code="more_problems", message=f"{n_omitted} more problems are not listed")
    return (*problems[:MAX_PROBLEMS], rest)
