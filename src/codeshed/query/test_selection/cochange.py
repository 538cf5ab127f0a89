"""Co-change: how often test files changed together with the changed files.

Turns: commits, the latest first + changed files → CoChange: figures by test file. A commit counts less the more files it
changed, and a later one more than an earlier one.
"""

from collections.abc import Mapping, Sequence

import msgspec
import numpy as np
import numpy.typing as npt

Column = npt.NDArray[np.float64]

_MAX_FILES = 60
"""A commit that changes more files says nothing about any pair of them."""

_FADING = 0.93
"""The weight of a commit relative to the one after it, among those of a file."""

_PRIOR = 1.0


class PastCommit(msgspec.Struct, frozen=True, gc=False):
    """A commit by its files, under their present names."""

    paths: tuple[str, ...]
    message: str = ""


class CoChange(msgspec.Struct, frozen=True, kw_only=True):
    """Figures of co-change by test file, in the order of the test files, and counts for the reasons."""

    columns: dict[str, Column]
    n_together: npt.NDArray[np.int64]
    n_commits: int


def find_cochange(
    commits: Sequence[PastCommit],
    changed: Sequence[str],
    tests: Mapping[str, int],
    names: Mapping[str, float],
) -> CoChange:
    """Return the co-change of test files, by place, with the changed files; `names` are those of changed symbols."""
    n_tests = len(tests)
    wanted, test_paths = frozenset(changed), frozenset(tests)
    folders = frozenset(path.rpartition("/")[0] for path in changed)
    of_file: dict[str, list[tuple[float, list[int]]]] = {path: [] for path in changed}
    of_folder: list[tuple[float, list[int]]] = []
    of_message: list[tuple[float, list[int]]] = []
    n_changes = np.zeros(n_tests)
    latest = np.full(n_tests, np.inf)
    together = np.zeros(n_tests, dtype=np.int64)
    said = [name for name in names if len(name) > 4]  # noqa: PLR2004 - shorter names are words of any message
    n_seen = 0
    for age, commit in enumerate(commits):
        paths = commit.paths
        if not 0 < len(paths) <= _MAX_FILES:
            continue
        places = [] if test_paths.isdisjoint(paths) else [tests[path] for path in paths if path in tests]
        for place in places:
            n_changes[place] += 1
            latest[place] = min(latest[place], age)
        weight = 1.0 / np.log2(1 + len(paths))
        mine = wanted.intersection(paths)
        if mine:
            n_seen += 1
            for path in mine:
                of_file[path].append((weight, places))
            for place in places:
                together[place] += 1
        elif places and not folders.isdisjoint(path.rpartition("/")[0] for path in paths):
            of_folder.append((weight, places))
        if places and said and (mine or len(of_message) < 200):  # noqa: PLR2004 - enough to know
            n_named = sum(names[name] for name in said if name in commit.message)
            if n_named:
                of_message.append((weight * n_named, places))
    columns: dict[str, Column] = {}
    shares = [_share(each, n_tests, 1.0) for each in of_file.values() if each]
    recent = [_share(each, n_tests, _FADING) for each in of_file.values() if each]
    first = [_first_place(each, n_tests) for each in of_file.values() if each]
    pairs = [
        np.sqrt(np.maximum(_count(each, n_tests), 0) / (len(each) * np.maximum(n_changes, 1)))
        for each in of_file.values()
        if each
    ]
    columns["cochange"] = _mean(shares, n_tests)
    columns["cochange_best"] = _highest(shares, n_tests)
    columns["cochange_recent"] = _mean(recent, n_tests)
    columns["cochange_recent_best"] = _highest(recent, n_tests)
    columns["cochange_latest"] = _highest(first, n_tests)
    columns["cochange_pair"] = _highest(pairs, n_tests)
    columns["cochange_count"] = np.log1p(together)
    columns["cochange_folder"] = _share(of_folder, n_tests, 0.99)
    columns["cochange_message"] = _share(of_message, n_tests, 0.99)
    columns["changes"] = np.log1p(n_changes)
    columns["changed_lately"] = np.where(
        np.isinf(latest), 0.0, 1.0 / (1.0 + np.log1p(np.where(np.isinf(latest), 0, latest)))
    )
    return CoChange(columns=columns, n_together=together, n_commits=n_seen)


def _share(commits: Sequence[tuple[float, list[int]]], n_tests: int, fading: float) -> Column:
    """Return the weighted share of commits in which each test file changed too."""
    found = np.zeros(n_tests)
    total = 0.0
    strength = 1.0
    for weight, places in commits:
        total += weight * strength
        for place in places:
            found[place] += weight * strength
        strength *= fading
        if strength < 1e-6:  # noqa: PLR2004 - older commits do not count any more
            break
    return found / (total + _PRIOR)


def _count(commits: Sequence[tuple[float, list[int]]], n_tests: int) -> Column:
    found = np.zeros(n_tests)
    for _, places in commits:
        for place in places:
            found[place] += 1
    return found


def _first_place(commits: Sequence[tuple[float, list[int]]], n_tests: int) -> Column:
    """Return how soon each test file comes, going back through the commits of a file."""
    found = np.zeros(n_tests)
    for age, (_, places) in enumerate(commits):
        for place in places:
            found[place] = max(found[place], 1.0 / (1 + age))
    return found


def _mean(columns: Sequence[Column], n_tests: int) -> Column:
    return np.mean(columns, axis=0) if columns else np.zeros(n_tests)


def _highest(columns: Sequence[Column], n_tests: int) -> Column:
    return np.max(columns, axis=0) if columns else np.zeros(n_tests)
