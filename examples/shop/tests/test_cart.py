from shop.cart import Cart
from shop.catalog import MemoryCatalog, set_price


def test_total_is_discounted():
    set_price("tea", 1000)
    cart = Cart(MemoryCatalog())
    cart.add("tea")
    assert cart.total().cents == 950
