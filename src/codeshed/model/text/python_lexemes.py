"""A minimal lexer for Python: comments, strings, brackets and line ends, which decide where a logical line ends.

Turns: source → lexemes with their offsets. Broken source is lexed, too: an unclosed string ends with its line, or with
the source if it has three quotes.
"""

import enum
import re
from collections.abc import Iterator


class Lexeme(enum.Enum):
    """A lexeme that decides where a logical line ends."""

    COMMENT = "comment"
    STRING = "string"
    CONTINUATION = "continuation"
    OPENING = "opening"
    CLOSING = "closing"
    LINE_END = "line_end"


_LEXEME = re.compile(
    rb"""
      (?P<comment>\#[^\n]*+)
    | (?P<string>
          \"{3} (?: [^\\"]++ | \\. | "(?!"") )*+ (?:"{3})?
        | '{3}  (?: [^\\']++ | \\. | '(?!'') )*+ (?:'{3})?
        | "     (?: [^\\"\n]++ | \\(?:\r\n|.) )*+ "?
        | '     (?: [^\\'\n]++ | \\(?:\r\n|.) )*+ '?
      )
    | (?P<continuation>\\\r?\n)
    | (?P<opening>[(\[{])
    | (?P<closing>[)\]}])
    | (?P<line_end>\n)
    """,
    re.VERBOSE | re.DOTALL,
)
_KIND_BY_GROUP = {kind.value: kind for kind in Lexeme}


def iter_lexemes(source: bytes, begin: int = 0) -> Iterator[tuple[Lexeme, int, int]]:
    """Yield lexemes in order, each with its begin and end; all other source is between them."""
    for match in _LEXEME.finditer(source, begin):
        yield _KIND_BY_GROUP[match.lastgroup or ""], match.start(), match.end()


def logical_line_end(source: bytes, begin: int) -> int:
    """Return the end of the logical line that begins at `begin`; brackets, strings and backslashes join lines."""
    depth = 0
    for kind, _, end in iter_lexemes(source, begin):
        if kind is Lexeme.OPENING:
            depth += 1
        elif kind is Lexeme.CLOSING:
            depth -= 1
        elif kind is Lexeme.LINE_END and depth <= 0:
            return end
    return len(source)
