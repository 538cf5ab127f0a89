"""Where things stand.

Turns: the engine's locations → byte offsets. A location is `17:34-17:49`: lines and columns from 1, columns in UTF-8
bytes, the end not included.
"""

from collections.abc import Sequence
from typing import TypeAlias

import msgspec
import numpy as np
from numpy.typing import NDArray

from codeshed.model.type_facts import Place

LineTable: TypeAlias = NDArray[np.int64]
"""The offsets at which the lines of a text begin."""

_LINE_FEED = 10
_BITS = 32
_NUMBERS = msgspec.json.Decoder(list[int])


class MisplacedError(Exception):
    """A location that the file does not have: it is not the file that the engine read."""


def line_table(content: bytes) -> LineTable:
    """Return where lines begin. A lone carriage return would end a line too, but a text that was decoded has none."""
    ends = np.flatnonzero(np.frombuffer(content, dtype=np.uint8) == _LINE_FEED) + 1
    return np.concatenate((np.zeros(1, dtype=np.int64), ends.astype(np.int64)))


def begins(locations: Sequence[str], table: LineTable) -> list[int]:
    """Return the offsets at which locations begin."""
    return _ends(locations, table)[0].tolist()  # type: ignore[no-any-return]


def places(locations: Sequence[str], table: LineTable) -> list[Place]:
    """Return the packed offsets of locations."""
    begin, end = _ends(locations, table)
    return (begin << _BITS | end).tolist()  # type: ignore[no-any-return]


def _ends(locations: Sequence[str], table: LineTable) -> tuple[LineTable, LineTable]:
    """Return where locations begin and end, all in one go."""
    # Four numbers with marks between them: with commas for marks this is JSON, and read as fast as it gets.
    text = ",".join(locations).replace(":", ",").replace("-", ",")
    numbers = np.array(_NUMBERS.decode(f"[{text}]"), dtype=np.int64)
    if len(numbers) != 4 * len(locations):
        raise MisplacedError
    numbers = numbers.reshape(-1, 4)
    lines = numbers[:, 0::2]
    if len(lines) and (lines.min() < 1 or lines.max() > len(table)):
        raise MisplacedError
    offsets = table[lines - 1] + numbers[:, 1::2] - 1
    return offsets[:, 0], offsets[:, 1]
