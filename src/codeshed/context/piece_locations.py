"""Locations of pieces: of symbols, and of module-level statements that use the seed.

Turns: a row → file, lines, name. Row numbers beyond the nodes stand for statements. Their extent is found on demand,
since a seed may be used in more files than are worth reading.
"""

from functools import cached_property

import msgspec
import numpy as np

from codeshed.context.excerpts import MAX_VALUE, Excerpt, Excerpts, dedent_lines, truncate_text
from codeshed.context.statement_lines import statement_around
from codeshed.graph.data.arrays import NO_ROW, Longs
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.kinds import EdgeKind, NodeKind
from codeshed.graph.data.node_keys import ref_of
from codeshed.model.answers.node_references import NodeRef

LineSpan = tuple[int, int, int, int]


class ModuleUse(msgspec.Struct, frozen=True, kw_only=True):
    """A site where a module uses a seed outside of its functions; the statement around it is a piece."""

    module: int
    used: int
    kind: EdgeKind
    first_line: int
    last_line: int


class PieceLocations:
    """Knows the locations of the pieces of one answer, and the texts of statements."""

    def __init__(self, graph: CodeGraph, excerpts: Excerpts, uses: tuple[ModuleUse, ...]) -> None:
        self._graph = graph
        self._excerpts = excerpts
        self._uses = uses
        self._n_nodes = len(graph.nodes)
        self._statements: dict[int, Excerpt] = {}

    @cached_property
    def _modules(self) -> Longs:
        return np.array([use.module for use in self._uses], dtype=np.int64)

    def module_use(self, row: int) -> ModuleUse | None:
        """Return the use that a statement contains, or None for symbols."""
        return None if row < self._n_nodes else self._uses[row - self._n_nodes]

    def node(self, row: int) -> int:
        """Return the node of a piece: the symbol itself, or the module of a statement."""
        use = self.module_use(row)
        return row if use is None else use.module

    def nodes(self, rows: Longs) -> Longs:
        """Return the nodes of pieces."""
        if not self._uses:
            return rows
        is_statement = rows >= self._n_nodes
        found = rows.copy()
        found[is_statement] = self._modules[rows[is_statement] - self._n_nodes]
        return found

    def ref(self, row: int) -> NodeRef:
        """Return the identity of a piece; that of a statement is its module's."""
        return ref_of(self._graph, self.node(row))

    def enclosing(self, row: int) -> int:
        """Return the row that encloses a symbol."""
        return NO_ROW if row >= self._n_nodes else int(self._graph.nodes.enclosing[row])

    def span(self, row: int) -> LineSpan:
        """Return the span of a piece."""
        if row < self._n_nodes:
            first, column, last, end_column = self._graph.nodes.spans[row].tolist()
            return first, column, last, end_column
        statement = self.statement(row)
        lines = statement.text.split("\n")
        return statement.first_line, 0, statement.last_line, len(lines[-1])

    def statement(self, row: int) -> Excerpt:
        """Return the text of a statement."""
        known = self._statements.get(row)
        if known is None:
            known = self._statements[row] = self._read(self._uses[row - self._n_nodes])
        return known

    def statements_within(self, file: int, first_line: int, last_line: int) -> set[int]:
        """Return the statements of a file whose use is within some lines."""
        files = self._graph.nodes.files
        return {
            self._n_nodes + place
            for place, use in enumerate(self._uses)
            if first_line <= use.first_line <= last_line and int(files[use.module]) == file
        }

    def statement_line(self, row: int) -> str:
        """Return the first line of a statement."""
        return truncate_text(self.statement(row).text.split("\n")[0].strip(), MAX_VALUE)

    def _read(self, use: ModuleUse) -> Excerpt:
        lines = self._excerpts.lines_of(self._graph.file_path(use.module) or "")
        if not 1 <= use.first_line <= len(lines):
            return Excerpt(text="", first_line=use.first_line, last_line=use.last_line)
        first, last = statement_around(lines, use.first_line, use.last_line, self._separate_pieces(use))
        return Excerpt(text=dedent_lines(lines[first - 1 : last]), first_line=first, last_line=last)

    def _separate_pieces(self, use: ModuleUse) -> list[tuple[int, int]]:
        """Return the lines of the enclosing classes and of the used symbol, which are pieces of their own."""
        nodes = self._graph.nodes
        file = int(nodes.files[use.module])
        rows = self._graph.file_index.find_in_files(range(file, file + 1))
        spans = nodes.spans[rows]
        is_around = (spans[:, 0] <= use.first_line) & (spans[:, 2] >= use.last_line)
        is_apart = (rows == use.used) | ((nodes.kinds[rows] == NodeKind.TYPE) & is_around)
        return [(first, last) for first, _, last, _ in spans[is_apart].tolist()]
