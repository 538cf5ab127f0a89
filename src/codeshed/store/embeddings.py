"""EmbeddingStore: embedding vectors of nodes, in a file of their own.

Turns: vectors by symbol ↔ a file, independent of the graph's file. The file has a magic number, the format version, the
length of the directory and a checksum of the rest: the directory, the sorted symbols, and one row of numbers for each. It
is replaced atomically.
"""

import mmap
import struct
import zlib
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec
import numpy as np
from numpy.typing import NDArray

from codeshed.errors import (
    FileUnreadableError,
    FileUnwritableError,
    InvalidOptionError,
    UnreadableEmbeddingsError,
)
from codeshed.graph.data.columns import BlobColumn, StringColumn, encoded
from codeshed.store.durable_files import open_regular_file, replace_file_by_pieces

VECTORS_MARK = b"CODESHEDVECTORS\0"
"""How a file of vectors begins; that of a graph begins with `GRAPH_MARK`, a prefix of this."""

EMBEDDINGS_FORMAT = 1
MAX_DIMENSIONS = 8192
"""More than any embedding model has."""

MAX_VECTOR_BYTES = 16_000_000_000
"""The size of all vectors together: four million vectors of a thousand dimensions."""

Vector = NDArray[np.float32]

_PREAMBLE = struct.Struct("<16sIII")
_ALIGNMENT = 64


class _EmbeddingsDirectory(msgspec.Struct, frozen=True, array_like=True):
    model: str
    n_vectors: int
    n_dimensions: int
    n_symbol_bytes: int


class EmbeddingStore:
    """Vectors by symbol, all of one model and dimension."""

    def __init__(self, *, model: str, n_dimensions: int) -> None:
        """Make an empty store; the model is recorded so that vectors of two models are never compared."""
        if not 1 <= n_dimensions <= MAX_DIMENSIONS:
            raise InvalidOptionError(
                f"vectors of {n_dimensions} numbers cannot be kept",
                hint=f"a vector has between 1 and {MAX_DIMENSIONS} numbers",
            )
        self.model = model
        self.n_dimensions = n_dimensions
        self._symbols = StringColumn.of([])
        self._vectors: Vector = np.zeros((0, n_dimensions), dtype=np.float32)
        self._changes: dict[str, Vector | None] = {}
        self._n_vectors = 0

    @classmethod
    def of_columns(cls, model: str, symbols: StringColumn, vectors: Vector) -> "EmbeddingStore":
        """Return a store over sorted symbols and their vectors, without copying."""
        store = cls(model=model, n_dimensions=vectors.shape[1])
        store._symbols, store._vectors, store._n_vectors = symbols, vectors, len(symbols)
        return store

    def __len__(self) -> int:
        """Return the number of vectors."""
        return self._n_vectors

    def __contains__(self, symbol: object) -> bool:
        """Whether a symbol has a vector."""
        return isinstance(symbol, str) and self.get(symbol) is not None

    def __iter__(self) -> Iterator[str]:
        """Yield the symbols that have vectors, sorted."""
        kept = {symbol for symbol in self._symbols if symbol not in self._changes}
        added = {symbol for symbol, vector in self._changes.items() if vector is not None}
        return iter(sorted(kept | added, key=encoded))

    def get(self, symbol: str) -> Vector | None:
        """Return the vector of a symbol, or None."""
        if symbol in self._changes:
            return self._changes[symbol]
        row = self._symbols.find(symbol)
        return None if row is None else self._vectors[row]

    def insert(self, symbol: str, vector: Sequence[float] | Vector) -> None:
        """Set the vector of a symbol."""
        if not symbol or not isinstance(symbol, str):
            raise InvalidOptionError(
                f"{symbol!r} is no symbol that a vector could be kept for",
                hint="give an id such as path::name",
            )
        kept = _numbers(symbol, vector)
        if kept.shape != (self.n_dimensions,) or not np.isfinite(kept).all():
            raise InvalidOptionError(
                f"this is no vector for {symbol!r}: {self.n_dimensions} finite numbers are wanted, given is an array "
                f"of shape {kept.shape}",
                hint="take the vector from the model that the store was made for",
            )
        is_new = symbol not in self
        if is_new and (len(self) + 1) * self.n_dimensions * kept.itemsize > MAX_VECTOR_BYTES:
            raise InvalidOptionError(
                f"a store holds at most {MAX_VECTOR_BYTES} bytes of vectors",
                hint="embed fewer nodes, or with shorter vectors",
            )
        kept.flags.writeable = False
        self._changes[symbol] = kept
        self._n_vectors += is_new

    def remove(self, symbol: str) -> None:
        """Remove the vector of a symbol, if it has one."""
        if symbol in self:
            self._changes[symbol] = None
            self._n_vectors -= 1


def _numbers(symbol: str, vector: Sequence[float] | Vector) -> Vector:
    try:
        with np.errstate(over="ignore"):  # Too large a number becomes infinite, which is refused.
            return np.array(vector, dtype=np.float32)
    except (TypeError, ValueError, OverflowError) as error:
        raise InvalidOptionError(
            f"this is no vector for {symbol!r}: {error}",
            hint="take the vector from the model that the store was made for",
        ) from None


def write_embeddings(store: EmbeddingStore, path: Path) -> None:
    """Write vectors to a file atomically; the same vectors give the same bytes."""
    try:
        replace_file_by_pieces(path, _pieces(store))
    except OSError as error:
        raise FileUnwritableError(str(path), error.strerror or str(error)) from error


def open_embeddings(path: Path) -> EmbeddingStore:
    """Check and memory-map a file of vectors."""
    try:
        with open(open_regular_file(path, 0, follow_links=True), "rb") as file:  # noqa: PTH123 - a descriptor
            if file.seek(0, 2) == 0:
                raise UnreadableEmbeddingsError(str(path), "it is empty")
            content = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    except OSError as error:
        raise FileUnreadableError(str(path), error.strerror or str(error)) from error
    try:
        return _decoded(content)
    except _DamagedError as damage:
        raise UnreadableEmbeddingsError(str(path), str(damage)) from None


class _DamagedError(Exception):
    """The content of the file is invalid; the message says how."""


def _pieces(store: EmbeddingStore) -> Iterator[bytes | memoryview]:
    symbols = [*store]
    column = StringColumn.of(symbols)
    vectors = np.zeros((len(symbols), store.n_dimensions), dtype="<f4")
    for row, symbol in enumerate(symbols):
        vectors[row] = store.get(symbol)
    directory = msgspec.msgpack.encode(
        _EmbeddingsDirectory(
            model=store.model,
            n_vectors=len(symbols),
            n_dimensions=store.n_dimensions,
            n_symbol_bytes=len(column.blobs.content),
        )
    )
    starts = column.blobs.starts.astype("<i8")
    n_before = _PREAMBLE.size + len(directory) + starts.nbytes + len(column.blobs.content)
    body = (
        directory,
        starts.tobytes(),
        column.blobs.content.tobytes(),
        bytes(-n_before % _ALIGNMENT),
        vectors.data.cast("B") if vectors.size else b"",
    )
    checksum = 0
    for piece in body:
        checksum = zlib.crc32(piece, checksum)
    yield _PREAMBLE.pack(VECTORS_MARK, EMBEDDINGS_FORMAT, len(directory), checksum)
    yield from body


def _decoded(content: mmap.mmap) -> EmbeddingStore:
    if len(content) < _PREAMBLE.size:
        raise _DamagedError("it ends within its first bytes")
    mark, version, n_directory, checksum = _PREAMBLE.unpack_from(content)
    if mark != VECTORS_MARK:
        raise _DamagedError("it is another kind of file")
    if version != EMBEDDINGS_FORMAT:
        raise _DamagedError(f"it is of format {version}, and this Codeshed reads format {EMBEDDINGS_FORMAT}")
    if zlib.crc32(memoryview(content)[_PREAMBLE.size :]) != checksum:
        raise _DamagedError("it has a wrong checksum")
    end = _PREAMBLE.size + n_directory
    try:
        directory = msgspec.msgpack.decode(content[_PREAMBLE.size : end], type=_EmbeddingsDirectory)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise _DamagedError(f"its directory cannot be read: {error}") from None
    return _columns(content, end, directory)


def _columns(content: mmap.mmap, begin: int, directory: _EmbeddingsDirectory) -> EmbeddingStore:
    n_vectors, n_dimensions = directory.n_vectors, directory.n_dimensions
    if n_vectors < 0 or not 1 <= n_dimensions <= MAX_DIMENSIONS or directory.n_symbol_bytes < 0:
        raise _DamagedError("its directory names sizes that no store has")
    symbols_begin = begin + 8 * (n_vectors + 1)
    symbols_end = symbols_begin + directory.n_symbol_bytes
    vectors_begin = symbols_end + -symbols_end % _ALIGNMENT
    if len(content) != vectors_begin + 4 * n_vectors * n_dimensions:
        raise _DamagedError("its directory does not fit its length")
    starts = np.frombuffer(content, "<i8", count=n_vectors + 1, offset=begin)
    if starts[0] != 0 or starts[-1] != directory.n_symbol_bytes or np.any(starts[1:] < starts[:-1]):
        raise _DamagedError("its symbols do not lead from one to the next")
    texts = np.frombuffer(content, np.uint8, count=directory.n_symbol_bytes, offset=symbols_begin)
    vectors = np.frombuffer(content, "<f4", count=n_vectors * n_dimensions, offset=vectors_begin)
    return EmbeddingStore.of_columns(
        directory.model,
        StringColumn(blobs=BlobColumn(starts=starts, content=texts)),
        vectors.reshape(n_vectors, n_dimensions),
    )
