"""CallShares: how many calls were resolved, and how."""

from collections import Counter
from collections.abc import Iterable

import msgspec


class CallShares(msgspec.Struct, frozen=True, kw_only=True):
    """Calls by outcome: the error bar of every result that follows calls.

    `declared`, `typed`, `inferred` and `heuristic` have a target in the repository, `external` one outside of it.
    An ambiguous call has candidates only; an unresolved one has a reason.
    """

    n_calls: int = 0
    declared: int = 0
    typed: int = 0
    inferred: int = 0
    heuristic: int = 0
    external: int = 0
    ambiguous: int = 0
    unresolved: int = 0
    unresolved_by_reason: dict[str, int] = {}


def add_up_calls(shares: Iterable[CallShares]) -> CallShares:
    """Sum up the calls of several documents or graphs."""
    counts: Counter[str] = Counter()
    reasons: Counter[str] = Counter()
    for each in shares:
        for outcome in _OUTCOMES:
            counts[outcome] += getattr(each, outcome)
        reasons.update(each.unresolved_by_reason)
    return CallShares(**counts, unresolved_by_reason=dict(sorted(reasons.items())))


_OUTCOMES = tuple(name for name in CallShares.__struct_fields__ if name != "unresolved_by_reason")
