"""Where lines, strings and comments of Python begin and end, as far as that can be told without a grammar.

Turns: source → stretches of it. Broken source gives some answer too: a string that is not closed ends with its line,
or with the source if it has three quotes.
"""

import enum
import re
from collections.abc import Iterator


class Lexeme(enum.Enum):
    """What decides where a line ends."""

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
    """Yield what shapes lines, in order, each with where it begins and ends; all else lies between."""
    for match in _LEXEME.finditer(source, begin):
        yield _KIND_BY_GROUP[match.lastgroup or ""], match.start(), match.end()


def logical_line_end(source: bytes, begin: int) -> int:
    """Return the offset behind the logical line that begins at `begin`; brackets, strings and backslashes join lines."""
    depth = 0
    for kind, _, end in iter_lexemes(source, begin):
        if kind is Lexeme.OPENING:
            depth += 1
        elif kind is Lexeme.CLOSING:
            depth -= 1
        elif kind is Lexeme.LINE_END and depth <= 0:
            return end
    return len(source)
