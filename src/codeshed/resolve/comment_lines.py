"""Code without its comments.

Turns: a text → the same with blanks in the place of comments, so that offsets stay. Of Python these are all comments,
elsewhere those that share their lines with nothing. What looks like a comment within a string is none, as far as that
can be told without a grammar. A comment that a program obeys is code.
"""

import re

from codeshed.model.language import PYTHON, traits_of
from codeshed.model.text.lexemes import Lexeme, iter_lexemes

_BLANK = re.compile(rb"[^\n]")
_SPACE = b" \t"
_ORDER = r"(?!go:|export |line )"
"""What follows `//` of a comment that a compiler obeys."""

_IS_ORDER = re.compile(rb"//(?:go:|export |line )")
_SLASHES = "//"
_STRING = rb'"(?:[^"\\\n]|\\.)*+"|' + rb"'(?:[^'\\\n]|\\.)*+'"
_LONG_STRING = rb'"""(?s:.*?)"""'
_TEMPLATE = rb"`(?:[^`\\]|\\.|\\\n)*+`"
_STRINGS = {
    "javascript": _TEMPLATE + b"|" + _STRING,
    "typescript": _TEMPLATE + b"|" + _STRING,
    "go": rb"`[^`]*+`|" + _STRING,
    # Strings go on over lines, and `'a` is no string.
    "rust": rb'r(?P<marks>\#*)"(?s:.*?)"(?P=marks)|"(?s:[^"\\]|\\.)*+"|' + rb"'(?:[^'\\\n]|\\.)'",
    "php": rb'"(?s:[^"\\]|\\.)*+"|' + rb"'(?s:[^'\\]|\\.)*+'|\#(?!\[)[^\n]*",
    "csharp": rb'@"(?:[^"]|"")*+"|' + _LONG_STRING + b"|" + _STRING,
    "cpp": rb'R"(?P<marks>[^\s()\\]{0,16})\((?s:.*?)\)(?P=marks)"|' + _STRING,
    "java": _LONG_STRING + b"|" + _STRING,
    "scala": _LONG_STRING + b"|" + _STRING,
}
_OBEYED = {
    # What C is to be compiled with stands in a comment.
    "go": re.compile(rb'(?s:.*?)\*/\s*import\s+(?:\(\s*)?"C"'),
    # Annotations of frameworks and tests stand in comments.
    "php": re.compile(
        rb"(?:[^*@]|\*(?!/)|@(?:param|returns?|throws|var|see|since|link|author|deprecated)\b)*+@"
    ),
}
_MAX_BEHIND = 100


def without_comments(content: bytes, language: str) -> bytes:
    """Return a text with blanks in the place of comments."""
    text = bytearray(content)
    if language == PYTHON:
        for kind, begin, end in iter_lexemes(content):
            if kind is Lexeme.COMMENT:
                text[begin:end] = b" " * (end - begin)
        return bytes(text)
    mark = traits_of(language).line_comment
    if mark == _SLASHES:
        for begin, end in _blocks(content, language):
            text[begin:end] = _BLANK.sub(b" ", content[begin:end])
    comment = re.compile(rf"^[ \t]*{re.escape(mark)}{_ORDER}[^\n]*".encode(), re.MULTILINE)
    return comment.sub(lambda found: _BLANK.sub(b" ", found[0]), bytes(text))


def is_obeyed(content: bytes, begin: int, end: int, language: str) -> bool:
    """Whether a program obeys a comment: an order to a compiler, or an annotation."""
    if traits_of(language).line_comment == _SLASHES and _IS_ORDER.match(content, begin, end):
        return True
    obeyed = _OBEYED.get(language)
    return obeyed is not None and obeyed.match(content, begin, end + _MAX_BEHIND) is not None


def _blocks(content: bytes, language: str) -> list[tuple[int, int]]:
    """Return where comments from `/*` to `*/` begin and end that have their lines for themselves."""
    strings = _STRINGS.get(language, _STRING)
    pattern = re.compile(rb"//[^\n]*|(?P<block>/\*(?s:.*?)\*/)|" + strings)
    obeyed = _OBEYED.get(language)
    found = []
    for match in pattern.finditer(content):
        if match["block"] is None:
            continue
        begin, end = match.span()
        line_start = content.rfind(b"\n", 0, begin) + 1
        line_end = content.find(b"\n", end)
        behind = content[end : len(content) if line_end < 0 else line_end]
        is_alone = not content[line_start:begin].strip(_SPACE) and not behind.strip()
        if is_alone and (obeyed is None or not obeyed.match(content, begin, end + _MAX_BEHIND)):
            found.append((begin, end))
    return found
