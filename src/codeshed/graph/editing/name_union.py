"""Combines the name indices of several graphs.

Turns: NameIndexes + SymbolUnion → NameIndex. Names are not read again, since their hashes are known: only where graphs
share a hash the names are compared. On a collision, which has never been seen, the index is rebuilt from names.
"""

from collections.abc import Callable, Sequence

import msgspec
import numpy as np

from codeshed.graph.data.arrays import NO_ROW, Ints, Longs, Words
from codeshed.graph.data.columns import run_starts
from codeshed.graph.data.name_index import NameIndex, index_names
from codeshed.graph.editing.symbol_union import SymbolUnion
from codeshed.model.symbol_ids import last_name


def unite_names(indices: Sequence[NameIndex], union: SymbolUnion, files: Ints) -> NameIndex:
    """Index the united symbols by their last names; `files` are those of the nodes."""
    if not (_is_one_name_by_hash(indices, union) and _is_one_lower_name_by_hash(indices, union)):
        return index_names(union.symbols, files)
    row_hashes = _gathered([_by_row(index, index.hashes) for index in indices], union)
    row_lower_hashes = _gathered([_by_row(index, _lower_hashes(index)) for index in indices], union)
    rows = np.lexsort((files, row_hashes))
    firsts = run_starts(row_hashes[rows])
    lower_hashes = row_lower_hashes[rows[firsts]]
    spellings = np.argsort(lower_hashes, kind="stable")
    lower_firsts = run_starts(lower_hashes[spellings])
    return NameIndex(
        symbols=union.symbols,
        files=files,
        hashes=row_hashes[rows[firsts]],
        starts=np.append(firsts, len(rows)),
        rows=rows.astype(np.int32),
        lower_hashes=lower_hashes[spellings[lower_firsts]],
        spelling_starts=np.append(lower_firsts, len(spellings)),
        spellings=spellings.astype(np.int32),
    )


def _gathered(values: Sequence[Words], union: SymbolUnion) -> Words:
    found = np.zeros(len(union), dtype=np.uint64)
    for place, of_index in enumerate(values):
        here, rows = union.rows_of(place)
        found[here] = of_index[rows]
    return found


def _by_row(index: NameIndex, values: Words) -> Words:
    """Return values by row, from values by name."""
    by_row = np.zeros(len(index.rows), dtype=np.uint64)
    by_row[index.rows] = np.repeat(values, np.diff(index.starts))
    return by_row


def _lower_hashes(index: NameIndex) -> Words:
    """Return the lower-case hash of each name."""
    by_name = np.zeros(len(index), dtype=np.uint64)
    by_name[index.spellings] = np.repeat(index.lower_hashes, np.diff(index.spelling_starts))
    return by_name


def _is_one_name_by_hash(indices: Sequence[NameIndex], union: SymbolUnion) -> bool:
    owners = [np.repeat(np.arange(len(index)), np.diff(index.starts)) for index in indices]
    hashes = [index.hashes for index in indices]
    return _is_one_text_by_hash(indices, hashes, owners, union, last_name)


def _is_one_lower_name_by_hash(indices: Sequence[NameIndex], union: SymbolUnion) -> bool:
    owners = []
    for index in indices:
        lower_of_name = np.zeros(len(index), dtype=np.int64)
        lower_of_name[index.spellings] = np.repeat(
            np.arange(len(index.lower_hashes)), np.diff(index.spelling_starts)
        )
        owners.append(np.repeat(lower_of_name, np.diff(index.starts)))
    hashes = [index.lower_hashes for index in indices]
    return _is_one_text_by_hash(indices, hashes, owners, union, _lower_last_name)


def _lower_last_name(symbol: str) -> str:
    return last_name(symbol).lower()


def _is_one_text_by_hash(
    indices: Sequence[NameIndex],
    hashes: Sequence[Words],
    owners: Sequence[Longs],
    union: SymbolUnion,
    text_of: Callable[[str], str],
) -> bool:
    """Whether each hash stands for a single text among the nodes that are kept.

    `owners` tell which hash each row of an index belongs to; any node of a hash gives its text.
    """
    if any(len(run_starts(each)) < len(each) for each in hashes):
        return False
    if len(hashes) == 1:
        return True
    firsts = [
        _first_kept(index, of_rows, new)
        for index, of_rows, new in zip(indices, owners, union.new_rows, strict=True)
    ]
    all_hashes = np.concatenate([each[kept.hashes] for each, kept in zip(hashes, firsts, strict=True)])
    order = np.argsort(all_hashes, kind="stable")
    new_rows = np.concatenate([kept.new_rows for kept in firsts])[order]
    is_shared = all_hashes[order[1:]] == all_hashes[order[:-1]]
    # The same node has the same name in both graphs.
    is_doubtful = is_shared & (new_rows[1:] != new_rows[:-1])

    def text(place: int) -> str:
        return text_of(union.symbols[int(new_rows[place])])

    return all(text(place) == text(place + 1) for place in np.flatnonzero(is_doubtful).tolist())


class _FirstKept(msgspec.Struct, frozen=True):
    """The hashes of an index that some kept node has, with the new row of one such node."""

    hashes: Longs
    new_rows: Ints


def _first_kept(index: NameIndex, owners: Longs, new_rows: Ints) -> _FirstKept:
    now = new_rows[index.rows]
    is_kept = now != NO_ROW
    hashes, firsts = np.unique(owners[is_kept], return_index=True)
    return _FirstKept(hashes, now[is_kept][firsts])
