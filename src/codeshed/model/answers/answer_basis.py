"""The basis of an answer: which index it is from, how fresh that is, the caps, and whether anything may be missing.

Every bounded answer carries one.
"""

from collections.abc import Sequence
from typing import Literal

import msgspec

from codeshed.model.answers.caps import Caps, caps_of
from codeshed.model.answers.truncation import TruncationRecord, n_cuts
from codeshed.model.symbol_ids import content_hash

UNRESOLVED_CALLS = "unresolved_calls"
UNRESOLVED_MEMBERS = "unresolved_members"
AMBIGUOUS_CALLS = "ambiguous_calls"
RUN_TEXTS = "run_texts"
PARTIAL_FILES = "partial_files"
UNREAD_FILES = "unread_files"
STALE_FILES = "stale_files"
PROVISIONAL_TYPES = "provisional_types"
CAPS = "caps"
LOW_CONFIDENCE_EDGES = "low_confidence_edges"
GONE_SYMBOLS = "gone_symbols"
CHANGED_IMPORTS = "changed_imports"
UNREAD_CHANGES = "unread_changes"
UNCLEAR_SEEDS = "unclear_seeds"
BEYOND_DEPTH = "beyond_depth"
CALLED_FROM_OUTSIDE = "called_from_outside"
SPECIAL_METHODS = "special_methods"
UNPROVEN_TYPES = "unproven_types"
OUTSIDE_INTERFACES = "outside_interfaces"
ASSIGNABLE_TYPES = "fitting_types"

MAX_STALE_FILES = 20
"""How many stale files an answer lists; all are counted."""


_SHORT = 16
"""The number of hexadecimal digits in abbreviated hashes."""


class IndexIdentity(msgspec.Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """The index that gave the answer, and how far it is behind the repository.

    An answer lists only the first files that changed since; `n_stale_files` counts all. `n_provisional_files` were edited and
    are up to date, but the effects on other files are not known yet. `n_unread_files` could not be read or are too large, and
    no rule excludes them. `recording` is the id of the calls recorded at run time that are among the edges, `n_observed_calls` how
    many these are; what the `n_changed_functions` called is left out, since they changed since.
    """

    signature: str = ""
    tree_hash: str = ""
    commit: str = ""
    types: str = ""
    stale_files: tuple[str, ...] = ()
    n_stale_files: int = 0
    n_provisional_files: int = 0
    n_unread_files: int = 0
    recording: str = ""
    n_observed_calls: int = 0
    n_changed_functions: int = 0


def abbreviate_index_identity(index: IndexIdentity) -> IndexIdentity:
    """Return an identity with abbreviated hashes, for an answer with a token budget."""
    digest = content_hash(index.signature.encode())[:_SHORT] if index.signature else ""
    return msgspec.structs.replace(
        index, signature=digest, tree_hash=index.tree_hash[:_SHORT], commit=index.commit[:_SHORT]
    )


class Cause(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """A reason why an answer may be incomplete: a code, a count, and a sentence for people."""

    code: str
    count: int
    message: str


class ContextBasis(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """The basis of a context. It is exact if nothing is known to be missing; a lower bound has causes why there may be more.

    A context with hardly room for code does not write the caps if they are those of the default profile.
    """

    kind: Literal["exact", "lower-bound"]
    causes: tuple[Cause, ...]
    caps: Caps | msgspec.UnsetType = msgspec.UNSET
    index: IndexIdentity

    @property
    def caps_used(self) -> Caps:
        """The caps that the answer was made with, written or not."""
        return caps_of() if self.caps is msgspec.UNSET else self.caps


class Basis(ContextBasis, frozen=True, kw_only=True, rename="camel"):
    """The basis of an answer. It is exact if nothing is known to be missing; a lower bound has causes why there may be more."""

    caps: Caps


def make_cause(code: str, count: int, one: str, several: str) -> Cause:
    """Return a cause in the singular or plural: `1 call was not resolved`, `2 calls were not resolved`."""
    return Cause(code=code, count=count, message=one if count == 1 else several)


def caps_cause(n_records: int) -> Cause:
    """Return the cause that caps cut an answer; its count is 0 if none did."""
    cut = "the answer short: see truncation"
    return make_cause(CAPS, n_records, f"cap cut {cut}", f"caps cut {cut}")


def seed_causes(truncation: Sequence[TruncationRecord], n_seeds: int = 1) -> tuple[Cause, ...]:
    """Return the causes for unresolved or ambiguous seeds, and for a cut list of their candidates."""
    nothing = "no single symbol: nothing was searched"
    unclear = make_cause(UNCLEAR_SEEDS, n_seeds, f"seed names {nothing}", f"seeds name {nothing}")
    return (caps_cause(n_cuts(truncation)), unclear)


def basis_of(causes: tuple[Cause, ...], caps: Caps, index: IndexIdentity) -> Basis:
    """Return the basis of an answer; causes with a count of 0 are left out, and so are all but the first stale files."""
    n_stale = max(index.n_stale_files, len(index.stale_files))
    since = "changed since the index was made"
    stale = make_cause(STALE_FILES, n_stale, f"file {since}", f"files {since}")
    follows = "edited, and the effect on other files is not known yet"
    shown = make_cause(
        PROVISIONAL_TYPES, index.n_provisional_files, f"file was {follows}", f"files were {follows}"
    )
    unread = make_cause(
        UNREAD_FILES,
        index.n_unread_files,
        "file could not be read or is too large: nothing of it is known (codeshed status)",
        "files could not be read or are too large: nothing of them is known (codeshed status)",
    )
    found = tuple(each for each in (*causes, unread, stale, shown) if each.count)
    return Basis(
        kind="lower-bound" if found else "exact",
        causes=found,
        caps=caps,
        index=msgspec.structs.replace(
            index, stale_files=index.stale_files[:MAX_STALE_FILES], n_stale_files=n_stale
        ),
    )


def context_basis(
    causes: tuple[Cause, ...], caps: Caps, index: IndexIdentity, *, is_short: bool
) -> ContextBasis:
    """Return the basis of a context; a short one does not repeat the caps of the default profile."""
    whole = basis_of(causes, caps, index)
    return ContextBasis(
        kind=whole.kind,
        causes=whole.causes,
        caps=msgspec.UNSET if is_short and caps == caps_of() else caps,
        index=whole.index,
    )
