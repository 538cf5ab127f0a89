"""Operators that may call methods: which, and of what."""

import pytest

from codeshed.extract.engine.grammar import Grammar
from codeshed.extract.languages.csharp.csharp_grammar import CSHARP
from codeshed.extract.languages.php.php_grammar import PHP
from codeshed.extract.languages.ruby.ruby_grammar import RUBY
from codeshed.extract.languages.rust.rust_grammar import RUST
from codeshed.extract.languages.scala.scala_grammar import SCALA
from codeshed.model.facts.code_facts import CodeFacts
from tests.extract.languages.compact import read, show

CASES = [
    (
        CSHARP,
        "class A { void F() { a + b; a += b; -a; a++; a[1]; a && b; 1 + b; } }",
        ["a.operator+ (2)", "a.operator+ (2)", "a.operator- (1)", "a.operator++ (1)", "a.Item"],
    ),
    (
        RUST,
        "fn f() { a + b; a += b; -a; a[1]; a != b; a < b; a && b; 1 + b; }",
        ["a.add", "a.add_assign", "a.neg", "a.index", "a.eq", "a.partial_cmp"],
    ),
    (SCALA, "object A { def f = { a + b; -a; a :: b; a == b } }", ["a.+ (1)", "a.unary_-", "b.:: (1)"]),
    (
        RUBY,
        "a + b\na[1]\na[1] = 2\na != b\n-a\na && b\n!a\n",
        ["a.+", "a.[]", "a.[]=", "a.==", "a.-@", "a.!"],
    ),
    (
        PHP,
        "<?php $a[1]; $a[1] = 2; isset($a[1]); unset($a[1]);",
        ["a.offsetGet", "a.offsetSet", "a.offsetExists", "a.offsetUnset"],
    ),
]


@pytest.mark.parametrize(("grammar", "source", "expected"), CASES, ids=lambda each: getattr(each, "name", ""))
def test_signs(grammar: Grammar, source: str, expected: list[str]) -> None:
    assert unsaid(read(source, grammar)) == expected


def unsaid(facts: CodeFacts) -> list[str]:
    """Return `expression (number of arguments)` of implicit calls, which count only if the function exists."""
    return [
        show(each.expression).replace("$", "")
        + ("" if each.argument_count is None else f" ({each.argument_count})")
        for each in facts.references
        if each.is_implicit
    ]
