"""What a grammar of C++ can't read as it is written.

Turns: the bytes of a file → the same bytes with imports of modules made plain, and without the words before a conversion
that stands outside of its class; no byte moves.
"""

import re

from codeshed.extract.languages.c_family import c_macros
from codeshed.extract.languages.c_family import preprocessed_text as c_text
from codeshed.extract.languages.cpp.cpp_modules import with_plain_imports

_BEFORE_CONVERSION = re.compile(
    rb"\b(?:(?:inline|constexpr|[A-Z][A-Z0-9_]{2,})\s+){1,4}"
    rb"(?=(?:::)?(?:[A-Za-z_]\w*(?:<[^<>;{}()]{0,80}>)?::){1,8}operator\s+(?!new\b|delete\b|co_await\b)[A-Za-z_:])"
)


def prepare(content: bytes) -> bytes:
    """Blank what is no code, and what hides imports and conversions."""
    return c_text.prepare(_readable(content))


def simplify(content: bytes) -> bytes:
    """Blank more, for a file that can't be read otherwise."""
    return c_macros.simplify(_readable(content))


def _readable(content: bytes) -> bytes:
    content = with_plain_imports(content)
    return _BEFORE_CONVERSION.sub(c_text.blank, content) if b"::operator" in content else content
