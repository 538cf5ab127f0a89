"""All footprints of a random graph of 50 000 nodes and 300 000 edges, by the default policy.

Measures `all_totals`, which chooses its method itself, both methods by themselves, and beside them a plain search
per node from sampled nodes. `bench/footprints/random_graph.py` says what the graphs are and which edges are transparent.
"""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeAlias
from unittest.mock import patch

import numpy as np

from bench.footprints.random_graph import GraphRecipe, Variant, random_view, transparent_share
from bench.support.fresh import Costs, costs_of, in_fresh_process
from bench.support.report import Report, Table, megabytes, met, seconds, times
from codeshed.footprint import closure_all
from codeshed.footprint.closure import ClosureSolver
from codeshed.footprint.view import FootprintView
from codeshed.graph.data.arrays import Longs

SHARES = (0.12, 0.25, 0.60)
WANTED_SECONDS = 10.0
WANTED_BYTES = 1_000_000_000
N_SAMPLED = 50
N_REPEATS = 3
AFFORDABLE_SECONDS = 60.0
"""A search from every node is run whole only if the sampled ones say that it takes no longer than this."""

_SAMPLE_SEED = 7
_Solve: TypeAlias = Callable[[FootprintView], Longs]


def run(_folder: Path) -> Report:
    """Measure every variant at every share."""
    cases = [
        _measure(GraphRecipe(variant=variant, transparent_share=share))
        for variant in Variant
        for share in SHARES
    ]
    return Report(tables=(_chosen_table(cases), _method_table(cases)), figures={"cases": cases})


def measure_all_totals(recipe: GraphRecipe) -> "Solved":
    """Solve for all nodes by whichever method the product chooses."""
    view = random_view(recipe)
    with patch.object(
        closure_all, "totals_by_search", wraps=closure_all.totals_by_search
    ) as totals_by_search:
        solved = _solved(view, closure_all.all_totals)
        is_search = totals_by_search.called
    return replace(solved, method="search" if is_search else "bit sets")


def measure_bit_sets(recipe: GraphRecipe) -> "Solved":
    """Solve for all nodes by bit sets, whether or not they are the faster method."""
    return _solved(random_view(recipe), closure_all.totals_by_bit_sets)


def measure_search(recipe: GraphRecipe) -> "Solved":
    """Solve for all nodes by a search from each, whether or not it is the faster method."""
    return _solved(random_view(recipe), closure_all.totals_by_search)


def measure_sampled_search(recipe: GraphRecipe) -> "Sampled":
    """Search from sampled nodes only; what the solver prepares once is counted once."""
    view = random_view(recipe)
    solver = ClosureSolver(view)
    rows = _sampled_rows(recipe.n_nodes)
    _, preparation = costs_of(lambda: (view.outgoing, view.callers, view.writers, view.size_list))
    totals, costs = costs_of(lambda: [solver.total(row) for row in rows])
    return Sampled(
        estimated_seconds=preparation.wall_seconds + costs.wall_seconds * recipe.n_nodes / len(rows),
        totals=totals,
    )


def _measure(recipe: GraphRecipe) -> "Case":
    sampled = in_fresh_process(measure_sampled_search, recipe)
    chosen = _best([in_fresh_process(measure_all_totals, recipe) for _ in range(N_REPEATS)])
    bit_sets = _best([in_fresh_process(measure_bit_sets, recipe) for _ in range(N_REPEATS)])
    is_affordable = sampled.estimated_seconds <= AFFORDABLE_SECONDS
    search = in_fresh_process(measure_search, recipe) if is_affordable else None
    for solved in (chosen, bit_sets, *([] if search is None else [search])):
        if solved.sampled_totals != sampled.totals:
            raise RuntimeError(f"{recipe}: totals by {solved.method} differ from those of a plain search")
        if solved.digest != chosen.digest:
            raise RuntimeError(f"{recipe}: the methods differ in some total")
    return Case(recipe=recipe, chosen=chosen, bit_sets=bit_sets, search=search, sampled=sampled)


def _solved(view: FootprintView, solve: _Solve) -> "Solved":
    totals, costs = costs_of(lambda: solve(view))
    return Solved(
        method=solve.__name__,
        share=transparent_share(view),
        costs=costs,
        sampled_totals=[int(totals[row]) for row in _sampled_rows(len(view))],
        mean_total=float(totals.mean()),
        digest=hashlib.sha256(totals.astype("<i8").tobytes()).hexdigest(),
    )


def _sampled_rows(n_nodes: int) -> list[int]:
    rows = np.random.default_rng(_SAMPLE_SEED).choice(n_nodes, N_SAMPLED, replace=False)
    return [int(row) for row in rows]


def _best(runs: "list[Solved]") -> "Solved":
    """Return the fastest run, with the highest peak of all runs."""
    fastest = min(runs, key=lambda solved: solved.costs.wall_seconds)
    peak = max(solved.costs.peak_bytes for solved in runs)
    return replace(fastest, costs=replace(fastest.costs, peak_bytes=peak))


def _chosen_table(cases: "list[Case]") -> Table:
    rows = []
    for case in cases:
        costs = case.chosen.costs
        baseline = case.sampled.estimated_seconds
        is_met = costs.wall_seconds < WANTED_SECONDS and costs.peak_bytes < WANTED_BYTES
        rows.append(
            (
                f"{case.recipe.variant.value}, {case.recipe.transparent_share:.0%}",
                f"{case.chosen.share:.2%}",
                case.chosen.method,
                seconds(costs.wall_seconds),
                f"< {WANTED_SECONDS:.0f} s",
                megabytes(costs.peak_bytes),
                megabytes(costs.held_bytes_before),
                f"< {megabytes(WANTED_BYTES)}",
                met(is_met=is_met),
                "~" + seconds(baseline),
                times(baseline / costs.wall_seconds),
            )
        )
    return Table(
        title="All footprints: all_totals, 50 000 nodes, 300 000 edges",
        headings=(
            "variant, transparent",
            "share got",
            "method",
            "time",
            "wanted",
            "peak",
            "before",
            "wanted",
            "met",
            "search per node",
            "ratio",
        ),
        rows=rows,
        notes=(
            f"time: best of {N_REPEATS}; peak: highest of them. before: memory held with the graph, before solving.",
            f"search per node: {N_SAMPLED} sampled nodes, extrapolated (~); ratio: that by all_totals.",
            "The totals of the sampled nodes were compared with those of the plain search, and are equal.",
        ),
    )


def _method_table(cases: "list[Case]") -> Table:
    rows = []
    for case in cases:
        measured = case.search
        search = case.sampled.estimated_seconds if measured is None else measured.costs.wall_seconds
        bit_sets = case.bit_sets.costs
        rows.append(
            (
                f"{case.recipe.variant.value}, {case.recipe.transparent_share:.0%}",
                f"{case.chosen.mean_total:.0f}",
                seconds(case.chosen.costs.wall_seconds),
                seconds(bit_sets.wall_seconds),
                megabytes(bit_sets.peak_bytes),
                ("~" if measured is None else "") + seconds(search),
                "~" if measured is None else megabytes(measured.costs.peak_bytes),
                times(case.chosen.costs.wall_seconds / min(search, bit_sets.wall_seconds)),
            )
        )
    return Table(
        title="All footprints: each method by itself",
        headings=(
            "variant, transparent",
            "mean footprint",
            "all_totals",
            "bit sets",
            "peak",
            "search",
            "peak",
            "all_totals by better",
        ),
        rows=rows,
        notes=(
            f"A search that would take over {AFFORDABLE_SECONDS:.0f} s is extrapolated from the sampled nodes (~).",
            "all_totals by better: its time, with that of choosing a method, by the time of the better method.",
        ),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Solved:
    """One solution for all nodes; `digest` is over all totals, so that methods can be compared."""

    method: str
    share: float
    costs: Costs
    sampled_totals: list[int]
    mean_total: float
    digest: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Sampled:
    """Searches from sampled nodes, and how long one from every node would take."""

    estimated_seconds: float
    totals: list[int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """All that was measured on one graph; `search` is None where it would take too long."""

    recipe: GraphRecipe
    chosen: Solved
    bit_sets: Solved
    search: Solved | None
    sampled: Sampled
