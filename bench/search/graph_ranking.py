"""`python -m bench.search.graph_ranking CLONE… --folder FOLDER [--judge --learn NAME…]`: what graph ranking adds to searches.

Turns: a repository → its tasks, asked of the index of the tree before each fix → hits with their graph features, kept in a
folder; these → weights learned on some projects, and the accuracy with and without them on the others.
"""

import argparse
import pickle
import shutil
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec
import numpy as np
import numpy.typing as npt

from bench.search.fixes import FixTask, find_fixes, git
from bench.search.weights import accuracy, learn, ranks_of
from codeshed import open_project
from codeshed.model.graph_ranking import DEFAULT_WEIGHTS, GRAPH_FEATURES, GraphFeature
from codeshed.project.commit_history import read_history

Floats = npt.NDArray[np.float64]

_N_HITS = 25
_CUTS = (1, 3, 5, 10)


class RankedTask(msgspec.Struct, frozen=True):
    """The hits of a task: their scores without the graph, their graph features, and which are right."""

    task: FixTask
    scores: Floats
    features: Floats
    right: tuple[int, ...]
    n_right: int


def rank_task(root: Path, task: FixTask) -> RankedTask:
    """Ask for a task in the tree before its fix."""
    git(root, "checkout", "-q", "--force", task.parent)
    with open_project(root) as project:
        report = project.search(
            task.query, graph_ranking=True, explain=True, caps={"maxCandidates": _N_HITS}
        ).document
    lines_by_path = {each.path: each.lines for each in task.changes}
    functions = [hit for hit in report.hits if hit.kind == "function" and hit.score_breakdown is not None]
    scores, features, right = [], [], []
    for number, hit in enumerate(functions):
        breakdown = hit.score_breakdown
        graph = None if breakdown is None else breakdown.graph
        if breakdown is None or graph is None:
            raise ValueError(hit.name)
        scores.append(breakdown.text)
        features.append([graph.features.get(name) or 0.0 for name in GRAPH_FEATURES])
        if any(hit.start_line <= line <= hit.end_line for line in lines_by_path.get(hit.file, ())):
            right.append(number)
    return RankedTask(
        task,
        np.array(scores),
        np.array(features).reshape(-1, len(GRAPH_FEATURES)),
        tuple(right),
        len(lines_by_path),
    )


def main() -> None:
    """Rank tasks, or judge what was ranked."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("repositories", nargs="*", type=Path)
    parser.add_argument("--folder", type=Path, required=True)
    parser.add_argument("--tasks", type=int, default=20)
    parser.add_argument("--learn", nargs="*", default=[])
    arguments = parser.parse_args()
    for source in arguments.repositories:
        _rank_all(source, arguments.folder, arguments.tasks)
    if arguments.learn:
        _judge(arguments.folder, arguments.learn)


def _rank_all(source: Path, folder: Path, n_tasks: int) -> None:
    begin = time.process_time()
    history = read_history(source, folder)
    tasks = find_fixes(source, source.name, history.commits, n_tasks)
    place = {commit.id: number for number, commit in enumerate(history.commits)}
    root = folder / f"{source.name}.tree"
    if not root.exists():
        git(source, "clone", "-q", "--no-checkout", "--shared", str(source), str(root))
    found = []
    for task in sorted(tasks, key=lambda each: place[each.commit]):
        found.append(rank_task(root, task))
        (folder / f"{source.name}.ranked").write_bytes(pickle.dumps(found))
    shutil.rmtree(root)
    print(f"{source.name}: {len(found)} tasks, {time.process_time() - begin:.0f} s of CPU")


def _judge(folder: Path, learned: Sequence[str]) -> None:
    tasks_by_name: dict[str, list[RankedTask]] = {
        path.stem: pickle.loads(path.read_bytes())  # noqa: S301 - we wrote it
        for path in sorted(folder.glob("*.ranked"))
    }
    columns = ("text", *GRAPH_FEATURES)
    on = [task for name in learned for task in tasks_by_name[name]]
    pairs = [(_columns(task), task.right) for task in on if task.right]
    weights = learn(pairs, columns, frozenset())
    by_feature = dict(zip(GRAPH_FEATURES, weights[1:] / max(weights[0], 1e-9), strict=True))
    print({name: round(float(weight), 3) for name, weight in by_feature.items()})
    kept = [task for name, tasks in tasks_by_name.items() if name not in learned for task in tasks]
    for half, tasks in (("learned", on), ("kept", kept)):
        print(f"--- {half}: {len(tasks)} tasks, {sum(bool(task.right) for task in tasks)} with a right hit")
        print(f"{'without the graph':34}{_figures(tasks, {})}")
        print(f"{'default weights':34}{_figures(tasks, DEFAULT_WEIGHTS)}")
        print(f"{'learned weights':34}{_figures(tasks, by_feature)}")
        for name in GRAPH_FEATURES:
            print(f"{f'{name} alone, 0.1':34}{_figures(tasks, {name: 0.1 if name != 'test' else -0.1})}")


def _columns(task: RankedTask) -> Floats:
    return np.column_stack([task.scores, task.features])


def _figures(tasks: Sequence[RankedTask], weights: Mapping[GraphFeature, float]) -> str:
    """Return how often the first right function is within the first hits, and the mean reciprocal rank."""
    vector = np.array([weights.get(name, 0.0) for name in GRAPH_FEATURES])
    ranks = [
        ranks_of(task.scores + task.features @ vector, task.right) if task.right else [_N_HITS]
        for task in tasks
    ]
    first = [[min(each)] for each in ranks]
    shares = [accuracy(first, cut) for cut in _CUTS]
    mean = np.mean([0.0 if each[0] >= _N_HITS else 1.0 / (each[0] + 1) for each in first])
    return "".join(f"{share:7.1f}" for share in shares) + f"{mean:8.3f}"


if __name__ == "__main__":
    main()
