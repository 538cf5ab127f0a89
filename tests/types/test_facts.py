"""What the real engine says about real code, in the words of our contract."""

import textwrap
from collections.abc import Iterator

import pytest

from tests.types.projects import Analysed, analysed, files_in

SHOP = files_in(
    """
    #- shop/__init__.py
    #- shop/cart.py
    from dataclasses import dataclass, field
    from functools import cached_property

    @dataclass
    class Item:
        name: str
        cents: int = 0

    class Cart:
        limit = 3
        class Line:
            def text(self): return "line"
        def __init__(self, owner=None):
            self.items: list[Item] = []
            self.owner = owner
        def add(self, item: Item): self.items.append(item)
        def total(self): return 3
        @property
        def size(self): return len(self.items)
        @size.setter
        def size(self, value): pass
        @cached_property
        def first(self): return self.items[0]
        @classmethod
        def empty(cls): return cls()
        @staticmethod
        def rate(): return 1.5
        def line(self) -> Line: return self.Line()
        def __add__(self, other): return Cart()
        def __getitem__(self, key): return Item("x")
        def __setitem__(self, key, value): pass
        def __enter__(self): return self
        def __exit__(self, *_): pass
        def __iter__(self): return iter(self.items)
        def __str__(self): return "cart"
        def __lt__(self, other): return True

    class Gift(Cart):
        def total(self): return super().total()

    class Scale(dict):
        def reset(self): self.clear()
    #- shop/calls.py
    from shop import cart as c
    from shop.cart import Cart, Gift, Item, Scale

    def methods(cart: Cart, maybe: Cart | None, either: Cart | Scale, unknown):
        cart.total()
        maybe.add(1)
        unknown.total()
        Gift.empty()
        Cart.rate()
        cart.line().text()
        either.add(1)
        perhaps = Cart if unknown else unknown()
        perhaps()

    def constructors():
        Gift()
        Item("x")
        c.Scale()
        int("3")

    def functions():
        bound = Cart().total
        bound()
        other = methods
        other(1, 2, 3, 4)
        len([])

    def members(cart: Cart):
        cart.size
        cart.size = 4
        cart.first.name.upper()

    def operations(cart: Cart, other: Cart):
        cart + other
        cart["a"]
        cart["b"] = cart["c"] = 1
        with cart as entered: pass
        for item in cart: pass
        [i for i in cart]
        f"{cart}"
        cart < other

    @c.cached_property
    def decorated(self): ...
    #- shop/values.py
    import enum
    import shop.cart
    from collections import namedtuple
    from typing import Callable, Literal, TypeVar, overload
    from shop.cart import Cart, Gift, Item

    Bound = TypeVar("Bound", bound=Cart)
    Point = namedtuple("Point", "x y")
    LIMIT = 3
    LATER = None
    LATER = Cart()

    class Color(enum.Enum):
        RED = 1

    class Child(Gift, Exception):
        def go(self): return super().total()

    async def fetch() -> Cart: return Cart()

    @overload
    def pick(key: int, other: str) -> Cart: ...
    @overload
    def pick(key: Callable[[], int], other: str) -> None: ...
    def pick(key, other): return Cart()

    def plain(one: Cart, maybe: Cart | None, either: Cart | Item | None, kind: type[Cart] | None, many: list[Cart]):
        print(one, maybe, either, kind, many, LIMIT, None, Color.RED, Point)

    def special(word: Literal["a"], some: Bound, unknown, call: Callable[[], Cart], *args: int, **kwargs: Cart):
        print(word, some, unknown, call, args, kwargs, some.total)
        print(shop.cart, fetch(), super())
        def inner():
            class Local: pass
            return Local()
        inner().go()

    def narrowed(value, maybe: Cart | None):
        if isinstance(value, Cart): value.total()
        maybe.first.name
    """
)


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Analysed]:
    with analysed(tmp_path_factory.mktemp("shop"), SHOP) as found:
        yield found


def check(found: Analysed, path: str, expected: str) -> None:
    """Compare lines; one that begins with `no ` says that no line begins with the rest."""
    lines = found.lines(path)
    for line in textwrap.dedent(expected).strip().splitlines():
        if line.startswith("no "):
            assert not [other for other in lines if other.startswith(line.removeprefix("no "))]
        else:
            assert line in lines


def test_methods(shop: Analysed) -> None:
    check(
        shop,
        "shop/calls.py",
        """
        call cart.total() → shop/cart.py::Cart.total of Cart +
        call maybe.add(1) → shop/cart.py::Cart.add of Cart +
        no call unknown.total()
        call Gift.empty() → shop/cart.py::Cart.empty of Gift
        call Cart.rate() → shop/cart.py::Cart.rate
        call cart.line().text() → shop/cart.py::Cart.Line.text of Cart.Line +
        call either.add(1) → shop/cart.py::Cart.add
        """,
    )
    check(
        shop,
        "shop/cart.py",
        """
        call super().total() → shop/cart.py::Cart.total of Gift
        call self.items.append(item) → builtins.list.append of builtins.list +
        call self.clear() → typing.MutableMapping.clear of Scale +
        """,
    )


def test_constructors(shop: Analysed) -> None:
    check(
        shop,
        "shop/calls.py",
        """
        call Gift() → new builtins.object.__new__ of Gift, new shop/cart.py::Cart.__init__ of Gift
        call Item("x") → new builtins.object.__new__ of Item, new shop/cart.py::Item.__init__ of Item
        call c.Scale() → new builtins.dict.__init__ of Scale, new builtins.dict.__new__ of Scale
        call int("3") → new builtins.int.__new__, new builtins.object.__init__
        call perhaps() → new builtins.object.__new__ of Cart, new shop/cart.py::Cart.__init__ of Cart and more
        """,
    )


def test_functions_as_values(shop: Analysed) -> None:
    check(
        shop,
        "shop/calls.py",
        """
        call bound() → shop/cart.py::Cart.total of Cart +
        call other(1, 2, 3, 4) → shop/calls.py::methods
        call len([]) → builtins.len
        no type bound
        """,
    )


def test_members(shop: Analysed) -> None:
    check(
        shop,
        "shop/calls.py",
        """
        get cart.size → shop/cart.py::Cart.size of Cart +
        set cart.size → shop/cart.py::Cart.size.setter of Cart +
        get cart.first → shop/cart.py::Cart.first of Cart +
        call cart.first.name.upper() → builtins.str.upper of builtins.str +
        type cart.first = shop.cart.Item {shop/cart.py::Item} all
        """,
    )


def test_operations(shop: Analysed) -> None:
    check(
        shop,
        "shop/calls.py",
        """
        binary cart + other → shop/cart.py::Cart.__add__ of Cart +
        subscript-get-item cart["a"] → shop/cart.py::Cart.__getitem__ of Cart +
        subscript-set-item cart["b"] = cart["c"] = 1 → shop/cart.py::Cart.__setitem__ of Cart +
        with-enter cart → shop/cart.py::Cart.__enter__ of Cart +
        for-iter cart → shop/cart.py::Cart.__iter__ of Cart +
        for-next cart → typing.Iterator.__next__ of typing.Iterator +
        generator-iter cart → shop/cart.py::Cart.__iter__ of Cart +
        format-string-stringify cart → shop/cart.py::Cart.__str__ of Cart +
        for-decorated-target c.cached_property → new builtins.object.__new__ of functools.cached_property, new functools.cached_property.__init__ of functools.cached_property
        no comparison
        """,
    )


def test_types_of_values(shop: Analysed) -> None:
    check(
        shop,
        "shop/values.py",
        """
        type one = shop.cart.Cart {shop/cart.py::Cart} all
        type maybe = shop.cart.Cart | None {shop/cart.py::Cart} all
        type either = shop.cart.Cart | shop.cart.Item | None {shop/cart.py::Cart, shop/cart.py::Item} all
        type kind = type[shop.cart.Cart] | None {class shop/cart.py::Cart} all
        type many = list[shop.cart.Cart] {builtins.list} all
        type None = None {} all
        type Color.RED = shop.values.Color {shop/values.py::Color} all
        type word = typing.Literal['a'] {}
        type some = Bound {shop/cart.py::Cart} all
        no type unknown
        no type call
        type args = tuple[int, ...] {builtins.tuple} all
        type kwargs = dict[str, shop.cart.Cart] {builtins.dict} all
        no type some.total
        no type shop.cart =
        type fetch() = typing.Coroutine[Unknown, Unknown, shop.cart.Cart] {awaited shop/cart.py::Cart} all
        type inner() = shop.values.special.inner.Local {shop/values.py::special.inner.Local} all
        type value = shop.cart.Cart {shop/cart.py::Cart} all
        no type maybe.first
        """,
    )


def test_definitions(shop: Analysed) -> None:
    check(
        shop,
        "shop/values.py",
        """
        def pick(key: (() -> int) | int, other: str) -> shop.cart.Cart | None
        def special(word: typing.Literal['a'], some: Bound, unknown: Unknown, call: () -> shop.cart.Cart, args: int, kwargs: shop.cart.Cart) -> None
        def inner() -> shop.values.special.inner.Local
        def fetch() -> typing.Coroutine[Unknown, Unknown, shop.cart.Cart]
        var LIMIT = int {builtins.int}
        var LATER = None {}
        class Child < shop/cart.py::Gift, shop/cart.py::Cart, builtins.Exception, builtins.BaseException
        """,
    )
    check(
        shop,
        "shop/cart.py",
        """
        field Cart.limit = int {builtins.int}
        field Cart.items = list[shop.cart.Item] {builtins.list} all
        field Cart.owner = Unknown | None {}
        field Item.cents = int {builtins.int} all
        no field Item.__
        def size(self: shop.cart.Cart) -> int
        def size(self: shop.cart.Cart, value: Unknown) -> None
        """,
    )


def test_classes_by_the_names_that_types_are_written_with(shop: Analysed) -> None:
    check(
        shop,
        "shop/values.py",
        """
        name shop.cart.Cart = shop/cart.py::Cart
        name shop.cart.Item = shop/cart.py::Item
        name shop.values.special.inner.Local = shop/values.py::special.inner.Local
        name shop.values.Point = no class
        no name typing.Coroutine
        type Point = type[shop.values.Point] {class shop.values.Point} all
        """,
    )


def test_equal_facts_are_one_object(shop: Analysed) -> None:
    files = [shop.types(path) for path in ("shop/calls.py", "shop/values.py")]
    facts = {
        id(fact)
        for types in files
        if types is not None
        for fact in types.type_by_span.values()
        if fact.text == "shop.cart.Cart"
    }
    assert len(facts) == 1
    assert not shop.report.problems
    assert shop.report.engine.startswith("pyrefly 1.")
