"""History as evidence: commits whose messages match a query point to the files that they changed.

Turns: CommitHistory → segments of messages; their index and terms → the commits that match best, and a score for each file.
"""

import math
from collections.abc import Iterator, Mapping, Sequence

import msgspec
import numpy as np

from codeshed.model.commit_history import Commit, iter_with_present_paths
from codeshed.search.bm25 import frequencies_in_units, inverse_frequencies, score_units
from codeshed.search.file_words import words_of_text
from codeshed.search.segment import Segment, make_segment
from codeshed.search.text_index import Floats, TextIndex

N_COMMITS = 50
"""How many of the best commits count."""

MAX_FILES_PER_COMMIT = 30
"""A commit that changes more says little about any of them."""

_HALF_LIFE = 500
"""A change that lies so many commits back counts half as much as the last one."""

_N_TOGETHER = 2048
"""The average number of commits in a segment: few segments make searches fast, small ones make new commits cheap."""


class FoundCommit(msgspec.Struct, frozen=True):
    """A commit that matches: its place in the history, its score, and the numbers of the files that it changed."""

    place: int
    score: float
    files: tuple[int, ...]


def iter_groups(commits: Sequence[Commit]) -> Iterator[tuple[Commit, ...]]:
    """Yield commits in groups whose borders depend on their ids alone, so that new commits change one group."""
    together: list[Commit] = []
    for commit in reversed(commits):
        if together and int(commit.id[:8], 16) % _N_TOGETHER == 0:
            yield tuple(together)
            together = []
        together.append(commit)
    if together:
        yield tuple(together)


def segment_of_commits(commits: Sequence[Commit]) -> Segment:
    """Put the messages of commits into a segment; the ids are the paths."""
    return make_segment([words_of_text(commit.id, commit.message) for commit in commits])


def files_of_commits(
    commits: Sequence[Commit], number_by_path: Mapping[str, int]
) -> dict[str, tuple[int, ...]]:
    """Return the files of today that each commit changed, by its id; large commits have none."""
    found = {}
    for commit, paths in iter_with_present_paths(commits):
        if commit.n_paths <= MAX_FILES_PER_COMMIT:
            files = tuple(number_by_path[path] for path in paths if path in number_by_path)
            if files:
                found[commit.id] = files
    return found


def find_commits(
    index: TextIndex,
    files_by_commit: Mapping[str, tuple[int, ...]],
    terms: Mapping[str, float],
    title_terms: Mapping[str, float],
) -> tuple[tuple[FoundCommit, ...], tuple[FoundCommit, ...]]:
    """Return the commits whose messages match best and that changed files which are still there: by all terms, by the title's.

    The terms of the title are among all terms.
    """
    if not index.n_units or not terms:
        return (), ()
    postings = index.find(tuple(terms))
    rarity = inverse_frequencies(postings, len(terms), index.n_units)
    frequencies = frequencies_in_units(postings)

    def find(weights: Mapping[str, float]) -> tuple[FoundCommit, ...]:
        column = np.array([weights.get(term, 0.0) for term in terms])
        scores = score_units(index, postings, frequencies, column * rarity)
        return _best_commits(index, files_by_commit, scores)

    return find(terms), find(title_terms)


def _best_commits(
    index: TextIndex, files_by_commit: Mapping[str, tuple[int, ...]], scores: Floats
) -> tuple[FoundCommit, ...]:
    n_wanted = min(4 * N_COMMITS, len(scores))
    best = np.argpartition(-scores, n_wanted - 1)[:n_wanted]
    in_order = sorted(best.tolist(), key=lambda unit: (-scores[unit], index.paths[unit]))
    found = (
        FoundCommit(unit, float(scores[unit]), files_by_commit[index.paths[unit]])
        for unit in in_order
        if scores[unit] > 0 and index.paths[unit] in files_by_commit
    )
    return tuple(commit for commit, _ in zip(found, range(N_COMMITS), strict=False))


def find_churn(
    commits: Sequence[Commit], files_by_commit: Mapping[str, tuple[int, ...]], n_files: int
) -> Floats:
    """Return for each file how often it changed, recent commits counting more, on a logarithmic scale."""
    churn = np.zeros(n_files)
    for place, commit in enumerate(commits):
        for file in files_by_commit.get(commit.id, ()):
            churn[file] += _HALF_LIFE / (_HALF_LIFE + place)
    return np.log1p(churn)


def score_changed_files(commits: Sequence[FoundCommit], n_files: int) -> Floats:
    """Return a score for each file: the sum over its commits, each divided by the root of the number of its files."""
    scores = np.zeros(n_files)
    for commit in commits:
        scores[list(commit.files)] += commit.score / math.sqrt(len(commit.files))
    return scores
