"""The stored types of files: read part by part, written where they changed.

Turns: an IndexReader → FileTypeRecord by path; a TypeUpdate → parts of an index.
"""

from collections.abc import Iterator, Mapping

import msgspec

from codeshed.project.types.type_records import FileTypeRecord, TypeUpdate
from codeshed.store.index_change import IndexChange
from codeshed.store.index_reading import IndexReader

TYPES = "types"
EXPORTS = "exports"
PROBLEMS = "type_problems"

_encode = msgspec.msgpack.Encoder(order="deterministic").encode
_decode_exports = msgspec.msgpack.Decoder(FileTypeRecord).decode
_decode_problems = msgspec.msgpack.Decoder(dict[str, str]).decode


class StoredTypes(Mapping[str, FileTypeRecord]):
    """The exports and imports of files that matter for types, by path; the types themselves are read on demand."""

    def __init__(self, reader: IndexReader | None) -> None:
        self._reader = reader
        self._records = {}
        if reader is not None:
            self._records = {path: _decode_exports(each) for path, each in reader.iter_parts(EXPORTS)}

    def __getitem__(self, path: str) -> FileTypeRecord:
        """Return the record of a file, without its types."""
        return self._records[path]

    def __iter__(self) -> Iterator[str]:
        """Yield the paths of all files that the engine ran over."""
        return iter(self._records)

    def __len__(self) -> int:
        """Return how many files these are."""
        return len(self._records)

    def types(self, path: str) -> bytes | None:
        """Return the encoded types of a file."""
        return None if self._reader is None else self._reader.read_part(TYPES, path)

    def problems(self) -> dict[str, str]:
        """Return, by path, why files have no types."""
        return {} if self._reader is None else read_type_problems(self._reader)


def read_type_problems(reader: IndexReader) -> dict[str, str]:
    """Return, by path, why files have no types."""
    content = reader.read_shared(PROBLEMS)
    return {} if content is None else _decode_problems(content)


def write_types(
    update: TypeUpdate, problems: dict[str, str], removed: tuple[str, ...], change: IndexChange
) -> None:
    """Write the types of the files that the engine ran over again."""
    found = update.types_by_path
    change.remove_parts(EXPORTS, removed)
    change.remove_parts(TYPES, (*removed, *(path for path, each in found.items() if each.types is None)))
    change.put_parts(TYPES, ((path, each.types) for path, each in found.items() if each.types is not None))
    change.put_parts(
        EXPORTS,
        ((path, _encode(msgspec.structs.replace(each, types=None))) for path, each in found.items()),
    )
    change.put_shared(PROBLEMS, _encode(problems))
