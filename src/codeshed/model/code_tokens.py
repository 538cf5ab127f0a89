"""The words of a file as its grammar sees them."""

import enum
from typing import NamedTuple


class TokenKind(enum.IntEnum):
    """What a piece of text is: code, a comment, or a string that documents what it stands in."""

    CODE = 0
    COMMENT = 1
    DOCUMENTATION = 2


class CodeToken(NamedTuple):
    """A piece of text, where it begins, how deep it lies in the tree of its file, and in what."""

    begin: int
    depth: int
    around: str
    text: bytes
    kind: TokenKind
