"""Relinks externals: binds them to definitions in the same graph.

Turns: CodeGraph + RelinkConfig → CodeGraph. After a merge, `ext:shop.money.Money.plus` of one repository may be
`src/shop/money.py::Money.plus` of another. Every edge of a bound external leads to its candidates instead, and an
external that has lost all its edges is dropped.

An edge keeps its confidence and provenance only if there is one candidate and everybody imports it by exactly this
name. Any other binding rests on similar names: the edge becomes `heuristic`, and its confidence is multiplied by the
candidate's share of the best score, and divided by the number of candidates.
"""

from collections.abc import Sequence

import msgspec
import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from codeshed.graph.data.arrays import NO_ROW, Bytes, Flags, Ints
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.columns import StringColumn
from codeshed.graph.data.kinds import EdgeFlag, EdgeKind, NodeFlag, NodeKind, ProvenanceCode
from codeshed.graph.data.type_registry import TypeRegistry, index_bases
from codeshed.graph.editing.combine import GraphShare, combine
from codeshed.graph.editing.edge_rows import EdgeRows, join_edge_rows
from codeshed.graph.editing.relink_candidates import RelinkBinding, RelinkConfig, find_relink_bindings
from codeshed.graph.editing.symbol_union import unite_texts

_SLACK = 1e-6


class _CandidateEnds(msgspec.Struct, frozen=True, kw_only=True):
    """The new ends of edges, by row: `rows[k]` is the k-th candidate, `shares[k]` the factor for the confidence there.

    A node that is not bound is its own first candidate. `called[k]` is the target of calls: the constructor of a
    type that has exactly one, as where a repository calls its own types.
    """

    rows: tuple[Ints, ...]
    called: tuple[Ints, ...]
    shares: tuple[NDArray[np.float64], ...]
    is_bound: Flags
    is_certain: Flags
    is_type: Flags


def relink(graph: CodeGraph, config: RelinkConfig, parts: Sequence[CodeGraph] = ()) -> CodeGraph:
    """Bind externals of one part to definitions of another; a graph without bindings is returned as it is."""
    bindings = tuple(find_relink_bindings(graph, config, parts))
    if not bindings:
        return graph
    ends = _candidate_ends(bindings, graph, config.max_candidates)
    edges = EdgeRows.of(graph.edges)
    is_touched = ends.is_bound[edges.sources] | ends.is_bound[edges.targets]
    # What contains an external, and what it contains, is structure that the definition has of its own.
    moved = edges.take(is_touched & (edges.kinds != EdgeKind.CONTAINS))
    certain = tuple(binding for binding in bindings if binding.is_certain)
    share = GraphShare(
        graph=_with_definitions(graph, certain),
        is_kept=~_orphans(graph, edges.take(is_touched)),
        edges=join_edge_rows((edges.take(~is_touched), *_moved(moved, ends))),
    )
    return combine((share,))


def _candidate_ends(bindings: Sequence[RelinkBinding], graph: CodeGraph, n_candidates: int) -> _CandidateEnds:
    n_nodes = len(graph.nodes)
    rows = [np.arange(n_nodes, dtype=np.int32)]
    rows += [np.full(n_nodes, NO_ROW, dtype=np.int32) for _ in range(n_candidates - 1)]
    shares = [np.ones(n_nodes) for _ in range(n_candidates)]
    is_bound = np.zeros(n_nodes, dtype=np.bool_)
    is_certain = np.ones(n_nodes, dtype=np.bool_)
    for binding in bindings:
        is_bound[binding.external] = True
        is_certain[binding.external] = binding.is_certain
        for place, (candidate, share) in enumerate(zip(binding.candidates, binding.shares, strict=True)):
            rows[place][binding.external] = candidate
            if not binding.is_certain:
                shares[place][binding.external] = share / len(binding.candidates)
    constructors = _constructors(graph)
    return _CandidateEnds(
        rows=tuple(rows),
        called=tuple(np.where(is_bound, constructors[each], each) for each in rows),
        shares=tuple(shares),
        is_bound=is_bound,
        is_certain=is_certain,
        is_type=graph.nodes.kinds == NodeKind.TYPE,
    )


def _constructors(graph: CodeGraph) -> Ints:
    """Return the constructor of each type that has exactly one, and every other node itself; NO_ROW stays NO_ROW."""
    nodes = graph.nodes
    called = np.arange(len(nodes) + 1, dtype=np.int32)
    called[-1] = NO_ROW
    is_constructor = ((nodes.flags & int(NodeFlag.CONSTRUCTOR)) != 0) & (nodes.enclosing != NO_ROW)
    rows = np.flatnonzero(is_constructor)
    owners = nodes.enclosing[rows]
    is_only = (np.bincount(owners, minlength=len(nodes)) == 1)[owners] & (
        nodes.kinds[owners] == NodeKind.TYPE
    )
    called[owners[is_only]] = rows[is_only]
    return called


def _moved(edges: EdgeRows, ends: _CandidateEnds) -> tuple[EdgeRows, ...]:
    """Return edges with their ends at all candidates, with reduced confidence."""
    is_certain = ends.is_certain[edges.sources] & ends.is_certain[edges.targets]
    through = np.where(edges.through == NO_ROW, NO_ROW, ends.rows[0][edges.through]).astype(np.int32)
    blocks = []
    for source_rows, source_shares in zip(ends.rows, ends.shares, strict=True):
        for target_rows, called, target_shares in zip(ends.rows, ends.called, ends.shares, strict=True):
            sources = source_rows[edges.sources]
            is_call = edges.kinds == EdgeKind.CALL
            targets = np.where(is_call, called[edges.targets], target_rows[edges.targets])
            share = source_shares[edges.sources] * target_shares[edges.targets]
            is_there = (sources != NO_ROW) & (targets != NO_ROW)
            # A guess must not make a node use itself.
            is_there &= is_certain | (sources != targets)
            # A call of a type without a constructor runs no code of it, as in a graph that defines it.
            is_made = is_call & ends.is_bound[edges.targets] & ends.is_type[targets]
            flags = np.where(is_made, np.uint8(0), edges.flags)
            block = replace(
                edges,
                sources=sources,
                targets=targets,
                through=through,
                confidence=_lowered(edges.confidence, share),
                stated_confidence=_lowered(edges.stated_confidence, share),
                provenance=np.where(is_certain, edges.provenance, np.uint8(ProvenanceCode.HEURISTIC)),
                flags=np.where(is_certain, flags, flags & ~np.uint8(EdgeFlag.EXACT)),
            )
            blocks.append(block.take(is_there))
    return tuple(blocks)


def _lowered(confidence: Bytes, share: NDArray[np.float64]) -> Bytes:
    return np.asarray(np.floor(confidence * share + _SLACK), dtype=np.uint8)


def _orphans(graph: CodeGraph, lost: EdgeRows) -> Flags:
    """Return a mask of the externals that have lost all their edges."""
    edges = graph.edges
    ends = np.concatenate((lost.sources, lost.targets))
    ends = ends[(graph.nodes.flags[ends] & int(NodeFlag.EXTERNAL)) != 0]
    n_lost = np.bincount(ends, minlength=len(graph.nodes))
    degrees = np.diff(edges.out_starts) + np.diff(edges.in_starts)
    return np.asarray((n_lost > 0) & (n_lost == degrees))


def _with_definitions(graph: CodeGraph, certain: Sequence[RelinkBinding]) -> CodeGraph:
    """Replace externals by their definitions where they are owners or bases."""
    definition_of = np.arange(len(graph.nodes) + 1, dtype=np.int32)
    definition_of[-1] = NO_ROW
    for binding in certain:
        definition_of[binding.external] = binding.candidates[0]
    is_type = graph.nodes.kinds == NodeKind.TYPE
    symbols = graph.nodes.symbols
    base_by_external = {
        symbols[binding.external]: symbols[binding.candidates[0]]
        for binding in certain
        if is_type[binding.candidates[0]]
    }
    return replace(
        graph,
        nodes=replace(graph.nodes, enclosing=definition_of[graph.nodes.enclosing]),
        types=_with_bases(graph.types, base_by_external),
    )


def _with_bases(types: TypeRegistry, base_by_external: dict[str, str]) -> TypeRegistry:
    names = StringColumn.of([base_by_external.get(base, base) for base in types.base_names])
    base_names, (new_rows,) = unite_texts([names], [np.arange(len(names), dtype=np.int32)])
    owners = np.repeat(np.arange(len(types), dtype=np.int32), np.diff(types.base_starts))
    return replace(
        types,
        base_names=base_names,
        **index_bases(owners, new_rows[types.base_rows], len(types), len(base_names)),
    )
