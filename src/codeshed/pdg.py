"""The program dependence graph as a library: parse, merge, walk, find and change, by symbol ids.

Turns: symbol ids → symbol ids. `docs/reference/python-pdg.md` shows each function with an example.
"""

from collections.abc import Iterable
from typing import Literal

import msgspec

from codeshed.build.dataflow_extraction import DataFlowEdge, ExtractedDataFlow, extract_data_flow_edges
from codeshed.errors import InvalidOptionError, MissingEndError
from codeshed.graph.data.arrays import Ints
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.kinds import EdgeFlag, EdgeKind, NodeFlag, NodeKind, ProvenanceCode
from codeshed.graph.editing.drafts import EdgeDraft, EdgeId, NodeDraft
from codeshed.graph.editing.graph_builder import GraphBuilder
from codeshed.graph.editing.relink_candidates import RelinkConfig
from codeshed.graph.seeds.name_search import SearchScope, find_names_containing
from codeshed.graph.seeds.seed_lookup import SeedIndex
from codeshed.graph.walk import bounded_walk
from codeshed.graph.walk.traversal_config import TraversalConfig
from codeshed.model.answers.truncation import TruncationRecord
from codeshed.project.index.parsing_results import ParsingResult, merged_pdg_from_results, parse_repository
from codeshed.store.embeddings import EmbeddingStore

__all__ = [
    "DataFlowEdge",
    "EdgeDraft",
    "EdgeFlag",
    "EdgeId",
    "EdgeKind",
    "EmbeddingStore",
    "ExtractedDataFlow",
    "FoundNames",
    "GraphBuilder",
    "Impact",
    "NodeDraft",
    "NodeFlag",
    "NodeKind",
    "ParsingResult",
    "ReachedSymbol",
    "RelinkConfig",
    "TraversalConfig",
    "add_call_graph_edges",
    "add_containment_edges",
    "add_data_flow_edges",
    "add_inheritance_edges",
    "backward_impact",
    "bidirectional_impact",
    "extract_data_flow_edges",
    "find_by_name_in_file",
    "forward_impact",
    "merged_pdg_from_results",
    "parse_repository",
]


class ReachedSymbol(msgspec.Struct, frozen=True, kw_only=True):
    """A symbol that a walk reached: its distance, and the last edge of the surest of the shortest paths to it.

    `previous` is the symbol before it on that path, and `confidence` the product of the confidences along it.
    """

    symbol: str
    distance: int
    previous: str
    edge_kind: EdgeKind
    confidence: float


class Impact(msgspec.Struct, frozen=True, kw_only=True):
    """What a walk reached from a symbol, by distance and key, and a record for each cap that cut it."""

    start: str
    reached: tuple[ReachedSymbol, ...]
    truncation: tuple[TruncationRecord, ...]

    @property
    def symbols(self) -> tuple[str, ...]:
        """The reached symbols, in order."""
        return tuple(each.symbol for each in self.reached)


class FoundNames(msgspec.Struct, frozen=True, kw_only=True):
    """Symbols whose name matches: exactly, in another case, or in part; and a record for each cap that cut the search."""

    symbols: tuple[str, ...]
    match: Literal["exact", "anyCase", "part"] | None = None
    truncation: tuple[TruncationRecord, ...] = ()


def forward_impact(graph: CodeGraph, start: str, config: TraversalConfig) -> Impact:
    """Walk to what a symbol uses: from a caller to those it calls."""
    row = SeedIndex(graph).get_row(start)
    return _impact(graph, row, bounded_walk.forward_impact(graph, row, config))


def backward_impact(graph: CodeGraph, start: str, config: TraversalConfig) -> Impact:
    """Walk to what uses a symbol: from a callee to its callers."""
    row = SeedIndex(graph).get_row(start)
    return _impact(graph, row, bounded_walk.backward_impact(graph, row, config))


def bidirectional_impact(graph: CodeGraph, start: str, config: TraversalConfig) -> Impact:
    """Walk to what a symbol uses, and to what uses it, under one cap; no path changes direction."""
    row = SeedIndex(graph).get_row(start)
    return _impact(graph, row, bounded_walk.bidirectional_impact(graph, row, config))


def find_by_name_in_file(graph: CodeGraph, name: str, file: str | None = None) -> FoundNames:
    """Return the symbols with a last name: `find_by_name_in_file(graph, "total", "shop/cart.py")`.

    A name that occurs in no such spelling is looked up in any case, and then, if a file is given, as a part of names
    there. Nothing found is an answer; a file that the graph does not have is an error.
    """
    if file is None:
        exact, folded = graph.name_index.find(name), graph.name_index.find_in_any_case(name)
        part = None
    else:
        number = _file_number(graph, file)
        exact = graph.name_index.find_in_file(name, number)
        folded = graph.name_index.find_in_any_case(name)
        folded = folded[graph.nodes.files[folded] == number]
        part = SearchScope(file_path=graph.files[number])
    if len(exact):
        return FoundNames(symbols=_symbols(graph, exact), match="exact")
    if len(folded):
        return FoundNames(symbols=_symbols(graph, folded), match="anyCase")
    if part is None or not name:
        return FoundNames(symbols=())
    found = find_names_containing(graph, name, part)
    return FoundNames(
        symbols=tuple(graph.nodes.symbols[row] for row in found.rows),
        match="part" if found.rows else None,
        truncation=found.truncation,
    )


def add_call_graph_edges(builder: GraphBuilder, calls: Iterable[tuple[str, str]]) -> tuple[EdgeId, ...]:
    """Add `call` edges from callers to callees. What a class contains is no call: see `add_containment_edges`."""
    return _add_all(
        builder, [EdgeDraft(source=caller, target=callee, kind=EdgeKind.CALL) for caller, callee in calls]
    )


def add_containment_edges(builder: GraphBuilder, members: Iterable[tuple[str, str]]) -> tuple[EdgeId, ...]:
    """Add `contains` edges from types or modules to their members. No walk of a preset follows them."""
    return _add_all(
        builder, [EdgeDraft(source=owner, target=member, kind=EdgeKind.CONTAINS) for owner, member in members]
    )


def add_data_flow_edges(
    builder: GraphBuilder, flows: Iterable[tuple[str, str, str, float]]
) -> tuple[EdgeId, ...]:
    """Add `dataflow` edges: producer, consumer, the type that says so, and confidence. The type itself is not stored."""
    return _add_all(
        builder,
        [
            EdgeDraft(
                source=producer,
                target=consumer,
                kind=EdgeKind.DATAFLOW,
                confidence=confidence,
                provenance=ProvenanceCode.HEURISTIC,
            )
            for producer, consumer, _, confidence in flows
        ],
    )


def add_inheritance_edges(
    builder: GraphBuilder, bases: Iterable[tuple[str, str, float]]
) -> tuple[EdgeId, ...]:
    """Add `inherits` edges from children to parents, with their confidence; those below 1 are `heuristic`."""
    return _add_all(
        builder,
        [
            EdgeDraft(
                source=child,
                target=parent,
                kind=EdgeKind.INHERITS,
                confidence=confidence,
                provenance=ProvenanceCode.DECLARED if confidence == 1 else ProvenanceCode.HEURISTIC,
            )
            for child, parent, confidence in bases
        ],
    )


def _add_all(builder: GraphBuilder, drafts: list[EdgeDraft]) -> tuple[EdgeId, ...]:
    """Add edges, or none of them if one lacks an end."""
    for draft in drafts:
        for end in (draft.source, draft.target):
            if not builder.has_node(end):
                raise MissingEndError(end)
    return tuple(builder.add_edge(draft) for draft in drafts)


def _impact(graph: CodeGraph, row: int, result: bounded_walk.WalkResult) -> Impact:
    symbols = graph.nodes.symbols
    return Impact(
        start=symbols[row],
        reached=tuple(
            ReachedSymbol(
                symbol=symbols[each.row],
                distance=each.distance,
                previous=symbols[each.previous],
                edge_kind=EdgeKind(int(graph.edges.kinds[each.edge])),
                confidence=each.confidence,
            )
            for each in result.reached
        ),
        truncation=result.truncation,
    )


def _file_number(graph: CodeGraph, file: str) -> int:
    number = graph.files.find(file)
    if number is not None:
        return number
    row = SeedIndex(graph).get_row(file)
    number = int(graph.nodes.files[row])
    if graph.nodes.kinds[row] != NodeKind.MODULE or number < 0:
        raise InvalidOptionError(f"{file!r} is no file of the graph", hint="give the path of a file")
    return number


def _symbols(graph: CodeGraph, rows: Ints) -> tuple[str, ...]:
    return tuple(graph.nodes.symbols[row] for row in rows.tolist())
