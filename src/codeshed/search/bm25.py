"""BM25: how well units, files or commits match the terms of a query.

Turns: Postings and the weights of terms → a score for each unit, and for each file.
"""

import numpy as np

from codeshed.search.text_index import Floats, Ints, Postings, TextIndex, add_up

K1 = 1.2
B = 0.5
NAME_WEIGHT = 3.0
"""A word in the name of a unit counts as often as this in its code."""

_LEAST_LENGTH = 10.0


def inverse_frequencies(postings: Postings, n_terms: int, n_documents: int) -> Floats:
    """Return for each term how rare it is among units."""
    frequencies = np.bincount(postings.terms, minlength=n_terms)
    return np.asarray(np.log1p((n_documents - frequencies + 0.5) / (frequencies + 0.5)), dtype=np.float64)


def frequencies_in_units(postings: Postings) -> Floats:
    """Return how often each posting's term occurs, over all fields; names count more."""
    counts = NAME_WEIGHT * postings.names + postings.documentation + postings.strings + postings.code
    return np.asarray(counts, dtype=np.float64)


def score_units(index: TextIndex, postings: Postings, frequencies: Floats, weights: Floats) -> Floats:
    """Return the score of each unit; `weights` are those of terms, times how rare they are."""
    saturated = _saturate(frequencies, index.n_words, postings.units)
    return add_up(postings.units, saturated * weights[postings.terms], index.n_units)


def score_files(index: TextIndex, in_files: "FileFrequencies", weights: Floats) -> Floats:
    """Return the score of each file."""
    n_words = add_up(index.files, index.n_words, index.n_files)
    saturated = _saturate(in_files.frequencies, n_words, in_files.files)
    return add_up(in_files.files, saturated * weights[in_files.terms], index.n_files)


class FileFrequencies:
    """How often terms occur in files: the sums over their units."""

    def __init__(self, index: TextIndex, postings: Postings, frequencies: Floats) -> None:
        keys = postings.terms * max(index.n_files, 1) + index.files[postings.units]
        order = np.argsort(keys, kind="stable")
        in_order = keys[order]
        firsts = np.flatnonzero(np.diff(in_order, prepend=-1))
        self.frequencies: Floats = np.add.reduceat(frequencies[order], firsts) if len(firsts) else np.zeros(0)
        self.terms: Ints = in_order[firsts] // max(index.n_files, 1)
        self.files: Ints = in_order[firsts] % max(index.n_files, 1)


def inverse_file_frequencies(in_files: FileFrequencies, n_terms: int, n_files: int) -> Floats:
    """Return for each term how rare it is among files."""
    frequencies = np.bincount(in_files.terms, minlength=n_terms)
    return np.asarray(np.log1p((n_files - frequencies + 0.5) / (frequencies + 0.5)), dtype=np.float64)


def _saturate(frequencies: Floats, n_words: Floats, rows: Ints) -> Floats:
    """Let a word that occurs often count less than proportionally, and less in long texts."""
    lengths = np.maximum(n_words, _LEAST_LENGTH)
    mean = float(lengths.mean()) if len(lengths) else 1.0
    return frequencies * (K1 + 1.0) / (frequencies + K1 * (1.0 - B + B * lengths[rows] / mean))
