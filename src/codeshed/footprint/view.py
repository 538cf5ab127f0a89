"""The view that a policy has of the graph.

Turns: CodeGraph + options → FootprintView: the edges that the policy follows, and for every node whether it is a
boundary, whether its contract is incomplete, and whether it is mutable.
"""

from functools import cached_property

import msgspec
import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from codeshed.footprint.options import FootprintOptions, Mode, Policy
from codeshed.graph.data.arrays import NO_ROW, Bytes, Ints, Longs
from codeshed.graph.data.code_graph import MUTABILITIES, CodeGraph
from codeshed.graph.data.columns import concatenate_ranges, offsets_of_lengths
from codeshed.graph.data.kinds import CONTEXT_KINDS, EdgeFlag, EdgeKind, NodeFlag, NodeKind
from codeshed.graph.data.statements import StatementTable
from codeshed.graph.data.tables import NodeTable
from codeshed.model.semantic import Mutability

_FLAG_BY_POLICY = {
    Policy.WORKING_SET: EdgeFlag.IN_CLOSURE,
    Policy.CLOSURE: EdgeFlag.IN_CLOSURE,
    Policy.V2: EdgeFlag.IN_V2,
    Policy.V1: EdgeFlag.IN_V1,
}
_SLACK = 1e-9


class LineEdges(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """The calls and writes whose statements a working set may hold, by source, target and kind.

    Beside the edges of the view these are calls that run an override of the method that they name. The statements of edge
    `e` are `statements.rows[statements.starts[e]:statements.starts[e + 1]]`; that which defines a variable is none of its
    writes.
    """

    sources: Ints
    targets: Ints
    kinds: Bytes
    statements: StatementTable

    def leading_to(self, row: int, kind: EdgeKind) -> list[int]:
        """Return the edges of a kind to one node, by symbol of their source."""
        order, starts = self._by_target
        begin, end = np.searchsorted(starts, (row, row + 1)).tolist()
        return [edge for edge in order[begin:end].tolist() if self.kinds[edge] == kind]

    @cached_property
    def _by_target(self) -> tuple[Longs, Ints]:
        order = np.argsort(self.targets, kind="stable")
        return order, self.targets[order]


class FootprintView(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """Edges by source, target and kind, and the properties of nodes that the rules depend on.

    `n_left_out` counts the edges from a node that are below the confidence limit; `n_left_out_reverse` those to it
    from callers or writers. `lines` are the edges whose statements count by themselves.
    """

    sizes: Longs
    sources: Ints
    targets: Ints
    kinds: Bytes
    lines: LineEdges
    is_variable: NDArray[np.bool_]
    is_external: NDArray[np.bool_]
    is_test: NDArray[np.bool_]
    is_boundary: NDArray[np.bool_]
    is_incomplete: NDArray[np.bool_]
    is_plain_incomplete: NDArray[np.bool_]
    is_mutable: NDArray[np.bool_]
    n_left_out: Ints
    n_left_out_reverse: Ints

    def __len__(self) -> int:
        """Return the number of nodes."""
        return len(self.sizes)

    @cached_property
    def outgoing(self) -> list[list[tuple[int, int]]]:
        """Targets and kinds of the edges from each node, by symbol and kind."""
        return _grouped(self.sources, self.targets, self.kinds, len(self))

    @cached_property
    def callers(self) -> list[list[int]]:
        """The callers of each node, by symbol."""
        return self._incoming(EdgeKind.CALL)

    @cached_property
    def writers(self) -> list[list[int]]:
        """The writers of each node, by symbol."""
        return self._incoming(EdgeKind.WRITE)

    @cached_property
    def size_list(self) -> list[int]:
        """The sizes as Python integers."""
        return [int(size) for size in self.sizes]

    @cached_property
    def is_shared_state(self) -> NDArray[np.bool_]:
        """Which nodes are mutable variables of the project."""
        return np.asarray(self.is_variable & self.is_mutable & ~self.is_external)

    def edges_from(self, row: int) -> list[tuple[int, int]]:
        """Return the targets and kinds of the edges from one node, by symbol and kind."""
        begin, end = self.source_starts[row : row + 2].tolist()
        return list(zip(self.targets[begin:end].tolist(), self.kinds[begin:end].tolist(), strict=True))

    @cached_property
    def source_starts(self) -> Longs:
        """Where the edges from each node begin: those of node `n` are `source_starts[n]` to `source_starts[n + 1]`."""
        return offsets_of_lengths(np.bincount(self.sources, minlength=len(self)))

    def _incoming(self, kind: EdgeKind) -> list[list[int]]:
        chosen = np.flatnonzero(self.kinds == kind)
        order = chosen[np.argsort(self.targets[chosen], kind="stable")]
        incoming: list[list[int]] = [[] for _ in range(len(self))]
        for source, target in zip(self.sources[order].tolist(), self.targets[order].tolist(), strict=True):
            incoming[target].append(source)
        return incoming


def make_view(graph: CodeGraph, options: FootprintOptions) -> FootprintView:
    """Return the view of the policy that the options name."""
    edges = graph.edges
    is_seen = (edges.flags & int(_FLAG_BY_POLICY[options.policy])) != 0
    is_seen &= np.isin(edges.kinds, np.array(CONTEXT_KINDS, dtype=np.uint8))
    if options.policy is Policy.V1:
        # The first listing has no edge from a node to itself.
        is_seen &= edges.sources != edges.targets
    if options.policy is Policy.WORKING_SET:
        # A call of a constructor runs this one: a subclass that has another calls it, and not the other way round.
        is_constructor = _has(graph.nodes, NodeFlag.CONSTRUCTOR)
        is_seen &= (edges.kinds != EdgeKind.OVERRIDDEN_BY) | ~is_constructor[edges.sources]
    # The first listing has no recovered calls, so these do not raise the confidence of an edge.
    confidence = edges.stated_confidence if options.policy is Policy.V1 else edges.confidence
    is_sure = confidence >= options.min_confidence * 100 - _SLACK
    chosen = is_seen & is_sure
    nodes = graph.nodes
    is_variable = nodes.kinds == NodeKind.VARIABLE
    reverse_kinds = np.where(is_variable[edges.targets], EdgeKind.WRITE, EdgeKind.CALL)
    is_asked_for = is_seen & (edges.kinds == reverse_kinds)
    if options.policy is Policy.WORKING_SET:
        is_asked_for |= (edges.through != NO_ROW) & (edges.kinds == EdgeKind.CALL)
    return FootprintView(
        sizes=nodes.sizes,
        sources=edges.sources[chosen],
        targets=edges.targets[chosen],
        kinds=edges.kinds[chosen],
        lines=_line_edges(graph, is_asked_for & is_sure),
        is_variable=is_variable,
        is_external=_has(nodes, NodeFlag.EXTERNAL),
        is_test=_has(nodes, NodeFlag.TEST),
        is_boundary=_boundaries(nodes, options),
        is_incomplete=_incomplete(nodes, options),
        is_plain_incomplete=(nodes.kinds == NodeKind.FUNCTION) & ~_has(nodes, NodeFlag.PLAIN_COMPLETE),
        is_mutable=nodes.mutability == MUTABILITIES.index(Mutability.MUTABLE),
        n_left_out=_counts(edges.sources[is_seen & ~is_sure], len(nodes)),
        n_left_out_reverse=_counts(edges.targets[is_asked_for & ~is_sure], len(nodes)),
    )


def _line_edges(graph: CodeGraph, is_chosen: NDArray[np.bool_]) -> LineEdges:
    edges, nodes, table = graph.edges, graph.nodes, graph.edges.statements
    chosen = np.flatnonzero(is_chosen)
    counts = np.diff(table.starts)[chosen]
    rows = table.rows[concatenate_ranges(table.starts[chosen], counts)]
    edge_of_row = np.repeat(np.arange(len(chosen)), counts)
    targets = edges.targets[chosen][edge_of_row]
    first_lines = nodes.spans[targets, 0]
    is_definition = (edges.kinds[chosen] == EdgeKind.WRITE)[edge_of_row]
    is_definition &= nodes.files[targets] == table.files[rows]
    is_definition &= (table.first_lines[rows] <= first_lines) & (first_lines <= table.last_lines[rows])
    n_statements = np.bincount(edge_of_row[~is_definition], minlength=len(chosen))
    return LineEdges(
        sources=edges.sources[chosen],
        targets=edges.targets[chosen],
        kinds=edges.kinds[chosen],
        statements=replace(table, starts=offsets_of_lengths(n_statements), rows=rows[~is_definition]),
    )


def leads_into_body(nodes: NodeTable, options: FootprintOptions) -> NDArray[np.bool_]:
    """Return a mask of the nodes that have a body that a call leads into: all but variables and boundaries."""
    return np.asarray((nodes.kinds != NodeKind.VARIABLE) & ~_boundaries(nodes, options), dtype=np.bool_)


def _counts(rows: Ints, n_nodes: int) -> Ints:
    return np.bincount(rows, minlength=n_nodes).astype(np.int32)


def _has(nodes: NodeTable, flag: NodeFlag) -> NDArray[np.bool_]:
    return np.asarray((nodes.flags & int(flag)) != 0, dtype=np.bool_)


def _is_documented(nodes: NodeTable, options: FootprintOptions) -> NDArray[np.bool_]:
    """Compare with the threshold: the listings the plain score, the default policy relative to what the signature allows."""
    needed = (
        np.full(len(nodes), options.threshold * 100)
        if options.policy.is_listing
        else options.threshold * nodes.documentation_best
    )
    return np.asarray(nodes.documentation_score >= needed - _SLACK, dtype=np.bool_)


def _is_complete(nodes: NodeTable, options: FootprintOptions) -> NDArray[np.bool_]:
    flag = NodeFlag.REGISTRY_COMPLETE if options.policy.is_listing else NodeFlag.DECLARED_COMPLETE
    return _has(nodes, flag)


def _incomplete(nodes: NodeTable, options: FootprintOptions) -> NDArray[np.bool_]:
    """Return functions with an incomplete contract: signature or documentation falls short."""
    complete = _is_complete(nodes, options) & _is_documented(nodes, options)
    return np.asarray((nodes.kinds == NodeKind.FUNCTION) & ~complete, dtype=np.bool_)


def _boundaries(nodes: NodeTable, options: FootprintOptions) -> NDArray[np.bool_]:
    """Return functions at which a call stops, by the rules of the listing in their order; and all externals."""
    is_listing = options.policy.is_listing
    complete = _is_complete(nodes, options)
    specified = complete & _is_documented(nodes, options)
    interface = _has(nodes, NodeFlag.ABSTRACT if is_listing else NodeFlag.INTERFACE_METHOD)
    if is_listing:
        factory = complete & _has(nodes, NodeFlag.RETURNS_ABSTRACT)
    else:
        factory = complete & (nodes.abstract_return_score >= options.threshold * 100 - _SLACK)
        factory &= nodes.abstract_return_score >= 0
    other = factory
    if options.policy is Policy.V1:
        other = other | (complete & _has(nodes, NodeFlag.CONSTRUCTOR))
    if options.mode is Mode.ACADEMIC:
        other = other | specified
    by_rule = np.where(interface, specified, other) & (nodes.kinds == NodeKind.FUNCTION)
    return np.asarray(by_rule | _has(nodes, NodeFlag.EXTERNAL), dtype=np.bool_)


def _grouped(sources: Ints, targets: Ints, kinds: Bytes, n_nodes: int) -> list[list[tuple[int, int]]]:
    grouped: list[list[tuple[int, int]]] = [[] for _ in range(n_nodes)]
    for source, target, kind in zip(sources.tolist(), targets.tolist(), kinds.tolist(), strict=True):
        grouped[source].append((target, kind))
    return grouped
