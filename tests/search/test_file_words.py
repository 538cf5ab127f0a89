"""Words belong to the innermost function, and to a field by where they stand."""

from codeshed.search.file_words import (
    CODE_SHIFT,
    DOC_SHIFT,
    PATH_SHIFT,
    STRING_SHIFT,
    FileWords,
    UnitSpan,
    words_of_file,
    words_of_text,
)
from codeshed.search.words import terms_of

_PYTHON = '''"""Carts of a shop."""
LIMIT = 3


class Cart:
    """Holds items."""

    # Discounts are applied here.
    def total(self):
        """Add up prices."""
        raise ValueError("empty basket")  # never mind


def main():
    return Cart().total()
'''
_SPANS = (
    UnitSpan("Cart", 5, 11, is_function=False),
    UnitSpan("Cart.total", 9, 11, is_function=True),
    UnitSpan("main", 14, 15, is_function=True),
)


def _fields(words: FileWords, unit: str, word: str) -> set[str]:
    (term,) = terms_of(word)
    packed = words.counts[[each.name for each in words.units].index(unit)].get(term, 0)
    shifts = {
        "name": (0, 3),
        "documentation": (DOC_SHIFT, 15),
        "string": (STRING_SHIFT, 15),
        "code": (CODE_SHIFT, 31),
    }
    found = {name for name, (shift, mask) in shifts.items() if packed >> shift & mask}
    return found | ({"path"} if packed >> PATH_SHIFT else set())


def test_words_stand_in_fields_of_units() -> None:
    words = words_of_file("shop/cart_items.py", "python", _PYTHON, _SPANS)
    assert [each.name for each in words.units] == ["", "Cart", "Cart.total", "main"]
    assert _fields(words, "", "shop") == {"documentation", "path"}
    assert _fields(words, "", "limit") == {"code"}
    assert _fields(words, "", "item") == {"path"}
    assert _fields(words, "Cart", "hold") == {"documentation"}
    assert _fields(words, "Cart.total", "total") == {"name", "code"}
    assert _fields(words, "Cart.total", "basket") == {"string"}
    assert _fields(words, "Cart.total", "price") == {"documentation"}
    assert _fields(words, "Cart.total", "mind") == {"documentation"}
    assert _fields(words, "Cart", "basket") == set()
    assert _fields(words, "main", "cart") == {"code"}


def test_a_comment_belongs_to_what_is_below_it() -> None:
    words = words_of_file("shop/cart.py", "python", _PYTHON, _SPANS)
    assert _fields(words, "Cart.total", "discount") == {"documentation"}
    code = "/** Opens the door. */\nfunction open() { return 'sesame' }\n// closes\n\nconst a = 1\n"
    typed = words_of_file("a.ts", "typescript", code, (UnitSpan("open", 2, 2, is_function=True),))
    assert _fields(typed, "open", "door") == {"documentation"}
    assert _fields(typed, "open", "sesame") == {"string"}
    assert _fields(typed, "", "closes") == {"documentation"}


def test_words_of_a_message_tell_its_title_apart() -> None:
    words = words_of_text("abc", "Fix totals\n\nCarts were empty")
    assert _fields(words, "", "total") == {"name"}
    assert _fields(words, "", "cart") == {"documentation"}


def test_broken_code_is_read_too() -> None:
    words = words_of_file("a.py", "python", 'x = "unclosed\n"""\ndef f(:\n', ())
    assert _fields(words, "", "unclosed")
