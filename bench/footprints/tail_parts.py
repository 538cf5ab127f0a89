"""`python -m bench.footprints.tail_parts REPOSITORY…`: what the largest working sets are made of."""

import argparse
from collections import Counter
from pathlib import Path

import codeshed
from codeshed.footprint.distribution import nearest_rank
from codeshed.footprint.growth import MeasuredCode
from codeshed.footprint.options import FootprintOptions

_MAX_SAMPLE = 150
_N_SHOWN = 5


def parts_of(code: MeasuredCode, rows: list[int]) -> Counter[str]:
    """Return the tokens of some working sets by the kind of edge and the distance at which they were reached."""
    tokens: Counter[str] = Counter()
    for row in rows:
        found = code.solver.solve((row,)).working_set
        if found is None:
            continue
        tokens["lines"] += found.call_size + found.write_size
        for step in found.reach.steps:
            kind = f"{step.arrival.label} at {step.depth}" if step.depth else "itself"
            tokens[kind] += code.solver.view.size_list[step.row]
    return tokens


def main() -> None:
    """Print a line for each repository: the working sets between P90 and P99."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("repositories", nargs="+", type=Path)
    for root in parser.parse_args().repositories:
        with codeshed.open_project(root) as project:
            code = MeasuredCode(project.code_graph(), FootprintOptions(), include_tests=False)
        sizes = sorted(code.working_sets.values())
        low, high = nearest_rank(sizes, 90), nearest_rank(sizes, 99)
        rows = [row for row in code.rows if low <= code.working_sets[code.symbols[row]] < high]
        parts = parts_of(code, rows[:: max(1, len(rows) // _MAX_SAMPLE)])
        total = max(1, sum(parts.values()))
        shares = ", ".join(f"{name} {100 * n / total:.0f} %" for name, n in parts.most_common(_N_SHOWN))
        print(f"{root.name}: {shares}")


if __name__ == "__main__":
    main()
