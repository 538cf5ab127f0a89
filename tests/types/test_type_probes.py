"""Probes that ask the engine for types that its report lacks, and its answers to them."""

import json
from pathlib import Path

import pytest

from codeshed.types.type_probes import (
    TypeProbes,
    importable_names,
    make_type_probes,
    members_by_class,
    probe_path,
    read_probe_answers,
)
from tests.types.projects import analysed, files_in


@pytest.mark.parametrize(
    ("text", "members"),
    [
        ("def f(): return 1", {"": ["f"]}),
        ("async def f():\n    yield 1", {"": ["f"]}),
        ("def f(): pass", {}),
        ("def f() -> int: return 1", {}),
        ("def f(\n    x,\n):\n    return x", {"": ["f"]}),
        ("if x:\n    def f(): return 1", {"": ["f"]}),
        ("def f():\n    def g(): return 1\n    return g()", {"": ["f"]}),
        ("def f():\n    class C:\n        def g(self): return 1", {"": ["f"]}),
        ("class C:\n    def f(self): return 1\ndef g(): return 1", {"": ["g"], "C": ["f"]}),
        ("class C:\n    class D:\n        def f(self): return 1\n    def g(self): return 1", {"C": ["g"], "C.D": ["f"]}),
        ("class C:\n    def f(self):\n        self.x = 1\n        self.y: int = 2", {"C": ["x", "y"]}),
        ("class C:\n    def f(self):\n        self.x, self.y = 1, 2\n        self.z += 1", {"C": ["x", "y", "z"]}),
        ("class C:\n    def f(self):\n        self.x == 1\n        self.y.z = 1", {}),
        ("class C:\n    def f(self) -> int:\n        self.x = 1\n        return 1", {"C": ["x"]}),
        ("class C:\n    @classmethod\n    def f(cls):\n        cls.x = 1", {"C": ["x"]}),
        ("def f(self):\n    self.x = 1", {}),
        ("x = 1\n", {}),
    ],
)  # fmt: skip
def test_members(text: str, members: dict[str, list[str]]) -> None:
    assert members_by_class(text.encode()) == members


@pytest.mark.parametrize(
    ("paths", "roots", "package", "names"),
    [
        (("a/b.py", "a/__init__.py", "c.py"), (".",), "", {"a/b.py": "a.b", "a/__init__.py": "a", "c.py": "c"}),
        (("src/a/b.py", "tests/t.py"), ("src", "."), "", {"src/a/b.py": "a.b", "tests/t.py": "tests.t"}),
        (("src/a/b.py", "a/c.py"), ("src", "."), "", {}),
        (("a/b.py", "a/b.pyi"), (".",), "", {}),
        (("a/0001_first.py", "a/class.py", "a/b-c.py", "a/n.ipynb", "a/naïve.py"), (".",), "", {}),
        (("typing.py", "__init__.py"), (".",), "", {}),
        (("a/b.py", "__init__.py"), (".",), "shop", {"a/b.py": "shop.a.b", "__init__.py": "shop"}),
        (("shop/b.py", "__init__.py"), (".",), "shop", {}),
    ],
)  # fmt: skip
def test_names_of_modules(
    paths: tuple[str, ...], roots: tuple[str, ...], package: str, names: dict[str, str]
) -> None:
    assert dict(importable_names(paths, roots, package)) == names


def test_a_module_of_ours() -> None:
    inquiry = make_type_probes(
        {
            "b.py": b"class C:\n    def f(self): return 1\ndef g(): return 2",
            "odd-name.py": b"def g(): return 1",
        },
        {"b.py": "b"},
    )
    assert inquiry.texts[0].splitlines() == [
        "from typing import TypeVar",
        "import b as module_0",
        "reveal_type(module_0.g)",
        'Receiver_0 = TypeVar("Receiver_0", bound=module_0.C)',
        "def ask_Receiver_0(value: Receiver_0):",
        "    reveal_type(value.f)",
    ]
    assert inquiry.probed_names == ({3: ("b.py", "g"), 6: ("b.py", "C.f")},)


def test_long_questions_are_divided() -> None:
    text = "".join(f"def f{number}(): return 1\n" for number in range(300)).encode()
    paths = ("a.py", "b.py", "c.py")
    inquiry = make_type_probes(dict.fromkeys(paths, text), {path: path[0] for path in paths})
    assert [len(asked) for asked in inquiry.probed_names] == [600, 300]


def test_answers(tmp_path: Path) -> None:
    output = tmp_path / "answers.json"
    inquiry = TypeProbes(("",), ({3: ("a.py", "f"), 4: ("a.py", "g")},), {"a.py": "a"})
    told = {"line": 3, "path": probe_path(0), "name": "reveal-type", "description": "revealed type: str"}
    errors = [told, {**told, "line": 4, "description": "other"}, {**told, "path": f"tree/{probe_path(0)}"}]
    output.write_text(json.dumps({"errors": errors}), encoding="utf-8")
    assert read_probe_answers(inquiry, output) == {"a.py": {"f": "str"}}
    output.write_text("no JSON", encoding="utf-8")
    assert read_probe_answers(inquiry, output) == {}
    assert read_probe_answers(inquiry, tmp_path / "missing.json") == {}


def test_the_engine_answers(tmp_path: Path) -> None:
    files = files_in(
        """
        #- src/shop/__init__.py
        #- src/shop/cart.py
        class Cart:
            def __init__(self):
                self.name = 'a'
            def me(self): return self
            def new(self): return Cart()
            @property
            def size(self): return len(self.name)
        def word(): return 'a'
        def text(x): return str(x)
        #- tests/test_cart.py
        import shop.cart
        def test_word(): return reveal_type(shop.cart.word())
        #- tests/shop/cart.py
        """
    )
    with analysed(tmp_path, files, "src", ".") as found:
        answers = dict(found.report.answers("src/shop/cart.py"))
        receiver = answers["Cart.me"].removeprefix("() -> ")
        assert answers == {
            "Cart.name": "str",
            "Cart.me": f"() -> {receiver}",
            "Cart.new": "() -> Cart",
            "Cart.size": "int",
            "text": "(x: Unknown) -> str",
            "word": "() -> Literal['a']",
        }
        assert receiver.startswith("Receiver_")
        assert found.report.answers("tests/test_cart.py") == {"test_word": "() -> Literal['a']"}
        assert found.report.answers("nowhere.py") == {}
