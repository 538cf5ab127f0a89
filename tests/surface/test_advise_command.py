"""`codeshed advise`: what to annotate, document or make immutable first, and what it saves."""

import json
from pathlib import Path
from typing import Any

import pytest

import codeshed
from tests.support.repositories import Repository
from tests.surface.cli import run

_BARE = "\ndef total(cart, rate):\n    return helper(cart) * rate\n\n"
_HELPER = (
    "\ndef helper(cart: list[int]) -> int:\n    return sum(cart) + len(cart) + max(cart) + min(cart)\n\n"
)
_DOCUMENTED = '''
def total(cart: list[int], rate: float) -> float:
    """Return the sum of a cart with its rate."""
    return helper(cart) * rate

'''
_CALLERS = "from shop.total import total\n\n" + "".join(
    f"def caller_{number}(cart: list[int]) -> float:\n    return total(cart, {number}.5)\n\n"
    for number in range(5)
)
_STATE = "RATES = {}\n\ndef set_rate(name: str) -> None:\n    RATES[name] = 1.5\n\n\ndef rate() -> dict:\n    return RATES\n"


@pytest.fixture
def shop(tmp_path: Path) -> Repository:
    repository = Repository(tmp_path / "shop")
    repository.commit(
        codeshed_toml='types = "off"\n',
        shop__total_py=_BARE + _HELPER,
        shop__callers_py=_CALLERS,
        shop__state_py=_STATE,
    )
    return repository


def test_the_advice_saves_what_it_says(shop: Repository) -> None:
    before = _sizes(shop)
    report = _advice(shop, "--top", "20")
    piece = next(each for each in report["advice"] if each["symbol"] == "shop/total.py::total")
    assert piece["gaps"]["parameters"] == ["cart", "rate"]
    assert piece["gaps"]["is_return_missing"]
    assert piece["gaps"]["documentation"]

    shop.write(shop__total_py=_DOCUMENTED + _HELPER)
    assert "shop/total.py::total" not in [each["symbol"] for each in _advice(shop, "--top", "20")["advice"]]
    after = _sizes(shop)

    written = after["shop/total.py::total"][2] - before["shop/total.py::total"][2]
    for place, field in ((0, "saved_working_set_tokens"), (1, "saved_forward_tokens")):
        # What was written to do it is in every footprint that holds the function.
        holders = [
            each for each in after if each.startswith(("shop/callers.py::caller", "shop/total.py::total"))
        ]
        lost = sum(before[each][place] + written - after[each][place] for each in holders)
        assert lost == piece[field]


def test_a_variable_that_could_be_immutable(shop: Repository) -> None:
    (piece,) = _advice(shop, "shop/state.py::RATES")["advice"]
    assert (piece["action"], piece["gaps"]) == ("make_immutable", None)
    assert piece["saved_working_set_tokens"] > 0


def test_a_constructor_without_parameters_lacks_its_documentation(shop: Repository) -> None:
    lines = "".join(f"        self.field_{number} = helper([{number}])\n" for number in range(9))
    shop.write(
        shop__cart_py=f"from shop.total import helper\n\nclass Cart:\n    def __init__(self):\n{lines}\n"
        "def fill(count: int) -> Cart:\n    return Cart()\n"
    )
    (piece,) = _advice(shop, "shop/cart.py::Cart.__init__")["advice"]
    assert piece["gaps"]["documentation"] == ["say what it does"]


def test_a_scope(shop: Repository) -> None:
    found = {each["file_path"] for each in _advice(shop, "shop/total.py")["advice"]}
    assert found == {"shop/total.py"}
    by_name = _advice(shop, "total")
    assert by_name["scope"] == ["shop/total.py::total"]
    assert [each["symbol"] for each in by_name["advice"]] == ["shop/total.py::total"]
    assert _advice(shop, "./shop/total.py")["advice"] == _advice(shop, "shop/total.py")["advice"]


def test_each_scope_must_name_something(shop: Repository) -> None:
    done = run("advise", "shop/total.py", "nowhere", "--repo", str(shop.root))
    assert done.code == 2
    assert "No symbol 'nowhere'" in done.err


def test_what_a_change_touches(shop: Repository) -> None:
    shop.write(shop__total_py=_BARE.replace("* rate", "* rate + 1") + _HELPER)
    report = _advice(shop, "--diff", "HEAD")
    assert [each["symbol"] for each in report["advice"]] == ["shop/total.py::total"]


def test_a_to_do_list(shop: Repository) -> None:
    done = run("advise", "shop/total.py", "--repo", str(shop.root), "--format", "md", "--quiet")
    assert done.out.splitlines()[0] == "## What to specify first in shop/total.py"
    assert "- [ ] `shop/total.py::total` (shop/total.py:2): saves " in done.out
    assert "  - annotate cart, rate, the return\n" in done.out


def test_the_answer_is_valid(shop: Repository, tmp_path: Path) -> None:
    (tmp_path / "answer.json").write_text(json.dumps(_advice(shop)), encoding="utf-8")
    assert run("validate", str(tmp_path / "answer.json")).code == 0


def _advice(shop: Repository, *arguments: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(
        run("advise", *arguments, "--repo", str(shop.root), "--format", "json", "--quiet").out
    )
    return found


def _sizes(shop: Repository) -> dict[str, tuple[int, int, int]]:
    with codeshed.open_project(shop.root) as project:
        graph = project.code_graph()
        size_by_symbol = dict(zip(graph.nodes.symbols, graph.nodes.sizes.tolist(), strict=True))
        return {
            each.symbol: (
                each.total_context_size,
                int(each.whole_forward_context_size or 0),
                size_by_symbol[each.symbol],
            )
            for each in project.footprints()
        }
