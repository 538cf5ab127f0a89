"""The values of string literals, docstrings and identifiers.

Turns: source text → its value. Not with the interpreter that runs Codeshed, whose rules change from version
to version.
"""

import inspect
import re
import unicodedata

MAX_KEPT_DIGITS = 6
"""An integer with more digits is no index."""

MAX_KEPT_TEXT = 200

_LITERAL = re.compile(r"(?P<prefix>[A-Za-z]*)(?P<quote>'''|\"\"\"|'|\")(?P<body>.*)(?P=quote)", re.DOTALL)
_ESCAPE = re.compile(
    r"\\(?P<whole>\r\n|\n|[0-7]{1,3}|x[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8}|N\{[^}]*\}|.)", re.DOTALL
)
_SIMPLE = {
    "\n": "",
    "\r\n": "",
    "\\": "\\",
    "'": "'",
    '"': '"',
    "a": "\a",
    "b": "\b",
    "f": "\f",
    "n": "\n",
    "r": "\r",
    "t": "\t",
    "v": "\v",
}
_MAX_CODE_POINT = 0x10FFFF


def normalize_identifier(text: bytes) -> str:
    """Return a name in the normal form (NFKC) in which Python compares names."""
    name = text.decode("utf-8", "replace")
    return name if name.isascii() else unicodedata.normalize("NFKC", name)


def string_value(text: bytes) -> str | None:
    """Return the value of one string literal, or None if it is not a plain one."""
    match = _LITERAL.fullmatch(text.decode("utf-8", "replace"))
    if match is None or set(match["prefix"].lower()) - set("ru"):
        return None
    body = match["body"].replace("\r\n", "\n").replace("\r", "\n")
    if "r" in match["prefix"].lower():
        return body
    # A lone surrogate such as `\ud800` can't be encoded; it becomes a question mark.
    return _ESCAPE.sub(_unescaped, body).encode("utf-8", "replace").decode("utf-8")


def clean_docstring(text: str) -> str:
    """Return a docstring without its indentation."""
    return inspect.cleandoc(text)


def _unescaped(match: re.Match[str]) -> str:
    """Return the value of an escape sequence; an unknown one is kept as it is."""
    escape = match["whole"]
    if escape in _SIMPLE:
        return _SIMPLE[escape]
    if escape[0] in "01234567":
        return chr(int(escape, 8))
    if escape[0] in "xuU" and len(escape) > 1:
        code_point = int(escape[1:], 16)
        return chr(code_point) if code_point <= _MAX_CODE_POINT else match.group()
    return _named_character(escape) or match.group()


def _named_character(escape: str) -> str | None:
    if not escape.startswith("N{"):
        return None
    try:
        return unicodedata.lookup(escape[2:-1])
    except KeyError:
        return None
