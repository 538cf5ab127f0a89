"""The graph as one memory-mapped file.

Turns: CodeGraph ↔ a file. It begins with a magic number, the format version and the length of the directory, which has the
name, element type, shape and offset of each array. Arrays are aligned to 64 bytes. Opening reads the directory and checks
sizes and offsets; all other pages are loaded on access. A graph of an older format is migrated in memory.
"""

import math
import mmap
import struct
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import msgspec
import numpy as np

from codeshed.errors import FileUnreadableError, FileUnwritableError, UnreadableGraphError
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.store.durable_files import replace_file_by_pieces
from codeshed.store.embeddings import VECTORS_MARK
from codeshed.store.graph_arrays import (
    OFFSET_ARRAYS,
    PARALLEL_ARRAYS,
    SPAN_ARRAYS,
    Array,
    Arrays,
    GraphHead,
    arrays_of,
    element_type_of,
    graph_of,
    head_of,
)
from codeshed.store.graph_formats import (
    GRAPH_FORMAT,
    OLDEST_FORMAT,
    DamagedGraphError,
    arrays_in_format,
    migrate,
)

GRAPH_MARK = b"CODESHED"
"""How a graph file begins."""

_PREAMBLE = struct.Struct("<8sII")
_ALIGNMENT = 64
_SPAN_WIDTH = 4


class _Entry(msgspec.Struct, frozen=True, array_like=True):
    """One array; its offset is relative to the first array."""

    name: str
    numbers: str
    shape: tuple[int, ...]
    offset: int


class _GraphDirectory(msgspec.Struct, frozen=True, array_like=True):
    head: GraphHead
    entries: tuple[_Entry, ...]
    n_bytes: int


def write_graph(graph: CodeGraph, path: Path) -> None:
    """Write a graph to a file; the same graph gives the same bytes.

    An existing file is replaced atomically, since this very graph may be mapped from it. A failed write of a new file leaves
    a partial file: write to a temporary name and rename it afterwards.
    """
    try:
        if path.is_file():
            replace_file_by_pieces(path.resolve(), iter_graph_pieces(graph))
            return
        with path.open("wb") as file:
            file.writelines(iter_graph_pieces(graph))
    except OSError as error:
        raise FileUnwritableError(str(path), error.strerror or str(error)) from error


def iter_graph_pieces(graph: CodeGraph) -> Iterator[bytes | memoryview]:
    """Yield the content of a graph file in pieces."""
    arrays = arrays_of(graph)
    shapes = {name: array.shape for name, array in arrays.items()}
    entries, n_bytes = _layout(shapes, arrays_in_format(GRAPH_FORMAT))
    directory = msgspec.msgpack.encode(_GraphDirectory(head=head_of(graph), entries=entries, n_bytes=n_bytes))
    yield _PREAMBLE.pack(GRAPH_MARK, GRAPH_FORMAT, len(directory))
    yield directory
    yield _padding(_PREAMBLE.size + len(directory))
    for array in arrays.values():
        yield array.data.cast("B") if array.size else b""
        yield _padding(array.nbytes)


def open_graph(path: Path, *, is_for_few: bool = False) -> CodeGraph:
    """Memory-map a graph file; the graph is read-only, and nothing is copied.

    With `is_for_few`, for queries that need few rows, the system is told not to read ahead. Migrated arrays of an older
    format are in memory.
    """
    try:
        with path.open("rb") as file:
            if file.seek(0, 2) == 0:
                raise UnreadableGraphError(str(path), "it is empty")
            content = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    except OSError as error:
        raise FileUnreadableError(str(path), error.strerror or str(error)) from error
    try:
        version, directory, begin = _read_directory(content)
        _advise(content, directory, begin, is_for_few=is_for_few)
        arrays: Arrays = {entry.name: _array(content, entry, begin) for entry in directory.entries}
        _check_lengths(arrays)
        _check_starts(arrays)
        arrays = migrate(version, arrays)
    except DamagedGraphError as damage:
        raise UnreadableGraphError(str(path), str(damage)) from None
    return graph_of(directory.head, arrays)


def _layout(shapes: Mapping[str, tuple[int, ...]], names: Iterable[str]) -> tuple[tuple[_Entry, ...], int]:
    """Return the directory entries of arrays of these shapes, and their total size."""
    entries = []
    offset = 0
    lengths = {name: shape[0] for name, shape in shapes.items()}
    for name in names:
        shape, numbers = shapes[name], element_type_of(name, lengths)
        entries.append(_Entry(name=name, numbers=numbers, shape=shape, offset=offset))
        n_bytes = math.prod(shape) * np.dtype(numbers).itemsize
        offset += n_bytes + len(_padding(n_bytes))
    return tuple(entries), offset


def _padding(n_bytes: int) -> bytes:
    return bytes(-n_bytes % _ALIGNMENT)


def _read_directory(content: mmap.mmap) -> tuple[int, _GraphDirectory, int]:
    """Return the format, the directory, and the offset of the first array; check all three and the file's length."""
    if len(content) < _PREAMBLE.size:
        raise DamagedGraphError("it ends within its first bytes")
    mark, version, length = _PREAMBLE.unpack_from(content)
    if content[: len(VECTORS_MARK)] == VECTORS_MARK:
        raise DamagedGraphError("it holds vectors, which open_embeddings reads")
    if mark != GRAPH_MARK:
        raise DamagedGraphError("it is another kind of file")
    if not OLDEST_FORMAT <= version <= GRAPH_FORMAT:
        raise DamagedGraphError(
            f"it is of format {version}, and this Codeshed reads up to format {GRAPH_FORMAT}"
        )
    end = _PREAMBLE.size + length
    try:
        directory = msgspec.msgpack.decode(content[_PREAMBLE.size : end], type=_GraphDirectory)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise DamagedGraphError(f"its directory cannot be read: {error}") from None
    begin = end + len(_padding(end))
    shapes = {entry.name: entry.shape for entry in directory.entries}
    names = arrays_in_format(version)
    if shapes.keys() != {*names} or not all(_is_shape(name, shape) for name, shape in shapes.items()):
        raise DamagedGraphError("its directory names other arrays")
    if (directory.entries, directory.n_bytes) != _layout(shapes, names):
        raise DamagedGraphError("its directory contradicts itself")
    if len(content) != begin + directory.n_bytes:
        raise DamagedGraphError(f"it has {len(content)} bytes, and should have {begin + directory.n_bytes}")
    return version, directory, begin


def _advise(content: mmap.mmap, directory: _GraphDirectory, begin: int, *, is_for_few: bool) -> None:
    """Advise the system (`madvise`) to read all offsets now, and whether to read ahead elsewhere."""
    if not hasattr(content, "madvise"):
        return
    if is_for_few:
        content.madvise(mmap.MADV_RANDOM)
    for entry in directory.entries:
        if entry.name in OFFSET_ARRAYS:
            at = begin + entry.offset
            page = at - at % mmap.PAGESIZE
            n_bytes = math.prod(entry.shape) * np.dtype(entry.numbers).itemsize + at - page
            if n_bytes:
                content.madvise(mmap.MADV_SEQUENTIAL, page, n_bytes)
                content.madvise(mmap.MADV_WILLNEED, page, n_bytes)


def _is_shape(name: str, shape: tuple[int, ...]) -> bool:
    """Whether a shape is valid for an array: one dimension, or two for arrays of spans."""
    width = (_SPAN_WIDTH,) if name in SPAN_ARRAYS else ()
    return len(shape) == 1 + len(width) and shape[0] >= 0 and shape[1:] == width


def _array(content: mmap.mmap, entry: _Entry, begin: int) -> Array:
    n_numbers = math.prod(entry.shape)
    if n_numbers == 0:
        return np.zeros(entry.shape, dtype=entry.numbers)
    values = np.frombuffer(content, entry.numbers, count=n_numbers, offset=begin + entry.offset)
    return values.reshape(entry.shape)


def _check_lengths(arrays: Arrays) -> None:
    for name, parallels in PARALLEL_ARRAYS.items():
        for parallel in parallels:
            if parallel in arrays and len(arrays[parallel]) != len(arrays[name]):
                raise DamagedGraphError(f"{parallel} and {name} are not of the same length")


def _check_starts(arrays: Arrays) -> None:
    """Check that offsets begin at 0, never decrease, and end at the length of the array they index."""
    for name, (rows, values) in OFFSET_ARRAYS.items():
        if name not in arrays:
            continue
        starts = arrays[name]
        if len(starts) == 0 or (rows is not None and len(starts) != len(arrays[rows]) + 1):
            raise DamagedGraphError(f"{name} has a wrong length")
        if starts[0] != 0 or starts[-1] != len(arrays[values]) or np.any(starts[1:] < starts[:-1]):
            raise DamagedGraphError(f"{name} does not lead through {values}")
