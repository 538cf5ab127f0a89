"""Size of source text: exact tokens of a named encoding, or words.

Turns: text → a number. A caller of the Python API may pass a `SizeFunction` of its own.
"""

from functools import cache
from threading import Thread
from typing import Protocol

from splintr import AnyTokenizer, Tokenizer

from codeshed.errors import InvalidOptionError
from codeshed.model.size_units import DEFAULT_SIZE_FUNCTION, ENCODINGS, SIZE_FUNCTION_NAMES, WORDS

_SEVERAL_TOKENS = "codeshedcodeshed"
"""A word of several tokens: splitting it needs the encoder's merge table, so encoding it loads that table."""


class SizeFunction(Protocol):
    """Measures text; its name is part of every result."""

    @property
    def name(self) -> str:
        """The name by which results say how they were measured."""

    def measure(self, text: str) -> int:
        """Return the size of a text."""


class TokenCount:
    """Counts the tokens of an encoding exactly; special tokens in the text count as plain text."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._encode = _tokenizer(name).encode_ordinary

    def measure(self, text: str) -> int:
        """Return the number of tokens."""
        return len(self._encode(text))


class WordCount:
    """Counts words, separated by white space."""

    name = WORDS

    def measure(self, text: str) -> int:
        """Return the number of words."""
        return len(text.split())


def size_function(name: str = DEFAULT_SIZE_FUNCTION) -> SizeFunction:
    """Return a size function by name: an encoding, or `words`."""
    if name == WORDS:
        return WordCount()
    if name in ENCODINGS:
        return TokenCount(name)
    raise InvalidOptionError(
        f"no size function is called {name!r}", hint=f"choose one of {', '.join(SIZE_FUNCTION_NAMES)}"
    )


def preload_tokenizer(name: str) -> None:
    """Load the tokenizer's merge table on a thread, while the caller does other things.

    Loading takes a tenth of a short run, and the first measurement waits for it. `encode_batch` is used because it
    is the call that releases the interpreter meanwhile.
    """
    if name in ENCODINGS:
        Thread(target=_tokenizer(name).encode_batch, args=([_SEVERAL_TOKENS],), daemon=True).start()


@cache
def _tokenizer(name: str) -> AnyTokenizer:
    return Tokenizer.from_pretrained(name)
