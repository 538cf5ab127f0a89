"""What the query of a language found, by the names that it gives."""

from collections.abc import Iterable

import msgspec
import tree_sitter

_DEFINE = "define."


class Match(msgspec.Struct, frozen=True, eq=False):
    """One match of one pattern, by its place in the query file: nodes by the names of their captures."""

    pattern: int
    captures: dict[str, list[tree_sitter.Node]]

    def one(self, name: str) -> tree_sitter.Node | None:
        """Return the first node of a name."""
        nodes = self.captures.get(name)
        return nodes[0] if nodes else None

    def all(self, name: str) -> list[tree_sitter.Node]:
        """Return all nodes of a name."""
        return self.captures.get(name, [])

    def definition(self) -> tuple[str, tree_sitter.Node]:
        """Return what a match that defines something defines, and its node."""
        return next(
            (name.removeprefix(_DEFINE), nodes[0])
            for name, nodes in self.captures.items()
            if name.startswith(_DEFINE)
        )


class Matches:
    """All matches of a file, in the order in which the query found them."""

    def __init__(self, found: Iterable[tuple[int, dict[str, list[tree_sitter.Node]]]]) -> None:
        self._by_capture: dict[str, list[Match]] = {}
        for pattern, captures in found:
            match = Match(pattern, captures)
            for name in captures:
                self._by_capture.setdefault(name, []).append(match)

    def having(self, name: str) -> list[Match]:
        """Return the matches that capture something under a name."""
        return self._by_capture.get(name, [])

    def nodes(self, name: str) -> list[tree_sitter.Node]:
        """Return the nodes of a name."""
        return [node for match in self.having(name) for node in match.captures[name]]

    def defining(self) -> list[Match]:
        """Return the matches that define something, in the order of their patterns."""
        found = (
            match
            for name, matches in self._by_capture.items()
            if name.startswith(_DEFINE)
            for match in matches
        )
        return sorted(found, key=lambda match: match.pattern)
