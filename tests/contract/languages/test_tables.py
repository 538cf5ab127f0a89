"""Languages are in the tables that make them what they are."""

import tree_sitter

from codeshed.extract.languages.grammar_table import GRAMMAR_BY_LANGUAGE
from codeshed.model.languages.language import LANGUAGES, PYTHON
from codeshed.project.index.index_signature import SYNTAX_PACKAGES
from codeshed.project.index.installed_versions import NOT_INSTALLED, installed_version
from codeshed.resolve.languages.language_table import RULES_BY_LANGUAGE


def test_what_is_read_can_be_read_and_resolved() -> None:
    others = LANGUAGES - {PYTHON}
    assert others <= GRAMMAR_BY_LANGUAGE.keys()
    assert others <= RULES_BY_LANGUAGE.keys()


def test_grammars_compile_their_queries() -> None:
    for grammar in GRAMMAR_BY_LANGUAGE.values():
        root = grammar.parser.parse(b"").root_node
        assert not root.has_error
        assert tree_sitter.QueryCursor(grammar.query).matches(root) == []


def test_every_grammar_is_part_of_the_signature() -> None:
    assert all(installed_version(package) != NOT_INSTALLED for package in SYNTAX_PACKAGES)
    assert len(SYNTAX_PACKAGES) == len(GRAMMAR_BY_LANGUAGE) + 2
