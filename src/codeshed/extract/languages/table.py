"""The one table of languages other than Python."""

from codeshed.extract.languages.c import C
from codeshed.extract.languages.csharp import CSHARP
from codeshed.extract.languages.go import GO
from codeshed.extract.languages.grammar import Grammar
from codeshed.extract.languages.java import JAVA
from codeshed.extract.languages.javascript import JAVASCRIPT
from codeshed.model.language import language_of_path

GRAMMAR_BY_LANGUAGE: dict[str, Grammar] = {
    grammar.name: grammar for grammar in (C, CSHARP, GO, JAVA, JAVASCRIPT)
}

_GRAMMAR_BY_SUFFIX: dict[str, Grammar] = {}
"""Where files of one language are written in several ways."""


def grammar_of(path: str) -> Grammar:
    """Return how a file is read; its language must be in the table."""
    special = _GRAMMAR_BY_SUFFIX.get(path.rpartition(".")[2].lower())
    return special or GRAMMAR_BY_LANGUAGE[language_of_path(path) or ""]
