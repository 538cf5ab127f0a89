"""Data flow between the functions of a graph, for graphs that were made or changed by hand.

Turns: CodeGraph → DataFlowEdges by the three signals of `link/dataflow.py`: the declared types in signatures, and calls.
"""

from collections import defaultdict
from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

import numpy as np

from codeshed.build.link.dataflow import (
    RETURN_TO_PARAMETER,
    SHARED_PARAMETER_AND_CALL,
    SHARED_RETURN_AND_CALL,
)
from codeshed.build.part.document_part import FlowRole
from codeshed.build.part.signature_types import iter_flows
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.kinds import EdgeKind, NodeFlag, NodeKind, ProvenanceCode
from codeshed.model.answers.truncation import MAX_FUNCTIONS_PER_TYPE
from codeshed.model.semantic import TypeKind


class DataFlowEdge(NamedTuple):
    """Values of a type flow from one function to another, as symbol ids."""

    producer: str
    consumer: str
    type_id: str
    confidence: float


class ExtractedDataFlow(NamedTuple):
    """Data flow edges, sorted, and the types that so many functions use that they are no signal."""

    edges: tuple[DataFlowEdge, ...]
    types_left_out: tuple[str, ...]


class _TypeUses(NamedTuple):
    """The functions, as rows, that return each type and that take it."""

    returned: dict[str, list[int]]
    taken: dict[str, list[int]]


def extract_data_flow_edges(graph: CodeGraph) -> ExtractedDataFlow:
    """Return the data flow that signatures and calls suggest; one edge for each pair, with the surest signal.

    A function that returns a type flows to those that take it (0.85). A caller flows to its callee if both return a type
    (0.65) or take one (0.45).
    """
    uses, types_left_out = _without_common_types(_uses_of_types(graph))
    found: dict[tuple[int, int], tuple[int, str]] = {}
    for producer, consumer, confidence, type_id in _iter_signals(uses, _calls(graph)):
        known = found.get((producer, consumer))
        if known is None or (-confidence, type_id) < (-known[0], known[1]):
            found[producer, consumer] = confidence, type_id
    symbols = graph.nodes.symbols
    edges = (
        DataFlowEdge(symbols[producer], symbols[consumer], type_id, confidence / 100)
        for (producer, consumer), (confidence, type_id) in found.items()
    )
    return ExtractedDataFlow(tuple(sorted(edges)), types_left_out)


def _iter_signals(uses: _TypeUses, calls: dict[int, frozenset[int]]) -> Iterator[tuple[int, int, int, str]]:
    """Yield producer, consumer, confidence and type of every signal between two functions."""
    for type_id, producers in uses.returned.items():
        for producer, consumer in product(producers, uses.taken.get(type_id, ())):
            if producer != consumer:
                yield producer, consumer, RETURN_TO_PARAMETER, type_id
    for of_type, confidence in (
        (uses.returned, SHARED_RETURN_AND_CALL),
        (uses.taken, SHARED_PARAMETER_AND_CALL),
    ):
        for type_id, rows in of_type.items():
            members = frozenset(rows)
            for caller in rows:
                for callee in sorted((calls.get(caller, frozenset()) & members) - {caller}):
                    yield caller, callee, confidence, type_id


def _without_common_types(uses: _TypeUses) -> tuple[_TypeUses, tuple[str, ...]]:
    """Leave out the types that too many functions use, and return them."""
    common = {
        type_id
        for type_id in {*uses.returned, *uses.taken}
        if len({*uses.returned.get(type_id, ()), *uses.taken.get(type_id, ())}) > MAX_FUNCTIONS_PER_TYPE
    }
    kept = _TypeUses(
        *({type_id: rows for type_id, rows in each.items() if type_id not in common} for each in uses)
    )
    return kept, tuple(sorted(common))


def _uses_of_types(graph: CodeGraph) -> _TypeUses:
    nodes = graph.nodes
    is_own = (nodes.kinds == NodeKind.FUNCTION) & ((nodes.flags & int(NodeFlag.EXTERNAL)) == 0)
    uses = _TypeUses(defaultdict(list), defaultdict(list))
    for row in np.flatnonzero(is_own).tolist():
        details = nodes.details[row]
        flows = () if details is None else dict.fromkeys(iter_flows(details))
        for flow in flows:
            known = graph.types.get(flow.type_id)
            if known is None or known.kind is not TypeKind.TYPE_VAR:
                of_role = uses.returned if flow.role == FlowRole.RETURNS else uses.taken
                of_role[flow.type_id].append(row)
    return uses


def _calls(graph: CodeGraph) -> dict[int, frozenset[int]]:
    """Return the callees of each caller, without guesses."""
    edges = graph.edges
    is_known = (edges.kinds == EdgeKind.CALL) & (edges.provenance != ProvenanceCode.HEURISTIC)
    callees: defaultdict[int, set[int]] = defaultdict(set)
    for row in np.flatnonzero(is_known).tolist():
        callees[int(edges.sources[row])].add(int(edges.targets[row]))
    return {caller: frozenset(rows) for caller, rows in callees.items()}
