"""Validates the pieces of a bounded answer: references, paths and evidence.

Turns: one piece → DocumentProblems. `docs/reference/analysis-schemas.md` lists the rules.
"""

import math
from collections.abc import Iterator

from codeshed.model.answers.answer_graph import EDGE_TYPES, EdgeEvidence, GraphEdgeV1, PathEdge, WitnessPathV1
from codeshed.model.answers.context_answer import PieceUseV1
from codeshed.model.answers.node_references import (
    CandidateRef,
    ChunkRef,
    FileRef,
    ReferenceEnvelope,
    SymbolRef,
    node_key,
)
from codeshed.model.count_phrases import count_of
from codeshed.model.document_problem import DocumentProblem, broken_rule
from codeshed.model.symbol_ids import is_relative_posix_path

_ROUNDING = 1e-5
_OVERRIDES = "overrides"


def piece_problems(piece: object, where: str) -> Iterator[DocumentProblem]:
    """Check one piece of an answer, without the pieces nested in it."""
    match piece:
        case FileRef():
            yield from _path_problems(piece.path, f"{where}.path")
        case SymbolRef():
            yield from _identity_problems(piece.symbol_id, f"{where}.symbolId")
        case ChunkRef():
            yield from _identity_problems(piece.chunk_uid, f"{where}.chunkUid")
        case CandidateRef():
            yield from _candidate_problems(piece, where)
        case ReferenceEnvelope():
            yield from _envelope_problems(piece, where)
        case WitnessPathV1():
            yield from _witness_path_problems(piece, where)
        case EdgeEvidence():
            yield from _evidence_problems(piece, where)
        case _:
            pass
    yield from _edge_type_problems(piece, where)
    file = getattr(piece, "file", None)
    if isinstance(file, str):
        yield from _path_problems(file, f"{where}.file")


def _edge_type_problems(piece: object, where: str) -> Iterator[DocumentProblem]:
    known = EDGE_TYPES | {_OVERRIDES} if isinstance(piece, PieceUseV1) else EDGE_TYPES
    one, several = getattr(piece, "edge_type", None), getattr(piece, "edge_types", ())
    named = {f"{where}.edgeType": one} if isinstance(one, str) else {}
    if isinstance(several, tuple):
        named |= {f"{where}.edgeTypes[{place}]": each for place, each in enumerate(several)}
    for place, each in named.items():
        if each == "contains" and isinstance(piece, GraphEdgeV1 | PathEdge):
            yield broken_rule(
                place,
                "containment",
                "containment is structure, and in none of the graphs that answers follow",
                "leave the edge out",
            )
        if each not in known:
            yield broken_rule(
                place,
                "unknown_edge_type",
                f"{each!r} is no type of edge",
                f"write one of {', '.join(sorted(known))}",
            )


def _path_problems(path: str, where: str) -> Iterator[DocumentProblem]:
    if not is_relative_posix_path(path):
        yield broken_rule(
            where,
            "not_a_path",
            f"{path!r} is no path from the root of the repository",
            "write it with / and without .., as the repository has it",
        )


def _identity_problems(identity: str, where: str) -> Iterator[DocumentProblem]:
    if not identity:
        yield broken_rule(where, "no_identity", "the identity is empty", "write the id that the index has")


def _candidate_problems(candidate: CandidateRef, where: str) -> Iterator[DocumentProblem]:
    if not (candidate.chunk_uid or candidate.symbol_id or candidate.path):
        yield broken_rule(
            where,
            "no_identity",
            "the candidate has no identity",
            "give it a chunkUid, a symbolId or a path",
        )
    if candidate.path:
        yield from _path_problems(candidate.path, f"{where}.path")


def _envelope_problems(envelope: ReferenceEnvelope, where: str) -> Iterator[DocumentProblem]:
    is_resolved = envelope.status == "resolved"
    if envelope.resolved is None:
        if is_resolved:
            yield broken_rule(
                f"{where}.resolved",
                "not_resolved",
                "the status is resolved, but nothing is",
                "name the candidate that is meant, or write another status",
            )
        return
    if not is_resolved:
        yield broken_rule(
            f"{where}.resolved",
            "resolved_too_much",
            f"the status is {envelope.status}, so that nothing may be resolved",
            "write null, or the status resolved",
        )
    if envelope.resolved not in envelope.candidates:
        yield broken_rule(
            f"{where}.resolved",
            "no_candidate",
            "what it is resolved to is none of the candidates",
            "write it among the candidates, in the same words",
        )


def _witness_path_problems(path: WitnessPathV1, where: str) -> Iterator[DocumentProblem]:
    if len(path.nodes) != path.distance + 1:
        yield broken_rule(
            f"{where}.nodes",
            "wrong_length",
            f"a path of {count_of(path.distance, 'step')} has {count_of(path.distance + 1, 'node')}, not {len(path.nodes)}",
            "list the seed, each node on the path, and the target",
        )
    if not path.nodes or path.nodes[-1] != path.to:
        yield broken_rule(f"{where}.nodes", "wrong_end", "the path does not end at `to`", "end it with `to`")
    places = path.unresolved_at
    if path.partial != bool(places):
        yield broken_rule(
            f"{where}.partial",
            "wrong_partial",
            "partial and unresolvedAt contradict each other",
            "a path is partial if, and only if, unresolvedAt names a place",
        )
    if list(places) != sorted(set(places)) or any(not 0 <= place < len(path.nodes) for place in places):
        yield broken_rule(
            f"{where}.unresolvedAt",
            "wrong_place",
            "it names places that the path does not have, or not in order",
            "name places of `nodes`, from 0 on, each once",
        )
    yield from _step_problems(path, where)


def _step_problems(path: WitnessPathV1, where: str) -> Iterator[DocumentProblem]:
    if path.edges is None:
        return
    if len(path.edges) != path.distance:
        yield broken_rule(
            f"{where}.edges",
            "wrong_length",
            f"a path of {count_of(path.distance, 'step')} has as many edges, not {len(path.edges)}",
            "list one edge for each step",
        )
        return
    for place, (edge, *ends) in enumerate(zip(path.edges, path.nodes, path.nodes[1:], strict=False)):
        if sorted(map(node_key, (edge.from_, edge.to))) != sorted(map(node_key, ends)):
            yield broken_rule(
                f"{where}.edges[{place}]",
                "no_step",
                f"the edge does not join nodes {place} and {place + 1} of the path",
                "name the edge that was followed, in its own direction",
            )
    sure = [1.0 if edge.confidence is None else edge.confidence for edge in path.edges]
    is_known = path.confidence is not None and all(edge.confidence is not None for edge in path.edges)
    if is_known and abs(math.prod(sure) - (path.confidence or 0.0)) > _ROUNDING:
        yield broken_rule(
            f"{where}.confidence",
            "wrong_confidence",
            "the confidence of the path is not the product of those of its edges",
            f"write {round(math.prod(sure), 6)}",
        )


def _evidence_problems(evidence: EdgeEvidence, where: str) -> Iterator[DocumentProblem]:
    if evidence.n_sites and evidence.n_sites < len(evidence.sites):
        yield broken_rule(
            f"{where}.nSites",
            "wrong_count",
            f"{count_of(evidence.n_sites, 'place')} counted, {len(evidence.sites)} listed",
            "count all places, also those that a cap left out",
        )
