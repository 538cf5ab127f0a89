"""Who calls something, and what it calls."""

from hypothesis import given

from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.kinds import NodeKind
from codeshed.model.answers.answer_rules import answer_problems
from codeshed.model.answers.caps import CapSettings, caps_of
from codeshed.model.answers.neighbours_answer import NeighboursV1, Side
from codeshed.model.answers.node_references import ReferenceEnvelope, node_key
from codeshed.query.graph_pack import GraphPackRequest, PackDirection, graph_pack
from codeshed.query.impact.impact import ImpactDirection, ImpactRequest, impact
from codeshed.query.neighbours.neighbours import NeighbourRequest, neighbours
from codeshed.query.path import PathRequest, path_between
from codeshed.query.why import WhyRequest, why
from tests.support.notation import project
from tests.support.toys import Toy, toys

SHOP = project(
    """
    #- shop/cart.py
    class Cart
    def Cart.__init__(self) [ctor]
    def Cart.total(self)
        call price
        call price
        read RATE
        call ? x.unknown
    def Cart.show(self)
        call Cart.total
    #- shop/gift.py
    class Gift(Cart)
    def Gift.total(self)
    def wrap()
        call Gift.total @0.8 inferred
        call Cart.__init__
    #- shop/price.py
    var RATE
    def price()
        call Decimal
    def guess()
        call Gift.total @0.3 heuristic
    #- far/away/page.py
    def page()
        call Cart.total
        read price
        use Cart
    #- external
    def Decimal()
    """
).graph()


def ask(graph: CodeGraph, seed: str, side: Side, **caps: int) -> NeighboursV1:
    chosen = caps_of("wide", CapSettings(**caps))
    return neighbours(graph, seed, NeighbourRequest(caps=chosen, side=side))


def neighbour_lines(answer: NeighboursV1) -> list[str]:
    """Write each neighbour in a line: its name, its edges, and how it stands apart."""
    lines = []
    for each in answer.neighbours:
        through = "" if each.through is None else f" through {node_key(each.through).partition('::')[2]}"
        guess = " perhaps" if each.is_candidate else ""
        count = f" x{each.n_sites}" if each.n_sites > 1 else ""
        lines.append(
            f"{each.node.label} {'+'.join(each.edge_types)} {each.confidence:g}{count}{through}{guess}"
        )
    return lines


def test_callers_by_certainty_then_nearness() -> None:
    assert neighbour_lines(ask(SHOP, "Cart.total", Side.CALLERS)) == ["Cart.show call 1", "page call 1"]


def test_a_call_of_what_is_overridden_is_shown_apart() -> None:
    answer = ask(SHOP, "Gift.total", Side.CALLERS)
    assert neighbour_lines(answer) == [
        "wrap call 0.8",
        "guess call 0.3 perhaps",
        "Cart.show call 0.5 through Cart.total perhaps",
        "page call 0.5 through Cart.total perhaps",
    ]
    counts = answer.counts
    assert (counts.calls, counts.other_uses, counts.through_overrides, counts.candidates) == (1, 0, 0, 3)


def test_an_override_of_a_class_that_has_objects_is_no_mere_candidate() -> None:
    graph = project(
        """
        #- shop/cart.py
        class Cart
        def Cart.total(self)
        class Gift(Cart)
        def Gift.total(self)
        def show()
            call Cart.total
        def make()
            call Gift
        """
    ).graph()
    answer = ask(graph, "show", Side.CALLEES)
    assert neighbour_lines(answer) == ["Cart.total call 1", "Gift.total call 0.6 through Cart.total"]
    assert answer.counts.through_overrides == 1


def test_callees_collapse_their_places_and_show_overrides_apart() -> None:
    assert neighbour_lines(ask(SHOP, "Cart.total", Side.CALLEES)) == ["price call 1 x2", "RATE read 1"]
    assert neighbour_lines(ask(SHOP, "Cart.show", Side.CALLEES)) == [
        "Cart.total call 1",
        "Gift.total call 0.5 through Cart.total perhaps",
    ]


def test_other_uses_come_behind_calls_and_other_packages_behind_both() -> None:
    assert neighbour_lines(ask(SHOP, "price", Side.CALLERS)) == ["Cart.total call 1 x2", "page read 1"]
    assert neighbour_lines(ask(SHOP, "page", Side.CALLEES)) == [
        "Cart.total call 1",
        "Cart usage 1",
        "price read 1",
        "Gift.total call 0.5 through Cart.total perhaps",
    ]
    assert neighbour_lines(ask(SHOP, "shop/price.py", Side.CALLEES))[-2:] == [
        "Decimal call 1",
        "Gift.total call 0.3 perhaps",
    ]


def test_a_class_is_called_where_one_is_made_and_calls_what_its_methods_call() -> None:
    assert neighbour_lines(ask(SHOP, "Cart", Side.CALLERS)) == [
        "wrap call 1",
        "Gift inherits 1",
        "page usage 1",
    ]
    answer = ask(SHOP, "Cart", Side.CALLEES)
    assert neighbour_lines(answer) == [
        "price call 1 x2",
        "RATE read 1",
        "Gift.total call 0.5 through Cart.total perhaps",
    ]
    assert [node_key(each) for each in answer.neighbours[0].members] == ["symbol:shop/cart.py::Cart.total"]


def test_a_module_stands_for_what_is_in_it() -> None:
    assert neighbour_lines(ask(SHOP, "shop/price.py", Side.CALLERS)) == [
        "Cart.total call+read 1 x2",
        "page read 1",
    ]


def test_what_was_not_seen() -> None:
    callees = ask(SHOP, "Cart.total", Side.CALLEES)
    assert [(each.code, each.count) for each in callees.basis.causes] == [("unresolved_calls", 1)]
    assert ask(SHOP, "Cart.show", Side.CALLEES).basis.kind == "exact"
    assert ask(SHOP, "Cart.show", Side.CALLERS).basis.kind == "lower-bound"


def test_caps_leave_out_the_least_sure() -> None:
    answer = ask(SHOP, "Gift.total", Side.CALLERS, max_nodes=1)
    assert neighbour_lines(answer) == ["wrap call 0.8"]
    assert [each.cap for each in answer.truncation] == ["maxNodes"]
    assert answer.basis.kind == "lower-bound"


def test_a_seed_that_is_not_clear() -> None:
    answer = ask(SHOP, "total", Side.CALLERS)
    assert isinstance(answer.seed, ReferenceEnvelope)
    assert (answer.seed.status, answer.neighbours) == ("ambiguous", ())
    assert answer.warnings[0].code == "SEED_NOT_RESOLVED"


@given(toys(variables_use=False))
def test_callers_and_callees_are_the_same_edges(toy: Toy) -> None:
    """Who calls a function has it among its callees, as sure and as often."""
    graph = toy.graph()
    for row in range(len(graph.nodes)):
        symbol = graph.nodes.symbols[row]
        if graph.nodes.kinds[row] != NodeKind.FUNCTION:
            continue
        for each in ask(graph, symbol, Side.CALLERS).neighbours:
            if each.through is not None or each.node.kind not in {"function", "method"}:
                continue
            back = ask(graph, node_key(each.node.ref).partition(":")[2], Side.CALLEES).neighbours
            mine = [
                one for one in back if node_key(one.node.ref) == f"symbol:{symbol}" and one.through is None
            ]
            assert [(one.confidence, one.n_sites) for one in mine] == [(each.confidence, each.n_sites)]


def test_who_makes_one_of_a_class_calls_it_whoever_wrote_the_constructor() -> None:
    graph = project(
        """
        #- shop.py
        class Plain
        class Base
        def Base.__init__(self) [ctor]
        class Derived(Base)
        def make()
            call Plain
        def derive()
            call Derived
        """
    ).graph()
    for seed, caller in {"Plain": "make", "Derived": "derive"}.items():
        found = ask(graph, seed, Side.CALLERS)
        assert [(node_key(each.node.ref), each.edge_types) for each in found.neighbours] == [
            (f"symbol:shop.py::{caller}", ("call",))
        ]
        assert found.counts.calls == 1


NESTED = project(
    """
    #- a.py
    def cached()
        call key
    def cached.decorator()
        call wraps
    def cached.decorator.wrapper()
        call lookup
        call cached
        call ? x.unknown
    def key()
    def lookup()
    def wraps()
    def user()
        call cached.decorator.wrapper
        call cached
    def lazy()
    def lazy.inner()
        call lookup
    """
).graph()


def test_what_inner_functions_call_is_called_by_the_one_around_them() -> None:
    answer = ask(NESTED, "cached", Side.CALLEES)
    assert neighbour_lines(answer) == ["cached call 1", "key call 1", "lookup call 1", "wraps call 1"]
    assert [[node_key(each).partition("::")[2] for each in entry.members] for entry in answer.neighbours] == [
        ["cached.decorator.wrapper"],
        ["cached"],
        ["cached.decorator.wrapper"],
        ["cached.decorator"],
    ]
    assert [(each.code, each.count) for each in answer.basis.causes] == [("unresolved_calls", 1)]
    assert neighbour_lines(ask(NESTED, "lookup", Side.CALLERS)) == [
        "cached.decorator.wrapper call 1",
        "lazy.inner call 1",
    ]
    assert neighbour_lines(ask(NESTED, "cached", Side.CALLERS)) == [
        "cached.decorator.wrapper call 1",
        "user call 1",
    ]


def test_every_answer_counts_what_lies_in_a_function() -> None:
    """Packs, impacts, ways and reasons begin with the inner functions too."""
    caps = caps_of("wide")
    request = GraphPackRequest(caps=caps, direction=PackDirection.OUT)
    pack = graph_pack(NESTED, "lazy", request)
    assert [(each.label, each.distance) for each in pack.nodes] == [
        ("lazy", 0),
        ("lazy.inner", 0),
        ("lookup", 1),
    ]
    below = impact(NESTED, ImpactRequest(caps=caps, seeds=("lazy",), direction=ImpactDirection.DOWNSTREAM))
    assert [node_key(each.ref) for each in below.impacted] == ["symbol:a.py::lookup"]
    way = path_between(NESTED, "lazy", "lookup", PathRequest(caps=caps)).path
    assert way is not None
    assert [node_key(each) for each in way.nodes] == ["symbol:a.py::lazy.inner", "symbol:a.py::lookup"]
    assert len(why(NESTED, "lazy", "lookup", WhyRequest(caps=caps)).edges) == 1
    around = path_between(NESTED, "cached.decorator.wrapper", "cached", PathRequest(caps=caps)).path
    assert around is not None
    assert around.distance == 1


def test_production_comes_before_tests_in_each_group() -> None:
    graph = project(
        """
        #- shop.py
        def price()
        def sure()
            call price
        def unsure()
            call price @0.9 inferred
        #- tests/test_shop.py
        def test_price()
            call price
        """
    ).graph()
    answer = neighbours(graph, "price", NeighbourRequest(caps=caps_of("wide"), side=Side.CALLERS))
    assert [(each.node.name, each.is_test) for each in answer.neighbours] == [
        ("sure", False),
        ("unsure", False),
        ("test_price", True),
    ]
    assert answer_problems(answer) == ()
