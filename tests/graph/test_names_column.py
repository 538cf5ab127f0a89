"""Names of nodes, whether or not their symbols end in them."""

from tests.support.notation import project

GRAPH = project(
    """
    #- shop/cart.py
    class Cart
    def Cart.price(self)
    def Cart.price.setter(self)
    #- shop
    var x
    """
).graph()


def test_names() -> None:
    names = dict(zip(GRAPH.nodes.symbols, GRAPH.nodes.names, strict=True))
    assert names == {
        "shop": "shop",
        "shop::x": "x",
        "shop/cart.py": "cart.py",
        "shop/cart.py::Cart": "Cart",
        "shop/cart.py::Cart.price": "price",
        "shop/cart.py::Cart.price.setter": "price",
    }
    assert [GRAPH.nodes.names[row] for row in range(len(GRAPH.nodes))] == list(GRAPH.nodes.names)
    assert len(GRAPH.nodes.names) == len(GRAPH.nodes)
    backwards = range(len(GRAPH.nodes) - 1, -1, -1)
    assert GRAPH.nodes.names.of_rows(backwards) == list(GRAPH.nodes.names)[::-1]
    assert GRAPH.nodes.names.of_rows(()) == []
