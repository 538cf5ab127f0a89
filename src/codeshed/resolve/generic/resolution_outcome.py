"""The resolution of a reference."""

from collections.abc import Iterator

import msgspec
from msgspec.structs import replace

from codeshed.model.semantic import Provenance
from codeshed.resolve.generic.definition_key import Entity
from codeshed.resolve.generic.values.values import Sureness
from codeshed.resolve.resolution_evidence import inferred_of

MAX_ALTERNATIVES = 12
"""If a reference may mean more definitions than this, only the first ones are listed."""

CANDIDATE_CONFIDENCE = 0.3
"""The confidence of a candidate for which only its name or its shape speaks."""

_OVERLOAD_CONFIDENCE = 0.8
_MANY_CONFIDENCE = 0.45
_MANY_SHARED = 4
_PROVENANCE = {
    Sureness.DECLARED: (Provenance.DECLARED, 1.0),
    Sureness.TYPED: (Provenance.TYPED, 0.95),
    Sureness.INFERRED: (Provenance.INFERRED, 0.85),
}


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """What a reference resolves to: definitions, an external name, candidates, or the reason why nothing is known."""

    entities: tuple[Entity, ...] = ()
    outside: str = ""
    provenance: Provenance = Provenance.DECLARED
    confidence: float = 1.0
    overriding: tuple[Entity, ...] = ()
    """Overrides of an external method in subtypes of the receiver's type, which may run instead."""
    through: Entity | None = None
    """The variable that is read to call what it holds."""
    written: Entity | None = None
    """The variable that the created instance initialises."""
    is_read: bool = False
    """Nothing is called; the value of that variable is read, as by the accessor of a record."""
    is_run: bool = False
    """What is read may be a function that is called by its bare name."""
    is_field_run: bool = False
    """The callee is a field that overrides a method."""
    candidates: tuple[Entity, ...] = ()
    candidate_confidence: float = CANDIDATE_CONFIDENCE
    candidate_provenance: Provenance | None = None
    """How it is known that one of the candidates is meant; None if only their name speaks for them."""
    reason: str = ""
    is_of_unknown: bool = False
    """The receiver is not completely known, so any member of that name may be meant."""


def outcome_of(entities: tuple[Entity, ...], certainty: Sureness) -> Outcome:
    """Return a resolution to definitions."""
    provenance, confidence = _PROVENANCE[certainty]
    return Outcome(entities=entities, provenance=provenance, confidence=confidence)


def outcome_outside(name: str, certainty: Sureness) -> Outcome:
    """Return a resolution to something external."""
    provenance, confidence = _PROVENANCE[certainty]
    return Outcome(outside=name, provenance=provenance, confidence=confidence)


def shared_among(symbols: tuple[str, ...]) -> Iterator[tuple[str, Provenance, float]]:
    """Yield alternative targets, with the provenance and confidence that each has because there are several."""
    evidence = inferred_of(len(symbols))
    return ((each, evidence.provenance, evidence.confidence) for each in symbols)


def with_overriding(external: Outcome, methods: tuple[Entity, ...]) -> Outcome:
    """Add the overrides of an external method to its resolution; too many of them become candidates."""
    if len(methods) <= MAX_ALTERNATIVES:
        return replace(external, overriding=methods)
    return replace(
        external,
        candidates=methods[:MAX_ALTERNATIVES],
        candidate_confidence=min(_MANY_CONFIDENCE, round(_MANY_SHARED / len(methods), 2)),
        candidate_provenance=Provenance.INFERRED,
        reason="too many methods override this one",
    )


def outcome_among(entities: tuple[Entity, ...]) -> Outcome:
    """Return a resolution to one of several definitions of a name, and nothing decides which."""
    return Outcome(
        candidates=entities[:MAX_ALTERNATIVES],
        candidate_confidence=round(_OVERLOAD_CONFIDENCE / len(entities), 2),
        candidate_provenance=Provenance.INFERRED,
        reason="several definitions of this name can be meant",
    )
