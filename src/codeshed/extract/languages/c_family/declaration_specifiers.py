"""The words at the beginning of a C or C++ declaration.

Turns: tokens → Words, and which of these are macros that the declaration does not need.
"""

import re

import msgspec
from msgspec.structs import replace

from codeshed.extract.languages.c_family.c_tokens import TokenSource

MACRO_NAME = re.compile(
    rb"[A-Z][A-Z0-9_]{2,}|__(?!int|m\d|builtin|attribute|asm|typeof|volatile|extension|declspec)\w+|_[a-z]\w*_"
)
MODIFIERS = frozenset(
    b"static extern inline const volatile register typedef virtual explicit constexpr consteval constinit mutable friend "
    b"thread_local _Noreturn __inline __inline__ __extension__ typename restrict __restrict".split()
)
TYPE_WORDS = frozenset(
    b"void char short int long float double signed unsigned bool size_t wchar_t auto _Bool".split()
)
TYPE_KEYWORDS = frozenset({b"class", b"struct", b"union", b"enum"})
NON_DECLARATION_WORDS = frozenset(
    b"return if for while do switch case goto else using throw delete new break continue sizeof operator default asm "
    b"__asm__ __asm co_return co_await co_yield static_assert namespace public private protected try catch requires "
    b"concept __attribute__ __declspec alignas decltype this".split()
)
NON_CALL_WORDS = frozenset(
    b"if for while switch return sizeof alignof _Alignof decltype noexcept typeid offsetof catch else case defined "
    b"__typeof__ typeof __attribute__ throw static_assert alignas explicit requires and or not".split()
)
_SIGNS_OF_TYPES = frozenset({b"*", b"&", b"&&"})
TYPE_AND_NAME = 2
"""How many words a declaration needs."""

MAX_ARGUMENTS = 400
"""How many tokens template arguments may have."""


class SpecifierWord(msgspec.Struct, frozen=True, gc=False):
    """A word of a declaration: its tokens, and whether it looks like a macro."""

    first: int
    last: int
    text: bytes
    is_mark: bool = False
    is_sign: bool = False


def skip_template_arguments(source: TokenSource, index: int) -> int:
    """Return the token after the template arguments that begin at a token; the same token if they do not end."""
    depth = 0
    position = index
    while position < min(len(source.tokens), index + MAX_ARGUMENTS):
        text = source.text(position)
        if text in {b"(", b"["}:
            position = source.partners.get(position, position)
        elif text == b"<":
            depth += 1
        elif text == b">":
            depth -= 1
            if not depth:
                return position + 1
        elif text in {b";", b"{", b"}", b")", b"&&", b"||"} and depth <= 1:
            break
        position += 1
    return index


def read_specifiers(source: TokenSource, index: int) -> tuple[list[SpecifierWord], int]:
    """Return the words and declarator signs at the beginning of a declaration, and the token after them."""
    words: list[SpecifierWord] = []
    while index < len(source.tokens):
        token = source.tokens[index]
        if token.text in _SIGNS_OF_TYPES and words:
            words.append(SpecifierWord(index, index, token.text, is_sign=True))
            index += 1
            continue
        if token.kind != "word" or token.text in NON_DECLARATION_WORDS or token.text == b"template":
            break
        end = index + 1
        is_mark = MACRO_NAME.fullmatch(token.text) is not None
        while source.text(end) == b"::" and source.kind(end + 1) == "word":
            end += 2
            is_mark = False
        if source.text(end) == b"<" and not is_mark:
            end = skip_template_arguments(source, end)
        elif source.text(end) == b"(" and is_mark and end in source.partners:
            end = source.partners[end] + 1
        words.append(SpecifierWord(index, end - 1, token.text, is_mark))
        index = end
    return words, index


def find_macro_words(
    words: list[SpecifierWord], context: bytes, n_needed: int = TYPE_AND_NAME
) -> list[SpecifierWord]:
    """Return macros that a declaration does not need, since it has a type and a name without them."""
    sign = max((position for position, word in enumerate(words) if word.is_sign), default=-1)
    behind = _needed_words(words[sign + 1 :])
    if sign >= 0:
        return [*_without_needed(_needed_words(words[:sign]), 1), *_without_needed(behind, 1)]
    plain = [word for word in behind if not word.is_mark]
    if len(plain) > TYPE_AND_NAME and plain[0].text not in TYPE_WORDS and plain[0].first == plain[0].last:
        behind[behind.index(plain[0])] = replace(plain[0], is_mark=True)
    is_constructor = len(plain) == 1 and context == b"class " + plain[0].text
    return _without_needed(behind, 1 if is_constructor else n_needed)


def _needed_words(words: list[SpecifierWord]) -> list[SpecifierWord]:
    """Return words without modifiers and signs; of several for one type, as `unsigned long`, the first."""
    found = [word for word in words if not word.is_sign and word.text not in MODIFIERS]
    types = [word for word in found if word.text in TYPE_WORDS]
    return [word for word in found if word not in types[1:]]


def _without_needed(words: list[SpecifierWord], n_needed: int) -> list[SpecifierWord]:
    """Return the macros among some words, except those that are needed as type or name; the last ones are kept first."""
    marks = [word for word in words if word.is_mark]
    n_missing = n_needed - (len(words) - len(marks))
    if n_missing <= 0:
        return marks
    if n_missing == 1 and len(words) > len(marks) and words[0] not in marks:
        return marks[1:]
    return marks[: len(marks) - n_missing]
