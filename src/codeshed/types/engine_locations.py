"""Converts the engine's locations to byte offsets.

Turns: `17:34-17:49` → a begin and an end. Lines and columns count from 1, columns in UTF-8 bytes; the end is exclusive.
"""

from collections.abc import Sequence
from typing import TypeAlias

import msgspec
import numpy as np
from numpy.typing import NDArray

from codeshed.model.facts.type_facts import PackedSpan

LineTable: TypeAlias = NDArray[np.int64]
"""The offset at which each line of a text begins."""

_LINE_FEED = 10
_BITS = 32
_NUMBERS = msgspec.json.Decoder(list[int])


class MisplacedError(Exception):
    """A location is outside of the file, so that this is not the text that the engine checked."""


def line_table(content: bytes) -> LineTable:
    """Return where lines begin. Only line feeds count: decoded text has no lone carriage returns."""
    ends = np.flatnonzero(np.frombuffer(content, dtype=np.uint8) == _LINE_FEED) + 1
    return np.concatenate((np.zeros(1, dtype=np.int64), ends.astype(np.int64)))


def begin_offsets(locations: Sequence[str], table: LineTable) -> list[int]:
    """Return the offsets at which locations begin."""
    return _offsets(locations, table)[0].tolist()  # type: ignore[no-any-return]


def packed_spans(locations: Sequence[str], table: LineTable) -> list[PackedSpan]:
    """Return the packed spans of locations."""
    begin, end = _offsets(locations, table)
    return (begin << _BITS | end).tolist()  # type: ignore[no-any-return]


def _offsets(locations: Sequence[str], table: LineTable) -> tuple[LineTable, LineTable]:
    """Return the begins and the ends of locations, vectorized."""
    # With commas between its four numbers a location is JSON, whose decoder is the fastest parser at hand.
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
