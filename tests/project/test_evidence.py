"""Edges by evidence, from the code itself: what the languages' readers give the builder is enough for it."""

from pathlib import Path

import pytest

from codeshed.graph.data.kinds import EdgeKind, ProvenanceCode
from codeshed.project.index.graph_in_memory import index_repository


def guessed_parents(folder: Path, path: str, code: str) -> list[str]:
    """Return the edges of inheritance that nothing declares, as `child parent confidence`."""
    (folder / path).write_text(code, encoding="utf-8")
    return [
        f"{edge.source.rpartition('::')[2]} {edge.target.rpartition('::')[2]} {edge.confidence:g}"
        for edge in index_repository(folder, types="off").iter_edges()
        if edge.kind is EdgeKind.INHERITS and edge.provenance is ProvenanceCode.HEURISTIC
    ]


def test_a_call_that_hands_on_the_object_names_the_parent(tmp_path: Path) -> None:
    code = """
local Creature = {}
function Creature:speak() end
local Dog = {}
function Dog:speak() Creature.speak(self) end
"""
    assert guessed_parents(tmp_path, "zoo.lua", code) == ["Dog Creature 0.9"]


@pytest.mark.parametrize(
    "body",
    [
        "self.pane:draw()",
        "Pane.draw(3)",
        "local pane = Pane.new(3) pane:draw()",
        "Pane.draw(other(self))",
        "Pane.draw(self.pane)",
        "-- Pane.draw(self)",
        "print('Pane.draw(self)')",
    ],
)
def test_delegation_names_no_parent(body: str, tmp_path: Path) -> None:
    code = f"""
local Pane = {{}}
Pane.__index = Pane
function Pane.new(n) return setmetatable({{n = n}}, Pane) end
function Pane:draw() end
local Window = {{}}
function Window.new() return setmetatable({{pane = Pane.new(2)}}, {{__index = Window}}) end
function Window:draw() {body} end
"""
    assert guessed_parents(tmp_path, "ui.lua", code) == []


def test_functions_with_methods_on_their_prototypes_are_classes(tmp_path: Path) -> None:
    code = """
function AbstractAnimal(name) { this.name = name; }
AbstractAnimal.prototype.speak = function () { return 1; };
AbstractAnimal.prototype.walk = function () { return 2; };
function Dog(name) { this.name = name; }
Dog.prototype.speak = function () { return 3; };
Dog.prototype.walk = function () { return 4; };
function outer() { function speak() {} function walk() {} return speak() + walk(); }
class Declared { speak() {} walk() {} }
"""
    assert guessed_parents(tmp_path, "zoo.js", code) == [
        "AbstractAnimal Declared 0.45",
        "Dog AbstractAnimal 0.5",
        "Dog Declared 0.45",
    ]


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("A.cs", "class A {{ {0} Give() {{ return null; }} void Take({0} x) {{ }} }}\n"),
        ("A.java", "class A {{ {0} give() {{ return null; }} void take({0} x) {{ }} }}\n"),
        ("a.c", "{0} give(void) {{ return 0; }}\nvoid take({0} x) {{ }}\n"),
        ("a.cpp", "{0} give() {{ return {{}}; }}\nvoid take({0} x) {{ }}\n"),
        ("a.go", "package a\nfunc give() {0} {{ return nil }}\nfunc take(x {0}) {{}}\n"),
        ("a.rs", "fn give() -> {0} {{ todo!() }}\nfn take(x: {0}) {{}}\n"),
        ("a.scala", "object A {{ def give(): {0} = ???; def take(x: {0}): Unit = () }}\n"),
        ("a.php", "<?php function give(): {0} {{ }} function take({0} $x) {{ }}\n"),
        ("a.ts", "function give(): {0} {{ throw 1 }}\nfunction take(x: {0}) {{}}\n"),
    ],
    ids=lambda value: value if len(value) < 10 else "",
)
def test_what_every_signature_has_is_no_flow_in_any_language(path: str, code: str, tmp_path: Path) -> None:
    for name in _COMMON_TYPES[path.rpartition(".")[2]].split("; "):
        (tmp_path / path).write_text(code.format(name), encoding="utf-8")
        assert _n_flows(tmp_path) == 0, name
    (tmp_path / path).write_text(code.format("Customer"), encoding="utf-8")
    assert _n_flows(tmp_path) == 1


_COMMON_TYPES = {
    "cs": "ulong; IEnumerable<int>; Task<string>; int?; Dictionary<string, int>; IList<decimal>",
    "java": "Integer; Boolean; CharSequence; Class<?>; java.util.List<Long>; java.util.Map<String, Double>",
    "c": "size_t; uint64_t; unsigned; unsigned long; const char *; int32_t; bool",
    "cpp": "std::vector<int>; std::map<int, bool>; size_t; std::unique_ptr<int>; std::string_view",
    "go": "error; rune; []byte; map[string]int; uintptr",
    "rs": "BTreeMap<i32, u8>; Pin<Box<u8>>; Option<String>; std::sync::Mutex<bool>",
    "scala": "Int; Seq[Int]; Either[String, Long]; Option[Boolean]; Vector[Char]",
    "php": "iterable; callable; false; Closure; array",
    "ts": "Record<string, number>; bigint; ReadonlyArray<string>; Promise<boolean>",
}


def _n_flows(folder: Path) -> int:
    graph = index_repository(folder, types="off")
    return sum(edge.kind is EdgeKind.DATAFLOW for edge in graph.iter_edges())


def test_a_prototype_that_calls_another_one_names_its_parent(tmp_path: Path) -> None:
    code = """
function Creature() {}
Creature.prototype.speak = function () {};
function Dog() { Creature.call(this); }
Dog.prototype.speak = function () { Creature.prototype.speak.call(this); };
function Owner() { this.dog = new Dog(); }
Owner.prototype.speak = function () { this.dog.speak(); };
"""
    assert guessed_parents(tmp_path, "zoo.js", code) == ["Dog Creature 0.9"]
