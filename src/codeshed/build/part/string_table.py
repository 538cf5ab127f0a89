"""Strings as numbers.

Turns: strings, as often as they come → numbers from 1 on, and once each into columns; no string is 0.
"""

import numpy as np

from codeshed.build.part.document_part import INT, StringColumns
from codeshed.graph.columns import encoded
from codeshed.graph.name_index import digest


class StringTable:
    """Numbers strings in the order in which they first come."""

    def __init__(self) -> None:
        self._number_by_text: dict[str, int] = {}

    def number(self, text: str | None) -> int:
        """Return the number of a string."""
        if text is None:
            return 0
        return self._number_by_text.setdefault(text, len(self._number_by_text) + 1)

    def columns(self) -> StringColumns:
        """Return all strings so far: the one with number 1 first."""
        pieces = [encoded(text) for text in self._number_by_text]
        return StringColumns(
            content=b"".join(pieces),
            lengths=np.array([len(piece) for piece in pieces], dtype=INT).tobytes(),
            digests=b"".join([digest(piece) for piece in pieces]),
        )
