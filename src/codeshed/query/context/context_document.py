"""A composite context: what may be asked, what is answered, and how what is written is weighed.

Turns nothing: `docs/reference/context.md` explains each part.
"""

from typing import Protocol

import msgspec

from codeshed.context.budget import ContextBudget, Weight
from codeshed.context.costs import PartCosts
from codeshed.context.tasks import Task
from codeshed.model.answer_pieces import Version
from codeshed.model.basis import Basis
from codeshed.model.caps import Caps
from codeshed.model.context import GraphSliceV1, LeftOutV1, PieceV1, PrimaryExcerpt, RiskSlice, TypesSlice
from codeshed.model.limits import TruncationRecord, WarningRecord
from codeshed.model.references import SeedRef

_MAX_ROUNDS = 8


class Include(msgspec.Struct, frozen=True, kw_only=True):
    """Which slices there are, and which edges the graph slice shows."""

    graph: bool = True
    types: bool = True
    risk: bool = True
    imports: bool = True
    usages: bool = True
    callers_callees: bool = True


class ContextRequest(msgspec.Struct, frozen=True, kw_only=True):
    """How much may be written, how far to look, what for, and what to show. `max_tokens` None: only bytes count."""

    caps: Caps
    max_bytes: int
    max_tokens: int | None = None
    hops: int = 1
    include: Include = Include()
    task: Task = Task.WRITE
    explain: bool = False

    @property
    def budget(self) -> ContextBudget:
        """How much may be written."""
        return ContextBudget(max_bytes=self.max_bytes, max_tokens=self.max_tokens)


class ContextStats(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """How large what is written is, exactly, with all that stands around it, and how large it may be.

    `tokens_by` names what counted the tokens; `max_tokens` is null if bytes alone are the limit.
    """

    bytes_used: int
    tokens_estimated: int | None
    tokens_by: str
    pieces_returned: int
    work_units_used: int
    max_bytes: int
    max_tokens: int | None


class CompositeContextPackV1(msgspec.Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """All that is worth having beside a seed, within a budget. Pieces are in the order of their worth for each token."""

    version: Version
    seed: SeedRef
    primary: PrimaryExcerpt
    risk: RiskSlice | None
    basis: Basis
    stats: ContextStats
    task: str
    more: tuple[PrimaryExcerpt, ...] = ()
    pieces: tuple[PieceV1, ...] = ()
    graph: GraphSliceV1 | None = None
    types: TypesSlice | None = None
    left_out: tuple[LeftOutV1, ...] = ()
    truncation: tuple[TruncationRecord, ...] = ()
    warnings: tuple[WarningRecord, ...] = ()


class Scale(PartCosts, Protocol):
    """Tells how large a pack and its parts are in the format in which they are written."""

    @property
    def name(self) -> str:
        """What tokens are counted by."""

    @property
    def shorter_format(self) -> str | None:
        """The format in which packs are the shortest, if it is another one."""

    def counting(self, *, by_tokens: bool) -> "Scale":
        """Return a scale that weighs parts in tokens, or in bytes."""

    def tokens(self, text: str) -> int:
        """Return the tokens of a text."""

    def weigh(self, pack: CompositeContextPackV1) -> Weight:
        """Return how large all that is written is."""


def without_size(scale: Scale, request: ContextRequest) -> ContextStats:
    """Return the figures of a pack that was not weighed yet."""
    return ContextStats(
        bytes_used=0,
        tokens_estimated=0,
        tokens_by=scale.name,
        pieces_returned=0,
        work_units_used=0,
        max_bytes=request.max_bytes,
        max_tokens=request.max_tokens,
    )


def weighed(pack: CompositeContextPackV1, scale: Scale) -> tuple[CompositeContextPackV1, Weight]:
    """Return a pack that says how large it is, and how large it is; the figures themselves are part of that."""
    weight = scale.weigh(pack)
    for _ in range(_MAX_ROUNDS):
        stats = msgspec.structs.replace(
            pack.stats, bytes_used=weight.n_bytes, tokens_estimated=weight.n_tokens
        )
        if stats == pack.stats:
            break
        pack = msgspec.structs.replace(pack, stats=stats)
        weight = scale.weigh(pack)
    return pack, weight
