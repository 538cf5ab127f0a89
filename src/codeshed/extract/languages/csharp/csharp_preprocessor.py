"""Light preprocessing of C# files.

Turns: the bytes of a file → the same bytes with disabled code and pragmas blanked; no byte moves.
"""

import re
from collections.abc import Iterator

_DIRECTIVE = re.compile(rb"^[ \t]*#[ \t]*(if|elif|else|endif)\b([^\n]*)", re.MULTILINE)
_LINE = re.compile(rb"^[ \t]*#[^\n]*", re.MULTILINE)
_PRAGMA = re.compile(rb"^[ \t]*#[ \t]*pragma\b[^\n]*", re.MULTILINE)
_FALSE = re.compile(rb"\s*\(?\s*false\s*\)?\s*(?://.*)?\Z")
_NOT_BREAK = re.compile(rb"[^\n\r]")


def preprocess(content: bytes) -> bytes:
    """Blank pragmas, and code after `#if false` up to its `#else` or `#endif`."""
    if b"#" not in content:
        return content
    return _PRAGMA.sub(_blank, _blanked(content, _iter_disabled(content)))


def simplify(content: bytes) -> bytes:
    """Keep only the first branch of every `#if`, for files whose branches don't parse together."""
    content = preprocess(content)
    return _LINE.sub(_blank, _blanked(content, _iter_other_branches(content)))


def _blank(match: re.Match[bytes]) -> bytes:
    return _NOT_BREAK.sub(b" ", match.group())


def _blanked(content: bytes, stretches: Iterator[tuple[int, int]]) -> bytes:
    found = bytearray(content)
    for begin, end in stretches:
        found[begin:end] = _NOT_BREAK.sub(b" ", content[begin:end])
    return bytes(found)


def _iter_disabled(content: bytes) -> Iterator[tuple[int, int]]:
    """Yield the spans whose condition is constantly false."""
    depth, disabled, begin = 0, 0, 0
    for match in _DIRECTIVE.finditer(content):
        word = match.group(1)
        if word == b"if":
            depth += 1
            if not disabled and _FALSE.match(match.group(2)):
                disabled, begin = depth, match.end()
            continue
        if disabled and disabled == depth:
            yield begin, match.start()
            disabled = 0
        if word == b"endif":
            depth -= 1


def _iter_other_branches(content: bytes) -> Iterator[tuple[int, int]]:
    """Yield all branches except the first ones."""
    begins: list[int | None] = []
    for match in _DIRECTIVE.finditer(content):
        word = match.group(1)
        if word == b"if":
            begins.append(None)
        elif begins and word == b"endif":
            begin = begins.pop()
            if begin is not None:
                yield begin, match.start()
        elif begins and begins[-1] is None:
            begins[-1] = match.end()
