"""Render results as JSON, always in UTF-8, even if file names are not."""

from collections.abc import Iterable, Iterator

import msgspec

from codeshed.render.phrases.wording import without_surrogates

_encode = msgspec.json.Encoder().encode


def to_json(result: msgspec.Struct) -> str:
    """Write a result as indented JSON."""
    return msgspec.json.format(_encoded(result), indent=2).decode() + "\n"


def iter_footprints_json(head: msgspec.Struct, results: Iterable[msgspec.Struct]) -> Iterator[str]:
    """Yield a report result by result, so that the footprints of a whole codebase are never in memory at once."""
    empty = _encoded(head).decode()
    yield empty.removesuffix("]}")
    for index, result in enumerate(results):
        yield (",\n" if index else "\n") + _encoded(result).decode()
    yield "\n]}\n"


def iter_json_lines(records: Iterable[msgspec.Struct]) -> Iterator[str]:
    """Yield records as JSON lines."""
    for record in records:
        yield _encoded(record).decode() + "\n"


def _encoded(result: msgspec.Struct) -> bytes:
    """Encode a result; bytes of file names that are not UTF-8 are escaped, as in all outputs."""
    try:
        return _encode(result)
    except UnicodeEncodeError:
        return _encode(_escaped(msgspec.to_builtins(result)))


def _escaped(value: object) -> object:
    if isinstance(value, str):
        return without_surrogates(value)
    if isinstance(value, dict):
        return {_escaped(key): _escaped(each) for key, each in value.items()}
    return [_escaped(each) for each in value] if isinstance(value, list | tuple) else value
