"""Pass 2: references become edges.

Turns: the references of each document → edge drafts, calls that found no target, and what call results are
assigned to. An edge that the listings and the default policy see between different nodes is drafted twice.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from codeshed.build.call_shares import CallCounter
from codeshed.build.constructors import Constructors
from codeshed.build.edge_drafts import EdgeDrafts, Evidence
from codeshed.build.hierarchy import Hierarchy
from codeshed.build.scopes import Scopes
from codeshed.graph.kinds import EdgeFlag, EdgeKind, ProvenanceCode
from codeshed.graph.type_registry import TypeRegistry
from codeshed.model.semantic import Provenance, Reference, ReferenceRole, SemanticDocuments

# Plain numbers: there is a flag or two for each of a million references.
_LISTINGS = int(EdgeFlag.IN_V1 | EdgeFlag.IN_V2)
_IN_CLOSURE = int(EdgeFlag.IN_CLOSURE)
_BEHAVIORAL = int(EdgeFlag.BEHAVIORAL)
_EXACT = int(EdgeFlag.EXACT)
_KIND_BY_ROLE = {
    ReferenceRole.CALL: EdgeKind.CALL,
    ReferenceRole.READ: EdgeKind.READ,
    ReferenceRole.WRITE: EdgeKind.WRITE,
    ReferenceRole.DECORATE: EdgeKind.ANNOTATES,
}
_STRUCTURAL_KIND_BY_ROLE = {
    ReferenceRole.IMPORT: EdgeKind.IMPORT,
    ReferenceRole.EXPORT: EdgeKind.EXPORT,
    ReferenceRole.USE: EdgeKind.USAGE,
}
_CODE_BY_PROVENANCE = {
    Provenance.DECLARED: ProvenanceCode.DECLARED,
    Provenance.TYPED: ProvenanceCode.TYPED,
    Provenance.INFERRED: ProvenanceCode.INFERRED,
    Provenance.HEURISTIC: ProvenanceCode.HEURISTIC,
}
_DEFAULT_CONFIDENCE = {
    ProvenanceCode.DECLARED: 100,
    ProvenanceCode.TYPED: 95,
    ProvenanceCode.INFERRED: 80,
    ProvenanceCode.HEURISTIC: 30,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class UnresolvedCall:
    """A call whose target the document does not name, as far as it may be recovered."""

    enclosing_symbol: str
    path: str
    file: int
    reference: Reference


@dataclass(frozen=True, slots=True, kw_only=True)
class Assignment:
    """A variable that holds what a call of `target` returned; a type as target means an instance of it."""

    variable: str
    enclosing_symbol: str
    target: str


@dataclass(frozen=True, slots=True, kw_only=True)
class WiredReferences:
    """What pass 2 leaves to the passes after it; `dangling_rows` read, write or decorate what nothing defines."""

    unresolved_calls: list[UnresolvedCall] = field(default_factory=list)
    assignments: list[Assignment] = field(default_factory=list)
    dangling_rows: list[int] = field(default_factory=list)
    calls: CallCounter = field(default_factory=CallCounter)


@dataclass(frozen=True, slots=True, kw_only=True)
class Wiring:
    """What references are resolved with, and where their edges go."""

    scopes: Scopes
    types: TypeRegistry
    hierarchy: Hierarchy
    constructors: Constructors
    row_by_symbol: dict[str, int]
    file_by_path: dict[str, int]
    drafts: EdgeDrafts
    _targets: dict[tuple[str, bool], "Targets"] = field(default_factory=dict)

    def add(
        self, enclosing: str, path: str, kind: EdgeKind, targets: "Targets", *, flags: int, evidence: Evidence
    ) -> None:
        """Draft the edges from whoever the enclosing symbol belongs to."""
        listing_source = self.scopes.listing_row(enclosing)
        closure_source = self.source_row(enclosing, path)
        # Using its own local is no use of a function by itself.
        listed = [target for target in targets.listing if target != listing_source or targets.is_listed]
        seen = [target for target in targets.closure if target != closure_source or targets.is_seen]
        if listing_source is not None:
            for target in listed:
                is_same = listing_source == closure_source and target in seen
                all_flags = flags | _IN_CLOSURE if is_same else flags
                self.drafts.add(listing_source, target, kind, all_flags, evidence)
        closure_flags = (flags & ~_LISTINGS) | _IN_CLOSURE
        for target in seen:
            if listing_source != closure_source or target not in listed:
                self.drafts.add(closure_source, target, kind, closure_flags, evidence)

    def add_structural(
        self, enclosing: str, path: str, symbol: str, kind: EdgeKind, evidence: Evidence
    ) -> None:
        """Draft an edge to exactly what a reference names, which no footprint follows."""
        self.drafts.add(self.source_row(enclosing, path), self.row_by_symbol[symbol], kind, 0, evidence)

    def source_row(self, enclosing: str, path: str) -> int:
        """Return who does what a reference says; what stands nowhere known is done by the module."""
        row = self.scopes.source_row(enclosing)
        return self.row_by_symbol[path] if row is None else row

    def targets_of(self, symbol: str, *, is_call: bool) -> "Targets":
        """Return the nodes that a reference to a symbol is about; a call of a type runs its constructor."""
        known = self._targets.get((symbol, is_call))
        if known is None:
            known = self._targets[symbol, is_call] = self._find_targets(symbol, is_call=is_call)
        return known

    def _find_targets(self, symbol: str, *, is_call: bool) -> "Targets":
        own: tuple[int, ...] = ()
        nearest: tuple[int, ...] = ()
        if is_call and self.types.get(symbol) is not None:
            own = self.constructors.own(symbol)
            nearest = self.constructors.nearest(symbol, self.hierarchy)
        listing = self.scopes.listing_row(symbol)
        closure = self.scopes.target_row(symbol)
        return Targets(
            listing=own or (() if listing is None else (listing,)),
            closure=nearest or (() if closure is None else (closure,)),
            is_listed=bool(own) or self.row_by_symbol.get(symbol) == listing,
            is_seen=bool(nearest) or self.row_by_symbol.get(symbol) == closure,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Targets:
    """The rows that an edge leads to, as the listings and as the default policy see them.

    `is_listed` and `is_seen` say that these are what was named, not the function around it.
    """

    listing: tuple[int, ...]
    closure: tuple[int, ...]
    is_listed: bool = True
    is_seen: bool = True


def wire_references(documents: SemanticDocuments, wiring: Wiring) -> WiredReferences:
    """Draft an edge for every reference that names its target."""
    wired = WiredReferences()
    for head, references in documents.iter_references():
        file = wiring.file_by_path[head.path]
        wired.calls.add(references)
        for reference in references:
            if reference.role in _STRUCTURAL_KIND_BY_ROLE:
                _wire_structural(reference, head.path, file, wiring)
            else:
                _wire_dependency(reference, head.path, file, wiring, wired)
    return wired


def _wire_dependency(
    reference: Reference, path: str, file: int, wiring: Wiring, wired: WiredReferences
) -> None:
    is_call = reference.role is ReferenceRole.CALL
    kind = _KIND_BY_ROLE[reference.role]
    flags = _LISTINGS
    if reference.role is ReferenceRole.DECORATE and reference.is_behavioral is not False:
        flags |= _BEHAVIORAL
    if reference.is_exact:
        flags |= _EXACT
    found = False
    for symbol, evidence in _iter_targets(reference, file):
        targets = wiring.targets_of(symbol, is_call=is_call)
        if targets.closure or targets.listing:
            found = found or symbol == reference.target_symbol
            wiring.add(reference.enclosing_symbol, path, kind, targets, flags=flags, evidence=evidence)
        elif symbol in wiring.row_by_symbol:
            # A type without a constructor, or a module: used, but nothing of it runs.
            found = found or symbol == reference.target_symbol
            wiring.add_structural(reference.enclosing_symbol, path, symbol, EdgeKind.USAGE, evidence)
    if is_call and not found:
        wired.unresolved_calls.append(
            UnresolvedCall(
                enclosing_symbol=reference.enclosing_symbol, path=path, file=file, reference=reference
            )
        )
    if not is_call and not found and reference.target_symbol is not None:
        wired.dangling_rows.append(wiring.source_row(reference.enclosing_symbol, path))
    if is_call and found and reference.assigned_to is not None and reference.target_symbol is not None:
        wired.assignments.append(
            Assignment(
                variable=reference.assigned_to,
                enclosing_symbol=reference.enclosing_symbol,
                target=reference.target_symbol,
            )
        )


def _iter_targets(reference: Reference, file: int) -> Iterator[tuple[str, Evidence]]:
    if reference.target_symbol is not None:
        yield reference.target_symbol, evidence_of(reference, file, ProvenanceCode.DECLARED)
        return
    guess = evidence_of(reference, file, ProvenanceCode.HEURISTIC)
    for candidate in reference.candidates:
        confidence = guess.confidence if candidate.confidence is None else round(candidate.confidence * 100)
        yield (
            candidate.symbol,
            Evidence(confidence=confidence, provenance=guess.provenance, file=file, span=reference.span),
        )


def evidence_of(reference: Reference, file: int, default: ProvenanceCode) -> Evidence:
    """Return how a reference says it is known, or what holds where it does not say."""
    provenance = default if reference.provenance is None else _CODE_BY_PROVENANCE[reference.provenance]
    confidence = (
        _DEFAULT_CONFIDENCE[provenance] if reference.confidence is None else round(reference.confidence * 100)
    )
    return Evidence(confidence=confidence, provenance=provenance, file=file, span=reference.span)


def _wire_structural(reference: Reference, path: str, file: int, wiring: Wiring) -> None:
    symbol = reference.target_symbol
    if symbol is None:
        return
    evidence = evidence_of(reference, file, ProvenanceCode.DECLARED)
    kind = _STRUCTURAL_KIND_BY_ROLE[reference.role]
    if symbol in wiring.row_by_symbol:
        enclosing = reference.enclosing_symbol if kind is EdgeKind.USAGE else path
        wiring.add_structural(enclosing, path, symbol, kind, evidence)
