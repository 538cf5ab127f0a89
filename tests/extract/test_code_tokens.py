"""Tokens of spans are those that the whole file has there."""

import pytest

from codeshed.extract.code_tokens import code_tokens

PYTHON = b'''"""Shop."""

import os


class Cart:
    """A cart."""

    def total(self):
        """Return the total."""
        return sum(f"{x}" for x in self.items)  # all of them

    def add(self, item): self.items.append(item)

size = os.environ["SIZE"]
'''
SCRIPT = b"""export class Cart {
  total() { return `${this.a} and b`; } // all of them
  add = (item) => { this.items.push(item); };
}
const size = { small: 1, big: /x+/ };
"""


@pytest.mark.parametrize(("path", "content"), [("shop/cart.py", PYTHON), ("shop/cart.ts", SCRIPT)])
def test_tokens_of_spans_are_those_of_the_file(path: str, content: bytes) -> None:
    whole = code_tokens(path, content)
    assert whole is not None
    lines = [0, *(place + 1 for place, byte in enumerate(content) if byte == 0x0A)]
    for first, begin in enumerate(lines):
        for end in lines[first + 1 :]:
            spans = ((0, 1), (begin, end)) if begin > 1 else ((begin, end),)
            found = code_tokens(path, content, spans)
            assert found is not None
            expected = [each for each in whole if begin <= each.begin < end]
            assert [each for each in found if begin <= each.begin < end] == expected


def test_spans_of_a_text_with_syntax_errors_have_no_tokens() -> None:
    assert code_tokens("a.py", b"def f(:\n    pass\n", ((0, 3),)) is None
