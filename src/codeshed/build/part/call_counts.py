"""Counts the calls of a document by outcome: certain, inferred, external, ambiguous, unresolved.

Turns: the references of one document → CallShares. Several references at the same span are one call, which has the best
outcome among them.
"""

from collections import Counter
from collections.abc import Sequence

from codeshed.graph.data.call_shares import CallShares
from codeshed.model.semantic import Provenance, Reference, ReferenceRole, UnresolvedReason
from codeshed.model.symbol_ids import EXTERNAL_PREFIX

_ORDER = ("declared", "typed", "inferred", "heuristic", "external", "ambiguous", "unresolved")
_RANK = {outcome: rank for rank, outcome in enumerate(_ORDER)}
_UNRESOLVED = "unresolved"


def count_calls(references: Sequence[Reference]) -> CallShares:
    """Count the calls of a document. If any calls are written with arguments, only these count."""
    calls = [reference for reference in references if reference.role is ReferenceRole.CALL]
    written = [reference for reference in calls if reference.argument_count is not None]
    best_by_site: dict[object, tuple[int, UnresolvedReason | None]] = {}
    for number, reference in enumerate(written or calls):
        site = number if reference.span is None else (reference.enclosing_symbol, reference.span)
        outcome = (_RANK[_outcome(reference)], reference.reason)
        if site not in best_by_site or outcome[0] < best_by_site[site][0]:
            best_by_site[site] = outcome
    outcomes = Counter(_ORDER[rank] for rank, _ in best_by_site.values())
    reasons = Counter(
        (reason or UnresolvedReason.OTHER).value
        for rank, reason in best_by_site.values()
        if _ORDER[rank] == _UNRESOLVED
    )
    return _shares(outcomes, reasons)


def _shares(outcomes: Counter[str], reasons: Counter[str]) -> CallShares:
    return CallShares(
        n_calls=outcomes.total(),
        declared=outcomes["declared"],
        typed=outcomes["typed"],
        inferred=outcomes["inferred"],
        heuristic=outcomes["heuristic"],
        external=outcomes["external"],
        ambiguous=outcomes["ambiguous"],
        unresolved=outcomes[_UNRESOLVED],
        unresolved_by_reason=dict(sorted(reasons.items())),
    )


def _outcome(reference: Reference) -> str:
    if reference.target_symbol is None:
        return "ambiguous" if reference.candidates else _UNRESOLVED
    if reference.target_symbol.startswith(EXTERNAL_PREFIX):
        return "external"
    return (reference.provenance or Provenance.DECLARED).value
