"""What stands beside a piece of code: which function it lies in, and how it uses the seed.

Turns: a node + Wish → PieceMark. The line of a caller is its signature, which does not show the call: the mark does.
"""

from collections.abc import Mapping

import msgspec

from codeshed.context.excerpts import MAX_VALUE, Excerpts, Form
from codeshed.context.wishes import Wish, Wishes
from codeshed.graph.arrays import NO_ROW
from codeshed.graph.code_graph import CodeGraph
from codeshed.graph.keys import ref_of
from codeshed.graph.kinds import EdgeKind, NodeKind
from codeshed.graph.witness import sites_of
from codeshed.model.context import PieceUseV1
from codeshed.model.identity import qualified_name

_ORDER = (EdgeKind.CALL, EdgeKind.ANNOTATES, EdgeKind.WRITE, EdgeKind.READ, EdgeKind.USAGE)
"""If there are several edges, the first of these says most."""


class PieceMark(msgspec.Struct, frozen=True, kw_only=True):
    """The name of the function that a piece lies in, and how the piece uses the seed, if it does either."""

    inside: str | None = None
    use: PieceUseV1 | None = None


class Marks:
    """Gives the marks of the pieces of one answer."""

    def __init__(self, graph: CodeGraph, excerpts: Excerpts, wishes: Wishes, *, shows_calls: bool) -> None:
        self._graph = graph
        self._shows_calls = shows_calls
        self._excerpts = excerpts
        self._wish_by_row: Mapping[int, Wish] = {wish.row: wish for wish in wishes.wishes}

    def of(self, row: int, form: Form) -> PieceMark:
        """Return what stands beside a piece; a whole text shows its calls itself."""
        wish = self._wish_by_row.get(row)
        use = None if wish is None or wish.link is None else self._use(*wish.link)
        if use is not None and form is Form.FULL:
            use = msgspec.structs.replace(use, text=None)
        return PieceMark(inside=self._inside(row), use=use)

    def _inside(self, row: int) -> str | None:
        """Return the name of the function right around a symbol; a member is told by its class, and an accessor by itself."""
        nodes = self._graph.nodes
        around = int(nodes.enclosing[row])
        if (
            around == NO_ROW
            or nodes.kinds[around] != NodeKind.FUNCTION
            or nodes.kinds[row] == NodeKind.VARIABLE
        ):
            return None
        return qualified_name(nodes.symbols[around])

    def _use(self, user: int, used: int) -> PieceUseV1:
        """Return how one node uses another, or which of two methods overrides the other."""
        table = self._graph.edges
        edges = range(int(table.out_starts[user]), int(table.out_starts[user + 1]))
        kinds = {EdgeKind(int(table.kinds[edge])): edge for edge in edges if int(table.targets[edge]) == used}
        kind = next((each for each in _ORDER if each in kinds), None)
        of = ref_of(self._graph, used)
        if kind is None:
            is_base = EdgeKind.OVERRIDDEN_BY in kinds
            return PieceUseV1(of=of, edge_type=EdgeKind.OVERRIDDEN_BY.label if is_base else "overrides")
        sites = sites_of(self._graph, kinds[kind], 1) if self._shows_calls else ()
        if not sites:
            return PieceUseV1(of=of, edge_type=kind.label)
        line = sites[0].start_line
        lines = self._excerpts.lines_of(sites[0].file)
        text = lines[line - 1].strip() if 1 <= line <= len(lines) else ""
        return PieceUseV1(of=of, edge_type=kind.label, line=line, text=text[:MAX_VALUE] or None)
