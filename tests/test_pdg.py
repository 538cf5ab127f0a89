"""The graph as a library: the page about it, errors, and agreement with what is built."""

import re
from pathlib import Path

import pytest

import codeshed
from codeshed import pdg
from codeshed.build.graph import build_graph
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.model.source_reader import TextSourceReader
from tests.languages.cases import index_case

PAGE = Path(__file__).parents[1] / "docs" / "reference" / "python-pdg.md"
_BLOCK = re.compile(r"```python(?: path=(\S+))?\n(.*?)```", re.DOTALL)

CODE = {
    "a.py": """
from b import Item, Box

class Shop:
    def make(self) -> Item: return Item()
    def pack(self, item: Item) -> Box: return wrap(item)
def wrap(item: Item) -> Box: return Box()
def many(items: list[Item]) -> list[Box]: return [wrap(item) for item in items]
""",
    "b.py": """
class Item: ...
class Box: ...
def weigh(box: Box) -> int: return 1
""",
}


@pytest.fixture(scope="module")
def graph() -> CodeGraph:
    return build_graph(index_case(CODE, types=False), TextSourceReader(CODE))


def test_the_examples_of_the_page_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    blocks = _BLOCK.findall(PAGE.read_text(encoding="utf-8"))
    examples = [code for path, code in blocks if not path]
    assert len(examples) == 4
    for path, code in blocks:
        if path:
            (tmp_path / path).parent.mkdir(exist_ok=True)
            (tmp_path / path).write_text(code, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    for code in examples:
        exec(code, names)  # noqa: S102 - our own page
    assert "changed" in names


def test_every_name_of_the_library_is_on_its_page() -> None:
    page = PAGE.read_text(encoding="utf-8")
    shown_elsewhere = {
        "DataFlowEdge",
        "EdgeFlag",
        "EdgeId",
        "EdgeKind",
        "ExtractedDataFlow",
        "FoundNames",
        "Impact",
        "NodeFlag",
    }
    assert [each for each in pdg.__all__ if each not in page and each not in shown_elsewhere] == []
    assert "pdg" in codeshed.__all__


def test_an_unknown_symbol_is_an_error_with_a_hint(graph: CodeGraph) -> None:
    for walk in (pdg.forward_impact, pdg.backward_impact, pdg.bidirectional_impact):
        with pytest.raises(codeshed.CodeshedError) as raised:
            walk(graph, "Shop.maek", pdg.TraversalConfig())
        assert "a.py::Shop.make" in raised.value.hint


def test_a_name_of_several_symbols_is_an_error_with_a_hint() -> None:
    code = {"a.py": "class A:\n    def run(self): ...\nclass B:\n    def run(self): ...\n"}
    graph = build_graph(index_case(code, types=False), TextSourceReader(code))
    with pytest.raises(codeshed.CodeshedError) as raised:
        pdg.forward_impact(graph, "run", pdg.TraversalConfig())
    assert "a.py::B.run" in raised.value.hint


def test_names_are_found_exactly_then_in_any_case_then_in_part(graph: CodeGraph) -> None:
    assert pdg.find_by_name_in_file(graph, "wrap", "a.py").symbols == ("a.py::wrap",)
    assert pdg.find_by_name_in_file(graph, "wrap", "b.py").symbols == ()
    assert pdg.find_by_name_in_file(graph, "WRAP") == pdg.FoundNames(symbols=("a.py::wrap",), match="anyCase")
    found = pdg.find_by_name_in_file(graph, "ma", "a.py")
    assert (found.symbols, found.match) == (("a.py::Shop.make", "a.py::many"), "part")
    assert pdg.find_by_name_in_file(graph, "ma").match is None


def test_a_file_that_is_not_there_is_an_error(graph: CodeGraph) -> None:
    with pytest.raises(codeshed.CodeshedError, match=re.escape("'c.py'")):
        pdg.find_by_name_in_file(graph, "wrap", "c.py")
    with pytest.raises(codeshed.CodeshedError, match="is no file"):
        pdg.find_by_name_in_file(graph, "wrap", "Shop")


def test_extracted_data_flow_is_that_of_the_graph(graph: CodeGraph) -> None:
    built = {
        (edge.source, edge.target, edge.confidence)
        for edge in map(graph.edge, range(len(graph.edges)))
        if edge.kind is pdg.EdgeKind.DATAFLOW
    }
    found = pdg.extract_data_flow_edges(graph)
    assert {(each.producer, each.consumer, each.confidence) for each in found.edges} == built
    assert ("a.py::Shop.make", "a.py::wrap", "b.py::Item", 0.85) in found.edges
    assert found.types_left_out == ()


def test_a_common_type_is_left_out_and_named() -> None:
    code = {"a.py": "class T: ...\n" + "".join(f"def f{n}(t: T) -> T: ...\n" for n in range(33))}
    graph = build_graph(index_case(code, types=False), TextSourceReader(code))
    assert pdg.extract_data_flow_edges(graph) == ((), ("a.py::T",))


def test_no_edge_is_added_if_one_lacks_an_end(graph: CodeGraph) -> None:
    builder = pdg.GraphBuilder(graph)
    with pytest.raises(codeshed.CodeshedError, match="gone"):
        pdg.add_call_graph_edges(builder, [("b.py::weigh", "a.py::many"), ("b.py::weigh", "gone")])
    assert len(builder.freeze().edges) == len(graph.edges)


@pytest.mark.parametrize("policy", list(codeshed.Policy))
def test_a_footprint_follows_edges_that_were_added(graph: CodeGraph, policy: codeshed.Policy) -> None:
    builder = pdg.GraphBuilder(graph)
    pdg.add_call_graph_edges(builder, [("b.py::weigh", "a.py::many")])
    pdg.add_containment_edges(builder, [("b.py::weigh", "a.py::Shop.make")])
    options = codeshed.FootprintOptions(policy=policy)
    reached = codeshed.footprint_of(builder.freeze(), "weigh", options).reachable_set
    before = codeshed.footprint_of(graph, "weigh", options).reachable_set
    assert "a.py::many" in reached
    assert "a.py::many" not in before or policy is codeshed.Policy.CLOSURE
    assert "a.py::Shop.make" not in reached or "a.py::Shop.make" in before


def test_a_walk_by_a_preset_does_not_follow_containment(graph: CodeGraph) -> None:
    builder = pdg.GraphBuilder(graph)
    pdg.add_containment_edges(builder, [("b.py::weigh", "a.py::many")])
    reached = pdg.forward_impact(builder.freeze(), "weigh", pdg.TraversalConfig.for_semantic_analysis())
    assert "a.py::many" not in reached.symbols


def test_results_say_what_could_not_be_read_and_sources_are_read_once(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("def f(: return g()\n", encoding="utf-8")
    (tmp_path / "b.ts").write_text("export function g(n: number): number { return n }\n", encoding="utf-8")
    (tmp_path / "package.json").write_text('{"name": "shop"}', encoding="utf-8")
    results = pdg.parse_repository(tmp_path)
    assert [(each.file_path, each.language, each.error is not None) for each in results] == [
        ("a.py", "python", True),
        ("b.ts", "typescript", False),
        ("package.json", None, False),
    ]
    assert results[1].signatures == ("function g(n: number): number",)
    for each in results:
        (tmp_path / each.file_path).unlink()
    graph = pdg.merged_pdg_from_results(results, pdg.RelinkConfig())
    assert graph.find_row("b.ts::g") is not None
    with pytest.raises(codeshed.CodeshedError):
        pdg.merged_pdg_from_results((), pdg.RelinkConfig())


def test_one_repository_is_bound_to_another(tmp_path: Path) -> None:
    for path, text in {
        "lib/money/__init__.py": "def plus(): ...\n",
        "app/main.py": "from money import plus\ndef run(): plus()\n",
    }.items():
        (tmp_path / path).parent.mkdir(parents=True)
        (tmp_path / path).write_text(text, encoding="utf-8")
    results = [*pdg.parse_repository(tmp_path / "lib"), *pdg.parse_repository(tmp_path / "app")]
    graph = pdg.merged_pdg_from_results(results, pdg.RelinkConfig())
    reached = pdg.forward_impact(graph, "main.py::run", pdg.TraversalConfig())
    assert "money/__init__.py::plus" in reached.symbols
