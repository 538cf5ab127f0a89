"""Nodes and edges are added and removed; lookups by name and freezing work after every change."""

import tempfile
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from codeshed.errors import DuplicateNodeError, InvalidOptionError, MissingEndError, UnknownSymbolError
from codeshed.graph.data.code_graph import CodeGraph, Site
from codeshed.graph.data.kinds import EdgeFlag, EdgeKind, NodeFlag, NodeKind, ProvenanceCode
from codeshed.graph.editing.drafts import EdgeDraft, EdgeId, NodeDraft
from codeshed.graph.editing.graph_builder import GraphBuilder
from codeshed.model.semantic import DefinitionDetails, TypeKind
from codeshed.model.span import Span
from codeshed.model.symbol_ids import last_name
from codeshed.project.index.graph_in_memory import index_repository
from codeshed.store.graph_file import iter_graph_pieces, open_graph, write_graph
from tests.support.notation import project
from tests.support.rows import row_of
from tests.support.toys import Toy, toys
from tests.surface.cli import SHOP

SMALL = project(
    """
    #- a.py
    class Base
    def Base.run(self)
    class Cart(Base)
    def Cart.run(self)
        call Base.run
        read RATE
    def RUN()
        call Cart.run
    var RATE
    #- b.py
    def run()
        call RUN
    #- external
    def json.dumps(obj)
    """
).graph()


def content_of(graph: CodeGraph) -> bytes:
    return b"".join(iter_graph_pieces(graph))


def function(symbol: str) -> NodeDraft:
    return NodeDraft(symbol=symbol, kind=NodeKind.FUNCTION, file_path=symbol.split("::", maxsplit=1)[0])


def call(source: str, target: str) -> EdgeDraft:
    return EdgeDraft(source=source, target=target, kind=EdgeKind.CALL)


def test_an_edge_has_an_id_and_needs_both_ends() -> None:
    builder = GraphBuilder()
    builder.add_node(function("a.py::f"))
    builder.add_node(function("a.py::g"))
    known = EdgeId("a.py::f", "a.py::g", EdgeKind.CALL)
    assert builder.add_edge(call("a.py::f", "a.py::g")) == known
    assert builder.try_add_edge(call("a.py::f", "a.py::g")) == known
    assert builder.try_add_edge(call("a.py::f", "a.py::nothing")) is None
    assert builder.try_add_edge(call("a.py::nothing", "a.py::g")) is None
    with pytest.raises(MissingEndError, match="nothing") as error:
        builder.add_edge(call("a.py::f", "a.py::nothing"))
    assert error.value.hint
    assert [edge.kind for edge in builder.freeze().iter_edges()] == [EdgeKind.CALL]


def test_what_is_there_is_not_added_and_what_is_not_there_is_not_removed() -> None:
    builder = GraphBuilder(SMALL)
    with pytest.raises(DuplicateNodeError):
        builder.add_node(function("b.py::run"))
    with pytest.raises(UnknownSymbolError):
        builder.remove_node("b.py::nothing")
    builder.remove_node("b.py::run")
    with pytest.raises(UnknownSymbolError):
        builder.remove_node("b.py::run")


@pytest.mark.parametrize(
    "wrong",
    [
        {"confidence": 1.5},
        {"confidence": None},
        {"kind": "call"},
        {"kind": 1},
        {"provenance": 9},
        {"provenance": 1},
        {"provenance": "declared"},
        {"flags": 999},
        {"flags": EdgeFlag(999)},
        {"flags": "IN_V1"},
    ],
    ids=str,
)
def test_what_is_no_edge_is_refused_before_it_is_added(wrong: dict[str, Any]) -> None:
    with pytest.raises(InvalidOptionError):
        EdgeDraft(**{"source": "a", "target": "b", "kind": EdgeKind.CALL, **wrong})


@pytest.mark.parametrize(
    "wrong",
    [
        {"symbol": ""},
        {"kind": 1},
        {"complexity": -3},
        {"complexity": 2**40},
        {"documentation_score": 7.0},
        {"context_size": -5},
        {"context_size": 2**70},
        {"context_size": None},
        {"flags": 3},
        {"flags": NodeFlag(2**40)},
    ],
    ids=str,
)
def test_what_is_no_node_is_refused_before_it_is_added(wrong: dict[str, Any]) -> None:
    with pytest.raises(InvalidOptionError):
        NodeDraft(**{"symbol": "a.py::f", "kind": NodeKind.FUNCTION, **wrong})


@pytest.mark.parametrize(
    ("confidence", "kept"), [(0.496, 0.49), (0.29, 0.29), (0.999, 0.99), (1.0, 1.0), (0.004, 0.0)]
)
def test_no_edge_is_surer_than_it_was_said_to_be(confidence: float, kept: float) -> None:
    builder = GraphBuilder(SMALL)
    edge = EdgeDraft(source="a.py::RATE", target="b.py::run", kind=EdgeKind.USAGE, confidence=confidence)
    found = builder.add_edge(edge)
    (added,) = [
        each for each in builder.freeze().iter_edges() if (each.source, each.target, each.kind) == found
    ]
    assert added.confidence == kept


def test_flags_can_be_joined() -> None:
    flags = NodeFlag.EXTERNAL | NodeFlag.CONSTRUCTOR
    assert NodeDraft(symbol="a", kind=NodeKind.FUNCTION, flags=flags).flags == flags


def test_a_node_that_goes_takes_its_edges_along() -> None:
    builder = GraphBuilder(SMALL)
    builder.remove_node("a.py::Cart.run")
    graph = builder.freeze()
    assert [symbol for symbol in SMALL.nodes.symbols if symbol != "a.py::Cart.run"] == list(
        graph.nodes.symbols
    )
    assert list(graph.iter_edges()) == [
        edge for edge in SMALL.iter_edges() if "a.py::Cart.run" not in {edge.source, edge.target}
    ]


def test_a_type_that_goes_is_no_type_any_more() -> None:
    builder = GraphBuilder(SMALL)
    builder.remove_node("a.py::Cart")
    graph = builder.freeze()
    assert graph.types.get("a.py::Cart") is None
    assert graph.types.find_implementors("a.py::Base") == ()
    assert graph.node(row_of(graph, "a.py::Cart.run")).scope is None


def test_an_added_type_is_one() -> None:
    builder = GraphBuilder(SMALL)
    details = DefinitionDetails(type_kind=TypeKind.CLASS, inherits=("a.py::Base",))
    builder.add_node(NodeDraft(symbol="c.py::New", kind=NodeKind.TYPE, file_path="c.py", details=details))
    graph = builder.freeze()
    assert graph.types.find_implementors("a.py::Base") == ("a.py::Cart", "c.py::New")
    assert graph.node(row_of(graph, "c.py::New")).details == details
    assert list(graph.files) == ["a.py", "b.py", "c.py"]


def test_a_node_is_what_the_draft_says() -> None:
    builder = GraphBuilder(SMALL)
    builder.add_node(
        NodeDraft(
            symbol="a.py::Cart.new",
            name="NEW",
            kind=NodeKind.FUNCTION,
            flags=NodeFlag.TEST | NodeFlag.CONSTRUCTOR,
            context_size=12,
            documentation_score=0.7,
            complexity=4,
            scope="a.py::Cart",
            file_path="a.py",
            span=Span(3, 0, 4, 1),
        )
    )
    graph = builder.freeze()
    node = graph.node(row_of(graph, "a.py::Cart.new"))
    assert (node.name, node.scope, node.file_path, node.span) == (
        "NEW",
        "a.py::Cart",
        "a.py",
        Span(3, 0, 4, 1),
    )
    assert (node.context_size, node.documentation_score, node.complexity) == (12, 0.7, 4)
    assert (node.is_test, node.is_constructor, node.is_external) == (True, True, False)


def test_parallel_edges_become_the_surest_seen_from_all_places() -> None:
    builder = GraphBuilder(SMALL)
    first, second = (
        Site(file_path="b.py", span=Span(9, 0, 9, 5)),
        Site(file_path="b.py", span=Span(7, 0, 7, 5)),
    )
    for site, confidence, provenance in (
        (first, 0.4, ProvenanceCode.HEURISTIC),
        (second, 0.9, ProvenanceCode.TYPED),
        (first, 0.9, ProvenanceCode.INFERRED),
    ):
        builder.add_edge(
            EdgeDraft(
                source="b.py::run",
                target="a.py::RATE",
                kind=EdgeKind.READ,
                confidence=confidence,
                provenance=provenance,
                flags=EdgeFlag.IN_CLOSURE,
                sites=(site,),
            )
        )
    (edge,) = [
        edge
        for edge in builder.freeze().iter_edges()
        if edge.source == "b.py::run" and edge.kind is EdgeKind.READ
    ]
    assert (edge.confidence, edge.provenance, edge.n_sites) == (0.9, ProvenanceCode.TYPED, 2)
    assert edge.sites == (second, first)


def check_unchanged(graph: CodeGraph) -> None:
    """Check that freezing without a change, and after one that was taken back, gives the same bytes."""
    builder = GraphBuilder(graph)
    assert content_of(builder.freeze()) == content_of(graph)
    builder.add_node(function("new/file.py::added"))
    for symbol in list(graph.nodes.symbols)[:3]:
        builder.add_edge(call("new/file.py::added", symbol))
    assert content_of(builder.freeze()) != content_of(graph)
    builder.remove_node("new/file.py::added")
    assert content_of(builder.freeze()) == content_of(graph)


def test_an_unchanged_graph_has_the_same_bytes(tmp_path: Path) -> None:
    check_unchanged(SMALL)
    check_unchanged(project("#- external").graph())
    repository = index_repository(SHOP, types="off")
    check_unchanged(repository)
    write_graph(repository, tmp_path / "graph")
    check_unchanged(open_graph(tmp_path / "graph"))


@given(toys(variables_use=True))
def test_any_unchanged_graph_has_the_same_bytes(toy: Toy) -> None:
    check_unchanged(toy.graph())


def test_nothing_is_a_graph_too() -> None:
    graph = GraphBuilder().freeze()
    assert (len(graph.nodes), len(graph.edges), len(graph.types)) == (0, 0, 0)
    check_unchanged(graph)


class _Known(NamedTuple):
    """What a plain copy of the graph knows: symbols, edges by their ids, and what dispatched calls name."""

    symbols: set[str]
    edges: set[EdgeId]
    through: dict[EdgeId, str]


NAMES = st.sampled_from(["run", "Run", "RUN", "stop", "Straße", "STRASSE", "ǅ"])
SYMBOLS = st.builds(
    "{}::{}{}".format, st.sampled_from(["a.py", "b.py", "z/c.py"]), NAMES, st.sampled_from(["", "#2"])
)


class BuilderMachine(RuleBasedStateMachine):
    """Any sequence of changes, beside a plain copy that is scanned."""

    def __init__(self) -> None:
        super().__init__()
        self.builder = GraphBuilder()
        self.known = _Known(set(), set(), {})

    @initialize(is_empty=st.booleans())
    def begin(self, *, is_empty: bool) -> None:
        """Begin with nothing, or with a graph."""
        if not is_empty:
            self.builder = GraphBuilder(SMALL)
            self.known.symbols.update(SMALL.nodes.symbols)
            self.known.through.update(
                (EdgeId(edge.source, edge.target, edge.kind), edge.through)
                for edge in SMALL.iter_edges()
                if edge.through is not None
            )
            self.known.edges.update(
                EdgeId(edge.source, edge.target, edge.kind) for edge in SMALL.iter_edges()
            )

    @rule(symbol=SYMBOLS)
    def add_node(self, symbol: str) -> None:
        """Add a node that is not there."""
        if symbol in self.known.symbols:
            with pytest.raises(DuplicateNodeError):
                self.builder.add_node(function(symbol))
        else:
            self.builder.add_node(function(symbol))
            self.known.symbols.add(symbol)

    @precondition(lambda self: self.known.symbols)
    @rule(choice=st.data())
    def remove_node(self, choice: st.DataObject) -> None:
        """Remove a node that is there."""
        symbol = choice.draw(st.sampled_from(sorted(self.known.symbols)))
        self.builder.remove_node(symbol)
        self.known.symbols.remove(symbol)
        through = {each for each, method in self.known.through.items() if method == symbol}
        for edge in [
            each for each in self.known.edges if symbol in {each.source, each.target} or each in through
        ]:
            self.known.edges.remove(edge)

    @rule(ends=st.tuples(SYMBOLS, SYMBOLS), kind=st.sampled_from(EdgeKind))
    def add_edge(self, ends: tuple[str, str], kind: EdgeKind) -> None:
        """Add an edge where both ends are there, and fail where they are not."""
        source, target = ends
        edge_id = self.builder.try_add_edge(EdgeDraft(source=source, target=target, kind=kind))
        if {source, target} <= self.known.symbols:
            assert edge_id == EdgeId(source, target, kind)
            self.known.edges.add(EdgeId(source, target, kind))
            self.known.through.pop(EdgeId(source, target, kind), None)
        else:
            assert edge_id is None

    @rule()
    def freeze_and_load(self) -> None:
        """Go on from the graph as it is, written and opened again."""
        with tempfile.TemporaryDirectory() as folder:
            write_graph(self.builder.freeze(), Path(folder) / "graph")
            graph = open_graph(Path(folder) / "graph")
            self.check_indices(graph)
            self.builder = GraphBuilder(graph)

    @invariant()
    def names_are_found(self) -> None:
        """Compare both indices with a scan."""
        for name in {last_name(symbol) for symbol in self.known.symbols} | {"run", "nothing"}:
            assert self.builder.find(name) == tuple(
                sorted(s for s in self.known.symbols if last_name(s) == name)
            )
            assert self.builder.find_in_any_case(name) == tuple(
                sorted(s for s in self.known.symbols if last_name(s).lower() == name.lower())
            )

    def check_indices(self, graph: CodeGraph) -> None:
        """Compare a frozen graph with the plain copy."""
        assert list(graph.nodes.symbols) == sorted(self.known.symbols)
        assert {
            EdgeId(edge.source, edge.target, edge.kind) for edge in graph.iter_edges()
        } == self.known.edges
        assert len(graph.edges) == len(self.known.edges)
        for name in {last_name(symbol) for symbol in self.known.symbols}:
            found = [graph.nodes.symbols[row] for row in graph.name_index.find(name).tolist()]
            assert tuple(found) == self.builder.find(name)
            found = [graph.nodes.symbols[row] for row in graph.name_index.find_in_any_case(name).tolist()]
            assert tuple(found) == self.builder.find_in_any_case(name)


BuilderMachine.TestCase.settings = settings(max_examples=60, stateful_step_count=20)
TestAnySequence = BuilderMachine.TestCase
