"""Tables of scored calls.

Turns: scores of one or more checkouts → recall and agreement by row, found calls by manner, misses with place.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from bench.accuracy.call_sites import manner_of
from bench.accuracy.calls import ROWS, Prediction, Score
from bench.accuracy.truth import Call, CallTruth
from bench.support.report import Table


@dataclass(frozen=True, slots=True, kw_only=True)
class Scored:
    """One checkout with the predictions and scores of all rows."""

    label: str
    truth: CallTruth
    predictions: tuple[Prediction, ...]
    scores: tuple[Score, ...]


def share(part: int, whole: int) -> str:
    """Return a share with three decimals; of nothing it is 0."""
    return f"{part / max(whole, 1):.3f}"


def score_table(label: str, scored: Sequence[Scored]) -> Table:
    """Return recall and agreement by row, for one checkout or several together."""
    rows = []
    for number, row in enumerate(ROWS):
        scores = [each.scores[number] for each in scored]
        n_found = sum(len(score.found) for score in scores)
        n_recorded = sum(score.n_recorded for score in scores)
        n_judged = sum(score.n_judged for score in scores)
        n_predicted = sum(score.n_predicted for score in scores)
        rows.append(
            (
                row.label,
                share(n_found, n_recorded),
                share(n_found, n_judged),
                f"{n_found} of {n_recorded}",
                f"{n_judged} of {n_predicted}",
            )
        )
    return Table(
        title=f"Calls: {label}",
        headings=("call edges", "recall", "agreement", "found of recorded", "judged of predicted"),
        rows=rows,
    )


def manner_table(label: str, scored: Sequence[Scored]) -> Table:
    """Return for each manner of call how many were found by each row."""
    n_recorded: Counter[str] = Counter()
    n_found: list[Counter[str]] = [Counter() for _ in ROWS]
    for each in scored:
        manners = {call: manner_of(call, sites) for call, sites in each.truth.sites_by_call.items()}
        n_recorded.update(manners.values())
        for number, score in enumerate(each.scores):
            n_found[number].update(manners[call] for call in score.found)
    return Table(
        title=f"Found by manner of call: {label}",
        headings=("manner", "all", *(row.label for row in ROWS)),
        rows=[
            (manner, str(count), *(str(found[manner]) for found in n_found))
            for manner, count in sorted(n_recorded.items(), key=lambda item: (-item[1], item[0]))
        ],
    )


def miss_lines(scored: Scored, most: int) -> list[str]:
    """Return lines about calls that no row found, and about predicted calls that were not confirmed."""
    score, prediction = scored.scores[-1], scored.predictions[-1]
    lines = [f"missed, {min(most, len(score.missed))} of {len(score.missed)}"]
    for call in score.missed[:most]:
        sites = scored.truth.sites_by_call[call]
        place = min((site.line for site in sites), default=0)
        lines.append(f"  {_arrow(call, place)}  [{manner_of(call, sites)}]")
    lines.append(f"false, {min(most, len(score.false))} of {len(score.false)}")
    for call in score.false[:most]:
        evidence = prediction[call]
        executed = scored.truth.executed.get(call.caller.path, frozenset())
        place = min(evidence.lines & executed or evidence.lines, default=0)
        lines.append(f"  {_arrow(call, place)}  [{evidence.source}]")
    return lines


def _arrow(call: Call, line: int) -> str:
    return f"{place_text(call.caller.path, line)}  {call.caller.name} -> {call.callee.name}"


def place_text(path: str, line: int) -> str:
    """Return `path:line`, or the path alone where the line is not known."""
    return f"{path}:{line}" if line else path
