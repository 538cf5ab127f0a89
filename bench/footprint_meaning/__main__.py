"""`python -m bench.footprint_meaning co_change|contracts REPO… [--into FILE]`: does a footprint mean anything?

co_change: of the other functions that a commit changed, the share that several sets around one of them hold. Each commit
is indexed as it was before.

contracts: are functions with incomplete contracts changed or fixed more often than complete ones of the same file and of
similar size? Each project is indexed as it was some hundred commits ago.

Both are without a type engine. What was measured goes to FILE at once, one line of JSON each; with a FILE and no REPO,
tables are printed from it.
"""

import argparse
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TypeVar

import msgspec

from bench.context.changed_together import changed_together
from bench.footprint_meaning.co_change import CommitMeasure, measure_commit
from bench.footprint_meaning.contract_pairs import (
    ContractPair,
    ObservedFunction,
    ObservedProject,
    match_pairs,
    observe,
)
from bench.footprint_meaning.intervals import bootstrap, mean, odds_ratio
from bench.support.report import Table, table_text

_COMPARED = (
    ("working set", "two edges"),
    ("working set", "forward"),
    ("working set", "nearest in the file, as many tokens"),
    ("same file and working set", "same file"),
    ("context", "same file"),
    ("context, bodies", "same file"),
)
"""Sets whose shares are compared commit by commit."""

Measured = TypeVar("Measured", CommitMeasure, ObservedProject)


def main() -> None:
    """Measure the folders that are named."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.footprint_meaning",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("question", choices=("co_change", "contracts"))
    parser.add_argument(
        "folders", nargs="*", type=Path, metavar="REPO", help="projects in Python, with their history"
    )
    parser.add_argument(
        "--commits", type=int, metavar="N", help="commits of each project (co_change: 8, contracts: 500)"
    )
    parser.add_argument("--seed", type=int, default=1, help="of the choice of commits (1)")
    parser.add_argument(
        "--into", type=Path, metavar="FILE", help="read earlier measurements, append new ones"
    )
    options = parser.parse_args()
    if options.question == "co_change":
        commits = _measure_commits(options.folders, options.commits or 8, options.seed)
        _run(commits, CommitMeasure, commit_table, options.into)
    else:
        projects = _observe_projects(options.folders, options.commits or 500)
        _run(projects, ObservedProject, pair_table, options.into)


def commit_table(measures: Sequence[CommitMeasure]) -> Table:
    """Return the mean of each set over commits, by project and over all."""
    by_project: defaultdict[str, list[CommitMeasure]] = defaultdict(list)
    for each in measures:
        by_project[each.project].append(each)
    names = tuple(measures[0].sets)
    rows = [
        (project, str(len(own)), *(f"{_share(own, name):.2f} at {_tokens(own, name):.0f}" for name in names))
        for project, own in by_project.items()
    ]
    everything = []
    for name in names:
        low, high = bootstrap(measures, partial(_share, name=name))
        everything.append(
            f"{_share(measures, name):.2f} [{low:.2f}, {high:.2f}] at {_tokens(measures, name):.0f}"
        )
    return Table(
        title="Share of the other functions that a commit changed, and mean tokens",
        headings=("project", "commits", *names),
        rows=[*rows, ("all", str(len(measures)), *everything)],
        notes=(
            *(
                f"{one}, less {other}: {mean(gains):+.2f} [{bounds[0]:+.2f}, {bounds[1]:+.2f}]"
                for one, other in _COMPARED
                for gains in ([each.sets[one].share - each.sets[other].share for each in measures],)
                for bounds in (bootstrap(gains, mean),)
            ),
            "In brackets: intervals of 95 %, commits drawn again.",
        ),
    )


def pair_table(projects: Sequence[ObservedProject]) -> Table:
    """Return how the functions of matched pairs fared, by project and over all."""
    rows = [
        (
            each.project,
            str(each.n_commits),
            f"{sum(one.is_incomplete for one in each.functions)} of {len(each.functions)}",
            *_pair_cells(match_pairs(each.functions)),
        )
        for each in projects
    ]
    everything = [pair for each in projects for pair in match_pairs(_with_project(each))]
    alike = [pair for pair in everything if pair.incomplete.is_private == pair.complete.is_private]
    rows += [
        ("all", "", "", *_pair_cells(everything)),
        ("all, both private or both public", "", "", *_pair_cells(alike)),
    ]
    return Table(
        title="Functions of one file and similar size: incomplete and complete contracts",
        headings=(
            "project",
            "commits",
            "incomplete",
            "pairs",
            "changed",
            "odds ratio",
            "fixed",
            "odds ratio",
        ),
        rows=rows,
        notes=(
            "changed, fixed: share of the incomplete functions and of the complete ones.",
            "In brackets: intervals of 95 %, files drawn again.",
        ),
    )


def _pair_cells(pairs: Sequence[ContractPair]) -> Iterator[str]:
    yield str(len(pairs))
    for outcome in (_is_changed, _is_fixed):
        if not pairs:
            yield from ("", "")
            continue
        ours = mean([outcome(pair.incomplete) for pair in pairs])
        theirs = mean([outcome(pair.complete) for pair in pairs])
        discordant: defaultdict[str, tuple[int, int]] = defaultdict(lambda: (0, 0))
        for pair in pairs:
            first, second = discordant[pair.incomplete.path]
            one, other = outcome(pair.incomplete), outcome(pair.complete)
            discordant[pair.incomplete.path] = first + (one and not other), second + (other and not one)
        groups = list(discordant.values())
        low, high = bootstrap(groups, odds_ratio)
        yield f"{ours:.2f} / {theirs:.2f}"
        yield f"{odds_ratio(groups):.2f} [{low:.2f}, {high:.2f}]"


def _is_changed(function: ObservedFunction) -> bool:
    return function.n_changes > 0


def _is_fixed(function: ObservedFunction) -> bool:
    return function.n_fixes > 0


def _with_project(project: ObservedProject) -> list[ObservedFunction]:
    """Return the functions with paths that no other project has."""
    return [
        msgspec.structs.replace(each, path=f"{project.project}/{each.path}") for each in project.functions
    ]


def _share(measures: Sequence[CommitMeasure], name: str) -> float:
    return mean([each.sets[name].share for each in measures])


def _tokens(measures: Sequence[CommitMeasure], name: str) -> float:
    return mean([each.sets[name].tokens for each in measures])


def _measure_commits(folders: Sequence[Path], n_commits: int, seed: int) -> Iterator[CommitMeasure]:
    for folder in folders:
        for cases in changed_together(folder, n_commits, seed=seed):
            yield measure_commit(cases)


def _observe_projects(folders: Sequence[Path], n_commits: int) -> Iterator[ObservedProject]:
    for folder in folders:
        observed = observe(folder, n_commits)
        if observed is not None:
            yield observed


def _run(
    measured: Iterator[Measured],
    kind: type[Measured],
    table: Callable[[Sequence[Measured]], Table],
    into: Path | None,
) -> None:
    """Print a table of what a file has and of what is measured now, and append that to the file."""
    earlier = into.read_bytes().splitlines() if into is not None and into.exists() else []
    found = [msgspec.json.decode(line, type=kind) for line in earlier]
    for each in measured:
        found.append(each)
        if into is not None:
            with into.open("ab") as lines:
                lines.write(msgspec.json.encode(each) + b"\n")
    if found:
        print(table_text(table(found)))


if __name__ == "__main__":
    main()
