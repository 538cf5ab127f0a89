"""Edges by evidence, from the code itself: what the languages' readers give the builder is enough for it."""

from pathlib import Path

import pytest

from codeshed.graph.kinds import EdgeKind, ProvenanceCode
from codeshed.project.indexing import index_repository


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
