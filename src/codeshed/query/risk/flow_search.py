"""All flows of an index that break a rule.

Turns: DocumentFlows + rules + entry points → FoundFlows, each once, with the points of its path.
"""

from collections.abc import Iterable, Mapping

import msgspec

from codeshed.graph.walk.work_budget import WorkCounter
from codeshed.model.document_flows import DocumentFlows
from codeshed.model.risk.risk_rules import RiskRule, RiskRules
from codeshed.query.risk.api_names import ApiNames
from codeshed.query.risk.compiled_rules import CompiledRules
from codeshed.query.risk.flow_table import FlowTable
from codeshed.query.risk.propagation import Propagation, SinkHit, Trace
from codeshed.query.risk.sources import FoundSource, SourceFinder
from codeshed.query.risk.witness import WitnessPoint, witness_points

_Key = tuple[str, int, object, int, int]


class FoundFlow(msgspec.Struct, frozen=True, kw_only=True):
    """A value that reaches a call which a rule forbids it."""

    rule: RiskRule
    source: FoundSource
    hit: SinkHit
    points: tuple[WitnessPoint, ...]


class SearchedFlows(msgspec.Struct, frozen=True, kw_only=True):
    """What a search found, and how much of it was left undone.

    `n_unfollowed` calls got such a value, and what they run is not known; from `n_cut_sources` a value reaches more places than
    were followed.
    """

    table: FlowTable
    flows: tuple[FoundFlow, ...]
    n_functions: int
    n_sources: int
    n_unfollowed: int
    n_cut_sources: int
    is_unfinished: bool


def search_flows(
    documents: Iterable[DocumentFlows],
    rules: RiskRules,
    entry_kinds: Mapping[str, Iterable[str]],
    counter: WorkCounter,
) -> SearchedFlows:
    """Follow every source of every function, as long as the counter has work left."""
    table = FlowTable(documents)
    names, compiled = ApiNames(table), CompiledRules(rules)
    finder = SourceFinder(
        table, names, compiled, {symbol: tuple(kinds) for symbol, kinds in entry_kinds.items()}
    )
    propagation = Propagation(table, names, compiled, counter)
    best: dict[_Key, tuple[FoundSource, SinkHit, Trace]] = {}
    n_sources, is_unfinished = 0, False
    for function in range(len(table.functions)):
        if not counter.n_left or counter.is_out_of_time():
            is_unfinished = True
            break
        for source in finder.iter_sources(function):
            n_sources += 1
            trace = propagation.follow(source)
            for hit in trace.hits:
                key = (hit.placed.rule.id, function, source.place, hit.function, hit.call)
                known = best.get(key)
                if known is None or hit.confidence > known[1].confidence:
                    best[key] = (source, hit, trace)
    return SearchedFlows(
        table=table,
        flows=tuple(
            FoundFlow(
                rule=hit.placed.rule, source=source, hit=hit, points=witness_points(table, source, trace, hit)
            )
            for source, hit, trace in best.values()
        ),
        n_functions=len(table.functions),
        n_sources=n_sources,
        n_unfollowed=len(propagation.unfollowed),
        n_cut_sources=propagation.n_cut_sources,
        is_unfinished=is_unfinished or not counter.n_left,
    )
