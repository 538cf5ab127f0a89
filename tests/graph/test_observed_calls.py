"""Calls that were observed become edges; all else of the graph stays as it was."""

from pathlib import Path

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from codeshed.graph.data.code_graph import CodeGraph, Edge
from codeshed.graph.data.columns import concatenate_ranges
from codeshed.graph.data.kinds import EdgeKind, ProvenanceCode
from codeshed.graph.data.parallel_edges import csr_adjacency, edge_keys
from codeshed.graph.editing.observed_calls import ObservedCall, add_observed_calls, count_new_calls
from codeshed.model.repository_settings import Settings
from codeshed.model.span import Span
from codeshed.project.index.graph_in_memory import index_repository
from tests.support.notation import project
from tests.support.rounds import rounds
from tests.support.rows import row_of
from tests.support.toys import Toy, toys

PAIR = project("#- a.py\ndef f()\n    call g\ndef g()").graph()


@settings(max_examples=rounds(60), deadline=None)
@given(toys(variables_use=True), st.lists(st.tuples(st.integers(0, 30), st.integers(0, 30)), max_size=12))
def test_the_edges_are_those_of_before_and_the_observed_ones(toy: Toy, pairs: list[tuple[int, int]]) -> None:
    graph = toy.graph()
    n_nodes = len(graph.nodes)
    calls = [
        ObservedCall(a % n_nodes, b % n_nodes, (Span(number + 1, 0, number + 1, 5),) * (number % 3))
        for number, (a, b) in enumerate(pairs)
    ]
    before, after = graph.edges, add_observed_calls(graph, calls).edges
    keys = edge_keys(after.sources, after.targets, after.kinds, n_nodes)
    assert (keys[1:] > keys[:-1]).all()
    old = edge_keys(before.sources, before.targets, before.kinds, n_nodes)
    observed = {(each.source * n_nodes + each.target) * 16 + EdgeKind.CALL for each in calls}
    assert {*keys.tolist()} == {*old.tolist()} | observed
    assert len(keys) == len(old) + count_new_calls(graph, calls)

    out_starts, in_starts, in_order = csr_adjacency(after.sources, after.targets, n_nodes)
    assert np.array_equal(after.out_starts, out_starts)
    assert np.array_equal(after.in_starts, in_starts)
    assert np.array_equal(after.in_order, in_order)

    kept = np.isin(keys, old)
    for name in ("flags", "through", "n_sites", "stated_confidence"):
        assert np.array_equal(getattr(after, name)[kept], getattr(before, name)), name
    lengths = np.diff(after.sites.starts)
    places = concatenate_ranges(after.sites.starts[:-1][kept], lengths[kept])
    assert np.array_equal(after.sites.spans[places], before.sites.spans)
    assert np.array_equal(after.sites.files[places], before.sites.files)
    assert np.array_equal(np.diff(after.statements.starts)[kept], np.diff(before.statements.starts))
    assert np.array_equal(after.statements.rows, before.statements.rows)

    is_observed = np.isin(keys, list(observed))
    assert (after.confidence[is_observed] == 100).all()
    is_new = is_observed & ~kept
    assert (after.provenance[is_new] == ProvenanceCode.OBSERVED).all()
    assert np.array_equal(after.confidence[~is_observed], before.confidence[~np.isin(old, list(observed))])


def test_a_certain_edge_stays_as_it_is() -> None:
    assert _call(add_observed_calls(PAIR, [_observed(PAIR, Span(9, 0, 9, 3))])) == _call(PAIR)


def test_a_guess_becomes_certain_and_keeps_its_sites() -> None:
    table = PAIR.edges
    guessed = replace(
        PAIR,
        edges=replace(
            table,
            confidence=np.full_like(table.confidence, 30),
            provenance=np.full_like(table.provenance, ProvenanceCode.HEURISTIC),
        ),
    )
    edge = _call(add_observed_calls(guessed, [_observed(guessed)]))
    assert (edge.confidence, edge.provenance) == (1.0, ProvenanceCode.OBSERVED)
    assert edge.sites == _call(guessed).sites


def test_a_call_that_nothing_says_becomes_an_edge_with_its_places() -> None:
    back = ObservedCall(
        row_of(PAIR, "a.py::g"), row_of(PAIR, "a.py::f"), (Span(3, 0, 3, 3), Span(4, 1, 4, 4))
    )
    edge = next(
        each
        for each in add_observed_calls(PAIR, [back]).iter_edges()
        if each.provenance is ProvenanceCode.OBSERVED
    )
    assert (edge.source, edge.target, edge.kind, edge.confidence) == (
        "a.py::g",
        "a.py::f",
        EdgeKind.CALL,
        1.0,
    )
    assert [(each.file_path, each.span) for each in edge.sites] == [("a.py", span) for span in back.spans]


def test_a_call_of_an_override_goes_through_the_method_that_is_named(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(
        "class A:\n    def m(self): ...\nclass B(A):\n    def m(self): ...\nclass C(B):\n    def m(self): ...\n"
        "def f(a: A):\n    a.m()\ndef g(): ...\n"
    )
    graph = index_repository(tmp_path, settings=Settings(types="off"))
    f, target, other = (row_of(graph, f"a.py::{name}") for name in ("f", "C.m", "g"))
    edges = add_observed_calls(graph, [ObservedCall(f, target, ()), ObservedCall(f, other, ())]).iter_edges()
    found = {each.target: each.through for each in edges if each.provenance is ProvenanceCode.OBSERVED}
    assert found == {"a.py::C.m": "a.py::A.m", "a.py::g": None}


def _observed(graph: CodeGraph, *spans: Span) -> ObservedCall:
    return ObservedCall(row_of(graph, "a.py::f"), row_of(graph, "a.py::g"), spans)


def _call(graph: CodeGraph) -> Edge:
    (edge,) = (each for each in graph.iter_edges() if each.kind is EdgeKind.CALL)
    return edge
