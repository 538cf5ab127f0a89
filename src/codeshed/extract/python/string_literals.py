"""Texts as Python means them: string literals, docstrings, identifiers.

Turns: source text → the value it stands for. The interpreter that runs us is not asked: what it thinks of a literal
changes from version to version.
"""

import inspect
import re
import unicodedata

MAX_KEPT_DIGITS = 6
"""A whole number of more digits is no index."""

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


def identifier(text: bytes) -> str:
    """Return a name in the form in which Python compares names."""
    name = text.decode("utf-8", "replace")
    return name if name.isascii() else unicodedata.normalize("NFKC", name)


def string_value(text: bytes) -> str | None:
    """Return the value of one string literal, or None if it is no plain text."""
    match = _LITERAL.fullmatch(text.decode("utf-8", "replace"))
    if match is None or set(match["prefix"].lower()) - set("ru"):
        return None
    body = match["body"].replace("\r\n", "\n").replace("\r", "\n")
    if "r" in match["prefix"].lower():
        return body
    # Half a character, as `\ud800` is one, cannot be written anywhere; a question mark stands for it.
    return _ESCAPE.sub(_unescaped, body).encode("utf-8", "replace").decode("utf-8")


def cleaned(text: str) -> str:
    """Return a docstring without its indentation."""
    return inspect.cleandoc(text)


def _unescaped(match: re.Match[str]) -> str:
    """Return what an escape stands for; one that Python does not know stands for itself."""
    whole = match["whole"]
    if whole in _SIMPLE:
        return _SIMPLE[whole]
    if whole[0] in "01234567":
        return chr(int(whole, 8))
    if whole[0] in "xuU" and len(whole) > 1:
        code_point = int(whole[1:], 16)
        return chr(code_point) if code_point <= _MAX_CODE_POINT else match.group()
    return _named_character(whole) or match.group()


def _named_character(whole: str) -> str | None:
    if not whole.startswith("N{"):
        return None
    try:
        return unicodedata.lookup(whole[2:-1])
    except KeyError:
        return None
