"""Find files and symbols that were renamed or moved.

Turns: what was removed and what was added → pairs with the same text, or nearly so. Each is in at most one pair.
"""

import difflib
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from codeshed.diff.symbol_text import SymbolText
from codeshed.model.symbol_ids import SEPARATOR

_MIN_SIMILARITY = 0.75
"""The share of lines that two bodies must have in common."""

_MIN_FILE_SIMILARITY = 0.5
"""The share of their code that two files must have in common, in lines of symbols of the same name."""

_MIN_LINES = 4
_MIN_BYTES = 12
_MAX_IDENTICAL = 50
"""How many removed symbols with one and the same body are considered for each added one."""

_MAX_PAIRS = 20_000
"""More pairs are not compared line by line; identical bodies are always found."""


def find_renamed_files(
    removed: Mapping[str, Mapping[str, SymbolText]], added: Mapping[str, Mapping[str, SymbolText]]
) -> dict[str, str]:
    """Return the old paths of files by their new ones."""
    if len(removed) * len(added) > _MAX_PAIRS:
        return {}
    before, after = (
        {path: _fingerprint(path, texts) for path, texts in side.items()} for side in (removed, added)
    )
    scored = sorted(
        (-_overlap(before[old], after[new]), old != new, new, old) for new in added for old in removed
    )
    found: dict[str, str] = {}
    taken: set[str] = set()
    for score, _, new, old in scored:
        if -score >= _MIN_FILE_SIMILARITY and new not in found and old not in taken:
            found[new] = old
            taken.add(old)
    return found


_Fingerprint = Mapping[str, tuple[bytes, ...]]
"""The lines of symbols, by their names in a file."""


def _fingerprint(path: str, texts: Mapping[str, SymbolText]) -> _Fingerprint:
    return {symbol.removeprefix(path): text.code for symbol, text in texts.items()}


def _overlap(one: _Fingerprint, other: _Fingerprint) -> float:
    """Return the share of code that two files have in common; 0 if only module-level code such as imports is shared."""
    n_shared = {name: _n_shared(code, other[name]) for name, code in one.items() if name in other}
    if not any(n for name, n in n_shared.items() if name):
        return 0.0 if one != other else float(_n_bytes(one) > 0)
    return sum(n_shared.values()) / max(_n_bytes(one), _n_bytes(other), 1)


def _n_shared(one: tuple[bytes, ...], other: tuple[bytes, ...]) -> int:
    """Return the number of bytes in lines that two symbols of one name share; 0 if only the head is shared."""
    if one == other:
        return sum(map(len, one))
    common = Counter(one) & Counter(other)
    if one[:1] == other[:1] and common.total() == 1:
        return 0
    return sum(len(line) * n_times for line, n_times in common.items())


def _n_bytes(symbols: _Fingerprint) -> int:
    return sum(len(line) for code in symbols.values() for line in code)


def find_renamed_symbols(removed: Sequence[SymbolText], added: Sequence[SymbolText]) -> dict[str, str]:
    """Return the old ids of symbols by their new ones."""
    if not removed or not added:
        return {}
    old, new = (
        [_SymbolBody(each, each.body()) for each in side if not each.is_set_in_method]
        for side in (removed, added)
    )
    found = _best_pairs({}, _identical_pairs(old, new))
    taken = frozenset(found.values())
    old = [each for each in old if each.text.symbol not in taken and len(each.body) >= _MIN_LINES]
    new = [each for each in new if each.text.symbol not in found and len(each.body) >= _MIN_LINES]
    if len(old) * len(new) > _MAX_PAIRS:
        return found
    similar = [
        (-similarity, _distance(one.text.symbol, each.text.symbol), each.text.symbol, one.text.symbol)
        for each in new
        for one in old
        if one.text.kind == each.text.kind
        and (similarity := _similarity(one.body, each.body)) >= _MIN_SIMILARITY
    ]
    return _best_pairs(found, similar)


class _SymbolBody(NamedTuple):
    """A symbol with its body, the lines after its head."""

    text: SymbolText
    body: tuple[bytes, ...]


_ScoredPair = tuple[float, int, str, str]
"""Dissimilarity of two symbols, distance of their ids, new id and old id."""


def _identical_pairs(old: Sequence[_SymbolBody], new: Sequence[_SymbolBody]) -> list[_ScoredPair]:
    """Return the pairs with identical bodies; bodies that are too short say nothing."""
    by_body: defaultdict[tuple[str, tuple[bytes, ...]], list[_SymbolBody]] = defaultdict(list)
    for each in old:
        by_body[each.text.kind, each.body].append(each)
    return [
        (0.0, _distance(one.text.symbol, each.text.symbol), each.text.symbol, one.text.symbol)
        for each in new
        if sum(map(len, each.body)) >= _MIN_BYTES
        for one in by_body.get((each.text.kind, each.body), [])[:_MAX_IDENTICAL]
    ]


def _best_pairs(known: dict[str, str], scored: list[_ScoredPair]) -> dict[str, str]:
    """Add the best pairs to the known ones, each symbol once."""
    found = dict(known)
    taken = set(known.values())
    for _, _, new_symbol, old_symbol in sorted(scored):
        if new_symbol not in found and old_symbol not in taken:
            found[new_symbol] = old_symbol
            taken.add(old_symbol)
    return found


def _distance(old: str, new: str) -> int:
    """Return how many parts of two ids differ: file, owner, name."""
    (old_path, _, old_name), (new_path, _, new_name) = old.partition(SEPARATOR), new.partition(SEPARATOR)
    old_owner, _, old_last = old_name.rpartition(".")
    new_owner, _, new_last = new_name.rpartition(".")
    return (old_path != new_path) + (old_owner != new_owner) + (old_last != new_last)


def _similarity(one: tuple[bytes, ...], other: tuple[bytes, ...]) -> float:
    if min(len(one), len(other)) < _MIN_SIMILARITY * max(len(one), len(other)) / (2 - _MIN_SIMILARITY):
        return 0.0
    matcher = difflib.SequenceMatcher(None, one, other, autojunk=False)
    return matcher.ratio() if matcher.quick_ratio() >= _MIN_SIMILARITY else 0.0
