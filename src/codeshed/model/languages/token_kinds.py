"""Tokens of a file, from the leaves of its syntax tree."""

import enum
from typing import NamedTuple


class TokenKind(enum.IntEnum):
    """Code, a comment, or a docstring."""

    CODE = 0
    COMMENT = 1
    DOCUMENTATION = 2


class CodeToken(NamedTuple):
    """A token: its offset, its depth in the syntax tree, the kind of node around it, and its text."""

    begin: int
    depth: int
    around: str
    text: bytes
    kind: TokenKind
