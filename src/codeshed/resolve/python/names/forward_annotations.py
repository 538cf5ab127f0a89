"""Annotations written as strings: `"list[Cart] | None"`.

Turns: a string → an Expression; None if it has more than names, attributes, subscripts and unions.
"""

import re

from codeshed.model.facts.python_facts import (
    Attribute,
    Compound,
    CompoundKind,
    Expression,
    Literal,
    Name,
    Subscript,
)

_TOKEN = re.compile(r"\s*([^\W\d]\w*|\.\.\.|[\[\],.|]|\"[^\"]*\"|'[^']*')")
_LITERALS = {"None": "None", "...": "ellipsis"}
_MAX_LENGTH = 500
_MAX_DEPTH = 20


def parse_annotation(text: str, begin: int, end: int) -> Expression | None:
    """Parse a string as an annotation; all parts have the position of the whole string."""
    if len(text) > _MAX_LENGTH:
        return None
    tokens: list[str] = []
    position = 0
    stripped = text.strip()
    while position < len(stripped):
        found = _TOKEN.match(stripped, position)
        if found is None:
            return None
        tokens.append(found.group(1))
        position = found.end()
    parser = _AnnotationParser(tokens, begin, end)
    result = parser.parse_union()
    return result if parser.is_done() else None


class _AnnotationParser:
    def __init__(self, tokens: list[str], begin: int, end: int) -> None:
        self._tokens = tokens
        self._position = 0
        self._begin = begin
        self._end = end

    def is_done(self) -> bool:
        return self._position == len(self._tokens)

    def _peek(self) -> str:
        return "" if self.is_done() else self._tokens[self._position]

    def _accept(self, word: str) -> bool:
        if self._peek() != word:
            return False
        self._position += 1
        return True

    def parse_union(self, depth: int = 0) -> Expression | None:
        first = self._parse_type(depth)
        if first is None:
            return None
        parts = [first]
        while self._accept("|"):
            part = self._parse_type(depth)
            if part is None:
                return None
            parts.append(part)
        if len(parts) == 1:
            return first
        return Compound(self._begin, self._end, CompoundKind.OPERATOR, tuple(parts), "|")

    def _parse_type(self, depth: int) -> Expression | None:
        word = self._peek()
        self._position += 1
        if depth > _MAX_DEPTH or not word:
            return None
        if word == "[":
            return self._parse_arguments(depth)
        if word[0] in "\"'":
            return parse_annotation(word[1:-1], self._begin, self._end)
        if word in _LITERALS:
            return Literal(self._begin, self._end, _LITERALS[word])
        return (
            self._parse_suffixes(Name(self._begin, self._end, word), depth) if word.isidentifier() else None
        )

    def _parse_suffixes(self, name: Name, depth: int) -> Expression | None:
        """Parse the attributes and subscripts that follow a name."""
        result: Expression = name
        while True:
            if self._accept("."):
                result = Attribute(self._begin, self._end, result, self._peek())
                self._position += 1
            elif self._accept("["):
                index = self._parse_arguments(depth)
                if index is None:
                    return None
                result = Subscript(self._begin, self._end, result, index)
            else:
                return result

    def _parse_arguments(self, depth: int) -> Expression | None:
        parts: list[Expression] = []
        while not self._accept("]"):
            part = self.parse_union(depth + 1)
            if part is None:
                return None
            parts.append(part)
            if not self._accept(",") and self._peek() != "]":
                return None
        if len(parts) == 1:
            return parts[0]
        return Compound(self._begin, self._end, CompoundKind.TUPLE, tuple(parts))
