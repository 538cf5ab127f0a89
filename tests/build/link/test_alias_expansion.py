"""Aliases and type variables in signatures count as what they stand for."""

import pytest

from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.kinds import EdgeKind, NodeFlag
from tests.build.checks import check_edges_of_code, graph_of_code

_HEAD = """
from abc import ABC, abstractmethod
from typing import Any, Optional, TypeVar

class User: ...
class Guest: ...

class Shape(ABC):
    \"\"\"Something that has an area and may be drawn on a canvas.\"\"\"
    @abstractmethod
    def area(self) -> int: ...

T = TypeVar("T")
S = TypeVar("S", bound=Shape)
N = TypeVar("N", int, str)
V = TypeVar("V", bound=Guest)
Maybe = Optional[User]
Chain = Maybe
Anything = Any
Free = dict[str, T]
Loose = Optional[T]
Drawn = Optional[Shape]
"""


def _row(graph: CodeGraph) -> int:
    row = graph.find_row("a.py::f")
    assert row is not None
    return row


def test_values_flow_through_aliases_and_bounds() -> None:
    check_edges_of_code(
        "a.py",
        f"""{_HEAD}
def load() -> Chain: ...
def greet(user: User) -> None: ...
def invite() -> Guest: ...
def admit(visitor: V) -> None: ...
""",
        """
        invite -dataflow-> admit
        load -dataflow-> greet
        """,
        kinds=(EdgeKind.DATAFLOW,),
    )


@pytest.mark.parametrize("parameter", ["Maybe", "Chain", "S", "N", "Free"])
def test_a_parameter_is_typed_if_what_its_type_stands_for_says_something(parameter: str) -> None:
    assert _is_declared_complete(parameter)


@pytest.mark.parametrize("parameter", ["T", "T | None", "Anything", "Loose"])
def test_what_stands_for_anything_is_no_type(parameter: str) -> None:
    assert not _is_declared_complete(parameter)


def _is_declared_complete(parameter: str) -> bool:
    graph = graph_of_code("a.py", f"{_HEAD}\ndef f(x: {parameter}) -> int: ...\n")
    return bool(graph.nodes.flags[_row(graph)] & int(NodeFlag.DECLARED_COMPLETE))


@pytest.mark.parametrize("returned", ["Shape", "Drawn", "S"])
def test_what_returns_an_alias_of_an_abstract_type_is_an_abstract_factory(returned: str) -> None:
    assert _score_of_returned(returned) >= 0


@pytest.mark.parametrize("returned", ["Maybe", "T"])
def test_what_returns_an_alias_of_another_type_is_none(returned: str) -> None:
    assert _score_of_returned(returned) < 0


def _score_of_returned(returned: str) -> int:
    graph = graph_of_code("a.py", f"{_HEAD}\ndef f() -> {returned}: ...\n")
    return int(graph.nodes.abstract_return_score[_row(graph)])
