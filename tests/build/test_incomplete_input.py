"""What a document or its sources lack is reported: by warnings, and by lower bounds."""

from codeshed.build.graph import build_graph
from codeshed.build.size import size_function
from codeshed.footprint.options import FootprintOptions
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.model.semantic import (
    Definition,
    DefinitionKind,
    Document,
    Problem,
    Reference,
    ReferenceRole,
    SemanticData,
)
from codeshed.model.source_reader import TextSourceReader
from codeshed.model.span import Span
from codeshed.query.footprint import footprint_of
from codeshed.query.profile import profile
from tests.support.rows import row_of


def function(symbol: str, span: Span) -> Definition:
    return Definition(symbol_id=symbol, name="f", kind=DefinitionKind.FUNCTION, span=span)


def graph_of(document: Document, text: str = "f = 1\ng = 2\n") -> CodeGraph:
    return build_graph(SemanticData(documents=(document,)), TextSourceReader({"a.py": text}))


def codes(graph: CodeGraph) -> list[str]:
    return [warning.code for warning in graph.warnings]


def test_problems_of_a_file_make_its_footprints_floors() -> None:
    document = Document(
        path="a.py",
        problems=(Problem(code="syntax_error", message="unexpected indent"),),
        definitions=(function("a.py::f", Span(1, 0, 1, 5)),),
    )
    graph = graph_of(document)
    assert codes(graph) == ["FILE_PROBLEM"]
    result = footprint_of(graph, "f", FootprintOptions())
    assert (result.lower_bound_causes, result.n_partial_files) == (("partial_files",), 1)
    assert profile(graph, FootprintOptions()).lower_bound


def test_problems_of_a_kind_are_one_warning_with_their_number() -> None:
    problems = tuple(
        Problem(code="syntax_error", message="unexpected indent", span=Span(line, 0, line, 1))
        for line in (1, 2, 2)
    )
    document = Document(path="a.py", problems=(*problems, Problem(code="not_text", message="no text")))
    assert [warning.message for warning in graph_of(document).warnings] == [
        "a.py: no text",
        "a.py:1: unexpected indent (3 in this file)",
    ]


def test_references_to_nothing_make_a_floor() -> None:
    references = tuple(
        Reference(enclosing_symbol="a.py::f", target_symbol="a.py::gone", role=role)
        for role in (ReferenceRole.READ, ReferenceRole.WRITE, ReferenceRole.DECORATE)
    )
    document = Document(
        path="a.py", definitions=(function("a.py::f", Span(1, 0, 1, 5)),), references=references
    )
    result = footprint_of(graph_of(document), "f", FootprintOptions())
    assert (result.lower_bound_causes, result.n_dangling_references) == (("dangling_references",), 3)


def test_definitions_with_the_same_id_are_one_as_large_as_both() -> None:
    one, two = function("a.py::f", Span(1, 0, 1, 5)), function("a.py::f", Span(2, 0, 2, 5))
    for definitions in ((one, two), (two, one)):
        graph = graph_of(Document(path="a.py", definitions=definitions))
        assert codes(graph) == ["DUPLICATE_SYMBOL"]
        row = row_of(graph, "a.py::f")
        assert graph.nodes.sizes[row] == size_function().measure("f = 1") + size_function().measure("g = 2")
        assert graph.nodes.spans[row, 0] == 1


def test_spans_outside_the_file_and_a_changed_file_are_named() -> None:
    document = Document(
        path="a.py", content_hash="0" * 64, definitions=(function("a.py::f", Span(90, 0, 95, 5)),)
    )
    assert codes(graph_of(document)) == ["SOURCE_CHANGED", "SPAN_OUTSIDE_FILE"]
