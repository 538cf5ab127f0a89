"""The line of a hit that matters most for a query.

Turns: a unit's lines and the weights of words → the number of the line with the heaviest words, and its text.
"""

import re
from collections.abc import Mapping

from codeshed.model.source_reader import SourceReader
from codeshed.search.words import IDENTIFIER, terms_of

_MAX_LINES = 150
_MAX_TERMS = 16
_BEGINNING = 4
_MAX_WIDTH = 200


class HitLines:
    """Reads the lines of hits, each file once."""

    def __init__(self, sources: SourceReader, weight_by_term: Mapping[str, float]) -> None:
        self._sources = sources
        self._weight_by_term = weight_by_term
        self._lines_by_path: dict[str, list[str]] = {}
        heaviest = sorted(weight_by_term, key=lambda term: (-weight_by_term[term], term))[:_MAX_TERMS]
        # A stem is the beginning of its words, but for `y` and compound names: most lines need no closer look.
        beginnings = "|".join(re.escape(term[:_BEGINNING]) for term in heaviest)
        self._may_match = re.compile(beginnings or r"(?!)", re.IGNORECASE)

    def choose(self, path: str, first: int, last: int) -> int:
        """Return the line with the heaviest words, the first of them; without any, the first line."""
        lines = self._lines(path)[first - 1 : min(last, first + _MAX_LINES)]
        weights = [self._weight(line) for line in lines]
        best = max(weights, default=0.0)
        return first + weights.index(best) if best > 0.0 else first

    def text(self, path: str, line: int) -> str | None:
        """Return a line without its indentation, cut to a width; None if there is no such line."""
        lines = self._lines(path)
        return lines[line - 1].strip()[:_MAX_WIDTH] if 0 < line <= len(lines) else None

    def _weight(self, line: str) -> float:
        if self._may_match.search(line) is None:
            return 0.0
        terms = {term for word in IDENTIFIER.findall(line[:_MAX_WIDTH]) for term in terms_of(word)}
        return sum(sorted(self._weight_by_term[term] for term in terms & self._weight_by_term.keys()))

    def _lines(self, path: str) -> list[str]:
        if path not in self._lines_by_path:
            self._lines_by_path[path] = (self._sources.read(path) or "").split("\n")
        return self._lines_by_path[path]
