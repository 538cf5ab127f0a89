"""The words of one file, by unit and field.

Turns: a file's text and the spans of its definitions → FileWords. A unit is a function, a type without its functions, or the
rest of the file. A field says where a word stands: in the name, in documentation and comments, in a string, or in code. No
grammar is needed: comments and strings are found by the patterns of the language.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache

import msgspec

from codeshed.model.languages.language_traits import traits_of
from codeshed.search.words import IDENTIFIER, terms_of

NAME_BITS, DOC_BITS, STRING_BITS, CODE_BITS = 2, 4, 4, 5
"""How many bits count a word in each field; a larger count says no more."""

DOC_SHIFT, STRING_SHIFT, CODE_SHIFT, PATH_SHIFT = 2, 6, 10, 15
"""Where the count of each field begins in a packed number; the last bit is for words of the path."""

MAX_FILE_CHARACTERS = 1_000_000
"""Of a longer file only this much is read."""

_MAX_STRING = 2000
_DOCUMENTATION = re.compile(r'(?i:[rub]*)("""|\'\'\')')
_BLOCK_COMMENT = r"/\*(?s:.*?)\*/"
_N_PREFIXES = 40


class UnitSpan(msgspec.Struct, frozen=True):
    """A function or type: its name within the file (`Cart.total`), and its first and last line."""

    name: str
    first_line: int
    last_line: int
    is_function: bool


class FileWords(msgspec.Struct, frozen=True, kw_only=True):
    """The units of a file, the rest of the file first, with the packed counts of the terms of each, sorted by term."""

    path: str
    units: tuple[UnitSpan, ...]
    counts: tuple[dict[str, int], ...]
    n_words: tuple[int, ...]
    """How many words each unit has."""


def words_of_file(path: str, language: str | None, text: str, spans: Sequence[UnitSpan]) -> FileWords:
    """Count the words of a file."""
    text = text[:MAX_FILE_CHARACTERS]
    n_lines = text.count("\n") + 1
    units = (UnitSpan("", 1, n_lines, is_function=False), *sorted(spans, key=_order))
    unit_of_line = _units_of_lines(units, n_lines)
    docs: list[list[str]] = [[] for _ in units]
    strings: list[list[str]] = [[] for _ in units]
    code_text = _separate(text, language, unit_of_line, docs, strings)
    codes = _code_by_unit(code_text, unit_of_line, len(units))
    counts, n_words = [], []
    for number, unit in enumerate(units):
        packed: dict[str, int] = {}
        n_code = _add(packed, codes[number], CODE_SHIFT, CODE_BITS)
        n_docs = _add(packed, " ".join(docs[number]), DOC_SHIFT, DOC_BITS)
        n_strings = _add(packed, " ".join(strings[number]), STRING_SHIFT, STRING_BITS)
        _add(packed, unit.name, 0, NAME_BITS)
        if not number:
            for term in terms_of_path(path):
                packed[term] = packed.get(term, 0) | 1 << PATH_SHIFT
        counts.append(packed)
        n_words.append(n_code + n_docs + n_strings)
    return FileWords(path=path, units=units, counts=tuple(counts), n_words=tuple(n_words))


def words_of_text(path: str, text: str) -> FileWords:
    """Count the words of a text without any code, such as a commit message; its first line counts as its name."""
    title, _, rest = text.partition("\n")
    packed: dict[str, int] = {}
    n_words = _add(packed, title, 0, NAME_BITS) + _add(packed, rest, DOC_SHIFT, DOC_BITS)
    unit = UnitSpan("", 1, text.count("\n") + 1, is_function=False)
    return FileWords(path=path, units=(unit,), counts=(packed,), n_words=(n_words,))


def terms_of_path(path: str) -> tuple[str, ...]:
    """Return the terms of the folders and the name of a file, without its suffix."""
    stem = path.rsplit(".", 1)[0] if "." in path.rpartition("/")[2] else path
    return tuple(dict.fromkeys(term for word in IDENTIFIER.findall(stem) for term in terms_of(word)))


def _order(span: UnitSpan) -> tuple[int, int, str]:
    return (span.first_line, -span.last_line, span.name)


def _units_of_lines(units: Sequence[UnitSpan], n_lines: int) -> list[int]:
    """Return the innermost unit of each line: units are sorted, so that inner ones overwrite outer ones."""
    unit_of_line = [0] * (n_lines + 1)
    for number, unit in enumerate(units):
        first, last = max(unit.first_line, 1) - 1, min(unit.last_line, n_lines)
        if number and first < last:
            unit_of_line[first:last] = [number] * (last - first)
    return unit_of_line


def _separate(
    text: str,
    language: str | None,
    unit_of_line: Sequence[int],
    docs: list[list[str]],
    strings: list[list[str]],
) -> str:
    """Put comments and strings to their units, and return the text with line ends in their place.

    A comment that has its lines to itself belongs to what is below it.
    """
    lines = text.split("\n")
    pieces: list[str] = []
    end_before = line = 0
    for begin, end, found in _iter_lexemes(text, language):
        between = text[end_before:begin]
        line += between.count("\n")
        pieces.append(between)
        n_lines = found.count("\n")
        starts_line = not between.rpartition("\n")[2].strip() and (not end_before or "\n" in between)
        if found[0] in "#/-" or found.startswith("--"):
            below = _line_below(lines, line + n_lines) if starts_line else line
            docs[unit_of_line[below]].append(found)
        elif starts_line and _DOCUMENTATION.match(found):
            docs[unit_of_line[line]].append(found)
        elif len(found) <= _MAX_STRING or "\n" in found:
            strings[unit_of_line[line]].append(found[:_MAX_STRING])
        pieces.append(" " + "\n" * n_lines)
        line += n_lines
        end_before = end
    pieces.append(text[end_before:])
    return "".join(pieces)


def _line_below(lines: Sequence[str], line: int) -> int:
    """Return the first line below a comment that is not blank and no comment by itself; a blank line ends the comment."""
    for below in range(line + 1, min(line + _N_PREFIXES, len(lines))):
        stripped = lines[below].lstrip()
        if not stripped:
            return line
        if not stripped.startswith(("#", "//", "--", "*")):
            return below
    return line


def _iter_lexemes(text: str, language: str | None) -> Iterator[tuple[int, int, str]]:
    for match in _lexemes(language or "").finditer(text):
        yield match.start(), match.end(), match[0]


@cache
def _lexemes(language: str) -> re.Pattern[str]:
    """Return the pattern of comments and strings of a language."""
    traits = traits_of(language)
    mark = re.escape(traits.line_comment)
    comments = [rf"{mark}[^\n]*"]
    if traits.line_comment == "//":
        comments.append(_BLOCK_COMMENT)
    if traits.are_comments_lexed:
        comments.append(r'"""(?s:.*?)"""|' + r"'''(?s:.*?)'''")
    return re.compile("|".join((*comments, traits.strings.decode("latin-1"))))


def _code_by_unit(code: str, unit_of_line: Sequence[int], n_units: int) -> list[str]:
    """Return the code of each unit; consecutive lines of one unit are taken together."""
    lines = code.split("\n")
    texts: list[list[str]] = [[] for _ in range(n_units)]
    begin = 0
    for line in range(1, len(lines) + 1):
        if line == len(lines) or unit_of_line[line] != unit_of_line[begin]:
            texts[unit_of_line[begin]].append("\n".join(lines[begin:line]))
            begin = line
    return ["\n".join(pieces) for pieces in texts]


def _add(packed: dict[str, int], text: str, shift: int, bits: int) -> int:
    """Add the counts of the terms of a text in one field, and return the number of its words."""
    if not text:
        return 0
    counts: dict[str, int] = {}
    n_words = 0
    for word, n in Counter(IDENTIFIER.findall(text)).items():
        n_words += n
        for term in terms_of(word):
            counts[term] = counts.get(term, 0) + n
    most = (1 << bits) - 1
    for term, n in counts.items():
        packed[term] = packed.get(term, 0) | min(n, most) << shift
    return n_words
