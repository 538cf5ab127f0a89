"""What an index keeps of how a file was resolved.

Turns: the query trace of a file, and what the file declares about types elsewhere → ResolutionRecord, and these ↔ bytes.
"""

from collections.abc import Mapping
from functools import cached_property

import msgspec

from codeshed.resolve.generic.definition_key import Entity
from codeshed.resolve.generic.symbol_table import Program
from codeshed.resolve.generic.values.expression_values import Evaluation

Methods = tuple[tuple[str, str], ...]
"""The names and symbols of methods, in order."""


class FileNotes(msgspec.Struct, frozen=True, array_like=True):
    """What decides whether a file has to be resolved again when others change.

    `asked` has the hashes of all its queries, in order. `owners` are the types of its out-of-line members, `said_of` those
    that its extensions declare bases for: symbols in the order of the file, empty where none was found. `interfaces` are its
    structural interfaces, with the methods that they require.
    """

    asked: bytes = b""
    owners: tuple[str, ...] = ()
    said_of: tuple[str, ...] = ()
    interfaces: tuple[tuple[str, Methods], ...] = ()


class Relations:
    """What the files of a program declare about types elsewhere, as these records have it."""

    def __init__(self, program: Program, evaluator: Evaluation) -> None:
        self._program = program
        self._members = evaluator.members
        self._structural = evaluator.structural

    @cached_property
    def _interfaces(self) -> Mapping[str, list[tuple[str, Methods]]]:
        found: dict[str, list[tuple[str, Methods]]] = {}
        for interface, methods in self._structural.asked_for().items():
            interfaces = found.setdefault(interface.path, [])
            symbols = tuple(sorted((name, self._program.symbol(each)) for name, each in methods.items()))
            interfaces.append((self._program.symbol(interface), symbols))
        return found

    def of_file(self, path: str, asked: bytes = b"") -> FileNotes:
        """Return the record of a file with the hashes of its queries."""
        definitions = self._program.files[path].facts.definitions
        owners = self._members.owners
        return FileNotes(
            asked=asked,
            owners=tuple(
                self._symbol(owners.get(Entity(path, number)))
                for number, definition in enumerate(definitions)
                if definition.owner is not None
            ),
            said_of=tuple(map(self._symbol, self._members.said_of.get(path, ()))),
            interfaces=tuple(self._interfaces.get(path, ())),
        )

    def _symbol(self, entity: Entity | None) -> str:
        return "" if entity is None else self._program.symbol(entity)


_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(FileNotes).decode


def encode_notes(notes: FileNotes) -> bytes:
    """Return notes as bytes."""
    return _encode(notes)


def decode_notes(content: bytes) -> FileNotes:
    """Return notes from their bytes."""
    return _decode(content)
