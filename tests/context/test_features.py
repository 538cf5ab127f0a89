"""What a function may use at all: the candidates that its surroundings give."""

from codeshed.context.features import use_candidates
from codeshed.context.surroundings import GraphLookups, Surroundings
from tests.support.notation import project

GRAPH = project(
    """
    #- shop/cart.py
        import shop/api.py
    class Cart
    def Cart.total(self)
    def Cart.save(self)
        call Store.write
    #- shop/api.py
        import Money
    #- shop/money.py
    class Money
    def Money.plus(self)
    #- shop/store.py
    class Store
    def Store.write(self)
    def Store.read(self)
    #- shop/far.py
    class Tax
    def Tax.rate(self)
    def Tax.other(self)
    def find_rate()
    def total()
    """
).graph()


def candidates(documentation: str = "") -> set[str]:
    row = GRAPH.find_row("shop/cart.py::Cart.total")
    assert row is not None
    found = use_candidates(Surroundings(lookups=GraphLookups(GRAPH), row=row), documentation)
    return {GRAPH.nodes.symbols[each].partition("::")[2] for each in found.rows.tolist()}


def test_members_of_what_an_imported_module_passes_on() -> None:
    assert {"Money", "Money.plus"} <= candidates()


def test_members_of_types_that_other_methods_of_the_class_use() -> None:
    assert {"Store.write", "Store.read"} <= candidates()


def test_names_that_the_documentation_gives_in_full() -> None:
    assert candidates().isdisjoint({"Tax.rate", "find_rate"})
    found = candidates("Sums up, by `Tax.rate` or find_rate(). The total counts, other prices do not.")
    assert {"Tax.rate", "find_rate"} <= found
    assert found.isdisjoint({"Tax.other", "total"})
