"""The one traversal: the edges it follows, its limits, and its truncation records."""

import tracemalloc
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from bench.graph.random_code_graph import CodeGraphRecipe, random_code_graph
from codeshed.errors import InvalidOptionError
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.kinds import EdgeKind, NodeKind
from codeshed.graph.walk.bounded_walk import (
    Direction,
    WalkResult,
    backward_impact,
    bidirectional_impact,
    forward_impact,
    walk,
)
from codeshed.graph.walk.traversal_config import TraversalConfig
from codeshed.model.answers.truncation import TruncationRecord
from tests.support.notation import project
from tests.support.rows import row_of
from tests.support.toys import Toy, toys

SHOP = project(
    """
    #- a.py
    def start()
        call middle
        use Cart
        read RATE
        call guessed @0.3 heuristic
    def middle()
        call end
    def end()
        call start
    def guessed()
    var RATE
    class Cart
    def Cart.total(self)
        call middle
    def caller()
        call start
    """
).graph()
PRESETS = {
    "llm context": TraversalConfig.for_llm_context(),
    "semantic analysis": TraversalConfig.for_semantic_analysis(),
    "impact analysis": TraversalConfig.for_impact_analysis(),
    "import graph": TraversalConfig.for_import_graph(),
}
CALLS = TraversalConfig(allowed_edge_types=frozenset({EdgeKind.CALL}))


def shown(graph: CodeGraph, result: WalkResult) -> list[str]:
    """Write a result as `distance name`, in its order."""
    return [f"{each.distance} {graph.nodes.names[each.row]}" for each in result.reached]


def test_nodes_of_a_distance_are_in_the_order_of_their_keys() -> None:
    graph = project(
        """
        #- a.py
        def start()
            use z.py
            call b
            call c
        def b()
        def c()
        #- z.py
        """
    ).graph()
    start = row_of(graph, "a.py::start")
    assert shown(graph, forward_impact(graph, start, TraversalConfig())) == ["1 z.py", "1 b", "1 c"]
    assert shown(graph, forward_impact(graph, start, TraversalConfig(max_nodes=1))) == ["1 z.py"]


def walked(config: TraversalConfig, start: str = "a.py::start", graph: CodeGraph = SHOP) -> list[str]:
    return shown(graph, forward_impact(graph, row_of(graph, start), config))


def test_forward_goes_to_what_is_used() -> None:
    assert walked(CALLS) == ["1 guessed", "1 middle", "2 end"]


def test_backward_goes_to_those_who_use_it() -> None:
    result = backward_impact(SHOP, row_of(SHOP, "a.py::middle"), CALLS)
    assert shown(SHOP, result) == ["1 total", "1 start", "2 caller", "2 end"]
    assert {each.direction for each in result.reached} == {Direction.BACKWARD}


def test_both_ways_unite_and_no_way_turns_round() -> None:
    result = bidirectional_impact(SHOP, row_of(SHOP, "a.py::caller"), CALLS)
    assert shown(SHOP, result) == ["1 start", "2 guessed", "2 middle", "3 end"]
    result = bidirectional_impact(SHOP, row_of(SHOP, "a.py::guessed"), CALLS)
    assert shown(SHOP, result) == ["1 start", "2 caller", "2 end", "3 middle", "4 total"]


def test_a_step_is_the_first_edge_from_the_nearest_nodes() -> None:
    result = forward_impact(SHOP, row_of(SHOP, "a.py::start"), CALLS)
    edges = [SHOP.edge(each.edge) for each in result.reached]
    assert [(edge.source, edge.target, edge.kind.label) for edge in edges] == [
        ("a.py::start", "a.py::guessed", "call"),
        ("a.py::start", "a.py::middle", "call"),
        ("a.py::middle", "a.py::end", "call"),
    ]


@pytest.mark.parametrize(
    ("preset", "depth", "nodes", "confidence", "labels"),
    [
        ("llm context", 3, 50, 0.5, {"call", "read", "write", "dataflow"}),
        ("semantic analysis", 5, 150, 0.4, {kind.label for kind in EdgeKind} - {"contains"}),
        ("impact analysis", None, 500, 0.0, {kind.label for kind in EdgeKind} - {"contains"}),
        ("import graph", 10, 1000, 0.0, {"import", "export"}),
    ],
)
def test_presets(preset: str, depth: int | None, nodes: int, confidence: float, labels: set[str]) -> None:
    config = PRESETS[preset]
    assert (config.max_depth, config.max_nodes, config.min_edge_confidence) == (depth, nodes, confidence)
    assert {kind.label for kind in config.allowed_edge_types or ()} == labels
    assert (config.excluded_node_types, config.min_complexity) == (frozenset(), None)


@pytest.mark.parametrize("preset", PRESETS)
def test_no_preset_follows_containment(preset: str) -> None:
    for owner in ("a.py::Cart", "a.py"):
        assert walked(PRESETS[preset], owner) == []
    contains = TraversalConfig(allowed_edge_types=frozenset({EdgeKind.CONTAINS}), max_depth=1)
    assert walked(contains, "a.py::Cart") == ["1 total"]


@pytest.mark.parametrize(("limit", "found"), [(0.0, True), (0.3, True), (0.31, False), (0.5, False)])
def test_edges_below_the_confidence_are_not_followed(limit: float, *, found: bool) -> None:
    config = replace(CALLS, min_edge_confidence=limit)
    assert ("1 guessed" in walked(config)) is found
    back = backward_impact(SHOP, row_of(SHOP, "a.py::guessed"), config)
    assert bool(back.reached) is found


def test_an_unsure_data_flow_is_not_followed() -> None:
    edges = SHOP.edges
    is_guess = edges.confidence == 30
    kinds = edges.kinds.copy()
    kinds[is_guess] = EdgeKind.DATAFLOW
    graph = replace(SHOP, edges=replace(edges, kinds=kinds))
    flow = TraversalConfig(allowed_edge_types=frozenset({EdgeKind.DATAFLOW}))
    assert walked(flow, graph=graph) == ["1 guessed"]
    assert walked(replace(flow, min_edge_confidence=0.5), graph=graph) == []


def test_excluded_nodes_are_collected_and_not_entered() -> None:
    everything = TraversalConfig(allowed_edge_types=frozenset({EdgeKind.CONTAINS, EdgeKind.CALL}))
    assert "2 total" in walked(everything, "a.py")
    config = replace(everything, excluded_node_types=frozenset({NodeKind.TYPE}))
    assert "1 Cart" in walked(config, "a.py")
    assert "2 total" not in walked(config, "a.py")
    assert "1 total" in walked(config, "a.py::Cart")


def test_simple_nodes_are_walked_through_and_left_out() -> None:
    complexity = SHOP.nodes.complexity.copy()
    complexity[row_of(SHOP, "a.py::end")] = 7
    complexity[row_of(SHOP, "a.py::middle")] = 2
    graph = replace(SHOP, nodes=replace(SHOP.nodes, complexity=complexity))
    result = forward_impact(graph, row_of(graph, "a.py::start"), replace(CALLS, min_complexity=3))
    assert shown(graph, result) == ["2 end"]
    assert result.n_visited == 3
    assert graph.node(row_of(graph, "a.py::end")).complexity == 7
    assert graph.node(row_of(graph, "a.py::guessed")).complexity is None


def test_the_cap_on_nodes_takes_the_nearest_and_counts_the_rest() -> None:
    result = forward_impact(SHOP, row_of(SHOP, "a.py::start"), replace(CALLS, max_nodes=1))
    assert shown(SHOP, result) == ["1 guessed"]
    assert [(cut.cap, cut.limit, cut.omitted) for cut in result.truncation] == [("maxNodes", 1, 1)]
    result = forward_impact(SHOP, row_of(SHOP, "a.py::start"), replace(CALLS, max_nodes=2))
    assert shown(SHOP, result) == ["1 guessed", "1 middle"]
    assert [(cut.cap, cut.limit, cut.omitted) for cut in result.truncation] == [("maxNodes", 2, 1)]
    result = bidirectional_impact(SHOP, row_of(SHOP, "a.py::start"), replace(CALLS, max_nodes=3))
    assert shown(SHOP, result) == ["1 caller", "1 end", "1 guessed"]
    assert [(cut.cap, cut.omitted) for cut in result.truncation] == [("maxNodes", 1)]


def test_the_cap_on_depth_says_that_there_is_more() -> None:
    result = forward_impact(SHOP, row_of(SHOP, "a.py::start"), replace(CALLS, max_depth=1))
    assert shown(SHOP, result) == ["1 guessed", "1 middle"]
    (cut,) = result.truncation
    assert isinstance(cut, TruncationRecord)
    assert (cut.scope, cut.cap, cut.limit, cut.omitted) == ("graph", "maxDepth", 1, 1)


def test_a_whole_walk_says_nothing_of_cuts() -> None:
    assert (
        forward_impact(SHOP, row_of(SHOP, "a.py::start"), replace(CALLS, max_depth=2, max_nodes=3)).truncation
        == ()
    )


@pytest.mark.parametrize(
    "wrong",
    [
        {"max_nodes": 0},
        {"max_nodes": None},
        {"max_nodes": "50"},
        {"max_nodes": 2.5},
        {"max_nodes": True},
        {"max_depth": 0},
        {"max_depth": "3"},
        {"min_edge_confidence": 1.1},
        {"min_edge_confidence": -0.1},
        {"min_edge_confidence": float("nan")},
        {"min_edge_confidence": None},
        {"min_complexity": "2"},
        {"min_complexity": -1},
        {"allowed_edge_types": frozenset({"call"})},
        {"allowed_edge_types": EdgeKind.CALL},
        {"excluded_node_types": None},
        {"excluded_node_types": frozenset({EdgeKind.CALL})},
    ],
    ids=str,
)
def test_what_makes_no_sense_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(InvalidOptionError):
        TraversalConfig(**wrong)


@pytest.mark.parametrize("start", [None, -1, len(SHOP.nodes), "a.py::start", True])
def test_a_walk_starts_at_a_row(start: Any) -> None:  # noqa: ANN401 - what a caller may give by mistake
    with pytest.raises(InvalidOptionError, match="cannot start"):
        forward_impact(SHOP, start, CALLS)
    with pytest.raises(InvalidOptionError, match="cannot start"):
        bidirectional_impact(SHOP, start, CALLS)


def test_a_walk_needs_a_direction() -> None:
    with pytest.raises(InvalidOptionError, match="direction"):
        walk(SHOP, (0,), (), CALLS)


def plain_walk(graph: CodeGraph, start: int, config: TraversalConfig) -> list[tuple[int, int]]:
    """Walk forward as slowly and plainly as possible: the whole graph, edge by edge, level by level."""
    kinds = frozenset(EdgeKind) if config.allowed_edge_types is None else config.allowed_edge_types
    # What only the published listings have is a reading of theirs, and nothing that depends on something.
    is_listing = [flags & 3 and not flags & 4 for flags in graph.edges.flags.tolist()]
    edges = [
        edge
        for edge, is_left_out in zip(graph.iter_edges(), is_listing, strict=True)
        if edge.kind in kinds and not is_left_out
    ]
    edges = [edge for edge in edges if edge.confidence >= config.min_edge_confidence - 1e-9]
    distance_by_row = {start: 0}
    order: list[tuple[int, int]] = []
    level = [start]
    while level and (config.max_depth is None or len(order) == 0 or order[-1][0] < config.max_depth):
        found = set()
        for row in level:
            if row != start and NodeKind(int(graph.nodes.kinds[row])) in config.excluded_node_types:
                continue
            found |= {row_of(graph, edge.target) for edge in edges if edge.source == graph.nodes.symbols[row]}
        level = sorted(found - distance_by_row.keys())
        depth = 1 + (order[-1][0] if order else 0)
        for row in level:
            distance_by_row[row] = depth
            order.append((depth, row))
    return order[: config.max_nodes]


@given(
    toys(variables_use=True),
    st.integers(1, 4) | st.none(),
    st.integers(1, 9),
    st.frozensets(st.sampled_from(EdgeKind)) | st.none(),
    st.frozensets(st.sampled_from(NodeKind)),
)
def test_any_walk_is_the_plain_one(
    toy: Toy,
    max_depth: int | None,
    max_nodes: int,
    kinds: frozenset[EdgeKind] | None,
    excluded: frozenset[NodeKind],
) -> None:
    graph = toy.graph()
    config = TraversalConfig(
        max_depth=max_depth, max_nodes=max_nodes, allowed_edge_types=kinds, excluded_node_types=excluded
    )
    for start in range(len(graph.nodes)):
        result = forward_impact(graph, start, config)
        assert [(each.distance, each.row) for each in result.reached] == plain_walk(graph, start, config)
        for each in result.reached:
            edge = graph.edge(each.edge)
            assert edge.target == graph.nodes.symbols[each.row]
            nearer = {start: 0, **{one.row: one.distance for one in result.reached}}
            assert nearer[row_of(graph, edge.source)] == each.distance - 1
            back = backward_impact(
                graph,
                each.row,
                replace(config, max_depth=None, max_nodes=1000, excluded_node_types=frozenset()),
            )
            assert start == each.row or start in back.rows


def test_a_walk_takes_memory_for_what_it_visits() -> None:
    graph = random_code_graph(CodeGraphRecipe(n_nodes=100_000, n_edges=100_000))
    config = TraversalConfig.for_llm_context()
    forward_impact(graph, 0, config)
    tracemalloc.start()
    for start in range(0, 100_000, 10_000):
        bidirectional_impact(graph, start, config)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < len(graph.nodes), "not even one byte for each node"
