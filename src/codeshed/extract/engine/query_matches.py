"""The matches of a language's query, by their captures."""

from collections.abc import Iterable, Sequence

import msgspec
import tree_sitter

_DEFINE = "define."


class QueryMatch(msgspec.Struct, frozen=True):
    """One match of a pattern, which is known by its index in the query: nodes by capture."""

    pattern: int
    captures: dict[str, list[tree_sitter.Node]]

    def first(self, name: str) -> tree_sitter.Node | None:
        """Return the first node of a capture."""
        nodes = self.captures.get(name)
        return nodes[0] if nodes else None

    def all(self, name: str) -> list[tree_sitter.Node]:
        """Return all nodes of a capture."""
        return self.captures.get(name, [])


class QueryMatches:
    """All matches in one file, by capture, in the order in which they were found."""

    def __init__(self, found: Iterable[tuple[int, dict[str, list[tree_sitter.Node]]]]) -> None:
        self._by_capture: dict[str, list[QueryMatch]] = {}
        self.definitions: list[tuple[str, QueryMatch]] = []
        """The definitions: `@define.<what>`, and the match."""
        for pattern, captures in found:
            match = QueryMatch(pattern, captures)
            for name in captures:
                self._by_capture.setdefault(name, []).append(match)
                if name.startswith(_DEFINE):
                    self.definitions.append((name.removeprefix(_DEFINE), match))

    def with_capture(self, name: str) -> Sequence[QueryMatch]:
        """Return the matches that have a capture."""
        return self._by_capture.get(name, ())

    def nodes(self, name: str) -> Iterable[tree_sitter.Node]:
        """Yield all nodes of a capture."""
        for match in self._by_capture.get(name, ()):
            yield from match.captures[name]
