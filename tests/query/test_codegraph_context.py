"""CodeGraphContext documents: what is in them, and how they are made to fit."""

import json
from collections.abc import Callable, Sequence

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from codeshed.build.size import size_function
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.seeds.seed_lookup import SeedIndex
from codeshed.model.answers.caps import caps_of
from codeshed.model.isgl1_keys import isgl1_key
from codeshed.query.codegraph_context.codegraph_context import CodeGraphContextRequest, codegraph_context
from codeshed.query.codegraph_context.documents import (
    MAX_TOKENS,
    CodeGraphContext,
    ContextError,
    ContextSizeExceeded,
    DependencyCycleDetected,
    EntityNotFound,
)
from tests.support.notation import project

SHOP = project(
    """
    #- shop/cart.py
    class Cart(Store)
    def Cart.total(self)
        call rate
        call deep
    def Cart.clear(self)
    #- shop/store.py
    class Store
    def Store.save(self)
    #- shop/tax.py
    def rate(land)
    def deep()
        call deeper
    def deeper()
        call deepest
    def deepest()
    def user()
        call Cart.total
    def user_of_user()
        call user
    #- tests/test_cart.py
    def test_total()
        call Cart.total
    """
).graph()

MEASURE = size_function().measure


def write(document: msgspec.Struct) -> str:
    return msgspec.json.encode(document).decode() + "\n"


def ask(
    *entities: str, graph: CodeGraph = SHOP, measure: Callable[[str], int] = MEASURE, **options: object
) -> CodeGraphContext | ContextError:
    request = msgspec.structs.replace(
        CodeGraphContextRequest(entities=entities, caps=caps_of("large")), **options
    )
    return codegraph_context(graph, request, document_of=lambda _: None, write=write, measure=measure)


def document(*entities: str, graph: CodeGraph = SHOP, **options: object) -> CodeGraphContext:
    found = ask(*entities, graph=graph, measure=MEASURE, **options)
    assert isinstance(found, CodeGraphContext), found
    return found


def levels(found: CodeGraphContext) -> dict[str, int]:
    return {each.interface_signature.name: each.dependency_level for each in found.entities}


def test_entities_are_both_ways_as_near_as_the_shorter_way() -> None:
    found = levels(document("Cart.total"))
    assert found["total"] == 0
    assert {"rate": 1, "deep": 1, "user": 1, "test_total": 1}.items() <= found.items()
    assert {"deeper": 2, "user_of_user": 2}.items() <= found.items()
    assert "deepest" not in found


@pytest.mark.parametrize(("hops", "name"), [(0, "total"), (1, "rate"), (2, "deeper"), (3, "deepest")])
def test_the_hop_depth_says_how_far(hops: int, name: str) -> None:
    found = levels(document("Cart.total", hop_depth=hops))
    assert name in found
    assert max(found.values()) == hops


def test_a_refactoring_looks_three_hops_far() -> None:
    assert levels(document("Cart.total", change_type="refactor"))["deepest"] == 3


def test_relevance_falls_with_each_hop_and_a_test_gets_more() -> None:
    found = {
        each.interface_signature.name: each.relevance_score
        for each in document("Cart.total", hop_depth=3).entities
    }
    names = ("total", "rate", "deeper", "deepest", "test_total")
    assert [found[name] for name in names] == [1.0, 0.8, 0.6, 0.4, 1.0]


def test_relationships_keep_their_direction_and_kind() -> None:
    found = {
        (each.dependent.rpartition("-")[2], each.dependency.rpartition("-")[2], each.relationship_type)
        for each in document("Cart").relationships
    }
    assert {
        ("Cart.total", "rate", "call"),
        ("user", "Cart.total", "call"),
        ("Cart", "Store", "inherits"),
    } <= found


def test_the_focus_orders_and_never_filters() -> None:
    plain = document("Cart.total", focus=("test_interfaces",))
    other = document("Cart.total", focus=("non_test_interfaces",))
    assert {each.isgl1_key for each in plain.entities} == {each.isgl1_key for each in other.entities}


def test_an_unknown_entity_is_an_error_that_names_the_nearest() -> None:
    found = ask("Cart.totl")
    assert isinstance(found, EntityNotFound)
    assert found.missing_entities == ("Cart.totl",)
    assert "Cart.total" in found.suggestion


@pytest.mark.parametrize(
    ("entity", "near"),
    [
        ("Cart.totl", "shop/cart.py::Cart.total"),
        ("shop/cart.py-shop-Cart.totl", "shop/cart.py::Cart.total"),
        ("shop/cart.py-shop-Cart.zzzz", "shop/cart.py::Cart"),
        ("shop/tax.py-shop-zzzz", "shop/tax.py"),
    ],
)
def test_the_nearest_comes_first_in_any_form_of_a_seed(entity: str, near: str) -> None:
    found = ask(entity)
    assert isinstance(found, EntityNotFound)
    assert found.suggestion.partition("near: ")[2].split(", ")[0] == near


def test_what_cannot_be_asked_for_is_not_among_the_nearest() -> None:
    graph = project(
        """
        #- a.py
        def load()
            call ext:json.dumps
        """
    ).graph()
    found = ask("json.dumps", graph=graph)
    assert isinstance(found, EntityNotFound)
    assert "ext:" not in found.suggestion


@pytest.mark.parametrize(
    ("entity", "key", "around"),
    [
        (
            "shop/cart.py::Cart.discount",
            "shop/cart.py-shop-Cart.discount",
            {"Cart", "total", "clear", "user"},
        ),
        ("Cart.discount", "shop/cart.py-shop-Cart.discount", {"Cart", "total", "clear", "user"}),
        ("shop/cart.py-shop-Cart.discount", "shop/cart.py-shop-Cart.discount", {"Cart", "total", "user"}),
        ("shop/tax.py::vat", "shop/tax.py-shop-vat", {"shop/tax.py", "rate", "total", "deeper"}),
        (
            "shop/discount.py::Discount",
            "shop/discount.py-shop-Discount",
            {"shop/cart.py", "shop/tax.py", "Cart"},
        ),
        ("shop/discount.py-shop-Discount", "shop/discount.py-shop-Discount", {"shop/cart.py", "Cart"}),
        ("shop/discount.py-shop", "shop/discount.py-shop", {"shop/cart.py", "shop/tax.py"}),
        ("shop/cart.py-shop-to--pay", "shop/cart.py-shop-to--pay", {"shop/cart.py", "Cart"}),
        ("shop/new/discount.py::vat", "shop/new/discount.py-new-vat", {"shop/cart.py", "shop/tax.py"}),
    ],
)
def test_an_entity_that_is_to_be_created_has_its_surroundings(
    entity: str, key: str, around: set[str]
) -> None:
    found = document(entity, change_type="create")
    assert found.query_context.base_entities == (key,)
    names = {each.interface_signature.name for each in found.entities}
    assert around <= names | {each.interface_signature.file_path for each in found.entities}
    assert min(each.dependency_level for each in found.entities) == 1


@pytest.mark.parametrize(
    "entity",
    [
        "nowhere",
        "no/such/folder.py::f",
        "",
        "../../etc/passwd",
        "shop/../a.py::f",
        "/shop/a.py::f",
        "-",
        "::",
        "a::",
        "shop/cart.py-cart-Cart.discount",
        "shop/notes::f",
    ],
)
def test_what_has_no_place_cannot_be_created(entity: str) -> None:
    assert isinstance(ask(entity, change_type="create"), EntityNotFound)


def test_siblings_of_what_is_to_be_created_are_nearer_than_their_users() -> None:
    found = levels(document("Cart.discount", change_type="create"))
    assert {"Cart": 1, "total": 1, "clear": 1, "user": 2, "test_total": 2, "rate": 2}.items() <= found.items()
    found = levels(document("Cart.discount", change_type="create", hop_depth=1))
    assert set(found) == {"Cart", "total", "clear"}


def test_nothing_is_said_to_be_cut_where_nothing_was_wanted() -> None:
    assert document("shop", hop_depth=0).optimization_info.warnings == ()


def test_a_base_entity_comes_first_and_what_it_holds_is_one_hop_away() -> None:
    found = document("Cart")
    assert [each.interface_signature.name for each in found.entities if not each.dependency_level] == ["Cart"]
    assert found.entities[0].interface_signature.name == "Cart"
    assert {"total": 1, "clear": 1, "Store": 1, "rate": 1, "user": 1}.items() <= levels(found).items()
    assert set(levels(document("Cart", hop_depth=0))) == {"Cart"}


def test_what_holds_a_base_entity_is_near_and_the_rest_of_its_file_goes_first() -> None:
    found = document("Cart.clear")
    assert {"clear": 0, "Cart": 1, "total": 2}.items() <= levels(found).items()
    assert set(levels(document("Cart.clear", hop_depth=1))) == {"clear", "Cart"}
    cut = document("Cart.clear", size_limit=found.token_count - 40)
    assert {each.step for each in cut.optimization_info.excluded_entities} <= {"remove_priority_3"}
    assert cut.size_status == "truncated"


def test_what_uses_the_same_is_two_hops_away() -> None:
    graph = project(
        """
        #- a.py
        def one()
            call shared
        #- b.py
        def two()
            call shared
        #- c.py
        def shared()
        """
    ).graph()
    found = document("one", graph=graph)
    assert levels(found)["two"] == 2
    assert {(each.dependent, each.dependency) for each in found.relationships} >= {
        ("a.py-a-one", "c.py-c-shared"),
        ("b.py-b-two", "c.py-c-shared"),
    }


def test_a_folder_stands_for_its_modules() -> None:
    assert document("tests").query_context.base_entities == ("tests/test_cart.py-tests",)
    assert len(document("shop/").query_context.base_entities) == 3


def test_a_cycle_is_a_warning_or_if_wanted_an_error() -> None:
    graph = project(
        """
        #- a.py
        def one()
            call two
        def two()
            call one
        """
    ).graph()
    assert document("one", graph=graph).optimization_info.warnings == (
        "cycle: a.py-a-one -> a.py-a-two -> a.py-a-one",
    )
    error = ask("one", graph=graph, is_cycle_an_error=True)
    assert isinstance(error, DependencyCycleDetected)
    assert error.cycle_path == ("a.py-a-one", "a.py-a-two", "a.py-a-one")


def test_a_call_of_what_is_overridden_is_no_cycle() -> None:
    graph = project(
        """
        #- a.py
        class Base
        def Base.run(self)
        class Sub(Base)
        def Sub.run(self)
            call Base.run
        """
    ).graph()
    found = document("Sub.run", graph=graph, is_cycle_an_error=True)
    assert found.optimization_info.warnings == ()
    assert {"a.py-a-Sub.run": 0, "a.py-a-Base.run": 1}.items() <= {
        each.isgl1_key: each.dependency_level for each in found.entities
    }.items()


def test_a_decorated_function_is_no_cycle() -> None:
    graph = project(
        """
        #- a.py
        def logged(function)
            read logged.wrapper
        def logged.wrapper()
            call get
        def get()
            decorate logged
        """
    ).graph()
    assert document("get", graph=graph, is_cycle_an_error=True).optimization_info.warnings == ()


def test_an_interface_does_not_depend_on_what_implements_it() -> None:
    graph = project(
        """
        #- a.py
        class Base
        def Base.run(self)
            call helper
        class Sub(Base)
        def Sub.run(self)
        class Other(Base)
        def Other.run(self)
        def helper()
        """
    ).graph()
    found = document("Base", graph=graph)
    assert found.entities[0].tdd_classification.dependencies == 1


def test_every_form_of_a_seed_names_an_entity() -> None:
    for seed in (
        "shop/cart.py::Cart.total",
        "Cart.total",
        "shop/cart.py-shop-Cart.total",
        "shop.cart.Cart.total",
    ):
        assert document(seed).query_context.base_entities == ("shop/cart.py-shop-Cart.total",)


def test_a_key_is_a_seed_everywhere() -> None:
    index = SeedIndex(SHOP)
    own = [symbol for symbol in SHOP.nodes.symbols if not symbol.startswith("ext:")]
    assert [index.find_rows(isgl1_key(symbol)) for symbol in own] == [
        [SHOP.find_row(symbol)] for symbol in own
    ]


def web(n_near: int, n_far: int) -> CodeGraph:
    """Return a graph in which `start` calls some functions, and each of these some others."""
    lines = ["#- a.py", "def start()", *(f"    call near{n}" for n in range(n_near))]
    for n in range(n_near):
        lines += [f"def near{n}()", *(f"    call far{n}_{m}" for m in range(n_far))]
    lines += [f"def far{n}_{m}()" for n in range(n_near) for m in range(n_far)]
    return project("\n".join(lines)).graph()


WEB = web(4, 5)
WHOLE = document("start", graph=WEB).token_count


@given(st.integers(1, MAX_TOKENS))
def test_the_limit_is_hard_and_direct_dependencies_stay_in(limit: int) -> None:
    found = ask("start", graph=WEB, size_limit=min(limit, WHOLE + 100))
    if isinstance(found, ContextSizeExceeded):
        assert found.attempted_size >= limit
        return
    assert isinstance(found, CodeGraphContext)
    assert found.token_count == MEASURE(write(found)) <= limit
    assert {"start", *(f"near{n}" for n in range(4))} <= set(levels(found))
    _check_rebuilt(found)


def test_steps_are_taken_in_their_order_and_tell_what_they_left_out() -> None:
    found = document("start", graph=WEB, size_limit=WHOLE // 2)
    info = found.optimization_info
    assert found.size_status == "truncated"
    assert [each.step for each in info.steps] == [
        "remove_priority_3",
        "compress_signatures",
        "truncate_documentation",
        "limit_relationships",
        "space_permitting",
    ]
    assert info.n_excluded_entities == 25 - len(found.entities)
    assert all(each.step == "space_permitting" for each in info.excluded_entities)


def test_relationships_fill_what_entities_leave() -> None:
    found = document("start", graph=WEB, size_limit=WHOLE - 40 * 10)
    info = found.optimization_info
    assert info.steps[-1].step == "limit_relationships"
    assert info.n_excluded_relationships == info.steps[-1].n_affected < 20
    assert found.token_count > WHOLE - 40 * 14


@given(st.integers(4_900, 5_100) | st.integers(79_900, 80_100))
def test_the_status_agrees_with_the_tokens(n_tokens: int) -> None:
    """The name of a status has tokens of its own, so that it may move a document to the next one."""

    def measure(text: str) -> int:
        is_document = '"token_count":' in text
        return (
            10 if not is_document else n_tokens + MEASURE('"size_status":"' + json.loads(text)["size_status"])
        )

    found = ask("Cart.total", measure=measure)
    assert isinstance(found, CodeGraphContext)
    assert found.token_count == measure(write(found))
    expected = (
        "minimal" if found.token_count < 5_000 else "optimal" if found.token_count <= 80_000 else "large"
    )
    assert found.size_status == expected or found.token_count == 80_000


def test_what_is_three_hops_away_goes_first() -> None:
    full = document("Cart.total", hop_depth=3)
    found = document("Cart.total", hop_depth=3, size_limit=full.token_count - 20)
    assert [each.step for each in found.optimization_info.steps][:1] == ["remove_priority_3"]
    assert "deepest" not in levels(found) or len(found.entities) == len(full.entities)


def _check_rebuilt(found: CodeGraphContext) -> None:
    """Rebuild the graph of entities from the document alone, as a program would that gets it."""
    rebuilt = msgspec.json.decode(write(found))
    keys: Sequence[str] = [each["isgl1_key"] for each in rebuilt["entities"]]
    assert len(set(keys)) == len(keys)
    ends = {each[end] for each in rebuilt["relationships"] for end in ("dependent", "dependency")}
    assert ends <= set(keys)
