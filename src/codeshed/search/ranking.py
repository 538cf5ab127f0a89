"""Ranks files and units for a query by weighted sums of features.

Turns: SearchCorpus + QueryText → Ranking. `weights.json` has the weights, and what they were learned on by
`python -m bench.search.weights`.
"""

from collections.abc import Mapping, Sequence
from functools import cache

import msgspec
import numpy as np

from codeshed.model.commit_history import Commit
from codeshed.model.package_data import read_package_file
from codeshed.search.commit_evidence import FoundCommit, find_commits
from codeshed.search.features import Features, FileTraits, combine, find_features
from codeshed.search.query_text import QueryText
from codeshed.search.text_index import Flags, Floats, TextIndex

DECIMALS = 4
"""Scores are compared rounded, so that the last bits of a machine's arithmetic decide nothing."""


class SearchWeights(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """What each feature counts for, by name, and on how many tasks of which repositories that was learned."""

    learned_on: dict[str, int]
    files: dict[str, float]
    files_without_history: dict[str, float]
    units: dict[str, float]


class SearchCorpus(msgspec.Struct, frozen=True, kw_only=True):
    """What is searched: the text index, and the messages of commits with the files of today that each changed."""

    index: TextIndex
    traits: FileTraits
    commit_index: TextIndex | None = None
    commits: Mapping[str, Commit] = {}
    files_by_commit: Mapping[str, tuple[int, ...]] = {}
    churn: Floats | None = None
    """How often each file changed, recent changes counting more."""
    history_reason: str = ""
    """Why there is no history, or only a part of it; empty if all of it is there."""

    @property
    def has_history(self) -> bool:
        """Whether commits count."""
        return self.commit_index is not None and bool(self.files_by_commit)


class Ranking(msgspec.Struct, frozen=True, kw_only=True):
    """The scores of all files and units, which of them match at all, and the evidence."""

    file_scores: Floats
    unit_scores: Floats
    is_file_found: Flags
    is_unit_found: Flags
    features: Features
    weights: SearchWeights
    file_weights: Mapping[str, float]
    commits: tuple[FoundCommit, ...]
    title_commits: tuple[FoundCommit, ...]

    def best_files(self, allowed: Flags, limit: int) -> list[int]:
        """Return the best of the allowed files; among equal ones the first by path."""
        return _best(self.file_scores, self.is_file_found & allowed, limit)

    def best_units(self, allowed: Flags, limit: int) -> list[int]:
        """Return the best of the allowed units; among equal ones the first by path and line."""
        return _best(self.unit_scores, self.is_unit_found & allowed, limit)


_OF_FILES = ("function", "commits", "titleInCommits", "namedPath", "pathWords", "frames", "names", "messages")
_OF_UNITS = ("function", "frames", "names", "messages")
"""Features without any of which nothing is found."""


@cache
def read_weights() -> SearchWeights:
    """Return the weights that were learned."""
    return msgspec.json.decode(read_package_file("codeshed.search", "weights.json"), type=SearchWeights)


def rank(corpus: SearchCorpus, query: QueryText, resolved: Sequence[tuple[str, str]] = ()) -> Ranking:
    """Score all files and units; `resolved` are the paths and names of definitions that names of the query mean."""
    commits: tuple[FoundCommit, ...] = ()
    title_commits: tuple[FoundCommit, ...] = ()
    if corpus.commit_index is not None and corpus.has_history:
        commits, title_commits = find_commits(
            corpus.commit_index, corpus.files_by_commit, query.terms, query.title_terms
        )
    features = find_features(
        corpus.index,
        corpus.traits,
        query,
        commits=commits,
        title_commits=title_commits,
        resolved=resolved,
        churn=corpus.churn,
    )
    weights = read_weights()
    file_weights = weights.files if corpus.has_history else weights.files_without_history
    file_scores = combine(features.files, file_weights)
    positive = np.maximum(file_scores, 0.0)
    best = float(positive.max(initial=0.0)) or 1.0
    features.units["file"] = (positive / best)[corpus.index.files]
    return Ranking(
        file_scores=np.round(file_scores, DECIMALS),
        unit_scores=np.round(combine(features.units, weights.units), DECIMALS),
        is_file_found=_has_any(features.files, _OF_FILES),
        is_unit_found=_has_any(features.units, _OF_UNITS),
        features=features,
        weights=weights,
        file_weights=file_weights,
        commits=commits,
        title_commits=title_commits,
    )


def _has_any(columns: Mapping[str, Floats], names: Sequence[str]) -> Flags:
    return np.asarray(np.any([columns[name] > 0.0 for name in names], axis=0), dtype=np.bool_)


def _best(scores: Floats, allowed: Flags, limit: int) -> list[int]:
    rows = np.flatnonzero(allowed)
    if len(rows) > limit:
        # All that may be among the best, ties included: the cut is made in the order below.
        border = np.partition(scores[rows], len(rows) - limit)[len(rows) - limit]
        rows = rows[scores[rows] >= border]
    order = np.lexsort((rows, -scores[rows]))[:limit]
    return [int(row) for row in rows[order]]
