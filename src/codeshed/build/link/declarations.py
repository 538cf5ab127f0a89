"""Symbol table of declarations: every declared symbol once.

Turns: JoinedParts → Declarations, by symbol. Definitions with the same id are merged: the first by path and span is
kept, with the sum of their sizes. A definition takes precedence over an external symbol, and anything over an inferred
type.
"""

from collections.abc import Iterator
from itertools import pairwise
from typing import TypeVar

import msgspec
import numpy as np
from msgspec.structs import replace

from codeshed.build.link.joined_columns import (
    Bases,
    Definitions,
    Flows,
    JoinedParts,
    Parameters,
    SignatureTypes,
    take_rows,
)
from codeshed.build.link.string_union import InternedStrings
from codeshed.build.part.document_part import DefinitionFlag
from codeshed.graph.data.arrays import NO_ROW, Ints, Longs
from codeshed.graph.data.kinds import NodeFlag, NodeKind
from codeshed.graph.data.type_registry import TYPE_KINDS
from codeshed.model.answers.truncation import WarningRecord
from codeshed.model.semantic import DefinitionDetails, TypeKind

_INTERFACE = TYPE_KINDS.index(TypeKind.INTERFACE) + 1


class DetailsTable(msgspec.Struct, frozen=True, kw_only=True):
    """Distinct details by row, decoded on demand."""

    encoded: list[bytes]
    _decoded: dict[int, DefinitionDetails] = msgspec.field(default_factory=dict)

    def get(self, row: int) -> DefinitionDetails:
        """Return the details of a row."""
        known = self._decoded.get(row)
        if known is None:
            known = self._decoded[row] = msgspec.msgpack.decode(self.encoded[row], type=DefinitionDetails)
        return known


class SymbolOrder(msgspec.Struct, frozen=True, kw_only=True):
    """Symbols by text, without duplicates: as string numbers, and as positions among the strings of all parts."""

    numbers: Ints
    positions: Ints


class Declarations(msgspec.Struct, frozen=True, kw_only=True):
    """Declared symbols in order; the other tables have only rows that belong to declarations, and refer to these.

    `columns.sizes` are final, and `columns.flags` tell which functions are interface methods. `order` has all
    symbols that are declared or are paths.
    """

    columns: Definitions
    bases: Bases
    signature_types: SignatureTypes
    parameters: Parameters
    flows: Flows
    details: DetailsTable
    order: SymbolOrder
    warnings: tuple[WarningRecord, ...]

    def details_of(self, declaration: int) -> DefinitionDetails:
        """Return the details of a declaration."""
        return self.details.get(int(self.columns.details[declaration]))


def merge_definitions(joined: JoinedParts) -> Declarations:
    """Merge the definitions of each symbol into one declaration, and sort declarations by symbol."""
    definitions = _with_interface_methods(joined.definitions, len(joined.strings))
    chosen, sizes, duplicates = _choose(definitions, _wanted(definitions, joined), len(joined.strings))
    order = _order(take_rows(definitions, np.sort(chosen)), joined)
    definition_of = np.full(len(joined.strings), NO_ROW, dtype=np.int32)
    definition_of[definitions.symbols[chosen]] = chosen
    rows = definition_of[order.numbers]
    rows = rows[rows != NO_ROW]
    declaration_of = np.full(len(definitions), NO_ROW, dtype=np.int32)
    declaration_of[rows] = np.arange(len(rows), dtype=np.int32)
    columns = take_rows(definitions, rows)
    return Declarations(
        columns=replace(columns, sizes=sizes[columns.symbols]),
        bases=_belonging(joined.bases, declaration_of),
        signature_types=_belonging(joined.signature_types, declaration_of),
        parameters=_belonging(joined.parameters, declaration_of),
        flows=_belonging(joined.flows, declaration_of),
        details=DetailsTable(encoded=joined.details),
        order=order,
        warnings=tuple(_iter_warnings(definitions, duplicates, joined)),
    )


_Owned = TypeVar("_Owned", Bases, SignatureTypes, Parameters, Flows)


def _belonging(table: _Owned, declaration_of: Ints) -> _Owned:
    """Keep the rows that belong to declarations, grouped by declaration in their original order."""
    owners = declaration_of[table.definitions]
    rows = np.flatnonzero(owners != NO_ROW)
    rows = rows[np.argsort(owners[rows], kind="stable")]
    return replace(take_rows(table, rows), definitions=owners[rows])


def _with_interface_methods(definitions: Definitions, n_strings: int) -> Definitions:
    """Mark interface methods: abstract ones, and those without a body in an interface. Their size is that of their signature."""
    is_interface = np.zeros(n_strings, dtype=np.bool_)
    is_interface[definitions.symbols[definitions.type_kinds == _INTERFACE]] = True
    is_method = definitions.has(DefinitionFlag.ENCLOSED) & is_interface[definitions.enclosing]
    chosen = (definitions.kinds == NodeKind.FUNCTION) & (definitions.files != NO_ROW)
    chosen &= definitions.has(NodeFlag.ABSTRACT) | (definitions.has(DefinitionFlag.BODILESS) & is_method)
    return replace(
        definitions,
        flags=definitions.flags | np.where(chosen, np.int32(NodeFlag.INTERFACE_METHOD), np.int32(0)),
        sizes=np.where(chosen, definitions.interface_sizes, definitions.sizes),
    )


def _wanted(definitions: Definitions, joined: JoinedParts) -> Ints:
    """Return the definitions to be kept: inferred types count only if nothing else has their symbol, and once."""
    rows = np.arange(len(definitions), dtype=np.int32)
    is_inferred = definitions.has(NodeFlag.INFERRED)
    if not is_inferred.any():
        return rows
    first_of = np.full(len(joined.strings), NO_ROW, dtype=np.int32)
    first_of[definitions.symbols[::-1]] = rows[::-1]
    is_known = np.zeros(len(joined.strings), dtype=np.bool_)
    is_known[definitions.symbols[~is_inferred]] = True
    is_known[joined.modules.symbols] = True
    is_new = ~is_known[definitions.symbols] & (first_of[definitions.symbols] == rows)
    return np.asarray(rows[~is_inferred | is_new])


def _choose(definitions: Definitions, rows: Ints, n_strings: int) -> tuple[Ints, Longs, Ints]:
    """Return one definition per symbol in order of appearance, the sizes by symbol, and all duplicate definitions."""
    is_document = definitions.files != NO_ROW
    definition_of = np.full(n_strings, NO_ROW, dtype=np.int32)
    # NumPy keeps the last value assigned to an index: reversed, the first definition is kept.
    definition_of[definitions.symbols[rows][::-1]] = rows[::-1]
    is_first = definition_of[definitions.symbols[rows]] == rows
    firsts = rows[is_first]
    symbols = definitions.symbols[firsts]
    sizes = np.zeros(n_strings, dtype=np.int64)
    sizes[symbols] = definitions.sizes[firsts]
    seconds = rows[~is_first & is_document[rows]]
    if len(seconds):
        np.add.at(sizes, definitions.symbols[seconds], definitions.sizes[seconds])
        is_repeated = np.zeros(n_strings, dtype=np.bool_)
        is_repeated[definitions.symbols[seconds]] = True
        repeated = rows[(is_repeated[definitions.symbols] & is_document)[rows]]
        spans = definitions.spans[repeated]
        in_order = repeated[np.lexsort((repeated, *spans.T[::-1], definitions.files[repeated]))]
        definition_of[definitions.symbols[in_order[::-1]]] = in_order[::-1]
    return definition_of[symbols], sizes, seconds


def _order(definitions: Definitions, joined: JoinedParts) -> SymbolOrder:
    """Return the order of symbols and paths, given definitions with distinct symbols."""
    is_declared = np.zeros(len(joined.strings), dtype=np.bool_)
    is_declared[definitions.symbols] = True
    modules = np.flatnonzero(~is_declared[joined.modules.symbols])
    places = np.concatenate((joined.modules.symbol_positions[modules], definitions.symbol_positions))
    parts = np.concatenate((joined.modules.parts[modules], definitions.parts))
    # A module comes before what its part defines.
    by_part = np.argsort(parts, kind="stable")
    return order_symbol_positions(places[by_part], parts[by_part], joined.strings)


def order_symbol_positions(places: Ints, parts: Ints, strings: InternedStrings) -> SymbolOrder:
    """Sort positions by the texts at them, all of which differ.

    They come by part, and are sorted within a part except for its first, which is the path. A part's symbols mostly
    come before those of the next part: then sorting the parts is enough, and the symbols of a part are copied as
    one block.
    """
    firsts = np.flatnonzero(np.diff(parts, prepend=-1)).astype(np.int32)
    order = _order_of_parts(places, firsts, strings)
    if order is None:
        pieces = strings.bytes_at_positions(places)
        in_order = places[sorted(range(len(pieces)), key=pieces.__getitem__)]
    else:
        rank = np.empty(len(firsts), dtype=np.int32)
        rank[order] = np.arange(len(firsts), dtype=np.int32)
        n_by_part = np.diff(firsts, append=len(places))
        in_order = places[np.argsort(np.repeat(rank, n_by_part), kind="stable")]
    return SymbolOrder(numbers=strings.numbers_at_positions(in_order), positions=in_order)


def _order_of_parts(places: Ints, firsts: Ints, strings: InternedStrings) -> list[int] | None:
    """Return the parts in the order of their symbols, or None if the symbols of two parts interleave."""
    lasts = np.append(firsts[1:], len(places))[: len(firsts)] - 1
    first_pieces, last_pieces = (
        strings.bytes_at_positions(places[firsts]),
        strings.bytes_at_positions(places[lasts]),
    )
    second_pieces = strings.bytes_at_positions(places[np.minimum(firsts + 1, lasts)])
    order = sorted(range(len(firsts)), key=first_pieces.__getitem__)
    is_disjoint = all(last_pieces[one] < first_pieces[other] for one, other in pairwise(order))
    is_path_first = all(map(bytes.__le__, first_pieces, second_pieces))
    return order if is_disjoint and is_path_first else None


def _iter_warnings(definitions: Definitions, seconds: Ints, joined: JoinedParts) -> Iterator[WarningRecord]:
    for row in seconds.tolist():
        symbol = joined.strings.text(int(definitions.symbols[row]))
        path = joined.modules.paths[definitions.files[row]]
        yield WarningRecord(
            code="DUPLICATE_SYMBOL",
            message=f"{symbol} is defined more than once, also in {path}; it counts as one",
        )
