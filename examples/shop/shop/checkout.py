"""From a cart to an order."""

from shop.cart import Cart
from shop.catalog import MemoryCatalog
from shop.storage import save_order


def checkout(skus):
    cart = Cart(MemoryCatalog())
    for sku in skus:
        cart.add(sku)
    return save_order(receipt(cart))


def receipt(cart):
    return {"total": cart.total().cents, "articles": dict(cart.counts)}
