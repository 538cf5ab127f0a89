"""Splits names into words.

Turns: a name → its words in lower case and singular: `getUserNames` and `get_user_names` are `get`, `user`, `name`.
"""

import re

import msgspec

_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_SHORTEST_PLURAL = 4


class NameWords(msgspec.Struct, frozen=True):
    """A name, its words, and its leading underscores: 0, 1, or 2 for more."""

    name: str
    words: frozenset[str]
    privacy: int


def split_name(name: str) -> NameWords:
    """Split a name."""
    privacy = 2 if name.startswith("__") else int(name.startswith("_"))
    return NameWords(name, words_of(name), privacy)


def words_of(name: str) -> frozenset[str]:
    """Return the words of a name."""
    return frozenset(_singular(word.lower()) for word in _WORD.findall(name))


def _singular(word: str) -> str:
    if len(word) >= _SHORTEST_PLURAL and word.endswith("s") and not word.endswith("ss"):
        return word[:-1]
    return word
