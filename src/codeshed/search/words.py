"""The words of texts and identifiers.

Turns: an identifier → its terms: itself in one piece if it is compound, and the stems of its parts: `getUserNames` gives
`getusernames`, `get`, `user`, `name`. Text is read the same way, so that prose finds identifiers and the other way round.
"""

import re
from functools import lru_cache

IDENTIFIER = re.compile(r"[^\W\d]\w*|\d{3,}")
"""Words of prose and identifiers, and numbers such as the status code 404."""

MAX_WORD = 80
"""Longer words are no words, but hashes and encoded files."""

_PART = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[^\W\d_A-Za-z]+|\d{3,}")
_N_REMEMBERED = 200_000
_SHORTEST_STEM = 3
_VOWELS = frozenset("aeiouy")
_KEPT_DOUBLE = frozenset("lsz")

_STOP_WORDS_TEXT = """
a about above after again all also although always am an and any are aren as at be because been before
being below between both but by can cannot could couldn did didn do does doesn doing don down during
each either else even ever every few for from further get gets getting got had hadn has hasn have haven
having he her here hers him his how however i if in instead into is isn it its itself just let like ll
made make makes may me might more most much must my neither no nor not now of off on once only or other
our ours out over own per please rather re really same see seem seems shall she should shouldn since so
some still such than that the their theirs them then there therefore these they thing things this those
through thus to too under until up upon us use used uses using ve very via want wants was wasn way we
well were weren what when where whether which while who whom whose why will with within without won
would wouldn yes yet you your yours self cls this return def elif none true false null undefined const
var function let pass raise import async await lambda yield del print try catch except finally new void
public private protected static final
"""

STOP_WORDS = frozenset(_STOP_WORDS_TEXT.split())
"""Words of English and of programming languages that tell nothing apart."""


@lru_cache(_N_REMEMBERED)
def terms_of(word: str) -> tuple[str, ...]:
    """Return the terms of a word or an identifier, the whole one first if it is compound; none for a stop word."""
    if len(word) > MAX_WORD:
        return ()
    parts = _PART.findall(word)
    if len(parts) <= 1:
        lower = word.strip("_").lower()
        return () if len(lower) < 2 or lower in STOP_WORDS else (stem(lower),)  # noqa: PLR2004 - one letter says nothing
    stems = [stem(part.lower()) for part in parts if len(part) > 1 and part.lower() not in STOP_WORDS]
    return tuple(dict.fromkeys(("".join(parts).lower(), *stems)))


@lru_cache(_N_REMEMBERED)
def stem(word: str) -> str:
    """Return the stem of an English word in lower case: `parsing`, `parsed`, `parses` and `parse` have the same."""
    word = _without_plural(word)
    for ending in ("ing", "ed"):
        root = word[: -len(ending)]
        if word.endswith(ending) and len(root) >= _SHORTEST_STEM and not _VOWELS.isdisjoint(root):
            word = root
            if word[-1] == word[-2] and word[-1] not in _KEPT_DOUBLE:
                word = word[:-1]
            break
    if word.endswith("tion") and len(word) > len("tion") + 2:
        word = word[:-3]
    if word.endswith("e") and len(word) > _SHORTEST_STEM:
        word = word[:-1]
    return word


def _without_plural(word: str) -> str:
    if len(word) <= _SHORTEST_STEM or not word.endswith("s"):
        return word
    if word.endswith("ies") and len(word) > len("ties"):
        return word[:-3] + "y"
    if word.endswith(("sses", "shes", "ches", "xes", "zes")):
        return word[:-2]
    return word if word.endswith(("ss", "us", "is")) else word[:-1]
