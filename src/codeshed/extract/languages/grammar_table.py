"""The table of languages other than Python: their grammars."""

from codeshed.extract.engine.grammar import Grammar
from codeshed.extract.languages.c.c_grammar import C
from codeshed.extract.languages.c_family.header_language import is_cpp_header
from codeshed.extract.languages.cpp.cpp_grammar import CPP
from codeshed.extract.languages.csharp.csharp_grammar import CSHARP
from codeshed.extract.languages.go.go_grammar import GO
from codeshed.extract.languages.java.java_grammar import JAVA
from codeshed.extract.languages.javascript.javascript_grammar import JAVASCRIPT
from codeshed.extract.languages.lua.lua_grammar import LUA
from codeshed.extract.languages.php.php_grammar import PHP
from codeshed.extract.languages.ruby.ruby_grammar import RUBY
from codeshed.extract.languages.rust.rust_grammar import RUST
from codeshed.extract.languages.scala.scala_grammar import SCALA
from codeshed.extract.languages.typescript.typescript_grammar import TSX, TYPESCRIPT
from codeshed.model.languages.language import language_of_path

GRAMMAR_BY_LANGUAGE: dict[str, Grammar] = {
    grammar.name: grammar
    for grammar in (C, CPP, CSHARP, GO, JAVA, JAVASCRIPT, LUA, PHP, RUBY, RUST, SCALA, TYPESCRIPT)
}

_GRAMMAR_BY_SUFFIX: dict[str, Grammar] = {"tsx": TSX}
"""Dialects with a grammar of their own."""


def grammar_of(path: str, content: bytes) -> Grammar:
    """Return the grammar for a file whose language is in the table. A `.h` file may be C++."""
    suffix = path.rpartition(".")[2].lower()
    if suffix == "h" and is_cpp_header(content, ()):
        return CPP
    special = _GRAMMAR_BY_SUFFIX.get(suffix)
    return special or GRAMMAR_BY_LANGUAGE[language_of_path(path) or ""]
