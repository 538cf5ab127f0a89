"""All symbols in order.

Turns: the symbols of modules and definitions, as they stand in parts → the same by their texts. A part has its symbols
in order, behind its path, and mostly all of them come before those of the next part. Then putting parts into order is
enough, and the symbols of a part are copied in one piece.
"""

from itertools import pairwise

import msgspec
import numpy as np

from codeshed.build.link.string_union import Strings
from codeshed.graph.data.arrays import Ints


class SymbolOrder(msgspec.Struct, frozen=True, kw_only=True):
    """Symbols by text, each once: as numbers of strings, and as places among the strings of all parts."""

    numbers: Ints
    places: Ints


def order_places(places: Ints, parts: Ints, strings: Strings) -> SymbolOrder:
    """Bring places into the order of their texts, all of which differ.

    They come by part, within a part in order but for the first one, which may lie anywhere.
    """
    firsts = np.flatnonzero(np.diff(parts, prepend=-1)).astype(np.int32)
    order = _order_of_parts(places, firsts, strings)
    if order is None:
        pieces = strings.pieces(places)
        in_order = places[sorted(range(len(pieces)), key=pieces.__getitem__)]
    else:
        rank = np.empty(len(firsts), dtype=np.int32)
        rank[order] = np.arange(len(firsts), dtype=np.int32)
        n_by_part = np.diff(firsts, append=len(places))
        in_order = places[np.argsort(np.repeat(rank, n_by_part), kind="stable")]
    return SymbolOrder(numbers=strings.numbers_at(in_order), places=in_order)


def _order_of_parts(places: Ints, firsts: Ints, strings: Strings) -> list[int] | None:
    """Return parts in the order of their symbols, or None if there are some that lie between those of another."""
    lasts = np.append(firsts[1:], len(places))[: len(firsts)] - 1
    first_pieces, last_pieces = strings.pieces(places[firsts]), strings.pieces(places[lasts])
    second_pieces = strings.pieces(places[np.minimum(firsts + 1, lasts)])
    order = sorted(range(len(firsts)), key=first_pieces.__getitem__)
    is_apart = all(last_pieces[one] < first_pieces[other] for one, other in pairwise(order))
    is_path_first = all(map(bytes.__le__, first_pieces, second_pieces))
    return order if is_apart and is_path_first else None
