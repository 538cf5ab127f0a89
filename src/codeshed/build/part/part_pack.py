"""PartPack: the parts of neighbouring documents, stored together.

Turns: DocumentParts ↔ PartPack ↔ bytes. A pack concatenates each column of its parts, so that all documents of a
repository are few columns to read and join. Pack boundaries depend on paths alone: the same files are in the same
packs, whatever was edited before.
"""

import zlib
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import TypeVar

import msgspec
import numpy as np

from codeshed.build.part.document_part import (
    INT,
    BaseColumns,
    DefinitionColumns,
    DefinitionTable,
    DocumentPart,
    ExternalsPart,
    FlowColumns,
    ParameterColumns,
    PartHead,
    ReferenceColumns,
    SignatureTypeColumns,
    StringColumns,
    n_rows,
)
from codeshed.errors import UnreadablePartError
from codeshed.graph.data.call_shares import CallShares, add_up_calls
from codeshed.graph.data.columns import offsets_of_lengths

PACK_FORMAT = 7
"""Packs of another format are rebuilt. Raise it with the layout of parts; a digest of the code covers what they hold."""

_N_TOGETHER = 64
"""The average number of documents per pack: larger packs take longer to write after an edit, smaller ones to read."""

_Table = TypeVar(
    "_Table",
    DefinitionColumns,
    BaseColumns,
    SignatureTypeColumns,
    ParameterColumns,
    FlowColumns,
    ReferenceColumns,
    StringColumns,
)
_Item = TypeVar("_Item")
_Kept = TypeVar("_Kept", "PartPack", ExternalsPart)


class PartCounts(msgspec.Struct, frozen=True, kw_only=True, array_like=True, gc=False):
    """Number of rows of each part in each table, and of bytes of its strings."""

    string_bytes: memoryview
    strings: memoryview
    definitions: memoryview
    bases: memoryview
    signature_types: memoryview
    parameters: memoryview
    flows: memoryview
    details: memoryview
    references: memoryview


class PartPack(msgspec.Struct, frozen=True, kw_only=True, array_like=True):
    """Parts by path; numbers in their columns are local to each part. `calls` sums up those of all parts."""

    heads: tuple[PartHead, ...]
    calls: CallShares
    counts: PartCounts
    strings: StringColumns
    definitions: DefinitionTable
    references: ReferenceColumns

    @property
    def paths(self) -> tuple[str, ...]:
        """The paths of the documents."""
        return tuple(head.path for head in self.heads)


_PREFIX = PACK_FORMAT.to_bytes(4, "little")
_encode = msgspec.msgpack.Encoder().encode
_decode_pack = msgspec.msgpack.Decoder(PartPack).decode
_decode_externals = msgspec.msgpack.Decoder(ExternalsPart).decode


def is_pack_start(path: str) -> bool:
    """Whether a document always starts a pack. The first document of all does so too."""
    return zlib.crc32(path.encode("utf-8", "surrogatepass")) % _N_TOGETHER == 0


def iter_packs(parts: Iterable[DocumentPart]) -> Iterator[PartPack]:
    """Pack parts, which come sorted by path."""
    yield from map(pack_parts, iter_pack_members(parts, lambda part: part.head.path))


def iter_pack_members(items: Iterable[_Item], path_of: Callable[[_Item], str]) -> Iterator[list[_Item]]:
    """Yield the items of one pack at a time. They come sorted by path, and items with the same path stay together."""
    together: list[_Item] = []
    for item in items:
        path = path_of(item)
        if together and path_of(together[-1]) != path and is_pack_start(path):
            yield together
            together = []
        together.append(item)
    if together:
        yield together


def pack_parts(parts: Sequence[DocumentPart]) -> PartPack:
    """Put one or more parts into a pack."""
    strings = [part.strings for part in parts]
    tables = [part.definitions for part in parts]
    references = [part.references for part in parts]
    return PartPack(
        heads=tuple(part.head for part in parts),
        calls=add_up_calls(part.head.calls for part in parts),
        counts=PartCounts(
            string_bytes=_encoded_counts(len(each.content) for each in strings),
            strings=_encoded_counts(n_rows(each.lengths) for each in strings),
            definitions=_encoded_counts(n_rows(table.columns.symbols) for table in tables),
            bases=_encoded_counts(n_rows(table.bases.definitions) for table in tables),
            signature_types=_encoded_counts(n_rows(table.signature_types.definitions) for table in tables),
            parameters=_encoded_counts(n_rows(table.parameters.definitions) for table in tables),
            flows=_encoded_counts(n_rows(table.flows.definitions) for table in tables),
            details=_encoded_counts(len(table.details) for table in tables),
            references=_encoded_counts(n_rows(each.targets) for each in references),
        ),
        strings=_joined(strings),
        definitions=DefinitionTable(
            columns=_joined([table.columns for table in tables]),
            bases=_joined([table.bases for table in tables]),
            signature_types=_joined([table.signature_types for table in tables]),
            parameters=_joined([table.parameters for table in tables]),
            flows=_joined([table.flows for table in tables]),
            details=tuple(details for table in tables for details in table.details),
        ),
        references=_joined(references),
    )


def unpack_parts(pack: PartPack, wanted: Collection[str] | None = None) -> list[DocumentPart]:
    """Return the parts of a pack, all of them or those of some paths."""
    counts, table, strings = pack.counts, pack.definitions, pack.strings
    places = [place for place, head in enumerate(pack.heads) if wanted is None or head.path in wanted]
    n_bytes, n_strings = _rows_of(counts.string_bytes, places), _rows_of(counts.strings, places)
    pieces = zip(
        [pack.heads[place] for place in places],
        _pieces(strings.content, n_bytes),
        _pieces(strings.lengths, n_strings),
        _pieces(strings.digests, n_strings),
        _cut(table.columns, _rows_of(counts.definitions, places)),
        _cut(table.bases, _rows_of(counts.bases, places)),
        _cut(table.signature_types, _rows_of(counts.signature_types, places)),
        _cut(table.parameters, _rows_of(counts.parameters, places)),
        _cut(table.flows, _rows_of(counts.flows, places)),
        _rows_of(counts.details, places).stretches,
        _cut(pack.references, _rows_of(counts.references, places)),
        strict=True,
    )
    return [
        DocumentPart(
            head=head,
            strings=StringColumns(content=content, lengths=lengths, digests=digests),
            definitions=DefinitionTable(
                columns=columns,
                bases=bases,
                signature_types=signature_types,
                parameters=parameters,
                flows=flows,
                details=table.details[first:end],
            ),
            references=references,
        )
        for head, content, lengths, digests, columns, bases, signature_types, parameters, flows, (
            first,
            end,
        ), references in pieces
    ]


def encode_pack(pack: PartPack | ExternalsPart) -> bytes:
    """Encode a pack, or the externals; the same parts give the same bytes."""
    return _PREFIX + _encode(pack)


def decode_pack(content: bytes) -> PartPack:
    """Decode a pack."""
    return _decoded(_decode_pack, content)


def decode_externals(content: bytes) -> ExternalsPart:
    """Decode the part of the external symbols."""
    return _decoded(_decode_externals, content)


def _decoded(decode: Callable[[memoryview], _Kept], content: bytes) -> _Kept:
    if not content.startswith(_PREFIX):
        raise UnreadablePartError(f"it is not of format {PACK_FORMAT}")
    try:
        return decode(memoryview(content)[len(_PREFIX) :])
    except msgspec.DecodeError as error:
        raise UnreadablePartError(str(error)) from None


def _joined(tables: Sequence[_Table]) -> _Table:
    kind = type(tables[0])
    return kind(
        **{
            name: memoryview(b"".join([getattr(table, name) for table in tables]))
            for name in kind.__struct_fields__
        }
    )


class _Rows(msgspec.Struct, frozen=True):
    """The number of rows of a table of a pack, and the ranges of them that belong to the wanted parts."""

    n_rows: int
    stretches: list[tuple[int, int]]


def _rows_of(counts: memoryview, places: Iterable[int]) -> _Rows:
    borders = offsets_of_lengths(np.frombuffer(counts, dtype=INT)).tolist()
    return _Rows(borders[-1], [(borders[place], borders[place + 1]) for place in places])


def _cut(table: _Table, rows: _Rows) -> list[_Table]:
    kind = type(table)
    columns = [_pieces(getattr(table, name), rows) for name in kind.__struct_fields__]
    return [
        kind(**dict(zip(kind.__struct_fields__, values, strict=True)))
        for values in zip(*columns, strict=True)
    ]


def _pieces(column: memoryview, rows: _Rows) -> list[memoryview]:
    """Return the slice of a column for each part; all entries have the same width."""
    width = len(column) // rows.n_rows if rows.n_rows else 0
    return [column[first * width : end * width] for first, end in rows.stretches]


def _encoded_counts(counts: Iterable[int]) -> memoryview:
    return memoryview(np.array(list(counts), dtype=INT).tobytes())
