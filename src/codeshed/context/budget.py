"""The budget of one composite context: what is too much, and the records that say so.

Turns: limits in tokens and bytes + what was left out → TruncationRecords.
"""

import msgspec

from codeshed.errors import InvalidOptionError
from codeshed.model.context import PrimaryExcerpt
from codeshed.model.limits import Cap, Scope, TruncationRecord
from codeshed.model.references import node_key

_BYTES_IN_TOKEN = 3.2


class Weight(msgspec.Struct, frozen=True, kw_only=True):
    """How large something is that is written."""

    n_bytes: int
    n_tokens: int


class ContextBudget(msgspec.Struct, frozen=True, kw_only=True):
    """How much may be written."""

    max_bytes: int
    max_tokens: int | None

    @property
    def n_tokens(self) -> int:
        """The tokens that parts are shared out by, even if bytes alone are given."""
        by_bytes = int(self.max_bytes / _BYTES_IN_TOKEN)
        return by_bytes if self.max_tokens is None else min(by_bytes, self.max_tokens)

    @property
    def is_by_tokens(self) -> bool:
        """Whether tokens are scarcer than bytes."""
        return self.max_tokens is not None and self.n_tokens == self.max_tokens

    def excess(self, weight: Weight) -> int:
        """Return by how many tokens something is too large, at least one if it is."""
        over_bytes = weight.n_bytes - self.max_bytes
        over_tokens = 0 if self.max_tokens is None else weight.n_tokens - self.max_tokens
        return max(over_tokens, -(-over_bytes // 2) if over_bytes > 0 else 0)

    def too_small(self, weight: Weight) -> InvalidOptionError:
        """Return the error that not even the frame fits."""
        told = f"{self.max_tokens} tokens" if self.is_by_tokens else f"{self.max_bytes} bytes"
        return InvalidOptionError(
            f"a budget of {told} is too small: what stands around the code takes "
            f"{weight.n_tokens} tokens and {weight.n_bytes} bytes",
            hint="give more, or choose a shorter format such as md",
        )

    def cut(self, scope: Scope, n_seen: int, n_kept: int) -> TruncationRecord:
        """Return that a part is shorter than it could be."""
        cap, limit = self._cap()
        return TruncationRecord(
            scope=scope,
            cap=cap,
            limit=limit,
            observed=n_seen,
            omitted=n_seen - n_kept,
            note="takes its share of the budget; a higher one shows more",
        )

    def pieces_cut(self, n_omitted: int, n_needed: int) -> tuple[TruncationRecord, ...]:
        """Return that pieces of code did not fit, and how many tokens they need."""
        if not n_omitted:
            return ()
        cap, limit = self._cap()
        return (
            TruncationRecord(
                scope="context",
                cap=cap,
                limit=limit,
                observed=n_needed if self.is_by_tokens else int(n_needed * _BYTES_IN_TOKEN * 1.5),
                omitted=n_omitted,
                note=f"pieces of code; the likeliest of them fit at --max-tokens {n_needed}",
            ),
        )

    def excerpts_cut(
        self, primaries: tuple[PrimaryExcerpt, ...], n_seeds: int
    ) -> tuple[TruncationRecord, ...]:
        """Return that the texts of seeds are not whole, or not there."""
        cut = [each for each in primaries if each.is_cut]
        n_missing = n_seeds - len(primaries)
        if not cut and not n_missing:
            return ()
        told = [f"the text of {node_key(cut[0].ref)} is cut"] if cut else []
        told += [f"the texts of {n_missing} more seeds are not there"] if n_missing else []
        record = self.cut("context", n_seeds, n_seeds - len(cut) - n_missing)
        note = f"{' and '.join(told)}; a higher budget shows more"
        return (msgspec.structs.replace(record, note=note),)

    def _cap(self) -> tuple[Cap, int]:
        if self.is_by_tokens and self.max_tokens is not None:
            return "maxTokens", self.max_tokens
        return "maxBytes", self.max_bytes
