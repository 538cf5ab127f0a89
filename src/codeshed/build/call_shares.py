"""How the calls of a codebase turned out: certain, inferred, external, ambiguous, unresolved.

Turns: the references of each document → CallShares. Several references at one place are one call, and the surest
of them says how it turned out.
"""

from collections import Counter

from codeshed.graph.call_shares import CallShares
from codeshed.model.identity import EXTERNAL_PREFIX
from codeshed.model.semantic import Provenance, Reference, ReferenceRole

_ORDER = ("declared", "typed", "inferred", "heuristic", "external", "ambiguous", "unresolved")
_RANK = {outcome: rank for rank, outcome in enumerate(_ORDER)}
_UNRESOLVED = "unresolved"


class CallCounter:
    """Counts calls, one document after another."""

    def __init__(self) -> None:
        self._outcomes: Counter[str] = Counter()
        self._reasons: Counter[str] = Counter()

    def add(self, references: tuple[Reference, ...]) -> None:
        """Count the calls of a document; where calls are written with their arguments, only these."""
        calls = [reference for reference in references if reference.role is ReferenceRole.CALL]
        written = [reference for reference in calls if reference.argument_count is not None]
        best: dict[object, tuple[int, str | None]] = {}
        for number, reference in enumerate(written or calls):
            place = number if reference.span is None else (reference.enclosing_symbol, reference.span)
            found = (_RANK[_outcome(reference)], reference.reason)
            if place not in best or found[0] < best[place][0]:
                best[place] = found
        for rank, reason in best.values():
            self._outcomes[_ORDER[rank]] += 1
            if _ORDER[rank] == _UNRESOLVED:
                self._reasons[reason or "unknown"] += 1

    def shares(self) -> CallShares:
        """Return what was counted."""
        return CallShares(
            n_calls=self._outcomes.total(),
            declared=self._outcomes["declared"],
            typed=self._outcomes["typed"],
            inferred=self._outcomes["inferred"],
            heuristic=self._outcomes["heuristic"],
            external=self._outcomes["external"],
            ambiguous=self._outcomes["ambiguous"],
            unresolved=self._outcomes[_UNRESOLVED],
            unresolved_by_reason=dict(sorted(self._reasons.items())),
        )


def _outcome(reference: Reference) -> str:
    if reference.target_symbol is None:
        return "ambiguous" if reference.candidates else _UNRESOLVED
    if reference.target_symbol.startswith(EXTERNAL_PREFIX):
        return "external"
    return (reference.provenance or Provenance.DECLARED).value
