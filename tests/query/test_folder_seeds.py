"""A folder as a seed: the answer is that to all its modules together."""

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.node_keys import ref_of
from codeshed.graph.seeds.seed_references import resolve_seed
from codeshed.graph.seeds.seed_scope import rows_of_seeds
from codeshed.model.answers.caps import caps_of
from codeshed.model.answers.neighbours_answer import Side
from codeshed.model.answers.node_references import FOLDER, ReferenceEnvelope, is_clear_seed, node_key
from codeshed.query.graph_pack import GraphPackRequest, graph_pack
from codeshed.query.impact.impact import ImpactRequest, impact
from codeshed.query.neighbours.neighbours import NeighbourRequest, neighbours
from codeshed.query.path import PathRequest, path_between
from tests.support.notation import project
from tests.support.webs import WebEdge, web_graph, webs

CAPS = caps_of("wide")
MODULES = ("a.py", "b.py")
SHOP = """
    #- shop/cart/cart.py
    def total()
    #- shop/cart/line.py
    def price()
    #- shop/cart.py
    def other()
    #- main.py
    def main()
        call shop/cart/cart.py::total
        call shop/cart/line.py::price
"""


def shop() -> CodeGraph:
    """Return the graph of a folder, a module of the same name, and a user of the folder."""
    return project(SHOP).graph()


@given(webs())
def test_an_impact_is_that_of_all_modules(edges: list[WebEdge]) -> None:
    graph = web_graph(edges)
    whole = impact(graph, ImpactRequest(caps=CAPS, seeds=(".",)))
    named = impact(graph, ImpactRequest(caps=CAPS, seeds=MODULES))
    assert (whole.impacted, whole.basis, whole.warnings) == (named.impacted, named.basis, named.warnings)


@given(webs())
def test_a_pack_has_the_nodes_of_the_packs_of_all_modules(edges: list[WebEdge]) -> None:
    graph = web_graph(edges)
    keys = {
        seed: {node_key(each.ref) for each in graph_pack(graph, seed, GraphPackRequest(caps=CAPS)).nodes}
        for seed in (".", *MODULES)
    }
    assert keys["."] == keys["a.py"] | keys["b.py"]


@given(webs(), st.sampled_from(Side))
def test_neighbours_are_those_of_each_module_outside_of_the_folder(edges: list[WebEdge], side: Side) -> None:
    graph = web_graph(edges)
    request = NeighbourRequest(caps=CAPS, side=side)
    keys = {
        seed: {
            node_key(each.node.ref)
            for each in neighbours(graph, seed, request).neighbours
            if each.through is None
        }
        for seed in (".", *MODULES)
    }
    rows = [row for each in MODULES if (row := graph.find_row(each)) is not None]
    inside = {node_key(ref_of(graph, row)) for row in rows_of_seeds(graph, rows)}
    assert keys["."] == (keys["a.py"] | keys["b.py"]) - inside


@given(webs())
def test_a_path_is_the_shortest_one_from_any_module(edges: list[WebEdge]) -> None:
    graph = web_graph(edges)
    lengths = {
        seed: report.path.distance
        for seed in (".", *MODULES)
        if (report := path_between(graph, seed, "z.py::k", PathRequest(caps=CAPS))).path is not None
        and report.direction == "forward"
        and len(report.attempts) == 1
    }
    assert lengths.get(".") == min((lengths[each] for each in MODULES if each in lengths), default=None)


def test_the_folder_is_an_envelope_with_its_modules() -> None:
    found = resolve_seed(shop(), "shop/cart", max_candidates=9)
    assert isinstance(found.ref, ReferenceEnvelope)
    assert [each.path for each in found.ref.candidates] == ["shop/cart/cart.py", "shop/cart/line.py"]
    assert (found.ref.kind_hint, found.ref.status, found.ref.reason) == (
        FOLDER,
        "ambiguous",
        "folder, 2 modules",
    )
    assert is_clear_seed(found.ref)


def test_ways_to_write_a_folder() -> None:
    graph = shop()
    n_modules = {
        text: len(resolve_seed(graph, text, max_candidates=9).rows)
        for text in (
            "shop/cart",
            "shop/cart/",
            "./shop/cart",
            "shop",
            "shop/",
            ".",
            "./",
            "/",
            "shop/car",
            "",
        )
    }
    assert n_modules == {
        "shop/cart": 2,
        "shop/cart/": 2,
        "./shop/cart": 2,
        "shop": 3,
        "shop/": 3,
        ".": 4,
        "./": 4,
        "/": 4,
        "shop/car": 0,
        "": 0,
    }


def test_a_name_is_no_folder_unless_it_ends_with_a_slash() -> None:
    graph = project("""
        #- total/sums.py
        def add()
        #- cart.py
        def total()
    """).graph()
    name, folder = (resolve_seed(graph, text, max_candidates=9) for text in ("total", "total/"))
    assert [graph.nodes.symbols[row] for row in (*name.rows, *folder.rows)] == [
        "cart.py::total",
        "total/sums.py",
    ]


def test_max_candidates_cuts_the_list_of_modules_alone() -> None:
    graph = shop()
    request = NeighbourRequest(caps=msgspec.structs.replace(CAPS, max_candidates=1), side=Side.CALLERS)
    answer = neighbours(graph, "shop/cart", request)
    assert [node_key(each.node.ref) for each in answer.neighbours] == ["symbol:main.py::main"]
    assert [node_key(each) for each in answer.neighbours[0].members] == [
        "symbol:shop/cart/cart.py::total",
        "symbol:shop/cart/line.py::price",
    ]
    assert [(each.cap, each.omitted) for each in answer.truncation] == [("maxCandidates", 1)]


def test_a_folder_of_one_module_is_that_module() -> None:
    graph = project("""
        #- one/only.py
        def only()
    """).graph()
    found = resolve_seed(graph, "one", max_candidates=9)
    assert isinstance(found.ref, ReferenceEnvelope)
    assert (found.row, found.ref.status, found.ref.reason) == (
        graph.find_row("one/only.py"),
        "resolved",
        "folder, 1 module",
    )
