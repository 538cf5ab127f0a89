"""All segments together: units, files, and the postings of the terms of a query.

Turns: Segments + terms → Postings. The number of a unit or file counts through all segments.
"""

from collections.abc import Sequence

import msgspec
import numpy as np
import numpy.typing as npt

from codeshed.search.file_words import (
    CODE_BITS,
    CODE_SHIFT,
    DOC_BITS,
    DOC_SHIFT,
    NAME_BITS,
    PATH_SHIFT,
    STRING_BITS,
    STRING_SHIFT,
)
from codeshed.search.segment import Segment, hash_of_term

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]


class Postings(msgspec.Struct, frozen=True, kw_only=True):
    """Occurrences of terms in units: which term of the query, which unit, and how often in each field."""

    terms: Ints
    units: Ints
    counts: Ints

    @property
    def names(self) -> Ints:
        """How often each stands in the name of the unit."""
        return self.counts & ((1 << NAME_BITS) - 1)

    @property
    def documentation(self) -> Ints:
        """How often each stands in documentation and comments."""
        return (self.counts >> DOC_SHIFT) & ((1 << DOC_BITS) - 1)

    @property
    def strings(self) -> Ints:
        """How often each stands in strings."""
        return (self.counts >> STRING_SHIFT) & ((1 << STRING_BITS) - 1)

    @property
    def code(self) -> Ints:
        """How often each stands in code."""
        return (self.counts >> CODE_SHIFT) & ((1 << CODE_BITS) - 1)

    @property
    def paths(self) -> Ints:
        """Whether each stands in the path of the file; only the first unit of a file says it."""
        return (self.counts >> PATH_SHIFT) & 1


class TextIndex(msgspec.Struct, frozen=True, kw_only=True):
    """The units of all segments: of each its file, lines, number of words, and whether it is a function."""

    segments: tuple[Segment, ...]
    first_units: tuple[int, ...]
    first_files: tuple[int, ...]
    paths: tuple[str, ...]
    files: Ints
    n_words: Floats
    is_function: Flags

    @property
    def n_units(self) -> int:
        """The number of units."""
        return len(self.files)

    @property
    def n_files(self) -> int:
        """The number of files."""
        return len(self.paths)

    def name(self, unit: int) -> str:
        """Return the name of a unit within its file; that of the rest of a file is empty."""
        segment, own = self._locate(unit)
        return segment.names[own]

    def lines(self, unit: int) -> tuple[int, int]:
        """Return the first and the last line of a unit."""
        segment, own = self._locate(unit)
        return int(segment.first_lines[own]), int(segment.last_lines[own])

    def path(self, unit: int) -> str:
        """Return the path of the file of a unit."""
        return self.paths[int(self.files[unit])]

    def units_of_file(self, file: int) -> range:
        """Return the units of a file, in the order of their lines; the rest of the file is the first."""
        return range(
            int(np.searchsorted(self.files, file)), int(np.searchsorted(self.files, file, side="right"))
        )

    def find(self, terms: Sequence[str]) -> Postings:
        """Return the postings of terms; they are numbered in the given order."""
        wanted = np.array([hash_of_term(term) for term in terms], dtype=np.uint64)
        found_terms, found_units, found_counts = [], [], []
        for segment, first_unit in zip(self.segments, self.first_units, strict=True):
            if not len(segment.hashes):
                continue
            places = np.minimum(np.searchsorted(segment.hashes, wanted), len(segment.hashes) - 1)
            (known,) = np.nonzero(segment.hashes[places] == wanted)
            if not len(known):
                continue
            begins = segment.starts[places[known]].astype(np.int64)
            lengths = segment.starts[places[known] + 1].astype(np.int64) - begins
            ends = np.cumsum(lengths)
            rows = np.repeat(begins - (ends - lengths), lengths) + np.arange(ends[-1])
            found_terms.append(np.repeat(known, lengths))
            found_units.append(segment.units[rows].astype(np.int64) + first_unit)
            found_counts.append(segment.counts[rows].astype(np.int64))
        none = [np.zeros(0, dtype=np.int64)]
        return Postings(
            terms=np.concatenate(found_terms or none),
            units=np.concatenate(found_units or none),
            counts=np.concatenate(found_counts or none),
        )

    def _locate(self, unit: int) -> tuple[Segment, int]:
        number = int(np.searchsorted(np.asarray(self.first_units), unit, side="right")) - 1
        return self.segments[number], unit - self.first_units[number]


def add_up(rows: Ints, values: npt.NDArray[np.generic], n_rows: int) -> Floats:
    """Return for each of `n_rows` the sum of the values that have its number."""
    return np.bincount(rows, values.astype(np.float64), minlength=n_rows).astype(np.float64)


def index_segments(segments: Sequence[Segment]) -> TextIndex:
    """Put segments together, in the order of their first paths."""
    n_units = [len(each.files) for each in segments]
    n_files = [len(each.paths) for each in segments]
    first_units = tuple(np.cumsum([0, *n_units])[:-1].tolist())
    first_files = tuple(np.cumsum([0, *n_files])[:-1].tolist())
    none = [np.zeros(0, dtype=np.int64)]
    return TextIndex(
        segments=tuple(segments),
        first_units=first_units,
        first_files=first_files,
        paths=tuple(path for each in segments for path in each.paths),
        files=np.concatenate(
            [each.files.astype(np.int64) + first for each, first in zip(segments, first_files, strict=True)]
            or none
        ),
        n_words=np.concatenate([each.n_words.astype(np.float64) for each in segments] or none).astype(
            np.float64
        ),
        is_function=np.concatenate([each.is_function for each in segments] or none).astype(np.bool_),
    )
