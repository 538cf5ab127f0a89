"""How many of the tests that run a function are in the first suggested files.

Turns: a checkout + a map of the tests that ran each function, as it was recorded → the mean share of those tests that the first
1, 3 and 5 suggested test files hold.
"""

import gzip
import json
import random
from collections import defaultdict
from pathlib import Path
from typing import Any

import msgspec

from codeshed import open_project

PLACES = (1, 3, 5)
_SEED = 11
_MAX_FILES = 20


class MapRecall(msgspec.Struct, frozen=True, kw_only=True):
    """Percentages for 1, 3 and 5 files: of the answers, and of the best files that there are."""

    n_functions: int
    recall: tuple[float, ...]
    best: tuple[float, ...]


def map_recall(root: Path, recorded: Path, n_functions: int) -> MapRecall:
    """Ask for the tests of a sample of functions, and compare the answers with the map."""
    truth: dict[str, Any] = json.loads(gzip.decompress(recorded.read_bytes()))
    tests_by_file: dict[str, set[int]] = defaultdict(set)
    for number, test in enumerate(truth["tests"]):
        tests_by_file[test.split("::")[0]].add(number)
    queries = sorted(
        (f"{path}::{name}", frozenset(tests))
        for path, entry in truth["files"].items()
        for name, tests in entry["funcs"].items()
        if tests and "<locals>" not in name
    )
    random.Random(_SEED).shuffle(queries)
    queries = queries[:n_functions]
    recall, best = [0.0] * len(PLACES), [0.0] * len(PLACES)
    with open_project(root, refresh="never") as project:
        for symbol, executing in queries:
            found = project.tests(symbol, max_files=_MAX_FILES).document
            files = [each.test_path for each in found.suggestions]
            ideal = sorted(tests_by_file, key=lambda file: -len(tests_by_file[file] & executing))
            for place, limit in enumerate(PLACES):
                recall[place] += _share(tests_by_file, files[:limit], executing)
                best[place] += _share(tests_by_file, ideal[:limit], executing)
    n = max(len(queries), 1)
    return MapRecall(
        n_functions=len(queries),
        recall=tuple(round(100 * each / n, 1) for each in recall),
        best=tuple(round(100 * each / n, 1) for each in best),
    )


def _share(tests_by_file: dict[str, set[int]], files: list[str], executing: frozenset[int]) -> float:
    chosen = {number for name in files for number in tests_by_file.get(name, ())}
    return len(chosen & executing) / len(executing)
