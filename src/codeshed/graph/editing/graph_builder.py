"""GraphBuilder: a mutable graph.

Turns: a CodeGraph, or nothing, and changes → CodeGraph. The base graph is never copied: changes are kept apart, and
`freeze` combines both.
"""

import numpy as np
from msgspec.structs import replace

from codeshed.errors import DuplicateNodeError, MissingEndError, UnknownSymbolError
from codeshed.graph.data.arrays import Flags, Ints
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.editing.combine import GraphShare, combine
from codeshed.graph.editing.drafts import EdgeDraft, EdgeId, NodeDraft, graph_of_drafts
from codeshed.graph.editing.edge_rows import EdgeRows
from codeshed.model.symbol_ids import last_name

_UNMEASURED = ("none", "none", "none")


class GraphBuilder:
    """Nodes and edges that can be added and removed; lookups by name are up to date after every change.

    Parallel edges are merged when the graph is frozen: the highest confidence, with the sites of all.
    """

    def __init__(self, graph: CodeGraph | None = None) -> None:
        """Start from a graph, or from nothing."""
        self._base = graph_of_drafts((), (), measured_by=_UNMEASURED) if graph is None else graph
        self._removed: set[int] = set()
        self._draft_by_symbol: dict[str, NodeDraft] = {}
        self._edges_by_id: dict[EdgeId, list[EdgeDraft]] = {}
        self._edge_ids_by_end: dict[str, dict[EdgeId, None]] = {}
        self._symbols_by_name: dict[str, set[str]] = {}
        self._symbols_by_lower_name: dict[str, set[str]] = {}

    def has_node(self, symbol: str) -> bool:
        """Whether the graph has this node."""
        return symbol in self._draft_by_symbol or self._base_row(symbol) is not None

    def add_node(self, node: NodeDraft) -> None:
        """Add a node; a symbol that exists already is an error."""
        if self.has_node(node.symbol):
            raise DuplicateNodeError(node.symbol)
        self._draft_by_symbol[node.symbol] = node
        name = last_name(node.symbol)
        self._symbols_by_name.setdefault(name, set()).add(node.symbol)
        self._symbols_by_lower_name.setdefault(name.lower(), set()).add(node.symbol)

    def remove_node(self, symbol: str) -> None:
        """Remove a node with all its edges; a missing node is an error."""
        row = self._base_row(symbol)
        if self._draft_by_symbol.pop(symbol, None) is not None:
            name = last_name(symbol)
            _discard(self._symbols_by_name, name, symbol)
            _discard(self._symbols_by_lower_name, name.lower(), symbol)
        elif row is not None:
            self._removed.add(row)
        else:
            raise UnknownSymbolError(symbol, ())
        for edge_id in self._edge_ids_by_end.pop(symbol, {}):
            self._edges_by_id.pop(edge_id, None)
            other = edge_id.target if edge_id.source == symbol else edge_id.source
            self._edge_ids_by_end.get(other, {}).pop(edge_id, None)

    def add_edge(self, edge: EdgeDraft) -> EdgeId:
        """Add an edge and return its id; a missing end is an error."""
        edge_id = self.try_add_edge(edge)
        if edge_id is None:
            raise MissingEndError(edge.source if not self.has_node(edge.source) else edge.target)
        return edge_id

    def try_add_edge(self, edge: EdgeDraft) -> EdgeId | None:
        """Add an edge and return its id, or None if one of its ends is missing."""
        if not self.has_node(edge.source) or not self.has_node(edge.target):
            return None
        edge_id = edge.edge_id
        self._edges_by_id.setdefault(edge_id, []).append(edge)
        for end in (edge.source, edge.target):
            self._edge_ids_by_end.setdefault(end, {})[edge_id] = None
        return edge_id

    def find(self, name: str) -> tuple[str, ...]:
        """Return the nodes with this last name, sorted."""
        return self._found(self._base.name_index.find(name), self._symbols_by_name.get(name, set()))

    def find_in_any_case(self, name: str) -> tuple[str, ...]:
        """Return the nodes with this last name, case-insensitively, sorted."""
        return self._found(
            self._base.name_index.find_in_any_case(name),
            self._symbols_by_lower_name.get(name.lower(), set()),
        )

    def freeze(self) -> CodeGraph:
        """Return the graph as it is now; without changes it has the same bytes as the base graph."""
        base = self._base
        kept = GraphShare(graph=base, is_kept=self._is_kept(), edges=EdgeRows.of(base.edges))
        changes = graph_of_drafts(
            tuple(self._with_scope(node) for node in self._draft_by_symbol.values()),
            tuple(edge for edges in self._edges_by_id.values() for edge in edges),
            measured_by=(base.size_function, base.documentation_scorer, base.source_reader),
        )
        return combine((kept, GraphShare.whole(changes)))

    def _with_scope(self, node: NodeDraft) -> NodeDraft:
        """Return a node without its scope if that is not in the graph."""
        is_lost = node.scope is not None and not self.has_node(node.scope)
        return replace(node, scope=None) if is_lost else node

    def _base_row(self, symbol: str) -> int | None:
        row = self._base.find_row(symbol)
        return None if row in self._removed else row

    def _found(self, rows: Ints, added: set[str]) -> tuple[str, ...]:
        symbols = self._base.nodes.symbols
        kept = [symbols[row] for row in rows.tolist() if row not in self._removed]
        return tuple(sorted((*kept, *added)))

    def _is_kept(self) -> Flags:
        is_kept = np.ones(len(self._base.nodes), dtype=np.bool_)
        is_kept[sorted(self._removed)] = False
        return is_kept


def _discard(symbols_by_name: dict[str, set[str]], name: str, symbol: str) -> None:
    symbols_by_name[name].discard(symbol)
    if not symbols_by_name[name]:
        del symbols_by_name[name]
