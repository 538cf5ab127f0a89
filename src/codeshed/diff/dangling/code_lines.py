"""The lines of a file in which a name may be a reference: without comments, docstrings and strings that hold no name.

Turns: the text of a file → the same text with blanks where no reference can be, so that offsets and line numbers stay;
a text → its lines.
"""

import re
from collections.abc import Iterator

from codeshed.diff.source_parser import SourceParser
from codeshed.model.languages.language import is_python, language_of_path
from codeshed.model.languages.language_traits import traits_of

_TRIPLE_QUOTES = re.compile(rb"\"{3}|'{3}")
_STRING = re.compile(rb"[A-Za-z@$]{0,3}(['\"`])(?P<inner>.*)\1", re.DOTALL)
_NAMES = re.compile(rb"[\w$]+(?:(?:\.|::|#|:)[\w$]+)*[?!]?")
_INTERPOLATION = re.compile(rb"\{[^{}]*\}|[$@]\w+")
_NOT_LINE_BREAK = re.compile(rb"[^\n]")
_MODULE_STATEMENTS = ("import", "export")


def iter_code_lines(path: str, text: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield the lines of a file that are no comments, with their numbers."""
    comments = (traits_of(language_of_path(path)).line_comment.encode(), b"*", b"/*")
    for number, line in enumerate(text.split(b"\n"), 1):
        if not line.lstrip().startswith(comments):
            yield number, line


def blank_multiline_strings(path: str, content: bytes) -> bytes:
    """Blank triple-quoted strings of Python, which are mostly docstrings; other languages stay as they are."""
    return b"".join(_pieces_without_triple_quotes(content)) if is_python(path) else content


def blank_plain_strings(path: str, text: bytes, parser: SourceParser) -> bytes:
    """Blank strings that are no name, and module paths of imports; interpolated code stays.

    A string that is a (dotted) name stays too: something may be looked up by it. A text with syntax errors is not changed.
    """
    pieces: list[bytes] = []
    end = 0
    for token in parser.tokens(path, text) or ():
        string = _STRING.fullmatch(token.text)
        if string is None:
            continue
        is_module = token.around.startswith(_MODULE_STATEMENTS)
        if not is_module and _NAMES.fullmatch(string["inner"]):
            continue
        pieces += (text[end : token.begin], _only_interpolations(token.text))
        end = token.begin + len(token.text)
    return b"".join((*pieces, text[end:]))


def _only_interpolations(string: bytes) -> bytes:
    pieces: list[bytes] = []
    end = 0
    for each in _INTERPOLATION.finditer(string):
        pieces += (_NOT_LINE_BREAK.sub(b" ", string[end : each.start()]), each[0])
        end = each.end()
    return b"".join((*pieces, _NOT_LINE_BREAK.sub(b" ", string[end:])))


def _pieces_without_triple_quotes(text: bytes) -> Iterator[bytes]:
    at = 0
    while (opening := _TRIPLE_QUOTES.search(text, at)) is not None:
        end = text.find(opening[0], opening.end())
        if end < 0:
            break
        end += len(opening[0])
        yield text[at : opening.start()]
        yield _NOT_LINE_BREAK.sub(b" ", text[opening.start() : end])
        at = end
    yield text[at:]
