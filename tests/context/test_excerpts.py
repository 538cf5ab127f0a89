"""Texts of symbols."""

from pathlib import Path

import pytest

from codeshed.context.excerpts import Excerpts
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.model.source_reader import TextSourceReader
from codeshed.project.index.graph_in_memory import index_repository
from tests.support.market import market


@pytest.fixture(scope="module")
def graph_and_sources(tmp_path_factory: pytest.TempPathFactory) -> tuple[CodeGraph, TextSourceReader]:
    return market(tmp_path_factory.mktemp("market"))


def row_of(graph: CodeGraph, symbol: str) -> int:
    row = graph.find_row(symbol)
    assert row is not None
    return row


@pytest.mark.parametrize(
    ("symbol", "line"),
    [
        ("market/money.py::Money.plus", 'def plus(self, other: "Money") -> "Money"'),
        ("market/money.py::Money", "class Money"),
        ("market/cart.py::GiftCart", "class GiftCart(Cart)"),
        ("market/money.py::RATE", "RATE = 25"),
        ("market/cart.py::Cart.items", "self.items: list[Money] = []"),
    ],
)
def test_one_line(graph_and_sources: tuple[CodeGraph, TextSourceReader], symbol: str, line: str) -> None:
    graph, sources = graph_and_sources
    assert Excerpts(graph, sources).line(row_of(graph, symbol)) == line


def test_the_signature_says_what_the_function_says_of_itself(
    graph_and_sources: tuple[CodeGraph, TextSourceReader],
) -> None:
    graph, sources = graph_and_sources
    signature = Excerpts(graph, sources).signature(row_of(graph, "market/money.py::zero"))
    assert signature == 'def zero() -> Money\n    """Return no money at all."""'


def test_the_whole_text_loses_the_indentation_that_all_lines_share(
    graph_and_sources: tuple[CodeGraph, TextSourceReader],
) -> None:
    graph, sources = graph_and_sources
    whole = Excerpts(graph, sources).full(row_of(graph, "market/cart.py::Cart.is_empty"))
    assert whole is not None
    assert whole.text == "def is_empty(self) -> bool:\n    return not self.items"


@pytest.mark.parametrize(
    ("symbol", "is_empty"),
    [
        ("market/cart.py::discount", True),
        ("market/cart.py::checkout", False),
        ("market/cart.py::Cart.total", False),
    ],
)
def test_a_function_without_a_body_is_known(
    graph_and_sources: tuple[CodeGraph, TextSourceReader], symbol: str, *, is_empty: bool
) -> None:
    graph, sources = graph_and_sources
    assert Excerpts(graph, sources).is_empty(row_of(graph, symbol)) is is_empty


def test_a_long_signature_stands_on_one_line(tmp_path: Path) -> None:
    text = "def run(\n    first: int,\n    second: str = ':',\n) -> None:\n    print(first)\n"
    (tmp_path / "a.py").write_text(text, encoding="utf-8")
    graph = index_repository(tmp_path, types="off")
    excerpts = Excerpts(graph, TextSourceReader({"a.py": text}))
    assert excerpts.line(row_of(graph, "a.py::run")) == "def run(first: int, second: str = ':') -> None"


@pytest.mark.parametrize(
    ("path", "code"),
    [
        (
            "cart.py",
            "# Rounds as Tax.rate does.\ndef total(cart):\n    # See find_rate.\n    return 1\n",
        ),
        (
            "cart.ts",
            "/** Rounds as Tax.rate does. */\nfunction total(cart) {\n  // See find_rate.\n  return 1\n}\n",
        ),
    ],
)
def test_comments_are_prose_too(tmp_path: Path, path: str, code: str) -> None:
    (tmp_path / path).write_text(code)
    graph = index_repository(tmp_path, types="off")
    row = graph.find_row(f"{path}::total")
    assert row is not None
    prose = Excerpts(graph, TextSourceReader({path: code})).all_prose(row)
    assert "Tax.rate" in prose
    assert "See find_rate." in prose
    assert "return" not in prose
