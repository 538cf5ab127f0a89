"""Cases of the context benchmark: bodies are gone, and what they used is known."""

from pathlib import Path

from bench.context.context_cases import USES, ContextCases, context_cases
from bench.context.missing_bodies import plain_packer, product_packer
from tests.support.market import market


def cases(folder: Path) -> ContextCases:
    market(folder)
    return context_cases(folder, 20, seed=1)


def test_nothing_of_a_body_is_left(tmp_path: Path) -> None:
    found = cases(tmp_path)
    text = found.sources.read("market/cart.py") or ""
    assert "def total(self) -> Money:" in text
    assert '"""Return what all of it costs."""' in text
    assert "result.plus(each)" not in text
    row = found.graph.find_row("market/cart.py::Cart.total")
    assert row is not None
    edges = found.graph.edges
    used = {
        found.graph.nodes.symbols[int(edges.targets[edge])]
        for edge in range(int(edges.out_starts[row]), int(edges.out_starts[row + 1]))
        if int(edges.kinds[edge]) in USES
    }
    assert "market/money.py::zero" not in used
    assert "market/money.py::Money.plus" not in used


def test_what_a_body_used_is_counted_and_its_signature_is_not(tmp_path: Path) -> None:
    (total,) = [each for each in cases(tmp_path).cases if each.symbol == "market/cart.py::Cart.total"]
    assert {"market/money.py::zero", "market/money.py::RATE", "market/money.py::Money.plus"} <= total.used
    assert "market/money.py::Money" not in total.used
    assert "market/money.py::zero" in total.used_elsewhere


def test_both_packers_show_something_within_the_budget(tmp_path: Path) -> None:
    found = cases(tmp_path)
    (total,) = [each for each in found.cases if each.symbol == "market/cart.py::Cart.total"]
    assert total.used <= product_packer(found)(total, 1000)
    assert "market/money.py::zero" in plain_packer(found)(total, 1000)
    assert not plain_packer(found)(total, 10)
