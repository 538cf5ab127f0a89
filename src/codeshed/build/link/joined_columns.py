"""The columns of all parts, concatenated.

Turns: PartPacks by path and the ExternalsPart → JoinedParts, in which strings, files and details are numbered once for
all parts.
"""

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from typing import Generic, TypeAlias, TypeVar

import msgspec
import numpy as np
import numpy.typing as npt
from msgspec.structs import replace

from codeshed.build.link.integer_sorting import sorted_unique
from codeshed.build.link.string_union import InternedStrings
from codeshed.build.part.document_part import (
    BYTE,
    INT,
    LONG,
    BaseColumns,
    ExternalsPart,
    FlowColumns,
    ParameterColumns,
    PartHead,
    ReceiverColumns,
    ReferenceColumns,
    SignatureTypeColumns,
    n_rows,
)
from codeshed.build.part.part_pack import PartCounts, PartPack
from codeshed.graph.data.arrays import NO_ROW, Bytes, Flags, Ints, Longs
from codeshed.graph.data.columns import offsets_of_lengths

_Piece = TypeVar("_Piece")
_Column: TypeAlias = Callable[[_Piece], memoryview]


class Modules(msgspec.Struct, frozen=True, kw_only=True):
    """Files by number: their paths in order, symbols and names as strings, and the sizes of their top-level code.

    `parts` is the first part of each file, and `symbol_positions` are positions among the strings of all parts.
    `is_test` marks test files, `is_partial` those that the extractor could not read completely.
    """

    paths: tuple[str, ...]
    languages: tuple[str | None, ...]
    parts: Ints
    symbols: Ints
    symbol_positions: Ints
    names: Ints
    last_names: Ints
    lower_names: Ints
    sizes: Longs
    is_test: Flags
    is_partial: Flags

    def __len__(self) -> int:
        """Return the number of files."""
        return len(self.paths)


class Definitions(msgspec.Struct, frozen=True, kw_only=True):
    """Definitions of all parts: the columns of `DefinitionColumns`, with the part and file of each.

    `symbol_positions` are those of the symbols among the strings of all parts.
    """

    symbols: Ints
    names: Ints
    last_names: Ints
    lower_names: Ints
    enclosing: Ints
    members: Ints
    overload_keys: Ints
    var_types: Ints
    kinds: Bytes
    variable_kinds: Bytes
    mutabilities: Bytes
    type_kinds: Bytes
    type_sources: Bytes
    flags: Ints
    spans: Ints
    sizes: Longs
    interface_sizes: Longs
    documentation_scores: Ints
    documentation_bests: Ints
    complexities: Ints
    details: Ints
    files: Ints
    parts: Ints
    symbol_positions: Ints

    def __len__(self) -> int:
        """Return the number of definitions."""
        return len(self.symbols)

    def has(self, flag: int) -> Flags:
        """Whether each definition has a flag."""
        return np.asarray((self.flags & int(flag)) != 0)


class Bases(msgspec.Struct, frozen=True, kw_only=True):
    """Bases of types; see `BaseColumns`."""

    definitions: Ints
    bases: Ints
    heads: Ints


class SignatureTypes(msgspec.Struct, frozen=True, kw_only=True):
    """Types in signatures; see `SignatureTypeColumns`."""

    definitions: Ints
    wholes: Ints
    members: Ints
    flags: Bytes


class Parameters(msgspec.Struct, frozen=True, kw_only=True):
    """Parameters with types; see `ParameterColumns`."""

    definitions: Ints
    symbols: Ints
    types: Ints
    type_sources: Bytes


class Flows(msgspec.Struct, frozen=True, kw_only=True):
    """Types that functions take and return; see `FlowColumns`."""

    definitions: Ints
    types: Ints
    roles: Bytes


class References(msgspec.Struct, frozen=True, kw_only=True):
    """References of all parts, by file and span; see `ReferenceColumns`."""

    enclosing: Ints
    targets: Ints
    receivers: Ints
    methods: Ints
    assigned: Ints
    kinds: Bytes
    confidences: Bytes
    provenances: Bytes
    edge_flags: Bytes
    flags: Bytes
    spans: Ints
    statements: Ints
    files: Ints

    def __len__(self) -> int:
        """Return the number of references."""
        return len(self.targets)

    def has(self, flag: int) -> Flags:
        """Whether each reference has a flag."""
        return np.asarray((self.flags & int(flag)) != 0)


class Receivers(msgspec.Struct, frozen=True, kw_only=True):
    """The types of receivers, by rows of the references; see `ReceiverColumns`."""

    references: Ints
    types: Ints


class JoinedParts(msgspec.Struct, frozen=True, kw_only=True):
    """All parts joined; `details` are distinct and encoded; `modules` are the files in order."""

    strings: InternedStrings
    modules: Modules
    definitions: Definitions
    bases: Bases
    signature_types: SignatureTypes
    parameters: Parameters
    flows: Flows
    references: References
    receivers: Receivers
    details: list[bytes]


class _Counts(msgspec.Struct, frozen=True, kw_only=True):
    """Number of rows of each part in each table; the last part is that of the externals."""

    strings: Ints
    definitions: Ints
    bases: Ints
    signature_types: Ints
    parameters: Ints
    flows: Ints
    details: Ints
    references: Ints
    receivers: Ints


class _ColumnStack(Generic[_Piece]):
    """The same table of all packs; its columns are concatenated on demand, with string numbers made global."""

    def __init__(self, pieces: Sequence[_Piece], counts: Ints, strings: InternedStrings) -> None:
        """Take the tables, the number of rows of each part, and the strings of all parts."""
        self._pieces = pieces
        self._strings = strings
        self.part_of_row: Ints = np.repeat(np.arange(len(counts), dtype=np.int32), counts)
        self._first_strings = self.spread(strings.firsts)

    def ints(self, column: _Column[_Piece]) -> Ints:
        """Return a column of 32-bit numbers."""
        return np.frombuffer(b"".join(map(column, self._pieces)), dtype=INT)

    def longs(self, column: _Column[_Piece]) -> Longs:
        """Return a column of 64-bit numbers."""
        return np.frombuffer(b"".join(map(column, self._pieces)), dtype=LONG)

    def bytes(self, column: _Column[_Piece]) -> Bytes:
        """Return a column of 8-bit numbers."""
        return np.frombuffer(b"".join(map(column, self._pieces)), dtype=BYTE)

    def strings(self, column: _Column[_Piece]) -> Ints:
        """Return a column of strings, as global string numbers."""
        return self._strings.numbers_at_positions(self.string_positions(column))

    def string_positions(self, column: _Column[_Piece]) -> Ints:
        """Return the positions of a column's strings among those of all parts."""
        return self._strings.global_positions(self.ints(column), self._first_strings)

    def shifted_rows(self, column: _Column[_Piece], firsts: Longs) -> Ints:
        """Return a column of row numbers into another table; `firsts` has the first row of each part there."""
        return self.ints(column) + firsts.astype(np.int32)[self.part_of_row]

    def spread(self, values: Ints) -> Ints:
        """Spread one value per part over the rows of the parts."""
        return values[self.part_of_row]


Table = TypeVar("Table", Definitions, Bases, SignatureTypes, Parameters, Flows, References)


def take_rows(table: Table, rows: npt.NDArray[np.intp] | Ints) -> Table:
    """Return some rows of a table, in the given order."""
    return replace(table, **{name: getattr(table, name)[rows] for name in table.__struct_fields__})


def join_packs(packs: Sequence[PartPack], externals: ExternalsPart) -> JoinedParts:
    """Concatenate packs, which are sorted by path, and the externals after them."""
    counts = _count_rows([pack.counts for pack in packs], externals)
    strings = InternedStrings([*(pack.strings for pack in packs), externals.strings], counts.strings)
    modules, file_of_part = _join_modules([head for pack in packs for head in pack.heads], strings)
    files = np.append(file_of_part, NO_ROW).astype(np.int32)
    tables = [*(pack.definitions for pack in packs), externals.definitions]
    row_by_details: dict[bytes, int] = {}
    details_rows = np.array(
        [
            row_by_details.setdefault(details, len(row_by_details))
            for table in tables
            for details in table.details
        ],
        dtype=np.int32,
    )
    definitions = _ColumnStack([table.columns for table in tables], counts.definitions, strings)
    firsts = offsets_of_lengths(counts.definitions)
    references, receivers = _join_references(packs, counts, strings, files)
    return JoinedParts(
        strings=strings,
        modules=modules,
        definitions=Definitions(
            symbols=definitions.strings(lambda each: each.symbols),
            names=definitions.strings(lambda each: each.names),
            last_names=definitions.strings(lambda each: each.last_names),
            lower_names=definitions.strings(lambda each: each.lower_names),
            enclosing=definitions.strings(lambda each: each.enclosing),
            members=definitions.strings(lambda each: each.members),
            overload_keys=definitions.strings(lambda each: each.overload_keys),
            var_types=definitions.strings(lambda each: each.var_types),
            kinds=definitions.bytes(lambda each: each.kinds),
            variable_kinds=definitions.bytes(lambda each: each.variable_kinds),
            mutabilities=definitions.bytes(lambda each: each.mutabilities),
            type_kinds=definitions.bytes(lambda each: each.type_kinds),
            type_sources=definitions.bytes(lambda each: each.type_sources),
            flags=definitions.ints(lambda each: each.flags),
            spans=definitions.ints(lambda each: each.spans).reshape(-1, 4),
            sizes=definitions.longs(lambda each: each.sizes),
            interface_sizes=definitions.longs(lambda each: each.interface_sizes),
            documentation_scores=definitions.ints(lambda each: each.documentation_scores),
            documentation_bests=definitions.ints(lambda each: each.documentation_bests),
            complexities=definitions.ints(lambda each: each.complexities),
            details=details_rows[
                definitions.shifted_rows(lambda each: each.details, offsets_of_lengths(counts.details))
            ],
            files=definitions.spread(files),
            parts=definitions.part_of_row,
            symbol_positions=definitions.string_positions(lambda each: each.symbols),
        ),
        bases=_join_bases(_ColumnStack([table.bases for table in tables], counts.bases, strings), firsts),
        signature_types=_join_signature_types(
            _ColumnStack([table.signature_types for table in tables], counts.signature_types, strings), firsts
        ),
        parameters=_join_parameters(
            _ColumnStack([table.parameters for table in tables], counts.parameters, strings), firsts
        ),
        flows=_join_flows(_ColumnStack([table.flows for table in tables], counts.flows, strings), firsts),
        references=references,
        receivers=receivers,
        details=list(row_by_details),
    )


def _count_rows(counts: Sequence[PartCounts], externals: ExternalsPart) -> _Counts:
    """Count the rows of all parts, the externals last."""

    def joined(columns: Iterable[memoryview], of_externals: int) -> Ints:
        of_documents = np.frombuffer(b"".join(columns), dtype=INT)
        return np.append(of_documents, of_externals).astype(np.int32)

    table = externals.definitions
    return _Counts(
        strings=joined((each.strings for each in counts), n_rows(externals.strings.lengths)),
        definitions=joined((each.definitions for each in counts), n_rows(table.columns.symbols)),
        bases=joined((each.bases for each in counts), n_rows(table.bases.definitions)),
        signature_types=joined(
            (each.signature_types for each in counts), n_rows(table.signature_types.definitions)
        ),
        parameters=joined((each.parameters for each in counts), n_rows(table.parameters.definitions)),
        flows=joined((each.flows for each in counts), n_rows(table.flows.definitions)),
        details=joined((each.details for each in counts), len(table.details)),
        references=joined((each.references for each in counts), 0),
        receivers=joined((each.receivers for each in counts), 0),
    )


def _join_modules(heads: Sequence[PartHead], strings: InternedStrings) -> tuple[Modules, Ints]:
    """Return the files, and the file of each head.

    If a file has several documents, the largest top-level size counts, and the problems of all.
    """
    is_new = np.ones(len(heads), dtype=np.bool_)
    is_new[1:] = [one.path != other.path for one, other in pairwise(heads)]
    firsts = np.flatnonzero(is_new)

    def positions_of(local: list[int]) -> Ints:
        return strings.global_positions(np.array(local, dtype=np.int32), strings.firsts[: len(heads)])[firsts]

    def strings_of(local: list[int]) -> Ints:
        return strings.numbers_at_positions(positions_of(local))

    sizes = np.array([head.module_size for head in heads], dtype=np.int64)
    is_partial = np.array([head.is_partial for head in heads], dtype=np.bool_)
    modules = Modules(
        paths=tuple(heads[first].path for first in firsts.tolist()),
        languages=tuple(heads[first].language for first in firsts.tolist()),
        parts=firsts.astype(np.int32),
        symbols=strings_of([head.module_symbol for head in heads]),
        symbol_positions=positions_of([head.module_symbol for head in heads]),
        names=strings_of([head.module_name for head in heads]),
        last_names=strings_of([head.module_last_name for head in heads]),
        lower_names=strings_of([head.module_lower_name for head in heads]),
        sizes=np.maximum.reduceat(sizes, firsts) if len(firsts) else sizes,
        is_test=np.array([head.is_test for head in heads], dtype=np.bool_)[firsts],
        is_partial=np.logical_or.reduceat(is_partial, firsts) if len(firsts) else is_partial,
    )
    return modules, np.cumsum(is_new) - 1


def _join_bases(stack: _ColumnStack[BaseColumns], firsts: Longs) -> Bases:
    return Bases(
        definitions=stack.shifted_rows(lambda each: each.definitions, firsts),
        bases=stack.strings(lambda each: each.bases),
        heads=stack.strings(lambda each: each.heads),
    )


def _join_signature_types(stack: _ColumnStack[SignatureTypeColumns], firsts: Longs) -> SignatureTypes:
    return SignatureTypes(
        definitions=stack.shifted_rows(lambda each: each.definitions, firsts),
        wholes=stack.strings(lambda each: each.wholes),
        members=stack.strings(lambda each: each.members),
        flags=stack.bytes(lambda each: each.flags),
    )


def _join_parameters(stack: _ColumnStack[ParameterColumns], firsts: Longs) -> Parameters:
    return Parameters(
        definitions=stack.shifted_rows(lambda each: each.definitions, firsts),
        symbols=stack.strings(lambda each: each.symbols),
        types=stack.strings(lambda each: each.types),
        type_sources=stack.bytes(lambda each: each.type_sources),
    )


def _join_flows(stack: _ColumnStack[FlowColumns], firsts: Longs) -> Flows:
    return Flows(
        definitions=stack.shifted_rows(lambda each: each.definitions, firsts),
        types=stack.strings(lambda each: each.types),
        roles=stack.bytes(lambda each: each.roles),
    )


def _join_references(
    packs: Sequence[PartPack], counts: _Counts, strings: InternedStrings, files: Ints
) -> tuple[References, Receivers]:
    stack: _ColumnStack[ReferenceColumns] = _ColumnStack(
        [pack.references for pack in packs], counts.references, strings
    )
    of_receivers: _ColumnStack[ReceiverColumns] = _ColumnStack(
        [pack.receivers for pack in packs], counts.receivers, strings
    )
    receivers = Receivers(
        references=of_receivers.shifted_rows(
            lambda each: each.references, offsets_of_lengths(counts.references)
        ),
        types=of_receivers.strings(lambda each: each.types),
    )
    references = References(
        enclosing=stack.strings(lambda each: each.enclosing),
        targets=stack.strings(lambda each: each.targets),
        receivers=stack.strings(lambda each: each.receivers),
        methods=stack.strings(lambda each: each.methods),
        assigned=stack.strings(lambda each: each.assigned),
        kinds=stack.bytes(lambda each: each.kinds),
        confidences=stack.bytes(lambda each: each.confidences),
        provenances=stack.bytes(lambda each: each.provenances),
        edge_flags=stack.bytes(lambda each: each.edge_flags),
        flags=stack.bytes(lambda each: each.flags),
        spans=stack.ints(lambda each: each.spans).reshape(-1, 4),
        statements=stack.ints(lambda each: each.statements).reshape(-1, 3),
        files=stack.spread(files),
    )
    if len(sorted_unique(files)) == len(files):
        return references, receivers
    # A file with several documents: their references must be sorted by span together.
    order = np.lexsort((*references.spans.T[::-1], references.files))
    place_of_row = np.empty(len(order), dtype=np.int32)
    place_of_row[order] = np.arange(len(order), dtype=np.int32)
    places = place_of_row[receivers.references]
    by_place = np.argsort(places, kind="stable")
    return take_rows(references, order), Receivers(
        references=places[by_place], types=receivers.types[by_place]
    )
