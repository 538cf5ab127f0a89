"""`python -m bench.footprint_meaning CHECKOUT... [--commits N]`: prints a table in Markdown."""

import argparse
import statistics
from pathlib import Path

import codeshed
from bench.footprint_meaning.co_change import SETS, CoChange, mean_interval, measure
from codeshed.footprint.growth import MeasuredCode
from codeshed.footprint.options import FootprintOptions


def main() -> None:
    """Measure the checkouts that are named, each with an index."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("checkouts", nargs="+", type=Path)
    parser.add_argument("--commits", type=int, default=300)
    arguments = parser.parse_args()
    found: list[CoChange] = []
    print(f"| project | commits | tasks | {' | '.join(SETS)} |")
    print("|---" * (3 + len(SETS)) + "|")
    for root in arguments.checkouts:
        with codeshed.open_project(root) as project:
            graph = project.code_graph()
            code = MeasuredCode(graph, FootprintOptions(), include_tests=True)
            found.append(measure(root, graph, code, arguments.commits))
        print(_row(root.name, [found[-1]]), flush=True)
    print(_row("all", found))
    differences = [
        [each.incomplete - each.complete for each in one.neighbours] for one in found if one.neighbours
    ]
    groups = [[value] for each in differences for value in each]
    mean, low, high = mean_interval(groups)
    base = statistics.mean(each.complete for one in found for each in one.neighbours) if groups else 0.0
    print(
        f"\nchanges per function, incomplete less complete, in {len(groups)} groups of one file and size: "
        f"{mean:+.3f} [{low:+.3f}, {high:+.3f}]; complete ones change {base:.3f} times"
    )


def _row(name: str, found: list[CoChange]) -> str:
    commits = [tasks for one in found for tasks in one.tasks]
    cells = []
    for place in range(len(SETS)):
        mean, low, high = mean_interval([[task.shares[place] for task in tasks] for tasks in commits])
        tokens = [task.tokens[place] for tasks in commits for task in tasks]
        cells.append(
            f"{mean:.2f} [{low:.2f}, {high:.2f}] at {statistics.median(tokens) if tokens else 0:,.0f}".replace(
                ",", " "
            )
        )
    n_tasks = sum(len(tasks) for tasks in commits)
    return f"| {name} | {len(commits)} of {sum(one.n_commits for one in found)} | {n_tasks} | {' | '.join(cells)} |"


if __name__ == "__main__":
    main()
