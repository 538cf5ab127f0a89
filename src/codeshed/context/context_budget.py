"""The budget of a composite context, and the records of what it cuts.

Turns: limits in tokens and bytes + what was left out → TruncationRecords. Shares and plans are counted in units: those
of the scarcer limit.
"""

import msgspec

from codeshed.errors import InvalidOptionError
from codeshed.model.answers.context_answer import PrimaryExcerpt
from codeshed.model.answers.truncation import Cap, Scope, TruncationRecord
from codeshed.model.count_phrases import count_of

BYTES_IN_TOKEN = 4
"""About how many bytes of code a token has."""

_FEWEST_BYTES_IN_TOKEN = 3.2
_KNEE = 8000
"""Up to this many tokens slices get their `first` share of a budget, of the rest their `beyond` share."""

_LARGEST = 0.25
_SPARE_TOKENS = 32
"""A margin: figures in a larger answer may have more digits, or be more."""

_UNIT = "counts symbols absent or shortened"
_WHOLE_AT = "whole at"


class OutputSize(msgspec.Struct, frozen=True, kw_only=True):
    """The size of written output."""

    n_bytes: int
    n_tokens: int


class BudgetShare(msgspec.Struct, frozen=True, kw_only=True):
    """The part of a budget that a slice may take: of the first tokens, and of those beyond `_KNEE`."""

    first: float
    beyond: float

    def scaled(self, factor: float) -> "BudgetShare":
        """Return a share that is larger by a factor."""
        return BudgetShare(first=self.first * factor, beyond=min(_LARGEST, self.beyond * factor))


class SeedTextsCut(msgspec.Struct, frozen=True, kw_only=True):
    """The seeds' texts that are there, the number of seeds, and the budget at which all texts are whole."""

    primaries: tuple[PrimaryExcerpt, ...]
    n_seeds: int
    fits_at: int

    @property
    def n_whole(self) -> int:
        """The number of seeds whose text is whole."""
        return sum(not each.is_cut for each in self.primaries)

    def notes(self, budget: "ContextBudget") -> tuple[str, ...]:
        """Return a note about the texts that are not whole; none if all are."""
        if self.n_whole == self.n_seeds:
            return ()
        n_cut = self.n_seeds - self.n_whole
        what = "the seed's text" if n_cut == 1 else f"the texts of {n_cut} seeds"
        return (f"{what} {_WHOLE_AT} {budget.option(self.fits_at)}",)


class ContextBudget(msgspec.Struct, frozen=True, kw_only=True):
    """The size limits of a context. `max_tokens` None: only bytes count."""

    max_bytes: int
    max_tokens: int | None

    @property
    def is_by_tokens(self) -> bool:
        """Whether tokens are the scarcer limit, and so the unit."""
        return self.max_tokens is not None and self.max_tokens <= self.max_bytes / _FEWEST_BYTES_IN_TOKEN

    @property
    def limit(self) -> int:
        """The size limit, in units."""
        return self.max_tokens if self.is_by_tokens and self.max_tokens is not None else self.max_bytes

    def units(self, n_tokens: int) -> int:
        """Convert tokens to units, approximately."""
        return n_tokens if self.is_by_tokens else n_tokens * BYTES_IN_TOKEN

    def tokens(self, n_units: int) -> int:
        """Convert units to tokens, approximately."""
        return n_units if self.is_by_tokens else n_units // BYTES_IN_TOKEN

    def size(self, weight: OutputSize) -> int:
        """Return a size in units."""
        return weight.n_tokens if self.is_by_tokens else weight.n_bytes

    def excess(self, weight: OutputSize) -> int:
        """Return by how many units a size is over the limits; at least one if it is."""
        over_bytes = max(0, weight.n_bytes - self.max_bytes)
        over_tokens = 0 if self.max_tokens is None else max(0, weight.n_tokens - self.max_tokens)
        if self.is_by_tokens:
            return max(over_tokens, -(-over_bytes // BYTES_IN_TOKEN))
        return max(over_bytes, over_tokens * BYTES_IN_TOKEN)

    def unused(self, weight: OutputSize) -> int:
        """Return by how many units a size is below both limits; 0 if it is over one."""
        by_bytes = self.max_bytes - weight.n_bytes
        by_tokens = by_bytes if self.max_tokens is None else self.max_tokens - weight.n_tokens
        if self.is_by_tokens:
            return max(0, min(by_tokens, by_bytes // BYTES_IN_TOKEN))
        return max(0, min(by_bytes, by_tokens * BYTES_IN_TOKEN))

    def units_of_share(self, share: BudgetShare, budget: int) -> int:
        """Return how many units of a budget a share is."""
        knee = self.units(_KNEE)
        return int(share.first * min(budget, knee) + share.beyond * max(0, budget - knee))

    def budget_for_share(self, share: BudgetShare, part: int) -> int:
        """Return the smallest budget of which a share has at least so many units; the inverse of `units_of_share`."""
        knee = self.units(_KNEE)
        if part <= int(share.first * knee):
            return int((part + 1) / share.first) + 1
        return knee + int((part + 1 - share.first * knee) / share.beyond) + 1

    def too_small_error(self, least: OutputSize, *, shorter_format: str | None) -> InvalidOptionError:
        """Return the error that not even the frame around the code fits; another format may need less."""
        limit_text = (
            count_of(self.max_tokens or 0, "token") if self.is_by_tokens else count_of(self.max_bytes, "byte")
        )
        n_tokens, n_bytes = least.n_tokens + _SPARE_TOKENS, least.n_bytes + BYTES_IN_TOKEN * _SPARE_TOKENS
        return InvalidOptionError(
            f"a budget of {limit_text} is too small: the signature and what stands around it take up to "
            f"{n_tokens} tokens and {n_bytes} bytes",
            hint="give more"
            if shorter_format is None
            else f"give more, or choose the format {shorter_format}",
        )

    def cut_record(
        self, scope: Scope, counted: str, n_seen: int, n_kept: int, fits_at: int
    ) -> TruncationRecord:
        """Return the record that a part is incomplete: what is counted, and the budget at which it is complete."""
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
        """Format a budget as a command-line option."""
        return f"{'--max-tokens' if self.is_by_tokens else '--max-bytes'} {fits_at}"

    def code_cut_records(
        self, texts: SeedTextsCut, n_pieces: int, n_omitted: int, fits_at: int | None
    ) -> tuple[TruncationRecord, ...]:
        """Return the record that seeds' texts are cut, or that pieces of code were omitted or shortened."""
        notes = texts.notes(self)
        if not notes and not n_omitted:
            return ()
        if n_omitted and fits_at is not None:
            notes = (*notes, f"the next at {self.option(fits_at)}")
        record = self.cut_record(
            "context", "symbols", texts.n_seeds + n_pieces, texts.n_whole + n_pieces - n_omitted, 0
        )
        return (msgspec.structs.replace(record, note="; ".join((_UNIT, *notes))),)


def without_advice(record: TruncationRecord) -> TruncationRecord:
    """Return a record that says what was cut; of the budgets at which more fits only that of the seed's text is named."""
    unit, *advice = (record.note or "").split("; ")
    kept = (each for each in advice if _WHOLE_AT in each)
    return msgspec.structs.replace(record, note="; ".join((unit, *kept)) or None)
