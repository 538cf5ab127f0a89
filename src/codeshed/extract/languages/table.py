"""The one table of languages other than Python."""

from codeshed.extract.languages.c import C
from codeshed.extract.languages.cpp import CPP
from codeshed.extract.languages.csharp import CSHARP
from codeshed.extract.languages.go import GO
from codeshed.extract.languages.grammar import Grammar
from codeshed.extract.languages.headers import is_cpp_header
from codeshed.extract.languages.java import JAVA
from codeshed.extract.languages.javascript import JAVASCRIPT
from codeshed.extract.languages.lua import LUA
from codeshed.extract.languages.php import PHP
from codeshed.extract.languages.ruby import RUBY
from codeshed.extract.languages.rust import RUST
from codeshed.extract.languages.scala import SCALA
from codeshed.extract.languages.typescript import TSX, TYPESCRIPT
from codeshed.model.language import language_of_path

GRAMMAR_BY_LANGUAGE: dict[str, Grammar] = {
    grammar.name: grammar
    for grammar in (C, CPP, CSHARP, GO, JAVA, JAVASCRIPT, LUA, PHP, RUBY, RUST, SCALA, TYPESCRIPT)
}

_GRAMMAR_BY_SUFFIX: dict[str, Grammar] = {"tsx": TSX}
"""Where files of one language are written in several ways."""


def grammar_of(path: str, content: bytes) -> Grammar:
    """Return how a file is read; its language must be in the table. A header may be one of C++."""
    suffix = path.rpartition(".")[2].lower()
    if suffix == "h" and is_cpp_header(content, ()):
        return CPP
    special = _GRAMMAR_BY_SUFFIX.get(suffix)
    return special or GRAMMAR_BY_LANGUAGE[language_of_path(path) or ""]
