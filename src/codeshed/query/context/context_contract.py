"""Request and answer of a composite context, and how the size of the answer is measured.

Turns nothing: `docs/reference/context.md` explains each part.
"""

from collections.abc import Callable
from typing import Protocol

import msgspec

from codeshed.context.context_budget import ContextBudget, OutputSize
from codeshed.context.context_tasks import Task
from codeshed.context.costs import PartCosts
from codeshed.model.answers.answer_basis import ContextBasis
from codeshed.model.answers.answer_graph import Version
from codeshed.model.answers.caps import Caps
from codeshed.model.answers.context_answer import (
    GraphSliceV1,
    LeftOutV1,
    PieceV1,
    PrimaryExcerpt,
    RiskFlowSummaryV1,
    RiskSlice,
    TypesSlice,
)
from codeshed.model.answers.node_references import SeedRef
from codeshed.model.answers.truncation import TruncationRecord, WarningRecord

_MAX_ROUNDS = 8


class IncludedSlices(msgspec.Struct, frozen=True, kw_only=True):
    """Which slices the answer has, and which edges the graph slice shows."""

    graph: bool = True
    types: bool = True
    risk: bool = True
    imports: bool = True
    usages: bool = True
    callers_callees: bool = True


class FlowsOfRows(msgspec.Struct, frozen=True, kw_only=True):
    """The risk flows through some rows, and what caps left out of them."""

    flows: tuple[RiskFlowSummaryV1, ...]
    truncation: tuple[TruncationRecord, ...] = ()


class ContextRequest(msgspec.Struct, frozen=True, kw_only=True):
    """The budget, how far to look, for which task, and which slices. `max_tokens` None: only bytes are limited.

    `find_flows` returns the risk flows through rows of the graph; None where there is no index to find them in.
    """

    caps: Caps
    max_bytes: int
    max_tokens: int | None = None
    hops: int = 1
    include: IncludedSlices = IncludedSlices()
    find_flows: Callable[[frozenset[int]], FlowsOfRows] | None = None
    task: Task = Task.WRITE
    explain: bool = False

    @property
    def budget(self) -> ContextBudget:
        """The budget in bytes and tokens."""
        return ContextBudget(max_bytes=self.max_bytes, max_tokens=self.max_tokens)


class ContextStats(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """The exact size of the whole serialised answer, and its limits.

    `tokens_by` names the tokenizer; `max_tokens` is null if only bytes are limited.
    """

    bytes_used: int
    tokens_estimated: int | None
    tokens_by: str
    pieces_returned: int
    work_units_used: int
    max_bytes: int
    max_tokens: int | None


class CompositeContextPackV1(msgspec.Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """The code needed to work on a seed, within a budget. Pieces are ordered by relevance per token."""

    version: Version
    seed: SeedRef
    primary: PrimaryExcerpt
    risk: RiskSlice | None
    basis: ContextBasis
    stats: ContextStats
    task: str
    more: tuple[PrimaryExcerpt, ...] = ()
    pieces: tuple[PieceV1, ...] = ()
    graph: GraphSliceV1 | None = None
    types: TypesSlice | None = None
    left_out: tuple[LeftOutV1, ...] = ()
    truncation: tuple[TruncationRecord, ...] = ()
    warnings: tuple[WarningRecord, ...] = ()


class CodeText(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Source in a compact context: the text of a seed from a line on, or the pieces of a file, members below their classes."""

    file: str
    text: str
    id: str = ""
    line: int = 0


class CompactContextV1(msgspec.Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """The same code as in a composite context, with as few words around it as in Markdown.

    `excerpts` are the seeds, `code` is what is around them, `graph`, `types` and `risk` have one line for each edge, fact and risk
    flow.
    """

    version: Version
    seed: str
    task: str
    excerpts: tuple[CodeText, ...]
    code: tuple[CodeText, ...]
    basis: str
    tokens: int | None
    max_tokens: int | None
    graph: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    risk: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


class SizeScale(PartCosts, Protocol):
    """Measures a pack and its parts in the format in which they are rendered."""

    @property
    def name(self) -> str:
        """The name of the tokenizer."""

    @property
    def shorter_format(self) -> str | None:
        """The format in which packs are shortest, if it is another one."""

    def with_unit(self, *, by_tokens: bool) -> "SizeScale":
        """Return a scale that measures parts in tokens, or in bytes."""

    def tokens(self, text: str) -> int:
        """Return the number of tokens of a text."""

    def weigh(self, pack: CompositeContextPackV1) -> OutputSize:
        """Return the size of the whole rendered pack."""


def unmeasured_stats(scale: SizeScale, request: ContextRequest) -> ContextStats:
    """Return the figures of a pack that was not measured yet."""
    return ContextStats(
        bytes_used=0,
        tokens_estimated=0,
        tokens_by=scale.name,
        pieces_returned=0,
        work_units_used=0,
        max_bytes=request.max_bytes,
        max_tokens=request.max_tokens,
    )


def with_measured_size(
    pack: CompositeContextPackV1, scale: SizeScale
) -> tuple[CompositeContextPackV1, OutputSize]:
    """Return a pack that states its own size, and that size: the figures are part of it, so it is measured until they agree."""
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
