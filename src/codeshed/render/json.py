"""Results as JSON."""

from collections.abc import Iterable, Iterator

import msgspec


def to_json(result: msgspec.Struct) -> str:
    """Write a result as indented JSON."""
    return msgspec.json.format(msgspec.json.encode(result), indent=2).decode() + "\n"


def iter_footprints_json(head: msgspec.Struct, results: Iterable[msgspec.Struct]) -> Iterator[str]:
    """Write a report result by result, so that the footprints of a whole codebase need not be held at once."""
    empty = msgspec.json.encode(head).decode()
    yield empty.removesuffix("]}")
    for index, result in enumerate(results):
        yield (",\n" if index else "\n") + msgspec.json.encode(result).decode()
    yield "\n]}\n"


def iter_json_lines(records: Iterable[msgspec.Struct]) -> Iterator[str]:
    """Write records as JSON, one on each line."""
    encode = msgspec.json.Encoder().encode
    for record in records:
        yield encode(record).decode() + "\n"
