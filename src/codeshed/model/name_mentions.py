"""Mentions: occurrences of a name in the text of a repository that no known definition or use explains.

The types that a text search (`project/mention_search.py`) and the answer about unused code share.
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
        # Of classes.
        "dataclass",
        "total_ordering",
        "unique",
        "runtime_checkable",
        # Attributes of Rust.
        "allow",
        "cfg",
        "cfg_attr",
        "cold",
        "deny",
        "deprecated",
        "derive",
        "doc",
        "expect",
        "inline",
        "must_use",
        "non_exhaustive",
        "repr",
        "rustfmt",
        "target_feature",
        "track_caller",
        "warn",
    }
)
"""Decorators that register nothing: a function with one of these is still used only by its name."""


class MentionKind(enum.StrEnum):
    """How a name occurs in a text: below a decorator, behind a dot, as a plain word, in a string, or put together of parts."""

    DECORATED = "decorated"
    MEMBER = "member"
    WORD = "word"
    STRING = "string"
    COMPUTED = "computed"


class Mention(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """One line with a name in it."""

    file: str
    line: int
    kind: MentionKind


class KnownOccurrences(msgspec.Struct, frozen=True, kw_only=True):
    """The explained occurrences of a name, by file: first lines of definitions, and spans of resolved uses."""

    definitions: Mapping[str, Collection[int]] = {}
    uses: Mapping[str, Collection[Span]] = {}


MentionFinder = Callable[[Mapping[str, KnownOccurrences]], Mapping[str, tuple[Mention, ...]]]
"""Maps names, with their known occurrences, to a few other occurrences of each."""


def no_mentions(_: Mapping[str, KnownOccurrences]) -> dict[str, tuple[Mention, ...]]:
    """Find nothing: for graphs without sources."""
    return {}
