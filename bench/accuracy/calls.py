"""Predicted calls beside recorded ones.

Turns: exported edges + recorded calls → recall and agreement, what was missed and what was not confirmed.

Recall is the share of the recorded calls that were predicted. Agreement is the share of the predicted calls that
were recorded, among those that could have been seen: both ends ran, and a line of the call was executed. It is a
lower bound on precision, for a line may run without making every call that it can make.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Protocol

from bench.accuracy.exported import CALL, PROVENANCES, ExportedEdge
from bench.accuracy.truth import Call, CallTruth, Named

BY_OVERRIDE = "override"


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """Where a call was predicted, and how: by an edge of some provenance, or through an override."""

    source: str
    lines: frozenset[int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """Which predictions are counted together."""

    label: str
    provenances: frozenset[str] = frozenset(PROVENANCES)
    min_confidence: float = 0.0

    def counts(self, edge: ExportedEdge) -> bool:
        """Whether an edge is sure enough."""
        return edge.provenance in self.provenances and edge.confidence >= self.min_confidence


ROWS = (
    Row(label="certain", provenances=frozenset(PROVENANCES[:2])),
    Row(label="at least .5", min_confidence=0.5),
    Row(label="all"),
)

Prediction = Mapping[Call, Evidence]


class Names(Protocol):
    """What symbols are called where calls are recorded."""

    def caller(self, symbol: str) -> Named | None:
        """Return the function or module that a symbol's code counts for."""

    def callee(self, symbol: str) -> Named | None:
        """Return the function that a symbol is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """How a prediction did."""

    n_recorded: int
    n_predicted: int
    n_judged: int
    found: frozenset[Call]
    missed: tuple[Call, ...]
    false: tuple[Call, ...]


def predicted_calls(edges: Iterable[ExportedEdge], row: Row, names: Names) -> Prediction:
    """Return the calls that a row counts, by the names of the recording. Overrides count as far as calls lead to them."""
    sources: dict[Call, str] = {}
    lines: defaultdict[Call, set[int]] = defaultdict(set)
    for edge in sorted(edges, key=_surest_first):
        if edge.kind != CALL or not row.counts(edge):
            continue
        caller, callee = names.caller(edge.source), names.callee(edge.target)
        if caller is not None and callee is not None:
            source = edge.provenance if edge.through is None else BY_OVERRIDE
            sources.setdefault(Call(caller, callee), source)
            lines[Call(caller, callee)].update(site.line for site in edge.sites)
    return {call: Evidence(source=source, lines=frozenset(lines[call])) for call, source in sources.items()}


def score_calls(truth: CallTruth, predicted: Prediction) -> Score:
    """Compare a prediction with what was recorded."""
    recorded = truth.sites_by_call.keys()
    ran = {end for call in recorded for end in call}
    found = frozenset(recorded & predicted.keys())
    false = [
        call
        for call, evidence in predicted.items()
        if call not in found and ran.issuperset(call) and _could_be_seen(call, evidence, truth)
    ]
    return Score(
        n_recorded=len(recorded),
        n_predicted=len(predicted),
        n_judged=len(found) + len(false),
        found=found,
        missed=tuple(sorted(recorded - found)),
        false=tuple(sorted(false)),
    )


def _could_be_seen(call: Call, evidence: Evidence, truth: CallTruth) -> bool:
    """Whether a line of the call was executed; where lines are not known, it is taken to be."""
    if not truth.executed or not evidence.lines:
        return True
    return not evidence.lines.isdisjoint(truth.executed.get(call.caller.path, frozenset()))


def _surest_first(edge: ExportedEdge) -> tuple[int, str, str]:
    return PROVENANCES.index(edge.provenance), edge.source, edge.target
