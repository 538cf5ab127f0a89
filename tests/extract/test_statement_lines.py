"""Statements of several lines are found in every language, without what is nested in them."""

import re
from textwrap import dedent

import pytest

from codeshed.extract.engine.extract_file import extract_code
from codeshed.extract.languages.grammar_table import GRAMMAR_BY_LANGUAGE, grammar_of
from codeshed.extract.python.extract_python import extract_python
from codeshed.model.text.source_decoding import decode_source

_MARK = re.compile(r" *<(\d+)-(\d+)>")


def _lines_of(name: str, code: str) -> list[tuple[int, int]]:
    content = code.encode()
    if name.endswith(".py"):
        return list(extract_python(content).statement_lines)
    facts = extract_code(decode_source(name, content), grammar_of(name, content))
    return list(facts.statement_lines or ())


def test_every_language_names_its_statements() -> None:
    assert [name for name, grammar in GRAMMAR_BY_LANGUAGE.items() if grammar.statement_query is None] == []


def test_statements_of_python() -> None:
    code = dedent(
        """\
        @mark(
            1,
        )
        def f(x,
              y=g()):
            '''Text
            of several lines.'''
            if foo(
                1
            ):
                bar()
            elif (baz(
                2)):
                qux(
                    3
                )
            else:
                pass
            return [
                g(x)
            ]
        """
    )
    assert _lines_of("a.py", code) == [(1, 5), (8, 10), (12, 13), (14, 16), (19, 21)]


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("a.py", "if foo(\n    1\n):  # same line\n    # Why.\n    # More.\n    bar()\n    baz()"),
        ("a.js", "if (foo(\n  1\n)) // same line\n// Why.\n{\n  bar();\n}"),
        ("a.rb", "if foo(\n  1\n) # same line\n  # Why.\n  # More.\n  bar\nend"),
    ],
)
def test_comments_behind_a_header_are_no_part_of_it(name: str, code: str) -> None:
    assert _lines_of(name, code)[0] == (1, 3)


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("a.js", "run(\n  1,\n  () => {\n    b();\n    c(\n      2);\n  },\n  d(),\n);"),
        ("a.ts", "run(\n  1,\n  () => {\n    b();\n    c(\n      2);\n  },\n  d(),\n);"),
        ("a.tsx", "run(\n  1,\n  () => {\n    b();\n    c(\n      2);\n  },\n  d(),\n);"),
        ("a.rs", "fn f() { run(\n  1,\n  || {\n    b();\n    c(\n      2);\n  },\n  d(),\n); }"),
        ("a.php", "<?php run(\n  1,\n  function () {\n    b();\n    c(\n      2);\n  },\n  d(),\n);"),
        ("a.cpp", "void f() { run(\n  1,\n  [] () {\n    b();\n    c(\n      2);\n  },\n  d()\n); }"),
        (
            "A.java",
            "class A { void f() { run(\n  1,\n  () -> {\n    b();\n    c(\n      2);\n  },\n  d()\n); } }",
        ),
        (
            "A.cs",
            "class A { void F() { Run(\n  1,\n  () => {\n    B();\n    C(\n      2);\n  },\n  D()\n); } }",
        ),
        (
            "a.go",
            "package a; func f() { run(\n  1,\n  func() {\n    b();\n    c(\n      2);\n  },\n  d(),\n) }",
        ),
        ("a.lua", "run(\n  1,\n  function ()\n    b()\n    c(\n      2)\n  end,\n  d()\n)"),
        ("a.scala", "object A { run(\n  1,\n  () => {\n    b()\n    c(\n      2)\n  },\n  d()\n) }"),
    ],
)
def test_a_statement_is_cut_where_a_callback_is_nested(name: str, code: str) -> None:
    assert _lines_of(name, code) == [(1, 3), (5, 6), (7, 9)]


@pytest.mark.parametrize(
    ("name", "code", "expected"),
    [
        ("a.c", "void f() {\n  if (a(\n    1))\n    b(\n      2);\n}", [(2, 3), (4, 5)]),
        ("a.js", "if (a)\n  b();\nelse if (c(\n  1)) {\n  d();\n}", [(3, 4)]),
        ("a.rb", "if a(\n  1)\n  b do |y|\n    c(\n      y)\n  end\nend", [(1, 2), (4, 5)]),
        (
            "a.go",
            "package a\nfunc F(\n  x int,\n) {\n  for range b(\n    2) {\n    c()\n  }\n}",
            [(2, 4), (5, 6)],
        ),
    ],
)
def test_of_a_compound_statement_only_the_header_counts(
    name: str, code: str, expected: list[tuple[int, int]]
) -> None:
    assert _lines_of(name, code) == expected
