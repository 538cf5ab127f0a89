"""Which overload of one state is which of another.

Turns: the texts of two states of a file → pairs of symbols. Ordinals say where an overload stands, not what it is: one
that comes above the others moves them all. So those of one name are paired by all that they say, then by their heads,
and what is left in its order. What is within an overload follows it: it is compared with what was within the same one.
"""

from collections import defaultdict, deque
from collections.abc import Callable, Hashable, Iterable, Mapping

from codeshed.diff.symbol_text import OwnText
from codeshed.model.identity import SEPARATOR, qualified_name, without_ordinal

_GONE = "\0"
"""What no id begins with: the mark of one that has no other side."""


def pair_symbols(before: Mapping[str, OwnText], after: Mapping[str, OwnText]) -> dict[str, str]:
    """Return the old ids of symbols by their new ones; `before` has the ids that its symbols would have in the new file."""
    found: dict[str, str] = {}
    new_by_old: dict[str, str] = {}
    old_levels, new_levels = _by_level(before), _by_level(after)
    for level, symbols in sorted(new_levels.items()):
        now = {each: new_by_old.get(each, f"{_GONE}{each}") for each in before}
        olds = _by_name(old_levels.get(level, []), now)
        for name, new in _by_name(symbols, {}).items():
            old = olds.get(name, [])
            pairs = (
                {new[0]: old[0]}
                if len(old) == len(new) == 1
                else _paired({each: before[each] for each in old}, {each: after[each] for each in new})
            )
            found |= pairs
            new_by_old |= {old_symbol: symbol for symbol, old_symbol in pairs.items()}
    return found


def _paired(old: dict[str, OwnText], new: dict[str, OwnText]) -> dict[str, str]:
    """Pair overloads of one name by what tells most first."""
    found: dict[str, str] = {}
    for trait in (_all, _whole, _head, _code, _kind):
        for new_symbol, old_symbol in _pairs_by(trait, old, new):
            found[new_symbol] = old_symbol
            del old[old_symbol], new[new_symbol]
    return found


def _by_level(symbols: Iterable[str]) -> dict[int, list[str]]:
    """Return ids by how many names they have, each in the order of the source."""
    found: defaultdict[int, list[str]] = defaultdict(list)
    for symbol in symbols:
        found[qualified_name(symbol).count(".")].append(symbol)
    return found


def _by_name(symbols: Iterable[str], now: Mapping[str, str]) -> dict[tuple[str, str], list[str]]:
    """Return ids by what they are in and their names without ordinals, each in the order of the source.

    `now` says what an owner is called on the other side; one that it does not know is called alike on both.
    """
    found: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
    for symbol in symbols:
        path, separator, name = symbol.partition(SEPARATOR)
        owner, _, last = name.rpartition(".")
        around = f"{path}{separator}{owner}" if owner else path
        found[now.get(around, around) if owner else path, without_ordinal(last)].append(symbol)
    return found


def _pairs_by(
    trait: Callable[[OwnText], Hashable], old: Mapping[str, OwnText], new: Mapping[str, OwnText]
) -> list[tuple[str, str]]:
    """Return symbols that have a trait in common, the first with the first."""
    waiting: defaultdict[Hashable, deque[str]] = defaultdict(deque)
    for symbol, text in old.items():
        waiting[trait(text)].append(symbol)
    return [
        (symbol, waiting[key].popleft())
        for symbol, text in new.items()
        for key in (trait(text),)
        if waiting[key]
    ]


def _all(text: OwnText) -> Hashable:
    return text.kind, text.head, text.text


def _whole(text: OwnText) -> Hashable:
    return text.kind, text.head, text.lines


def _head(text: OwnText) -> Hashable:
    return text.kind, text.head


def _code(text: OwnText) -> Hashable:
    return text.kind, text.code


def _kind(text: OwnText) -> Hashable:
    return text.kind
