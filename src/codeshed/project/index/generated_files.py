"""Marks of generated files in `.gitattributes` (`linguist-generated`), which override what a file's header says.

Turns: a Discovery → marks ↔ bytes in the index; a parsed file + marks → the file with `is_generated` set by its mark.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, TypeVar

import msgspec
from msgspec.structs import replace

from codeshed.discover.source_discovery import Discovery
from codeshed.store.index_reading import IndexReader

if TYPE_CHECKING:
    # Answers only compare marks, and should not load the structs of parsed files.
    from codeshed.model.facts.parsed_files import ParsedCode, ParsedFile

GENERATED_MARKS = "marks"
"""The key of the marks among an index's shared values."""

Marks = Mapping[str, bool]
"""Whether a file is generated, by path; only for files that `.gitattributes` marks."""

_Parsed = TypeVar("_Parsed", "ParsedFile", "ParsedCode")
_NONE = b"\x80"
_decode = msgspec.msgpack.Decoder(dict[str, bool]).decode


def find_marks(discovery: Discovery) -> dict[str, bool]:
    """Return the marks of a discovery's files."""
    return {file.path: file.is_marked for file in discovery.stats if file.is_marked is not None}


def encode_marks(marks: Marks) -> bytes:
    """Return marks as bytes; equal ones are equal bytes."""
    return msgspec.msgpack.encode(dict(sorted(marks.items())))


def read_stored_marks(reader: IndexReader | None) -> dict[str, bool]:
    """Return the marks that an index was built with."""
    return _decode(_NONE if reader is None else reader.read_shared(GENERATED_MARKS) or _NONE)


def with_generated_mark(file: _Parsed, marks: Marks) -> _Parsed:
    """Return a file with `is_generated` set by its mark, if it has one."""
    mark = marks.get(file.path)
    if mark is None or mark is file.facts.is_generated:
        return file
    return replace(file, facts=replace(file.facts, is_generated=mark))
