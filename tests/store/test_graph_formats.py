"""Graphs of older formats are brought up to date when they are opened."""

import struct
from pathlib import Path

import msgspec
import numpy as np
import pytest
from msgspec.structs import replace

from codeshed.errors import UnreadableGraphError
from codeshed.graph.data import name_index
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.kinds import EdgeKind, NodeKind
from codeshed.graph.data.statements import UNKNOWN_SIZE
from codeshed.graph.data.unresolved_members import tabulate_unresolved_members
from codeshed.graph.editing.edge_rows import EdgeRows, tabulate_edges
from codeshed.graph.walk.bounded_walk import forward_impact
from codeshed.graph.walk.traversal_config import TraversalConfig
from codeshed.store.graph_arrays import arrays_of, head_of
from codeshed.store.graph_file import iter_graph_pieces, open_graph
from codeshed.store.graph_formats import arrays_in_format
from tests.support.notation import project
from tests.support.rows import row_of

GRAPH = project(
    """
    #- shop/cart.py
    class Cart
    def Cart.total(self)
        call plus
    class Cart.Line
    field Cart.items
    def plus()
        call Cart.total
    var RATE
    def shop()
        call plus
    """
).graph()


def content_of(graph: CodeGraph) -> bytes:
    return b"".join(iter_graph_pieces(graph))


def with_calls_for_containment(graph: CodeGraph) -> CodeGraph:
    """Return a graph as format 0 had it: an owner has a call edge to each of its members."""
    edges = EdgeRows.of(graph.edges)
    kinds = np.where(edges.kinds == EdgeKind.CONTAINS, np.uint8(EdgeKind.CALL), edges.kinds)
    return replace(graph, edges=tabulate_edges(replace(edges, kinds=kinds), len(graph.nodes)))


def old_content(graph: CodeGraph, version: int) -> bytes:
    """Return the file of a graph as an older format had it, written by its description."""
    arrays = arrays_of(graph)
    body, entries = b"", []
    for name in arrays_in_format(version):
        array = arrays[name]
        entries.append((name, array.dtype.str, array.shape, len(body)))
        body += array.tobytes() + bytes(-array.nbytes % 64)
    directory = msgspec.msgpack.encode((head_of(graph), entries, len(body)))
    preamble = struct.pack("<8sII", b"CODESHED", version, len(directory))
    return preamble + directory + bytes(-(len(preamble) + len(directory)) % 64) + body


def opened(content: bytes, folder: Path) -> CodeGraph:
    (folder / "graph").write_bytes(content)
    return open_graph(folder / "graph")


def without_statement_sizes(graph: CodeGraph) -> CodeGraph:
    """Return a graph as format 5 knew it: the lines of calls and writes, but not how large they are."""
    statements = graph.edges.statements
    unknown = np.full(len(statements), UNKNOWN_SIZE, dtype=np.int32)
    return replace(graph, edges=replace(graph.edges, statements=replace(statements, sizes=unknown)))


def without_new_columns(graph: CodeGraph) -> CodeGraph:
    """Return a graph without what older formats did not know: complexity, and which call of a function each is."""
    graph = without_statement_sizes(graph)
    sites = graph.edges.sites
    unnumbered = replace(sites, ordinals=np.zeros(len(sites.files), dtype=np.int32))
    nothing = np.zeros(len(graph.nodes), dtype=np.int32)
    return replace(
        graph,
        nodes=replace(graph.nodes, complexity=nothing),
        edges=replace(graph.edges, sites=unnumbered),
    )


def test_containment_that_was_coded_as_a_call_is_containment_again(tmp_path: Path) -> None:
    old = with_calls_for_containment(GRAPH)
    assert EdgeKind.CONTAINS not in old.edges.kinds
    graph = opened(old_content(old, 0), tmp_path)
    assert content_of(graph) == content_of(without_new_columns(GRAPH))
    for owner, n_members in (("shop/cart.py::Cart", 3), ("shop/cart.py", 4)):
        row = row_of(graph, owner)
        assert forward_impact(graph, row, TraversalConfig.for_impact_analysis()).reached == ()
        contains = TraversalConfig(allowed_edge_types=frozenset({EdgeKind.CONTAINS}), max_depth=1)
        assert len(forward_impact(graph, row, contains).reached) == n_members


def test_a_call_of_a_member_by_its_owner_stays_beside_the_containment(tmp_path: Path) -> None:
    calling = project(
        """
        #- a.py
            call main
        def main()
            call helper
        def helper()
        """
    ).graph()
    old = with_calls_for_containment(calling)
    assert len(old.edges) == len(calling.edges) - 1
    graph = opened(old_content(old, 0), tmp_path)
    assert list(graph.iter_edges()) == list(without_new_columns(calling).iter_edges())
    assert [
        (edge.kind.label, edge.n_sites) for edge in graph.iter_edges() if edge.target == "a.py::main"
    ] == [
        ("call", 1),
        ("contains", 0),
    ]


def test_what_a_function_contains_is_no_call_of_it(tmp_path: Path) -> None:
    owning = project(
        """
        #- a.js
        def Cart()
            call helper
            call Cart.inner
        def Cart.total(self)
        def Cart.inner()
        def helper()
        """
    ).graph()
    graph = opened(old_content(with_calls_for_containment(owning), 0), tmp_path)
    assert list(graph.iter_edges()) == list(without_new_columns(owning).iter_edges())
    assert [(edge.target, edge.kind.label) for edge in graph.iter_edges() if edge.source == "a.js::Cart"] == [
        ("a.js::Cart.inner", "call"),
        ("a.js::Cart.inner", "contains"),
        ("a.js::Cart.total", "contains"),
        ("a.js::helper", "call"),
    ]


def test_a_call_of_a_function_without_a_place_stays_one(tmp_path: Path) -> None:
    owning = project(
        """
        #- a.js
        def Cart()
            call Cart.inner
        def Cart.inner()
        """
    ).graph()
    edges = EdgeRows.of(owning.edges)
    nowhere = replace(
        edges,
        n_sites=np.zeros_like(edges.n_sites),
        n_kept=np.zeros_like(edges.n_kept),
        site_begins=np.zeros_like(edges.site_begins),
    )
    old = with_calls_for_containment(replace(owning, edges=tabulate_edges(nowhere, len(owning.nodes))))
    graph = opened(old_content(old, 0), tmp_path)
    assert [edge.kind.label for edge in graph.iter_edges() if edge.source == "a.js::Cart"] == [
        "call",
        "contains",
    ]


def test_a_call_of_somebody_elses_member_stays_a_call(tmp_path: Path) -> None:
    graph = opened(old_content(with_calls_for_containment(GRAPH), 0), tmp_path)
    calls = {(edge.source, edge.target) for edge in graph.iter_edges() if edge.kind is EdgeKind.CALL}
    assert calls == {
        ("shop/cart.py::Cart.total", "shop/cart.py::plus"),
        ("shop/cart.py::plus", "shop/cart.py::Cart.total"),
        ("shop/cart.py::shop", "shop/cart.py::plus"),
    }


def test_format_1_knew_containment_and_its_calls_are_calls(tmp_path: Path) -> None:
    graph = opened(old_content(GRAPH, 1), tmp_path)
    assert content_of(graph) == content_of(without_new_columns(GRAPH))
    calls = opened(old_content(with_calls_for_containment(GRAPH), 1), tmp_path)
    assert EdgeKind.CONTAINS not in calls.edges.kinds


def test_format_3_did_not_know_overloads_by_their_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    graph = project(
        """
        #- a.py
        def over()
        def over#2(x)
        """
    ).graph()
    with monkeypatch.context() as patch:
        patch.setattr(name_index, "last_name", lambda symbol: symbol.rpartition("::")[2])
        old = replace(graph, name_index=name_index.index_names(graph.nodes.symbols, graph.nodes.files))
    assert len(old.name_index.find("over")) == 1
    assert content_of(opened(old_content(old, 3), tmp_path)) == content_of(without_statement_sizes(graph))


@pytest.mark.parametrize(
    ("column", "value"), [("sources", 99), ("targets", -1), ("enclosing", 99), ("files", 99)]
)
def test_rows_that_are_not_there(column: str, value: int, tmp_path: Path) -> None:
    nodes, edges = GRAPH.nodes, GRAPH.edges
    table = edges if column in {"sources", "targets"} else nodes
    wrong = getattr(table, column).copy()
    wrong[-1] = value
    damaged = (
        replace(GRAPH, edges=replace(edges, **{column: wrong}))
        if table is edges
        else replace(GRAPH, nodes=replace(nodes, **{column: wrong}))
    )
    with pytest.raises(UnreadableGraphError, match="rows that are not there"):
        opened(old_content(damaged, 0), tmp_path)


def test_the_codes_of_edges_and_nodes_never_change() -> None:
    assert {kind.label: int(kind) for kind in EdgeKind} == {
        "call": 1,
        "dataflow": 2,
        "inherits": 3,
        "import": 4,
        "contains": 5,
        "read": 6,
        "write": 7,
        "overriddenBy": 8,
        "annotates": 9,
        "export": 10,
        "usage": 11,
    }
    assert {kind.name: int(kind) for kind in NodeKind} == {
        "FUNCTION": 1,
        "VARIABLE": 2,
        "TYPE": 3,
        "MODULE": 4,
    }


def test_format_4_did_not_know_members_of_unknown_objects(tmp_path: Path) -> None:
    graph = replace(
        GRAPH,
        unresolved_members=tabulate_unresolved_members(
            np.array([1], dtype=np.int32), np.array([7], dtype=np.uint64)
        ),
    )
    assert len(opened(content_of(graph), tmp_path).unresolved_members) == 1
    assert content_of(opened(old_content(graph, 4), tmp_path)) == content_of(without_statement_sizes(GRAPH))


def test_format_5_knew_calls_and_writes_by_their_sites_alone(tmp_path: Path) -> None:
    measured = GRAPH.edges.statements
    graph = opened(old_content(GRAPH, 5), tmp_path)
    statements = graph.edges.statements
    assert len(statements) == len(measured) > 0
    assert statements.first_lines.tolist() == measured.first_lines.tolist()
    assert set(statements.sizes.tolist()) == {UNKNOWN_SIZE}
    assert content_of(graph) == content_of(without_statement_sizes(GRAPH))
