"""Methods that external code may call through an external base."""

import pytest

from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.incompleteness.external_bases import ExternalBases
from codeshed.model.answers.caps import caps_of
from codeshed.model.answers.neighbours_answer import Side
from codeshed.project.index.graph_in_memory import index_repository
from codeshed.query.impact.impact import ImpactRequest, impact
from codeshed.query.neighbours.neighbours import NeighbourRequest, neighbours

CODE = """
import enum
import threading
from elsewhere import make_base

class Plain:
    def run(self): ...
class Worker(threading.Thread):
    def __init__(self): ...
    def run(self): ...
    def __hidden(self): ...
    def __len__(self): ...
class Below(Worker):
    def run(self): ...
class Made(make_base()):
    def run(self): ...
class BelowMade(Made):
    def run(self): ...
class Table(dict):
    def popitem(self): ...
class Broken(ValueError):
    def run(self): ...
class Colour(enum.Enum):
    RED = 1
    def run(self): ...
def within(base):
    class Inner(base):
        def run(self): ...
    return Inner
def start():
    Plain().run()
    Below().run()
"""


@pytest.fixture(scope="module")
def graph(tmp_path_factory: pytest.TempPathFactory) -> CodeGraph:
    root = tmp_path_factory.mktemp("outside")
    (root / "a.py").write_text(CODE)
    return index_repository(root, n_processes=0)


def row_of(graph: CodeGraph, symbol: str) -> int:
    row = graph.find_row(symbol)
    assert row is not None
    return row


@pytest.mark.parametrize(
    ("method", "base"),
    [
        ("Worker.run", "ext:threading.Thread"),
        ("Worker.__len__", "ext:threading.Thread"),
        ("Below.run", "ext:threading.Thread"),
        ("Made.run", None),
        ("BelowMade.run", None),
        ("within.Inner.run", None),
        ("Table.popitem", "dict"),
    ],
)
def test_a_base_outside_may_call_a_method(graph: CodeGraph, method: str, base: str | None) -> None:
    found = ExternalBases(graph).of_method(row_of(graph, f"a.py::{method}"))
    assert found is not None
    assert found.symbol == base


@pytest.mark.parametrize(
    "symbol",
    ["Plain.run", "Worker.__init__", "Worker.__hidden", "Broken.run", "Colour.run", "start", "Worker"],
)
def test_nothing_outside_calls_what_it_cannot_know(graph: CodeGraph, symbol: str) -> None:
    assert ExternalBases(graph).of_method(row_of(graph, f"a.py::{symbol}")) is None


@pytest.mark.parametrize(
    ("seed", "side", "codes"),
    [
        ("Below.run", Side.CALLERS, ["called_from_outside"]),
        ("Below.run", Side.CALLEES, []),
        ("Plain.run", Side.CALLERS, []),
    ],
)
def test_callers_of_such_a_method_are_a_lower_bound(
    graph: CodeGraph, seed: str, side: Side, codes: list[str]
) -> None:
    found = neighbours(graph, seed, NeighbourRequest(caps=caps_of("wide"), side=side))
    assert [each.code for each in found.basis.causes] == codes


def test_impact_counts_each_method_that_it_goes_on_from(graph: CodeGraph) -> None:
    found = impact(graph, ImpactRequest(caps=caps_of("wide"), seeds=("Below.run",), depth=3))
    (cause,) = found.basis.causes
    assert (cause.code, cause.count) == ("called_from_outside", 2)
