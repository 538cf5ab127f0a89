"""Names that stand in the text of a repository, whatever they mean there.

Turns nothing: the shapes that a search through texts and an answer about unused code share.
"""

import enum
from collections.abc import Callable, Collection, Mapping

import msgspec

from codeshed.model.span import Span

PLAIN_DECORATORS = frozenset(
    {
        "property",
        "staticmethod",
        "classmethod",
        "abstractmethod",
        "cached_property",
        "lru_cache",
        "cache",
        "wraps",
        "contextmanager",
        "asynccontextmanager",
        "override",
        "overload",
        "final",
        "setter",
        "getter",
        "deleter",
        "Override",
        "Deprecated",
        "SuppressWarnings",
    }
)
"""Decorators that keep nothing: a function below one of these is used by its name alone."""


class MentionKind(enum.StrEnum):
    """How a name stands in a text: below a decorator, behind a dot, as a plain word, or within quotes."""

    DECORATED = "decorated"
    MEMBER = "member"
    WORD = "word"
    STRING = "string"


class Mention(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """One line that has a name in it."""

    file: str
    line: int
    kind: MentionKind


class KnownPlaces(msgspec.Struct, frozen=True, kw_only=True):
    """Where a name stands for something that is known, by file: lines in which definitions begin, and spans of uses."""

    definitions: Mapping[str, Collection[int]] = {}
    uses: Mapping[str, Collection[Span]] = {}


MentionFinder = Callable[[Mapping[str, KnownPlaces]], Mapping[str, tuple[Mention, ...]]]
"""Gives for names the places in the repository where they stand and that are not known, a few of each."""


def no_mentions(_: Mapping[str, KnownPlaces]) -> dict[str, tuple[Mention, ...]]:
    """Find nothing: for graphs without sources."""
    return {}
