"""Nodes are found by their last names: exactly, in any case, and within a file."""

import pytest

from codeshed.graph.data.code_graph import CodeGraph
from codeshed.model.symbol_ids import last_name
from tests.support.notation import project

GRAPH = project(
    """
    #- src/app.py
    class Flask
    def Flask.run(self)
    def Flask.run.inner()
    def run()
    var RUN
    var Run
    #- src/app/more.py
    def run()
    class Straße
    #- lib/app.py
    class FLASK
    def FLASK.Run(self)
    #- external
    def json.run(obj)
    """
).graph()


def check_finds(name: str, *symbols: str, graph: CodeGraph = GRAPH) -> None:
    """Check which symbols have a name, and that each of them is found within its own file and in no other."""
    rows = graph.name_index.find(name).tolist()
    assert tuple(graph.nodes.symbols[row] for row in rows) == symbols
    for file, path in enumerate(graph.files):
        found = graph.name_index.find_in_file(name, file).tolist()
        assert found == [row for row in rows if graph.file_path(row) == path]


@pytest.mark.parametrize(
    "name", [*sorted({last_name(symbol) for symbol in GRAPH.nodes.symbols}), "nothing", ""]
)
def test_a_name_finds_what_a_scan_of_all_symbols_finds(name: str) -> None:
    check_finds(name, *(symbol for symbol in GRAPH.nodes.symbols if last_name(symbol) == name))


def test_names_are_found_in_the_order_of_symbols() -> None:
    check_finds("run", "ext:json.run", "src/app.py::Flask.run", "src/app.py::run", "src/app/more.py::run")


@pytest.mark.parametrize("name", ["run", "RUN", "rUn", "flask", "straße", "STRAßE", "inner", "Nothing"])
def test_a_name_in_any_case_finds_what_a_scan_finds(name: str) -> None:
    found = [GRAPH.nodes.symbols[row] for row in GRAPH.name_index.find_in_any_case(name).tolist()]
    assert found == [each for each in GRAPH.nodes.symbols if last_name(each).lower() == name.lower()]


def test_overloads_have_one_name() -> None:
    graph = project(
        """
        #- src/over.py
        class Cart
        def Cart.Add(self)
        def Cart.Add#2(self, item)
        def Cart.Add#2.inner()
        #- lib/over.py
        def add#12()
        """
    ).graph()
    check_finds("Add", "src/over.py::Cart.Add", "src/over.py::Cart.Add#2", graph=graph)
    check_finds("add", "lib/over.py::add#12", graph=graph)
    check_finds("Add#2", graph=graph)
    assert len(graph.name_index.find_in_any_case("add")) == 3


def test_an_empty_graph_has_no_names() -> None:
    check_finds("run", graph=project("#- external").graph())
