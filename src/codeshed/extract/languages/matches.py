"""What the query of a language found, by the names that it gives."""

import msgspec
import tree_sitter

_DEFINE = "define."


class Match(msgspec.Struct, frozen=True):
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

    @property
    def defined(self) -> tuple[str, tree_sitter.Node] | None:
        """What the match defines, and its node; a definition has something else beside itself."""
        if len(self.captures) == 1:
            return None
        for name, nodes in self.captures.items():
            if name.startswith(_DEFINE):
                return name.removeprefix(_DEFINE), nodes[0]
        return None
