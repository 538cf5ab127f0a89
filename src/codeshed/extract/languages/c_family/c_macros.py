"""Repair of C and C++ files whose macros the grammar can't parse.

Turns: the bytes of a file → the same bytes with macros that annotate a declaration blanked, a semicolon
behind macros that are statements, and values in place of types that are arguments; no byte moves.
"""

from codeshed.extract.languages.c_family.c_expressions import ExpressionRepair
from codeshed.extract.languages.c_family.c_preprocessor import preprocess
from codeshed.extract.languages.c_family.c_tokens import TokenSource
from codeshed.extract.languages.c_family.declaration_specifiers import (
    MACRO_NAME,
    MODIFIERS,
    NON_CALL_WORDS,
    NON_DECLARATION_WORDS,
    TYPE_AND_NAME,
    TYPE_KEYWORDS,
    SpecifierWord,
    find_macro_words,
    read_specifiers,
    skip_template_arguments,
)

_AFTER_DECLARATOR = frozenset({b";", b"{", b"=", b":", b"->"})


def simplify(content: bytes) -> bytes:
    """Blank or repair what the grammar can't parse."""
    return _MacroRepair(TokenSource(preprocess(content))).content()


class _MacroRepair:
    """Walks the tokens of a file with a stack of brackets, and repairs statements and expressions."""

    def __init__(self, source: TokenSource) -> None:
        self._source = source
        self._tokens = source.tokens
        self._partners = source.partners
        self._openings = source.openings
        self._text = source.text
        self._kind = source.kind
        self._expressions = ExpressionRepair(source)
        self._brackets: list[bytes] = []
        """The open brackets, by content: `namespace`, `class name`, `code` or `values` for braces, `call` and `(` for parentheses."""
        self._braces: list[bytes] = []
        """The braces among them."""
        self._next_brace = b""
        self._called_until = 0
        """Where a call at the top level ends; it is a macro, whatever its arguments are."""

    def content(self) -> bytes:
        """Return the repaired bytes."""
        for index, token in enumerate(self._tokens):
            if token.kind == "directive":
                continue
            if self._begins_statement(index):
                self._next_brace = b""
                self._statement(index)
            if token.kind == "word":
                self._expressions.repair_word(index)
            elif token.kind == "string":
                self._expressions.repair_string(index)
            else:
                self._sign(index, token.text)
        return bytes(self._source.content)

    def _sign(self, index: int, text: bytes) -> None:
        match text:
            case b"(" | b",":
                self._comma_or_bracket(index, text)
            case b"[" if self._is_attribute(index):
                self._source.blank(index, self._partners[index])
            case b"->*" | b".*":
                self._source.blank_bytes(self._tokens[index].end - 1, self._tokens[index].end)
            case b"=" if self._context in {b"call", b"("}:
                self._expressions.repair_default(index)
            case b"{":
                self._open_brace(index)
            case b"}" | b")" if self._brackets:
                closed = self._brackets.pop()
                if text == b"}" and self._braces:
                    self._braces.pop()
                if closed.startswith((b"class", b"values")):
                    self._blank_macros_after_type(index + 1)
            case _:
                pass

    @property
    def _context(self) -> bytes:
        return self._brackets[-1] if self._brackets else b"namespace"

    @property
    def _is_in_code(self) -> bool:
        """Whether the innermost braces contain statements."""
        return self._braces[-1:] == [b"code"]

    def _begins_statement(self, index: int) -> bool:
        if self._context.startswith((b"(", b"call", b"values")):
            return False
        before = self._text(index - 1)
        return (
            index == 0
            or before in {b";", b"{", b"}"}
            or self._kind(index - 1) == "directive"
            or (before == b":" and self._text(index - 2) in {b"public", b"private", b"protected", b"default"})
        )

    def _open_brace(self, index: int) -> None:
        before = self._text(index - 1)
        if self._next_brace and before != b")":
            self._brackets.append(self._next_brace)
        elif before in {b"=", b"(", b",", b"return"} or self._context == b"values":
            self._brackets.append(b"values")
        elif self._kind(index - 1) == "string" and self._context == b"namespace":
            self._brackets.append(b"namespace")
        else:
            self._brackets.append(b"code")
        self._braces.append(self._brackets[-1])
        self._next_brace = b""

    def _is_attribute(self, index: int) -> bool:
        is_double = self._text(index + 1) == b"[" and self._tokens[index + 1].begin == self._tokens[index].end
        return is_double and index in self._partners and self._text(index - 1) not in {b"]", b")"}

    def _statement(self, index: int) -> None:
        """Repair the beginning of a statement."""
        index = self._skip_template(index)
        while self._text(index) == b"[" and self._text(index + 1) == b"[" and index in self._partners:
            index = self._partners[index] + 1
        first = self._text(index)
        if first == b"extern" and self._kind(index + 1) == "string":
            index += 2
            first = self._text(index)
        if first in {b"namespace", b"inline"} and b"namespace" in {first, self._text(index + 1)}:
            self._next_brace = b"namespace"
            return
        words, end = read_specifiers(self._source, index)
        if words:
            self._repair_declaration(words, end)

    def _skip_template(self, index: int) -> int:
        """Return the token after template parameters; an explicit instantiation is blanked."""
        for _ in range(5):
            position = index + 1 if self._text(index) == b"extern" else index
            if self._text(position) != b"template":
                break
            if self._text(position + 1) != b"<":
                end = position
                while end + 1 < len(self._tokens) and self._text(end) not in {b";", b"{"}:
                    end += 1
                self._source.blank(index, end - (self._text(end) == b"{"))
                return end + 1
            index = skip_template_arguments(self._source, position + 1)
        return index

    def _repair_declaration(self, words: list[SpecifierWord], end: int) -> None:
        ending = self._text(end)
        heads = [position for position, word in enumerate(words) if word.text in TYPE_KEYWORDS]
        if heads and (ending in {b"{", b":"} or len(words) > heads[0] + 1):
            if ending in {b"{", b":"}:
                self._repair_type_head(words, heads[0], end)
                return
            words = [*words[: heads[0]], *words[heads[0] + 1 :]]
        words = self._drop_linkage(self._drop_statement_macros(words), ending)
        if len(words) == 1 and self._repair_lone_word(words[0], end):
            return
        is_named_within = (ending, self._text(end + 1), self._text(end + 3)) == (b"(", b"*", b")")
        superfluous = find_macro_words(
            words,
            self._context,
            n_needed=1 if is_named_within or self._is_constructor_definition(words, end) else TYPE_AND_NAME,
        )
        for word in superfluous:
            self._source.blank(word.first, word.last)
        if is_named_within and superfluous and len(superfluous[0].text) >= len(b"const"):
            # Without a type, `A *(*f)(b);` would parse as a product.
            self._source.overwrite(self._tokens[superfluous[0].first].begin, b"const")
        if ending == b"[" or (ending == b"(" and self._context != b"code"):
            self._blank_macros_after_parentheses(end)

    def _is_constructor_definition(self, words: list[SpecifierWord], end: int) -> bool:
        """Whether a declaration is that of a constructor or destructor outside of its class, which has no type: `A::A(`."""
        if not words:
            return False
        last = words[-1].last
        if self._text(end) == b"::":
            return self._text(end + 1) == b"~"
        return self._text(last - 1) == b"::" and self._text(last - 2) == self._text(last)

    def _repair_type_head(self, words: list[SpecifierWord], position: int, end: int) -> None:
        """Blank macros in the head of a type definition, `class EXPORT A {`, and remember what its braces contain."""
        head, names = words[position].text, words[position + 1 :]
        for word in (*words[:position], *names[:-1]):
            if word.is_mark:
                self._source.blank(word.first, word.last)
        if head == b"enum" and self._text(end) == b":" and not names:
            stop = end
            while stop + 1 < len(self._tokens) and self._text(stop + 1) not in {b"{", b";"}:
                stop += 1
            self._source.blank(end, stop)
        plain = [word for word in names if word.text != b"final"]
        is_values = head == b"enum"
        self._next_brace = b"values" if is_values else b"class " + (plain[-1].text if plain else b"")

    def _repair_lone_word(self, word: SpecifierWord, end: int) -> bool:
        """Repair a statement of one word: a macro that needs no semicolon, or that has a body."""
        has_brackets = self._text(word.last) == b")"
        ending = self._text(end)
        if word.is_mark and not has_brackets:
            if ending in {b"{", b"}", b""} or self._kind(end) == "directive":
                self._source.blank(word.first, word.last)
            return True
        opening = next((each for each in (word.first + 1, end) if self._text(each) == b"("), None)
        closing = None if opening is None else self._partners.get(opening)
        if opening is None or closing is None:
            return False
        return self._repair_call(word, opening, closing)

    def _repair_call(self, word: SpecifierWord, opening: int, closing: int) -> bool:
        """Repair a statement that looks like a call."""
        following = self._text(closing + 1)
        is_code = self._context == b"code"
        if following == b";":
            return self._repair_ended_call(word, closing)
        if following == b"{" and is_code:
            self._end_statement(closing)
        elif following == b"{" and word.is_mark and self._context == b"namespace":
            self._repair_macro_made_function(opening, closing)
        elif self._is_alone(closing):
            if is_code or self._context == b"namespace":
                self._end_statement(closing)
            elif word.is_mark:
                self._source.blank(word.first, closing)
        elif not word.is_mark and not is_code:
            return False
        return True

    def _repair_ended_call(self, word: SpecifierWord, closing: int) -> bool:
        """Repair a call with a semicolon: outside of functions and in a class it is a macro."""
        if self._context == b"namespace":
            self._called_until = closing
            return True
        if word.is_mark and self._context.startswith(b"class") and self._context != b"class " + word.text:
            self._source.blank(word.first, closing + 1)
        return word.is_mark or self._context == b"code"

    def _blank_macros_after_type(self, index: int) -> None:
        """Blank macros after the braces of a type: `} _packed_ name;`."""
        while MACRO_NAME.fullmatch(self._text(index)):
            following = self._text(index + 1)
            is_marked = self._kind(index + 1) == "word" or (
                following == b";" and self._text(index)[:1] == b"_"
            )
            if not is_marked:
                break
            self._source.blank(index, index)
            index += 1

    def _is_alone(self, closing: int) -> bool:
        """Whether a line ends after a bracket, and the next one begins like a statement."""
        following = closing + 1
        if following >= len(self._tokens):
            return True
        between = self._source.content[self._tokens[closing].end : self._tokens[following].begin]
        is_begun = self._kind(following) in {"word", "directive"} or self._text(following) == b"}"
        is_continued = self._text(following) in {
            b"const",
            b"noexcept",
            b"override",
            b"final",
            b"__attribute__",
        }
        is_ended = b"\n" in between or self._text(following) == b"}" or self._context == b"code"
        return is_ended and is_begun and not is_continued

    def _end_statement(self, closing: int) -> None:
        """Put a semicolon behind a bracket, if there is room for it."""
        begin = self._tokens[closing].end
        end = (
            self._tokens[closing + 1].begin if closing + 1 < len(self._tokens) else len(self._source.content)
        )
        between = bytes(self._source.content[begin:end])
        blank = len(between) - len(between.lstrip())
        line = between.find(b"\n") if self._kind(closing + 1) == "directive" else -1
        free = between[: blank if line < 0 else line]
        position = next((position for position, byte in enumerate(free) if byte in b" \t\r"), 0)
        if free:
            self._source.overwrite(begin + position, b";")
        elif line >= 0:
            self._source.blank(self._openings.get(closing, closing) - 1, closing)

    def _repair_macro_made_function(self, opening: int, closing: int) -> None:
        """Turn the arguments of a macro before a function body into parameters: `TEST(a, "b") {`."""
        for position in range(opening + 1, closing):
            if self._kind(position) != "word" and self._text(position) not in {b",", b"::", b"<", b">"}:
                self._source.blank_bytes(self._tokens[opening].end, self._tokens[closing].begin)
                return

    def _drop_statement_macros(self, words: list[SpecifierWord]) -> list[SpecifierWord]:
        """Drop macros on lines of their own before a declaration."""
        while len(words) > 1 and words[0].is_mark:
            begin, end = self._tokens[words[0].last].end, self._tokens[words[1].first].begin
            has_brackets = self._text(words[0].last) == b")"
            is_last_type = len(words) == 2 and not words[1].is_mark and words[1].text not in MODIFIERS  # noqa: PLR2004 - a type and a name
            is_alone = b"\n" in self._source.content[begin:end]
            if not is_alone or (is_last_type and not has_brackets):
                break
            if has_brackets and not self._context.startswith(b"class"):
                self._end_statement(words[0].last)
            else:
                self._source.blank(words[0].first, words[0].last)
            words = words[1:]
        return words

    def _drop_linkage(self, words: list[SpecifierWord], ending: bytes) -> list[SpecifierWord]:
        """Drop the specifier of a macro that declares something at the top level: `static DEFINE(a, b);`."""
        is_before_macro = [word.text for word in words[:-1]] == [b"static"] and words[-1].is_mark
        is_call = is_before_macro and ending == b";" and self._text(words[-1].last) == b")"
        if not is_call or self._context != b"namespace":
            return words
        self._source.blank(words[0].first, words[0].last)
        return words[1:]

    def _blank_macros_after_parentheses(self, opening: int) -> None:
        """Blank macros between the parentheses of a function or array and its body or end."""
        position = opening
        while position in self._partners and self._text(position) in {b"(", b"["}:
            position = self._partners[position] + 1
        while position < len(self._tokens) and self._text(position) not in _AFTER_DECLARATOR:
            last = position
            if self._kind(position) == "word" and self._text(position + 1) == b"(":
                last = self._partners.get(position + 1, position)
            is_known = self._kind(position) == "word" or self._text(position) in {b"&", b"&&"}
            if not is_known or self._text(position) in NON_DECLARATION_WORDS - {
                b"__attribute__",
                b"requires",
                b"try",
            }:
                break
            if MACRO_NAME.fullmatch(self._text(position)):
                self._source.blank(position, last)
            position = last + 1

    def _comma_or_bracket(self, index: int, text: bytes) -> None:
        """Repair the argument or parameter after a comma or parenthesis."""
        if text == b"(":
            before = self._tokens[index - 1] if index else None
            is_call = before is not None and (
                (before.kind == "word" and before.text not in NON_CALL_WORDS)
                or (before.text == b">" and before.end == self._tokens[index].begin)
            )
            self._brackets.append(b"call" if is_call else b"(")
        context = self._brackets[-1] if self._brackets else b""
        if context == b"(" and text == b"," and self._is_in_code:
            self._expressions.repair_sequence(index)
        elif context == b"call" and (self._is_in_code or index < self._called_until):
            self._expressions.repair_argument(index + 1)
        elif context == b"call":
            self._parameter(index + 1)

    def _parameter(self, index: int) -> None:
        """Blank macros in a parameter."""
        words, end = read_specifiers(self._source, index)
        if words and self._text(end) in {b",", b")", b"=", b"["}:
            for word in find_macro_words(words, b""):
                self._source.blank(word.first, word.last)
            if self._text(end) == b"[":
                self._blank_macros_after_parentheses(end)
