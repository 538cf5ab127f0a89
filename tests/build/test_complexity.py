"""The complexity that a document states is that of the node, in a stored graph too."""

from pathlib import Path

from codeshed.build.graph import build_graph
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.model.semantic import Definition, DefinitionKind, Document, ExternalSymbol, SemanticData
from codeshed.model.source_reader import TextSourceReader
from codeshed.model.span import Span
from codeshed.project.index.graph_in_memory import index_repository
from codeshed.store.graph_file import open_graph, write_graph
from tests.support.rows import row_of


def graph_of(complexity_by_name: dict[str, int | None]) -> CodeGraph:
    definitions = tuple(
        Definition(
            symbol_id=f"a.py::{name}",
            name=name,
            kind=DefinitionKind.FUNCTION,
            span=Span(line, 0, line, 5),
            complexity=complexity,
        )
        for line, (name, complexity) in enumerate(complexity_by_name.items(), start=1)
    )
    external = ExternalSymbol(symbol_id="ext:json.dumps", name="dumps", kind=DefinitionKind.FUNCTION)
    data = SemanticData(
        documents=(Document(path="a.py", definitions=definitions),), external_symbols=(external,)
    )
    return build_graph(data, TextSourceReader({"a.py": "def f\n" * len(definitions)}))


def test_a_stated_complexity_is_kept(tmp_path: Path) -> None:
    built = graph_of({"simple": 1, "branching": 4, "unsaid": None, "absurd": 2**80})
    write_graph(built, tmp_path / "graph")
    for graph in (built, open_graph(tmp_path / "graph")):
        found = {symbol: graph.node(row_of(graph, symbol)).complexity for symbol in graph.nodes.symbols}
        assert found == {
            "a.py": None,
            "a.py::absurd": 2**31 - 1,
            "a.py::branching": 4,
            "a.py::simple": 1,
            "a.py::unsaid": None,
            "ext:json.dumps": None,
        }


def test_python_functions_have_theirs(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(
        "def f(x):\n    if x:\n        for y in x:\n            pass\n\ndef g(): ...\n"
    )
    graph = index_repository(tmp_path, types="off")
    assert graph.node(row_of(graph, "a.py::f")).complexity == 3
    assert graph.node(row_of(graph, "a.py::g")).complexity == 1
