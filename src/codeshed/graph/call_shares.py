"""CallShares: how many calls were resolved, and how."""

import msgspec


class CallShares(msgspec.Struct, frozen=True, kw_only=True):
    """Calls by how they turned out: the error bar of everything that follows calls.

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
