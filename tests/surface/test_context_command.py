"""`codeshed context` as a person or a program meets it."""

import json
from pathlib import Path

import pytest

from tests.contract.test_schemas import check_schema
from tests.support.market import MARKET
from tests.surface.cli import Outcome, run, run_apart


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    for path, text in MARKET.items():
        file = tmp_path / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return tmp_path


_OPTIONS = ("--types", "off", "--quiet")


def context(repository: Path, *arguments: str) -> Outcome:
    return run("context", *arguments, *_OPTIONS, cwd=repository)


def test_markdown_for_a_model(repository: Path) -> None:
    outcome = context(repository, "Cart.add", "--max-tokens", "600")
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out.startswith("# market/cart.py::Cart.add\nmarket/cart.py:12-14 sha256:")
    assert "```python\ndef add(self, price: Money) -> None:\n" in outcome.out
    assert "# market/money.py\n" in outcome.out
    assert "\nclass Money\n    " in outcome.out


def test_json_fits_its_schema_with_every_slice_and_without(repository: Path) -> None:
    for extra in (
        (),
        ("--no-graph", "--no-types", "--no-risk"),
        ("--explain", "--for", "edit"),
        ("--max-bytes", "9000"),
    ):
        outcome = context(repository, "market/cart.py::Cart.total", "--format", "json", "--full", *extra)
        assert outcome.code == 0
        document = json.loads(outcome.out)
        check_schema("composite-context-pack", document)
        assert document["stats"]["bytesUsed"] == len(outcome.out.encode())
        assert document["risk"] is None


def test_compact_json_has_the_code_of_markdown(repository: Path) -> None:
    outcome = context(repository, "Cart.add", "--format", "json", "--max-tokens", "600")
    assert outcome.code == 0
    document = json.loads(outcome.out)
    check_schema("compact-context", document)
    assert document["tokens"] <= document["maxTokens"] == 600
    (seed,) = document["excerpts"]
    assert (seed["id"], seed["file"], seed["line"]) == ("market/cart.py::Cart.add", "market/cart.py", 12)
    markdown = context(repository, "Cart.add", "--max-tokens", "600").out
    assert {each["file"] for each in document["code"]} >= {"market/cart.py", "market/money.py"}
    assert all(line in markdown for each in document["code"] for line in each["text"].split("\n"))


def test_compact_json_names_the_candidates_of_an_unclear_seed(repository: Path) -> None:
    outcome = context(repository, "total", "--format", "json")
    assert outcome.code == 2
    document = json.loads(outcome.out)
    assert document["excerpts"] == []
    assert any("GiftCart.total" in each for each in document["notes"])


def test_xml_is_well_formed_and_whole(repository: Path) -> None:
    outcome = context(repository, "checkout", "--format", "xml")
    assert outcome.code == 0
    assert outcome.out.startswith('<context seed="market/cart.py::checkout" task="write" basis="exact">\n')
    assert outcome.out.endswith("</context>\n")
    assert "-&gt; Money" in outcome.out


@pytest.mark.parametrize("output", ["md", "xml", "json"])
def test_one_line_end_is_the_last_byte(repository: Path, output: str) -> None:
    out = context(repository, "checkout", "--format", output, "--max-tokens", "900").out
    assert out.endswith("\n")
    assert not out.endswith("\n\n")


def test_why_each_piece_is_there(repository: Path) -> None:
    outcome = context(repository, "discount", "--explain")
    assert "def total(self) -> Money:  # " in outcome.out
    assert " %: " in outcome.out


def test_a_seed_that_names_several_things(repository: Path) -> None:
    outcome = context(repository, "total")
    assert (outcome.code, outcome.out) == (2, "")
    assert "market/cart.py::GiftCart.total" in outcome.err


def test_a_budget_that_holds_nothing(repository: Path) -> None:
    outcome = context(repository, "checkout", "--max-tokens", "10")
    assert outcome.code == 2
    assert "too small" in outcome.err


def test_the_same_bytes_whatever_the_hash_seed(repository: Path) -> None:
    arguments = ("context", "Cart", "--format", "json", *_OPTIONS)
    first, second = (run_apart(*arguments, cwd=repository, hash_seed=seed) for seed in (1, 2))
    assert first == second


def test_code_cannot_move_the_cursor(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text('def run():\n    return "\x1b[2J"\n', encoding="utf-8")
    assert "\x1b" not in context(tmp_path, "a.py::run").out


def test_a_seed_that_names_nothing_is_told_once(tmp_path: Path) -> None:
    (tmp_path / "shop.py").write_text("def total(): ...\n", encoding="utf-8")
    outcome = run("context", "zebra", "--types", "off", "--quiet", cwd=tmp_path)
    assert outcome.code == 2
    loud = run("context", "zebra", "--types", "off", cwd=tmp_path)
    assert loud.code == 2
    assert (loud.out + loud.err).count("'zebra'") == 1
