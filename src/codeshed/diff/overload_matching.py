"""Match the overloads of two revisions of a file.

Turns: the SymbolTexts of two revisions → pairs of symbol ids. The ordinal in an id (`f#2`) is a position, not an identity:
an overload inserted above others renumbers them. So symbols of one name are matched by their full text, then by their
heads, and the rest in order. Members are compared with those of the overload that their owner was matched with.
"""

from collections import defaultdict, deque
from collections.abc import Callable, Hashable, Iterable, Mapping

from codeshed.diff.symbol_text import SymbolText
from codeshed.model.symbol_ids import SEPARATOR, qualified_name, without_ordinal

_UNMATCHED = "\0"
"""No id begins with this: it marks a symbol without a counterpart."""


def pair_symbols(before: Mapping[str, SymbolText], after: Mapping[str, SymbolText]) -> dict[str, str]:
    """Return old ids by new ones; `before` has the ids that its symbols would have in the new file."""
    found: dict[str, str] = {}
    new_by_old: dict[str, str] = {}
    old_by_depth, new_by_depth = _by_depth(before), _by_depth(after)
    for depth, symbols in sorted(new_by_depth.items()):
        new_owner_by_old = {each: new_by_old.get(each, f"{_UNMATCHED}{each}") for each in before}
        olds = _by_name(old_by_depth.get(depth, []), new_owner_by_old)
        for name, new in _by_name(symbols, {}).items():
            old = olds.get(name, [])
            pairs = (
                {new[0]: old[0]}
                if len(old) == len(new) == 1
                else _match_overloads(
                    {each: before[each] for each in old}, {each: after[each] for each in new}
                )
            )
            found |= pairs
            new_by_old |= {old_symbol: symbol for symbol, old_symbol in pairs.items()}
    return found


def _match_overloads(old: dict[str, SymbolText], new: dict[str, SymbolText]) -> dict[str, str]:
    """Match the overloads of one name, by the most specific criterion first."""
    found: dict[str, str] = {}
    for trait in (_full_text, _own_lines, _head, _code, _kind):
        for new_symbol, old_symbol in _match_by(trait, old, new):
            found[new_symbol] = old_symbol
            del old[old_symbol], new[new_symbol]
    return found


def _by_depth(symbols: Iterable[str]) -> dict[int, list[str]]:
    """Return ids by their nesting depth, each list in source order."""
    found: defaultdict[int, list[str]] = defaultdict(list)
    for symbol in symbols:
        found[qualified_name(symbol).count(".")].append(symbol)
    return found


def _by_name(symbols: Iterable[str], new_owner_by_old: Mapping[str, str]) -> dict[tuple[str, str], list[str]]:
    """Return ids by owner and name without ordinal, each list in source order.

    `new_owner_by_old` maps an owner to its counterpart in the other revision; owners that it lacks have the same id in both.
    """
    found: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
    for symbol in symbols:
        path, separator, name = symbol.partition(SEPARATOR)
        owner, _, last = name.rpartition(".")
        around = f"{path}{separator}{owner}" if owner else path
        found[new_owner_by_old.get(around, around) if owner else path, without_ordinal(last)].append(symbol)
    return found


def _match_by(
    trait: Callable[[SymbolText], Hashable], old: Mapping[str, SymbolText], new: Mapping[str, SymbolText]
) -> list[tuple[str, str]]:
    """Return the symbols with an equal key, first to first."""
    waiting: defaultdict[Hashable, deque[str]] = defaultdict(deque)
    for symbol, text in old.items():
        waiting[trait(text)].append(symbol)
    return [
        (symbol, waiting[key].popleft())
        for symbol, text in new.items()
        for key in (trait(text),)
        if waiting[key]
    ]


def _full_text(text: SymbolText) -> Hashable:
    return text.kind, text.head, text.text


def _own_lines(text: SymbolText) -> Hashable:
    return text.kind, text.head, text.lines


def _head(text: SymbolText) -> Hashable:
    return text.kind, text.head


def _code(text: SymbolText) -> Hashable:
    return text.kind, text.code


def _kind(text: SymbolText) -> Hashable:
    return text.kind
