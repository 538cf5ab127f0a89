"""Samples to learn and judge the selection of tests by: the features of all test files for fix commits.

Turns: a clone + FixCommits → Samples, each with the places of the test files that the fix changed.
"""

from collections.abc import Iterator
from pathlib import Path

import msgspec
import numpy as np
import numpy.typing as npt

from bench.test_selection.fix_commits import FixCommit, check_out_fix, tests_that_count
from codeshed import open_project
from codeshed.api.changed_code import code_of_difference
from codeshed.api.project import Project
from codeshed.api.requested_changes import find_requested_changes, find_requested_difference
from codeshed.api.selection_inputs import read_selection_inputs
from codeshed.graph.walk.work_budget import WorkCounter
from codeshed.model.answers.caps import caps_of
from codeshed.query.test_selection.selection_features import selection_features


class _StoredSample(msgspec.Struct, frozen=True, array_like=True):
    """A sample as it is kept in a file."""

    project: str
    commit: str
    names: tuple[str, ...]
    paths: tuple[str, ...]
    values: bytes
    changed: tuple[int, ...]


def write_samples(file: Path, samples: "list[Sample]") -> None:
    """Keep samples in a file."""
    stored = [
        _StoredSample(each.project, each.commit, each.names, each.paths, each.values.tobytes(), each.changed)
        for each in samples
    ]
    file.write_bytes(msgspec.msgpack.encode(stored))


def read_samples(file: Path) -> "list[Sample]":
    """Return the samples in a file."""
    return [
        Sample(
            project=each.project,
            commit=each.commit,
            names=each.names,
            paths=each.paths,
            values=np.frombuffer(each.values, dtype=np.float32).reshape(len(each.paths), len(each.names)),
            changed=each.changed,
        )
        for each in msgspec.msgpack.decode(file.read_bytes(), type=list[_StoredSample])
    ]


class Sample(msgspec.Struct, frozen=True, kw_only=True):
    """One fix: test files, their features, and the indexes of those that it changed."""

    project: str
    commit: str
    names: tuple[str, ...]
    paths: tuple[str, ...]
    values: npt.NDArray[np.float32]
    changed: tuple[int, ...]


def iter_samples(root: Path, fixes: list[FixCommit]) -> Iterator[Sample]:
    """Yield the sample of each fix; one without a test that exists before it has none."""
    with open_project(root) as project:
        for fix in fixes:
            check_out_fix(root, fix)
            wanted = tests_that_count(root, fix)
            if wanted:
                found = _sample(project, root, fix, wanted)
                if found is not None:
                    yield found


def _sample(project: Project, root: Path, fix: FixCommit, wanted: tuple[str, ...]) -> Sample | None:
    opened = project.refresh()._open_index(is_for_few=False)  # noqa: SLF001 - features are no answer
    graph = opened.graph
    difference = find_requested_difference(root, "HEAD", is_staged=False)
    if difference is None:
        return None
    changes = find_requested_changes(root, graph, difference)
    changed = code_of_difference(graph, difference, changes)
    inputs = read_selection_inputs(
        root, graph, {each.path: each.content_hash for each in opened.reader.files}
    )
    caps = caps_of("wide")
    features = selection_features(graph, changed, inputs.tests, inputs.commits, caps, WorkCounter(caps.work))
    places = tuple(features.paths.index(path) for path in wanted if path in features.paths)
    if not places:
        return None
    return Sample(
        project=root.name,
        commit=fix.commit,
        names=features.names,
        paths=features.paths,
        values=features.values.astype(np.float32),
        changed=places,
    )
