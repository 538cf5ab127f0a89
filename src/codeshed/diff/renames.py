"""Files and symbols that are called otherwise than before.

Turns: what is gone and what has come → pairs with the same text, or nearly so. Each belongs to at most one pair.
"""

import difflib
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from codeshed.diff.symbol_text import OwnText
from codeshed.model.identity import SEPARATOR

_LIKENESS = 0.75
"""The share of lines that two bodies must have in common."""

_FILE_LIKENESS = 0.5
"""The share of their code that two files must have in common, in lines of symbols of the same name."""

_LEAST_LINES = 4
_LEAST_BYTES = 12
_MAX_ALIKE = 50
"""How many symbols with one and the same body are looked at for each new one."""

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


_Fingerprint = Mapping[str, tuple[bytes, ...]]
"""The lines of symbols, by their names in a file."""


def _fingerprint(path: str, texts: Mapping[str, OwnText]) -> _Fingerprint:
    return {symbol.removeprefix(path): text.code for symbol, text in texts.items()}


def _overlap(one: _Fingerprint, other: _Fingerprint) -> float:
    """Return the share of code that is the same; imports alone, which many files have in common, say nothing."""
    n_shared = {name: _n_shared(code, other[name]) for name, code in one.items() if name in other}
    if not any(n for name, n in n_shared.items() if name):
        return 0.0 if one != other else float(_n_bytes(one) > 0)
    return sum(n_shared.values()) / max(_n_bytes(one), _n_bytes(other), 1)


def _n_shared(one: tuple[bytes, ...], other: tuple[bytes, ...]) -> int:
    """Return how many bytes two symbols of the same name have in lines that both have; a head alone says nothing."""
    if one == other:
        return sum(map(len, one))
    common = Counter(one) & Counter(other)
    if one[:1] == other[:1] and common.total() == 1:
        return 0
    return sum(len(line) * n_times for line, n_times in common.items())


def _n_bytes(symbols: _Fingerprint) -> int:
    return sum(len(line) for code in symbols.values() for line in code)


def find_renamed(removed: Sequence[OwnText], added: Sequence[OwnText]) -> dict[str, str]:
    """Return the old ids of symbols by their new ones."""
    if not removed or not added:
        return {}
    old, new = (
        [_Bodied(each, each.body()) for each in side if not each.is_within] for side in (removed, added)
    )
    found = _pairs({}, _alike(old, new))
    taken = frozenset(found.values())
    old = [each for each in old if each.text.symbol not in taken and len(each.body) >= _LEAST_LINES]
    new = [each for each in new if each.text.symbol not in found and len(each.body) >= _LEAST_LINES]
    if len(old) * len(new) > _MAX_PAIRS:
        return found
    near = [
        (-likeness, _distance(one.text.symbol, each.text.symbol), each.text.symbol, one.text.symbol)
        for each in new
        for one in old
        if one.text.kind == each.text.kind and (likeness := _likeness(one.body, each.body)) >= _LIKENESS
    ]
    return _pairs(found, near)


class _Bodied(NamedTuple):
    """A symbol with its body."""

    text: OwnText
    body: tuple[bytes, ...]


_Scored = tuple[float, int, str, str]
"""How unlike two symbols are, how far apart their names are, the new id and the old one."""


def _alike(old: Sequence[_Bodied], new: Sequence[_Bodied]) -> list[_Scored]:
    """Return the pairs that have the same body to the letter; what says too little is left alone."""
    by_body: defaultdict[tuple[str, tuple[bytes, ...]], list[_Bodied]] = defaultdict(list)
    for each in old:
        by_body[each.text.kind, each.body].append(each)
    return [
        (0.0, _distance(one.text.symbol, each.text.symbol), each.text.symbol, one.text.symbol)
        for each in new
        if sum(map(len, each.body)) >= _LEAST_BYTES
        for one in by_body.get((each.text.kind, each.body), [])[:_MAX_ALIKE]
    ]


def _pairs(known: dict[str, str], scored: list[_Scored]) -> dict[str, str]:
    """Return pairs with the best of others, each symbol once."""
    found = dict(known)
    taken = set(known.values())
    for _, _, new_symbol, old_symbol in sorted(scored):
        if new_symbol not in found and old_symbol not in taken:
            found[new_symbol] = old_symbol
            taken.add(old_symbol)
    return found


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
