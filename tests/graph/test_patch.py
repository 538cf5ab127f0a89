"""Patching a few files of a graph gives the graph of all files as they are now."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.kinds import EdgeKind
from codeshed.graph.editing.patch import patch_graph
from tests.support.notation import project
from tests.support.toys import Toy, toys

_MONEY = """
    #- shop/money.py
    class Money
    def Money.plus(self)
    var RATE
"""
_CART = """
    #- shop/cart.py
    interface Base
    def Base.total(self)
    class Cart(Base)
    def Cart.total(self) -> int "Sum up."
        call Money.plus
        read RATE
"""
_USE = """
    #- shop/use.py
    def use()
        call Cart.total
        call helper
    def helper()
"""


def _graph(*parts: str) -> CodeGraph:
    return project("".join(parts)).graph()


def _rows(graph: CodeGraph) -> tuple[object, ...]:
    """Return all that a graph says of its nodes, edges and types, edges by evidence left out."""
    return (
        [graph.node(row) for row in range(len(graph.nodes))],
        [edge for edge in graph.iter_edges() if edge.kind is not EdgeKind.DATAFLOW],
        list(graph.types),
        list(graph.files),
        sorted(graph.name_index),
        [graph.name_index.find(name).tolist() for name in sorted(graph.name_index)],
    )


@pytest.mark.parametrize(
    "edited",
    [
        _CART,
        _CART.replace("read RATE", "write RATE"),
        _CART.replace("        call Money.plus\n", ""),
        _CART.replace('"Sum up."', '"Sum up all that is in it."'),
        _CART + "    def more()\n        call Cart.total\n        call helper\n",
        _CART.replace("Cart(Base)", "Cart").replace(
            "interface Base\n    def Base.total(self)\n", "var NOTHING\n"
        ),
    ],
)
def test_an_edited_file_is_put_in_the_place_of_what_was_known_of_it(edited: str) -> None:
    old, new = _graph(_MONEY, _CART, _USE), _graph(_MONEY, edited, _USE)
    assert _rows(patch_graph(old, _graph(_MONEY, edited, _USE), ["shop/cart.py"])) == _rows(new)


def test_what_others_say_stays_although_the_small_graph_does_not_know_them() -> None:
    edited = _CART.replace("read RATE", "write RATE")
    patched = patch_graph(_graph(_MONEY, _CART, _USE), _graph(edited, _MONEY), ["shop/cart.py"])
    assert _rows(patched) == _rows(_graph(_MONEY, edited, _USE))


def test_uses_of_what_is_gone_are_gone() -> None:
    edited = "    #- shop/cart.py\n    def other()\n"
    patched = patch_graph(_graph(_MONEY, _CART, _USE), _graph(edited), ["shop/cart.py"])
    assert patched.find_row("shop/cart.py::Cart.total") is None
    assert patched.find_row("shop/cart.py::other") is not None
    assert {edge.target for edge in patched.iter_edges() if edge.source == "shop/use.py::use"} == {
        "shop/use.py::helper"
    }


def test_what_is_new_outside_comes_along() -> None:
    edited = _CART + "        call dumps\n    #- external\n    def dumps()\n"
    old = _graph(_MONEY, _CART, _USE)
    patched = patch_graph(old, _graph(_MONEY, edited), ["shop/cart.py"])
    row = patched.find_row("ext:dumps")
    assert row is not None
    assert patched.node(row).is_external


@given(toys(variables_use=True), st.data())
def test_patching_with_what_is_known_changes_nothing(toy: Toy, data: st.DataObject) -> None:
    graph = toy.graph()
    paths = data.draw(st.sets(st.sampled_from([*graph.files]))) if len(graph.files) else set()
    assert _rows(patch_graph(graph, graph, paths)) == _rows(graph)
