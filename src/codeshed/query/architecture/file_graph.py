"""Searches in the graph of files, which is much smaller than that of symbols.

Turns: pairs of files → shortest chains, strongly connected components, and edges whose removal leaves no cycle. Each edge
looked at is a unit of work.
"""

from collections import deque
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import accumulate

import numpy as np

from codeshed.graph.data.components import condense
from codeshed.graph.walk.work_budget import WorkCounter

Pair = tuple[int, int]


class FileGraph:
    """Adjacency of files, both ways, in order; a search ends when the budget of work does."""

    def __init__(self, pairs: Iterable[Pair], work: WorkCounter) -> None:
        self._work = work
        self.targets: dict[int, list[int]] = {}
        self.sources: dict[int, list[int]] = {}
        for source, target in sorted(pairs):
            self.targets.setdefault(source, []).append(target)
            self.sources.setdefault(target, []).append(source)

    def chains_to(
        self, goals: Iterable[int], *, stops: Collection[int], barred: Collection[int] = ()
    ) -> dict[int, tuple[int, ...]]:
        """Return the shortest chain from each stop that leads to a goal: `(stop, …, goal)`.

        No chain goes through another stop, another goal, or a barred file on its way.
        """
        next_hop: dict[int, int] = {}
        queue = deque(sorted(goals))
        seen = set(queue)
        while queue and self._work.n_left and not self._work.is_out_of_time():
            file = queue.popleft()
            self._work.add(1 + len(self.sources.get(file, ())))
            for source in self.sources.get(file, ()):
                if source in seen or source in barred:
                    continue
                seen.add(source)
                next_hop[source] = file
                if source not in stops:
                    queue.append(source)
        return {stop: _chain(stop, next_hop) for stop in sorted(stops) if stop in next_hop}

    def reachable_from(self, starts: Iterable[int]) -> set[int]:
        """Return some files and all that they lead to."""
        queue = deque(sorted(starts))
        seen = set(queue)
        while queue and self._work.n_left and not self._work.is_out_of_time():
            file = queue.popleft()
            self._work.add(1 + len(self.targets.get(file, ())))
            for target in self.targets.get(file, ()):
                if target not in seen:
                    seen.add(target)
                    queue.append(target)
        return seen


def _chain(start: int, next_hop: Mapping[int, int]) -> tuple[int, ...]:
    chain = [start]
    while chain[-1] in next_hop:
        chain.append(next_hop[chain[-1]])
    return tuple(chain)


def order_with_few_feedback_edges(nodes: Collection[int], weight: Mapping[Pair, int]) -> list[int]:
    """Return an order of nodes, users first, in which few edges lead back; a heavy edge counts more.

    Nodes without users or without dependencies are taken off first, then those that use most compared with their users
    (Eades, Lin and Smyth); afterwards neighbours are swapped while that helps.
    """
    left = set(nodes)
    edges = {pair: count for pair, count in weight.items() if pair[0] in left and pair[1] in left}
    first: list[int] = []
    last: list[int] = []
    n_out = dict.fromkeys(left, 0)
    n_in = dict.fromkeys(left, 0)
    by_node: dict[int, list[tuple[Pair, int]]] = {node: [] for node in left}
    for (source, target), count in edges.items():
        if source != target:
            n_out[source] += count
            n_in[target] += count
            by_node[source].append(((source, target), count))
            by_node[target].append(((source, target), count))

    def take(node: int) -> None:
        left.remove(node)
        for (source, target), count in by_node[node]:
            if source == node and target in left:
                n_in[target] -= count
            elif target == node and source in left:
                n_out[source] -= count

    while left:
        sinks = sorted((node for node in left if not n_out[node]), reverse=True)
        sources = sorted(node for node in left if not n_in[node])
        if sinks:
            take(sinks[0])
            last.append(sinks[0])
        elif sources:
            take(sources[0])
            first.append(sources[0])
        else:
            node = min(left, key=lambda each: (n_in[each] - n_out[each], each))
            take(node)
            first.append(node)
    return _with_better_places([*first, *reversed(last)], edges)


_MAX_ROUNDS = 20


def _with_better_places(order: list[int], weight: Mapping[Pair, int]) -> list[int]:
    """Move single nodes to where fewer edges lead back, until nothing helps."""
    neighbours: dict[int, list[tuple[int, int]]] = {}
    for (source, target), count in weight.items():
        if source != target:
            neighbours.setdefault(source, []).append((target, count))
            neighbours.setdefault(target, []).append((source, -count))
    for _ in range(_MAX_ROUNDS):
        moved = order
        for node in sorted(order):
            moved = _with_better_place(node, moved, neighbours.get(node, ()))
        if moved == order:
            break
        order = moved
    return order


def _with_better_place(node: int, order: list[int], neighbours: Sequence[tuple[int, int]]) -> list[int]:
    """Move one node to where the weight of edges that lead back is least; negative weights are edges to it."""
    here = order.index(node)
    others = [each for each in order if each != node]
    position = {each: index for index, each in enumerate(others)}
    change = [0] * (len(others) + 1)
    change[0] = sum(-count for _, count in neighbours if count < 0)
    for other, count in neighbours:
        change[position[other] + 1] += count
    costs = list(accumulate(change))
    best = min(range(len(costs)), key=lambda place: (costs[place], place))
    if costs[best] >= costs[here]:
        return order
    others.insert(best, node)
    return others


def components(n_nodes: int, pairs: Collection[Pair]) -> list[list[int]]:
    """Return the strongly connected components of more than one node, by their first nodes."""
    ends = np.asarray(sorted(pairs), dtype=np.int64).reshape(-1, 2)
    component_of = condense(n_nodes, ends[:, 0], ends[:, 1]).component_of.tolist()
    members: dict[int, list[int]] = {}
    for node, component in enumerate(component_of):
        members.setdefault(component, []).append(node)
    return sorted(each for each in members.values() if len(each) > 1)
