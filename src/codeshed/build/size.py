"""How large a piece of source is: exact tokens of a named encoding, or words.

Turns: text → a number. A caller of the Python API may bring another `SizeFunction`.
"""

from functools import cache
from threading import Thread
from typing import Protocol

from splintr import AnyTokenizer, Tokenizer

from codeshed.errors import InvalidOptionError
from codeshed.model.size_units import DEFAULT_SIZE_FUNCTION, ENCODINGS, SIZE_FUNCTION_NAMES, WORDS

_SEVERAL_TOKENS = "codeshedcodeshed"
"""Is no token by itself: to tell which ones it consists of, the table is needed."""


class SizeFunction(Protocol):
    """Measures text; its name stands in every result."""

    @property
    def name(self) -> str:
        """The name by which results say how they were measured."""

    def measure(self, text: str) -> int:
        """Return the size of a text."""


class TokenCount:
    """Counts the tokens of an encoding exactly; spelled-out special tokens count as the text they are."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._encode = _tokenizer(name).encode_ordinary

    def measure(self, text: str) -> int:
        """Return the number of tokens."""
        return len(self._encode(text))


class WordCount:
    """Counts words: stretches of text between white space."""

    name = WORDS

    def measure(self, text: str) -> int:
        """Return the number of words."""
        return len(text.split())


def size_function(name: str = DEFAULT_SIZE_FUNCTION) -> SizeFunction:
    """Return the size function of a name: an encoding, or `words`."""
    if name == WORDS:
        return WordCount()
    if name in ENCODINGS:
        return TokenCount(name)
    raise InvalidOptionError(
        f"no size function is called {name!r}", hint=f"choose one of {', '.join(SIZE_FUNCTION_NAMES)}"
    )


def get_ready(name: str) -> None:
    """Begin with what the first measurement by a size function needs, while the caller does other things.

    The table of what is joined to tokens takes a tenth of a short run, and who measures before it is there waits for it.
    Of the ways to count, that of many texts at once is the one that lets other code run meanwhile.
    """
    if name in ENCODINGS:
        Thread(target=_tokenizer(name).encode_batch, args=([_SEVERAL_TOKENS],), daemon=True).start()


@cache
def _tokenizer(name: str) -> AnyTokenizer:
    return Tokenizer.from_pretrained(name)
