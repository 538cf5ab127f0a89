"""TraversalConfig: which edges a walk follows, and its limits."""

import msgspec

from codeshed.errors import InvalidOptionError
from codeshed.graph.data.argument_checks import is_fraction, is_whole_number
from codeshed.graph.data.kinds import EdgeKind, NodeKind

DEFAULT_MAX_NODES = 500

SEMANTIC_EDGES = frozenset(EdgeKind) - {EdgeKind.CONTAINS}
"""All kinds but containment, which is structure: a member is no consequence of its class."""


class TraversalConfig(msgspec.Struct, frozen=True, kw_only=True):
    """Which edges a walk follows, and its limits.

    `max_depth` None means no limit but `max_nodes`, which every walk has. `allowed_edge_types` None means all
    kinds. Nodes of `excluded_node_types` are reached but not expanded. `min_complexity` hides nodes from the
    result, not from paths; unknown complexity counts as 0. Edges below `min_edge_confidence` are not followed.
    `free_edge_types` are followed too, and are no step: `max_depth` does not count them. With `only_effects`, a backward
    walk leaves out edges along which no change has an effect (`frontier.has_effect`).
    """

    max_depth: int | None = None
    max_nodes: int = DEFAULT_MAX_NODES
    allowed_edge_types: frozenset[EdgeKind] | None = None
    excluded_node_types: frozenset[NodeKind] = frozenset()
    min_complexity: int | None = None
    min_edge_confidence: float = 0.0
    free_edge_types: frozenset[EdgeKind] = frozenset()
    only_effects: bool = False

    def __post_init__(self) -> None:
        """Reject invalid values, of whatever type."""
        if not is_whole_number(self.max_nodes, at_least=1):
            raise InvalidOptionError(
                f"a walk cannot have the limit of {self.max_nodes!r} nodes",
                hint="give a positive whole number: there is no walk without a limit on nodes",
            )
        if self.max_depth is not None and not is_whole_number(self.max_depth, at_least=1):
            raise InvalidOptionError(
                f"a walk cannot have the limit of {self.max_depth!r} steps",
                hint="give a positive whole number, or none for no limit but that on nodes",
            )
        if self.min_complexity is not None and not is_whole_number(self.min_complexity, at_least=0):
            raise InvalidOptionError(
                f"{self.min_complexity!r} is no complexity",
                hint="give a whole number, or none to list every node",
            )
        if not is_fraction(self.min_edge_confidence):
            raise InvalidOptionError(
                f"the confidence limit {self.min_edge_confidence!r} is not between 0 and 1",
                hint="0 follows every edge, 1 only certain ones",
            )
        if self.allowed_edge_types is not None and not _are_all(self.allowed_edge_types, EdgeKind):
            raise InvalidOptionError(
                f"{self.allowed_edge_types!r} are no kinds of edges",
                hint="give a frozenset of EdgeKind, or none to follow every kind",
            )
        if not _are_all(self.excluded_node_types, NodeKind):
            raise InvalidOptionError(
                f"{self.excluded_node_types!r} are no kinds of nodes",
                hint="give a frozenset of NodeKind; an empty one excludes nothing",
            )

    @classmethod
    def for_llm_context(cls) -> "TraversalConfig":
        """Return a tight walk: the context that a language model needs for a piece of code."""
        return cls(
            max_depth=3,
            max_nodes=50,
            allowed_edge_types=frozenset({EdgeKind.CALL, EdgeKind.READ, EdgeKind.WRITE, EdgeKind.DATAFLOW}),
            min_edge_confidence=0.5,
        )

    @classmethod
    def for_semantic_analysis(cls) -> "TraversalConfig":
        """Return a moderate walk along all semantic edges."""
        return cls(max_depth=5, max_nodes=150, allowed_edge_types=SEMANTIC_EDGES, min_edge_confidence=0.4)

    @classmethod
    def for_impact_analysis(cls) -> "TraversalConfig":
        """Return a broad walk along all semantic edges, of any depth."""
        return cls(max_depth=None, max_nodes=500, allowed_edge_types=SEMANTIC_EDGES)

    @classmethod
    def for_import_graph(cls) -> "TraversalConfig":
        """Return a walk along imports and exports only."""
        return cls(
            max_depth=10,
            max_nodes=1000,
            allowed_edge_types=frozenset({EdgeKind.IMPORT, EdgeKind.EXPORT}),
        )


def _are_all(values: object, kind: type[EdgeKind | NodeKind]) -> bool:
    return isinstance(values, frozenset | set) and all(isinstance(each, kind) for each in values)
