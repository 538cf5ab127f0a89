"""`python -m bench.accuracy state CHECKOUT TRUTH.json.gz …`: predicted reads and writes beside recorded ones.

Turns: `read` and `write` edges to variables + what `bench.accuracy.record_state` recorded → recall and agreement, for names of
modules and for attributes of classes and their instances apart.

Recall and agreement are those of calls. A recorded use that is optional is not asked for, but confirms a prediction.
A call of a variable reads it.
"""

import argparse
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from bench.accuracy.call_tables import place_text, share
from bench.accuracy.calls import ROWS, Row
from bench.accuracy.exported import CALL, READ, WRITE, ExportedEdge
from bench.accuracy.pairs import Pair, add_pair_options, edges_of_pair, pairs_of, print_scores
from bench.accuracy.source_names import SourceNames
from bench.accuracy.truth import StateTruth, Use, read_state_truth
from bench.support.report import Table

SCOPES = {"module": "names of modules", "class": "attributes"}

LinesByUse = Mapping[Use, frozenset[int]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """How a prediction did: what was asked for and found, what was confirmed or not, what was missed."""

    wanted: frozenset[Use]
    found: frozenset[Use]
    confirmed: frozenset[Use]
    missed: tuple[Use, ...]
    false: tuple[Use, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Scored:
    """One checkout with the predictions and scores of all rows."""

    label: str
    truth: StateTruth
    predictions: tuple[LinesByUse, ...]
    scores: tuple[Score, ...]


def main(arguments: list[str]) -> None:
    """Print the scores of each pair, and of all together."""
    parser = argparse.ArgumentParser(prog="python -m bench.accuracy state", description=__doc__)
    add_pair_options(parser)
    options = parser.parse_intermixed_args(arguments)
    scored = [_scored(pair, options) for pair in pairs_of(parser, options)]
    print_scores(
        scored,
        (score_table, manner_table),
        lambda each: _miss_lines(each, options.misses) if options.misses else (),
    )


def _scored(pair: Pair, options: argparse.Namespace) -> Scored:
    truth = read_state_truth(pair.truth)
    names = SourceNames(root=pair.checkout, package=truth.meta.package)
    edges = edges_of_pair(pair, (CALL, READ, WRITE), options)
    predictions = tuple(predicted_uses(edges, row, names, truth) for row in ROWS)
    return Scored(
        label=truth.meta.project or pair.checkout.name,
        truth=truth,
        predictions=predictions,
        scores=tuple(score_uses(truth, prediction) for prediction in predictions),
    )


def predicted_uses(
    edges: Iterable[ExportedEdge], row: Row, names: SourceNames, truth: StateTruth
) -> LinesByUse:
    """Return the uses of recorded variables that a row counts, each with its lines."""
    lines: defaultdict[Use, set[int]] = defaultdict(set)
    for edge in edges:
        user, variable = names.caller(edge.source), names.variable(edge.target)
        if not row.counts(edge) or user is None or variable is None:
            continue
        variable = truth.stands_for.get(variable, variable)
        if variable in truth.scope_by_variable:
            kind = READ if edge.kind == CALL else edge.kind
            lines[Use(user, variable, kind)].update(site.line for site in edge.sites)
    return {use: frozenset(numbers) for use, numbers in lines.items()}


def score_uses(truth: StateTruth, predicted: LinesByUse) -> Score:
    """Compare a prediction with what was recorded."""
    recorded = truth.recorded_by_use
    wanted = frozenset(use for use, each in recorded.items() if not each.is_optional)
    users = {use.user for use in recorded}
    confirmed = frozenset(predicted.keys() & recorded.keys())
    found = wanted & confirmed
    false = [
        use
        for use, lines in predicted.items()
        if use not in confirmed and use.user in users and _could_be_seen(use, lines, truth)
    ]
    return Score(
        wanted=wanted,
        found=found,
        confirmed=confirmed,
        missed=tuple(sorted(wanted - found)),
        false=tuple(sorted(false)),
    )


def _could_be_seen(use: Use, lines: frozenset[int], truth: StateTruth) -> bool:
    if not truth.executed or not lines:
        return True
    return not lines.isdisjoint(truth.executed.get(use.user.path, frozenset()))


def score_table(label: str, scored: Sequence[Scored]) -> Table:
    """Return recall and agreement by scope of the variable, kind of use, and row."""
    rows = []
    for scope, scope_label in SCOPES.items():
        for kind in (READ, WRITE):
            for number, row in enumerate(ROWS):
                counts = [_counts(each, number, scope, kind) for each in scored]
                n_wanted, n_found, n_confirmed, n_judged = (
                    sum(column) for column in zip(*counts, strict=True)
                )
                rows.append(
                    (
                        f"{scope_label}, {kind}: {row.label}",
                        share(n_found, n_wanted),
                        share(n_confirmed, n_judged),
                        f"{n_found} of {n_wanted}",
                        f"{n_confirmed} of {n_judged}",
                    )
                )
    return Table(
        title=f"Reads and writes: {label}",
        headings=("edges", "recall", "agreement", "found of recorded", "confirmed of judged"),
        rows=rows,
    )


def _counts(scored: Scored, number: int, scope: str, kind: str) -> tuple[int, int, int, int]:
    """Return how many uses of a scope and kind were wanted, found, confirmed and judged."""
    score = scored.scores[number]
    scopes = scored.truth.scope_by_variable

    def count(uses: Iterable[Use]) -> int:
        return sum(use.kind == kind and scopes[use.variable] == scope for use in uses)

    n_confirmed = count(score.confirmed)
    return count(score.wanted), count(score.found), n_confirmed, n_confirmed + count(score.false)


def manner_table(label: str, scored: Sequence[Scored]) -> Table:
    """Return for each manner of reading and writing how many uses were found by each row."""
    n_wanted: Counter[str] = Counter()
    n_found: list[Counter[str]] = [Counter() for _ in ROWS]
    for each in scored:
        n_wanted.update(_manner(use, each.truth) for use in each.scores[0].wanted)
        for number, score in enumerate(each.scores):
            n_found[number].update(_manner(use, each.truth) for use in score.found)
    return Table(
        title=f"Found by manner of use: {label}",
        headings=("manner", "all", *(row.label for row in ROWS)),
        rows=[
            (manner, str(count), *(str(found[manner]) for found in n_found))
            for manner, count in sorted(n_wanted.items(), key=lambda item: (-item[1], item[0]))
        ],
    )


def _manner(use: Use, truth: StateTruth) -> str:
    return f"{use.kind}: {min(truth.recorded_by_use[use].manners, default='other')}"


def _miss_lines(scored: Scored, most: int) -> list[str]:
    score, prediction = scored.scores[-1], scored.predictions[-1]
    lines = [f"missed, {min(most, len(score.missed))} of {len(score.missed)}"]
    for use in score.missed[:most]:
        place = min(scored.truth.recorded_by_use[use].lines, default=0)
        lines.append(f"  {_sentence(use, place)}  [{_manner(use, scored.truth)}]")
    lines.append(f"false, {min(most, len(score.false))} of {len(score.false)}")
    lines += [f"  {_sentence(use, min(prediction[use], default=0))}" for use in score.false[:most]]
    return lines


def _sentence(use: Use, line: int) -> str:
    return f"{place_text(use.user.path, line)}  {use.user.name} {use.kind}s {use.variable.name}"
