"""The nodes, edges and witness paths in bounded answers.

`docs/reference/analysis-schemas.md` explains each, and the order of arrays.
"""

from typing import Literal

import msgspec

from codeshed.model.answers.node_references import Confidence, NodeRef, ReferenceEnvelope, SeedRef, node_key

Version = Literal["1.0.0"]

VERSION: Version = "1.0.0"

GraphName = Literal["callGraph", "importGraph", "usageGraph", "symbolEdges"]
"""Groups of edge types: calls; imports and exports; uses, reads, writes and data flow; overrides, decorators and
inheritance."""


VisibilityName = Literal["public", "protected", "internal", "private"]
"""Who may use a definition: everyone, subtypes, the package, the file or type."""


class GraphNodeV1(msgspec.Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """A node of an answer: its distance from the seed, its kind, and its position in the source."""

    ref: NodeRef
    distance: int | None = None
    label: str | None = None
    file: str | None = None
    kind: str | None = None
    name: str | None = None
    signature: str | None = None
    visibility: VisibilityName | None = None
    confidence: Confidence | None = None
    line: int | None = None
    tokens: int | None = None


class EdgeSite(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """One span in the source that an edge comes from."""

    file: str
    start_line: int
    start_col: int
    end_line: int
    end_col: int


class EdgeEvidence(msgspec.Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """The evidence for an edge: its call sites, its spans in the source, and its provenance."""

    call_site_ids: tuple[str, ...] | None = None
    note: str | None = None
    provenance: str | None = None
    sites: tuple[EdgeSite, ...] = ()
    n_sites: int = 0


EDGE_TYPES = frozenset(
    {
        "call",
        "import",
        "export",
        "usage",
        "read",
        "write",
        "dataflow",
        "overriddenBy",
        "annotates",
        "inherits",
        "contains",
    }
)
"""All edge types; `contains` occurs only where an edge is explained."""


class GraphEdgeV1(msgspec.Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """An edge of an answer. An ambiguous end is a reference with candidates.

    With `through`, the call names that method, and `to` may run in its place.
    """

    edge_type: str
    from_: SeedRef = msgspec.field(name="from")
    to: SeedRef
    graph: GraphName | None = None
    confidence: Confidence | None = None
    evidence: EdgeEvidence | None = None
    through: NodeRef | None = None


class PathEdge(msgspec.Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """One step of a path, in the direction of the edge, which may be opposite to that of the path.

    With `through`, the call names that method, and `to` may run in its place.
    """

    from_: NodeRef = msgspec.field(name="from")
    to: NodeRef
    edge_type: str
    confidence: Confidence | None = None
    sites: tuple[EdgeSite, ...] = ()
    through: NodeRef | None = None


class WitnessPathV1(msgspec.Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """A witness path from a seed to a node: the shortest, then the one with the highest confidence, then the first by key.

    `unresolved_at` are the indexes in `nodes` of mere candidates of an unresolved call.
    """

    to: NodeRef
    distance: int
    nodes: tuple[NodeRef, ...]
    edges: tuple[PathEdge, ...] | None = None
    confidence: Confidence | None = None
    partial: bool = False
    unresolved_at: tuple[int, ...] = ()


def edge_key(edge: GraphEdgeV1) -> tuple[str, str, str, float, str]:
    """Return the sort key of an edge: ends and type, confidence downwards, first call site."""
    calls = None if edge.evidence is None else edge.evidence.call_site_ids
    return (
        end_key(edge.from_),
        edge.edge_type,
        end_key(edge.to),
        -(edge.confidence or 0.0),
        calls[0] if calls else "",
    )


def edge_name(source: NodeRef, edge_type: str, target: NodeRef) -> str:
    """Return the id of an edge: its ends and its type."""
    return f"{node_key(source)} {edge_type} {node_key(target)}"


def end_key(end: SeedRef) -> str:
    """Return the sort key of an end of an edge; a reference is sorted by its first candidate, behind that node."""
    if isinstance(end, ReferenceEnvelope):
        first = end.candidates[0].symbol_id if end.candidates else ""
        return f"symbol:{first}|{end.target_name or ''}"
    return node_key(end)
