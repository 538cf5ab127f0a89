"""Repair of C and C++ expressions that the grammar can't parse.

Turns: tokens of expressions → the same with values in place of types that are arguments (`va_arg(list, char
*)`), a sign between a string and a macro (`"a" MACRO()`), and names in place of operators (`a.operator+(b)`).
"""

from itertools import pairwise

from codeshed.extract.languages.c_family.c_tokens import TokenSource
from codeshed.extract.languages.c_family.declaration_specifiers import (
    NON_CALL_WORDS,
    TYPE_KEYWORDS,
    TYPE_WORDS,
    read_specifiers,
)

MAX_SEQUENCE = 200
"""How many tokens back an opening parenthesis is looked for."""

_ENDS_OF_ARGUMENT = frozenset({b",", b")"})


class ExpressionRepair:
    """Repairs the expressions of one file."""

    def __init__(self, source: TokenSource) -> None:
        self._source = source
        self._tokens = source.tokens
        self._partners = source.partners
        self._openings = source.openings
        self._text = source.text
        self._kind = source.kind

    def repair_word(self, index: int) -> None:
        """Repair what begins with a word."""
        text = self._text(index)
        following = self._text(index + 1)
        if text == b"new":
            self._repair_new(index)
        elif text == b"typename" and self._text(index + 2) in {b"::", b"<"}:
            self._source.blank(index, index)
        elif text == b"operator" and self._text(index - 1) in {b".", b"->"}:
            self._repair_operator(index)
        elif text == b"__has_include" and following == b"(":
            self._source.blank(index, self._partners.get(index + 1, index))
        elif following == b"::" and self._text(index + 2) == b"*":
            self._source.blank(index, index + 1)

    def _repair_new(self, index: int) -> None:
        """Blank the stars of an array of pointers: `new A *[n]`."""
        position = index + 1
        while self._kind(position) == "word" or self._text(position) == b"::":
            position += 1
        begin = position
        while self._text(position) == b"*":
            position += 1
        if position > begin and self._text(position) == b"[":
            self._source.blank(begin, position - 1)

    def _repair_operator(self, index: int) -> None:
        """Turn an operator that is called as a member into one name."""
        end = index + 1
        while self._kind(end) == "sign" and self._text(end) != b"(":
            end += 1
        begin = self._tokens[index].end
        if end > index + 1 and self._tokens[end - 1].end - begin == sum(
            len(self._text(position)) for position in range(index + 1, end)
        ):
            self._source.overwrite(begin, b"_" * (self._tokens[end - 1].end - begin))

    def repair_string(self, index: int) -> None:
        """Put a `+` between a string and a macro call that expands to a string."""
        if self._kind(index + 1) == "word" and self._text(index + 2) == b"(":
            self._join(index, index + 1, self._partners.get(index + 2))
        opening = self._openings.get(index - 1, 0)
        if self._kind(opening - 1) == "word" and self._text(opening - 1) not in NON_CALL_WORDS:
            self._join(index - 1, opening - 1, index - 1)

    def _join(self, before: int, first: int, last: int | None) -> None:
        """Put a `+` behind a token; blank the macro if there is no room."""
        end = self._tokens[before].end
        if self._tokens[before + 1].begin > end and self._source.content[end : end + 1] != b"/":
            self._source.overwrite(end, b"+")
        elif last is not None:
            self._source.blank(first, last)

    def repair_default(self, index: int) -> None:
        """Turn `{}` as a parameter's default into a value."""
        is_empty = self._text(index + 1) == b"{" and self._text(index + 2) == b"}"
        if is_empty and self._text(index + 3) in _ENDS_OF_ARGUMENT:
            begin = self._tokens[index + 1].begin
            self._source.overwrite(begin, b"0")
            self._source.blank(index + 2, index + 2)

    def repair_argument(self, index: int) -> None:
        """Repair an argument: one that is a type, or that has a macro before it."""
        if self._repair_type_argument(index):
            return
        words, _ = read_specifiers(self._source, index)
        first = words[0] if words else None
        if first is None or not first.is_mark or first.first != first.last:
            return
        is_followed = len(words) > 1 and not words[1].is_sign
        if is_followed or self._kind(first.last + 1) == "number":
            self._source.blank(first.first, first.last)
        for word, other in pairwise(words[1:]):
            if word.is_mark and other.is_mark:
                self._source.blank(word.first, word.last)

    def repair_sequence(self, index: int) -> None:
        """Turn `(a = 1, b)` into one expression."""
        position = index - 1
        while position > 0 and self._text(position) not in {b"(", b",", b";", b"{"}:
            if self._text(position) == b"=":
                opening = position
                while opening > max(0, position - MAX_SEQUENCE) and self._text(opening) != b"(":
                    opening -= 1
                if self._text(opening - 1) != b"for":
                    self._source.overwrite(self._tokens[index].begin, b"+")
                return
            if self._text(position) == b")":
                position = self._openings.get(position, position)
            position -= 1

    def _repair_type_argument(self, index: int) -> bool:
        """Turn an argument that is a type into a value: `va_arg(list, char *)`."""
        end = index
        while self._kind(end) == "word" or self._text(end) in {b"*", b"::"}:
            end += 1
        if end == index or self._text(end) not in _ENDS_OF_ARGUMENT:
            return False
        texts = [self._text(position) for position in range(index, end)]
        is_pointer = texts[-1] == b"*" and self._kind(index) == "word"
        is_named = any(text in TYPE_WORDS | TYPE_KEYWORDS | {b"const"} for text in texts) and (
            texts[-1] in TYPE_WORDS or texts[0] in TYPE_KEYWORDS
        )
        if not (is_pointer or is_named) or texts[0] in NON_CALL_WORDS:
            return False
        self._source.blank(index, end - 1)
        self._source.overwrite(self._tokens[index].begin, b"0")
        return True
