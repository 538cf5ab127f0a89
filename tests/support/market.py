"""A small project in real Python, for answers that need sources."""

from pathlib import Path

from codeshed.graph.data.code_graph import CodeGraph
from codeshed.model.source_reader import TextSourceReader
from codeshed.project.index.graph_in_memory import index_repository

MARKET = {
    "market/__init__.py": "",
    "market/money.py": '''"""Money."""

RATE = 25


class Money:
    """An amount in one currency."""

    def __init__(self, amount: int) -> None:
        self.amount = amount

    def plus(self, other: "Money") -> "Money":
        """Return the sum of both."""
        return Money(self.amount + other.amount)

    def taxed(self, rate: int):
        extra = self.amount * rate // 100
        return Money(self.amount + extra)


def zero() -> Money:
    """Return no money at all."""
    return Money(0)
''',
    "market/cart.py": '''"""Carts."""

from market.money import RATE, Money, zero


class Cart:
    """What a customer is about to buy."""

    def __init__(self) -> None:
        self.items: list[Money] = []

    def add(self, price: Money) -> None:
        """Put something in the cart."""
        self.items.append(price)

    def total(self) -> Money:
        """Return what all of it costs."""
        result = zero()
        for each in self.items:
            result = result.plus(each)
        return result.taxed(RATE)

    def is_empty(self) -> bool:
        return not self.items


class GiftCart(Cart):
    def total(self) -> Money:
        return zero()


def checkout(cart: Cart) -> Money:
    """Return what is to be paid."""
    return cart.total()


def discount(cart: Cart) -> Money:
    """Return what the total of a cart is worth less."""
    ...
''',
    "tests/test_cart.py": """from market.cart import Cart
from market.money import Money


def test_total() -> None:
    cart = Cart()
    cart.add(Money(100))
    assert cart.total().amount == 125
""",
}


def market(folder: Path) -> tuple[CodeGraph, TextSourceReader]:
    """Write the project below a folder and index it, without types."""
    for path, text in MARKET.items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return index_repository(folder, types="off"), TextSourceReader(MARKET)
