r"""One line of an ignore file, read as git reads it.

Turns: a line → Pattern: what it is compared with, and the bytes or the regular expression that it is compared by.

Git compares bytes, and so do we: `?` is one byte. Where git's documentation and git differ, git holds. The regular
expressions never go back over what they have passed (`(?>…)`): a hostile pattern costs at most the product of its
length and that of the path, where a plain translation of `*a*a*a*a*a*a*a*a*b` takes longer than anyone waits.
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
    """A pattern, compared with a name if it has no slash within, and else with a path from the folder of its file.

    It has either `literal`, if only that very text matches, or `regex`, which must match from end to end. A pattern
    is plain if its last part has no wildcard: it names what it means.
    """

    is_negated: bool
    is_for_folders: bool
    is_for_names: bool
    is_plain: bool
    literal: bytes | None
    regex: bytes | None


def parse_pattern(text: bytes) -> Pattern | None:
    """Read a trimmed line; what is blank, a comment, or can never match gives None."""
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


def trimmed(line: bytes) -> bytes:
    """Return a line without the blanks at its end; one that a backslash stands before is kept."""
    text = line.rstrip(b" ")
    n_backslashes = len(text) - len(text.rstrip(b"\\"))
    return line[: len(text) + 1] if n_backslashes % 2 else text


def _regex(text: bytes, *, is_for_names: bool) -> bytes | None:
    """Return what matches a pattern with wildcards; None if nothing does."""
    tokens = _tokens(text, is_for_names=is_for_names)
    if tokens is None:
        return None
    # Between two `**/` the nearest place where a block fits is as good as any: what follows may lie anywhere behind.
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
    """Match one part of a path. Between two stars, too, the nearest place is as good as any."""
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
    """Divide a pattern into slashes, wildcards and expressions for one byte each; None if it can never match.

    `**` is more than `*` only as a whole part of a path. Git also takes it so where only plain text stands before it
    (`foo**/bar`), since it compares that text first and then begins anew.
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
    """Return what matches a bracket expression from behind its `[`, and where it ends; None if it has no end."""
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
    """Write bytes as a regular expression lists them in brackets: `abcx` as `a-cx`, each by its number."""
    begins = sorted(each for each in members if each - 1 not in members)
    ends = sorted(each for each in members if each + 1 not in members)
    return b"".join(b"\\x%02x-\\x%02x" % each for each in zip(begins, ends, strict=True))


def _byte_at(text: bytes, at: int) -> int:
    """Return a byte of the text, and 0 behind its end, which no path holds."""
    return text[at] if at < len(text) else 0
