"""A segment of the text index: the postings of some files in arrays.

Turns: FileWords ↔ Segment ↔ bytes; old segments and changed files → new ones. Segments have the same borders as packs of
parts, which depend on paths alone, so that an edit changes one segment, and the same files give the same bytes.
"""

import hashlib
from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache

import msgspec
import numpy as np
import numpy.typing as npt

from codeshed.errors import UnreadablePartError
from codeshed.search.file_words import FileWords

SEGMENT_FORMAT = 1

Counts = npt.NDArray[np.uint16]
Numbers = npt.NDArray[np.uint32]
Hashes = npt.NDArray[np.uint64]

_IS_FUNCTION = 1
_SEPARATOR = "\n"
_DIGEST_SIZE = 8
_N_REMEMBERED = 300_000


class Segment(msgspec.Struct, frozen=True, kw_only=True):
    """Files, their units, and the postings of each term.

    `files` are of units, by number; units are in the order of files and lines. `hashes` are those of the terms, sorted;
    the postings of term `n` are `starts[n]` to `starts[n + 1]`.
    """

    paths: tuple[str, ...]
    names: tuple[str, ...]
    files: Numbers
    first_lines: Numbers
    last_lines: Numbers
    n_words: Numbers
    kinds: npt.NDArray[np.uint8]
    hashes: Hashes
    starts: Numbers
    units: Numbers
    counts: Counts

    @property
    def is_function(self) -> npt.NDArray[np.bool_]:
        """Which units are functions."""
        return (self.kinds & _IS_FUNCTION).astype(np.bool_)


class _StoredSegment(msgspec.Struct, frozen=True, array_like=True):
    paths: str
    names: str
    files: memoryview
    first_lines: memoryview
    last_lines: memoryview
    n_words: memoryview
    kinds: memoryview
    hashes: memoryview
    starts: memoryview
    units: memoryview
    counts: memoryview


_NUMBER, _KIND, _HASH, _COUNT = np.dtype("<u4"), np.dtype("u1"), np.dtype("<u8"), np.dtype("<u2")
_PREFIX = SEGMENT_FORMAT.to_bytes(4, "little")


@lru_cache(_N_REMEMBERED)
def hash_of_term(term: str) -> int:
    """Return the number that a term has in every segment."""
    digest = hashlib.blake2b(term.encode("utf-8", "surrogatepass"), digest_size=_DIGEST_SIZE).digest()
    return int.from_bytes(digest, "little")


def make_segment(files: Sequence[FileWords]) -> Segment:
    """Put files, which come sorted by path, into a segment."""
    units = [(number, unit) for number, file in enumerate(files) for unit in file.units]
    counts = [packed for file in files for packed in file.counts]
    n_terms = np.fromiter(map(len, counts), np.int64, len(counts))
    n_postings = int(n_terms.sum())
    hashes = np.fromiter((hash_of_term(term) for packed in counts for term in packed), np.uint64, n_postings)
    values = np.fromiter((n for packed in counts for n in packed.values()), np.uint16, n_postings)
    return _sorted_segment(
        paths=tuple(file.path for file in files),
        names=tuple(unit.name for _, unit in units),
        files=np.array([number for number, _ in units], dtype=np.uint32),
        first_lines=np.array([unit.first_line for _, unit in units], dtype=np.uint32),
        last_lines=np.array([unit.last_line for _, unit in units], dtype=np.uint32),
        n_words=np.array([n for file in files for n in file.n_words], dtype=np.uint32),
        kinds=np.array([_IS_FUNCTION * unit.is_function for _, unit in units], dtype=np.uint8),
        hashes_of_postings=hashes,
        units=np.repeat(np.arange(len(units), dtype=np.uint32), n_terms),
        counts=values,
    )


def join_segments(pieces: Iterable[tuple[Segment, Collection[str]]]) -> Segment:
    """Return a segment of some files of several segments; no file is in two of them."""
    chosen = [(segment, {*wanted}) for segment, wanted in pieces]
    paths = sorted(path for segment, wanted in chosen for path in segment.paths if path in wanted)
    number_of_path = {path: number for number, path in enumerate(paths)}
    columns: dict[str, list[npt.NDArray[np.generic]]] = {}
    names: list[str] = []
    n_units = 0
    for segment, wanted in chosen:
        numbers = np.array([number_of_path[p] if p in wanted else -1 for p in segment.paths], dtype=np.int64)
        files = numbers[segment.files]
        kept = np.flatnonzero(files >= 0)
        new_unit = np.full(len(files), -1, dtype=np.int64)
        new_unit[kept] = np.arange(n_units, n_units + len(kept))
        n_units += len(kept)
        names.extend(segment.names[unit] for unit in kept.tolist())
        units = new_unit[segment.units]
        is_kept = units >= 0
        hashes = np.repeat(segment.hashes, _lengths(segment))
        for name, column in (
            ("files", files[kept]),
            ("first_lines", segment.first_lines[kept]),
            ("last_lines", segment.last_lines[kept]),
            ("n_words", segment.n_words[kept]),
            ("kinds", segment.kinds[kept]),
            ("hashes", hashes[is_kept]),
            ("units", units[is_kept]),
            ("counts", segment.counts[is_kept]),
        ):
            columns.setdefault(name, []).append(column)
    joined = {name: np.concatenate(each) for name, each in columns.items()}
    order = np.argsort(joined["files"], kind="stable")
    rank = np.empty(len(order), dtype=np.uint32)
    rank[order] = np.arange(len(order), dtype=np.uint32)
    return _sorted_segment(
        paths=tuple(paths),
        names=tuple(names[unit] for unit in order.tolist()),
        files=joined["files"][order].astype(np.uint32),
        first_lines=joined["first_lines"][order],
        last_lines=joined["last_lines"][order],
        n_words=joined["n_words"][order],
        kinds=joined["kinds"][order],
        hashes_of_postings=joined["hashes"],
        units=rank[joined["units"]],
        counts=joined["counts"],
    )


def _lengths(segment: Segment) -> npt.NDArray[np.int64]:
    starts = segment.starts.astype(np.int64)
    return starts[1:] - starts[:-1]


def _sorted_segment(
    *,
    paths: tuple[str, ...],
    names: tuple[str, ...],
    files: Numbers,
    first_lines: Numbers,
    last_lines: Numbers,
    n_words: Numbers,
    kinds: npt.NDArray[np.uint8],
    hashes_of_postings: Hashes,
    units: Numbers,
    counts: Counts,
) -> Segment:
    """Sort the postings by term and unit."""
    order = np.lexsort((units, hashes_of_postings))
    in_order = hashes_of_postings[order]
    is_first = np.ones(len(in_order), dtype=np.bool_)
    is_first[1:] = in_order[1:] != in_order[:-1]
    firsts = np.flatnonzero(is_first)
    return Segment(
        paths=paths,
        names=names,
        files=files,
        first_lines=first_lines,
        last_lines=last_lines,
        n_words=n_words,
        kinds=kinds,
        hashes=in_order[firsts],
        starts=np.append(firsts, len(in_order)).astype(np.uint32),
        units=units[order].astype(np.uint32),
        counts=counts[order],
    )


def encode_segment(segment: Segment) -> bytes:
    """Encode a segment; the same files give the same bytes."""

    def of(array: npt.NDArray[np.generic], kind: np.dtype[np.generic]) -> memoryview:
        return memoryview(array.astype(kind, copy=False).tobytes())

    return _PREFIX + msgspec.msgpack.encode(
        _StoredSegment(
            paths=_SEPARATOR.join(segment.paths),
            names=_SEPARATOR.join(segment.names),
            files=of(segment.files, _NUMBER),
            first_lines=of(segment.first_lines, _NUMBER),
            last_lines=of(segment.last_lines, _NUMBER),
            n_words=of(segment.n_words, _NUMBER),
            kinds=of(segment.kinds, _KIND),
            hashes=of(segment.hashes, _HASH),
            starts=of(segment.starts, _NUMBER),
            units=of(segment.units, _NUMBER),
            counts=of(segment.counts, _COUNT),
        )
    )


def decode_segment(content: bytes) -> Segment:
    """Decode a segment, without copying its arrays."""
    if not content.startswith(_PREFIX):
        raise UnreadablePartError(f"it is not of format {SEGMENT_FORMAT}")
    try:
        stored = msgspec.msgpack.decode(memoryview(content)[len(_PREFIX) :], type=_StoredSegment)
    except msgspec.DecodeError as error:
        raise UnreadablePartError(str(error)) from None
    return Segment(
        paths=tuple(stored.paths.split(_SEPARATOR)) if stored.paths else (),
        names=tuple(stored.names.split(_SEPARATOR)) if len(stored.files) else (),
        files=np.frombuffer(stored.files, _NUMBER),
        first_lines=np.frombuffer(stored.first_lines, _NUMBER),
        last_lines=np.frombuffer(stored.last_lines, _NUMBER),
        n_words=np.frombuffer(stored.n_words, _NUMBER),
        kinds=np.frombuffer(stored.kinds, _KIND),
        hashes=np.frombuffer(stored.hashes, _HASH),
        starts=np.frombuffer(stored.starts, _NUMBER),
        units=np.frombuffer(stored.units, _NUMBER),
        counts=np.frombuffer(stored.counts, _COUNT),
    )
