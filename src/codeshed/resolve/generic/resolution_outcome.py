"""What a reference is found to mean."""

from collections.abc import Iterator

import msgspec
from msgspec.structs import replace

from codeshed.model.semantic import Provenance
from codeshed.resolve.generic.entity import Entity
from codeshed.resolve.generic.values.values import Sureness
from codeshed.resolve.resolution_evidence import inferred_of

MAX_ALTERNATIVES = 12
"""Of more definitions than this, one of which is meant, only the first ones are told."""

CANDIDATE_CONFIDENCE = 0.3
"""How sure it is that one of some things is meant of which only the name, or what they have, speaks for it."""

_OVERLOAD_CONFIDENCE = 0.8
_MANY_CONFIDENCE = 0.45
_MANY_SHARED = 4
_PROVENANCE = {
    Sureness.DECLARED: (Provenance.DECLARED, 1.0),
    Sureness.TYPED: (Provenance.TYPED, 0.95),
    Sureness.INFERRED: (Provenance.INFERRED, 0.85),
}


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """What a reference means: definitions, or something outside by name; or candidates, or a reason."""

    entities: tuple[Entity, ...] = ()
    outside: str = ""
    provenance: Provenance = Provenance.DECLARED
    confidence: float = 1.0
    overriding: tuple[Entity, ...] = ()
    """What may run in place of a method outside, in types below that of the object which it is called on."""
    through: Entity | None = None
    """The variable that is read for a call of what it holds."""
    written: Entity | None = None
    """The variable that an object is made for."""
    is_read: bool = False
    """Nothing is called but what that variable holds is given, as by the accessor of a record."""
    is_run: bool = False
    """What is read may be a function that runs by its name alone."""
    is_field_run: bool = False
    """A field is called that takes the place of a method."""
    candidates: tuple[Entity, ...] = ()
    candidate_confidence: float = CANDIDATE_CONFIDENCE
    candidate_provenance: Provenance | None = None
    """How it is known that one of the candidates is meant; None if their name is all that speaks for them."""
    reason: str = ""
    is_of_unknown: bool = False
    """What stands before the dot is not known, or not all of it, so that any member of that name may be meant."""


def outcome_of(entities: tuple[Entity, ...], sureness: Sureness) -> Outcome:
    """Return that definitions are meant, as sure as that is."""
    provenance, confidence = _PROVENANCE[sureness]
    return Outcome(entities=entities, provenance=provenance, confidence=confidence)


def outcome_outside(name: str, sureness: Sureness) -> Outcome:
    """Return that something outside is meant, as sure as that is."""
    provenance, confidence = _PROVENANCE[sureness]
    return Outcome(outside=name, provenance=provenance, confidence=confidence)


def shared_among(symbols: tuple[str, ...]) -> Iterator[tuple[str, Provenance, float]]:
    """Yield things of which each may run, with how that is known and how sure it is."""
    known = inferred_of(len(symbols))
    return ((each, known.provenance, known.confidence) for each in symbols)


def with_overriding(outside: Outcome, methods: tuple[Entity, ...]) -> Outcome:
    """Return that methods may run in place of one outside; too many of them are candidates."""
    if len(methods) <= MAX_ALTERNATIVES:
        return replace(outside, overriding=methods)
    return replace(
        outside,
        candidates=methods[:MAX_ALTERNATIVES],
        candidate_confidence=min(_MANY_CONFIDENCE, round(_MANY_SHARED / len(methods), 2)),
        candidate_provenance=Provenance.INFERRED,
        reason="too many methods override this one",
    )


def outcome_among(entities: tuple[Entity, ...]) -> Outcome:
    """Return that one of several definitions of a name is meant, and nothing tells which."""
    return Outcome(
        candidates=entities[:MAX_ALTERNATIVES],
        candidate_confidence=round(_OVERLOAD_CONFIDENCE / len(entities), 2),
        candidate_provenance=Provenance.INFERRED,
        reason="several definitions of this name can be meant",
    )
