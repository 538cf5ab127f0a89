"""What the shop sells."""

from typing import Protocol

from shop.money import Money

CURRENCY = "EUR"
_PRICES = {}


class Catalog(Protocol):
    """Where prices come from; a shop has one, a test brings its own, and neither knows of the other."""

    def price(self, sku: str) -> Money:
        """Look a price up. Returns what one piece of the article `sku` costs before taxes and discounts."""
        ...


class MemoryCatalog:
    def price(self, sku: str) -> Money:
        return _PRICES[sku]

    def refresh(self, feed):
        for sku, cents in feed.rows():
            set_price(sku, cents)


def set_price(sku, cents):
    _PRICES[sku] = Money(cents, CURRENCY)
