"""Graph-aware ranking: the graph around the first hits moves hits that belong together up.

Turns: hits as rows of the graph with their scores → a GraphScoreBreakdownV1 for each. No hit is added or removed. What
contains a function is looked up, never walked.
"""

from collections.abc import Callable, Mapping, Sequence

import msgspec
import numpy as np

from codeshed.graph.data.arrays import NO_ROW
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.kinds import EdgeKind, NodeFlag, visibility_of_flags
from codeshed.graph.walk.bounded_walk import Direction, ListedEdges, WalkLimits, walk
from codeshed.graph.walk.traversal_config import TraversalConfig
from codeshed.graph.walk.work_budget import WorkCounter
from codeshed.model.answers.truncation import TruncationRecord
from codeshed.model.graph_ranking import GRAPH_FEATURES, GraphRankingConfig
from codeshed.model.semantic import Visibility
from codeshed.query.search.search_contract import GraphScoreBreakdownV1
from codeshed.search.ranking import DECIMALS

_KINDS = frozenset({EdgeKind.CALL, EdgeKind.IMPORT, EdgeKind.OVERRIDDEN_BY, EdgeKind.INHERITS})
_MAX_DEPTH = 3
_MAX_NODES = 2000
_MAX_FANOUT = 200
_DAMPING = 0.85
_N_ROUNDS = 20
_MANY_CALLERS = 1000


class RankedHit(msgspec.Struct, frozen=True, kw_only=True):
    """A hit: its row in the graph, None if the graph does not have it; its file, and its score."""

    row: int | None
    file: str
    score: float


class CoChanges(msgspec.Struct, frozen=True):
    """How many commits changed each file, and each pair of files, among those of the hits."""

    by_file: Mapping[str, int]
    by_pair: Mapping[tuple[str, str], int]

    def share(self, one: str, other: str) -> float:
        """Return in which share of the commits of the rarer file both changed."""
        fewest = min(self.by_file.get(one, 0), self.by_file.get(other, 0))
        return self.by_pair.get((min(one, other), max(one, other)), 0) / fewest if fewest else 0.0


def rank_by_graph(
    graph: CodeGraph,
    hits: Sequence[RankedHit],
    config: GraphRankingConfig,
    co_changes: CoChanges | None,
    work: WorkCounter,
) -> tuple[tuple[GraphScoreBreakdownV1, ...], tuple[TruncationRecord, ...]]:
    """Return for each hit what the graph adds to its score, and what the caps left out."""
    seeds = _seeds(hits, config)
    neighbourhood = _Neighbourhood(graph, [hits[seed].row for seed in seeds], work)
    ranks = neighbourhood.page_ranks(hits, seeds)
    columns: list[dict[str, float | None]] = [
        {
            "pageRank": ranks[number],
            "proximity": neighbourhood.proximity(hits, number, seeds),
            "fanIn": _fan_in(graph, hit.row, work),
            "exported": _exported(graph, hit.row),
            "sameClass": _same_class(graph, hits, number, seeds),
            "sameFile": _same_file(hits, number, seeds),
            "test": _is_test(graph, hit.row),
            "coChange": _co_change(hits, number, seeds, co_changes),
        }
        for number, hit in enumerate(hits)
    ]
    records = neighbourhood.truncation
    return tuple(
        GraphScoreBreakdownV1(
            enabled=True,
            delta=round(
                sum((features[name] or 0.0) * config.weights.get(name, 0.0) for name in GRAPH_FEATURES),
                DECIMALS,
            ),
            features={
                name: None if value is None else round(value, DECIMALS) for name, value in features.items()
            },
            truncated=bool(records),
            truncation=records,
        )
        for features in columns
    ), records


def _seeds(hits: Sequence[RankedHit], config: GraphRankingConfig) -> list[int]:
    n_seeds = {"none": 0, "top1": 1, "topK": config.seed_k}[config.seed_selection]
    return [number for number in range(min(n_seeds, len(hits))) if hits[number].row is not None]


class _Neighbourhood:
    """The part of the graph around the seeds, and its edges both ways."""

    def __init__(self, graph: CodeGraph, starts: Sequence[int | None], work: WorkCounter) -> None:
        rows = [row for row in starts if row is not None]
        self.truncation: tuple[TruncationRecord, ...] = ()
        self._neighbours: dict[int, list[int]] = {row: [] for row in rows}
        if not rows:
            return
        found = walk(
            graph,
            rows,
            (Direction.FORWARD, Direction.BACKWARD),
            TraversalConfig(max_depth=_MAX_DEPTH, max_nodes=_MAX_NODES, allowed_edge_types=_KINDS),
            WalkLimits(scope="ranking", edges=ListedEdges.SEEN, max_fanout=_MAX_FANOUT),
            work=work,
        )
        # Depth, fan-out and the number of nodes are part of what these features mean; only missing work cuts them.
        self.truncation = tuple(
            each for each in found.truncation if each.cap in {"maxWorkUnits", "maxWallClockMs"}
        )
        sources, targets = graph.edges.sources, graph.edges.targets
        for edge in found.edges:
            source, target = int(sources[edge]), int(targets[edge])
            self._neighbours.setdefault(source, []).append(target)
            self._neighbours.setdefault(target, []).append(source)

    def page_ranks(self, hits: Sequence[RankedHit], seeds: Sequence[int]) -> list[float | None]:
        """Return the personalised PageRank of each hit, without what it has by being a seed itself; the best is 1."""
        rows = sorted(self._neighbours)
        place = {row: number for number, row in enumerate(rows)}
        restart = np.zeros(len(rows))
        for seed in seeds:
            restart[place[hits[seed].row or 0]] += max(hits[seed].score, 1e-9)
        if not seeds or not restart.sum():
            return [None for _ in hits]
        restart /= restart.sum()
        sources = np.array([place[row] for row in rows for _ in self._neighbours[row]], dtype=np.int64)
        targets = np.array([place[each] for row in rows for each in self._neighbours[row]], dtype=np.int64)
        degrees = np.maximum(np.bincount(sources, minlength=len(rows)), 1)
        ranks = restart
        for _ in range(_N_ROUNDS):
            given = (ranks / degrees)[sources]
            ranks = (1 - _DAMPING) * restart + _DAMPING * np.bincount(targets, given, minlength=len(rows))
        got = np.round(ranks - (1 - _DAMPING) * restart, 9)
        of_hits = [float(got[place[hit.row]]) if hit.row in place else 0.0 for hit in hits]
        most = max(of_hits, default=0.0)
        return [value / most if most > 0.0 else 0.0 for value in of_hits]

    def proximity(self, hits: Sequence[RankedHit], number: int, seeds: Sequence[int]) -> float | None:
        """Return 1 for a neighbour of another seed, 1/2 for one at two steps, and so on; 0 for what was not reached."""
        if not seeds:
            return None
        goal = hits[number].row
        others = {hits[seed].row for seed in seeds if seed != number}
        if goal is None or goal not in self._neighbours:
            return 0.0
        frontier, seen = [goal], {goal}
        for distance in range(1, _MAX_DEPTH + 1):
            frontier = [row for each in frontier for row in self._neighbours.get(each, ()) if row not in seen]
            if any(row in others for row in frontier):
                return 1.0 / distance
            seen.update(frontier)
        return 0.0


def _fan_in(graph: CodeGraph, row: int | None, work: WorkCounter) -> float | None:
    """Return how many edges of calls lead to a function, on a logarithmic scale."""
    if row is None or not work.n_left:
        return None
    begin, end = int(graph.edges.in_starts[row]), int(graph.edges.in_starts[row + 1])
    looked_at = min(end - begin, _MANY_CALLERS, work.n_left)
    work.add(looked_at)
    kinds = graph.edges.kinds[graph.edges.in_order[begin : begin + looked_at]]
    n_calls = int(np.count_nonzero(kinds == EdgeKind.CALL))
    return float(np.log1p(n_calls) / np.log1p(_MANY_CALLERS))


def _exported(graph: CodeGraph, row: int | None) -> float | None:
    visibility = None if row is None else visibility_of_flags(int(graph.nodes.flags[row]))
    return None if visibility is None else float(visibility is Visibility.PUBLIC)


def _is_test(graph: CodeGraph, row: int | None) -> float | None:
    return None if row is None else float(bool(int(graph.nodes.flags[row]) & NodeFlag.TEST))


def _same_class(
    graph: CodeGraph, hits: Sequence[RankedHit], number: int, seeds: Sequence[int]
) -> float | None:
    own = hits[number].row
    if own is None:
        return None
    around = int(graph.nodes.enclosing[own])
    if around == NO_ROW:
        return 0.0
    return _best_other(
        hits,
        number,
        seeds,
        lambda seed: float(seed.row is not None and int(graph.nodes.enclosing[seed.row]) == around),
    )


def _same_file(hits: Sequence[RankedHit], number: int, seeds: Sequence[int]) -> float:
    own = hits[number].file
    return _best_other(hits, number, seeds, lambda seed: float(seed.file == own))


def _co_change(
    hits: Sequence[RankedHit], number: int, seeds: Sequence[int], co_changes: CoChanges | None
) -> float | None:
    """Return how often the file of a hit changed together with another file of a seed; None without a history."""
    if co_changes is None:
        return None
    own = hits[number].file
    return _best_other(
        hits, number, seeds, lambda seed: 0.0 if seed.file == own else co_changes.share(seed.file, own)
    )


def _best_other(
    hits: Sequence[RankedHit], number: int, seeds: Sequence[int], score: Callable[[RankedHit], float]
) -> float:
    """Return the best score of a hit with one of the seeds, itself left aside."""
    return max((score(hits[seed]) for seed in seeds if seed != number), default=0.0)
