"""How many of the mutants that the whole suite kills, the chosen tests kill too.

Turns: MutantRuns + a checkout → MutantKills: by static evidence, with what `codeshed record` saw, and by pytest-testmon.
"""

from collections.abc import Sequence
from pathlib import Path

import msgspec

from bench.test_selection.mutant_runs import Mutant, MutantRuns, run_with, test_key
from codeshed import open_project
from codeshed.api.project import Project

SHARES = (5, 10)


class MutantKills(msgspec.Struct, frozen=True, kw_only=True):
    """Percentages by share of the suite: killed mutants that the chosen tests kill; and the share of the suite that testmon selects.

    `testmon_all` is what all tests kill that testmon selects, `testmon` what the first of them kill.
    """

    n_mutants: int
    n_killed: int
    n_tests: int
    static: dict[str, float]
    observed: dict[str, float]
    testmon: dict[str, float]
    testmon_all: float
    testmon_share: float


def mutant_kills(checkout: Path, runs: MutantRuns, record: Sequence[str]) -> MutantKills:
    """Choose tests for each killed mutant; `record` is the command that is recorded first, if it is not empty."""
    killed = runs.killed
    n_killed = max(len(killed), 1)
    n_tests = len(runs.tests)
    with open_project(checkout, observed="off") as project:
        static = _hits(project, checkout, killed)
        observed = {}
        if record:
            project.record(*record)
    if record:
        with open_project(checkout) as project:
            observed = _hits(project, checkout, killed)
    by_testmon = {
        f"{share}%": sum(
            not each.killers.isdisjoint(each.by_testmon[: max(1, round(n_tests * share / 100))])
            for each in killed
        )
        for share in SHARES
    }

    def percents(counts: dict[str, int]) -> dict[str, float]:
        return {budget: round(100 * count / n_killed, 1) for budget, count in counts.items()}

    return MutantKills(
        n_mutants=len(runs.mutants),
        n_killed=len(killed),
        n_tests=n_tests,
        static=percents(static),
        observed=percents(observed),
        testmon=percents(by_testmon) if runs.has_testmon else {},
        testmon_all=round(
            100 * sum(not each.killers.isdisjoint(each.by_testmon) for each in killed) / n_killed, 1
        ),
        testmon_share=round(
            100 * sum(len(each.by_testmon) for each in killed) / (n_killed * max(n_tests, 1)), 1
        ),
    )


def _hits(project: Project, checkout: Path, killed: Sequence[Mutant]) -> dict[str, int]:
    hits = {f"{share}%": 0 for share in SHARES}
    for mutant in killed:
        with run_with(checkout, mutant.path, mutant.text):
            for budget in hits:
                found = project.refresh().tests(diff="HEAD", budget=budget).document
                chosen = {test_key(test.node_id) for each in found.suggestions for test in each.tests}
                hits[budget] += not mutant.killers.isdisjoint(chosen)
    return hits
