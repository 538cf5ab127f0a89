"""String interning within one part.

Turns: strings → numbers from 1, in order of first appearance, and the distinct strings as columns; 0 is no string.
"""

from collections import defaultdict
from collections.abc import Callable
from itertools import count

import numpy as np

from codeshed.build.part.document_part import INT, StringColumns
from codeshed.graph.data.columns import encoded
from codeshed.graph.data.name_index import digest


class StringTable:
    """Interns strings: `number` returns the number of a string, and 0 for None."""

    def __init__(self) -> None:
        self._number_by_text: defaultdict[str | None, int] = defaultdict(count(1).__next__, {None: 0})
        # A bound `__getitem__` is faster than a method, and there are five calls for each of a million references.
        self.number: Callable[[str | None], int] = self._number_by_text.__getitem__

    def columns(self) -> StringColumns:
        """Return all strings so far, in the order of their numbers."""
        pieces = [encoded(text) for text in self._number_by_text if text is not None]
        return StringColumns(
            content=memoryview(b"".join(pieces)),
            lengths=memoryview(np.array([len(piece) for piece in pieces], dtype=INT).tobytes()),
            digests=memoryview(b"".join([digest(piece) for piece in pieces])),
        )
