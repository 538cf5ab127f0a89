r"""Compiles one line of an ignore file, with git's semantics.

Turns: a line → Pattern: a literal or a regular expression, and whether it is matched against names or paths.

As in git, patterns match bytes: `?` is one byte. Where git's documentation and git differ, git is followed. The regular
expressions use atomic groups (`(?>…)`), so that they never backtrack: a hostile pattern such as `*a*a*a*a*a*a*a*a*b` costs
at most its length times that of the path.
"""

import re

import msgspec

MAX_PATTERN_BYTES = 4096
"""No path is longer than this, so no pattern needs to be."""

_SPECIAL = re.compile(rb"[*?\[\\]")
_WILD = re.compile(rb"[*?\[]")
_STAR, _SLASH, _FOLDERS, _ALL = b"*", b"/", b"**/", b"**"
_ANY_FOLDERS = b"(?:[^/]*/)*?"
_NEVER = b"(?!)"

_ALPHA = frozenset(b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
_DIGIT = frozenset(b"0123456789")
_SPACE = frozenset(b" \t\n\r")
_PRINT = frozenset(range(0x20, 0x7F))
_BYTES_BY_CLASS = {
    b"alnum": _ALPHA | _DIGIT,
    b"alpha": _ALPHA,
    b"blank": frozenset(b" \t"),
    b"cntrl": frozenset({*range(0x20), 0x7F}),
    b"digit": _DIGIT,
    b"graph": _PRINT - _SPACE,
    b"lower": frozenset(b"abcdefghijklmnopqrstuvwxyz"),
    b"print": _PRINT,
    b"punct": _PRINT - _ALPHA - _DIGIT - _SPACE,
    b"space": _SPACE,
    b"upper": frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZ"),
    b"xdigit": _DIGIT | frozenset(b"abcdefABCDEF"),
}


class Pattern(msgspec.Struct, frozen=True, kw_only=True):
    """A pattern; without an inner slash it is matched against names, otherwise against paths from its file's folder.

    It has either a `literal`, or a `regex` that must match the whole text. It is plain if its last part has no wildcard.
    """

    is_negated: bool
    is_for_folders: bool
    is_for_names: bool
    is_plain: bool
    literal: bytes | None
    regex: bytes | None


def parse_pattern(text: bytes) -> Pattern | None:
    """Parse a trimmed line; None if it is blank, a comment, or can never match."""
    if not text or text.startswith(b"#"):
        return None
    is_negated = text.startswith(b"!")
    text = text[1:] if is_negated else text
    is_for_folders = text.endswith(b"/")
    text = text[:-1] if is_for_folders else text
    is_for_names = b"/" not in text
    text = text.removeprefix(b"/")
    if not text:
        return None
    is_literal = _SPECIAL.search(text) is None
    regex = None if is_literal else _regex(text, is_for_names=is_for_names)
    if not is_literal and regex is None:
        return None
    return Pattern(
        is_negated=is_negated,
        is_for_folders=is_for_folders,
        is_for_names=is_for_names,
        is_plain=_WILD.search(text.rpartition(b"/")[2]) is None,
        literal=text if is_literal else None,
        regex=regex,
    )


def trim_line(line: bytes) -> bytes:
    """Return a line without trailing blanks, but for one that a backslash escapes."""
    text = line.rstrip(b" ")
    n_backslashes = len(text) - len(text.rstrip(b"\\"))
    return line[: len(text) + 1] if n_backslashes % 2 else text


def _regex(text: bytes, *, is_for_names: bool) -> bytes | None:
    """Return the regular expression of a pattern with wildcards; None if nothing matches it."""
    tokens = _tokens(text, is_for_names=is_for_names)
    if tokens is None:
        return None
    # Between two `**/` the nearest match of a block is as good as any, as what follows may be anywhere behind it.
    blocks = _split(tokens, _FOLDERS)
    first, *between = map(_block, blocks)
    if not between:
        return first
    last = between.pop()
    passed = b"".join(b"(?>" + _ANY_FOLDERS + block + b")" for block in between)
    return first + passed + _ANY_FOLDERS + last


def _block(tokens: list[bytes]) -> bytes:
    return _SLASH.join(map(_segment, _split(tokens, _SLASH)))


def _segment(tokens: list[bytes]) -> bytes:
    """Match one part of a path. Between two stars, too, the nearest match is as good as any."""
    if tokens and tokens[-1] == _ALL:
        return b"".join(tokens[:-1]) + b"(?s:.*)"
    first, *rest = (b"".join(piece) for piece in _split(tokens, _STAR))
    if not rest:
        return first
    last = rest.pop()
    return first + b"".join(b"(?>[^/]*?" + piece + b")" for piece in rest) + b"[^/]*" + last


def _split(tokens: list[bytes], separator: bytes) -> list[list[bytes]]:
    parts: list[list[bytes]] = [[]]
    for token in tokens:
        if token == separator:
            parts.append([])
        else:
            parts[-1].append(token)
    return parts


def _tokens(text: bytes, *, is_for_names: bool) -> list[bytes] | None:
    """Split a pattern into slashes, wildcards and expressions for one byte each; None if it can never match.

    `**` differs from `*` only as a whole part of a path. In git also behind a literal prefix (`foo**/bar`), since git
    matches that prefix first and then the rest on its own.
    """
    special = _SPECIAL.search(text)
    n_plain = len(text) if special is None else special.start()
    tokens: list[bytes] = []
    at = 0
    while at < len(text):
        byte = text[at : at + 1]
        if byte == b"*":
            end = len(text) - len(text[at:].lstrip(b"*"))
            is_whole_part = at == n_plain or text[at - 1 : at] == _SLASH
            if is_for_names or end - at == 1 or not is_whole_part or text[end : end + 1] not in {b"", _SLASH}:
                tokens.append(_STAR)
            elif end == len(text):
                tokens.append(_ALL)
            else:
                end += 1
                if tokens[-1:] != [_FOLDERS]:
                    tokens.append(_FOLDERS)
            at = end
        elif byte == b"[":
            one_of = _one_of(text, at + 1)
            if one_of is None:
                return None
            token, at = one_of
            tokens.append(token)
        elif byte == b"\\":
            if at + 1 == len(text):
                return None
            tokens.append(re.escape(text[at + 1 : at + 2]))
            at += 2
        else:
            tokens.append(b"[^/]" if byte == b"?" else re.escape(byte))
            at += 1
    return tokens


def _one_of(text: bytes, begin: int) -> tuple[bytes, int] | None:
    """Return the regular expression of a bracket expression that begins before `begin`, and its end; None if unclosed."""
    at = begin
    is_negated = text[at : at + 1] in {b"!", b"^"}
    at += is_negated
    begin = at
    members: set[int] = set()
    previous = 0
    while text[at : at + 1] != b"]" or at == begin:
        byte = text[at : at + 1]
        if byte == b"-" and previous and text[at + 1 : at + 2] not in {b"", b"]"}:
            at += 2 if text[at + 1 : at + 2] == b"\\" else 1
            members.update(range(previous, _byte_at(text, at) + 1))
            previous = 0
        elif byte == b"[" and text[at + 1 : at + 2] == b":":
            end = text.find(b"]", at + 2)
            if end > at + 2 and text[end - 1 : end] == b":":
                named = _BYTES_BY_CLASS.get(text[at + 2 : end - 1])
                if named is None:
                    return None
                members |= named
                at, previous = end, 0
            else:
                members.add(previous := byte[0])
        else:
            at += byte == b"\\"
            members.add(previous := _byte_at(text, at))
        at += 1
        if at >= len(text):
            return None
    if is_negated:
        return b"[^/" + _ranges(members) + b"]", at + 1
    members.discard(_SLASH[0])
    return (b"[" + _ranges(members) + b"]" if members else _NEVER), at + 1


def _ranges(members: set[int]) -> bytes:
    """Return bytes as ranges for a regular expression: `abcx` as `a-cx`, in hexadecimal."""
    begins = sorted(each for each in members if each - 1 not in members)
    ends = sorted(each for each in members if each + 1 not in members)
    return b"".join(b"\\x%02x-\\x%02x" % each for each in zip(begins, ends, strict=True))


def _byte_at(text: bytes, at: int) -> int:
    """Return a byte of the text, and 0, which no path contains, behind its end."""
    return text[at] if at < len(text) else 0
