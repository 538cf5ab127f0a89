"""The slices of a composite context: the graph around its seeds, and type facts.

Turns: nodes + ContextRequest → GraphSlices and type facts in full length (the budget shortens them later), and what caps cut.
"""

from functools import cached_property

import msgspec

from codeshed.context.costs import CostedSlice
from codeshed.context.graph_slice import GraphSlices, slim_edge, slim_node
from codeshed.context.surroundings import GraphLookups
from codeshed.context.type_fact_slice import find_type_facts
from codeshed.graph.data.node_keys import ref_of
from codeshed.graph.walk.edge_filter import EdgeFilters
from codeshed.graph.walk.work_budget import Clock
from codeshed.model.answers.answer_basis import CAPS, Cause, IndexIdentity
from codeshed.model.answers.answer_graph import VERSION, GraphName
from codeshed.model.answers.context_answer import GraphSliceV1, TypeFactV1
from codeshed.model.answers.node_references import node_key
from codeshed.model.answers.truncation import TruncationRecord
from codeshed.query.context.context_contract import ContextRequest, FlowsOfRows, SizeScale
from codeshed.query.graph_pack import GraphContextPackV1, GraphPackRequest, PackSeed, pack_around_rows


class SliceSources(msgspec.Struct, frozen=True, kw_only=True):
    """What the slices are computed from."""

    near: GraphLookups
    seed: PackSeed
    request: ContextRequest
    scale: SizeScale
    has_engine: bool
    clock: Clock | None


class ContextSlices:
    """The slices of one answer, each computed when it is first used."""

    def __init__(self, sources: SliceSources) -> None:
        self._near = sources.near
        self._graph = sources.near.graph
        self._seed = sources.seed
        self._rows = sources.seed.rows
        self._request = sources.request
        self._scale = sources.scale
        self._has_engine = sources.has_engine
        self._clock = sources.clock

    @cached_property
    def _all_facts(self) -> tuple[TypeFactV1, ...]:
        near = self._near
        inner = [member for row in self._rows for member in near.members_of(row)]
        used = near.uses.used_by(list(self._rows))[0].tolist()
        rows = tuple(dict.fromkeys((*self._rows, *inner, *sorted(used))))
        return find_type_facts(self._graph, rows, has_engine=self._has_engine)

    @cached_property
    def facts(self) -> CostedSlice[TypeFactV1] | None:
        """The type facts that the cap lets in; None if they were not asked for."""
        if not self._request.include.types:
            return None
        facts = self._all_facts[: self._request.caps.max_type_entries]
        return CostedSlice(facts, self._scale.slice_frame(), self._scale.fact)

    @cached_property
    def _graph_pack(self) -> GraphContextPackV1:
        include = self._request.include
        graphs: tuple[GraphName, ...] = ("symbolEdges",)
        graphs += ("callGraph",) if include.callers_callees else ()
        graphs += ("importGraph",) if include.imports else ()
        graphs += ("usageGraph",) if include.usages else ()
        is_all = include.callers_callees and include.imports and include.usages
        request = GraphPackRequest(
            caps=self._request.caps,
            depth=self._request.hops,
            filters=EdgeFilters(graphs=() if is_all else graphs),
        )
        return pack_around_rows(self._graph, self._seed, request, IndexIdentity(), self._clock)

    @cached_property
    def graph(self) -> GraphSlices | None:
        """The graph around the seeds; None if it was not asked for."""
        if not self._request.include.graph:
            return None
        pack = self._graph_pack
        refs = [ref_of(self._graph, row) for row in self._rows]
        whole = GraphSliceV1(
            version=VERSION,
            seed=refs[0] if len(refs) == 1 else pack.seed,
            nodes=tuple(map(slim_node, pack.nodes)),
            edges=tuple(map(slim_edge, pack.edges)),
            truncation=tuple(
                each for each in pack.truncation if each.scope == "graph" and each.cap != "maxWarnings"
            ),
        )
        return GraphSlices(whole, frozenset(map(node_key, refs)), self._scale)

    @property
    def n_work_units(self) -> int:
        """How much work the graph slice took."""
        return 0 if self.graph is None else self._graph_pack.stats.counts.work_units_used

    @property
    def type_cuts(self) -> tuple[TruncationRecord, ...]:
        """What the cap on type facts left out."""
        if self.facts is None:
            return ()
        n_facts, limit = len(self._all_facts), self._request.caps.max_type_entries
        if n_facts <= limit:
            return ()
        return (
            TruncationRecord(
                scope="types",
                cap="maxTypeEntries",
                limit=limit,
                observed=n_facts,
                omitted=n_facts - limit,
                note="counts the facts of what is farther from the seed; a higher maxTypeEntries lets them in",
            ),
        )

    @cached_property
    def flows(self) -> FlowsOfRows | None:
        """The risk flows through the seeds, their members and direct neighbours; None if nothing can find them."""
        find = self._request.find_flows
        if find is None or not self._request.include.risk:
            return None
        edges, near = self._graph.edges, self._near
        inner = {*self._rows, *(member for row in self._rows for member in near.members_of(row))}
        rows = set(inner)
        for row in inner:
            rows.update(edges.targets[edges.out_starts[row] : edges.out_starts[row + 1]].tolist())
            incoming = edges.in_order[edges.in_starts[row] : edges.in_starts[row + 1]]
            rows.update(edges.sources[incoming].tolist())
        return find(frozenset(rows))

    def causes(self) -> tuple[Cause, ...]:
        """Return why the known surroundings of the seeds may be incomplete, whether the graph slice is shown or not."""
        return tuple(each for each in self._graph_pack.basis.causes if each.code != CAPS)
