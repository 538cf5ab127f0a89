"""All flows of an index that break a rule.

Turns: DocumentFlows + rules + entry points → FoundFlows, each once, with the points of its path.
"""

from collections.abc import Iterable, Mapping

import msgspec

from codeshed.graph.walk.work_budget import WorkCounter
from codeshed.model.document_flows import DocumentFlows
from codeshed.model.facts.data_flow import PlaceKind
from codeshed.model.risk.risk_rules import RiskRule, RiskRules, RiskSeverity
from codeshed.query.risk.api_names import ApiNames
from codeshed.query.risk.compiled_rules import CompiledRules
from codeshed.query.risk.flow_table import FlowTable
from codeshed.query.risk.propagation import Propagation, SinkHit, Trace
from codeshed.query.risk.sources import EntryPoint, FoundSource, SourceFinder
from codeshed.query.risk.witness import WitnessPoint, witness_points

_Key = tuple[str, int, object, int, int]


class FoundFlow(msgspec.Struct, frozen=True, kw_only=True):
    """A value that reaches a call which a rule forbids it."""

    rule: RiskRule
    source: FoundSource
    hit: SinkHit
    points: tuple[WitnessPoint, ...]

    @property
    def severity(self) -> RiskSeverity:
        """How severe it is, by where the value begins."""
        return self.rule.severity_of(self.source.source.kind)


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
    entry_points: Mapping[str, EntryPoint],
    counter: WorkCounter,
) -> SearchedFlows:
    """Follow every source of every function, as long as the counter has work left."""
    table = FlowTable(documents)
    names, compiled = ApiNames(table), CompiledRules(rules)
    finder = SourceFinder(table, names, compiled, entry_points)
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
        flows=_without_parts_of_others(
            [
                FoundFlow(
                    rule=hit.placed.rule,
                    source=source,
                    hit=hit,
                    points=witness_points(table, source, trace, hit),
                )
                for source, hit, trace in best.values()
            ]
        ),
        n_functions=len(table.functions),
        n_sources=n_sources,
        n_unfollowed=len(propagation.unfollowed),
        n_cut_sources=propagation.n_cut_sources,
        is_unfinished=is_unfinished or not counter.n_left,
    )


def _without_parts_of_others(flows: list[FoundFlow]) -> tuple[FoundFlow, ...]:
    """Leave out flows that end like another one of the same rule.

    Of two that begin at the same read of an object, which one of them was only handed over, the longer one is left out. Else the
    shorter one is: what it takes for a source has the value of the other one.
    """
    by_end: dict[tuple[str, int, int | None], list[FoundFlow]] = {}
    for flow in flows:
        end = flow.points[-1]
        by_end.setdefault((flow.rule.id, end.function, end.call), []).append(flow)
    dropped: set[int] = set()
    for ending in by_end.values():
        for part in ending:
            for whole in ending:
                if len(whole.points) <= len(part.points) or not _ends_like(whole, part):
                    continue
                dropped.add(id(whole if part.source.source.id == whole.source.source.id else part))
    return tuple(flow for flow in flows if id(flow) not in dropped)


def _ends_like(whole: FoundFlow, part: FoundFlow) -> bool:
    """Whether one flow ends with all calls of another one, and comes to the place where that begins."""
    begins_at_call = part.points[0].call is not None
    places = [point[:3] for point in part.points[0 if begins_at_call else 1 :]]
    if [point[:3] for point in whole.points[-len(places) :]] != places:
        return False
    return begins_at_call or (
        part.source.place.kind is PlaceKind.PARAMETER
        and part.source.function != whole.source.function
        and whole.points[-len(places) - 1].event == "enters"
    )
