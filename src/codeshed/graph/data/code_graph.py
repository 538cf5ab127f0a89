"""The graph of a codebase, and its nodes and edges as objects."""

from collections.abc import Iterator

import msgspec

from codeshed.graph.data.arrays import NO_ROW
from codeshed.graph.data.call_shares import CallShares
from codeshed.graph.data.columns import RecordColumn, StringColumn
from codeshed.graph.data.file_index import FileIndex
from codeshed.graph.data.kinds import (
    EdgeFlag,
    EdgeKind,
    NodeFlag,
    NodeKind,
    ProvenanceCode,
    visibility_of_flags,
)
from codeshed.graph.data.name_index import NameIndex
from codeshed.graph.data.tables import EdgeTable, NodeTable
from codeshed.graph.data.type_registry import TypeRegistry
from codeshed.graph.data.unresolved_members import UnresolvedMembers
from codeshed.model.answers.truncation import WarningRecord
from codeshed.model.semantic import DefinitionDetails, EntryPoint, Mutability, VariableKind, Visibility
from codeshed.model.span import Span

MUTABILITIES = (Mutability.CONST, Mutability.IMMUTABLE, Mutability.MUTABLE)
VARIABLE_KINDS = (VariableKind.GLOBAL, VariableKind.CLASS_FIELD, VariableKind.LOCAL, VariableKind.PARAMETER)


class Node(msgspec.Struct, frozen=True, kw_only=True):
    """One function, variable, type or module."""

    symbol: str
    name: str
    kind: NodeKind
    context_size: int
    documentation_score: float
    complexity: int | None
    is_external: bool
    is_test: bool
    is_constructor: bool
    is_interface_method: bool
    is_inferred: bool
    visibility: Visibility | None
    scope: str | None
    file_path: str | None
    span: Span | None
    mutability: Mutability | None
    variable_kind: VariableKind | None
    details: DefinitionDetails | None
    n_unresolved_calls: int


class Site(msgspec.Struct, frozen=True, kw_only=True):
    """One place in the source where an edge comes from; of a call, also its ordinal within the calling function."""

    file_path: str
    span: Span | None
    ordinal: int | None = None


class Edge(msgspec.Struct, frozen=True, kw_only=True):
    """A dependency of `source` on `target`, with its evidence."""

    source: str
    target: str
    kind: EdgeKind
    confidence: float
    provenance: ProvenanceCode
    is_behavioral: bool
    is_recovered: bool
    is_exact: bool
    is_type_only: bool
    through: str | None
    n_sites: int
    sites: tuple[Site, ...]


class CodeGraph(msgspec.Struct, frozen=True, kw_only=True):
    """The functions, variables, types and modules of a codebase, and the edges between them.

    Rows are positions of nodes in symbol order; `files` are the sorted paths, and `file_index` lists the nodes of
    each. `size_function`, `documentation_scorer` and `source_reader` name what the graph was measured with;
    `warnings` tell what the builder could not read.
    """

    nodes: NodeTable
    edges: EdgeTable
    types: TypeRegistry
    name_index: NameIndex
    files: StringColumn
    file_index: FileIndex
    size_function: str
    documentation_scorer: str
    source_reader: str
    calls: CallShares
    unresolved_members: UnresolvedMembers
    entry_points: RecordColumn[EntryPoint]
    warnings: tuple[WarningRecord, ...]

    def find_row(self, symbol: str) -> int | None:
        """Return the row of a symbol id, or None."""
        return self.nodes.symbols.find(symbol)

    def node(self, row: int) -> Node:
        """Return the node of a row as an object."""
        table = self.nodes
        flags = int(table.flags[row])
        kind = NodeKind(int(table.kinds[row]))
        enclosing = int(table.enclosing[row])
        is_variable = kind is NodeKind.VARIABLE
        return Node(
            symbol=table.symbols[row],
            name=table.names[row],
            kind=kind,
            context_size=int(table.sizes[row]),
            documentation_score=int(table.documentation_score[row]) / 100,
            complexity=int(table.complexity[row]) or None,
            is_external=bool(flags & NodeFlag.EXTERNAL),
            is_test=bool(flags & NodeFlag.TEST),
            is_constructor=bool(flags & NodeFlag.CONSTRUCTOR),
            is_interface_method=bool(flags & NodeFlag.INTERFACE_METHOD),
            is_inferred=bool(flags & NodeFlag.INFERRED),
            visibility=visibility_of_flags(flags),
            scope=None if enclosing == NO_ROW else table.symbols[enclosing],
            file_path=self.file_path(row),
            span=_span(table.spans[row].tolist()),
            mutability=MUTABILITIES[int(table.mutability[row])] if is_variable else None,
            variable_kind=VARIABLE_KINDS[int(table.variable_kind[row])] if is_variable else None,
            details=table.details[row],
            n_unresolved_calls=int(table.n_unresolved_calls[row]),
        )

    def file_path(self, row: int) -> str | None:
        """Return the path of the file that a node is in; externals have none."""
        file = int(self.nodes.files[row])
        return None if file == NO_ROW else self.files[file]

    def edge(self, row: int) -> Edge:
        """Return the edge of a row as an object."""
        table = self.edges
        flags = int(table.flags[row])
        begin, end = int(table.sites.starts[row]), int(table.sites.starts[row + 1])
        through = int(table.through[row])
        return Edge(
            source=self.nodes.symbols[int(table.sources[row])],
            target=self.nodes.symbols[int(table.targets[row])],
            kind=EdgeKind(int(table.kinds[row])),
            confidence=int(table.confidence[row]) / 100,
            provenance=ProvenanceCode(int(table.provenance[row])),
            is_behavioral=bool(flags & EdgeFlag.BEHAVIORAL),
            is_recovered=bool(flags & EdgeFlag.RECOVERED),
            is_exact=bool(flags & EdgeFlag.EXACT),
            is_type_only=bool(flags & EdgeFlag.TYPE_ONLY),
            through=None if through == NO_ROW else self.nodes.symbols[through],
            n_sites=int(table.n_sites[row]),
            sites=tuple(
                Site(
                    file_path=self.files[int(table.sites.files[site])],
                    span=_span(table.sites.spans[site].tolist()),
                    ordinal=int(table.sites.ordinals[site]) or None,
                )
                for site in range(begin, end)
            ),
        )

    def iter_edges(self) -> Iterator[Edge]:
        """Yield every edge, by source, target and kind."""
        for row in range(len(self.edges)):
            yield self.edge(row)


def _span(values: list[int]) -> Span | None:
    return None if values[0] == 0 else Span(*values)
