"""`python -m bench.answers.impacts FOLDER`: how long impacts of random symbols take in a warm process, JSON included.

The folder is a repository with an index. Symbols are drawn by a fixed seed among all that are in files.
"""

import argparse
import random
import sys
import time
from pathlib import Path

import numpy as np

from codeshed.api.project import open_project
from codeshed.graph.data.arrays import NO_ROW
from codeshed.query.impact.impact import ImpactRequest, impact
from codeshed.render.json_output import to_json

N_IMPACTS = 1000
_SEED = 7


def main(folder: Path) -> None:
    """Print the percentiles of one run."""
    with open_project(folder, refresh="never") as project:
        opened = project.answer_context()
        graph = opened.graph
        in_files = np.flatnonzero(graph.nodes.files != NO_ROW).tolist()
        chosen = random.Random(_SEED).sample(in_files, min(N_IMPACTS, len(in_files)))
        milliseconds = []
        n_impacted = []
        for row in chosen:
            request = ImpactRequest(caps=opened.caps, seeds=(graph.nodes.symbols[row],))
            begin = time.perf_counter()
            found = impact(graph, request, index=opened.index)
            to_json(found)
            milliseconds.append((time.perf_counter() - begin) * 1000)
            n_impacted.append(len(found.impacted))
    shown = "   ".join(f"p{each} {np.percentile(milliseconds, each):.1f} ms" for each in (50, 95, 99, 100))
    mean = sum(n_impacted) / len(n_impacted)
    sys.stdout.write(
        f"{len(chosen)} impacts   {shown}   nodes: {mean:.1f} on average, {max(n_impacted)} at most\n"
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    main(parser.parse_args().folder)
