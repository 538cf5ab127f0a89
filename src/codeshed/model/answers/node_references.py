"""Node references: how answers identify nodes, and references that are ambiguous or unresolved.

All bounded answers use these. `docs/reference/analysis-schemas.md` explains them.
"""

from typing import Annotated, Literal

import msgspec

from codeshed.model.symbol_ids import chunk_uid

Confidence = Annotated[float, msgspec.Meta(ge=0.0, le=1.0)]
"""How sure something is: 1 is certain."""


class ChunkRef(msgspec.Struct, frozen=True, kw_only=True, rename="camel", tag_field="type", tag="chunk"):
    """A piece of text that can be found: the rest of a module, or a hit of a search."""

    chunk_uid: str


class SymbolRef(msgspec.Struct, frozen=True, kw_only=True, rename="camel", tag_field="type", tag="symbol"):
    """A function, a variable, a type, or one of these in another package."""

    symbol_id: str


class FileRef(msgspec.Struct, frozen=True, kw_only=True, rename="camel", tag_field="type", tag="file"):
    """A module, by the path of its file from the root of the repository."""

    path: str


NodeRef = ChunkRef | SymbolRef | FileRef
"""One node, by its one canonical identity."""


class CandidateRef(msgspec.Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """A possible target of a reference; it has at least one identity."""

    chunk_uid: str | None = None
    symbol_id: str | None = None
    path: str | None = None
    symbol_key: str | None = None
    kind_group: str | None = None
    signature_key: str | None = None
    confidence: Confidence | None = None


class ImportHint(msgspec.Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """What an import says about the target."""

    module_specifier: str | None = None
    resolved_file: str | None = None


class ReferenceEnvelope(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    rename="camel",
    tag_field="type",
    tag="reference",
    omit_defaults=True,
):
    """The result of looking up a reference: resolved, ambiguous, or unresolved.

    `resolved` is set if there is one target, which is then one of the candidates.
    """

    v: Literal[1]
    status: Literal["resolved", "ambiguous", "unresolved"]
    candidates: tuple[CandidateRef, ...]
    resolved: CandidateRef | None
    target_name: str | None = None
    kind_hint: str | None = None
    import_hint: ImportHint | None = None
    reason: str | None = None
    confidence: Confidence | None = None


SeedRef = ChunkRef | SymbolRef | FileRef | ReferenceEnvelope
"""The subject of an answer: a node, or the reference that the user gave."""

FOLDER = "folder"
"""The `kind_hint` of a reference to a folder: it stands for all modules in it, of which `candidates` lists the first."""


def is_folder(seed: SeedRef | None) -> bool:
    """Whether a seed is a folder, so that the answer is about all its modules together."""
    return isinstance(seed, ReferenceEnvelope) and seed.kind_hint == FOLDER


def is_clear_seed(seed: SeedRef) -> bool:
    """Whether a seed names one node or one folder; otherwise the answer lists its candidates, but is not what was wanted."""
    return not isinstance(seed, ReferenceEnvelope) or seed.status == "resolved" or is_folder(seed)


def node_key(ref: NodeRef) -> str:
    """Return the canonical key of a node: its sort key and identity."""
    match ref:
        case ChunkRef():
            return f"chunk:{ref.chunk_uid}"
        case SymbolRef():
            return f"symbol:{ref.symbol_id}"
        case FileRef():
            return f"file:{ref.path}"


def candidate_key(candidate: CandidateRef) -> str | None:
    """Return the key of the node that a candidate is."""
    if candidate.symbol_id:
        return node_key(SymbolRef(symbol_id=candidate.symbol_id))
    if candidate.path:
        return node_key(FileRef(path=candidate.path))
    return node_key(ChunkRef(chunk_uid=candidate.chunk_uid)) if candidate.chunk_uid else None


def candidate_of(ref: NodeRef, *, confidence: float | None = None) -> CandidateRef:
    """Return a node as a candidate, with the id of its chunk."""
    match ref:
        case ChunkRef():
            return CandidateRef(chunk_uid=ref.chunk_uid, confidence=confidence)
        case SymbolRef():
            return CandidateRef(
                symbol_id=ref.symbol_id, chunk_uid=chunk_uid(ref.symbol_id), confidence=confidence
            )
        case FileRef():
            return CandidateRef(path=ref.path, confidence=confidence)
