"""Why one thing depends on another."""

import pytest

from codeshed.errors import InvalidOptionError
from codeshed.model.answers.caps import caps_of
from codeshed.model.answers.node_references import node_key
from codeshed.model.semantic import Document
from codeshed.query.why import WhyReportV1, WhyRequest, why
from tests.support.notation import project

SHOP = project(
    """
    #- a.py
    class Cart
    def Cart.total(self)
        call price
    def Cart.show(self)
        call Cart.total Cart.show.self.total
        read RATE
        write RATE
        call ? cart.price
    local Cart.show.self
    local cart: Cart
    var RATE
    def price()
    def guess()
        call price @0.3 heuristic
    def typed()
        call Cart.total cart.total @0.95 typed
    def alone()
    """
)
GRAPH = SHOP.graph()


def document_of(path: str) -> Document | None:
    return next((each for each in SHOP.data.documents if each.path == path), None)


def ask(source: str, target: str) -> WhyReportV1:
    return why(GRAPH, source, target, WhyRequest(caps=caps_of("wide")), document_of=document_of)


def test_an_edge_with_its_place_and_receiver() -> None:
    (edge,) = ask("Cart.show", "Cart.total").edges
    assert (edge.edge_type, edge.confidence, edge.provenance) == ("call", 1.0, "declared")
    (place,) = edge.sites
    assert (place.site.file, place.site.start_line) == ("a.py", 5)
    assert place.call_site_id == "a.py::Cart.show@1"
    assert place.receiver is not None
    assert (place.receiver.symbol, place.receiver.type_source) == ("a.py::Cart.show.self", "own")
    assert place.receiver.type == "a.py::Cart"


def test_a_receiver_with_a_type() -> None:
    (edge,) = ask("typed", "Cart.total").edges
    assert (edge.provenance, edge.confidence) == ("typed", 0.95)
    assert edge.sites[0].receiver is not None
    assert edge.sites[0].receiver.type == "a.py::Cart"


def test_all_kinds_of_edges() -> None:
    assert [each.edge_type for each in ask("Cart.show", "RATE").edges] == ["read", "write"]
    assert [each.edge_type for each in ask("Cart", "Cart.total").edges] == ["call", "contains"]


def test_a_candidate_says_so() -> None:
    (edge,) = ask("guess", "price").edges
    assert (edge.is_candidate, edge.provenance, edge.confidence) == (True, "heuristic", 0.3)


def test_without_an_edge_the_nearest_thing() -> None:
    report = ask("Cart.show", "price")
    assert report.edges == ()
    (call,) = report.open_calls
    assert call.site is not None
    assert call.site.start_line == 8
    assert report.nearest is not None
    assert [node_key(each) for each in report.nearest.nodes] == [
        "symbol:a.py::Cart.show",
        "symbol:a.py::Cart.total",
        "symbol:a.py::price",
    ]


def test_the_other_way_round() -> None:
    report = ask("Cart.total", "Cart.show")
    assert (report.edges, report.is_nearest_backward) == ((), True)
    assert [each.edge_type for each in report.reverse] == ["call"]


def test_nothing_at_all() -> None:
    report = ask("alone", "price")
    assert (report.edges, report.reverse, report.nearest, report.open_calls) == ((), (), None, ())


def test_without_documents_there_are_still_edges() -> None:
    report = why(GRAPH, "Cart.show", "Cart.total", WhyRequest(caps=caps_of("wide")))
    assert [each.edge_type for each in report.edges] == ["call"]
    assert report.edges[0].sites[0].receiver is None


def test_seeds_that_are_not_clear_or_the_same() -> None:
    assert [each.code for each in ask("nothing", "nowhere").warnings] == ["SEED_NOT_RESOLVED"] * 2
    with pytest.raises(InvalidOptionError, match="same"):
        ask("price", "a.py::price")


def test_a_function_that_calls_itself() -> None:
    code = project(
        """
        #- a.py
        def again()
            call again
        """
    )
    report = why(code.graph(), "again", "again", WhyRequest(caps=caps_of("wide")))
    assert [each.edge_type for each in report.edges] == ["call"]
    assert not report.reverse
