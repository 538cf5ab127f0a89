"""Files and symbols that are called otherwise than before.

Turns: what is gone and what has come → pairs with the same text, or nearly so. Each belongs to at most one pair.
"""

import difflib
from collections import defaultdict
from collections.abc import Mapping, Sequence

from codeshed.model.identity import SEPARATOR
from codeshed.resolve.own_text import OwnText

_LIKENESS = 0.75
"""The share of lines that two bodies must have in common."""

_FILE_LIKENESS = 0.5
"""The share of symbols that two files must have in common, by name and text."""

_LEAST_LINES = 4
_LEAST_BYTES = 12
_MAX_PAIRS = 20_000
"""More pairs are not compared line by line; what is the same to the letter is always found."""


def renamed_files(
    gone: Mapping[str, Mapping[str, OwnText]], come: Mapping[str, Mapping[str, OwnText]]
) -> dict[str, str]:
    """Return the old paths of files by their new ones."""
    if len(gone) * len(come) > _MAX_PAIRS:
        return {}
    before, after = (
        {path: _fingerprint(path, texts) for path, texts in side.items()} for side in (gone, come)
    )
    scored = sorted(
        (-_overlap(before[old], after[new]), old != new, new, old) for new in come for old in gone
    )
    found: dict[str, str] = {}
    taken: set[str] = set()
    for score, _, new, old in scored:
        if -score >= _FILE_LIKENESS and new not in found and old not in taken:
            found[new] = old
            taken.add(old)
    return found


def _fingerprint(path: str, texts: Mapping[str, OwnText]) -> frozenset[tuple[str, tuple[bytes, ...]]]:
    return frozenset(
        (symbol.removeprefix(path), text.code) for symbol, text in texts.items() if text.code or text.body
    )


def _overlap(
    one: frozenset[tuple[str, tuple[bytes, ...]]], other: frozenset[tuple[str, tuple[bytes, ...]]]
) -> float:
    return len(one & other) / max(len(one), len(other), 1)


def find_renamed(removed: Sequence[OwnText], added: Sequence[OwnText]) -> dict[str, str]:
    """Return the old ids of symbols by their new ones."""
    found: dict[str, str] = {}
    taken: set[str] = set()
    _pair_alike(removed, added, found, taken)
    rest = [each for each in removed if each.symbol not in taken and len(each.body) >= _LEAST_LINES]
    new = [each for each in added if each.symbol not in found and len(each.body) >= _LEAST_LINES]
    if len(rest) * len(new) > _MAX_PAIRS:
        return found
    scored = sorted(
        (-likeness, _distance(old.symbol, each.symbol), each.symbol, old.symbol)
        for each in new
        for old in rest
        if old.kind == each.kind and (likeness := _likeness(old.body, each.body)) >= _LIKENESS
    )
    for _, _, new_symbol, old_symbol in scored:
        if new_symbol not in found and old_symbol not in taken:
            found[new_symbol] = old_symbol
            taken.add(old_symbol)
    return found


def _pair_alike(
    removed: Sequence[OwnText], added: Sequence[OwnText], found: dict[str, str], taken: set[str]
) -> None:
    """Pair what has the same body to the letter, the nearest by name first; what says too little is left alone."""
    by_body: defaultdict[tuple[str, tuple[bytes, ...]], list[OwnText]] = defaultdict(list)
    for each in removed:
        by_body[each.kind, each.body].append(each)
    scored = sorted(
        (_distance(old.symbol, each.symbol), each.symbol, old.symbol)
        for each in added
        if not each.is_within and sum(map(len, each.body)) >= _LEAST_BYTES
        for old in by_body.get((each.kind, each.body), ())
    )
    for _, new_symbol, old_symbol in scored:
        if new_symbol not in found and old_symbol not in taken:
            found[new_symbol] = old_symbol
            taken.add(old_symbol)


def _distance(old: str, new: str) -> int:
    """Return how much of two ids differs: the file, what is around, the name."""
    (old_path, _, old_name), (new_path, _, new_name) = old.partition(SEPARATOR), new.partition(SEPARATOR)
    old_owner, _, old_last = old_name.rpartition(".")
    new_owner, _, new_last = new_name.rpartition(".")
    return (old_path != new_path) + (old_owner != new_owner) + (old_last != new_last)


def _likeness(one: tuple[bytes, ...], other: tuple[bytes, ...]) -> float:
    if min(len(one), len(other)) < _LIKENESS * max(len(one), len(other)) / (2 - _LIKENESS):
        return 0.0
    matcher = difflib.SequenceMatcher(None, one, other, autojunk=False)
    return matcher.ratio() if matcher.quick_ratio() >= _LIKENESS else 0.0
