"""Which tests Python's runners collect from a file: names of classes, inherited and imported tests, what is switched off."""

from pathlib import Path

import pytest

from codeshed.api.selection_inputs import read_selection_inputs
from codeshed.model.languages.declared_tests import node_id
from codeshed.project.index.graph_in_memory import Types, index_repository

BASE = """\
import unittest

class Mixin:
    def test_mixed(self): ...

class Base(unittest.TestCase):
    def test_base(self): ...
    def helper(self): ...

class TestBuilt:
    def __init__(self): ...
    def test_never(self): ...

class Client:
    __test__ = False

class ClientTest(Client):
    __test__ = True
    def test_client(self): ...

def test_loose(): ...
"""


def collected(root: Path, files: dict[str, str]) -> list[str]:
    """Return the node ids of all collected tests."""
    for path, text in files.items():
        file = root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    graph = index_repository(root, types=Types.OFF)
    tests = read_selection_inputs(root, graph, None).tests
    return [node_id(path, test) for path, file in tests.items() for test in file.tests]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("def test_a(): ...\ndef check_b(): ...\n", ["test_a"]),
        ("def outer():\n    def test_inner(): ...\n", []),
        ("import sys\nif sys.argv:\n    def test_a(): ...\n", ["test_a"]),
        ("import pytest\n@pytest.fixture\ndef test_shop(): ...\n", []),
        ("class TestCart:\n    def test_a(self): ...\nclass Cart:\n    def test_b(self): ...\n", ["TestCart::test_a"]),
        ("class TestCart:\n    class TestInner:\n        def test_a(self): ...\n", ["TestCart::TestInner::test_a"]),
        ("class TestCart:\n    def __init__(self): ...\n    def test_a(self): ...\n", []),
        ("class TestCart:\n    __test__ = False\n    def test_a(self): ...\n", []),
        ("from unittest import TestCase\nclass Cart(TestCase):\n    def testA(self): ...\n", ["Cart::testA"]),
        ("from base import Mixin\nclass TestCart(Mixin): ...\n", ["TestCart::test_mixed"]),
        ("import base\nclass One(base.Base): ...\nclass Two(base.Base):\n    def test_own(self): ...\n",
         ["One::test_base", "Two::test_base", "Two::test_own"]),
        ("import base\nclass One(base.Base):\n    test_base = None\n    def test_own(self): ...\n", ["One::test_own"]),
        ("from base import TestBuilt\nclass TestCart(TestBuilt): ...\n", []),
        ("from base import Base, test_loose\n", ["Base::test_base", "test_loose"]),
        ("from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from base import Base\n", []),
        ("from base import Client\nclass TestA(Client):\n    def test_a(self): ...\n", []),
        ("from base import ClientTest\nclass TestA(ClientTest): ...\n", ["TestA::test_client"]),
    ],
)  # fmt: skip
def test_what_is_collected_from_a_file(tmp_path: Path, text: str, expected: list[str]) -> None:
    found = collected(tmp_path, {"test_a.py": text, "base.py": BASE})
    assert sorted(found) == [f"test_a.py::{each}" for each in expected]


def test_names_are_those_of_the_settings(tmp_path: Path) -> None:
    files = {
        "pytest.ini": "[pytest]\npython_files = check_*.py\npython_classes = *Case\npython_functions = it_*\n",
        "check_a.py": "def it_a(): ...\ndef test_b(): ...\nclass CartCase:\n    def it_c(self): ...\n",
        "test_a.py": "def test_a(): ...\n",
    }
    assert collected(tmp_path, files) == ["check_a.py::it_a", "check_a.py::CartCase::it_c"]


def test_imported_tests_count_only_if_the_settings_want_them(tmp_path: Path) -> None:
    files = {
        "pytest.ini": "[pytest]\ncollect_imported_tests = false\n",
        "test_a.py": "from test_b import test_b\ndef test_a(): ...\n",
        "test_b.py": "def test_b(): ...\n",
    }
    assert collected(tmp_path, files) == ["test_a.py::test_a", "test_b.py::test_b"]


@pytest.mark.parametrize(
    ("text", "is_kept"),
    [
        ("def load_tests(loader, tests, pattern):\n    return tests\n", True),
        ("from base import Empty\nclass Cart(Empty): ...\nCart.load('fixtures')\n", True),
        ("def helper(): ...\n", False),
    ],
)
def test_a_file_that_makes_its_tests_while_it_is_loaded_is_kept(
    tmp_path: Path, text: str, *, is_kept: bool
) -> None:
    (tmp_path / "base.py").write_text("import unittest\nclass Empty(unittest.TestCase): ...\n")
    (tmp_path / "test_a.py").write_text(text)
    graph = index_repository(tmp_path, types=Types.OFF)
    assert ("test_a.py" in read_selection_inputs(tmp_path, graph, None).tests) == is_kept


def test_the_runner_of_unittest_takes_more_files_and_fewer_tests(tmp_path: Path) -> None:
    text = "import unittest\ndef test_a(): ...\nclass Cart(unittest.TestCase):\n    def test_b(self): ...\n"
    assert collected(tmp_path, {"shop/tests.py": text, "tests/tests.py": text}) == [
        "tests/tests.py::Cart::test_b"
    ]


MARKED = """\
import pytest
from base import Slow, Mixed
def test_plain(): ...
@pytest.mark.slow
def test_slow(): ...
@pytest.mark.parametrize("n", [1])
def test_cases(n): ...
class TestCart(Mixed):
    @pytest.mark.net
    def test_net(self): ...
class TestSlow(Slow):
    def test_own(self): ...
"""
MARKED_BASE = """\
import pytest
@pytest.mark.slow
class Slow: ...
class Mixed:
    def test_mixed(self): ...
"""
ALL_MARKED = ["test_plain", "test_slow", "test_cases", "TestCart::test_mixed", "TestCart::test_net", "TestSlow::test_own"]  # fmt: skip


@pytest.mark.parametrize(
    ("options", "deselected"),
    [
        ("-m 'not slow'", {"test_slow", "TestSlow::test_own"}),
        ("-m 'not slow' -m 'not net'", {"TestCart::test_net"}),
        ("-m net", {"test_plain", "test_slow", "test_cases", "TestSlow::test_own", "TestCart::test_mixed"}),
        ("-m 'not slow(level=1)'", set()),
        ("-k 'not CART'", {"TestCart::test_mixed", "TestCart::test_net"}),
        ("-kplain", {"test_slow", "TestCart::test_mixed", "TestCart::test_net", "TestSlow::test_own"}),
        ("-k 'not test_a.py'", set(ALL_MARKED)),
        ("-p no:mark -n 4", set()),
    ],
)
def test_marks_and_names_that_the_settings_deselect(
    tmp_path: Path, options: str, deselected: set[str]
) -> None:
    files = {
        "pytest.ini": f"[pytest]\naddopts = -ra {options}\npython_files = test_*.py base.py\n",
        "test_a.py": MARKED,
        "base.py": MARKED_BASE,
    }
    found = [each.removeprefix("test_a.py::") for each in collected(tmp_path, files)]
    assert sorted(found) == sorted(each for each in ALL_MARKED if each not in deselected)
    graph = index_repository(tmp_path, types=Types.OFF)
    assert read_selection_inputs(tmp_path, graph, None).n_deselected == len(deselected)
    every = read_selection_inputs(tmp_path, graph, None, has_deselected=True)
    assert (len(every.tests["test_a.py"].tests), every.n_deselected) == (len(ALL_MARKED), 0)


def test_marks_that_are_not_known_deselect_nothing(tmp_path: Path) -> None:
    files = {
        "pytest.ini": "[pytest]\naddopts = -m unit\n",
        "conftest.py": "def pytest_collection_modifyitems(items):\n    for each in items: each.add_marker('unit')\n",
        "test_a.py": "def test_a(): ...\n",
    }
    assert collected(tmp_path, files) == ["test_a.py::test_a"]
    (tmp_path / "conftest.py").unlink()
    assert collected(tmp_path, {}) == []


def test_a_mixin_outside_of_tests_may_have_marks(tmp_path: Path) -> None:
    files = {
        "pytest.ini": "[pytest]\naddopts = -m unit\n",
        "base.py": MARKED_BASE,
        "test_a.py": "from base import Mixed\nclass TestCart(Mixed): ...\nclass TestOther:\n    def test_a(self): ...\n",
    }
    assert collected(tmp_path, files) == ["test_a.py::TestCart::test_mixed"]
