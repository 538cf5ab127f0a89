"""What footprints would lose if a contract were complete, or a variable immutable.

Turns: FootprintView → for every candidate an estimate of what all footprints together would lose, made in one pass; for a
candidate the exact figure: the change is applied to the view, and what it affects is computed again.

A saving is the sum over all functions. A node that a footprint reaches through the candidate alone leaves it; the candidate
itself stays, with its size as it is. The estimate for working sets looks at nodes of the last layer that have one way in;
that for the whole forward part at the dominator trees of a sample of functions.
"""

from collections.abc import Sequence

import msgspec
import numpy as np
from msgspec.structs import replace

from codeshed.footprint.closure_all import direct_sets, levels_of, propagate
from codeshed.footprint.view import FootprintView
from codeshed.footprint.working_set_all import all_working_sets
from codeshed.graph.data.arrays import Flags, Longs
from codeshed.graph.data.columns import concatenate_ranges, offsets_of_lengths
from codeshed.graph.data.components import condense

_SAMPLE = 48
"""For so many functions, evenly by symbol, the dominators of all that lies forward are found."""

_N_SHOWN = 10
_USERS_AT_ONCE = 4096
_ROWS_AT_ONCE = 8192


class Saving(msgspec.Struct, frozen=True, kw_only=True):
    """What footprints of functions would lose: working sets, and all that lies forward; and who profits, the most first."""

    row: int
    working_sets: int
    forwards: int
    n_functions: int
    first: tuple[tuple[int, int], ...]
    """Functions with what their two footprints lose together."""

    @property
    def total(self) -> int:
        """What all footprints lose together."""
        return self.working_sets + self.forwards


def candidates_of(view: FootprintView) -> Flags:
    """Return a mask of what can be specified: functions with incomplete contracts, and mutable variables of the project."""
    return np.asarray((view.is_incomplete & ~view.is_external) | view.is_shared_state)


def specified(view: FootprintView, row: int, *, is_boundary: bool) -> FootprintView:
    """Return the view with one contract complete, or one variable immutable."""
    if view.is_variable[row]:
        return _copy(view, is_mutable=_with(view.is_mutable, row, value=False))
    return _copy(
        view,
        is_incomplete=_with(view.is_incomplete, row, value=False),
        is_boundary=_with(view.is_boundary, row, value=True) if is_boundary else view.is_boundary,
    )


class SavingSolver:
    """Finds exact savings on one view, for the functions in `rows`."""

    def __init__(
        self, view: FootprintView, rows: Sequence[int], depth: int, *, makes_boundaries: bool
    ) -> None:
        self._view = view
        self._rows = np.array(rows, dtype=np.int64)
        self._depth = depth
        self._makes_boundaries = makes_boundaries
        self._nothing = np.zeros(len(view), dtype=np.bool_)
        self._is_counted = self._nothing.copy()
        self._is_counted[self._rows] = True
        self._working_sets = np.zeros(len(view), dtype=np.int64)
        self._working_sets[self._rows] = self._sizes(view, self._rows)
        self._is_open = ~view.is_variable & ~view.is_boundary
        pairs = np.unique(view.sources.astype(np.int64) * len(view) + view.targets)
        self._sources, self._targets = pairs // max(1, len(view)), pairs % max(1, len(view))
        self._target_starts = offsets_of_lengths(np.bincount(self._sources, minlength=len(view)))
        order = np.argsort(self._targets, kind="stable")
        self._sources_by_target = self._sources[order]
        self._starts = offsets_of_lengths(np.bincount(self._targets, minlength=len(view)))

    def solve(self, row: int) -> Saving:
        """Return what is saved if one candidate is specified."""
        view = specified(self._view, row, is_boundary=self._makes_boundaries)
        losses = np.zeros(len(self._view), dtype=np.int64)
        near = np.intersect1d(self._near(row), self._rows)
        losses[near] = self._working_sets[near] - self._sizes(view, near)
        n_working = int(losses.sum())
        if self._makes_boundaries and self._is_open[row]:
            losses += self._forward_losses(row)
        own = losses[self._rows]
        order = np.lexsort((self._rows, -own))[:_N_SHOWN]
        return Saving(
            row=row,
            working_sets=n_working,
            forwards=int(losses.sum()) - n_working,
            n_functions=int((own != 0).sum()),
            first=tuple((int(self._rows[place]), int(own[place])) for place in order if own[place] > 0),
        )

    def _forward_losses(self, row: int) -> Longs:
        """Return what lies forward of each function through one node alone, without the node itself.

        Only functions that reach the node lose anything, and only of what it reaches. Sets of these functions are propagated
        along the edges without the node: those that still arrive somewhere do not lose it.
        """
        n_nodes = len(self._view)
        users = self._users(row)
        below = self._below(row)
        losses = np.zeros(n_nodes, dtype=np.int64)
        if not len(users) or not len(below):
            return losses
        is_open = self._is_open.copy()
        is_open[row] = False
        is_way = is_open[self._sources]
        # Sets flow from components to those that list them as targets: against the edges.
        condensed = condense(n_nodes, self._targets[is_way], self._sources[is_way])
        levels = levels_of(condensed)
        components, place = np.unique(condensed.component_of[below], return_inverse=True)
        weights = np.bincount(place, weights=self._view.sizes[below])
        for begin in range(0, len(users), _USERS_AT_ONCE):
            some = users[begin : begin + _USERS_AT_ONCE]
            at, column = self._first_places(some, is_open)
            n_words = -(-len(some) // 64)
            sets = direct_sets(condensed.component_of[at], column, condensed.n_components, n_words)
            propagate(sets, levels)
            for low in range(0, len(components), _ROWS_AT_ONCE):
                chosen = sets[components[low : low + _ROWS_AT_ONCE]]
                bits = np.unpackbits(chosen.astype("<u8").view(np.uint8), axis=1, bitorder="little")
                arrives = weights[low : low + _ROWS_AT_ONCE] @ bits[:, : len(some)]
                losses[some] -= np.rint(arrives).astype(np.int64)
        losses[users] += int(self._view.sizes[below].sum())
        return losses

    def _first_places(self, users: Longs, is_open: Flags) -> tuple[Longs, Longs]:
        """Return where each function arrives first, with its column: itself, and what it uses, since a start is always entered."""
        columns = np.arange(len(users), dtype=np.int64)
        is_entered = ~is_open[users]
        counts = np.where(is_entered, self._target_starts[users + 1] - self._target_starts[users], 0)
        targets = self._targets[concatenate_ranges(self._target_starts[users], counts)]
        return np.concatenate((users, targets)), np.concatenate((columns, np.repeat(columns, counts)))

    def _users(self, row: int) -> Longs:
        """Return the other functions that reach a node."""
        found = np.array([row], dtype=np.int64)
        layer = found
        while len(layer):
            counts = self._starts[layer + 1] - self._starts[layer]
            sources = self._sources_by_target[concatenate_ranges(self._starts[layer], counts)]
            new = np.setdiff1d(sources, found)
            found = np.union1d(found, new)
            layer = new[self._is_open[new]]
        return np.asarray(found[self._is_counted[found] & (found != row)])

    def _below(self, row: int) -> Longs:
        """Return what lies forward of a node, without the node."""
        found = np.array([row], dtype=np.int64)
        layer = found
        while len(layer):
            counts = self._target_starts[layer + 1] - self._target_starts[layer]
            targets = self._targets[concatenate_ranges(self._target_starts[layer], counts)]
            new = np.setdiff1d(targets, found)
            found = np.union1d(found, new)
            layer = new[self._is_open[new]]
        return np.asarray(found[found != row])

    def sum_of_working_sets(self) -> int:
        """Return the size of all working sets together."""
        return int(self._working_sets.sum())

    def _near(self, row: int) -> Longs:
        """Return the functions whose working sets may change: those that enter the candidate, or read the variable."""
        found = np.array([row], dtype=np.int64)
        layer = found
        n_steps = 1 if self._view.is_variable[row] else max(0, self._depth - 1)
        for _ in range(n_steps):
            counts = self._starts[layer + 1] - self._starts[layer]
            sources = self._sources_by_target[concatenate_ranges(self._starts[layer], counts)].astype(
                np.int64
            )
            layer = np.setdiff1d(sources, found)
            found = np.union1d(found, layer)
        return found

    def _sizes(self, view: FootprintView, rows: Longs) -> Longs:
        return all_working_sets(view, rows, self._depth, self._nothing).totals


def estimate_savings(view: FootprintView, rows: Sequence[int]) -> Longs:
    """Return about what all footprints together would lose for each node, if it were specified."""
    starts = np.array(rows, dtype=np.int64)
    estimate = _own_lines(view, starts) + _last_layer(view, starts)
    sample = starts[:: max(1, len(starts) // _SAMPLE)][:_SAMPLE]
    if len(sample):
        lost = np.zeros(len(view), dtype=np.float64)
        successors = _successors(view)
        for start in sample.tolist():
            _add_dominated(view, successors, start, lost)
        estimate = estimate + (lost * (len(starts) / len(sample))).astype(np.int64)
    return np.asarray(np.where(candidates_of(view), estimate, 0), dtype=np.int64)


def _own_lines(view: FootprintView, starts: Longs) -> Longs:
    """Return the lines that each node itself asks for: of its calls, or of writes for each function that reads it."""
    nothing = np.zeros(len(view), dtype=np.bool_)
    found = np.zeros(len(view), dtype=np.int64)
    found[starts] = all_working_sets(view, starts, 0, nothing).call_lines
    variables = np.flatnonzero(view.is_shared_state)
    if len(variables):
        is_reader = np.zeros(len(view), dtype=np.bool_)
        is_reader[starts] = True
        n_readers = np.bincount(view.targets[is_reader[view.sources]], minlength=len(view))
        found[variables] = all_working_sets(view, variables, 0, nothing).write_lines * n_readers[variables]
    return found


def _last_layer(view: FootprintView, starts: Longs) -> Longs:
    """Return what the working sets of two layers hold below each node alone."""
    n_nodes = len(view)
    offsets = offsets_of_lengths(np.bincount(view.sources, minlength=n_nodes))
    is_open = ~view.is_variable & ~view.is_boundary
    lost = np.zeros(n_nodes, dtype=np.int64)
    block = 2000
    for low in range(0, len(starts), block):
        rows = starts[low : low + block]
        owners = np.arange(len(rows), dtype=np.int64)
        first_owner, first = _follow(view, offsets, owners, rows)
        first_pairs = np.unique(first_owner * n_nodes + first)
        direct = np.concatenate((first_pairs, owners * n_nodes + rows))
        parents = first_pairs[is_open[first_pairs % n_nodes]]
        # A start that calls itself is entered already.
        parents = parents[parents % n_nodes != rows[parents // n_nodes]]
        place, second = _follow(view, offsets, np.arange(len(parents), dtype=np.int64), parents % n_nodes)
        triples = np.unique(np.stack((place, second)), axis=1)
        pairs = (parents[triples[0]] // n_nodes) * n_nodes + triples[1]
        is_deeper = ~np.isin(pairs, direct)
        pairs, place = pairs[is_deeper], triples[0][is_deeper]
        _, index, counts = np.unique(pairs, return_index=True, return_counts=True)
        alone = index[counts == 1]
        np.add.at(lost, parents[place[alone]] % n_nodes, view.sizes[pairs[alone] % n_nodes])
    return lost


def _follow(view: FootprintView, offsets: Longs, owners: Longs, rows: Longs) -> tuple[Longs, Longs]:
    counts = offsets[rows + 1] - offsets[rows]
    edges = concatenate_ranges(offsets[rows], counts)
    return np.repeat(owners, counts), view.targets[edges].astype(np.int64)


def _successors(view: FootprintView) -> list[list[int]]:
    """Return what follows each node, once."""
    found: list[list[int]] = [[] for _ in range(len(view))]
    pairs = np.unique(view.sources.astype(np.int64) * len(view) + view.targets)
    for pair in pairs.tolist():
        found[pair // len(view)].append(pair % len(view))
    return found


def _add_dominated(
    view: FootprintView,
    successors: list[list[int]],
    start: int,
    lost: "np.ndarray[tuple[int], np.dtype[np.float64]]",
) -> None:
    """Add to each node the size of what one start reaches through it alone: its part of the dominator tree, without itself.

    The algorithm of Cooper, Harvey and Kennedy.
    """
    is_closed = view.is_variable | view.is_boundary
    order, predecessors = _depth_first(successors, is_closed, start)
    dominator = _dominators(order, predecessors)
    below = [0] * len(order)
    sizes = view.size_list
    for place in range(len(order) - 1, 0, -1):
        parent = dominator[place]
        below[parent] += below[place] + sizes[order[place]]
        lost[order[place]] += below[place]


def _dominators(order: list[int], predecessors: dict[int, list[int]]) -> list[int]:
    """Return the immediate dominator of each place in an order, as places; the first one's is itself."""
    number = {row: place for place, row in enumerate(order)}
    dominator = [-1] * len(order)
    dominator[0] = 0
    is_changed = True
    while is_changed:
        is_changed = False
        for place in range(1, len(order)):
            known = [number[row] for row in predecessors[order[place]] if dominator[number[row]] >= 0]
            new = known[0]
            for other in known[1:]:
                new = _common(dominator, new, other)
            if dominator[place] != new:
                dominator[place] = new
                is_changed = True
    return dominator


def _common(dominator: list[int], one: int, other: int) -> int:
    """Return the nearest place that dominates two places."""
    while one != other:
        while one > other:
            one = dominator[one]
        while other > one:
            other = dominator[other]
    return one


def _depth_first(
    successors: list[list[int]], is_closed: Flags, start: int
) -> tuple[list[int], dict[int, list[int]]]:
    """Return what a start reaches in reverse postorder, and the predecessors of each node among it."""
    seen = {start}
    predecessors: dict[int, list[int]] = {start: []}
    finished: list[int] = []
    stack = [(start, iter(successors[start]))]
    while stack:
        row, following = stack[-1]
        for target in following:
            if target in seen:
                predecessors[target].append(row)
                continue
            seen.add(target)
            predecessors[target] = [row]
            stack.append((target, iter(() if is_closed[target] else successors[target])))
            break
        else:
            finished.append(row)
            stack.pop()
    return finished[::-1], predecessors


def _with(mask: Flags, row: int, *, value: bool) -> Flags:
    copied = mask.copy()
    copied[row] = value
    return copied


def _copy(view: FootprintView, **changes: Flags) -> FootprintView:
    # `replace` would also copy what was computed from the old masks.
    return replace(view, **changes)
