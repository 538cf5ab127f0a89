"""What an answer rests on: the index, its freshness, the caps, and whether anything is missing.

Turns nothing: every bounded answer carries one.
"""

from typing import Literal

import msgspec

from codeshed.model.caps import Caps

UNRESOLVED_CALLS = "unresolved_calls"
AMBIGUOUS_CALLS = "ambiguous_calls"
PARTIAL_FILES = "partial_files"
STALE_FILES = "stale_files"
PROVISIONAL_TYPES = "provisional_types"
CAPS = "caps"
LOW_CONFIDENCE_EDGES = "low_confidence_edges"
GONE_SYMBOLS = "gone_symbols"
UNREAD_CHANGES = "unread_changes"


class IndexIdentity(msgspec.Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """Which index gave the answer, and what of the repository it does not know yet."""

    signature: str = ""
    tree_hash: str = ""
    commit: str = ""
    types: str = ""
    stale_files: tuple[str, ...] = ()


class Cause(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """Why an answer may be too small: what was not seen, how often, and what that means."""

    code: str
    count: int
    message: str


class Basis(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """What an answer rests on. It is exact if nothing can be missing; a lower bound says why there may be more."""

    kind: Literal["exact", "lower-bound"]
    causes: tuple[Cause, ...]
    caps: Caps
    index: IndexIdentity


def basis_of(causes: tuple[Cause, ...], caps: Caps, index: IndexIdentity) -> Basis:
    """Return what an answer rests on; causes that count nothing are left out."""
    stale = Cause(
        code=STALE_FILES,
        count=len(index.stale_files),
        message="files changed since the index was made",
    )
    found = tuple(each for each in (*causes, stale) if each.count)
    return Basis(kind="lower-bound" if found else "exact", causes=found, caps=caps, index=index)
