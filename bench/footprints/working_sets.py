"""`python -m bench.footprints REPOSITORY … [--index-dir FOLDER]`: working sets of real repositories.

Tells how large working sets, their parts, all that lies forward and the worst case are, whether they grow with the code,
and what all working sets of a repository cost once its index is open. With `--index-dir` the index of each repository is
in a folder of its name below that folder.
"""

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from bench.support.fresh import costs_of, in_fresh_process
from bench.support.report import Table, megabytes, seconds, table_text
from codeshed.api.project import open_project
from codeshed.footprint.options import FootprintOptions
from codeshed.footprint.own_code import own_functions, size_of_code
from codeshed.footprint.percentiles import nearest_rank
from codeshed.footprint.solver import FootprintSolver
from codeshed.graph.data.kinds import NodeFlag

PERCENTS = (50, 90, 99)
_LEAST_FOR_SLOPES = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A repository, and the folder of its index."""

    repository: str
    index_dir: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """The working sets of one repository; sizes are those of functions outside tests, by nearest rank."""

    name: str
    n_functions: int
    n_all_functions: int
    size_of_code: int
    percentiles: dict[str, list[int]]
    wall_seconds: float
    held_bytes: int
    peak_bytes: int


def measure(asked: Asked) -> Measured:
    """Measure one repository in this process."""
    repository = Path(asked.repository)
    index_dir = None if asked.index_dir is None else Path(asked.index_dir)
    with open_project(repository, index_dir=index_dir) as project:
        graph = project.code_graph()
    every = own_functions(graph)
    rows = [row for row in every if not graph.nodes.flags[row] & int(NodeFlag.TEST)]
    # The view belongs to the price: it is made for the working sets.
    _, costs = costs_of(lambda: FootprintSolver(graph, FootprintOptions()).working_set_sizes(every))
    solver = FootprintSolver(graph, FootprintOptions())
    sizes = solver.working_set_sizes(rows)
    columns = {
        "working set": sizes.totals,
        "within two edges": sizes.forward,
        "call lines": sizes.call_lines,
        "write lines": sizes.write_lines,
        "forward": solver.whole_forward_totals(rows),
        "closure": solver.worst_case_totals(rows),
    }
    return Measured(
        name=repository.resolve().name,
        n_functions=len(rows),
        n_all_functions=len(every),
        size_of_code=size_of_code(graph),
        percentiles={
            name: [nearest_rank(sorted(column.tolist()), percent) for percent in PERCENTS]
            for name, column in columns.items()
        },
        wall_seconds=costs.wall_seconds,
        held_bytes=costs.held_bytes_before,
        peak_bytes=costs.peak_bytes,
    )


def tables_of(measured: Sequence[Measured]) -> list[Table]:
    """Return the sizes, their growth, and the costs."""
    by_size = sorted(measured, key=lambda each: each.size_of_code)
    names = list(by_size[0].percentiles)
    sizes = Table(
        title="Sizes in tokens: P50 / P90 / P99 of the functions outside tests",
        headings=("repository", "tokens", "functions", *names),
        rows=[
            (
                each.name,
                _number(each.size_of_code),
                _number(each.n_functions),
                *(" / ".join(map(_number, each.percentiles[name])) for name in names),
            )
            for each in by_size
        ],
        notes=_slopes(by_size),
    )
    costs = Table(
        title="All working sets, tests included, once the index is open",
        headings=("repository", "functions", "time", "held before", "peak"),
        rows=[
            (
                each.name,
                _number(each.n_all_functions),
                seconds(each.wall_seconds),
                megabytes(each.held_bytes),
                megabytes(each.peak_bytes),
            )
            for each in by_size
        ],
    )
    return [sizes, costs]


def _slopes(measured: Sequence[Measured]) -> tuple[str, ...]:
    """Say how each percentile grows with the code: 0 not at all, 1 in proportion."""
    if len(measured) < _LEAST_FOR_SLOPES:
        return ()
    code = np.log([each.size_of_code for each in measured])
    lines = []
    for name in measured[0].percentiles:
        columns = np.array([each.percentiles[name] for each in measured], dtype=np.float64).T
        slopes = [float(np.polyfit(code, np.log(np.maximum(column, 1.0)), 1)[0]) for column in columns]
        lines.append(f"{name}: slope of the logarithms {' / '.join(f'{slope:+.2f}' for slope in slopes)}")
    return tuple(lines)


def _number(value: int) -> str:
    return f"{value:,}".replace(",", " ")


def main(arguments: list[str]) -> None:
    """Measure each repository in a process of its own, and print the tables."""
    parser = argparse.ArgumentParser(prog="python -m bench.footprints", description=__doc__)
    parser.add_argument("repositories", nargs="+", metavar="REPOSITORY")
    parser.add_argument("--index-dir", metavar="FOLDER")
    options = parser.parse_args(arguments)
    measured = [
        in_fresh_process(measure, Asked(repository=each, index_dir=_index_dir(options.index_dir, each)))
        for each in options.repositories
    ]
    print("\n\n".join(table_text(table) for table in tables_of(measured)))


def _index_dir(folder: str | None, repository: str) -> str | None:
    return None if folder is None else str(Path(folder) / Path(repository).resolve().name)
