"""Types that may implement an interface without proof, and answers that report them."""

import pytest

from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.kinds import EdgeKind, ProvenanceCode
from codeshed.model.answers.caps import caps_of
from codeshed.model.answers.neighbours_answer import Side
from codeshed.query.neighbours.neighbours import NeighbourRequest, neighbours
from tests.build.checks import graph_of_code


@pytest.fixture(scope="module")
def graph() -> CodeGraph:
    return graph_of_code(
        "a.go",
        """
        package p

        import "example.org/ext"

        type Store interface { Get(key string) string; Close() error }
        type Getter interface { Fetch(key string) string }
        type Empty interface { Other() }

        type Full struct{}
        func (f *Full) Get(key string) string { return "" }
        func (f *Full) Close() error { return nil }

        type Half struct{ ext.Closer }
        func (h *Half) Get(key string) string { return "" }
        func (h *Half) Fetch(key int) string { return "" }

        type Part struct{}
        func (p *Part) Get(key string) string { return "" }

        func stores(s Store) { s.Get("") }
        func getters(g Getter) { g.Fetch("") }
        func others(e Empty) { e.Other() }
        """,
    )


@pytest.mark.parametrize(
    ("seed", "side", "codes"),
    [
        ("stores", Side.CALLEES, ["unproven_types"]),
        ("getters", Side.CALLEES, []),
        ("others", Side.CALLEES, []),
        ("stores", Side.CALLERS, []),
        ("Full.Get", Side.CALLERS, []),
        ("Half.Get", Side.CALLERS, ["called_from_outside"]),
    ],
)
def test_what_is_not_proven_is_said(graph: CodeGraph, seed: str, side: Side, codes: list[str]) -> None:
    found = neighbours(graph, seed, NeighbourRequest(caps=caps_of("wide"), side=side))
    assert [each.code for each in found.basis.causes] == codes


def test_what_is_proven_is_certain(graph: CodeGraph) -> None:
    overrides = [each for each in graph.iter_edges() if each.kind is EdgeKind.OVERRIDDEN_BY]
    assert [(each.target, each.confidence, each.provenance) for each in overrides] == [
        ("a.go::Full.Close", 1.0, ProvenanceCode.DECLARED),
        ("a.go::Full.Get", 1.0, ProvenanceCode.DECLARED),
    ]
