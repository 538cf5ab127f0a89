"""Methods that may run through interfaces of other packages, and answers that report them."""

import pytest

from codeshed.graph.data.code_graph import CodeGraph
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

        import (
            "fmt"
            "io"
        )

        type T struct{}
        func (t T) WriteRaw(b []byte) {}
        func (t T) Target() int { return 1 }
        func (t T) Printf() {}
        func (t T) alone() {}

        func caller(w io.Special) { w.WriteRaw(nil) }
        func other(w io.Special) { w.Flush() }
        func start() { caller(T{}) }
        func guess(x any) { x.(interface{ Target() int }).Target() }
        func plain() { fmt.Printf("") }
        """,
    )


@pytest.mark.parametrize(
    ("seed", "side", "codes"),
    [
        ("caller", Side.CALLEES, ["outside_interfaces"]),
        ("T.WriteRaw", Side.CALLERS, ["outside_interfaces"]),
        ("guess", Side.CALLEES, ["outside_interfaces"]),
        ("T.Target", Side.CALLERS, ["outside_interfaces"]),
        ("other", Side.CALLEES, []),
        ("plain", Side.CALLEES, []),
        ("T.Printf", Side.CALLERS, []),
        ("T.alone", Side.CALLERS, []),
        ("start", Side.CALLEES, []),
    ],
)
def test_what_may_run_by_way_of_an_interface_outside_is_said(
    graph: CodeGraph, seed: str, side: Side, codes: list[str]
) -> None:
    found = neighbours(graph, seed, NeighbourRequest(caps=caps_of("wide"), side=side))
    assert [each.code for each in found.basis.causes] == codes


def test_what_is_found_by_a_text_may_be_any_method_that_others_see() -> None:
    graph = graph_of_code(
        "a.go",
        """
        package p

        import "reflect"

        type T struct{}
        func (t T) Other() {}
        func (t T) hidden() {}

        func run(x any) { reflect.ValueOf(x).MethodByName("Other").Call(nil) }
        """,
    )
    codes = {
        (seed, side): [
            each.code
            for each in neighbours(
                graph, seed, NeighbourRequest(caps=caps_of("wide"), side=side)
            ).basis.causes
        ]
        for seed, side in (
            ("run", Side.CALLEES),
            ("T.Other", Side.CALLERS),
            ("T.hidden", Side.CALLERS),
        )
    }
    assert codes == {
        ("run", Side.CALLEES): ["outside_interfaces"],
        ("T.Other", Side.CALLERS): ["outside_interfaces"],
        ("T.hidden", Side.CALLERS): [],
    }
