"""`python -m bench.search.weights FOLDER --learn NAME… [--write]`: learn what each feature of search counts for, and judge it.

Turns: features of tasks → weights by softmax regression, each right row among the wrong ones, on some projects → accuracy on
the others.
"""

import argparse
import json
import pickle
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt

from bench.search.task_features import TaskFeatures
from codeshed.search.features import FILE_FEATURES, UNIT_FEATURES

Floats = npt.NDArray[np.float64]

WEIGHTS_FILE = Path("src/codeshed/search/weights.json")
FILE_CUTS, UNIT_CUTS = (1, 3, 5, 10), (5, 10)
_N_CANDIDATES = 150
_N_STEPS = 700
_STEP = 0.05
_SHRINKAGE = 0.02
_SHARPNESS = 8.0
"""Scores are multiplied by this before the softmax, so that weights stay about 1."""

HISTORY = frozenset({"commits", "titleInCommits", "churn"})
_FIXED = {"isTest": -0.5, "isFunction": 0.1, "name": 0.2, "frames": 0.6, "messages": 0.2}
_FIXED_OF_UNITS = {**_FIXED, "frames": 1.2, "messages": 0.4}
"""Not learned: no answer of this benchmark is a test, and messages of commits are longer than questions, have no tracebacks and quote few messages.

A function that a frame or `file.py:123` names comes before all that only words speak for.
"""

_MAY_BE_NEGATIVE = frozenset({"length", "isTest", "isAside"})
"""All others are evidence: a negative weight would be chance."""


def learn(
    tasks: Sequence[tuple[Floats, tuple[int, ...]]],
    names: Sequence[str],
    left_out: frozenset[str],
    fixed: Mapping[str, float] = _FIXED,
) -> Floats:
    """Return weights under which each right row gets the largest share of a softmax over itself and the wrong candidates."""
    prepared = []
    for columns, right in tasks:
        rough = columns[:, : min(8, columns.shape[1])].sum(1)
        chosen = np.unique(
            np.concatenate([np.argsort(-rough, kind="stable")[:_N_CANDIDATES], np.array(right)])
        )
        prepared.append((columns[chosen].astype(np.float64), np.isin(chosen, right)))
    is_free = np.array([name not in left_out and name not in fixed for name in names])
    is_evidence = np.array([name not in _MAY_BE_NEGATIVE for name in names])
    start = np.array([fixed.get(name, 0.3 if name not in {"length", "isAside"} else 0.0) for name in names])
    start[[name in left_out for name in names]] = 0.0
    weights = start.copy()
    first, second = np.zeros_like(weights), np.zeros_like(weights)
    for step in range(1, _N_STEPS + 1):
        gradient = _SHRINKAGE * weights
        for columns, is_right in prepared:
            scores = _SHARPNESS * (columns @ weights)
            powers = np.exp(scores - scores.max())
            of_wrong = powers[~is_right].sum()
            totals = powers[is_right] + of_wrong
            pull = np.where(is_right, of_wrong / (powers + of_wrong), -powers * (1.0 / totals).sum())
            gradient -= _SHARPNESS * (pull @ columns) / (len(totals) * len(prepared))
        gradient *= is_free
        first = 0.9 * first + 0.1 * gradient
        second = 0.99 * second + 0.01 * gradient**2
        weights -= (
            _STEP / np.sqrt(step) * (first / (1 - 0.9**step)) / (np.sqrt(second / (1 - 0.99**step)) + 1e-8)
        )
        weights = np.where(is_evidence, np.maximum(weights, 0.0), weights)
    return weights


def accuracy(ranks: Sequence[Sequence[int]], cut: int) -> float:
    """Return the share of tasks whose right rows are all within the first `cut`."""
    return 100.0 * sum(max(each) < cut for each in ranks) / max(len(ranks), 1)


def ranks_of(scores: Floats, right: Sequence[int]) -> list[int]:
    """Return the ranks of the right rows, from 0; among equal scores the first row wins."""
    place = np.empty(len(scores), dtype=np.int64)
    place[np.argsort(-scores, kind="stable")] = np.arange(len(scores))
    return [int(each) for each in place[list(right)]]


def unit_columns(task: TaskFeatures, file_scores: Floats) -> Floats:
    """Return the columns of a task's units, with the scores of their files."""
    best = max(float(file_scores.max(initial=0.0)), 1e-9)
    of_files = {
        "file": np.maximum(file_scores, 0.0)[task.unit_files] / best,
        "isTest": task.files[task.unit_files, FILE_FEATURES.index("isTest")].astype(np.float64),
    }
    own = iter(task.units.astype(np.float64).T)
    return np.stack([of_files[name] if name in of_files else next(own) for name in UNIT_FEATURES], axis=1)


def report(
    title: str,
    tasks: Sequence[TaskFeatures],
    file_score: Callable[[Floats], Floats],
    unit_score: Callable[[Floats], Floats],
) -> str:
    """Return one line of figures."""
    file_ranks, unit_ranks = [], []
    for task in tasks:
        scores = file_score(task.files.astype(np.float64))
        file_ranks.append(ranks_of(scores, task.right_files))
        unit_ranks.append(ranks_of(unit_score(unit_columns(task, scores)), task.right_units))
    figures = [accuracy(file_ranks, cut) for cut in FILE_CUTS] + [
        accuracy(unit_ranks, cut) for cut in UNIT_CUTS
    ]
    mean_rank = np.mean([1.0 / (min(each) + 1) for each in file_ranks])
    return f"{title:34}" + "".join(f"{figure:7.1f}" for figure in figures) + f"{mean_rank:8.3f}"


def main() -> None:
    """Learn, judge and perhaps write the weights."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--learn", nargs="+", required=True)
    parser.add_argument("--write", action="store_true")
    arguments = parser.parse_args()
    tasks_by_name: dict[str, list[TaskFeatures]] = {}
    for path in sorted(arguments.folder.glob("*.features")):
        tasks_by_name[path.stem] = pickle.loads(path.read_bytes())  # noqa: S301 - features.py wrote it
    learned_on = [task for name in arguments.learn for task in tasks_by_name.get(name, ())]
    kept = [task for name, tasks in tasks_by_name.items() if name not in arguments.learn for task in tasks]
    files = _learn_files(learned_on, frozenset())
    without_history = _learn_files(learned_on, HISTORY)
    units = _learn_units(learned_on, files)
    print(
        f"{'':34}"
        + "".join(f"{f'@{cut}':>7}" for cut in FILE_CUTS)
        + "".join(f"{f'f@{cut}':>7}" for cut in UNIT_CUTS)
        + "     MRR"
    )
    for half, tasks in (("learned", learned_on), ("kept", kept), *sorted(tasks_by_name.items())):
        print(f"--- {half}: {len(tasks)} tasks")
        if half in tasks_by_name:
            print(report("ours", tasks, lambda x: x @ files, lambda x: x @ units))
            continue
        for name in ("file", "function", "functions", "commits", "titleInCommits"):
            print(report(f"only {name}", tasks, _only(name), lambda x: x[:, 0]))
        print(report("ours without history", tasks, lambda x: x @ without_history, lambda x: x @ units))
        print(report("ours", tasks, lambda x: x @ files, lambda x: x @ units))
        one = [task for task in tasks if len(task.right_files) == 1]
        print(f"--- {half}, fixes of one file: {len(one)} tasks")
        for name in ("file", "function", "functions", "commits"):
            print(report(f"only {name}", one, _only(name), lambda x: x[:, 0]))
        print(report("ours without history", one, lambda x: x @ without_history, lambda x: x @ units))
        print(report("ours", one, lambda x: x @ files, lambda x: x @ units))
    found = {
        "learnedOn": {name: len(tasks_by_name.get(name, ())) for name in arguments.learn},
        "files": _rounded(FILE_FEATURES, files),
        "filesWithoutHistory": _rounded(FILE_FEATURES, without_history),
        "units": _rounded(UNIT_FEATURES, units),
    }
    print(json.dumps(found, indent=2))
    if arguments.write:
        WEIGHTS_FILE.write_text(json.dumps(found, indent=2) + "\n")


def _only(name: str) -> Callable[[Floats], Floats]:
    """Return a score by one feature, with tests behind the rest."""
    weights = np.zeros(len(FILE_FEATURES))
    weights[FILE_FEATURES.index(name)] = 1.0
    weights[FILE_FEATURES.index("isTest")] = -0.5
    return lambda columns: columns @ weights


def _learn_files(tasks: Sequence[TaskFeatures], left_out: frozenset[str]) -> Floats:
    return learn([(task.files, task.right_files) for task in tasks], FILE_FEATURES, left_out)


def _learn_units(tasks: Sequence[TaskFeatures], files: Floats) -> Floats:
    pairs = [(unit_columns(task, task.files.astype(np.float64) @ files), task.right_units) for task in tasks]
    return learn(pairs, UNIT_FEATURES, frozenset(), _FIXED_OF_UNITS)


def _rounded(names: Sequence[str], weights: Floats) -> Mapping[str, float]:
    return {name: round(float(weight), 2) for name, weight in zip(names, weights, strict=True)}


if __name__ == "__main__":
    main()
