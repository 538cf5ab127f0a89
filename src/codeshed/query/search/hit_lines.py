"""The line of a hit that matters most for a query.

Turns: a unit's lines and the weights of words → the number of the line with the heaviest words, and its text.
"""

from collections.abc import Mapping, Sequence

from codeshed.model.source_reader import SourceReader
from codeshed.search.words import IDENTIFIER, terms_of

_MAX_LINES = 150
_MAX_WIDTH = 200


class HitLines:
    """Reads the lines of hits, each file once."""

    def __init__(self, sources: SourceReader, weight_by_term: Mapping[str, float]) -> None:
        self._sources = sources
        self._weight_by_term = weight_by_term
        self._lines_by_path: dict[str, list[str]] = {}
        self._terms_by_word: dict[str, tuple[str, ...]] = {}

    def choose(self, path: str, first: int, last: int, without: Sequence[tuple[int, int]] = ()) -> int:
        """Return the line with the heaviest words, the first of them; without any, the first that is no decorator.

        Lines of the ranges `without` belong to other units.
        """
        lines = self._lines(path)[first - 1 : min(last, first + _MAX_LINES)]
        found = [word for word in {*IDENTIFIER.findall("\n".join(lines))} if self._terms(word)]
        weights = [self._weight(line) if any(word in line for word in found) else 0.0 for line in lines]
        for low, high in without:
            inside = range(max(0, low - first), min(len(weights), high - first + 1))
            for place in inside:
                weights[place] = 0.0
        best = max(weights, default=0.0)
        if best > 0.0:
            return first + weights.index(best)
        return first + next((n for n, line in enumerate(lines) if not line.lstrip().startswith("@")), 0)

    def text(self, path: str, line: int) -> str | None:
        """Return a line without its indentation, cut to a width; None if there is no such line."""
        lines = self._lines(path)
        return lines[line - 1].strip()[:_MAX_WIDTH] if 0 < line <= len(lines) else None

    def _weight(self, line: str) -> float:
        terms = {term for word in IDENTIFIER.findall(line[:_MAX_WIDTH]) for term in self._terms(word)}
        return sum(sorted(self._weight_by_term[term] for term in terms))

    def _terms(self, word: str) -> tuple[str, ...]:
        """Return the terms of a word that the query has."""
        found = self._terms_by_word.get(word)
        if found is None:
            found = tuple(term for term in terms_of(word) if term in self._weight_by_term)
            self._terms_by_word[word] = found
        return found

    def _lines(self, path: str) -> list[str]:
        if path not in self._lines_by_path:
            self._lines_by_path[path] = (self._sources.read(path) or "").split("\n")
        return self._lines_by_path[path]
