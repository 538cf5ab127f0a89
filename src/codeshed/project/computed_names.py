"""Names that code computes from a constant beginning or end: `f"visit_{kind}"`, `"on_" + event`, `visit_##kind` in C.

Turns: the text of a file → ComputedNames. This is a text search without parsing.
"""

import bisect
import re
from collections.abc import Iterable, Iterator

import msgspec

_PLACEHOLDER = rb"(?:[$#]?\{[^{}\"'`\n]*\}|%\(\w+\)s|%s)"
_LITERAL = re.compile(
    rb"(?P<quote>[\"'`])(?:\w+\.)*(?P<prefix>\w*)"
    + _PLACEHOLDER
    + rb"(?:\w*"
    + _PLACEHOLDER
    + rb")*(?P<suffix>\w*)(?P=quote)"
)
"""A string of words and placeholders only: what has a space or a slash in it is no name."""

_BEFORE = re.compile(
    rb"(?<![\w\"'`])(?P<quote>[\"'`])(?:\w+\.)*(?P<prefix>\w+)(?P=quote)\s*(?:\+|\.\.|\.(?=[ $]))(?!=)"
)
_BEHIND = re.compile(rb"(?:\+|\.\.|(?<=[\w\]) ])\.)\s*(?P<quote>[\"'`])(?P<suffix>\w+)(?P=quote)(?![\w\"'`])")
_PASTED_BEFORE = re.compile(rb"(?P<prefix>\w*_)\s*##")
_PASTED_BEHIND = re.compile(rb"##\s*(?P<suffix>_\w+)")
_PATTERNS = (_LITERAL, _BEFORE, _BEHIND, _PASTED_BEFORE, _PASTED_BEHIND)

_MIN_LENGTH = 3
"""A shorter beginning or end says too little: `"a" + name`."""


class ComputedName(msgspec.Struct, frozen=True, kw_only=True):
    """What is constant of a name: its beginning, its end, or both; `offset` is where the code begins that computes it."""

    prefix: str
    suffix: str
    offset: int

    def may_be(self, name: str) -> bool:
        """Whether a name may be computed so: what varies is a word of it, and not empty."""
        begin, end = len(self.prefix), len(name) - len(self.suffix)
        return (
            begin < end
            and name.startswith(self.prefix)
            and name.endswith(self.suffix)
            and (not self.prefix or _is_border(name, begin))
            and (not self.suffix or _is_border(name, end))
        )


def find_computed_names(content: bytes) -> Iterator[ComputedName]:
    """Yield the names that a text computes, unless hardly anything of them is constant."""
    for pattern in _PATTERNS:
        for match in pattern.finditer(content):
            groups = match.groupdict()
            prefix, suffix = (
                (groups.get(each) or b"").decode(errors="replace") for each in ("prefix", "suffix")
            )
            if max(len(prefix), len(suffix)) >= _MIN_LENGTH:
                yield ComputedName(prefix=prefix, suffix=suffix, offset=match.start())


class NameTable:
    """Names, to find those that may be computed in some way."""

    def __init__(self, names: Iterable[str]) -> None:
        self._forward = sorted(names)
        self._backward = sorted(name[::-1] for name in self._forward)

    def find(self, computed: ComputedName) -> list[str]:
        """Return the names that may be meant."""
        if computed.prefix:
            found = _with_beginning(self._forward, computed.prefix)
        else:
            found = [name[::-1] for name in _with_beginning(self._backward, computed.suffix[::-1])]
        return [name for name in found if computed.may_be(name)]


def _with_beginning(names: list[str], beginning: str) -> list[str]:
    first = bisect.bisect_left(names, beginning)
    last = bisect.bisect_left(names, beginning + chr(0x10FFFF), first)
    return names[first:last]


def _is_border(name: str, at: int) -> bool:
    """Whether a word of a name ends or begins at a place: `on_|click`, `get|Name`."""
    return name[at - 1] == "_" or name[at] == "_" or (name[at].isupper() and not name[at - 1].isupper())
