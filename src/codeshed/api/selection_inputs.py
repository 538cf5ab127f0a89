"""What tests are selected from: the test files of a repository and its commits.

Turns: a root, its index and its graph → TestFiles by path and PastCommits.
"""

from collections.abc import Iterable, Mapping
from pathlib import Path

import msgspec

from codeshed.api.index_opening import settings_of
from codeshed.discover.file_reading import read_bytes
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.model.commit_history import iter_with_present_paths
from codeshed.model.symbol_ids import content_hash
from codeshed.model.test_files import TestFile
from codeshed.project.commit_history import read_history
from codeshed.project.index.index_signature import extractor_signature
from codeshed.project.pytest_settings import read_pytest_collection
from codeshed.project.script_test_settings import read_script_tests
from codeshed.project.suite_settings import read_suites
from codeshed.project.test_files import find_test_paths, find_unread_test_paths, read_test_files
from codeshed.query.test_selection.cochange import PastCommit
from codeshed.query.test_selection.collected_tests import collect_tests
from codeshed.store.cache_folder import user_cache_folder
from codeshed.store.facts_cache import FactsCache


class SelectionInputs(msgspec.Struct, frozen=True, kw_only=True):
    """The test files by path, the commits, the latest first, and why there are no more commits.

    `n_deselected` is how many tests are left out since the settings deselect them.
    """

    tests: dict[str, TestFile]
    n_deselected: int = 0
    commits: tuple[PastCommit, ...]
    commit_times: tuple[int, ...] = ()
    commit_ids: tuple[str, ...] = ()
    head: str = ""
    history_problem: str = ""


def read_selection_inputs(
    root: Path,
    graph: CodeGraph,
    hash_by_path: Mapping[str, str] | None,
    *,
    has_deselected: bool = False,
) -> SelectionInputs:
    """Read test files and commits, or take them from the user's cache.

    With `has_deselected`, tests count that the project's settings deselect.
    `hash_by_path` are the content hashes of the indexed files; without an index, the files of the graph are read.
    """
    folder = user_cache_folder()
    known = tuple(graph.files) if hash_by_path is None else tuple(hash_by_path)
    collection = read_pytest_collection(root, known)
    runners = (*read_script_tests(root, known), *read_suites(root))
    paths = find_test_paths(known, collection, runners)
    hashes = _hash_files(root, paths) if hash_by_path is None else dict(hash_by_path)
    settings = settings_of(root)
    unread = find_unread_test_paths(root, settings, known, runners)
    hashes |= _hash_files(root, unread)
    with FactsCache(folder, extractor_signature(), max_bytes=settings.max_cache_bytes) as cache:
        wanted = [path for path in (*paths, *unread) if path in hashes]
        files = read_test_files(root, hashes, cache, wanted)
    if has_deselected:
        collection = msgspec.structs.replace(collection, wanted_marks="", wanted_names="")
    collected = collect_tests(graph, files, collection)
    history = read_history(root, folder)
    commits = tuple(
        PastCommit(paths, commit.message) for commit, paths in iter_with_present_paths(history.commits)
    )
    problem = history.reason or ("the clone is shallow" if history.is_shallow else "")
    return SelectionInputs(
        tests=collected.tests,
        n_deselected=collected.n_deselected,
        commits=commits,
        commit_times=tuple(each.time for each in history.commits),
        commit_ids=tuple(each.id for each in history.commits),
        head=history.head,
        history_problem=problem,
    )


def _hash_files(root: Path, paths: Iterable[str]) -> dict[str, str]:
    found = {}
    for path in paths:
        content = read_bytes(root, path)
        if isinstance(content, bytes):
            found[path] = content_hash(content)
    return found
