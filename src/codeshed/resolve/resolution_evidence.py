"""The evidence for the targets of a reference, and the resolution of a call."""

import msgspec

from codeshed.model.semantic import Provenance


class Known(msgspec.Struct, frozen=True):
    """Provenance and confidence of a target."""

    provenance: Provenance
    confidence: float


DECLARED = Known(Provenance.DECLARED, 1.0)
TYPED = Known(Provenance.TYPED, 0.95)
INFERRED = Known(Provenance.INFERRED, 0.8)
_BY_COUNT = (0.85, 0.85, 0.75, 0.7, 0.65, 0.6, 0.55)


def inferred_of(n_alternatives: int) -> Known:
    """Return the evidence for each of several inferred targets: the more there are, the less confidence."""
    return Known(Provenance.INFERRED, _BY_COUNT[min(n_alternatives, len(_BY_COUNT) - 1)])


class Outcome(msgspec.Struct):
    """The resolution of a call: targets in the project, externals by dotted name, candidates, or a reason for none."""

    targets: dict[str, Known] = msgspec.field(default_factory=dict)
    externals: dict[str, Known] = msgspec.field(default_factory=dict)
    candidates: dict[str, Known] = msgspec.field(default_factory=dict)
    reason: str | None = None
    is_exact: bool = False
    """Whether no override can be dispatched to in place of the target."""

    def add(self, symbol: str, known: Known) -> None:
        """Add a target; of two pieces of evidence the one with more confidence is kept."""
        before = self.targets.get(symbol)
        if before is None or known.confidence > before.confidence:
            self.targets[symbol] = known

    @property
    def is_empty(self) -> bool:
        """Whether there is neither a target nor a candidate."""
        return not self.targets and not self.externals and not self.candidates
