"""The settings of graph-aware ranking and of context expansion: `[tool.codeshed.retrieval.graphRanking]`."""

from typing import Annotated, Literal, get_args

import msgspec

SeedSelection = Literal["top1", "topK", "none"]

GraphFeature = Literal[
    "pageRank",
    "proximity",
    "fanIn",
    "exported",
    "sameClass",
    "sameFile",
    "test",
    "coChange",
]
"""The features of graph ranking, each between 0 and 1."""

GRAPH_FEATURES = get_args(GraphFeature)

DEFAULT_WEIGHTS: dict[GraphFeature, float] = {
    "pageRank": 0.05,
    "proximity": 0.03,
    "fanIn": 0.0,
    "exported": 0.0,
    "sameClass": 0.0,
    "sameFile": 0.03,
    "test": -0.05,
    "coChange": 0.03,
}

_Weight = Annotated[float, msgspec.Meta(ge=-10.0, le=10.0)]
_Count = Annotated[int, msgspec.Meta(ge=1, le=100_000_000)]


class GraphRankingConfig(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, rename="camel"
):
    """Whether the graph reorders hits, what each feature counts for, and how much work that may take.

    `seed_selection` says which hits proximity is measured from: the first, the first `seed_k`, or none.
    """

    enabled: bool = False
    weights: dict[GraphFeature, _Weight] = msgspec.field(default_factory=lambda: dict(DEFAULT_WEIGHTS))
    max_graph_work_units: _Count = 5000
    max_wall_clock_ms: _Count | None = None
    seed_selection: SeedSelection = "topK"
    seed_k: Annotated[int, msgspec.Meta(ge=1, le=100)] = 5


class ContextExpansionConfig(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, rename="camel"
):
    """Whether code beside the hits is added behind them, how much, and how many reasons are listed for each."""

    enabled: bool = False
    max_per_hit: Annotated[int, msgspec.Meta(ge=1, le=100)] = 4
    max_total: Annotated[int, msgspec.Meta(ge=1, le=1000)] = 20
    max_reasons: Annotated[int, msgspec.Meta(ge=1, le=20)] = 3


class RetrievalSettings(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, rename="camel"
):
    """Settings of search: `graphRanking` and `contextExpansion`."""

    graph_ranking: GraphRankingConfig = GraphRankingConfig()
    context_expansion: ContextExpansionConfig = ContextExpansionConfig()
