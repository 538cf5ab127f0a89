"""Calls that run text as code, and answers that report them."""

import pytest

from codeshed.model.answers.answer_basis import RUN_TEXTS
from codeshed.model.answers.caps import caps_of
from codeshed.model.answers.neighbours_answer import Side
from codeshed.query.neighbours.neighbours import NeighbourRequest, neighbours
from tests.build.checks import graph_of_code

_PYTHON = """
import ast

class Query:
    def eval(self, text): ...

def target(): ...

def runs(text):
    eval("target()")
    exec(text)

def reads(text):
    return ast.literal_eval(text)

def asks(query: Query, text):
    query.eval(text)
"""
_JAVASCRIPT = (
    "function runs(n) { eval(n) }\nfunction makes(n) { return new Function(n) }\nfunction leaf() {}\n"
)
_OWN = "import { eval } from './other'\nexport function runs(n) { eval(n) }\n"


@pytest.mark.parametrize(
    ("path", "code", "seed", "side", "count"),
    [
        ("a.py", _PYTHON, "runs", Side.CALLEES, 2),
        ("a.py", _PYTHON, "reads", Side.CALLEES, 0),
        ("a.py", _PYTHON, "asks", Side.CALLEES, 0),
        ("a.py", _PYTHON, "target", Side.CALLERS, 2),
        ("a.py", "def eval(n): ...\ndef runs(n):\n    eval(n)\n", "runs", Side.CALLEES, 0),
        ("a.js", _JAVASCRIPT, "runs", Side.CALLEES, 1),
        ("a.js", _JAVASCRIPT, "makes", Side.CALLEES, 1),
        ("a.js", _JAVASCRIPT, "leaf", Side.CALLEES, 0),
        ("a.js", _JAVASCRIPT, "leaf", Side.CALLERS, 2),
        ("a.ts", _OWN, "runs", Side.CALLEES, 0),
        ("a.php", "<?php function runs($n) { eval($n); }", "runs", Side.CALLEES, 1),
        ("a.rb", "def runs(n)\n  eval(n)\nend\n", "runs", Side.CALLEES, 1),
        ("a.lua", "local function runs(n) dofile(n) end\n", "runs", Side.CALLEES, 1),
    ],
)
def test_what_text_does_is_not_known(path: str, code: str, seed: str, side: Side, count: int) -> None:
    graph = graph_of_code(path, code)
    found = neighbours(graph, seed, NeighbourRequest(caps=caps_of("wide"), side=side))
    assert sum(each.count for each in found.basis.causes if each.code == RUN_TEXTS) == count
    assert (found.basis.kind == "exact") == (not found.basis.causes)
