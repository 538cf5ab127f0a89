"""Files that are read in other ways than most: encodings, line ends, names, stubs, several roots."""

from collections.abc import Iterator

import pytest

from codeshed.types.engine_problems import EngineProblem, ProblemKind
from tests.types.projects import Analysed, analysed

TWICE = b"if x: \n class Twice: pass\n a = Twice; print(a)\nelse:\n class Twice: pass\n b = Twice; print(b)\n"
CALL = b"def f(): pass\nf()\n"
FILES = {
    "odd/__init__.py": b"",
    "odd/marked.py": b"\xef\xbb\xbf" + CALL,
    "odd/returns.py": b"x = 1\rdef f(): pass\r\nf()\n\rclass C: pass\nC()\r",
    "odd/windows.py": CALL.replace(b"\n", b"\r\n"),
    "odd/letters.py": 'def grüße(x): pass\ngrüße("é", grüße(1)); grüße("\u2028")\n'.encode(),
    "odd/latin.py": b'# coding: latin-1\ndef f(x): pass\nf("\xe9"); f("\xe9\xe9")\n',
    "odd/bytes.py": b'def f(x): pass\nf("\xe9\x00"); f(1)\n',
    "odd/book.ipynb": (
        b'{"cells": [{"cell_type": "markdown", "source": "# Title"},'
        b' {"cell_type": "code", "source": ["from odd.marked import f\\n", "%matplotlib inline\\n", "f()"]}],'
        b' "metadata": {}, "nbformat": 4, "nbformat_minor": 5}'
    ),
    "odd/broken.py": b"def f(:\n  pass\nf()\n",
    "odd/nothing.py": b"",
    "odd/twice.py": TWICE,
    "odd/stubbed.py": b"class K: pass\ndef f(): return K()\nf()\n",
    "odd/stubbed.pyi": b"class K: ...\nclass OnlyHere: ...\ndef f() -> K: ...\ndef h() -> OnlyHere: ...\n",
    "odd/0001_initial.py": b"class Migration: pass\nMigration()\n",
    "odd/0002_other.py": b"class Migration: pass\n",
    "odd/name [1]*.py": CALL,
    "odd/é.py": CALL,
    "odd/.dot.py": CALL,
    ".hidden/node_modules/h.py": CALL,
    "left/shop/__init__.py": b"",
    "left/shop/cart.py": b"class Cart: pass\n",
    "right/shop/__init__.py": b"",
    "right/shop/cart.py": b"class Cart: pass\n",
    "user.py": (
        b"import left.shop.cart\nimport right.shop.cart\nimport shop.cart\nfrom odd.stubbed import f, h\n"
        b"def g(a: left.shop.cart.Cart, b: shop.cart.Cart, c: right.shop.cart.Cart): pass\nf()\nh()\n"
    ),
}


@pytest.fixture(scope="module")
def odd(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Analysed]:
    with analysed(tmp_path_factory.mktemp("odd"), FILES, "left", ".") as found:
        yield found


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("odd/marked.py", "call f() → odd/marked.py::f"),
        ("odd/returns.py", "call f() → odd/returns.py::f"),
        ("odd/returns.py", "call C() → new builtins.object.__init__ of C, new builtins.object.__new__ of C"),
        ("odd/returns.py", "type C = type[odd.returns.C] {class odd/returns.py::C} all"),
        ("odd/windows.py", "call f() → odd/windows.py::f"),
        ("odd/letters.py", 'call grüße("é", grüße(1)) → odd/letters.py::grüße'),
        ("odd/letters.py", 'call grüße("\u2028") → odd/letters.py::grüße'),
        ("odd/latin.py", 'call f("éé") → odd/latin.py::f'),
        ("odd/bytes.py", "call f(1) → odd/bytes.py::f"),
        ("odd/book.ipynb", "call f() → odd/marked.py::f"),
        ("odd/broken.py", "call f() → odd/broken.py::f"),
        ("odd/stubbed.py", "call f() → odd/stubbed.py::f"),
        ("odd/stubbed.pyi", "def f() -> odd.stubbed.K"),
        ("odd/0001_initial.py", "type Migration = type[odd.0001_initial.Migration] {class odd/0001_initial.py::Migration} all"),
        ("odd/name [1]*.py", "call f() → odd/name [1]*.py::f"),
        ("odd/é.py", "call f() → odd/é.py::f"),
        (".hidden/node_modules/h.py", "call f() → .hidden/node_modules/h.py::f"),
        ("odd/0001_initial.py", "name odd.0001_initial.Migration = odd/0001_initial.py::Migration"),
        ("odd/twice.py", "type a = type[odd.twice.Twice] {class odd/twice.py::Twice} all"),
        ("odd/twice.py", "type b = type[odd.twice.Twice] {class odd/twice.py::Twice#2} all"),
        ("user.py", "call f() → odd/stubbed.py::f"),
        ("user.py", "call h() → odd/stubbed.pyi::h"),
        ("user.py", "name shop.cart.Cart = left/shop/cart.py::Cart"),
        ("user.py", "name left.shop.cart.Cart = left/shop/cart.py::Cart"),
        ("user.py", "def g(a: left.shop.cart.Cart, b: shop.cart.Cart, c: right.shop.cart.Cart) -> None"),
    ],
)  # fmt: skip
def test_read(odd: Analysed, path: str, expected: str) -> None:
    assert expected in odd.lines(path)


def test_an_empty_file_has_types_though_none_of_anything(odd: Analysed) -> None:
    types = odd.types("odd/nothing.py")
    assert types is not None
    assert not types.type_by_span


def test_one_file_under_two_names_is_one_class(odd: Analysed) -> None:
    types = odd.types("user.py")
    assert types is not None
    parameters = next(iter(types.function_by_name_offset.values())).parameters
    first, second, third = (parameters[name].alternatives[0].symbol for name in "abc")
    assert first == second == "left/shop/cart.py::Cart"
    assert third == "right/shop/cart.py::Cart"


def test_names_that_mean_two_classes_or_none_of_the_code_have_no_symbol(odd: Analysed) -> None:
    for path, name in (("odd/twice.py", "odd.twice.Twice"), ("user.py", "odd.stubbed.OnlyHere")):
        types = odd.types(path)
        assert types is not None
        assert not types.class_by_dotted_name.get(name)


def test_files_without_types_are_named(odd: Analysed) -> None:
    assert odd.types("odd/.dot.py") is None
    assert odd.report.read("unknown.py", (0,)) is None
    assert odd.report.problems == (
        EngineProblem(ProblemKind.UNREADABLE, "the type engine says nothing about it", ("odd/.dot.py",)),
    )
