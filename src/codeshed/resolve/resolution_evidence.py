"""The evidence for the targets of a reference, and the resolution of a call."""

import msgspec

from codeshed.model.semantic import Provenance, UnresolvedReason


class Evidence(msgspec.Struct, frozen=True):
    """Provenance and confidence of a target."""

    provenance: Provenance
    confidence: float


DECLARED = Evidence(Provenance.DECLARED, 1.0)
TYPED = Evidence(Provenance.TYPED, 0.95)
INFERRED = Evidence(Provenance.INFERRED, 0.8)
_BY_COUNT = (0.85, 0.85, 0.75, 0.7, 0.65, 0.6, 0.55)


def inferred_among(n_alternatives: int) -> Evidence:
    """Return the evidence for each of several inferred targets: the more there are, the less confidence."""
    return Evidence(Provenance.INFERRED, _BY_COUNT[min(n_alternatives, len(_BY_COUNT) - 1)])


class CallResolution(msgspec.Struct):
    """The resolution of a call: targets in the project, externals by dotted name, candidates, or a reason for none."""

    targets: dict[str, Evidence] = msgspec.field(default_factory=dict)
    externals: dict[str, Evidence] = msgspec.field(default_factory=dict)
    candidates: dict[str, Evidence] = msgspec.field(default_factory=dict)
    reason: UnresolvedReason | None = None
    is_exact: bool = False
    """Whether no override can be dispatched to in place of the target."""

    def add(self, symbol: str, known: Evidence) -> None:
        """Add a target; of two pieces of evidence the one with more confidence is kept."""
        before = self.targets.get(symbol)
        if before is None or known.confidence > before.confidence:
            self.targets[symbol] = known

    @property
    def is_empty(self) -> bool:
        """Whether there is neither a target nor a candidate."""
        return not self.targets and not self.externals and not self.candidates
