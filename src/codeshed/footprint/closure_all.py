"""The footprint sizes of all nodes at once.

Turns: FootprintView → the size of every node's footprint, equal to what the one-node solver finds.

What a node adds to a footprint depends only on its two expansions: its body (what it uses) and its reverse (its callers
or writers). Expansions are the vertices of a graph. Each strongly connected component has one set of nodes, and sets
are propagated along the edges between components. They are bit sets, computed in blocks of columns so that memory stays
bounded. Where footprints are small, the sets are mostly zeros and a search per node is faster: a sample of searches
decides which of the two runs. That changes the time, never the result.
"""

from itertools import pairwise

import msgspec
import numpy as np

from codeshed.footprint.closure import BODY, REVERSE, ClosureSolver, arrival_states
from codeshed.footprint.view import FootprintView
from codeshed.graph.data.arrays import Flags, Longs, Words
from codeshed.graph.data.components import Condensation, condense
from codeshed.graph.data.kinds import EdgeKind

BLOCK_BYTES = 160 * 1024 * 1024
"""The memory limit for the sets of one block."""

_SAMPLE = 64
_NARROW = 8
_BITS_PER_FOUND_NODE = 100
"""Finding one node by search takes about as long as processing this many bits of a set."""


class _Expansions(msgspec.Struct, frozen=True, kw_only=True):
    """The graph of expansions: vertex `n` is the body of node `n`, vertex `len(view) + n` its reverse.

    Expansion `member_of[i]` directly adds node `members[i]`.
    """

    sources: Longs
    targets: Longs
    member_of: Longs
    members: Longs


class Level(msgspec.Struct, frozen=True, kw_only=True):
    """The edges from components whose targets are all in earlier levels, by source."""

    sources: Longs
    targets: Longs


class _Pairs(msgspec.Struct, frozen=True, kw_only=True):
    """The distinct pairs of sets (body, reverse) that footprints consist of; many starts share a pair."""

    first: Longs
    second: Longs
    pair_of_start: Longs


def all_totals(view: FootprintView, rows: Longs | None = None, *, reverse: bool = True) -> Longs:
    """Return the size of the footprint of every node, or of some, or of the forward part of these."""
    if len(view) == 0:
        return np.zeros(0, dtype=np.int64)
    # What lies forward is small for most nodes and large for some, which a sample misses: sets are the safe choice.
    if reverse and _plain_search_is_faster(view):
        found = totals_by_search(view)
        return found if rows is None else found[rows]
    return totals_by_bit_sets(view, rows=rows, reverse=reverse)


def totals_by_search(view: FootprintView, *, reverse: bool = True) -> Longs:
    """Search from every node in turn."""
    solver = ClosureSolver(view)
    return np.array([solver.total(row, reverse=reverse) for row in range(len(view))], dtype=np.int64)


def totals_by_bit_sets(
    view: FootprintView, block_bytes: int = BLOCK_BYTES, *, rows: Longs | None = None, reverse: bool = True
) -> Longs:
    """Propagate bit sets along the condensed graph of expansions, as far as some starts reach, or all nodes."""
    n_nodes = len(view)
    starts = np.arange(n_nodes) if rows is None else rows
    expansions = _expansions(view, reverse=reverse)
    condensed = condense(2 * n_nodes if reverse else n_nodes, expansions.sources, expansions.targets)
    states = arrival_states(view).by_reverse[starts]
    first = np.where((states & BODY) != 0, condensed.component_of[starts], -1)
    second = np.full_like(first, -1)
    if reverse:
        second = np.where((states & REVERSE) != 0, condensed.component_of[starts + n_nodes], -1)
    kept = _reachable(condensed, np.concatenate((first, second)))
    # The last row is the empty set, which -1 leads to.
    row_of = np.cumsum(kept) - 1
    n_rows = int(kept.sum()) + 1
    row_of = np.append(row_of, n_rows - 1)
    is_kept = kept[condensed.sources]
    levels = levels_of(
        Condensation(
            n_components=n_rows - 1,
            component_of=row_of[condensed.component_of],
            sources=row_of[condensed.sources[is_kept]],
            targets=row_of[condensed.targets[is_kept]],
        )
    )
    member_component = condensed.component_of[expansions.member_of]
    order = np.flatnonzero(kept[member_component])
    order = order[np.argsort(expansions.members[order], kind="stable")]
    member_rows = row_of[member_component[order]]
    nodes = np.union1d(expansions.members[order], starts)
    members = np.searchsorted(nodes, expansions.members[order])
    start_columns = np.searchsorted(nodes, starts)
    sizes = view.sizes[nodes]
    pairs = _pairs(row_of[first], row_of[second], n_rows)
    totals = np.zeros(len(starts), dtype=np.int64)
    n_words = max(1, min(-(-len(nodes) // 64), block_bytes // (8 * n_rows)))
    for begin in range(0, len(nodes), 64 * n_words):
        end = min(begin + 64 * n_words, len(nodes))
        low, high = np.searchsorted(members, (begin, end))
        sets = direct_sets(member_rows[low:high], members[low:high] - begin, n_rows, n_words)
        propagate(sets, levels)
        totals += _sizes_of(sets, pairs, start_columns - begin, sizes[begin:end])
    return totals


def _reachable(condensed: Condensation, components: Longs) -> Flags:
    """Return for each component whether some components reach it; negative ones count for nothing."""
    found = bytearray(condensed.n_components)
    for each in np.unique(components[components >= 0]).tolist():
        found[each] = 1
    # Edges lead to lower components, so that a component is known before its own edges are looked at.
    for source, target in zip(
        condensed.sources[::-1].tolist(), condensed.targets[::-1].tolist(), strict=True
    ):
        if found[source]:
            found[target] = 1
    return np.frombuffer(found, dtype=np.bool_)


def _plain_search_is_faster(view: FootprintView) -> bool:
    """Whether the sampled footprints have so few nodes that searching beats one bit per node."""
    solver = ClosureSolver(view)
    sample = range(0, len(view), max(1, len(view) // _SAMPLE))
    affordable = len(sample) * (len(view) // _BITS_PER_FOUND_NODE + 1)
    n_found = 0
    for row in sample:
        n_found += len(solver.reached((row,), limit=affordable - n_found))
        if n_found > affordable:
            return False
    return True


def _expansions(view: FootprintView, *, reverse: bool) -> _Expansions:
    n_nodes = len(view)
    states = arrival_states(view)
    sources = view.sources.astype(np.int64)
    targets = view.targets.astype(np.int64)
    kinds = view.kinds
    requested = np.where(
        kinds == EdgeKind.CALL,
        states.by_call[targets],
        np.where(kinds == EdgeKind.WRITE, states.by_write[targets], states.by_use[targets]),
    )
    # Against an edge: from a function to its callers, from a variable to its writers.
    is_reverse = np.where(view.is_variable[targets], kinds == EdgeKind.WRITE, kinds == EdgeKind.CALL)
    is_reverse &= reverse
    back_sources = targets[is_reverse]
    back_targets = sources[is_reverse]
    requested_backwards = states.by_reverse[back_targets]
    edge_sources = []
    edge_targets = []
    for origin, target, wanted in (
        (sources, targets, requested),
        (back_sources + n_nodes, back_targets, requested_backwards),
    ):
        for state, shift in ((BODY, 0), (REVERSE, n_nodes)) if reverse else ((BODY, 0),):
            chosen = (wanted & state) != 0
            edge_sources.append(origin[chosen])
            edge_targets.append(target[chosen] + shift)
    return _Expansions(
        sources=np.concatenate(edge_sources),
        targets=np.concatenate(edge_targets),
        member_of=np.concatenate((sources, back_sources + n_nodes)),
        members=np.concatenate((targets, back_targets)),
    )


def levels_of(condensed: Condensation) -> list[Level]:
    """Group components into topological levels."""
    depth = [0] * condensed.n_components
    for source, target in zip(condensed.sources.tolist(), condensed.targets.tolist(), strict=True):
        # Edges are sorted by source and lead to lower components, whose depth is final by then.
        depth[source] = max(depth[source], depth[target] + 1)
    edge_depth = np.array(depth, dtype=np.int64)[condensed.sources]
    order = np.lexsort((condensed.targets, condensed.sources, edge_depth))
    sources = condensed.sources[order]
    targets = condensed.targets[order]
    bounds = np.searchsorted(edge_depth[order], np.arange(1, max(depth, default=0) + 2)).tolist()
    return [Level(sources=sources[low:high], targets=targets[low:high]) for low, high in pairwise(bounds)]


def direct_sets(rows: Longs, columns: Longs, n_rows: int, n_words: int) -> Words:
    """Return bit sets with one bit for each pair of a row and a column."""
    sets = np.zeros((n_rows, n_words), dtype=np.uint64)
    bits = np.left_shift(np.uint64(1), (columns % 64).astype(np.uint64))
    np.bitwise_or.at(sets.reshape(-1), rows * n_words + columns // 64, bits)
    return sets


def propagate(sets: Words, levels: list[Level]) -> None:
    """Unite the set of every component with those of its targets, level by level."""
    n_words = sets.shape[1]
    chunk = max(1, BLOCK_BYTES // 4 // (8 * n_words))
    for level in levels:
        if len(level.sources) <= _NARROW:
            # A long chain has a level per link, where the vectorized path would cost more.
            for source, target in zip(level.sources.tolist(), level.targets.tolist(), strict=True):
                row = sets[source]
                np.bitwise_or(row, sets[target], out=row)
        else:
            _propagate_wide(sets, level, chunk)


def _propagate_wide(sets: Words, level: Level, chunk: int) -> None:
    sources = level.sources
    starts = np.flatnonzero(np.r_[True, sources[1:] != sources[:-1]])
    ends = np.append(starts[1:], len(sources))
    low = 0
    while low < len(starts):
        high = max(low + 1, int(np.searchsorted(ends, starts[low] + chunk, side="right")))
        gathered = sets[level.targets[starts[low] : ends[high - 1]]]
        sets[sources[starts[low:high]]] |= np.bitwise_or.reduceat(
            gathered, starts[low:high] - starts[low], axis=0
        )
        low = high


def _sizes_of(sets: Words, pairs: _Pairs, start_columns: Longs, sizes: Longs) -> Longs:
    """Return for each start the size of the union of its two sets and itself, as far as it is in this block.

    `start_columns` are the columns of the starts; many lie outside of the block.
    """
    n_words = sets.shape[1]
    by_pair = np.zeros(len(pairs.first), dtype=np.int64)
    is_here = (start_columns >= 0) & (start_columns < len(sizes))
    own_sizes = np.zeros(len(start_columns), dtype=np.int64)
    tables = _byte_tables(sizes, n_words)
    pairs_at_once = max(1, BLOCK_BYTES // 4 // (8 * n_words))
    for low in range(0, len(by_pair), pairs_at_once):
        high = min(low + pairs_at_once, len(by_pair))
        union = sets[pairs.first[low:high]] | sets[pairs.second[low:high]]
        octets = np.ascontiguousarray(union.view(np.uint8).T)
        for table, octet in zip(tables, octets, strict=True):
            by_pair[low:high] += table[octet]
        here = np.flatnonzero(is_here & (pairs.pair_of_start >= low) & (pairs.pair_of_start < high))
        columns = start_columns[here]
        words = union[pairs.pair_of_start[here] - low, columns // 64]
        is_missing = (words >> (columns % 64).astype(np.uint64)) & np.uint64(1) == 0
        own_sizes[here] = np.where(is_missing, sizes[columns], 0)
    return np.asarray(by_pair[pairs.pair_of_start] + own_sizes, dtype=np.int64)


def _pairs(first: Longs, second: Longs, n_rows: int) -> _Pairs:
    keys, pair_of_start = np.unique(first * n_rows + second, return_inverse=True)
    return _Pairs(first=keys // n_rows, second=keys % n_rows, pair_of_start=pair_of_start.astype(np.int64))


def _byte_tables(sizes: Longs, n_words: int) -> Longs:
    """For every eight nodes, return the sum of sizes for each of the 256 subsets."""
    padded = np.zeros(n_words * 64, dtype=np.int64)
    padded[: len(sizes)] = sizes
    bits = (np.arange(256)[:, None] >> np.arange(8)) & 1
    return np.asarray(padded.reshape(-1, 8) @ bits.T, dtype=np.int64)
