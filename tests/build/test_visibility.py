"""Visibility: from definitions to nodes, and from nodes to answers."""

import pytest

from codeshed.build.graph import build_graph
from codeshed.graph.answers.answer_nodes_and_edges import answer_node
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.editing.graph_builder import GraphBuilder
from codeshed.model.source_reader import TextSourceReader
from tests.languages.cases import index_case


def _graph(path: str, code: str) -> CodeGraph:
    return build_graph(index_case({path: code}, types=False), TextSourceReader({path: code}))


PYTHON = """
class Cart:
    def total(self): ...
    def _count(self): ...
    def __check(self): ...

def _make(): ...
def call(): len("")
"""


@pytest.mark.parametrize(
    ("path", "code", "symbol", "visibility"),
    [
        ("a.py", PYTHON, "a.py::Cart", "public"),
        ("a.py", PYTHON, "a.py::Cart.total", "public"),
        ("a.py", PYTHON, "a.py::Cart._count", "protected"),
        ("a.py", PYTHON, "a.py::Cart.__check", "private"),
        ("a.py", PYTHON, "a.py::_make", "internal"),
        ("a.py", PYTHON, "a.py", None),
        ("a.py", PYTHON, "ext:builtins.len", None),
        (
            "A.java",
            "class A { private int f() { return 1; } protected void g() {} }",
            "A.java::A.f",
            "private",
        ),
        (
            "A.java",
            "class A { private int f() { return 1; } protected void g() {} }",
            "A.java::A.g",
            "protected",
        ),
    ],
)
def test_a_node_has_the_visibility_of_its_definition(
    path: str, code: str, symbol: str, visibility: str | None
) -> None:
    graph = _graph(path, code)
    row = graph.find_row(symbol)
    assert row is not None
    known = graph.node(row).visibility
    assert (None if known is None else known.value.lower()) == visibility
    assert answer_node(graph, row).visibility == visibility
    assert GraphBuilder(graph).freeze().node(row).visibility is known
