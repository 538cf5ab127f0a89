"""Functions that nobody can name belong to those around them.

Turns: Wishes → Wishes without functions of classes that have no name, and without inner functions that use the seed: the
function that contains them is there instead. Where there is none, as around the body of an enum's constant, who uses the
seed stays.
"""

from functools import lru_cache

import msgspec

from codeshed.context.wishes import Wish, Wishes
from codeshed.graph.data.arrays import NO_ROW
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.kinds import NodeKind

_WITHOUT_NAME = "$"
"""What the name of a class begins with that has none, and so is called after its base."""

_USERS = frozenset({"caller", "test"})
_TYPE, _FUNCTION = int(NodeKind.TYPE), int(NodeKind.FUNCTION)


class Owners:
    """Knows for the symbols of one graph whom they belong to; what it found once it keeps."""

    def __init__(self, graph: CodeGraph) -> None:
        self._graph = graph
        self._place_of = lru_cache(maxsize=200_000)(self._found_place)

    def in_place_of(self, wishes: Wishes, seeds: frozenset[int]) -> Wishes:
        """Return wishes for what has a name that code elsewhere can say; the dearer of two for the same symbol stays."""
        found: dict[int, Wish] = {}
        for wish in wishes.symbols:
            owner = self._owner_of(wish)
            if owner is None or owner in seeds:
                continue
            known = found.get(owner)
            if known is None or known.worth < wish.worth:
                found[owner] = wish if owner == wish.row else msgspec.structs.replace(wish, row=owner)
        return msgspec.structs.replace(wishes, symbols=tuple(found[row] for row in sorted(found)))

    def _owner_of(self, wish: Wish) -> int | None:
        """Return the symbol that stands for a wish; nothing if it is of use to its owner alone."""
        if wish.row >= len(self._graph.nodes):
            return wish.row
        outermost, is_unnamed = self._place_of(wish.row)
        if wish.role in _USERS:
            return wish.row if outermost is None else outermost
        return None if is_unnamed else wish.row

    def _found_place(self, row: int) -> tuple[int | None, bool]:
        """Return the outermost function around a symbol, and whether it is, or is in, a class without a name."""
        kinds, enclosing = self._graph.nodes.kinds, self._graph.nodes.enclosing
        outermost, is_unnamed = None, self._is_unnamed(row)
        around = int(enclosing[row])
        while around != NO_ROW and kinds[around] in {_TYPE, _FUNCTION}:
            is_unnamed = is_unnamed or self._is_unnamed(around)
            outermost = around if kinds[around] == _FUNCTION else outermost
            around = int(enclosing[around])
        return outermost, is_unnamed

    def _is_unnamed(self, row: int) -> bool:
        nodes = self._graph.nodes
        return bool(nodes.kinds[row] == _TYPE) and nodes.names[row].startswith(_WITHOUT_NAME)
