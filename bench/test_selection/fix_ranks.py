"""Where the test files that a fix touched stand in the suggestion.

Turns: Samples + weights → FixRanks: the share of fixes with one of their test files among the first 1, 3, 5 and 10, and the share of
all their test files that is there; beside the same for some kinds of evidence alone.
"""

from collections.abc import Mapping, Sequence

import msgspec
import numpy as np
import numpy.typing as npt

from bench.test_selection.selection_samples import Sample
from codeshed.query.test_selection.file_ranking import SelectionWeights, score_values

PLACES = (1, 3, 5, 10)

ALONE: Mapping[str, tuple[str, ...]] = {
    "names and identifiers": (
        "name_words_relative",
        "same_stem",
        "named_words_relative",
        "symbol_in_tests_relative",
    ),
    "co-change": ("cochange_recent_relative",),
    "reach": ("arrived_relative",),
}
"""Kinds of evidence, by the columns that stand for them, added up."""


class FixRanks(msgspec.Struct, frozen=True, kw_only=True):
    """Percentages for 1, 3, 5 and 10 files: fixes with a hit, and test files found."""

    n_fixes: int
    hits: tuple[float, ...]
    found: tuple[float, ...]
    n_test_files: float


def ranks_of(samples: Sequence[Sample], weights: SelectionWeights | None = None) -> FixRanks:
    """Return the ranks with some weights, by default those of the package."""
    return _ranks(
        samples, [score_values(each.names, each.values.astype(np.float64), weights) for each in samples]
    )


def ranks_alone(samples: Sequence[Sample], kind: str) -> FixRanks:
    """Return the ranks by one kind of evidence."""
    columns = [[each.names.index(name) for name in ALONE[kind]] for each in samples]
    return _ranks(
        samples, [each.values[:, chosen].sum(1) for each, chosen in zip(samples, columns, strict=True)]
    )


def _ranks(samples: Sequence[Sample], scores: Sequence[npt.NDArray[np.floating]]) -> FixRanks:
    hits, found = np.zeros(len(PLACES)), np.zeros(len(PLACES))
    for sample, score in zip(samples, scores, strict=True):
        # The answer orders by score, then by path, in which order the files are.
        order = np.argsort(-score, kind="stable")
        rank = np.empty(len(order), dtype=np.int64)
        rank[order] = np.arange(len(order))
        own = rank[list(sample.changed)]
        for place, limit in enumerate(PLACES):
            hits[place] += bool((own < limit).any())
            found[place] += float((own < limit).mean())
    n = max(len(samples), 1)
    return FixRanks(
        n_fixes=len(samples),
        hits=tuple(np.round(100 * hits / n, 1).tolist()),
        found=tuple(np.round(100 * found / n, 1).tolist()),
        n_test_files=float(np.mean([len(each.paths) for each in samples])) if samples else 0.0,
    )
