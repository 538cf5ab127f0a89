"""The resolution of a reference."""

from collections.abc import Iterator

import msgspec
from msgspec.structs import replace

from codeshed.model.semantic import Provenance, UnresolvedReason
from codeshed.resolve.generic.definition_key import DefinitionKey
from codeshed.resolve.generic.values.values import Certainty
from codeshed.resolve.resolution_evidence import inferred_among

MAX_ALTERNATIVES = 12
"""If a reference may mean more definitions than this, only the first ones are listed."""

CANDIDATE_CONFIDENCE = 0.3
"""The confidence of a candidate for which only its name or its shape speaks."""

_OVERLOAD_CONFIDENCE = 0.8
_MANY_CONFIDENCE = 0.45
_MANY_SHARED = 4
_PROVENANCE = {
    Certainty.DECLARED: (Provenance.DECLARED, 1.0),
    Certainty.TYPED: (Provenance.TYPED, 0.95),
    Certainty.INFERRED: (Provenance.INFERRED, 0.85),
}


class ReferenceResolution(msgspec.Struct, frozen=True, kw_only=True):
    """What a reference resolves to: definitions, an external name, candidates, or the reason why nothing is known."""

    entities: tuple[DefinitionKey, ...] = ()
    external: str = ""
    provenance: Provenance = Provenance.DECLARED
    confidence: float = 1.0
    overriding: tuple[DefinitionKey, ...] = ()
    """Overrides of an external method in subtypes of the receiver's type, which may run instead."""
    receiver_types: tuple[DefinitionKey, ...] = ()
    """The types that the receiver may be an instance of; empty if they are not known."""
    is_receiver_closed: bool = False
    """Whether it is constructed right there: an instance of one of these, or of an anonymous subtype."""
    through: DefinitionKey | None = None
    """The variable that is read to call what it holds."""
    written: DefinitionKey | None = None
    """The variable that the created instance initialises."""
    is_only_read: bool = False
    """Nothing is called; the value of that variable is read, as by the accessor of a record."""
    may_be_bare_call: bool = False
    """What is read may be a function that is called by its bare name."""
    is_field_override: bool = False
    """The callee is a field that overrides a method."""
    is_variable_call: bool = False
    """The callee is a variable that is declared to hold a function: which one is not known."""
    candidates: tuple[DefinitionKey, ...] = ()
    candidate_confidence: float = CANDIDATE_CONFIDENCE
    candidate_provenance: Provenance | None = None
    """How it is known that one of the candidates is meant; None if only their name speaks for them."""
    reason: UnresolvedReason | None = None
    has_unknown_receiver: bool = False
    """The receiver is not completely known, so any member of that name may be meant."""


def resolve_to(entities: tuple[DefinitionKey, ...], certainty: Certainty) -> ReferenceResolution:
    """Return a resolution to definitions."""
    provenance, confidence = _PROVENANCE[certainty]
    return ReferenceResolution(entities=entities, provenance=provenance, confidence=confidence)


def limit_to_inferred(resolution: ReferenceResolution) -> ReferenceResolution:
    """Return a resolution that is no more certain than what is inferred."""
    provenance, confidence = _PROVENANCE[Certainty.INFERRED]
    if resolution.confidence <= confidence:
        return resolution
    return replace(resolution, provenance=provenance, confidence=confidence)


def resolve_to_external(name: str, certainty: Certainty) -> ReferenceResolution:
    """Return a resolution to something external."""
    provenance, confidence = _PROVENANCE[certainty]
    return ReferenceResolution(external=name, provenance=provenance, confidence=confidence)


def iter_alternatives(symbols: tuple[str, ...]) -> Iterator[tuple[str, Provenance, float]]:
    """Yield alternative targets, with the provenance and confidence that each has because there are several."""
    evidence = inferred_among(len(symbols))
    return ((each, evidence.provenance, evidence.confidence) for each in symbols)


def add_overrides(external: ReferenceResolution, methods: tuple[DefinitionKey, ...]) -> ReferenceResolution:
    """Add the overrides of an external method to its resolution; too many of them become candidates."""
    if len(methods) <= MAX_ALTERNATIVES:
        return replace(external, overriding=methods)
    return replace(
        external,
        candidates=methods[:MAX_ALTERNATIVES],
        candidate_confidence=min(_MANY_CONFIDENCE, round(_MANY_SHARED / len(methods), 2)),
        candidate_provenance=Provenance.INFERRED,
        reason=UnresolvedReason.TOO_MANY_TARGETS,
    )


def resolve_among(entities: tuple[DefinitionKey, ...]) -> ReferenceResolution:
    """Return a resolution to one of several definitions of a name, and nothing decides which."""
    return ReferenceResolution(
        candidates=entities[:MAX_ALTERNATIVES],
        candidate_confidence=round(_OVERLOAD_CONFIDENCE / len(entities), 2),
        candidate_provenance=Provenance.INFERRED,
        reason=UnresolvedReason.SEVERAL_DEFINITIONS,
    )
