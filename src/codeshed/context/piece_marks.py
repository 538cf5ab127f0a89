"""Marks of pieces: the enclosing function, and how the piece uses the seed.

Turns: a node + RelevantSymbol → PieceMark. A caller's line is its signature, which does not show the call: the mark
does.
"""

from collections.abc import Mapping
from functools import cached_property

import msgspec
import numpy as np

from codeshed.context.excerpts import MAX_VALUE, Excerpts, Form
from codeshed.context.piece_locations import ModuleUse, PieceLocations
from codeshed.context.relevant_symbols import USE_ORDER, RelevantSymbol, RelevantSymbols
from codeshed.graph.data.arrays import NO_ROW
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.kinds import EdgeKind, NodeKind
from codeshed.graph.data.node_keys import ref_of
from codeshed.graph.walk.witness_paths import sites_of
from codeshed.model.answers.context_answer import PieceUseV1
from codeshed.model.symbol_ids import qualified_name


class PieceMark(msgspec.Struct, frozen=True, kw_only=True):
    """The function that encloses a piece, and how the piece uses the seed, if either applies."""

    inside: str | None = None
    use: PieceUseV1 | None = None


class PieceMarks:
    """Computes the marks of the pieces of one answer."""

    def __init__(
        self,
        graph: CodeGraph,
        excerpts: Excerpts,
        relevant: RelevantSymbols,
        places: PieceLocations,
        *,
        shows_calls: bool,
    ) -> None:
        self._graph = graph
        self._shows_calls = shows_calls
        self._excerpts = excerpts
        self._places = places
        self._symbol_by_row: Mapping[int, RelevantSymbol] = {
            symbol.row: symbol for symbol in relevant.symbols
        }

    def mark_of(self, row: int, form: Form) -> PieceMark:
        """Return the mark of a piece; the calling line is left out where the piece's text shows it."""
        module_use = self._places.module_use(row)
        if module_use is not None:
            return PieceMark(use=self._with_path(self._use_by_module(row, module_use, form), row))
        symbol = self._symbol_by_row.get(row)
        link = self._link_within(row, form) if symbol is None or symbol.link is None else symbol.link
        use = None if link is None else self._use(*link)
        if use is not None and use.text is not None:
            is_shown = form is Form.FULL or use.text in self._excerpts.line(row)
            use = msgspec.structs.replace(use, text=None) if is_shown else use
        return PieceMark(inside=self._inside(row), use=None if use is None else self._with_path(use, row))

    def _with_path(self, use: PieceUseV1, row: int) -> PieceUseV1:
        """Add the path to a seed to a use that is indirect."""
        symbol = self._symbol_by_row.get(row)
        way = () if symbol is None or symbol.path is None else symbol.path
        return msgspec.structs.replace(use, way=tuple(ref_of(self._graph, each) for each in way))

    def _link_within(self, row: int, form: Form) -> tuple[int, int] | None:
        """Return the first use of a seed within the text of a symbol."""
        first, _, last, _ = self._graph.nodes.spans[row].tolist()
        if form is not Form.FULL and first != last:
            return None
        linked = self._links.get(int(self._graph.nodes.files[row]), ())
        return next((link for lines, link in linked if first <= lines[0] and lines[1] <= last), None)

    @cached_property
    def _links(self) -> dict[int, list[tuple[tuple[int, int], tuple[int, int]]]]:
        """Uses of seeds by file, in source order: the lines of the user, and (user, used)."""
        nodes = self._graph.nodes
        linked = [
            (row, symbol.link)
            for row, symbol in self._symbol_by_row.items()
            if symbol.link is not None and row < len(nodes)
        ]
        rows = np.array([row for row, _ in linked], dtype=np.int64)
        files, spans = nodes.files[rows].tolist(), nodes.spans[rows].tolist()
        found: dict[int, list[tuple[tuple[int, int], tuple[int, int]]]] = {}
        for file, (first, _, last, _), (_, link) in sorted(zip(files, spans, linked, strict=True)):
            found.setdefault(file, []).append(((first, last), link))
        return found

    def _inside(self, row: int) -> str | None:
        """Return the name of the directly enclosing function. Members show their class instead."""
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
            # Without an edge to it, there is one back: the method is overridden by it.
            return PieceUseV1(of=of, edge_type=min(kinds).label if kinds else "overrides")
        sites = sites_of(self._graph, kinds[kind], 1) if self._shows_calls else ()
        if not sites:
            return PieceUseV1(of=of, edge_type=kind.label)
        line = sites[0].start_line
        text = self._line_text(sites[0].file, line)
        return PieceUseV1(of=of, edge_type=kind.label, line=line, text=text)

    def _use_by_module(self, row: int, use: ModuleUse, form: Form) -> PieceUseV1:
        """Return how a module-level statement uses the seed, with the line if the piece does not show it."""
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
