"""The text of symbols: in full, as signature with a line of documentation, or as a single line.

Turns: a node + SourceReader → Excerpt. Each file is read once.
"""

import enum
import re
from functools import lru_cache
from itertools import takewhile

import msgspec

from codeshed.context.signature_lines import flat, signature_line
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.kinds import NodeKind
from codeshed.model.languages.language import language_of_path
from codeshed.model.languages.language_traits import SignatureEnd, traits_of
from codeshed.model.source_reader import SourceReader
from codeshed.model.text.signature_end import DOCSTRING, end_of_signature, end_of_string

MAX_LINE = 600
"""The maximum length of a signature line, in characters."""

MAX_VALUE = 160
"""The maximum length of a variable's declaration line, in characters."""

_KEPT_FILES = 2000
_KEPT_TEXTS = 100_000
_KEPT_BODIES = 20_000
_HEAD = re.compile(r"^[ \t]*(async[ \t]+def|def|class)\b", re.MULTILINE)
_MARK = re.compile(r"^\s*(///?|//!|\*+/?|/\*\*?|#+|--+)\s?")
_LINE_MARKS = {"//": ("//",), "#": ("#",), "--": ("--",)}
_BLOCK_ENDS = {"//": ("/*", "*/"), "--": ("--[[", "]]")}
_ATTRIBUTE = re.compile(r"^\s*#!?\[.*\]\s*$")
"""An attribute between a comment and its function: `#[inline]`."""

_LINE_COMMENT = re.compile(r"#[^\n]*")
_TOOL_COMMENT = re.compile(
    r"(eslint|tslint|prettier|istanbul|[cv]8 ignore|@ts-|@flow|NOLINT|clang-format|go:|rubocop|TODO\b|FIXME\b|XXX\b)"
)
"""The start of comments that are meant for tools, or are notes to the authors."""

_LAMBDA = re.compile(r"lambda\b")
_WORDS_BEFORE = re.compile(r"[\w ]*")


class Form(enum.StrEnum):
    """How much of a symbol is shown: its full text; its signature and a line of documentation; one line."""

    FULL = "full"
    SIGNATURE = "signature"
    LINE = "line"


class Excerpt(msgspec.Struct, frozen=True, kw_only=True):
    """A piece of source, without common indentation, and its location."""

    text: str
    first_line: int
    last_line: int


class Excerpts:
    """Returns the texts of the symbols of one graph, with caches of files and texts."""

    def __init__(self, graph: CodeGraph, sources: SourceReader) -> None:
        self._graph = graph
        self._sources = sources
        self._lines_of = lru_cache(maxsize=_KEPT_FILES)(self._read_lines)
        self.full = lru_cache(maxsize=_KEPT_BODIES)(self._full)
        self.line = lru_cache(maxsize=_KEPT_TEXTS)(self._line)
        self.documentation = lru_cache(maxsize=_KEPT_TEXTS)(self._documentation)

    def lines_of(self, path: str) -> tuple[str, ...]:
        """Return the lines of a file; none if it cannot be read."""
        return self._lines_of(path)

    def _full(self, row: int) -> Excerpt | None:
        """Return the full text of a symbol; of a module, the whole file."""
        path = self._graph.file_path(row)
        if path is None:
            return None
        lines = self.lines_of(path)
        first, _, last, _ = self._graph.nodes.spans[row].tolist()
        if self._graph.nodes.kinds[row] == NodeKind.MODULE:
            first, last = 1, len(lines)
        if not 1 <= first <= last <= len(lines):
            return None
        first = self._first_with_comment(row, first)
        return Excerpt(text=dedent_lines(lines[first - 1 : last]), first_line=first, last_line=last)

    def n_comment_lines(self, row: int) -> int:
        """Return how many lines of the full text of a symbol are a comment before it."""
        first = int(self._graph.nodes.spans[row][0])
        if self._graph.nodes.kinds[row] == NodeKind.MODULE or first < 1:
            return 0
        return first - self._first_with_comment(row, first)

    def signature(self, row: int) -> str:
        """Return the signature of a symbol in one line, followed by the first line of its documentation."""
        documentation = self.documentation(row)
        line = self.line(row)
        if not documentation or not line:
            return line
        traits = traits_of(language_of_path(self._graph.file_path(row) or ""))
        if traits.signature_end is SignatureEnd.COLON:
            return f'{line}\n    """{documentation}"""'
        return f"{line}\n    {traits.line_comment} {documentation}"

    def all_documentation(self, row: int) -> str:
        """Return the whole docstring, or the comment before a symbol."""
        found = self._raw(row)
        if found is None:
            return ""
        text, language, _ = found
        if traits_of(language).signature_end is SignatureEnd.COLON:
            return _docstring(text)
        return "\n".join(self._comment_before(row))

    def all_prose(self, row: int) -> str:
        """Return what is written about a symbol: its documentation, the comments within it, and those right above it."""
        return "\n".join((self.all_documentation(row), *self._comments(row)))

    def _comments(self, row: int) -> list[str]:
        """Return the comments that are no documentation."""
        found, path = self._raw(row), self._graph.file_path(row)
        if found is None or path is None:
            return []
        text, language, _ = found
        traits = traits_of(language)
        marks = _LINE_MARKS[traits.line_comment]
        lines = text.split("\n")
        if traits.signature_end is SignatureEnd.COLON:
            above = self.lines_of(path)[: max(0, int(self._graph.nodes.spans[row][0]) - 1)]
            lines += takewhile(lambda line: line.lstrip().startswith(marks), reversed(above))
        return [_MARK.sub("", line).strip() for line in lines if line.lstrip().startswith(marks)]

    def is_empty(self, row: int) -> bool:
        """Whether a function has no body yet: none, `...`, `pass`, or `raise NotImplementedError`."""
        found = self._raw(row)
        if found is None:
            return False
        text, language, _ = found
        if traits_of(language).signature_end is SignatureEnd.BRACE:
            return text[end_of_signature(text, 0, SignatureEnd.BRACE) :].strip("{}; \t\r\n") == ""
        body = _LINE_COMMENT.sub("", text[_end_of_docstring(text) :]).strip()
        return body in {"", "...", "pass"} or body.startswith("raise NotImplementedError")

    def _read_lines(self, path: str) -> tuple[str, ...]:
        text = self._sources.read(path)
        if text is None:
            return ()
        if not text.isascii():
            # Bytes that were invalid UTF-8 cannot be written as JSON.
            text = text.encode("utf-8", "replace").decode()
        return tuple(text.split("\n"))

    def _raw(self, row: int) -> tuple[str, str | None, int] | None:
        """Return a symbol's text from its first column on, its language, and its first line."""
        path = self._graph.file_path(row)
        if path is None:
            return None
        lines = self.lines_of(path)
        first, column, last, end_column = self._graph.nodes.spans[row].tolist()
        if not 1 <= first <= last <= len(lines):
            return None
        language = language_of_path(path)
        if self._graph.nodes.kinds[row] == NodeKind.VARIABLE or self._is_lambda(row):
            column, end_column = 0, None
        elif _WORDS_BEFORE.fullmatch(lines[first - 1][:column].strip()):
            # `export`, `const` and the like precede the definition that they belong to.
            column = 0
        chosen = list(lines[first - 1 : last])
        chosen[-1] = chosen[-1][:end_column]
        chosen[0] = chosen[0][column:]
        return "\n".join(chosen), language, first

    def _is_lambda(self, row: int) -> bool:
        """Whether a function is a lambda, which is shown with the statement that contains it."""
        path = self._graph.file_path(row)
        if path is None or traits_of(language_of_path(path)).signature_end is not SignatureEnd.COLON:
            return False
        lines = self.lines_of(path)
        line, column, _, _ = self._graph.nodes.spans[row].tolist()
        return 1 <= line <= len(lines) and _LAMBDA.match(lines[line - 1], column) is not None

    def _line(self, row: int) -> str:
        found = self._raw(row)
        if found is None:
            return ""
        text, language, _ = found
        if self._graph.nodes.kinds[row] == NodeKind.VARIABLE or self._is_lambda(row):
            return truncate_text(flat(text, language).removesuffix(","), MAX_VALUE)
        return truncate_text(signature_line(text, language), MAX_LINE)

    def _documentation(self, row: int) -> str:
        """Return the first line of a symbol's documentation."""
        lines = (line.strip() for line in self.all_documentation(row).split("\n"))
        return truncate_text(next((line for line in lines if line), ""), MAX_VALUE)

    def _first_with_comment(self, row: int, first: int) -> int:
        """Return the line where the comment before a symbol begins, else its own first line.

        Languages with docstrings have no such comments.
        """
        path = self._graph.file_path(row)
        traits = traits_of(language_of_path(path or ""))
        if path is None or traits.signature_end is SignatureEnd.COLON:
            return first
        if self._graph.nodes.kinds[row] in {NodeKind.MODULE, NodeKind.VARIABLE}:
            return first
        lines = self.lines_of(path)
        found = place = first - 1
        while place > 0:
            above = lines[place - 1]
            if traits.line_comment != "#" and _ATTRIBUTE.match(above):
                place -= 1
                continue
            begin = _comment_begin(lines, place - 1, traits.line_comment)
            if begin is None:
                break
            found = place = begin
        return found + 1

    def _comment_before(self, row: int) -> list[str]:
        path = self._graph.file_path(row)
        lines = () if path is None else self.lines_of(path)
        first = int(self._graph.nodes.spans[row][0])
        if not 1 <= first <= len(lines):
            return []
        found = []
        for line in lines[self._first_with_comment(row, first) - 1 : first - 1]:
            if _ATTRIBUTE.match(line):
                continue
            documentation = _MARK.sub("", line).strip().removesuffix("*/").strip()
            found.append("" if _TOOL_COMMENT.match(documentation) else documentation)
        return found


def _comment_begin(lines: tuple[str, ...], place: int, line_comment: str) -> int | None:
    """Return the start of the comment that ends at a line, or None if the line is no comment."""
    line = lines[place].strip()
    if line.startswith(_LINE_MARKS[line_comment]):
        return place
    opening, closing = _BLOCK_ENDS.get(line_comment, ("", ""))
    if not closing or not line.endswith(closing):
        return None
    for begin in range(place, -1, -1):
        if opening in lines[begin]:
            return begin if lines[begin].lstrip().startswith(opening) else None
    return None


def _docstring(text: str) -> str:
    match = _docstring_match(text)
    if match is None:
        return ""
    return text[match.end() : end_of_string(text, match.end(), match[1]) - len(match[1])]


def _end_of_docstring(text: str) -> int:
    match = _docstring_match(text)
    if match is not None:
        return end_of_string(text, match.end(), match[1])
    head = _HEAD.search(text)
    return end_of_signature(text, head.end(), SignatureEnd.COLON) if head else 0


def _docstring_match(text: str) -> re.Match[str] | None:
    head = _HEAD.search(text)
    return (
        None
        if head is None
        else DOCSTRING.match(text, end_of_signature(text, head.end(), SignatureEnd.COLON))
    )


def truncate_text(text: str, width: int) -> str:
    """Truncate a text to a width."""
    return text if len(text) <= width else text[: width - 1].rstrip() + "…"


def dedent_lines(lines: tuple[str, ...]) -> str:
    """Join lines without their common indentation."""
    margin = min((len(line) - len(line.lstrip()) for line in lines if line.strip()), default=0)
    return "\n".join(line[margin:].rstrip() for line in lines)
