"""The order of numbers, symbols and base types."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from codeshed.build.graph import build_graph
from codeshed.build.link.integer_sorting import rank_values, stable_argsort
from codeshed.graph.data.kinds import EdgeKind
from codeshed.model.semantic import Definition, DefinitionKind, Document, SemanticData
from codeshed.model.source_reader import TextSourceReader
from codeshed.model.span import Span
from tests.support.notation import project

NUMBERS = st.lists(st.one_of(st.integers(0, 5), st.integers(0, 2**63 - 1)))
"""Small ones, which come often, and such as leave no room for a place in a word."""


@given(NUMBERS)
def test_places_by_number(numbers: list[int]) -> None:
    order = stable_argsort(np.array(numbers, dtype=np.int64))
    assert order.tolist() == sorted(range(len(numbers)), key=numbers.__getitem__)


@given(st.lists(st.integers(0, 9)))
def test_different_numbers(numbers: list[int]) -> None:
    different, places = rank_values(np.array(numbers, dtype=np.int32), 10)
    assert different.tolist() == sorted(set(numbers))
    assert different[places].tolist() == numbers


@pytest.mark.parametrize(
    "symbols_by_path",
    [
        {"a.py": ["a.py::f", "a.py::g"], "b.py": ["b.py::f"]},
        {"a.py": ["a.py::f"], "a.py.bak.py": ["a.py.bak.py::f"], "a.pyi": ["a.pyi::f"]},
        {"a.py": ["a.py::f", "z"], "b.py": ["b.py::f", "a.py::c"]},
        {"b.py": ["a", "c"], "c.py": []},
        {"a.py": ["a.py::é", "a.py::z", "a.py::\U0001f600", "a.py::\uffff"]},
        {"a.py": ["b.py"], "b.py": ["a.py"]},
    ],
    ids=["apart", "between", "anywhere", "before its path", "code points", "paths that are defined"],
)
def test_rows_are_in_the_order_of_symbols(symbols_by_path: dict[str, list[str]]) -> None:
    documents = [
        Document(
            path=path,
            definitions=tuple(
                Definition(symbol_id=symbol, name="f", kind=DefinitionKind.FUNCTION, span=Span(1, 0, 1, 1))
                for symbol in symbols
            ),
        )
        for path, symbols in symbols_by_path.items()
    ]
    graph = build_graph(SemanticData(documents=tuple(documents)), TextSourceReader({}))
    every = {*symbols_by_path, *(symbol for symbols in symbols_by_path.values() for symbol in symbols)}
    assert list(graph.nodes.symbols) == sorted(every)
    assert [graph.find_row(symbol) for symbol in sorted(every)] == list(range(len(every)))


@pytest.mark.parametrize("calls", ["call Below\n    call Torn", "call Torn\n    call Below"])
def test_bases_that_contradict_each_other_are_looked_through_alike_whoever_comes_first(calls: str) -> None:
    graph = project(
        f"""
class A
class B
def A.__init__(self)
def B.__init__(self)
class AB(A, B)
class BA(B, A)
class Torn(AB, BA)
class Between(B)
class Below(Between, Torn)
def f()
    {calls}
"""
    ).graph()
    called = [edge.target for edge in graph.iter_edges() if edge.kind is EdgeKind.CALL]
    assert called == ["a.py::A.__init__", "a.py::B.__init__", "a.py::Below", "a.py::Torn"]
