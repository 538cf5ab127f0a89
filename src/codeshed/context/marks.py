"""What stands beside a piece of code: which function it lies in, and how it uses the seed.

Turns: a node + Wish → PieceMark. The line of a caller is its signature, which does not show the call: the mark does.
"""

from collections.abc import Mapping
from functools import cached_property

import msgspec
import numpy as np

from codeshed.context.excerpts import MAX_VALUE, Excerpts, Form
from codeshed.context.places import ModuleUse, Places
from codeshed.context.wishes import USE_ORDER, Wish, Wishes
from codeshed.graph.data.arrays import NO_ROW
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.kinds import EdgeKind, NodeKind
from codeshed.graph.data.node_keys import ref_of
from codeshed.graph.walk.witness_paths import sites_of
from codeshed.model.context import PieceUseV1
from codeshed.model.identity import qualified_name


class PieceMark(msgspec.Struct, frozen=True, kw_only=True):
    """The name of the function that a piece lies in, and how the piece uses the seed, if it does either."""

    inside: str | None = None
    use: PieceUseV1 | None = None


class Marks:
    """Gives the marks of the pieces of one answer."""

    def __init__(
        self, graph: CodeGraph, excerpts: Excerpts, wishes: Wishes, places: Places, *, shows_calls: bool
    ) -> None:
        self._graph = graph
        self._shows_calls = shows_calls
        self._excerpts = excerpts
        self._places = places
        self._wish_by_row: Mapping[int, Wish] = {wish.row: wish for wish in wishes.symbols}

    def of(self, row: int, form: Form) -> PieceMark:
        """Return what stands beside a piece; a text that shows its calls itself need not be told them."""
        module_use = self._places.module_use(row)
        if module_use is not None:
            return PieceMark(use=self._with_way(self._use_by_module(row, module_use, form), row))
        wish = self._wish_by_row.get(row)
        link = self._link_within(row, form) if wish is None or wish.link is None else wish.link
        use = None if link is None else self._use(*link)
        if use is not None and use.text is not None:
            is_shown = form is Form.FULL or use.text in self._excerpts.line(row)
            use = msgspec.structs.replace(use, text=None) if is_shown else use
        return PieceMark(inside=self._inside(row), use=None if use is None else self._with_way(use, row))

    def _with_way(self, use: PieceUseV1, row: int) -> PieceUseV1:
        """Return a use with what leads from there to a seed, if it is none itself."""
        wish = self._wish_by_row.get(row)
        way = () if wish is None or wish.way is None else wish.way
        return msgspec.structs.replace(use, way=tuple(ref_of(self._graph, each) for each in way))

    def _link_within(self, row: int, form: Form) -> tuple[int, int] | None:
        """Return the first use of a seed by something in the text of a symbol, which shows that too."""
        first, _, last, _ = self._graph.nodes.spans[row].tolist()
        if form is not Form.FULL and first != last:
            return None
        linked = self._links.get(int(self._graph.nodes.files[row]), ())
        return next((link for lines, link in linked if first <= lines[0] and lines[1] <= last), None)

    @cached_property
    def _links(self) -> dict[int, list[tuple[tuple[int, int], tuple[int, int]]]]:
        """The lines of those who use a seed and what they use, by file and in the order of the source."""
        nodes = self._graph.nodes
        linked = [
            (row, wish.link)
            for row, wish in self._wish_by_row.items()
            if wish.link is not None and row < len(nodes)
        ]
        rows = np.array([row for row, _ in linked], dtype=np.int64)
        files, spans = nodes.files[rows].tolist(), nodes.spans[rows].tolist()
        found: dict[int, list[tuple[tuple[int, int], tuple[int, int]]]] = {}
        for file, (first, _, last, _), (_, link) in sorted(zip(files, spans, linked, strict=True)):
            found.setdefault(file, []).append(((first, last), link))
        return found

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
        kind = next((each for each in USE_ORDER if each in kinds), None)
        of = ref_of(self._graph, used)
        if kind is None:
            # Without an edge from the one to the other, one leads back: the method is overridden by it.
            return PieceUseV1(of=of, edge_type=min(kinds).label if kinds else "overrides")
        sites = sites_of(self._graph, kinds[kind], 1) if self._shows_calls else ()
        if not sites:
            return PieceUseV1(of=of, edge_type=kind.label)
        line = sites[0].start_line
        text = self._line_text(sites[0].file, line)
        return PieceUseV1(of=of, edge_type=kind.label, line=line, text=text)

    def _use_by_module(self, row: int, use: ModuleUse, form: Form) -> PieceUseV1:
        """Return how a statement uses the seed, with the line that does, unless the statement shows it."""
        of, kind = ref_of(self._graph, use.used), use.kind.label
        if not self._shows_calls:
            return PieceUseV1(of=of, edge_type=kind)
        is_shown = form is Form.FULL or self._places.statement(row).first_line == use.first_line
        text = None if is_shown else self._line_text(self._graph.file_path(use.module) or "", use.first_line)
        return PieceUseV1(of=of, edge_type=kind, line=use.first_line, text=text)

    def _line_text(self, path: str, line: int) -> str | None:
        lines = self._excerpts.lines_of(path)
        text = lines[line - 1].strip() if 1 <= line <= len(lines) else ""
        return text[:MAX_VALUE] or None
