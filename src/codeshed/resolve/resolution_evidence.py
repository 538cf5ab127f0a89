"""How a target is known, and what a place turned out to mean."""

import msgspec

from codeshed.model.semantic import Provenance


class Known(msgspec.Struct, frozen=True):
    """How something is known, and how sure that is."""

    provenance: Provenance
    confidence: float


DECLARED = Known(Provenance.DECLARED, 1.0)
TYPED = Known(Provenance.TYPED, 0.95)
INFERRED = Known(Provenance.INFERRED, 0.8)
_BY_COUNT = (0.85, 0.85, 0.75, 0.7, 0.65, 0.6, 0.55)


def inferred_of(n_alternatives: int) -> Known:
    """Return how sure one of several inferred targets is."""
    return Known(Provenance.INFERRED, _BY_COUNT[min(n_alternatives, len(_BY_COUNT) - 1)])


class Outcome(msgspec.Struct):
    """What a call means: targets of the project, externals by dotted name, candidates, or a reason why not."""

    targets: dict[str, Known] = msgspec.field(default_factory=dict)
    externals: dict[str, Known] = msgspec.field(default_factory=dict)
    candidates: dict[str, Known] = msgspec.field(default_factory=dict)
    reason: str | None = None
    is_exact: bool = False
    """Whether nothing that overrides the target can run in its place."""

    def add(self, symbol: str, known: Known) -> None:
        """Add a target; of two ways in which it is known, the surer one counts."""
        before = self.targets.get(symbol)
        if before is None or known.confidence > before.confidence:
            self.targets[symbol] = known

    @property
    def is_empty(self) -> bool:
        """Whether nothing was found at all."""
        return not self.targets and not self.externals and not self.candidates
