"""After any edit, incremental resolution gives the same result as full resolution."""

import re
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.resolve.incremental import Parsed, Project, check_edits, check_same, files_in
from tests.support.code_edits import CodeEditor
from tests.support.edits import Editor, Files
from tests.support.rounds import rounds

_TREE: Files = {
    f"{folder}/{name}.py": b"class Part:\n    def run(self):\n        return self\n" * 3
    for folder in "abc"
    for name in "xyz"
}


def package_folder(name: str) -> Path:
    """Return the folder of an installed package, which serves as real code."""
    spec = find_spec(name)
    assert spec is not None
    assert spec.origin is not None
    return Path(spec.origin).parent


@pytest.mark.parametrize("seed", range(5))
def test_edits_of_a_small_package(seed: int) -> None:
    assert check_edits(files_in(package_folder("pluggy")), seed=seed, n_edits=rounds(40), every=5) > 0


@pytest.mark.parametrize("seed", range(rounds(1)))
def test_edits_of_a_package_with_many_classes(seed: int) -> None:
    assert check_edits(files_in(package_folder("click")), seed=seed, n_edits=20, every=10) > 0


_BOX: Files = {
    "box.py": b"class Box:\n    def __init__(self):\n        self.size = 1\n        self.kind = 2\n"
}
_CLASSES = 20
_RUN: Files = {
    "kinds.py": "".join(f"class C{n}:\n    def go{n % 3}(self): ...\n" for n in range(_CLASSES)).encode(),
    "run.py": b"def run(thing):\n    made = thing\n    made.go0()\n    made.go1()\n    return made.size\n",
}


def _caller(number: int) -> bytes:
    return f"import kinds, run\nrun.run(kinds.C{number}())\n".encode()


@pytest.mark.parametrize(
    "states",
    [
        (
            _BOX,
            {**_BOX, "b.py": b"def f(box):\n    box.size = 2\n"},
            {**_BOX, "b.py": b"def f(box):\n    box.size = 2\n    del box.kind\n"},
            {**_BOX, "b.py": b"def f(box):\n    box.kind += 2\n", "c.py": b"def g(box): box.kind = 1\n"},
            {**_BOX, "c.py": b"def g(box): box.kind = 1\n"},
            _BOX,
        ),
        tuple(
            {**_RUN, **{f"m{number}.py": _caller(number) for number in range(n_callers)}}
            for n_callers in (15, 16, 17, 20, 18, 16, 3)
        ),
    ],
    ids=["fields written on unknown objects", "more values than are followed"],
)
def test_what_others_write_and_pass(states: tuple[Files, ...]) -> None:
    project, parsed = Project(), Parsed()
    for number, files in enumerate(states):
        project.bring_up_to_date(files, parsed)
        whole = Project()
        whole.bring_up_to_date(files, parsed)
        check_same(whole.resolved, project.resolved, str(number))


_BASE: Files = {
    "base.py": b"class Base:\n    def run(self):\n        return self.make().start()\n",
    "use.py": b"from base import Base\n\ndef use(base: Base, kind: type[Base]):\n"
    b"    base.make(); base[0]; base.size; kind.build(); kind.limit; base.run()\n",
    "plain.py": b"import base\n\ndef plain(thing):\n    thing.start()\n    return thing[0]\n",
}
_BODY = {
    "empty": b"    pass\n",
    "make": b"    def make(self): return Engine()\n",
    "item": b"    def __getitem__(self, key): return key\n",
    "size": b"    size = 3\n    def __init__(self): self.limit = 2\n",
    "build": b"    @classmethod\n    def build(cls): return cls()\n",
}
_ENGINE: Files = {"engine.py": b"class Engine:\n    def start(self): ...\n"}


def _subclasses(n: int, **bodies: str) -> Files:
    """Return so many subclasses, one in a file, in the order of their letters; `bodies` are those that are not empty."""
    names = [f"{chr(ord('c') + number // 26)}{chr(ord('a') + number % 26)}" for number in range(n)]
    return {
        f"kinds/{name}.py": b"from base import Base\nfrom engine import Engine\nclass %s(Base):\n%s"
        % (name.encode(), _BODY[bodies.get(name, "empty")])
        for name in {*names, *bodies}
    }


@pytest.mark.parametrize("n_others", [0, 37, 39, 45, 99])
def test_what_subclasses_have(n_others: int) -> None:
    """Subclasses come, go and change: few and many of them, before and behind those that lookups reach."""
    states = (
        _subclasses(n_others),
        _subclasses(n_others, aa="empty"),
        _subclasses(n_others, aa="make"),
        _subclasses(n_others, aa="make", ab="item", zz="size"),
        _subclasses(n_others, aa="make", ab="build", zz="item"),
        _subclasses(n_others + 1, ab="size", zz="make"),
        _subclasses(n_others + 2, zz="build"),
        _subclasses(n_others + 3, ca="item", cb="make"),
        _subclasses(max(0, n_others - 3), zy="make", zz="make"),
        _subclasses(n_others),
    )
    project, parsed = Project(), Parsed()
    for number, files in enumerate(states):
        joined = {**_BASE, **_ENGINE, **files}
        project.bring_up_to_date(joined, parsed)
        whole = Project()
        whole.bring_up_to_date(joined, parsed)
        check_same(whole.resolved, project.resolved, str(number))


_USERS: Files = {f"user_{n}.py": f"from parts import part_{n}\npart_{n}()\n".encode() for n in range(9)}
_PARTS = b"".join(b"def part_%d(): ...\n" % n for n in range(9))


@pytest.mark.parametrize(
    ("edited", "n_resolved"),
    [
        (b"import os\n" + _PARTS, 1),
        (b"from more import more\n" + _PARTS, 2),
        (b"from more import (\n    more,\n    part_1,\n)\n" + _PARTS.replace(b"def part_1(): ...\n", b""), 3),
        (_PARTS + b"class Part(Base): ...\n", 1),
        (_PARTS + b"def part_9(): ...\n", 1),
        (_PARTS.replace(b"part_3()", b"part_3(a=1)"), 2),
    ],
    ids=["an import", "an import of a new file", "a name that moved", "a class", "a function", "a signature"],
)
def test_an_edit_affects_only_those_that_look_up_what_changed(edited: bytes, n_resolved: int) -> None:
    files = {**_USERS, "parts.py": _PARTS}
    project, parsed = Project(), Parsed()
    project.bring_up_to_date(files, parsed)
    project.n_resolved = 0
    files["parts.py"] = edited
    if b"more" in edited:
        files["more.py"] = b"def more(): ...\ndef part_1(): ...\n"
    project.bring_up_to_date(files, parsed)
    assert project.n_resolved == n_resolved
    whole = Project()
    whole.bring_up_to_date(files, parsed)
    check_same(whole.resolved, project.resolved, "edited")


_CART = b"""class Cart:
    def total(self):
        return self.items
    def first(self):
        return self.items[0]
    def make(self):
        class Line:
            def price(self): return 1
        return Line()
"""
_CARTS: Files = {
    "use_total.py": b"from cart import Cart\n\ndef use(cart: Cart): return cart.total()\n",
    "use_first.py": b"from cart import Cart\n\ndef use(cart: Cart): return cart.first()\n",
    "use_make.py": b"from cart import Cart\n\ndef use(cart: Cart): return cart.make().price()\n",
}


@pytest.mark.parametrize(
    ("before", "after", "n_at_most"),
    [
        (b"return self.items\n", b"return self\n", 2),
        (b"return self.items[0]\n", b"return Cart()\n", 2),
        (b"return 1\n", b"return self\n", 2),
        (b"return Line()\n", b"return Line\n", 2),
        (b"def first(self)", b"def first(self, n=0)", 4),
        (b"return self.items\n", b"self.more = 1\n        return self.items\n", 4),
    ],
    ids=["a result", "another result", "in a nested class", "a class instead", "a signature", "a field"],
)
def test_what_a_method_returns_matters_to_those_that_call_it(
    before: bytes, after: bytes, n_at_most: int
) -> None:
    files = {**_CARTS, "cart.py": _CART}
    project, parsed = Project(), Parsed()
    project.bring_up_to_date(files, parsed)
    project.n_resolved = 0
    files["cart.py"] = _CART.replace(before, after, 1)
    project.bring_up_to_date(files, parsed)
    assert 1 <= project.n_resolved <= n_at_most
    whole = Project()
    whole.bring_up_to_date(files, parsed)
    check_same(whole.resolved, project.resolved, "edited")


@pytest.mark.parametrize("make_editor", [Editor, CodeEditor])
@pytest.mark.parametrize(
    "kind",
    [
        r"lines (into|swapped in) \w/\w\.py",
        r"b?'\w+' (is|renamed)|declared b'\w+' is",
        r"\w/\w\.py away",
        r"\w/\w\.py to \w/\w+\.py",
        r"(?P<folder>\w)/\w\.py to (?P=folder)/\w+\.py",
        r"\w to [\w/]+(?<!\.py)",
        r"all files as they were at \d+",
    ],
)
def test_edits_are_of_all_kinds(make_editor: Callable[[Files, int], Editor], kind: str) -> None:
    """Code is edited and renamed; files are deleted, moved and renamed; folders move; branches are switched."""
    editor = make_editor(_TREE, 1)
    drawn = {edit for _ in range(400) for edit in editor.step()}
    assert any(re.match(rf"(?:{kind})", edit) for edit in drawn), kind
