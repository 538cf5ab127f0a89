"""Which import statements name something, in the languages that have them."""

import pytest

from codeshed.diff.dangling.code_lines import blank_multiline_strings
from codeshed.diff.dangling.import_lines import has_wildcard_import, imported_names, module_names


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("from a.b import total", {"total"}),
        ("from a import (\n    one,  # first\n    total,\n)\n", {"total"}),
        ("    from a import one, total as sum_of", {"sum_of"}),
        ("from a import totals\n", set()),
        ("from a import one\ntotal = 1\n", set()),
        ("from a import (one)\n\n\ndef f(total):\n    pass\n", set()),
        ("import { one, total } from './a'\n", {"total"}),
        ("import type {\n  total as sum\n} from './a'\n", {"sum"}),
        ("export { total } from './a'\n", {"total"}),
        ("import one from './a'\nfunction total() { return from }\n", set()),
        ("const { one, total } = require('./a')\n", {"total"}),
        ("use crate::a::{one, total};\n", {"total"}),
        ("import com.shop.total;\n", {"total"}),
        ("let total = 1;\n", set()),
    ],
)
def test_names_that_are_imported(text: str, expected: set[str]) -> None:
    assert imported_names(text.encode(), b"total") == {each.encode() for each in expected}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("import shop.cart", {"cart"}),
        ("import shop.cart as c", {"c"}),
        ("from shop import cart", {"cart"}),
        ("import * as c from './cart'", {"c"}),
        ("import c from '../shop/cart.js'", {"c"}),
        ("const c = require('./cart/index')", {"c"}),
        ("import { total } from './cart'", set()),
        ("import * as c from './carts'", set()),
        ("cart = 1", set()),
    ],
)
def test_names_of_a_module(text: str, expected: set[str]) -> None:
    assert module_names(text.encode(), "cart") == {each.encode() for each in expected}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("from .general import *\n", True),
        ("export * from './general'\n", True),
        ("export * as all from './general'\n", True),
        ("pub use self::general::*;\n", True),
        ("import * as all from './general'\n", False),
        ("x = a * b\n", False),
    ],
)
def test_texts_that_pass_on_all_names(text: str, expected: bool) -> None:  # noqa: FBT001 - one of two answers
    assert has_wildcard_import(text.encode()) is expected


def test_long_strings_are_blanked_and_lines_stay() -> None:
    text = b'def f():\n    """Uses\n    total.\n    """\n    return total\n'
    blanked = blank_multiline_strings("a.py", text)
    assert blanked.count(b"\n") == text.count(b"\n")
    assert [line.strip() for line in blanked.split(b"\n")] == [
        b"def f():",
        b"",
        b"",
        b"",
        b"return total",
        b"",
    ]


@pytest.mark.parametrize(
    ("piece", "is_imported"),
    [
        (b"import total ", True),
        (b"from a import (total, ", True),
        (b"{ total ", False),
        (b'\\"""', False),
        (b"pub use total ", True),
        (b"'''\"\"\"", False),
    ],
)
def test_texts_that_are_made_to_take_long(piece: bytes, is_imported: bool) -> None:  # noqa: FBT001 - one of two answers
    """Where the time grew with the square of the length, this would not come to an end."""
    text = piece * (1_000_000 // len(piece))
    assert (imported_names(text, b"total") == {b"total"}) is is_imported
    assert not has_wildcard_import(text)
    assert len(blank_multiline_strings("a.py", text)) == len(text)
