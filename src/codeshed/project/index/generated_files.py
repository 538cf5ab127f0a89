"""What `.gitattributes` say of files, beside what these say of themselves.

Turns: a Discovery ↔ bytes that tell its marks from others, and a file as it was parsed → the file as it is marked.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, TypeVar

import msgspec
from msgspec.structs import replace

from codeshed.discover.walk import Discovery
from codeshed.store.reading import IndexReader

if TYPE_CHECKING:
    # An answer only compares marks, and loads nothing of what files hold.
    from codeshed.model.parsed_files import ParsedCode, ParsedFile

MARKS = "marks"
"""The shared value of an index with the marks of its files."""

Marks = Mapping[str, bool]
"""By path: whether a program wrote a file, for those of which something is said."""

_Parsed = TypeVar("_Parsed", "ParsedFile", "ParsedCode")
_NONE = b"\x80"
_decode = msgspec.msgpack.Decoder(dict[str, bool]).decode


def marks_in(discovery: Discovery) -> dict[str, bool]:
    """Return the marks of the files that were found, by path in order."""
    return {file.path: file.is_marked for file in discovery.stats if file.is_marked is not None}


def encode_marks(marks: Marks) -> bytes:
    """Return marks as bytes; equal ones are equal bytes."""
    return msgspec.msgpack.encode(dict(sorted(marks.items())))


def read_marks(reader: IndexReader | None) -> dict[str, bool]:
    """Return the marks that an index was made with."""
    return _decode(_NONE if reader is None else reader.read_shared(MARKS) or _NONE)


def marked(file: _Parsed, marks: Marks) -> _Parsed:
    """Return a file as it is marked; what is said of it counts for more than what it says itself."""
    mark = marks.get(file.path)
    if mark is None or mark is file.facts.is_generated:
        return file
    return replace(file, facts=replace(file.facts, is_generated=mark))
