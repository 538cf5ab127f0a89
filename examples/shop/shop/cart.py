"""What a customer is about to buy."""

from shop.catalog import CURRENCY, Catalog
from shop.discounts import discounted
from shop.money import Money, zero


class Cart:
    """Articles with their counts. It knows no prices: those come from the catalog when they are asked for."""

    def __init__(self, catalog: Catalog) -> None:
        self.catalog = catalog
        self.counts = {}

    def add(self, sku: str, count: int = 1) -> None:
        """Put an article into the cart, `count` pieces of `sku`; an article that is there already grows."""
        self.counts[sku] = self.counts.get(sku, 0) + count

    def subtotal(self) -> Money:
        total = zero(CURRENCY)
        for sku, count in self.counts.items():
            total = total.plus(self.catalog.price(sku).times(count))
        return total

    def total(self) -> Money:
        """Sum up the cart."""
        return discounted(self.subtotal())
