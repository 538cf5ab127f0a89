"""Replaces functions that have no usable name by the functions around them.

Turns: RelevantSymbols → the same without functions of anonymous classes, and without inner functions that use the seed:
the outermost function around them takes their place. A user without one, as in the body of an enum constant, stays.
"""

from functools import lru_cache

import msgspec

from codeshed.context.relevant_symbols import RelevantSymbol, RelevantSymbols
from codeshed.graph.data.arrays import NO_ROW
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.kinds import NodeKind

_WITHOUT_NAME = "$"
"""The prefix in the names of anonymous classes, which are named after their base."""

_USERS = frozenset({"caller", "test"})
_TYPE, _FUNCTION = int(NodeKind.TYPE), int(NodeKind.FUNCTION)


class NameableOwners:
    """Finds the nameable owners of symbols of one graph, with a cache."""

    def __init__(self, graph: CodeGraph) -> None:
        self._graph = graph
        self._outermost_of = lru_cache(maxsize=200_000)(self._find_outermost)

    def replace_unnameable(self, relevant: RelevantSymbols, seeds: frozenset[int]) -> RelevantSymbols:
        """Replace unnameable symbols; of two with the same owner, the more valuable one stays."""
        found: dict[int, RelevantSymbol] = {}
        for symbol in relevant.symbols:
            owner = self._owner_of(symbol)
            if owner is None or owner in seeds:
                continue
            known = found.get(owner)
            if known is None or known.value < symbol.value:
                found[owner] = symbol if owner == symbol.row else msgspec.structs.replace(symbol, row=owner)
        return msgspec.structs.replace(relevant, symbols=tuple(found[row] for row in sorted(found)))

    def _owner_of(self, symbol: RelevantSymbol) -> int | None:
        """Return the symbol that is shown, or None if it is of use to its owner alone."""
        if symbol.row >= len(self._graph.nodes):
            return symbol.row
        outermost, is_unnamed = self._outermost_of(symbol.row)
        if symbol.role in _USERS:
            return symbol.row if outermost is None else outermost
        return None if is_unnamed else symbol.row

    def _find_outermost(self, row: int) -> tuple[int | None, bool]:
        """Return the outermost function around a symbol, and whether it is, or is in, an anonymous class."""
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
