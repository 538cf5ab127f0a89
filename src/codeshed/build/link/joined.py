"""The columns of all parts, one behind the other.

Turns: DocumentParts by path and the ExternalsPart → JoinedParts, in which strings, files and details have one number
each for all parts.
"""

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from itertools import pairwise
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from codeshed.build.link.stack import Stack
from codeshed.build.link.strings import Strings
from codeshed.build.part.document_part import (
    BaseColumns,
    DocumentPart,
    ExternalsPart,
    MentionColumns,
    ParameterColumns,
    TypeUseColumns,
)
from codeshed.graph.arrays import NO_ROW, Bytes, Flags, Ints, Longs
from codeshed.graph.columns import starts_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Modules:
    """Files by number: their paths in order, symbols and names as strings, and the sizes of their top level.

    `parts` are the first ones of each, and `symbol_places` those of the symbols among the strings of all parts. `is_test`
    says that they hold tests, `is_partial` that their extractor did not read them whole.
    """

    paths: tuple[str, ...]
    parts: Ints
    symbols: Ints
    symbol_places: Ints
    names: Ints
    last_names: Ints
    lower_names: Ints
    sizes: Longs
    is_test: Flags
    is_partial: Flags

    def __len__(self) -> int:
        """Return the number of files."""
        return len(self.paths)


@dataclass(frozen=True, slots=True, kw_only=True)
class Definitions:
    """Definitions of all parts: columns as `DefinitionColumns` describes them, with the parts and files they are in.

    `symbol_places` are those of the symbols among the strings of all parts.
    """

    symbols: Ints
    names: Ints
    last_names: Ints
    lower_names: Ints
    enclosing: Ints
    members: Ints
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
    details: Ints
    files: Ints
    parts: Ints
    symbol_places: Ints

    def __len__(self) -> int:
        """Return the number of definitions."""
        return len(self.symbols)

    def has(self, flag: int) -> Flags:
        """Whether each definition has a flag."""
        return np.asarray((self.flags & int(flag)) != 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Bases:
    """Bases of types, as `BaseColumns` describes them."""

    definitions: Ints
    bases: Ints
    heads: Ints


@dataclass(frozen=True, slots=True, kw_only=True)
class TypeUses:
    """Types in signatures, as `TypeUseColumns` describes them."""

    definitions: Ints
    wholes: Ints
    members: Ints
    flags: Bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class Parameters:
    """Parameters with types, as `ParameterColumns` describes them."""

    definitions: Ints
    symbols: Ints
    types: Ints
    type_sources: Bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class Mentions:
    """References of all parts, by file and span, as `MentionColumns` describes them."""

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
    files: Ints

    def __len__(self) -> int:
        """Return the number of mentions."""
        return len(self.targets)

    def has(self, flag: int) -> Flags:
        """Whether each mention has a flag."""
        return np.asarray((self.flags & int(flag)) != 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class JoinedParts:
    """All parts in one; `details` are the different ones, encoded; `modules` are the files in order."""

    strings: Strings
    modules: Modules
    definitions: Definitions
    bases: Bases
    type_uses: TypeUses
    parameters: Parameters
    mentions: Mentions
    details: list[bytes]


Table = TypeVar("Table", Definitions, Bases, TypeUses, Parameters, Mentions)


def taken(table: Table, rows: npt.NDArray[np.intp] | Ints) -> Table:
    """Return some rows of a table, in the given order."""
    return replace(table, **{each.name: getattr(table, each.name)[rows] for each in fields(table)})


def join_parts(parts: Sequence[DocumentPart], externals: ExternalsPart) -> JoinedParts:
    """Put parts that are sorted by path one behind the other, and the externals behind them."""
    strings = Strings([*(part.strings for part in parts), externals.strings])
    modules, file_of_part = _join_modules(parts, strings)
    files = np.append(file_of_part, NO_ROW).astype(np.int32)
    tables = [*(part.definitions for part in parts), externals.definitions]
    row_by_details: dict[bytes, int] = {}
    details_rows = np.array(
        [
            row_by_details.setdefault(details, len(row_by_details))
            for table in tables
            for details in table.details
        ],
        dtype=np.int32,
    )
    definitions = Stack([table.columns for table in tables], lambda each: each.symbols, strings)
    firsts = starts_of(definitions.counts)
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
            details=details_rows[
                definitions.shifted(
                    lambda each: each.details, starts_of(np.array([len(table.details) for table in tables]))
                )
            ],
            files=definitions.repeated(files),
            parts=definitions.part_of_row,
            symbol_places=definitions.string_places(lambda each: each.symbols),
        ),
        bases=_join_bases([table.bases for table in tables], strings, firsts),
        type_uses=_join_type_uses([table.type_uses for table in tables], strings, firsts),
        parameters=_join_parameters([table.parameters for table in tables], strings, firsts),
        mentions=_join_mentions([part.mentions for part in parts], strings, files),
        details=list(row_by_details),
    )


def _join_modules(parts: Sequence[DocumentPart], strings: Strings) -> tuple[Modules, Ints]:
    """Return the files, and the file of each part.

    Of a file with several documents the largest top level counts, and each of their problems.
    """
    is_new = np.ones(len(parts), dtype=np.bool_)
    is_new[1:] = [one.path != other.path for one, other in pairwise(parts)]
    firsts = np.flatnonzero(is_new)

    def places_of(local: list[int]) -> Ints:
        return strings.places(np.array(local, dtype=np.int32), strings.firsts[: len(parts)])[firsts]

    def strings_of(local: list[int]) -> Ints:
        return strings.numbers_at(places_of(local))

    sizes = np.array([part.module_size for part in parts], dtype=np.int64)
    is_partial = np.array([part.is_partial for part in parts], dtype=np.bool_)
    modules = Modules(
        paths=tuple(parts[first].path for first in firsts.tolist()),
        parts=firsts.astype(np.int32),
        symbols=strings_of([part.module_symbol for part in parts]),
        symbol_places=places_of([part.module_symbol for part in parts]),
        names=strings_of([part.module_name for part in parts]),
        last_names=strings_of([part.module_last_name for part in parts]),
        lower_names=strings_of([part.module_lower_name for part in parts]),
        sizes=np.maximum.reduceat(sizes, firsts) if len(firsts) else sizes,
        is_test=np.array([part.is_test for part in parts], dtype=np.bool_)[firsts],
        is_partial=np.logical_or.reduceat(is_partial, firsts) if len(firsts) else is_partial,
    )
    return modules, np.cumsum(is_new) - 1


def _join_bases(tables: Sequence[BaseColumns], strings: Strings, firsts: Longs) -> Bases:
    stack = Stack(tables, lambda each: each.definitions, strings)
    return Bases(
        definitions=stack.shifted(lambda each: each.definitions, firsts),
        bases=stack.strings(lambda each: each.bases),
        heads=stack.strings(lambda each: each.heads),
    )


def _join_type_uses(tables: Sequence[TypeUseColumns], strings: Strings, firsts: Longs) -> TypeUses:
    stack = Stack(tables, lambda each: each.definitions, strings)
    return TypeUses(
        definitions=stack.shifted(lambda each: each.definitions, firsts),
        wholes=stack.strings(lambda each: each.wholes),
        members=stack.strings(lambda each: each.members),
        flags=stack.bytes(lambda each: each.flags),
    )


def _join_parameters(tables: Sequence[ParameterColumns], strings: Strings, firsts: Longs) -> Parameters:
    stack = Stack(tables, lambda each: each.definitions, strings)
    return Parameters(
        definitions=stack.shifted(lambda each: each.definitions, firsts),
        symbols=stack.strings(lambda each: each.symbols),
        types=stack.strings(lambda each: each.types),
        type_sources=stack.bytes(lambda each: each.type_sources),
    )


def _join_mentions(tables: Sequence[MentionColumns], strings: Strings, files: Ints) -> Mentions:
    stack = Stack(tables, lambda each: each.targets, strings)
    mentions = Mentions(
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
        files=stack.repeated(files),
    )
    if len(np.unique(files)) == len(files):
        return mentions
    # Several documents of one file: their references are not yet in the order of their spans.
    return taken(mentions, np.lexsort((*mentions.spans.T[::-1], mentions.files)))
