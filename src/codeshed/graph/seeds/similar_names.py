"""The distinct names of a graph, searched by beginning, by part, and by similarity.

Turns: CodeGraph → NameList; a text → names. All names are one text, so that a search takes milliseconds. A name with at most
two typing errors has one of three parts of the text unchanged: it begins with the first, contains the second, or ends with the
third. Only such names are compared letter by letter.
"""

import difflib
from bisect import bisect_right
from collections.abc import Iterator
from itertools import islice

import msgspec

from codeshed.graph.data.code_graph import CodeGraph

_END = "\n"
_N_PARTS = 3
_SHORTEST = 3
_SHORTEST_PART = 2
_SHORT = 5
_MAX_COMPARED = 3000
_LIKENESS = 0.7


class NameList(msgspec.Struct, frozen=True):
    """The distinct names as one text in lower case, and as written: both sorted in the same order, a line each."""

    lower: str
    written: tuple[str, ...]
    starts: tuple[int, ...]

    def with_prefix(self, text: str) -> Iterator[str]:
        """Yield the names that begin with a text, in any case."""
        return self._find(_END + text.lower())

    def with_part(self, text: str) -> Iterator[str]:
        """Yield the names that contain a text, in any case."""
        return self._find(text.lower())

    def similar(self, text: str, limit: int) -> list[str]:
        """Return the most similar names, the most similar first."""
        wanted = text.lower()
        if len(wanted) < _SHORTEST:
            return []
        size = max(_SHORTEST_PART, -(-len(wanted) // _N_PARTS))
        # Two swapped letters leave no part of a short text unchanged, but mostly its first letter.
        first = wanted[: 1 if len(wanted) <= _SHORT else size]
        parts = (f"{_END}{first}", f"{wanted[-size:]}{_END}", wanted[size:-size])
        most = max(2, len(wanted) // _N_PARTS)
        near: dict[str, None] = {}
        for part in parts:
            names = self._find(part) if len(part) >= _SHORTEST_PART else iter(())
            near_ones = (name for name in names if abs(len(name) - len(wanted)) <= most)
            near.update(dict.fromkeys(islice(near_ones, _MAX_COMPARED)))
        matcher = difflib.SequenceMatcher(autojunk=False)
        matcher.set_seq2(wanted)
        ranked = []
        for name in near:
            matcher.set_seq1(name.lower())
            if matcher.real_quick_ratio() >= _LIKENESS and matcher.quick_ratio() >= _LIKENESS:
                ranked.append((-matcher.ratio(), name))
        return [name for likeness, name in sorted(ranked)[:limit] if -likeness >= _LIKENESS]

    def _find(self, wanted: str) -> Iterator[str]:
        """Yield the names in whose line a text begins."""
        place = self.lower.find(wanted) if wanted.strip(_END) else -1
        while place >= 0:
            number = bisect_right(self.starts, place + wanted.startswith(_END)) - 1
            if number < len(self.written):
                yield self.written[number]
            place = self.lower.find(wanted, self.starts[number + 1] - 1)


def list_names(graph: CodeGraph) -> NameList:
    """List the distinct names of a graph."""
    names = sorted(graph.name_index, key=lambda name: (name.lower(), name))
    lower = [name.lower().replace(_END, " ") for name in names]
    starts = [1]
    for name in lower:
        starts.append(starts[-1] + len(name) + 1)
    return NameList(_END + "".join(f"{name}{_END}" for name in lower), tuple(names), tuple(starts))
