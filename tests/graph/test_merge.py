"""Merged graphs: each node and edge once, with the highest confidence."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from codeshed.build.graph import build_graph
from codeshed.errors import InvalidOptionError, UnlikeGraphsError
from codeshed.graph.data.code_graph import CodeGraph, Edge
from codeshed.graph.data.kinds import NodeFlag, ProvenanceCode
from codeshed.graph.data.parallel_edges import MAX_SITES_PER_EDGE
from codeshed.graph.editing.graph_builder import GraphBuilder
from codeshed.graph.editing.merge import merge_graphs
from codeshed.graph.editing.relink_candidates import RelinkConfig
from codeshed.model.answers.truncation import WarningRecord
from codeshed.model.semantic import EntryPoint
from codeshed.model.source_reader import TextSourceReader
from codeshed.project.index.graph_in_memory import Types, read_repository
from codeshed.store.graph_file import iter_graph_pieces
from tests.support.notation import project
from tests.support.rows import row_of
from tests.support.toys import Toy, toys

SHOP = project(
    """
    #- shop/cart.py
    interface Base
    class Cart(Base)
    def Cart.total(self) -> int "Sum up."
        call Money.plus @0.4 heuristic
        call plus
    #- external
    class Money
    def Money.plus(self)
    def plus()
    """
).graph()
MONEY = project(
    """
    #- shop/money.py
    class Money
    def Money.plus(self)
    var RATE
    def rate()
        read RATE
    #- external
    def plus()
    """
).graph()


def content_of(graph: CodeGraph) -> bytes:
    return b"".join(iter_graph_pieces(graph))


def edge_of(graph: CodeGraph, source: str, target: str) -> Edge:
    (edge,) = [edge for edge in graph.iter_edges() if (edge.source, edge.target) == (source, target)]
    return edge


def test_merging_a_graph_with_itself_changes_nothing() -> None:
    for graph in (SHOP, MONEY, project("#- external").graph()):
        assert content_of(merge_graphs([graph, graph])) == content_of(graph)
        assert content_of(merge_graphs([graph])) == content_of(graph)


@pytest.mark.parametrize(
    ("path", "text"),
    [
        (
            "a.ts",
            "export class Box<T> {}\nexport class Bin<T> {}\nexport function one<T>(x: T): T { return x }\n",
        ),
        (
            "a.py",
            "class Box[T]:\n    def get(self) -> T: ...\nclass Bin[T]:\n    def put(self) -> None: ...\n",
        ),
        ("A.java", "class Box<T> { T get() { return null; } }\nclass Bin<T> { void put(T x) {} }\n"),
        ("a.rs", "struct Box<T> { x: T }\nstruct Bin<T> { x: T }\nfn one<T>(x: T) -> T { x }\n"),
        ("a.go", "package a\ntype Box[T any] struct { x T }\ntype Bin[T any] struct { x T }\n"),
        ("A.cs", "class Box<T> { T Get() => default; }\nclass Bin<T> { void Put(T x) {} }\n"),
        ("a.scala", "class Box[T](x: T)\nclass Bin[T](x: T)\n"),
        ("a.cpp", "template <class T> class Box { T x; };\ntemplate <class T> class Bin { T x; };\n"),
    ],
)
def test_types_with_the_same_parameters_stay_as_they_are(path: str, text: str, tmp_path: Path) -> None:
    (tmp_path / path).write_text(text)
    sources = TextSourceReader({path: text})
    graph = build_graph(read_repository(tmp_path, types=Types.OFF).data, sources)
    assert content_of(merge_graphs([graph])) == content_of(graph)
    assert content_of(merge_graphs([graph, graph])) == content_of(graph)
    assert content_of(GraphBuilder(graph).freeze()) == content_of(graph)


def test_merging_again_what_was_merged_changes_nothing() -> None:
    merged = merge_graphs([SHOP, MONEY])
    for graph in (SHOP, MONEY, merged):
        assert content_of(merge_graphs([merged, graph])) == content_of(merged)
    assert len(merged.edges) == len(SHOP.edges) + len(MONEY.edges)


@given(toys(variables_use=True), toys(variables_use=True))
def test_merging_any_graphs_again_changes_nothing(one: Toy, other: Toy) -> None:
    graphs = [one.graph(), other.graph()]
    merged = merge_graphs(graphs)
    for graph in graphs:
        assert content_of(merge_graphs([merged, graph])) == content_of(merged)
    assert list(merged.nodes.symbols) == sorted({*graphs[0].nodes.symbols, *graphs[1].nodes.symbols})
    keys = {(edge.source, edge.target, edge.kind) for graph in graphs for edge in graph.iter_edges()}
    found = [(edge.source, edge.target, edge.kind) for edge in merged.iter_edges()]
    assert found == sorted(keys)


def test_a_definition_comes_before_an_external_in_either_order() -> None:
    foreign = replace(MONEY, nodes=replace(MONEY.nodes, flags=MONEY.nodes.flags | int(NodeFlag.EXTERNAL)))
    assert foreign.node(row_of(foreign, "shop/money.py::RATE")).is_external
    for graphs in ([MONEY, foreign], [foreign, MONEY]):
        merged = merge_graphs(graphs)
        assert not merged.node(row_of(merged, "shop/money.py::RATE")).is_external
        assert merged.node(row_of(merged, "ext:plus")).is_external


def test_confidences_are_kept_and_the_surest_wins() -> None:
    edge = ("shop/cart.py::Cart.total", "ext:Money.plus")
    assert edge_of(merge_graphs([SHOP, MONEY]), *edge).confidence == 0.4
    edges = SHOP.edges
    confidence, provenance = edges.confidence.copy(), edges.provenance.copy()
    is_guess = confidence == 40
    confidence[is_guess], provenance[is_guess] = 80, ProvenanceCode.INFERRED
    surer = replace(SHOP, edges=replace(edges, confidence=confidence, provenance=provenance))
    for graphs in ([SHOP, surer], [surer, SHOP]):
        found = edge_of(merge_graphs(graphs), *edge)
        assert (found.confidence, found.provenance, found.n_sites) == (0.8, ProvenanceCode.INFERRED, 1)


def test_places_are_united_and_capped() -> None:
    def used(first: int, last: int) -> CodeGraph:
        lines = [f"    {'call g' if first <= line < last else 'read V'}" for line in range(200)]
        return project("\n".join(["#- a.py", "def f()", *lines, "def g()", "var V"])).graph()

    edge = ("a.py::f", "a.py::g")
    both = edge_of(merge_graphs([used(0, 30), used(20, 50)]), *edge)
    assert both.n_sites == 50
    lines = [site.span.start_line for site in both.sites if site.span is not None]
    assert lines == sorted({*lines})
    many = edge_of(merge_graphs([used(0, 60), used(60, 150)]), *edge)
    assert (many.n_sites, len(many.sites)) == (60 + MAX_SITES_PER_EDGE, MAX_SITES_PER_EDGE)
    assert [site.span for site in many.sites] == sorted(
        (site.span for site in many.sites if site.span is not None), key=lambda span: span.sort_key()
    )


def test_calls_and_what_is_told_are_counted_once() -> None:
    merged = merge_graphs([SHOP, MONEY, SHOP])
    assert merged.calls.n_calls == SHOP.calls.n_calls + MONEY.calls.n_calls
    warning = WarningRecord(code="A", message="a")
    told = merge_graphs([replace(SHOP, warnings=(warning,)), replace(MONEY, warnings=(warning,))])
    assert told.warnings == (warning,)
    overlapping = project("#- shop/cart.py\ndef f()\n    call f\n#- more.py\ndef g()\n    call g").graph()
    merged = merge_graphs([SHOP, overlapping])
    assert merged.calls == SHOP.calls
    assert [each.code for each in merged.warnings] == ["CALLS_NOT_COUNTED"]


def test_entry_points_are_united() -> None:
    one, two = EntryPoint(symbol="shop/cart.py", kind="cli"), EntryPoint(symbol="a.py", kind="route")
    column = type(SHOP.entry_points)
    graphs = [
        replace(SHOP, entry_points=column.of([two, one], EntryPoint)),
        replace(MONEY, entry_points=column.of([one, one], EntryPoint)),
    ]
    assert list(merge_graphs(graphs).entry_points) == [two, one, one]


def test_types_know_their_children_in_all_graphs() -> None:
    more = project("#- more.py\nclass Wish(shop/cart.py::Base)").graph()
    assert merge_graphs([SHOP, more]).types.find_implementors("shop/cart.py::Base") == (
        "more.py::Wish",
        "shop/cart.py::Cart",
    )


def test_what_cannot_be_merged() -> None:
    with pytest.raises(InvalidOptionError):
        merge_graphs([])
    with pytest.raises(UnlikeGraphsError, match="size functions") as error:
        merge_graphs([SHOP, replace(MONEY, size_function="words")])
    assert error.value.hint


@given(st.permutations([SHOP, MONEY, project("#- c.py\ndef c()\n    call d\ndef d()").graph()]))
def test_the_order_of_graphs_that_share_nothing_does_not_matter(graphs: list[CodeGraph]) -> None:
    merged = merge_graphs(graphs)
    assert list(merged.nodes.symbols) == sorted({s for graph in graphs for s in graph.nodes.symbols})
    assert len(merged.edges) == sum(len(graph.edges) for graph in graphs)
    assert list(merged.files) == ["c.py", "shop/cart.py", "shop/money.py"]


def test_merging_again_after_relinking_changes_nothing() -> None:
    config = RelinkConfig()
    merged = merge_graphs([SHOP, MONEY], relinking=config)
    assert merged.find_row("ext:Money.plus") is None
    for graph in (SHOP, MONEY, merged):
        assert content_of(merge_graphs([merged, graph], relinking=config)) == content_of(merged)
