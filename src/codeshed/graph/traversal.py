"""TraversalConfig: what a walk follows and where it ends."""

import msgspec

from codeshed.errors import InvalidOptionError
from codeshed.graph.kinds import EdgeKind, NodeKind

DEFAULT_MAX_NODES = 500

SEMANTIC_EDGES = frozenset(EdgeKind) - {EdgeKind.CONTAINS}
"""Everything but structure: what a class contains is no consequence of it."""


class TraversalConfig(msgspec.Struct, frozen=True, kw_only=True):
    """What a walk follows and where it ends.

    `max_depth` None means as far as `max_nodes` allows; there is no walk without a limit on nodes.
    `allowed_edge_types` None means all kinds. Nodes of `excluded_node_types` are collected, but no way leads on from
    them. `min_complexity` leaves nodes out of the result, not out of the way; a node whose complexity is not known has
    none. Edges below `min_edge_confidence` are not followed.
    """

    max_depth: int | None = None
    max_nodes: int = DEFAULT_MAX_NODES
    allowed_edge_types: frozenset[EdgeKind] | None = None
    excluded_node_types: frozenset[NodeKind] = frozenset()
    min_complexity: int | None = None
    min_edge_confidence: float = 0.0

    def __post_init__(self) -> None:
        """Refuse values that make no sense."""
        if self.max_nodes < 1:
            raise InvalidOptionError(
                f"a walk to at most {self.max_nodes} nodes reaches nothing", hint="give a positive number"
            )
        if self.max_depth is not None and self.max_depth < 1:
            raise InvalidOptionError(
                f"a walk of at most {self.max_depth} steps reaches nothing",
                hint="give a positive number, or none for no limit but that on nodes",
            )
        if not 0.0 <= self.min_edge_confidence <= 1.0:
            raise InvalidOptionError(
                f"the confidence limit {self.min_edge_confidence} is not between 0 and 1",
                hint="0 follows every edge, 1 only certain ones",
            )

    @classmethod
    def for_llm_context(cls) -> "TraversalConfig":
        """Return a tight walk: what a model should see beside a piece of code."""
        return cls(
            max_depth=3,
            max_nodes=50,
            allowed_edge_types=frozenset({EdgeKind.CALL, EdgeKind.READ, EdgeKind.WRITE, EdgeKind.DATAFLOW}),
            min_edge_confidence=0.5,
        )

    @classmethod
    def for_semantic_analysis(cls) -> "TraversalConfig":
        """Return a moderate walk along everything but structure."""
        return cls(max_depth=5, max_nodes=150, allowed_edge_types=SEMANTIC_EDGES, min_edge_confidence=0.4)

    @classmethod
    def for_impact_analysis(cls) -> "TraversalConfig":
        """Return a broad walk along everything but structure, of any depth."""
        return cls(max_depth=None, max_nodes=500, allowed_edge_types=SEMANTIC_EDGES)

    @classmethod
    def for_import_graph(cls) -> "TraversalConfig":
        """Return a walk along imports and exports alone."""
        return cls(
            max_depth=10,
            max_nodes=1000,
            allowed_edge_types=frozenset({EdgeKind.IMPORT, EdgeKind.EXPORT}),
        )
