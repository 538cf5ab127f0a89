"""Context expansion: what the hits call, what calls them, and what overrides them, listed behind them.

Turns: hits as rows of the graph → Expansions, each with the relations that brought it. Rows are identities, so that nothing
is listed twice. Order: by the first hit, the precedence of relations, falling confidence, symbol.
"""

from collections.abc import Sequence

import msgspec

from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.kinds import EdgeKind, NodeFlag, NodeKind
from codeshed.graph.data.node_keys import ref_of
from codeshed.graph.walk.work_budget import WorkCounter
from codeshed.model.answers.node_references import node_key
from codeshed.model.answers.truncation import TruncationPlace, TruncationRecord
from codeshed.model.graph_ranking import ContextExpansionConfig

_RELATIONS = (
    (EdgeKind.CALL, True, "callee"),
    (EdgeKind.CALL, False, "caller"),
    (EdgeKind.OVERRIDDEN_BY, True, "override"),
    (EdgeKind.OVERRIDDEN_BY, False, "overridden"),
    (EdgeKind.INHERITS, True, "base"),
    (EdgeKind.INHERITS, False, "subclass"),
)
"""Relations by kind of edge and direction, the first the most important."""

_MAX_EDGES = 200
_SHARE = 0.5
"""A hit of context expansion has at most this share of the score of its hit."""


class Expansion(msgspec.Struct, frozen=True, kw_only=True):
    """A node beside hits: its score, and which relation it has to which hit, by precedence."""

    row: int
    score: float
    reasons: tuple[tuple[str, int], ...]


def expand(
    graph: CodeGraph,
    hits: Sequence[tuple[int, float]],
    config: ContextExpansionConfig,
    work: WorkCounter,
) -> tuple[tuple[Expansion, ...], tuple[TruncationRecord, ...]]:
    """Return what belongs to hits, which are rows and scores, and records of what the caps left out."""
    known = {row for row, _ in hits}
    found: dict[int, list[tuple[str, int]]] = {}
    score_by_row: dict[int, float] = {}
    n_omitted = 0
    is_out_of_work = False
    first: int | None = None
    for hit, score in hits:
        if not work.n_left:
            is_out_of_work, first = True, hit if first is None else first
            break
        n_added = 0
        neighbours, n_unseen = _neighbours(graph, hit, work)
        n_omitted += n_unseen
        first = hit if n_unseen and first is None else first
        for row, relation, confidence in neighbours:
            if row in known:
                continue
            if row not in found and (n_added == config.max_per_hit or len(found) == config.max_total):
                n_omitted += 1
                first = row if first is None else first
                continue
            n_added += row not in found
            found.setdefault(row, []).append((relation, hit))
            score_by_row.setdefault(row, round(_SHARE * score * confidence, 4))
    expansions = tuple(
        Expansion(row=row, score=score_by_row[row], reasons=tuple(reasons)) for row, reasons in found.items()
    )
    return expansions, tuple(
        _records(
            config,
            n_omitted,
            work,
            key=_key(graph, first),
            n_listed=len(found),
            is_out_of_work=is_out_of_work,
        )
    )


def _neighbours(graph: CodeGraph, row: int, work: WorkCounter) -> tuple[list[tuple[int, str, float]], int]:
    """Return the functions and types next to a node by precedence, confidence and symbol, and how many edges were not seen."""
    edges, nodes = graph.edges, graph.nodes
    out = range(int(edges.out_starts[row]), int(edges.out_starts[row + 1]))[:_MAX_EDGES]
    begin, end = int(edges.in_starts[row]), int(edges.in_starts[row + 1])
    into = edges.in_order[begin : min(end, begin + _MAX_EDGES)].tolist()
    budget = work.n_left
    looked_at = [(edge, True) for edge in out][:budget]
    looked_at += [(edge, False) for edge in into][: budget - len(looked_at)]
    work.add(len(looked_at))
    precedence = {(kind, is_forward): number for number, (kind, is_forward, _) in enumerate(_RELATIONS)}
    found = []
    for edge, is_forward in looked_at:
        number = precedence.get((EdgeKind(int(edges.kinds[edge])), is_forward))
        other = int(edges.targets[edge] if is_forward else edges.sources[edge])
        is_code = int(nodes.kinds[other]) in {NodeKind.FUNCTION, NodeKind.TYPE}
        if number is not None and is_code and not int(nodes.flags[other]) & NodeFlag.EXTERNAL:
            found.append((number, -int(edges.confidence[edge]), other))
    best: dict[int, tuple[int, int, int]] = {}
    for each in sorted(found):
        best.setdefault(each[2], each)
    n_edges = int(edges.out_starts[row + 1]) - int(edges.out_starts[row]) + end - begin
    neighbours = [(other, _RELATIONS[number][2], -minus / 100) for number, minus, other in best.values()]
    return neighbours, n_edges - len(looked_at)


def _key(graph: CodeGraph, row: int | None) -> str | None:
    return None if row is None else node_key(ref_of(graph, row))


def _records(
    config: ContextExpansionConfig,
    n_omitted: int,
    work: WorkCounter,
    *,
    key: str | None,
    n_listed: int,
    is_out_of_work: bool,
) -> list[TruncationRecord]:
    records = []
    if n_omitted:
        records.append(
            TruncationRecord(
                scope="context",
                cap="maxSymbols",
                limit=config.max_total,
                observed=n_listed + n_omitted,
                omitted=n_omitted,
                at=TruncationPlace(node=key),
                note="counts neighbours of hits that were not listed; raise maxPerHit and maxTotal of contextExpansion",
            )
        )
    if is_out_of_work:
        records.append(
            TruncationRecord(
                scope="context",
                cap="maxWorkUnits",
                limit=work.budget.max_work_units,
                observed=work.n_done,
                at=TruncationPlace(node=key),
                note="how much is not known: the neighbours of the last hits were not looked at; raise maxWorkUnits",
            )
        )
    return records
