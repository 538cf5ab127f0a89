"""Features of test files: all that is known of how each relates to a change.

Turns: the graph, the change, the test files and the commits → TestFeatures: one row for each test file, one column for each
feature. What only says something beside the other test files is there a second time, relative to the highest and by rank.
"""

from collections.abc import Mapping, Sequence

import msgspec
import numpy as np
import numpy.typing as npt

from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.walk.work_budget import WorkCounter
from codeshed.model.answers.caps import Caps
from codeshed.model.test_files import TestFile
from codeshed.query.test_selection.changed_code import ChangedCode, changed_names
from codeshed.query.test_selection.cochange import CoChange, PastCommit, find_cochange
from codeshed.query.test_selection.name_evidence import name_columns, word_columns
from codeshed.query.test_selection.reach_evidence import TestReach, find_reach

Column = npt.NDArray[np.float64]

RELATIVE = (
    "cochange", "cochange_best", "cochange_recent", "cochange_recent_best", "cochange_latest", "cochange_pair", "cochange_count",
    "cochange_folder", "cochange_message", "changes",
    "name_words", "name_words_back", "same_folder", "symbol_in_path", "symbol_in_tests",
    "named_words", "named_rarest", "line_words", "line_rarest", "body_words",
    "surest", "arrived", "arrived_most", "uses_changed", "uses_share", "uses_same", "uses_same_lines",
)  # fmt: skip
"""Columns that are also given relative to the highest of all test files."""

RANKED = (
    "cochange",
    "cochange_recent",
    "cochange_pair",
    "name_words",
    "named_words",
    "line_words",
    "arrived",
    "uses_same",
)
"""Columns that are also given by rank."""


class TestFeatures(msgspec.Struct, frozen=True, kw_only=True):
    """Test files in order, a column of values for each name, and what reasons and paths are told from."""

    __test__ = False

    paths: tuple[str, ...]
    names: tuple[str, ...]
    values: Column
    reach: TestReach
    cochange: CoChange


def selection_features(  # noqa: PLR0917 - all that is known of tests
    graph: CodeGraph,
    changed: ChangedCode,
    tests: Mapping[str, TestFile],
    commits: Sequence[PastCommit],
    caps: Caps,
    work: WorkCounter,
) -> TestFeatures:
    """Return what is known of each test file."""
    paths = tuple(tests)
    place_by_path = {path: place for place, path in enumerate(paths)}
    place_by_file = np.full(max(len(graph.files), 1), -1, dtype=np.int64)
    for row, found in enumerate(graph.files.find_each(paths)):
        if found is not None:
            place_by_file[found] = row
    names = changed_names(graph, changed)
    reach = find_reach(graph, changed, place_by_file, len(paths), caps, work)
    cochange = find_cochange(commits, changed.paths, place_by_path, names)
    line_words = changed.line_words or (frozenset() if changed.is_whole_files else changed.body_words)
    groups = {
        "named": names,
        "line": dict.fromkeys(sorted(line_words), 1.0),
        "body": dict.fromkeys(sorted(changed.body_words), 1.0),
    }
    columns = {
        **cochange.columns,
        **name_columns(changed.paths, names, tests),
        **word_columns(groups, tests),
        **reach.columns,
        "size": np.array([np.log1p(len(each.words)) for each in tests.values()]),
        "n_tests": np.array([np.log1p(len(each.tests)) for each in tests.values()]),
    }
    for name in RELATIVE:
        highest = float(columns[name].max(initial=0.0))
        columns[f"{name}_relative"] = columns[name] / highest if highest > 0 else columns[name]
    for name in RANKED:
        columns[f"{name}_rank"] = _by_rank(columns[name])
    for name, value in (
        ("seed_history", np.log1p(cochange.n_commits)),
        ("seed_files", np.log1p(len(changed.paths))),
        ("seed_rows", np.log1p(len(changed.rows))),
        ("seed_suite", np.log1p(len(paths))),
    ):
        columns[name] = np.full(len(paths), float(value))
    return TestFeatures(
        paths=paths,
        names=tuple(columns),
        values=np.array(list(columns.values())).T.reshape(len(paths), len(columns)),
        reach=reach,
        cochange=cochange,
    )


def _by_rank(column: Column) -> Column:
    """Return 1 for the highest, 1/2 for the second, and so on; what is equal has the same rank, and 0 stays 0."""
    values, places = np.unique(-column, return_inverse=True)
    n_before = np.concatenate([[0], np.cumsum(np.bincount(places, minlength=len(values)))[:-1]])
    return np.where(column > 0, 1.0 / (1.0 + n_before[places]), 0.0)
