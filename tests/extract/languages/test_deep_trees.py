"""Deep trees: queries in pieces find what a query of the whole tree finds."""

import pytest
import tree_sitter

from codeshed.extract.engine.deep_trees import PIECE_DEPTH, find_matches, find_parents, find_tops
from codeshed.extract.engine.extract_file import extract_code
from codeshed.extract.engine.grammar import Captures
from codeshed.extract.languages.grammar_table import GRAMMAR_BY_LANGUAGE
from codeshed.model.text.source_decoding import decode_source

N_TERMS = 3 * PIECE_DEPTH
_SUM = "+".join(["f(1)"] * N_TERMS)
_CHAIN = "a" + ".b()" * N_TERMS
SOURCES = {
    "c": f"int g(void) {{ return {_SUM}; }}",
    "cpp": f"int g(A a) {{ return {_CHAIN} + {_SUM}; }}",
    "csharp": f"class A {{ A g(params A[] a) {{ return {_CHAIN} + {_SUM}; }} }}",
    "go": f"package a\nfunc g(a A) A {{ return {_CHAIN} + {_SUM} }}",
    "java": f"class A {{ A g(A a) {{ return {_CHAIN} + {_SUM}; }} }}",
    "javascript": "function g(a) { " + "if (f()) {} else " * N_TERMS + f"{{ return {_CHAIN} + {_SUM} }} }}",
    "lua": f"function g(a) return {_CHAIN.replace('.', ':')} + {_SUM} end",
    "php": f"<?php function g($a) {{ return $a{'->b()' * N_TERMS} + {_SUM}; }}",
    "ruby": f"def g(a)\n  {_CHAIN} + {_SUM}\nend",
    "rust": f"fn g(a: A) -> A {{ {_CHAIN} + {_SUM} }}",
    "scala": f"object A {{ def g(a: A): A = {_CHAIN} + {_SUM} }}",
    "typescript": f"function g(a: A) {{ return {_CHAIN} + {_SUM} }}",
}


def _sorted(found: list[tuple[int, Captures]]) -> list[tuple[int, tuple[tuple[object, ...], ...]]]:
    return sorted(
        (pattern, tuple((name, *(node.id for node in captures[name])) for name in sorted(captures)))
        for pattern, captures in found
    )


@pytest.mark.parametrize("language", sorted(SOURCES))
def test_pieces_hold_what_the_whole_does(language: str) -> None:
    grammar = GRAMMAR_BY_LANGUAGE[language]
    tree = grammar.parser.parse(SOURCES[language].encode())
    tops = find_tops(tree.root_node)
    assert len(tops) > 2
    whole = tree_sitter.QueryCursor(grammar.query).matches(tree.root_node)
    assert _sorted(list(find_matches(tops, grammar.query))) == _sorted(whole)


def test_a_shallow_tree_is_one_piece() -> None:
    grammar = GRAMMAR_BY_LANGUAGE["c"]
    tree = grammar.parser.parse(b"int g(void) { return 1; }\n" * 1000)
    tops = find_tops(tree.root_node)
    assert tops == (tree.root_node,)
    assert find_parents(tops) == {}


def test_parents_are_those_of_the_tree() -> None:
    grammar = GRAMMAR_BY_LANGUAGE["ruby"]
    tree = grammar.parser.parse(SOURCES["ruby"].encode())
    parents = find_parents(find_tops(tree.root_node))
    assert len(parents) == tree.root_node.descendant_count - 1
    for node in tree_sitter.QueryCursor(grammar.query).captures(tree.root_node)["call"]:
        assert parents[node.id] == node.parent


def test_a_sum_of_thousands_of_calls_is_read() -> None:
    content = f"int g(void) {{ return {'+'.join(['f(1)'] * 20_000)}; }}".encode()
    facts = extract_code(decode_source("a.c", content), GRAMMAR_BY_LANGUAGE["c"])
    assert len(facts.references) == 20_000
    assert {reference.definition for reference in facts.references} == {0}
    assert facts.problems == ()
