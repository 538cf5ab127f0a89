"""What tests are selected from: the test files of a repository and its commits.

Turns: a root and its index → TestFiles by path and PastCommits.
"""

from collections.abc import Iterable, Mapping
from pathlib import Path

import msgspec

from codeshed.api.index_opening import settings_of
from codeshed.discover.file_reading import read_bytes
from codeshed.model.commit_history import iter_with_present_paths
from codeshed.model.languages.declared_tests import may_declare_tests
from codeshed.model.symbol_ids import content_hash
from codeshed.model.test_files import TestFile
from codeshed.project.commit_history import read_history
from codeshed.project.index.index_signature import extractor_signature
from codeshed.project.pytest_settings import read_test_names
from codeshed.project.test_files import read_test_files
from codeshed.query.test_selection.cochange import PastCommit
from codeshed.store.cache_folder import user_cache_folder
from codeshed.store.facts_cache import FactsCache


class SelectionInputs(msgspec.Struct, frozen=True, kw_only=True):
    """The test files by path, the commits, the latest first, and why there are no more commits."""

    tests: dict[str, TestFile]
    commits: tuple[PastCommit, ...]
    commit_times: tuple[int, ...] = ()
    commit_ids: tuple[str, ...] = ()
    head: str = ""
    history_problem: str = ""


def read_selection_inputs(root: Path, hash_by_path: Mapping[str, str]) -> SelectionInputs:
    """Read test files and commits, or take them from the user's cache."""
    folder = user_cache_folder()
    with FactsCache(folder, extractor_signature(), max_bytes=settings_of(root).max_cache_bytes) as cache:
        tests = read_test_files(root, hash_by_path, cache, read_test_names(root))
    history = read_history(root, folder)
    commits = tuple(
        PastCommit(paths, commit.message) for commit, paths in iter_with_present_paths(history.commits)
    )
    problem = history.reason or ("the clone is shallow" if history.is_shallow else "")
    return SelectionInputs(
        tests=tests,
        commits=commits,
        commit_times=tuple(each.time for each in history.commits),
        commit_ids=tuple(each.id for each in history.commits),
        head=history.head,
        history_problem=problem,
    )


def hash_files(root: Path, paths: Iterable[str]) -> dict[str, str]:
    """Return the content hashes of those files that may hold tests, if no index has them."""
    found = {}
    for path in paths:
        content = read_bytes(root, path) if may_declare_tests(path) else None
        if isinstance(content, bytes):
            found[path] = content_hash(content)
    return found
