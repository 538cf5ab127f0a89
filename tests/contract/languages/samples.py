"""The sample program in each language: how its parts are called there, and what the language does not have.

Turns: a language → Sample. The files lie in `samples/<language>`.
"""

from pathlib import Path

import msgspec

FOLDER = Path(__file__).parent / "samples"


class Sample(msgspec.Struct, frozen=True, kw_only=True):
    """The parts of the program, by symbol id; what is empty, the language does not have.

    `checkout` makes a `cart`, calls its `method` and the `function`; a comment and a text in it name `ghost`. `count`
    writes and reads `variable`; the function reads `constant`. `hidden` is a private member of the cart.
    """

    checkout: str
    function: str
    ghost: str
    count: str
    constant: str = ""
    variable: str = ""
    cart: str = ""
    method: str = ""
    constructor: str = ""
    field: str = ""
    hidden: str = ""
    base: str = ""
    interface: str = ""
    enum: str = ""
    member: str = ""
    alias: str = ""
    generic: str = ""
    annotated: str = ""
    annotation: str = ""
    are_types_written: bool = True
    has_defaults: bool = True
    imported_file: str = ""


SAMPLE_BY_LANGUAGE = {
    "c": Sample(
        checkout="main.c::checkout",
        function="prices.c::discount",
        ghost="prices.c::ghost",
        count="prices.c::count",
        constant="prices.c::LIMIT",
        variable="prices.c::counter",
        cart="prices.h::cart",
        field="prices.h::cart.items",
        hidden="prices.c::counter",
        enum="prices.h::colour",
        member="prices.h::colour.RED",
        alias="prices.h::money",
        has_defaults=False,
        imported_file="prices.h",
    ),
    "cpp": Sample(
        checkout="main.cpp::checkout",
        function="prices.cpp::discount",
        ghost="prices.cpp::ghost",
        count="prices.cpp::count",
        constant="prices.hpp::Limit",
        variable="prices.cpp::counter",
        cart="prices.hpp::Cart",
        method="prices.cpp::Cart.total",
        constructor="prices.cpp::Cart.Cart",
        field="prices.hpp::Cart.items",
        hidden="prices.hpp::Cart.secret",
        base="prices.hpp::Basket",
        enum="prices.hpp::Colour",
        member="prices.hpp::Colour.Red",
        alias="prices.hpp::Money",
        generic="prices.hpp::Box",
        imported_file="prices.hpp",
    ),
    "csharp": Sample(
        checkout="Main.cs::Program.Checkout",
        function="Prices.cs::Prices.Discount",
        ghost="Prices.cs::Prices.Ghost",
        count="Prices.cs::Prices.Count",
        constant="Prices.cs::Prices.Limit",
        variable="Prices.cs::Prices.counter",
        cart="Prices.cs::Cart",
        method="Prices.cs::Cart.Total",
        constructor="Prices.cs::Cart.Cart",
        field="Prices.cs::Cart.Items",
        hidden="Prices.cs::Cart.secret",
        base="Prices.cs::Basket",
        interface="Prices.cs::IPriced",
        enum="Prices.cs::Colour",
        member="Prices.cs::Colour.Red",
        generic="Prices.cs::Box",
        annotated="Main.cs::Program.Checkout",
        annotation="Main.cs::LoggedAttribute",
        imported_file="Prices.cs",
    ),
    "go": Sample(
        checkout="cmd/main.go::checkout",
        function="prices/prices.go::Discount",
        ghost="prices/prices.go::Ghost",
        count="prices/prices.go::count",
        constant="prices/prices.go::Limit",
        variable="prices/prices.go::counter",
        cart="prices/prices.go::Cart",
        method="prices/prices.go::Cart.Total",
        field="prices/prices.go::Cart.Items",
        base="prices/prices.go::Basket",
        interface="prices/prices.go::Priced",
        alias="prices/prices.go::Money",
        generic="prices/prices.go::Box",
        has_defaults=False,
        imported_file="prices/prices.go",
    ),
    "java": Sample(
        checkout="Main.java::Main.checkout",
        function="shop/Prices.java::Prices.discount",
        ghost="shop/Prices.java::Prices.ghost",
        count="shop/Prices.java::Prices.count",
        constant="shop/Prices.java::Prices.LIMIT",
        variable="shop/Prices.java::Prices.counter",
        cart="shop/Cart.java::Cart",
        method="shop/Cart.java::Cart.total",
        constructor="shop/Cart.java::Cart.Cart",
        field="shop/Cart.java::Cart.items",
        hidden="shop/Cart.java::Cart.secret",
        base="shop/Cart.java::Basket",
        interface="shop/Priced.java::Priced",
        enum="shop/Cart.java::Colour",
        member="shop/Cart.java::Colour.RED",
        generic="shop/Cart.java::Box",
        annotated="Main.java::Main.checkout",
        annotation="Main.java::Logged",
        has_defaults=False,
        imported_file="shop/Cart.java",
    ),
    "javascript": Sample(
        checkout="main.js::checkout",
        function="prices.js::discount",
        ghost="prices.js::ghost",
        count="prices.js::count",
        constant="prices.js::LIMIT",
        variable="prices.js::counter",
        cart="prices.js::Cart",
        method="prices.js::Cart.total",
        constructor="prices.js::Cart.constructor",
        field="prices.js::Cart.items",
        hidden="prices.js::Cart.#secret",
        base="prices.js::Basket",
        annotated="main.js::Shop",
        annotation="main.js::logged",
        are_types_written=False,
        imported_file="prices.js",
    ),
    "lua": Sample(
        checkout="main.lua::checkout",
        function="prices.lua::M.discount",
        ghost="prices.lua::M.ghost",
        count="prices.lua::M.count",
        variable="prices.lua::M.counter",
        cart="main.lua::Cart",
        method="main.lua::Cart.total",
        hidden="main.lua::checkout",
        are_types_written=False,
        has_defaults=False,
        imported_file="prices.lua",
    ),
    "php": Sample(
        checkout="src/main.php::checkout",
        function="src/prices.php::discount",
        ghost="src/prices.php::ghost",
        count="src/prices.php::count_up",
        constant="src/prices.php::LIMIT",
        variable="src/prices.php::Cart.counter",
        cart="src/prices.php::Cart",
        method="src/prices.php::Cart.total",
        constructor="src/prices.php::Cart.__construct",
        field="src/prices.php::Cart.items",
        hidden="src/prices.php::Cart.secret",
        base="src/prices.php::Basket",
        interface="src/prices.php::Priced",
        enum="src/prices.php::Colour",
        member="src/prices.php::Colour.Red",
        annotated="src/main.php::checkout",
        annotation="src/main.php::Logged",
        imported_file="src/prices.php",
    ),
    "ruby": Sample(
        checkout="lib/main.rb::checkout",
        function="lib/prices.rb::discount",
        ghost="lib/prices.rb::ghost",
        count="lib/prices.rb::count",
        constant="lib/prices.rb::LIMIT",
        variable="lib/prices.rb::$counter",
        cart="lib/prices.rb::Cart",
        method="lib/prices.rb::Cart.total",
        constructor="lib/prices.rb::Cart.initialize",
        field="lib/prices.rb::Cart.items",
        hidden="lib/prices.rb::Cart.secret",
        base="lib/prices.rb::Basket",
        are_types_written=False,
        imported_file="lib/prices.rb",
    ),
    "rust": Sample(
        checkout="src/lib.rs::checkout",
        function="src/prices.rs::discount",
        ghost="src/prices.rs::ghost",
        count="src/prices.rs::count",
        constant="src/prices.rs::LIMIT",
        variable="src/prices.rs::COUNTER",
        cart="src/prices.rs::Cart",
        method="src/prices.rs::Cart.total",
        field="src/prices.rs::Cart.items",
        hidden="src/prices.rs::Cart.secret",
        interface="src/prices.rs::Priced",
        enum="src/prices.rs::Colour",
        member="src/prices.rs::Colour.Red",
        alias="src/prices.rs::Money",
        generic="src/prices.rs::Holder",
        has_defaults=False,
        imported_file="src/prices.rs",
    ),
    "scala": Sample(
        checkout="Main.scala::Main.checkout",
        function="shop/Prices.scala::Prices.discount",
        ghost="shop/Prices.scala::Prices.ghost",
        count="shop/Prices.scala::Prices.count",
        constant="shop/Prices.scala::Prices.Limit",
        variable="shop/Prices.scala::Prices.counter",
        cart="shop/Prices.scala::Cart",
        method="shop/Prices.scala::Cart.total",
        constructor="shop/Prices.scala::Cart",
        field="shop/Prices.scala::Cart.items",
        hidden="shop/Prices.scala::Cart.secret",
        base="shop/Prices.scala::Basket",
        interface="shop/Prices.scala::Priced",
        alias="shop/Prices.scala::Prices.Money",
        generic="shop/Prices.scala::Box",
        annotated="Main.scala::Main.checkout",
        annotation="Main.scala::logged",
        imported_file="shop/Prices.scala",
    ),
    "typescript": Sample(
        checkout="main.ts::checkout",
        function="prices.ts::discount",
        ghost="prices.ts::ghost",
        count="prices.ts::count",
        constant="prices.ts::LIMIT",
        variable="prices.ts::counter",
        cart="prices.ts::Cart",
        method="prices.ts::Cart.total",
        constructor="prices.ts::Cart.constructor",
        field="prices.ts::Cart.items",
        hidden="prices.ts::Cart.secret",
        base="prices.ts::Basket",
        interface="prices.ts::Priced",
        enum="prices.ts::Colour",
        member="prices.ts::Colour.Red",
        alias="prices.ts::Money",
        generic="prices.ts::Box",
        annotated="main.ts::Shop",
        annotation="main.ts::logged",
        imported_file="prices.ts",
    ),
}
"""One for each language of the table; Go has no enums, and makes objects by functions, as Rust does."""
