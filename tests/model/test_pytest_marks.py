"""Marks in the text of a test file, and what expressions of marks say."""

import pytest

from codeshed.model.languages.pytest_marks import find_marks, parse_condition

FILE = """\
import pytest
from pytest import mark

pytestmark = [pytest.mark.db, mark.net(
    "a", [1])]
slow = pytest.mark.slow
other = pytest.fixture


@slow
@other
@pytest.mark.parametrize(
    "n",
    [1, 2],
)
async def test_a(n):
    def inner(): ...


class TestCart:
    pytestmark = pytest.mark.cart  # and not pytest.mark.late

    @mark.slow()
    def test_b(self): ...

    def test_c(self): ...

    @pytest.mark.late
    class TestInner:
        def test_d(self): ...


def test_e(): ...
"""


def test_marks_stand_on_functions_classes_and_the_module() -> None:
    assert find_marks(FILE) == {
        "": ("db", "net"),
        "test_a": ("slow", "parametrize"),
        "TestCart": ("cart",),
        "TestCart.test_b": ("slow",),
        "TestCart.TestInner": ("late",),
    }
    assert find_marks("def test_a(): ...\n") == {}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("slow", True),
        ("not slow", False),
        ("not net", True),
        ("not slow and net", False),
        ("net or not slow", False),
        ("not (slow and net)", True),
        ("not not slow", True),
        ("unknown", None),
        ("slow and unknown", None),
        ("net and unknown", False),
        ("slow or unknown", True),
    ],
)
def test_what_an_expression_says(text: str, *, expected: bool | None) -> None:
    condition = parse_condition(text)
    assert condition is not None
    assert condition({"slow": True, "net": False}.get) is expected


@pytest.mark.parametrize(
    "text",
    [
        "",
        "not",
        "slow and",
        "(slow",
        "slow)",
        "slow net",
        "or slow",
        "slow(level=1)",
        "a=1",
        "slow and " * 99 + "slow",
    ],
)
def test_other_expressions_are_not_read(text: str) -> None:
    assert parse_condition(text) is None
