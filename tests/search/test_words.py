"""Identifiers and prose meet in the same terms."""

import pytest

from codeshed.search.words import stem, terms_of


@pytest.mark.parametrize(
    ("word", "terms"),
    [
        ("getUserNames", ("getusernames", "user", "nam")),
        ("get_user_names", ("getusernames", "user", "nam")),
        ("HTTPServer", ("httpserver", "http", "server")),
        ("__init__", ("init",)),
        ("parsing", ("pars",)),
        ("the", ()),
        ("x", ()),
        ("404", ("404",)),
        ("a" * 81, ()),
    ],
)
def test_a_word_has_terms(word: str, terms: tuple[str, ...]) -> None:
    assert terms_of(word) == terms


@pytest.mark.parametrize(
    "words",
    [
        ("parse", "parses", "parsed", "parsing"),
        ("stop", "stops", "stopped", "stopping"),
        ("query", "queries"),
        ("class", "classes"),
        ("connect", "connection", "connections"),
    ],
)
def test_forms_of_a_word_have_one_stem(words: tuple[str, ...]) -> None:
    assert len({stem(word) for word in words}) == 1


@pytest.mark.parametrize("pair", [("status", "stat"), ("bus", "bu"), ("sing", "s"), ("need", "ne")])
def test_short_words_are_left_alone(pair: tuple[str, str]) -> None:
    word, wrong = pair
    assert stem(word) != wrong
