"""Which overload of one state is which of another.

Turns: the texts of two states of a file → pairs of symbols. Ordinals say where an overload stands, not what it is: one
that comes above the others moves them all. So those of one name are paired by their heads, then by what they say, and
what is left in its order.
"""

from collections import defaultdict, deque
from collections.abc import Callable, Hashable, Mapping

from codeshed.model.identity import without_ordinal
from codeshed.resolve.own_text import OwnText


def pair_symbols(before: Mapping[str, OwnText], after: Mapping[str, OwnText]) -> dict[str, str]:
    """Return the old ids of symbols by their new ones; `before` has the ids that its symbols would have in the new file."""
    olds, news = _by_name(before), _by_name(after)
    found: dict[str, str] = {}
    for name, new in news.items():
        old = olds.get(name, [])
        if len(old) == len(new) == 1:
            found[new[0]] = old[0]
        elif old:
            found |= _paired({each: before[each] for each in old}, {each: after[each] for each in new})
    return found


def _paired(old: dict[str, OwnText], new: dict[str, OwnText]) -> dict[str, str]:
    """Pair overloads of one name by what tells most first."""
    found: dict[str, str] = {}
    for trait in (_whole, _head, _code, _kind):
        for new_symbol, old_symbol in _pairs_by(trait, old, new):
            found[new_symbol] = old_symbol
            del old[old_symbol], new[new_symbol]
    return found


def _by_name(texts: Mapping[str, OwnText]) -> dict[str, list[str]]:
    """Return ids by what they are without their ordinals, each in the order of the source."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for symbol in texts:
        found[without_ordinal(symbol)].append(symbol)
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


def _whole(text: OwnText) -> Hashable:
    return text.kind, text.head, text.lines


def _head(text: OwnText) -> Hashable:
    return text.kind, text.head


def _code(text: OwnText) -> Hashable:
    return text.kind, text.code


def _kind(text: OwnText) -> Hashable:
    return text.kind
