"""The rows that a reference to a symbol leads to; a call of a type leads to its constructors.

Turns: symbols + constructors → TargetTable: target rows by key, as the listings and as the default policy see them. The
key of a reference is the string that it names; called types have keys of their own after those of all strings.
"""

from collections.abc import Mapping, Sequence

import msgspec
import numpy as np

from codeshed.build.link.method_resolution import ClassHierarchy
from codeshed.build.link.symbol_rows import SymbolRows
from codeshed.graph.data.arrays import NO_ROW, Flags, Ints, Longs
from codeshed.graph.data.columns import offsets_of_lengths


class TargetTable(msgspec.Struct, frozen=True, kw_only=True):
    """Entries by key: those of key `k` are `starts[k]` to `starts[k + 1]`. `call_keys` are the keys of calls, by string.

    An entry is a row, and whether the listings and the default policy see it. `keeps_self_in_…` tells of a key that
    an edge from a node to itself counts for that policy: the node itself was named, not a local of it.
    `inherits_constructor` marks types that have only an inherited constructor.
    """

    starts: Longs
    rows: Ints
    in_listing: Flags
    in_closure: Flags
    keeps_self_in_listing: Flags
    keeps_self_in_closure: Flags
    call_keys: Ints
    inherits_constructor: Flags


def tabulate_targets(
    called_types: Sequence[int],
    constructors: Mapping[int, Sequence[int]],
    hierarchy: ClassHierarchy,
    symbols: SymbolRows,
) -> TargetTable:
    """Return the targets of references to all strings, and of calls of some types."""
    listing, closure = symbols.listing_row, symbols.target_row
    strings = np.arange(len(listing), dtype=np.int32)
    call_keys = strings.copy()
    types: list[int] = []
    has_own: list[bool] = []
    entries: list[tuple[int, int, bool, bool]] = []
    for type_id in called_types:
        own = constructors.get(type_id, ())
        nearest = own or _nearest_constructors(type_id, constructors, hierarchy)
        if nearest:
            key = len(strings) + len(types)
            call_keys[type_id] = key
            types.append(type_id)
            has_own.append(bool(own))
            entries += _constructor_entries(key, nearest, int(listing[type_id]), is_own=bool(own))
    is_made_by_base = np.zeros(len(strings), dtype=np.bool_)
    is_made_by_base[types] = ~np.array(has_own, dtype=np.bool_)
    is_named = listing != NO_ROW
    is_own_in_listing = np.array(has_own, dtype=np.bool_) & ~is_named[types]
    is_other = (closure != NO_ROW) & (closure != listing)
    called = np.array(entries, dtype=np.int32).reshape(-1, 4).T
    keys = np.concatenate((strings[is_named], strings[is_other], called[0]))
    order = np.argsort(keys, kind="stable")
    both = (listing == closure)[is_named]
    nowhere = np.zeros(int(is_other.sum()), dtype=np.bool_)
    return TargetTable(
        starts=offsets_of_lengths(np.bincount(keys, minlength=len(strings) + len(types))),
        rows=np.concatenate((listing[is_named], closure[is_other], called[1]))[order],
        in_listing=np.concatenate((np.ones_like(both), nowhere, called[2] != 0))[order],
        in_closure=np.concatenate((both, ~nowhere, called[3] != 0))[order],
        keeps_self_in_listing=np.concatenate(
            (
                symbols.row_of == listing,
                is_own_in_listing | (symbols.row_of == listing)[types],
            )
        ),
        keeps_self_in_closure=np.concatenate(
            (symbols.row_of == closure, np.ones(len(types), dtype=np.bool_))
        ),
        call_keys=call_keys,
        inherits_constructor=is_made_by_base,
    )


def _nearest_constructors(
    type_id: int, constructors: Mapping[int, Sequence[int]], hierarchy: ClassHierarchy
) -> Sequence[int]:
    """Return the constructors that a type inherits, from the first type of its MRO that has any."""
    ancestors = hierarchy.mro(type_id)
    return next((constructors[ancestor] for ancestor in ancestors if ancestor in constructors), ())


def _constructor_entries(
    key: int, rows: Sequence[int], listing_row: int, *, is_own: bool
) -> list[tuple[int, int, bool, bool]]:
    """Return the entries of a type with constructors.

    The listings follow them only if they are the type's own and no function is around it: else the type stands for that
    function. The default policy always does.
    """
    if listing_row == NO_ROW:
        return [(key, row, is_own, True) for row in rows]
    entries = [(key, row, row == listing_row, True) for row in rows]
    return entries if listing_row in rows else [*entries, (key, listing_row, True, False)]
