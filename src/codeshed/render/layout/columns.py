"""Columns that line up on a screen, and take no more room than their text where no screen is.

Whoever reads text from a pipe pays for each space, and a name that is cut to fit its column names nothing. Renderers ask
`left`, `right`, `label` and `fitted`; `columns` says for a whole run whether the output is for a screen.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_LABEL_WIDTH = 11
_GAP = "  "
_WIDE_GAP = re.compile(r" {2,}")
_ARE_ALIGNED = ContextVar("are_aligned", default=True)


@contextmanager
def columns(*, are_aligned: bool) -> Iterator[None]:
    """Write the columns of all text within aligned, or as short as they are."""
    token = _ARE_ALIGNED.set(are_aligned)
    try:
        yield
    finally:
        _ARE_ALIGNED.reset(token)


def are_aligned() -> bool:
    """Whether columns line up, as on a screen."""
    return _ARE_ALIGNED.get()


def left(text: str, width: int) -> str:
    """Write a cell that begins where its column begins."""
    return text.ljust(width) if are_aligned() else text


def right(text: str, width: int) -> str:
    """Write a cell that ends where its column ends; without columns, the gap before it is the caller's."""
    return text.rjust(width) if are_aligned() else text


def squeezed(text: str) -> str:
    """Write figures and headings that were laid out in columns; not for text of analysed code, whose spaces have a meaning."""
    return text if are_aligned() else _WIDE_GAP.sub(_GAP, text).lstrip()


def label(text: str) -> str:
    """Write what a line begins with, such as NOT SEEN; with no text, room for it, so that a line continues another."""
    return text.ljust(_LABEL_WIDTH) if are_aligned() else f"{text}{_GAP}"
