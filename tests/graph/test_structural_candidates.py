"""Types that match an interface structurally, and answers that report them as unproven."""

import pytest

from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.kinds import EdgeKind, ProvenanceCode
from codeshed.model.answers.caps import caps_of
from codeshed.model.answers.neighbours_answer import NeighboursV1, Side
from codeshed.model.answers.node_references import node_key
from codeshed.query.neighbours.neighbours import NeighbourRequest, neighbours
from codeshed.query.unused.unused import UnusedRequest, unused
from tests.build.checks import graph_of_code


@pytest.fixture(scope="module")
def graph() -> CodeGraph:
    return graph_of_code(
        "a.ts",
        """
        interface Runner { run(): void }
        interface Sink { put(): void; end?(): void }
        interface Quiet { rest(): void }
        interface Known { go(): void }
        class Fast { run() {} }
        class Pipe { put() {} end() {} }
        class Bed { rest() {} }
        class Goer { go() {} }
        class Sub extends Goer { go() {} }
        function start(runner: Runner) { runner.run() }
        function feed(sink: Sink) { sink.put() }
        function set(known: Known) { known.go() }
        function helper() {}
        function give() { start(new Fast()); start({ run() { helper() } }) }
        function goes() { set(new Goer()) }
        """,
    )


def _asked(graph: CodeGraph, seed: str, side: Side) -> NeighboursV1:
    return neighbours(graph, seed, NeighbourRequest(caps=caps_of("wide"), side=side))


@pytest.mark.parametrize(
    ("seed", "side", "codes"),
    [
        ("start", Side.CALLEES, []),
        ("feed", Side.CALLEES, ["fitting_types"]),
        ("set", Side.CALLEES, []),
        ("Fast.run", Side.CALLERS, []),
        ("Pipe.put", Side.CALLERS, ["fitting_types"]),
        ("Pipe.end", Side.CALLERS, []),
        ("Bed.rest", Side.CALLERS, []),
        ("Sub.go", Side.CALLERS, []),
        ("helper", Side.CALLERS, []),
    ],
)
def test_what_only_fits_is_said(graph: CodeGraph, seed: str, side: Side, codes: list[str]) -> None:
    assert [each.code for each in _asked(graph, seed, side).basis.causes] == codes


@pytest.mark.parametrize(
    ("seed", "side", "expected"),
    [
        ("Fast.run", Side.CALLERS, [("start", "Runner.run", False, 0.6)]),
        (
            "start",
            Side.CALLEES,
            [("Fast.run", "Runner.run", False, 0.6), ("give.start.run", "Runner.run", False, 0.6)],
        ),
        ("Sub.go", Side.CALLERS, [("set", "Known.go", False, 0.6)]),
        ("Pipe.put", Side.CALLERS, [("feed", "Sink.put", True, 0.3)]),
        ("feed", Side.CALLEES, [("Pipe.put", "Sink.put", True, 0.3)]),
    ],
)
def test_what_is_given_is_found_and_what_fits_is_marked(
    graph: CodeGraph, seed: str, side: Side, expected: list[tuple[str, str, bool, float]]
) -> None:
    found = [
        (node_key(each.node.ref), node_key(each.through), each.is_candidate, each.confidence)
        for each in _asked(graph, seed, side).neighbours
        if each.through is not None
    ]
    assert found == [
        (f"symbol:a.ts::{other}", f"symbol:a.ts::{through}", *rest) for other, through, *rest in expected
    ]


def test_no_method_is_guessed_where_too_many_types_fit() -> None:
    classes = "\n".join(f"class C{number} {{ run() {{}} }}" for number in range(13))
    code = f"interface Runner {{ run(): void }}\nfunction start(r: Runner) {{ r.run() }}\n{classes}"
    graph = graph_of_code("a.ts", code)
    kinds = {(each.kind, each.provenance) for each in graph.iter_edges()}
    assert (EdgeKind.INHERITS, ProvenanceCode.HEURISTIC) in kinds
    assert EdgeKind.OVERRIDDEN_BY not in {kind for kind, _ in kinds}
    causes = _asked(graph, "start", Side.CALLEES).basis.causes
    assert [(each.code, each.count) for each in causes] == [("fitting_types", 13)]
    assert [each.code for each in _asked(graph, "C7.run", Side.CALLERS).basis.causes] == ["fitting_types"]


def test_methods_that_only_an_interface_may_reach_make_what_is_unused_a_lower_bound() -> None:
    classes = "\n".join(f"class C{number} {{ run() {{}} }}" for number in range(13))
    code = f"interface Runner {{ run(): void }}\nfunction start(r: Runner) {{ r.run() }}\n{classes}"
    report = unused(graph_of_code("a.ts", code), UnusedRequest(caps=caps_of("wide"), include_public=True))
    assert [(each.code, each.count) for each in report.basis.causes] == [("fitting_types", 13)]
