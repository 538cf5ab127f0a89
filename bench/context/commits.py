"""`python -m bench.context.commits REPO… [--commits N] [--seed S] [--for TASK]`: does a context hold what changes together?

Of each project N commits are chosen that changed several functions, and each is indexed as it was before
(`bench/context/changed_together.py`). A context of one of these functions is asked for, and the others are counted that it
holds: the signature or the body, not a bare name. What the function uses is counted too. Each commit counts the same.
"""

import argparse
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import msgspec
import numpy as np
import numpy.typing as npt

from bench.context.changed_together import ChangedTogether, changed_together
from bench.context.missing_bodies import BYTES_IN_TOKEN, shown_symbols
from bench.support.report import Report, Table, met, table_text
from codeshed.build.size import size_function
from codeshed.context.context_tasks import Task
from codeshed.context.surroundings import GraphLookups, Surroundings
from codeshed.model.answers.caps import caps_of
from codeshed.query.context.context_contract import ContextRequest
from codeshed.query.context.context_pack import ContextPacker
from codeshed.render.context_scale import WRITERS, ContextFormat, FormatScale

BUDGETS = (2000, 4000, 8000)
WANTED = 0.7
WANTED_AT = 4000
SEEDS_OF_COMMIT = 3
"""So many functions of each commit are asked for."""

SHARES = ("same file", *(f"{what} {budget}" for what in ("held", "whole", "used") for budget in BUDGETS))
"""Of the other changed functions, those in the same file, those held and those held with their bodies; of what is used."""

Shares = npt.NDArray[np.float64]


def measure(all_cases: Iterable[ChangedTogether], task: Task) -> Shares:
    """Return the shares of each commit, one row each."""
    return np.array(
        [_mean([_of_seed(cases, seed, task) for seed in cases.seeds(SEEDS_OF_COMMIT)]) for cases in all_cases]
    )


def _of_seed(cases: ChangedTogether, seed: str, task: Task) -> list[float]:
    graph = cases.graph
    nodes = graph.nodes
    around = Surroundings(lookups=GraphLookups(graph), row=nodes.symbols.find(seed) or 0)
    used = around.lookups.uses.used_by(sorted(around.own_rows))[0].tolist()
    used_symbols = frozenset(nodes.symbols[row] for row in used if row not in around.own_rows)
    others = frozenset(cases.symbols) - {seed}
    in_file = frozenset(nodes.symbols[row] for row in around.in_file.tolist())
    packer = ContextPacker(graph, cases.sources)
    size = size_function()
    held, whole, of_used = [], [], []
    for budget in BUDGETS:
        request = ContextRequest(
            caps=caps_of(), max_tokens=budget, max_bytes=budget * BYTES_IN_TOKEN, task=task
        )
        made = packer.pack([seed], request, FormatScale(ContextFormat.MD, size))
        text = WRITERS[ContextFormat.MD](made)
        bodies = [piece for piece in made.pieces if piece.form == "full"]
        shown = shown_symbols(graph, others | used_symbols, made.pieces, text, ContextFormat.MD)
        held.append(_share(shown, others))
        whole.append(_share(shown_symbols(graph, others, bodies, text, ContextFormat.MD), others))
        of_used.append(_share(shown, used_symbols))
    return [_share(in_file, others), *held, *whole, *of_used]


def _share(shown: frozenset[str], wanted: frozenset[str]) -> float:
    return len(shown & wanted) / len(wanted) if wanted else float("nan")


def _mean(rows: Sequence[Sequence[float]] | Shares) -> list[float]:
    """Return the mean of each column, without what a row does not have."""
    columns = np.array(rows).T
    return [
        float(np.mean(column[~np.isnan(column)])) if not np.isnan(column).all() else float("nan")
        for column in columns
    ]


def report_of(shares_by_project: Mapping[str, Shares], task: Task) -> Report:
    """Return what was measured as a table."""
    everything = np.concatenate(list(shares_by_project.values()))
    rows = [
        (name, str(len(shares)), *(f"{100 * share:.1f} %" for share in _mean(shares)))
        for name, shares in (*shares_by_project.items(), ("all", everything))
    ]
    reached = _mean(everything)[SHARES.index(f"held {WANTED_AT}")]
    table = Table(
        title=f"Functions that a commit changed, in the context of one of them for the task {task}, by budget in tokens",
        headings=("project", "commits", *SHARES),
        rows=rows,
        notes=(
            f"Wanted: {WANTED:.0%} held at {WANTED_AT} tokens; reached: {met(is_met=reached >= WANTED)}.",
            "held: the signature or the body; whole: the body; used: of what the function uses, by the graph.",
        ),
    )
    figures = {
        name: dict(zip(SHARES, _mean(shares), strict=True)) for name, shares in shares_by_project.items()
    }
    return Report(tables=(table,), figures=figures)


def main() -> None:
    """Run on the folders that are named."""
    parser = argparse.ArgumentParser(prog="python -m bench.context.commits", description=__doc__)
    parser.add_argument(
        "folders", nargs="+", type=Path, metavar="REPO", help="projects in Python, with their history"
    )
    parser.add_argument("--commits", type=int, default=10, metavar="N", help="commits of each project (10)")
    parser.add_argument("--seed", type=int, default=1, help="of the choice of commits (1)")
    parser.add_argument(
        "--for", dest="task", type=Task, choices=tuple(Task), default=Task.EDIT, help="the task (edit)"
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write the raw figures to FILE")
    options = parser.parse_args()
    shares_by_project = {
        folder.name: measure(changed_together(folder, options.commits, seed=options.seed), options.task)
        for folder in options.folders
    }
    report = report_of(shares_by_project, options.task)
    print(*(table_text(table) for table in report.tables), sep="\n")
    if options.json is not None:
        options.json.write_bytes(msgspec.json.format(msgspec.json.encode(report.figures)))


if __name__ == "__main__":
    main()
