"""Functions that may change with another: how each is related to it, and how likely."""

from pathlib import Path

from codeshed.context.change_features import change_candidates
from codeshed.context.likelihood import estimate_likely_changes
from codeshed.context.surroundings import GraphLookups, Surroundings
from codeshed.project.index.graph_in_memory import index_repository

SHOP = """from money import add


class Cart:
    def total(self, prices):
        return add(prices, 1)

    def total_twice(self, prices):
        return self.total(prices) + add(prices, 2)


def checkout(cart):
    return Cart().total([])
"""
MONEY = """def add(left, right):
    return left


def subtract(left, right):
    return left
"""
TEST = """from shop import checkout


def test_checkout():
    checkout(None)
"""


def surroundings(folder: Path, symbol: str) -> Surroundings:
    for name, text in {"shop.py": SHOP, "money.py": MONEY, "tests/test_shop.py": TEST}.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text)
    graph = index_repository(folder, types="off")
    row = graph.find_row(symbol)
    assert row is not None
    return Surroundings(lookups=GraphLookups(graph), row=row)


def test_candidates_are_functions_by_their_relation(tmp_path: Path) -> None:
    around = surroundings(tmp_path, "shop.py::Cart.total")
    found = change_candidates(around)
    symbols = [around.graph.nodes.symbols[row] for row in found.rows.tolist()]
    assert sorted(symbols) == [
        "money.py::add",
        "money.py::subtract",
        "shop.py::Cart.total_twice",
        "shop.py::checkout",
    ]

    def related_by(name: str) -> set[str]:
        column = found.values[:, found.names.index(name)].tolist()
        return {symbol.partition("::")[2] for symbol, value in zip(symbols, column, strict=True) if value}

    assert related_by("callee") == {"add"}
    assert related_by("caller") == {"Cart.total_twice", "checkout"}
    assert related_by("class_member") == {"Cart.total_twice"}
    assert related_by("shared_uses") == {"Cart.total_twice"}
    assert related_by("near") == {"Cart.total_twice", "checkout"}
    assert related_by("alike") == {"Cart.total_twice"}


def test_what_is_near_changes_sooner_than_what_is_far(tmp_path: Path) -> None:
    around = surroundings(tmp_path, "shop.py::Cart.total")
    found = estimate_likely_changes(around)
    symbols = [around.graph.nodes.symbols[row] for row in found.candidates.rows.tolist()]
    likelihood = dict(zip(symbols, found.likelihoods.tolist(), strict=True))
    assert likelihood["shop.py::Cart.total_twice"] > likelihood["money.py::subtract"]
    assert found.reasons(symbols.index("shop.py::Cart.total_twice"))
