"""Containment edges, and classes inferred from their methods."""

import pytest
from hypothesis import given

from codeshed.build.graph import build_graph
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.kinds import EdgeKind, NodeFlag, NodeKind
from codeshed.model.semantic import Definition, DefinitionKind, Document, SemanticData, VariableKind
from codeshed.model.source_reader import TextSourceReader
from codeshed.model.span import Span
from tests.build.checks import check_edges
from tests.support.notation import project
from tests.support.toys import Toy, toys


def check_containment(notation: str, expected: str) -> None:
    """Check all edges of containment."""
    check_edges(notation, expected, kinds=(EdgeKind.CONTAINS,))


def inferred(graph: CodeGraph) -> list[str]:
    """Return the types that were inferred."""
    nodes = (graph.node(row) for row in range(len(graph.nodes)))
    return [node.symbol for node in nodes if node.is_inferred]


def test_members_nested_functions_and_modules() -> None:
    check_containment(
        """
        class Cart
        def Cart.total(self)
        field Cart.items
        class Cart.Line
        def Cart.Line.price(self)
        def make()
        def make.inner()
        class make.Local
        local make.n
        var RATE
        """,
        """
        a.py -contains-> a.py::Cart [declared] 0 sites
        a.py -contains-> a.py::RATE [declared] 0 sites
        a.py -contains-> a.py::make [declared] 0 sites
        a.py::Cart -contains-> a.py::Cart.Line [declared] 0 sites
        a.py::Cart -contains-> a.py::Cart.items [declared] 0 sites
        a.py::Cart -contains-> a.py::Cart.total [declared] 0 sites
        a.py::Cart.Line -contains-> a.py::Cart.Line.price [declared] 0 sites
        a.py::make -contains-> a.py::make.Local [declared] 0 sites
        a.py::make -contains-> a.py::make.inner [declared] 0 sites
        """,
    )


@given(toys(variables_use=True))
def test_everything_in_a_file_is_contained_once(toy: Toy) -> None:
    graph = toy.graph()
    contained = sorted(edge.target for edge in graph.iter_edges() if edge.kind is EdgeKind.CONTAINS)
    nodes = [graph.node(row) for row in range(len(graph.nodes))]
    wanted = [
        node.symbol
        for node in nodes
        if node.file_path is not None
        and node.kind is not NodeKind.MODULE
        and node.variable_kind is not VariableKind.LOCAL
    ]
    assert [symbol for symbol in wanted if symbol not in contained] == []
    assert len({*contained}) == len(contained)


def test_what_stands_in_nothing_known_stands_in_its_module() -> None:
    lost = Definition(
        symbol_id="a.py::Gone.f",
        name="f",
        kind=DefinitionKind.FUNCTION,
        span=Span(1, 0, 1, 0),
        enclosing_symbol="a.py::Gone",
    )
    data = SemanticData(documents=(Document(path="a.py", definitions=(lost,)),))
    graph = build_graph(data, TextSourceReader({"a.py": "\n"}))
    assert [(edge.source, edge.target) for edge in graph.iter_edges()] == [("a.py", "a.py::Gone.f")]


def test_a_class_that_only_its_methods_show() -> None:
    check_containment(
        """
        #- zoo.lua
        def Dog.bark(self)
        def Dog.eat(self)
        var Dog.age
        def help()
        """,
        """
        zoo.lua -contains-> zoo.lua::Dog [heuristic 0.7] 0 sites
        zoo.lua -contains-> zoo.lua::help [declared] 0 sites
        zoo.lua::Dog -contains-> zoo.lua::Dog.age [heuristic 0.7] 0 sites
        zoo.lua::Dog -contains-> zoo.lua::Dog.bark [heuristic 0.7] 0 sites
        zoo.lua::Dog -contains-> zoo.lua::Dog.eat [heuristic 0.7] 0 sites
        """,
    )


def test_an_inferred_class_in_a_class() -> None:
    check_containment(
        """
        #- zoo.js
        class Zoo
        def Zoo.Dog.bark()
        """,
        """
        zoo.js -contains-> zoo.js::Zoo [declared] 0 sites
        zoo.js::Zoo -contains-> zoo.js::Zoo.Dog [heuristic 0.7] 0 sites
        zoo.js::Zoo.Dog -contains-> zoo.js::Zoo.Dog.bark [heuristic 0.7] 0 sites
        """,
    )


def test_an_inferred_class_is_a_node_without_place_and_size() -> None:
    graph = project("#- zoo.lua\ndef Dog.bark(self)").graph()
    row = graph.find_row("zoo.lua::Dog")
    assert row is not None
    node = graph.node(row)
    assert (node.kind, node.name, node.is_inferred) == (NodeKind.TYPE, "Dog", True)
    assert (node.file_path, node.span, node.context_size) == ("zoo.lua", None, 0)
    assert graph.nodes.flags[row] & NodeFlag.INFERRED
    assert graph.types.get("zoo.lua::Dog") is None


@pytest.mark.parametrize("path", ["a.py", "a.java", "a.ts", "a.rb", "a.unknown"])
def test_where_classes_are_declared_none_is_inferred(path: str) -> None:
    assert inferred(project(f"#- {path}\ndef Dog.bark(self)").graph()) == []


@pytest.mark.parametrize("path", ["a.lua", "a.c", "a.js", "a.go", "a.rs", "a.cpp"])
def test_where_methods_stand_apart_one_is_inferred(path: str) -> None:
    assert inferred(project(f"#- {path}\ndef Dog.bark(self)").graph()) == [f"{path}::Dog"]


def test_whatever_is_defined_is_not_inferred() -> None:
    assert inferred(project("#- a.lua\nvar Dog\ndef Dog.bark()\ndef make()\ndef make.inner()").graph()) == []


def test_a_definition_in_another_file_wins() -> None:
    def method(path: str) -> Definition:
        return Definition(
            symbol_id=f"{path}::Dog.bark",
            name="bark",
            kind=DefinitionKind.FUNCTION,
            span=Span(1, 0, 1, 0),
            enclosing_symbol="dog.go::Dog",
        )

    dog = Definition(symbol_id="dog.go::Dog", name="Dog", kind=DefinitionKind.TYPE, span=Span(1, 0, 1, 3))
    apart = tuple(Document(path=path, definitions=(method(path),)) for path in ("a.go", "b.go"))
    sources = TextSourceReader({"dog.go": "Dog\n", "a.go": "\n", "b.go": "\n"})
    without = build_graph(SemanticData(documents=apart), sources)
    graph = build_graph(
        SemanticData(documents=(*apart, Document(path="dog.go", definitions=(dog,)))), sources
    )
    assert inferred(without) == ["dog.go::Dog"]
    assert inferred(graph) == []
    assert without.warnings == graph.warnings == ()
    members = [edge.target for edge in graph.iter_edges() if edge.source == "dog.go::Dog"]
    assert members == ["a.go::Dog.bark", "b.go::Dog.bark"]


def test_a_call_of_an_inferred_class_stays_unresolved() -> None:
    graph = project("#- a.lua\ndef Dog.bark()\ndef make()\n    call a.lua::Dog").graph()
    row = graph.find_row("a.lua::make")
    assert row is not None
    assert graph.node(row).n_unresolved_calls == 1
    (edge,) = [edge for edge in graph.iter_edges() if edge.source == "a.lua::make"]
    assert (edge.kind, edge.target) == (EdgeKind.USAGE, "a.lua::Dog")
