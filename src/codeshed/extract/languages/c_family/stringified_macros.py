"""Arguments that macros turn into strings: `#define TEXT(x) #x`.

Turns: the bytes of a file → the same bytes with a number in place of such arguments, which are no code; no
byte moves.
"""

import re

_DEFINED = re.compile(
    rb"^[ \t]*#[ \t]*define[ \t]+(?P<name>\w+)\([ \t]*(?P<parameter>\w+|\.\.\.)[ \t]*\)(?P<text>(?:[^\n\\]|\\\r?\n|\\.)*)",
    re.MULTILINE,
)
_ANY_DEFINED = re.compile(rb"^[ \t]*#[ \t]*define[ \t]+(\w+)", re.MULTILINE)
_DIRECTIVE_BEFORE = re.compile(rb"#[ \t]*(?:define|undef|ifdef|ifndef)[ \t]+\Z")
_PIECES = re.compile(
    rb""""(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|/\*.*?\*/|//[^\n]*|(?P<bracket>[()])""", re.DOTALL
)
_STRING = re.compile(rb'"(?:[^"\\\n]|\\.)*"')
_NOT_BREAK = re.compile(rb"(?!\\\r?\n)[^\n\r]")
MAX_ARGUMENT = 20_000
"""How many bytes are searched for the end of an argument."""

_MAX_BEFORE = 40


def blank_stringified_arguments(content: bytes) -> bytes:
    """Replace the arguments of macros with one parameter that only stringify it."""
    names = _stringifying(content)
    if not names:
        return content
    pieces: list[bytes] = []
    kept_until = 0
    for match in re.finditer(rb"\b(?:" + b"|".join(names) + rb")[ \t]*\(", content):
        begin = match.end()
        before = content[max(0, match.start() - _MAX_BEFORE) : match.start()]
        end = _end_of_argument(content, begin)
        if begin < kept_until or end <= begin or _DIRECTIVE_BEFORE.search(before):
            continue
        is_code = _NOT_BREAK.match(content, begin) is not None
        pieces += [content[kept_until:begin], b"0" if is_code else b""]
        pieces.append(_NOT_BREAK.sub(b" ", content[begin + is_code : end]))
        kept_until = end
    return b"".join((*pieces, content[kept_until:]))


def _stringifying(content: bytes) -> list[bytes]:
    """Return the macros that only stringify their parameter, in all of the file's definitions of them."""
    found: dict[bytes, int] = {}
    for match in _DEFINED.finditer(content):
        parameter = b"__VA_ARGS__" if match["parameter"] == b"..." else match["parameter"]
        text = _STRING.sub(b"", match["text"])
        n_used = len(re.findall(rb"\b" + parameter + rb"\b", text))
        n_strings = len(re.findall(rb"(?<!#)#[ \t]*" + parameter + rb"\b(?![ \t]*##)", text))
        if n_used and n_used == n_strings:
            found[match["name"]] = found.get(match["name"], 0) + 1
    if not found:
        return []
    defined = _ANY_DEFINED.findall(content)
    return sorted(name for name, count in found.items() if defined.count(name) == count)


def _end_of_argument(content: bytes, begin: int) -> int:
    """Return the offset of the closing parenthesis; -1 if it is too far away."""
    depth = 1
    for match in _PIECES.finditer(content, begin, begin + MAX_ARGUMENT):
        if match["bracket"]:
            depth += 1 if match["bracket"] == b"(" else -1
            if not depth:
                return match.start()
    return -1
