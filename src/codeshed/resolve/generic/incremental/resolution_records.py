"""What an index keeps of how a file was resolved.

Turns: the query trace of a file, and what the file declares about types elsewhere → ResolutionRecord, and these ↔ bytes.
"""

from collections.abc import Mapping
from functools import cached_property

import msgspec

from codeshed.resolve.generic.definition_key import DefinitionKey
from codeshed.resolve.generic.symbol_table import SymbolTable
from codeshed.resolve.generic.values.expression_values import Evaluator

Methods = tuple[tuple[str, str], ...]
"""The names and symbols of methods, in order."""


class ResolutionRecord(msgspec.Struct, frozen=True, array_like=True):
    """What decides whether a file has to be resolved again when others change.

    `query_hashes` has the hashes of all its queries, in order. `owners` are the types of its out-of-line members, `extended_types` those
    that its extensions declare bases for: symbols in the order of the file, empty where none was found. `interfaces` are its
    structural interfaces, with the methods that they require.
    """

    query_hashes: bytes = b""
    owners: tuple[str, ...] = ()
    extended_types: tuple[str, ...] = ()
    interfaces: tuple[tuple[str, Methods], ...] = ()


class ResolutionRecords:
    """What the files of a program declare about types elsewhere, as these records have it."""

    def __init__(self, symbol_table: SymbolTable, evaluator: Evaluator) -> None:
        self._symbol_table = symbol_table
        self._members = evaluator.members
        self._structural = evaluator.structural_interfaces

    @cached_property
    def _interfaces(self) -> Mapping[str, list[tuple[str, Methods]]]:
        found: dict[str, list[tuple[str, Methods]]] = {}
        for interface, methods in self._structural.methods_by_interface().items():
            interfaces = found.setdefault(interface.path, [])
            symbols = tuple(sorted((name, self._symbol_table.symbol(each)) for name, each in methods.items()))
            interfaces.append((self._symbol_table.symbol(interface), symbols))
        return found

    def record_of(self, path: str, query_hashes: bytes = b"") -> ResolutionRecord:
        """Return the record of a file with the hashes of its queries."""
        definitions = self._symbol_table.files[path].facts.definitions
        owners = self._members.owner_by_member
        return ResolutionRecord(
            query_hashes=query_hashes,
            owners=tuple(
                self._symbol(owners.get(DefinitionKey(path, number)))
                for number, definition in enumerate(definitions)
                if definition.owner is not None
            ),
            extended_types=tuple(map(self._symbol, self._members.extended_types.get(path, ()))),
            interfaces=tuple(self._interfaces.get(path, ())),
        )

    def _symbol(self, entity: DefinitionKey | None) -> str:
        return "" if entity is None else self._symbol_table.symbol(entity)


_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(ResolutionRecord).decode


def encode_resolution_record(record: ResolutionRecord) -> bytes:
    """Return a record as bytes."""
    return _encode(record)


def decode_resolution_record(content: bytes) -> ResolutionRecord:
    """Return a record from its bytes."""
    return _decode(content)
