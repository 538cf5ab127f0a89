"""Members of objects of unknown type, and answers that report that these may be meant."""

import numpy as np
import pytest

from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.unresolved_members import no_unresolved_members, tabulate_unresolved_members
from codeshed.graph.editing.merge import merge_graphs
from codeshed.model.answers.answer_basis import UNRESOLVED_MEMBERS
from codeshed.model.answers.caps import caps_of
from codeshed.model.answers.neighbours_answer import Side
from codeshed.query.neighbours.neighbours import NeighbourRequest, neighbours
from tests.build.checks import graph_of_code

_PYTHON = """
class T:
    kind = "t"

    def __init__(self):
        self.field = 1

    @property
    def target(self):
        return self.field

    def held(self):
        return 1

    def lonely(self):
        return 2

class Maker:
    def restart(self):
        return self.timeout

class Client(Maker):
    def __init__(self):
        self.timeout = 1

def total():
    return 1

def reads(n):
    return n.target, n.target

def writes(n):
    n.field = 2

def hands_on(n):
    return n.held

def asks(n):
    return n.nowhere, n.total

def knows(t: T):
    return t.kind
"""
_TYPESCRIPT = """
export class T { get target() { return 1 }  field = 2; lonely = 3 }
export function reads(n: any) { return n.target }
export function writes(n: any) { n.field = 3 }
export function knows(t: T) { return t.lonely }
"""
_PHP = "<?php class T { public $field; public $lonely; } function reads($n) { return $n->field; }"
_LUA = "local T = {}\nfunction T.lonely() end\nT.field = 1\nlocal function reads(n) return n.field end\n"
_CPP = "struct T { int field; int lonely; };\ntemplate<class X> int reads(X n) { return n.field; }\n"


def count_of(graph: CodeGraph, seed: str, side: Side) -> int:
    found = neighbours(graph, seed, NeighbourRequest(caps=caps_of("wide"), side=side))
    assert (found.basis.kind == "exact") == (not found.basis.causes)
    return sum(each.count for each in found.basis.causes if each.code == UNRESOLVED_MEMBERS)


@pytest.mark.parametrize(
    ("path", "code", "seed", "count"),
    [
        ("a.py", _PYTHON, "T.target", 1),
        ("a.py", _PYTHON, "T.field", 1),
        ("a.py", _PYTHON, "T.held", 1),
        ("a.py", _PYTHON, "T.lonely", 0),
        ("a.py", _PYTHON, "T.kind", 0),
        ("a.py", _PYTHON, "total", 0),
        ("a.py", _PYTHON, "Client.timeout", 0),
        ("a.ts", _TYPESCRIPT, "T.target", 1),
        ("a.ts", _TYPESCRIPT, "T.field", 1),
        ("a.ts", _TYPESCRIPT, "T.lonely", 0),
        ("a.php", _PHP, "T.field", 1),
        ("a.php", _PHP, "T.lonely", 0),
        ("a.lua", _LUA, "T.field", 1),
        ("a.lua", _LUA, "T.lonely", 0),
        ("a.cpp", _CPP, "T.field", 1),
        ("a.cpp", _CPP, "T.lonely", 0),
    ],
)
def test_who_uses_a_member_is_not_known_if_one_of_its_name_is_taken_from_anything(
    path: str, code: str, seed: str, count: int
) -> None:
    assert count_of(graph_of_code(path, code), seed, Side.CALLERS) == count


@pytest.mark.parametrize(
    ("path", "code", "seed", "count"),
    [
        ("a.py", _PYTHON, "reads", 1),
        ("a.py", _PYTHON, "writes", 1),
        ("a.py", _PYTHON, "hands_on", 1),
        ("a.py", _PYTHON, "asks", 0),
        ("a.py", _PYTHON, "knows", 0),
        ("a.py", _PYTHON, "Maker.restart", 0),
        ("a.ts", _TYPESCRIPT, "reads", 1),
        ("a.ts", _TYPESCRIPT, "writes", 1),
        ("a.ts", _TYPESCRIPT, "knows", 0),
        ("a.php", _PHP, "reads", 1),
        ("a.lua", _LUA, "reads", 1),
        ("a.cpp", _CPP, "reads", 1),
    ],
)
def test_what_code_uses_is_not_known_if_it_takes_a_member_of_a_known_name_from_anything(
    path: str, code: str, seed: str, count: int
) -> None:
    assert count_of(graph_of_code(path, code), seed, Side.CALLEES) == count


def test_more_classes_than_are_told_are_not_left_out_in_silence() -> None:
    classes = "".join(
        f"class C{each}(Base):\n    @property\n    def label(self): ...\n" for each in range(20)
    )
    graph = graph_of_code("a.py", f"class Base:\n    def show(self):\n        return self.label\n{classes}")
    assert count_of(graph, "Base.show", Side.CALLEES) == 1
    assert count_of(graph, "C7.label", Side.CALLERS) == 1


def test_who_takes_what_is_in_a_table_once() -> None:
    rows = np.array([3, 1, 3, 3], dtype=np.int32)
    names = np.array([7, 9, 7, 5], dtype=np.uint64)
    table = tabulate_unresolved_members(rows, names)
    assert (table.rows.tolist(), table.names.tolist(), table.by_name.tolist()) == (
        [1, 3, 3],
        [9, 5, 7],
        [1, 2, 0],
    )
    assert table.hashes_used_by((3, 2)).tolist() == [5, 7]
    assert table.hashes_used_by(()).tolist() == no_unresolved_members().hashes_used_by((1,)).tolist() == []


def test_graphs_that_become_one_keep_what_is_not_known() -> None:
    one = graph_of_code("a.py", "class T:\n    @property\n    def target(self): ...\n")
    two = graph_of_code("b.py", "def reads(n):\n    return n.target\n")
    assert count_of(one, "T.target", Side.CALLERS) == 0
    both = merge_graphs((one, two))
    assert count_of(both, "T.target", Side.CALLERS) == 1
    assert count_of(both, "reads", Side.CALLEES) == 1
    again = merge_graphs((both, both)).unresolved_members
    assert again.rows.tolist() == both.unresolved_members.rows.tolist()
