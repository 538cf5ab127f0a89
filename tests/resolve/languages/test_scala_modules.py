"""The module system of Scala, with Java files."""

import pytest

from codeshed.extract.languages.java.java_grammar import JAVA
from codeshed.extract.languages.scala.scala_grammar import SCALA
from codeshed.resolve.generic.names.repository_layout import RepositoryLayout
from codeshed.resolve.languages.java.java_files import JavaPackages
from codeshed.resolve.languages.scala.scala_files import ScalaPackages
from tests.resolve.languages.bound import bound, facts_of

EMPTY = RepositoryLayout(frozenset(), {})
SYSTEM = ScalaPackages()
ROOT = "java:_root_"
NAMELESS = "java:_nameless_"
PATHS = (
    "core/src/main/scala/com/acme/shop/Shop.scala",
    "core/src/main/java/com/acme/shop/Price.java",
    "api/src/main/scala/com/acme/shop/items/Item.scala",
)


def test_java_and_scala_share_packages() -> None:
    java, scala = facts_of("package a.b; class A { }", JAVA), facts_of("package a\npackage b\nclass B", SCALA)
    assert JavaPackages().namespace_of("A.java", java, EMPTY) == f"{ROOT}.a.b"
    assert SYSTEM.namespace_of("B.scala", scala, EMPTY) == f"{ROOT}.a.b"
    assert SYSTEM.visible_namespaces("B.scala", scala, EMPTY) == (
        f"{ROOT}.a.b",
        f"{ROOT}.scala",
        f"{ROOT}.java.lang",
        ROOT,
    )


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        (
            "import com.acme.shop.Price",
            (
                f"Price = {ROOT}.com.acme.shop/Price {ROOT}.com.acme/shop.Price {ROOT}.com/acme.shop.Price"
                f" {ROOT}.com.acme.shop.Price {NAMELESS}/com.acme.shop.Price external(com.acme.shop.Price) | {PATHS[1]}"
            ),
        ),
        ("import _root_.a.B", f"B = {ROOT}.a/B {ROOT}.a.B external(a.B)"),
        (
            "package p.q\nimport a.{B => C}",
            (
                f"C = {ROOT}.p.q.a/B {ROOT}.p.q/a.B {ROOT}.p/q.a.B {ROOT}.p.q.a.B"
                f" {ROOT}.p.a/B {ROOT}.p/a.B {ROOT}.p.a.B {ROOT}.a/B {ROOT}.a.B external(a.B)"
            ),
        ),
        (
            "import shop.items._",
            f"- all = {ROOT}.shop.items {ROOT}.shop/items {NAMELESS}/shop.items external(shop.items)",
        ),
        (
            "import shop.Shop._",
            f"- all = {ROOT}.shop/Shop {ROOT}.shop.Shop {NAMELESS}/shop.Shop external(shop.Shop)",
        ),
        (
            "package com.acme\nimport shop.Shop._",
            (
                f"- all = {ROOT}.com.acme.shop/Shop {ROOT}.com.acme/shop.Shop {ROOT}.com/acme.shop.Shop"
                f" {ROOT}.com.acme.shop.Shop {ROOT}.com.shop/Shop {ROOT}.com/shop.Shop {ROOT}.com.shop.Shop"
                f" {ROOT}.shop/Shop {ROOT}.shop.Shop external(shop.Shop) | {PATHS[0]}"
            ),
        ),
        ("export a.b", f"b passed on = {ROOT}.a/b {ROOT}.a.b {NAMELESS}/a.b external(a.b)"),
        ("export a.*", f"- all passed on = {ROOT}.a {ROOT}/a {NAMELESS}/a external(a)"),
    ],
)
def test_imports(written: str, expected: str) -> None:
    assert bound(written, SCALA, SYSTEM, *PATHS) == [expected]


def test_clauses_see_what_lies_around_them() -> None:
    assert bound("package a.b\npackage c\nclass D", SCALA, SYSTEM, *PATHS) == [f"- all = {ROOT}.a.b"]
    assert bound("package a.b.c\nclass D", SCALA, SYSTEM, *PATHS) == []


def test_imports_that_stand_on_others() -> None:
    found = bound("import com.acme.shop\nimport shop.items.Item", SCALA, SYSTEM, *PATHS)
    assert found[1].startswith(f"Item = {ROOT}.com.acme.shop.items/Item ")
    assert found[1].endswith(f"external(com.acme.shop.items.Item) | {PATHS[2]}")


def test_what_names_no_package_is_not_seen_from_packages() -> None:
    facts, in_package = facts_of("class A", SCALA), facts_of("package a\nclass B", SCALA)
    assert SYSTEM.namespace_of("A.scala", facts, EMPTY) == NAMELESS
    assert NAMELESS not in SYSTEM.visible_namespaces("B.scala", in_package, EMPTY)
    blocks = facts_of("package a { class B }", SCALA)
    assert SYSTEM.namespace_of("B.scala", blocks, EMPTY) == ROOT


def test_a_script_is_seen_by_nothing() -> None:
    facts = facts_of("def run() = 1", SCALA)
    assert SYSTEM.namespace_of("build.sc", facts, EMPTY) == "scala:build/sc"
    assert SYSTEM.visible_namespaces("build.sc", facts, EMPTY)[0] == "scala:build/sc"
    assert "scala:build/sc" not in SYSTEM.visible_namespaces("other.sc", facts, EMPTY)
