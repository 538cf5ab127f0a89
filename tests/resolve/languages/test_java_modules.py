"""The module system of Java."""

import pytest

from codeshed.extract.languages.java.java_grammar import JAVA
from codeshed.resolve.generic.names.repository_layout import RepositoryLayout
from codeshed.resolve.languages.java.java_files import JavaPackages
from tests.resolve.languages.bound import bound, facts_of

EMPTY = RepositoryLayout(frozenset(), {})
SYSTEM = JavaPackages()
PATHS = (
    "app/src/main/java/com/acme/Main.java",
    "app/src/main/java/till/Till.java",
    "app/src/main/java/com/acme/shop/Shop.java",
    "lib/src/main/java/com/acme/shop/Basket.java",
    "lib/src/main/scala/com/acme/shop/Price.scala",
    "lib/src/main/java/org/acme/shop/Shop.java",
    "lib/src/main/java/com/acme/shop/notes.py",
)


@pytest.mark.parametrize(
    ("package", "space"),
    [("package com.acme.shop;", "java:_root_.com.acme.shop"), ("", "java:_nameless_")],
)
def test_the_declared_package_decides(package: str, space: str) -> None:
    facts = facts_of(f"{package} class A {{ }}", JAVA)
    assert SYSTEM.namespace_of("anywhere/at/all/A.java", facts, EMPTY) == space
    assert SYSTEM.visible_namespaces("A.java", facts, EMPTY)[0] == space
    assert "java:_root_.java.lang" in SYSTEM.visible_namespaces("A.java", facts, EMPTY)


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        (
            "import com.acme.shop.Shop;",
            (
                "Shop = java:_root_.com.acme.shop/Shop java:_root_.com.acme/shop.Shop java:_root_.com/acme.shop.Shop"
                " external(com.acme.shop.Shop) | app/src/main/java/com/acme/shop/Shop.java"
            ),
        ),
        (
            "import a.Outer.Inner;",
            "Inner = java:_root_.a/Outer.Inner java:_root_.a.Outer/Inner external(a.Outer.Inner)",
        ),
        (
            "import acme.shop.Shop;",
            (
                "Shop = java:_root_.acme.shop/Shop java:_root_.acme/shop.Shop external(acme.shop.Shop)"
                " | app/src/main/java/com/acme/shop/Shop.java lib/src/main/java/org/acme/shop/Shop.java"
            ),
        ),
        (
            "import static acme.shop.Price.of;",
            (
                "of = java:_root_.acme.shop/Price.of java:_root_.acme.shop.Price/of java:_root_.acme/shop.Price.of external(acme.shop.Price.of)"
                " | lib/src/main/scala/com/acme/shop/Price.scala"
            ),
        ),
        (
            "import acme.shop.*;",
            "- all = java:_root_.acme.shop java:_root_.acme/shop external(acme.shop)",
        ),
        (
            "import static till.Till.*;",
            (
                "- all = java:_root_.till/Till java:_root_.till.Till external(till.Till)"
                " | app/src/main/java/till/Till.java"
            ),
        ),
        ("import shop.Basket;", "Basket = java:_root_.shop/Basket external(shop.Basket)"),
        ("import Lone;", "Lone = java:_root_/Lone external(Lone)"),
        ("module a { requires java.sql; }", "- = external(java.sql)"),
    ],
)
def test_imports(written: str, expected: str) -> None:
    assert bound(written, JAVA, SYSTEM, *PATHS) == [expected]
