"""The words that names consist of.

Turns: a name → its words in lower case and singular: `getUserNames` and `get_user_names` are `get`, `user`, `name`.
"""

import re

_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_SHORTEST_PLURAL = 4


def words_of(name: str) -> frozenset[str]:
    """Return the words of a name."""
    return frozenset(_singular(word.lower()) for word in _WORD.findall(name))


def _singular(word: str) -> str:
    if len(word) >= _SHORTEST_PLURAL and word.endswith("s") and not word.endswith("ss"):
        return word[:-1]
    return word
