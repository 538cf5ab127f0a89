"""Type parameters of functions and types."""

import pytest

from codeshed.build.graph import build_graph
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.kinds import EdgeKind, NodeFlag
from codeshed.model.semantic import (
    Definition,
    DefinitionDetails,
    DefinitionKind,
    Document,
    ParamDef,
    Reference,
    ReferenceRole,
    SemanticData,
    TypeKind,
    TypeParamDef,
)
from codeshed.model.source_reader import TextSourceReader
from codeshed.model.span import Span
from tests.support.rows import row_of

NO_DETAILS = DefinitionDetails()


def definition(
    symbol: str,
    kind: DefinitionKind,
    enclosing: str | None = None,
    details: DefinitionDetails = NO_DETAILS,
) -> Definition:
    return Definition(
        symbol_id=f"a.py::{symbol}",
        name=symbol.rsplit(".", maxsplit=1)[-1],
        kind=kind,
        span=Span(1, 0, 1, 0),
        enclosing_symbol=None if enclosing is None else f"a.py::{enclosing}",
        details=details,
    )


def graph_of(type_params: tuple[TypeParamDef, ...], param_type: str, *, on_class: bool = False) -> CodeGraph:
    """Build `def C.f[…](x: param_type): x.m()` beside two types that have an `m`."""
    types = [
        definition(name, DefinitionKind.TYPE, None, DefinitionDetails(type_kind=TypeKind.CLASS))
        for name in "AB"
    ]
    methods = [definition(f"{name}.m", DefinitionKind.FUNCTION, name) for name in "AB"]
    owner = definition(
        "C", DefinitionKind.TYPE, None, DefinitionDetails(type_params=type_params if on_class else None)
    )
    function = definition(
        "C.f",
        DefinitionKind.FUNCTION,
        "C",
        DefinitionDetails(
            parameters=(ParamDef(name="x", param_type=param_type),),
            return_types=("int",),
            type_params=None if on_class else type_params,
        ),
    )
    call = Reference(enclosing_symbol="a.py::C.f", role=ReferenceRole.CALL, receiver="x", method_name="m")
    document = Document(path="a.py", definitions=(*types, *methods, owner, function), references=(call,))
    return build_graph(SemanticData(documents=(document,)), TextSourceReader({"a.py": ""}))


def called(graph: CodeGraph) -> list[str]:
    return [edge.target for edge in graph.iter_edges() if edge.kind is EdgeKind.CALL]


def is_complete(graph: CodeGraph) -> bool:
    return bool(graph.nodes.flags[row_of(graph, "a.py::C.f")] & int(NodeFlag.DECLARED_COMPLETE))


CONSTRAINED = (TypeParamDef(name="T", constraints=("a.py::A", "a.py::B")),)


@pytest.mark.parametrize("on_class", [False, True])
@pytest.mark.parametrize("param_type", ["T", "T | None"])
def test_constraints_become_calls_of_each(param_type: str, *, on_class: bool) -> None:
    graph = graph_of(CONSTRAINED, param_type, on_class=on_class)
    assert called(graph) == ["a.py::A.m", "a.py::B.m"]
    assert is_complete(graph)


def test_a_parameter_may_be_named_by_its_id() -> None:
    graph = graph_of((TypeParamDef(name="T", symbol_id="a.py::C.f.T", bound="a.py::B"),), "a.py::C.f.T")
    assert called(graph) == ["a.py::B.m"]


@pytest.mark.parametrize("param_type", ["T", "T | None"])
def test_an_unrestricted_one_is_no_annotation(param_type: str) -> None:
    graph = graph_of((TypeParamDef(name="T"),), param_type)
    assert called(graph) == []
    assert not is_complete(graph)


def test_other_names_are_left_alone() -> None:
    graph = graph_of((TypeParamDef(name="A", constraints=("a.py::B",)),), "a.py::A")
    assert called(graph) == ["a.py::A.m"]
