"""The features of each task, computed once.

Turns: a repository → its tasks with the feature columns of all files and of units, kept in a folder.
"""

import argparse
import pickle
import time
from pathlib import Path

import numpy as np

from bench.search.fixes import FixTask, blobs_of, find_fixes, git
from bench.search.task_features import TaskFeatures
from bench.search.trees import BlobReader
from codeshed.model.commit_history import Commit, CommitHistory
from codeshed.project.commit_history import read_history
from codeshed.search.commit_evidence import files_of_commits, find_churn, find_commits, segment_of_commits
from codeshed.search.features import FILE_FEATURES, UNIT_FEATURES, find_features, traits_of_files
from codeshed.search.query_text import read_query
from codeshed.search.segment import Segment, join_segments
from codeshed.search.text_index import TextIndex, index_segments

_N_UNITS = 400
_OF_FILES = frozenset({"file", "isTest"})
"""Features of units that follow from those of their files."""


def find_task_features(
    index: TextIndex, task: FixTask, history: tuple[Commit, ...], messages: Segment
) -> TaskFeatures | None:
    """Compute the features of a task; None if the fix changes no function that was there."""
    number_by_path = {path: number for number, path in enumerate(index.paths)}
    right_files = tuple(
        sorted(number_by_path[each.path] for each in task.changes if each.path in number_by_path)
    )
    right_units = changed_units(index, task, number_by_path)
    if not right_files or not right_units:
        return None
    ids = {commit.id for commit in history}
    commit_index = index_segments([join_segments([(messages, ids)])])
    files_by_commit = files_of_commits(history, number_by_path)
    traits = traits_of_files(index)
    begin = time.process_time()
    query = read_query(task.query)
    commits, title_commits = find_commits(commit_index, files_by_commit, query.terms, query.title_terms)
    features = find_features(
        index,
        traits,
        query,
        commits=commits,
        title_commits=title_commits,
        churn=find_churn(history, files_by_commit, index.n_files),
    )
    seconds = time.process_time() - begin
    files = np.stack([features.files[name] for name in FILE_FEATURES], axis=1).astype(np.float32)
    columns = {name: features.units[name] for name in UNIT_FEATURES if name not in _OF_FILES}
    rough = np.sum(
        [
            columns[name]
            for name in ("function", "title", "name", "documentation", "frames", "names", "messages")
        ],
        axis=0,
    )
    chosen = set(np.argsort(-rough, kind="stable")[:_N_UNITS].tolist()) | set(right_units)
    evidence = ("function", "functions", "titleInFunction", "commits", "titleInCommits", "stem")
    best_files = np.argsort(
        -files[:, [FILE_FEATURES.index(name) for name in evidence]].sum(axis=1), kind="stable"
    )[:20]
    for file in best_files.tolist():
        of_file = index.units_of_file(file)
        chosen |= set(sorted(of_file, key=lambda unit: -rough[unit])[:8])
    units = np.array(sorted(chosen))
    is_function = index.is_function[units]
    units = units[is_function]
    matrix = np.stack([columns[name][units] for name in columns], axis=1)
    place = {unit: n for n, unit in enumerate(units.tolist())}
    return TaskFeatures(
        task,
        files,
        right_files,
        matrix.astype(np.float32),
        index.files[units].astype(np.int32),
        tuple(place[unit] for unit in right_units),
        len(right_units),
        seconds,
    )


def changed_units(index: TextIndex, task: FixTask, number_by_path: dict[str, int]) -> list[int]:
    """Return the innermost functions around the changed lines."""
    found = set()
    for change in task.changes:
        if change.path not in number_by_path:
            continue
        units = index.units_of_file(number_by_path[change.path])[1:]
        spans = [(index.lines(unit), unit) for unit in units if index.is_function[unit]]
        for line in change.lines:
            around = [unit for (first, last), unit in spans if first <= line <= last]
            if around:
                found.add(around[-1])
    return sorted(found)


def main() -> None:
    """Compute and keep the features of repositories."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("repositories", nargs="+", type=Path)
    parser.add_argument("--folder", type=Path, required=True, help="where features and words are kept")
    parser.add_argument("--tasks", type=int, default=40)
    arguments = parser.parse_args()
    arguments.folder.mkdir(exist_ok=True)
    for root in arguments.repositories:
        _run(root, arguments.folder, arguments.tasks)


def _run(root: Path, folder: Path, n_tasks: int) -> None:
    begin = time.perf_counter()
    history: CommitHistory = read_history(root, folder)
    tasks = find_fixes(root, root.name, history.commits, n_tasks)
    place = {commit.id: n for n, commit in enumerate(history.commits)}
    reader = BlobReader(root, folder / f"{root.name}.words")
    messages = segment_of_commits(sorted(history.commits, key=lambda commit: commit.id))
    found = []
    for task in sorted(tasks, key=lambda each: place[each.commit]):
        before = known_before(root, task, history)
        index = reader.index(blobs_of(root, task.parent))
        features = find_task_features(index, task, before, messages)
        if features is not None:
            found.append(features)
    reader.keep()
    (folder / f"{root.name}.features").write_bytes(pickle.dumps(found))
    files = [len(each.files) for each in found]
    print(
        f"{root.name}: {len(found)} of {len(tasks)} tasks, {int(np.median(files))} files, "
        f"query {1000 * np.median([each.seconds for each in found]):.1f} ms, {time.perf_counter() - begin:.0f} s"
    )


def known_before(root: Path, task: FixTask, history: CommitHistory) -> tuple[Commit, ...]:
    """Return what the author of a fix could know: the ancestors, without the same fix on another branch."""
    ancestors = set(git(root, "rev-list", "--no-merges", task.parent).split())
    title = task.query.partition("\n")[0].strip()
    return tuple(
        each for each in history.commits if each.id in ancestors and not each.message.startswith(title)
    )


if __name__ == "__main__":
    main()
