"""`python -m bench.context.change_weights REPO… [--commits N] [--seed S]`: fit what each feature counts for what changes together.

Commits of the projects are chosen (`bench/context/changed_together.py`). A small network then learns from all functions that may
change with one of those that a commit changed which did. The result is written to `src/codeshed/context/change_weights.json`.
Judge it by `python -m bench.context.commits` on projects that it was not fitted to.
"""

import argparse
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from bench.context.changed_together import ChangedTogether, changed_together
from bench.context.context_weights import Sample, fitted, weights_text
from codeshed.context.change_features import change_candidates
from codeshed.context.surroundings import GraphLookups, Surroundings

WEIGHTS_FILE = Path("src/codeshed/context/change_weights.json")
MOST_OF_COMMIT = 8
"""So many functions of a commit are learned from, so that no commit counts for much more than another."""


def _samples(cases: ChangedTogether) -> Iterator[Sample]:
    lookups = GraphLookups(cases.graph)
    changed = [row for symbol in cases.symbols if (row := cases.graph.find_row(symbol)) is not None]
    for symbol in cases.seeds(MOST_OF_COMMIT):
        row = cases.graph.find_row(symbol)
        if row is not None:
            found = change_candidates(Surroundings(lookups=lookups, row=row))
            is_changed = np.isin(found.rows, np.array(changed, dtype=np.int64))
            yield found.names, found.values.astype(np.float32), is_changed.astype(np.float32)


def main() -> None:
    """Fit to the folders that are named."""
    parser = argparse.ArgumentParser(prog="python -m bench.context.change_weights", description=__doc__)
    parser.add_argument(
        "folders", nargs="+", type=Path, metavar="REPO", help="projects in Python, with their history"
    )
    parser.add_argument("--commits", type=int, default=12, metavar="N", help="commits of each project (12)")
    parser.add_argument("--seed", type=int, default=1, help="of the choice of commits (1)")
    parser.add_argument(
        "--out", type=Path, default=WEIGHTS_FILE, metavar="FILE", help="where to write the weights"
    )
    options = parser.parse_args()
    samples = [
        sample
        for folder in options.folders
        for cases in changed_together(folder, options.commits, seed=options.seed)
        for sample in _samples(cases)
    ]
    weights = fitted(samples, kept_share=1.0, learned_on=[folder.name for folder in options.folders])
    options.out.write_bytes(weights_text(weights))


if __name__ == "__main__":
    main()
