"""The budget of one composite context: what is too much, and the records that say so.

Turns: limits in tokens and bytes + what was left out → TruncationRecords. What is shared out and planned is counted in the
unit of the scarcer limit.
"""

import msgspec

from codeshed.errors import InvalidOptionError
from codeshed.model.context import PrimaryExcerpt
from codeshed.model.counts import count_of
from codeshed.model.limits import Cap, Scope, TruncationRecord

BYTES_IN_TOKEN = 4
"""So many bytes of code are about a token."""

_FEWEST_BYTES_IN_TOKEN = 3.2
_KNEE = 8000
"""Up to so many tokens code is scarce, and slices get their first share; of what is beyond they get the second one."""

_LARGEST = 0.25
_SPARE_TOKENS = 32
"""The figures that a larger answer names may be longer, or more."""

_UNIT = "counts symbols absent or shortened"


class Weight(msgspec.Struct, frozen=True, kw_only=True):
    """How large something is that is written."""

    n_bytes: int
    n_tokens: int


class Share(msgspec.Struct, frozen=True, kw_only=True):
    """Which part of a budget a slice may take: of the first tokens, and of those beyond."""

    first: float
    beyond: float

    def times(self, factor: float) -> "Share":
        """Return a share that is larger by a factor."""
        return Share(first=self.first * factor, beyond=min(_LARGEST, self.beyond * factor))


class TextsCut(msgspec.Struct, frozen=True, kw_only=True):
    """The texts of the seeds that are there, how many there should be, and the budget at which all are whole."""

    primaries: tuple[PrimaryExcerpt, ...]
    n_seeds: int
    fits_at: int

    @property
    def n_whole(self) -> int:
        """How many of them are there as a whole."""
        return sum(not each.is_cut for each in self.primaries)

    def told(self, budget: "ContextBudget") -> tuple[str, ...]:
        """Say what is not whole; nothing if all is."""
        if self.n_whole == self.n_seeds:
            return ()
        n_cut = self.n_seeds - self.n_whole
        what = "the seed's text" if n_cut == 1 else f"the texts of {n_cut} seeds"
        return (f"{what} whole at {budget.option(self.fits_at)}",)


class ContextBudget(msgspec.Struct, frozen=True, kw_only=True):
    """How much may be written. `max_tokens` None: only bytes count."""

    max_bytes: int
    max_tokens: int | None

    @property
    def is_by_tokens(self) -> bool:
        """Whether tokens are scarcer than bytes, and so the unit."""
        return self.max_tokens is not None and self.max_tokens <= self.max_bytes / _FEWEST_BYTES_IN_TOKEN

    @property
    def limit(self) -> int:
        """How much may be written, in the unit."""
        return self.max_tokens if self.is_by_tokens and self.max_tokens is not None else self.max_bytes

    def units(self, n_tokens: int) -> int:
        """Return about how many units so many tokens are."""
        return n_tokens if self.is_by_tokens else n_tokens * BYTES_IN_TOKEN

    def tokens(self, n_units: int) -> int:
        """Return about how many tokens so many units are."""
        return n_units if self.is_by_tokens else n_units // BYTES_IN_TOKEN

    def size(self, weight: Weight) -> int:
        """Return how large something is, in the unit."""
        return weight.n_tokens if self.is_by_tokens else weight.n_bytes

    def excess(self, weight: Weight) -> int:
        """Return by how many units something is too large, at least one if it is."""
        over_bytes = max(0, weight.n_bytes - self.max_bytes)
        over_tokens = 0 if self.max_tokens is None else max(0, weight.n_tokens - self.max_tokens)
        if self.is_by_tokens:
            return max(over_tokens, -(-over_bytes // BYTES_IN_TOKEN))
        return max(over_bytes, over_tokens * BYTES_IN_TOKEN)

    def part(self, share: Share, budget: int) -> int:
        """Return how much of a budget a share is."""
        knee = self.units(_KNEE)
        return int(share.first * min(budget, knee) + share.beyond * max(0, budget - knee))

    def with_part(self, share: Share, part: int) -> int:
        """Return the budget of which a share is at least so much."""
        knee = self.units(_KNEE)
        if part <= int(share.first * knee):
            return int((part + 1) / share.first) + 1
        return knee + int((part + 1 - share.first * knee) / share.beyond) + 1

    def too_small(self, least: Weight, *, shorter_format: str | None) -> InvalidOptionError:
        """Return the error that not even what stands around the code fits; another format may take less."""
        told = (
            count_of(self.max_tokens or 0, "token") if self.is_by_tokens else count_of(self.max_bytes, "byte")
        )
        n_tokens, n_bytes = least.n_tokens + _SPARE_TOKENS, least.n_bytes + BYTES_IN_TOKEN * _SPARE_TOKENS
        return InvalidOptionError(
            f"a budget of {told} is too small: what stands around the code takes up to "
            f"{n_tokens} tokens and {n_bytes} bytes",
            hint="give more"
            if shorter_format is None
            else f"give more, or choose the format {shorter_format}",
        )

    def cut(self, scope: Scope, counted: str, n_seen: int, n_kept: int, fits_at: int) -> TruncationRecord:
        """Return that a part is shorter than it could be, what is counted, and the budget at which it is whole."""
        cap: Cap = "maxTokens" if self.is_by_tokens else "maxBytes"
        return TruncationRecord(
            scope=scope,
            cap=cap,
            limit=self.limit,
            observed=n_seen,
            omitted=n_seen - n_kept,
            note=f"counts {counted}; all at {self.option(fits_at)}",
        )

    def option(self, fits_at: int) -> str:
        """Write a budget as it is asked for."""
        return f"{'--max-tokens' if self.is_by_tokens else '--max-bytes'} {fits_at}"

    def code_cut(
        self, texts: TextsCut, n_pieces: int, n_omitted: int, fits_at: int | None
    ) -> tuple[TruncationRecord, ...]:
        """Return that texts of seeds are not whole, or that code beside them did not fit or only shortened."""
        told = texts.told(self)
        if not told and not n_omitted:
            return ()
        if n_omitted and fits_at is not None:
            told = (*told, f"the next at {self.option(fits_at)}")
        record = self.cut(
            "context", "symbols", texts.n_seeds + n_pieces, texts.n_whole + n_pieces - n_omitted, 0
        )
        return (msgspec.structs.replace(record, note="; ".join((_UNIT, *told))),)
