"""Methods that a language calls implicitly, and answers that report them."""

import pytest

from codeshed.graph.incompleteness.implicitly_called_methods import find_implicitly_called
from codeshed.model.answers.caps import caps_of
from codeshed.model.answers.neighbours_answer import Side
from codeshed.query.neighbours.neighbours import NeighbourRequest, neighbours
from codeshed.query.unused.implicit_roots import find_implicit_roots
from tests.build.checks import graph_of_code

_PYTHON = """
class Money:
    def __init__(self, n):
        self.n = n

    def __str__(self):
        return str(self.n)

    def add(self):
        return self.n
"""
_GO = """
package a

type Money struct{}

func (m Money) String() string { return "" }

func (m Money) Add() {}

func String() string { return "" }
"""


@pytest.mark.parametrize(
    ("path", "code", "method", "count"),
    [
        ("a.py", _PYTHON, "Money.__str__", 1),
        ("a.py", _PYTHON, "Money.add", 0),
        ("a.go", _GO, "Money.String", 1),
        ("a.go", _GO, "Money.Add", 0),
        ("a.go", _GO, "String", 0),
        ("a.ts", "class Money { toJSON() {} add() {} }", "Money.toJSON", 1),
        ("a.ts", "class Money { toJSON() {} add() {} }", "Money.add", 0),
        ("A.java", "class Money { public String toString() { return null; } }", "Money.toString", 1),
        ("a.rb", "class Money\n  def to_s\n  end\nend\n", "Money.to_s", 1),
        ("a.php", "<?php class Money { function __toString() {} }", "Money.__toString", 1),
    ],
)
def test_what_runs_without_being_named(path: str, code: str, method: str, count: int) -> None:
    graph = graph_of_code(path, code)
    row = graph.find_row(f"{path}::{method}")
    assert row is not None
    assert len(find_implicitly_called(graph, (row,))) == count
    assert (row in find_implicit_roots(graph).special) == bool(count)


@pytest.mark.parametrize(
    ("seed", "side", "codes"),
    [
        ("Money.__str__", Side.CALLERS, ["special_methods"]),
        ("Money.__str__", Side.CALLEES, []),
        ("Money.add", Side.CALLERS, []),
    ],
)
def test_callers_of_such_a_method_are_a_lower_bound(seed: str, side: Side, codes: list[str]) -> None:
    graph = graph_of_code("a.py", _PYTHON)
    found = neighbours(graph, seed, NeighbourRequest(caps=caps_of("wide"), side=side))
    assert [each.code for each in found.basis.causes] == codes
