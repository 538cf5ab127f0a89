"""The overriding methods that a call may dispatch to, by the known type of its receiver."""

import tempfile
from pathlib import Path
from textwrap import dedent

import pytest

from codeshed.build.graph import build_graph
from codeshed.model.answers.caps import caps_of
from codeshed.model.answers.neighbours_answer import Side
from codeshed.model.answers.node_references import node_key
from codeshed.model.source_reader import TextSourceReader
from codeshed.project.index.graph_in_memory import Types, read_repository
from codeshed.query.neighbours.neighbours import NeighbourRequest, neighbours

_RUST = """
pub trait Runner { fn run(&self); }
pub struct A;
impl Runner for A { fn run(&self) {} }
impl<F: Fn()> Runner for F { fn run(&self) { self() } }
impl<T: Runner> Runner for Box<T> { fn run(&self) {} }
pub fn go(runner: impl Runner) { runner.run() }
"""
_JAVA = """
interface Task { void run(); }
class Base implements Task { public void run() {} }
class Left extends Base { public void run() {} }
class Right extends Base { public void run() {} }
class A {
  static void named() {}
  void any(Task task) { task.run(); }
  void left(Left left) { left.run(); }
  void main() { any(A::named); }
}
"""


@pytest.mark.parametrize(
    ("path", "code", "seed", "expected"),
    [
        ("a.rs", _RUST, "go", ["A.run", "Box.run", "F.run"]),
        ("A.java", _JAVA, "A.any", ["A.named", "Base.run", "Left.run", "Right.run"]),
        ("A.java", _JAVA, "A.left", []),
    ],
)
def test_what_runs_in_place_of_a_method(path: str, code: str, seed: str, expected: list[str]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, path).write_text(dedent(code), encoding="utf-8")
        data = read_repository(Path(folder), types=Types.OFF).data
    graph = build_graph(data, TextSourceReader({path: dedent(code)}))
    request = NeighbourRequest(caps=caps_of("wide"), side=Side.CALLEES)
    found = neighbours(graph, seed, request)
    through = [node_key(each.node.ref) for each in found.neighbours if each.through is not None]
    assert sorted(each.partition("::")[2] for each in through) == expected
