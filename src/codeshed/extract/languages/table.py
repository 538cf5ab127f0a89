"""The one table of languages other than Python.

Which of them are code of a repository, `READ_LANGUAGES` says: those whose names are resolved well enough.
"""

from codeshed.extract.languages.c import C
from codeshed.extract.languages.cpp import CPP
from codeshed.extract.languages.csharp import CSHARP
from codeshed.extract.languages.go import GO
from codeshed.extract.languages.grammar import Grammar
from codeshed.extract.languages.java import JAVA
from codeshed.extract.languages.javascript import JAVASCRIPT
from codeshed.extract.languages.php import PHP
from codeshed.extract.languages.rust import RUST
from codeshed.extract.languages.scala import SCALA
from codeshed.model.language import language_of_path

GRAMMAR_BY_LANGUAGE: dict[str, Grammar] = {
    grammar.name: grammar for grammar in (C, CPP, CSHARP, GO, JAVA, JAVASCRIPT, PHP, RUST, SCALA)
}


def grammar_of(path: str) -> Grammar:
    """Return how a file is read; its language must be in the table."""
    return GRAMMAR_BY_LANGUAGE[language_of_path(path) or ""]
