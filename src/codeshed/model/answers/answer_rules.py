"""Validates bounded answers: the invariants that their types can't express.

Turns: an answer → DocumentProblems. The rules depend on the fields of an answer (`basis`, `nodes`, `impacted`, …), not on
its type, so that all answers keep the same ones. `docs/reference/analysis-schemas.md` lists them.
"""

from collections.abc import Hashable, Iterator, Sequence
from typing import Protocol, TypeVar, runtime_checkable

import msgspec

from codeshed.model.answers.answer_basis import ContextBasis
from codeshed.model.answers.answer_graph import GraphEdgeV1, GraphNodeV1, WitnessPathV1, edge_key
from codeshed.model.answers.caps import Caps
from codeshed.model.answers.context_answer import GraphSliceV1
from codeshed.model.answers.context_rules import compact_context_problems, context_problems
from codeshed.model.answers.figure_rules import figure_problems
from codeshed.model.answers.impact_order import impact_order
from codeshed.model.answers.node_references import (
    CandidateRef,
    ChunkRef,
    FileRef,
    NodeRef,
    ReferenceEnvelope,
    SeedRef,
    SymbolRef,
    candidate_key,
    is_folder,
    node_key,
)
from codeshed.model.answers.piece_rules import piece_problems
from codeshed.model.answers.question_rules import question_problems
from codeshed.model.answers.truncation import (
    MAX_WARNINGS,
    MORE_WARNINGS,
    TruncationRecord,
    WarningRecord,
    n_cuts,
)
from codeshed.model.count_phrases import count_of, is_or_are
from codeshed.model.document_problem import DocumentProblem, broken_rule, order_problems

CAP_BY_ARRAY = {
    "nodes": "max_nodes",
    "edges": "max_edges",
    "paths": "max_paths",
    "impacted": "max_nodes",
    "neighbours": "max_nodes",
    "possibleUsers": "max_nodes",
    "functions": "max_nodes",
    "centralCode": "max_nodes",
    "violations": "max_edges",
    "dependencies": "max_edges",
    "reverse": "max_edges",
    "openCalls": "max_call_sites",
    "candidates": "max_candidates",
    "bestFiles": "max_candidates",
    "matches": "max_candidates",
    "sites": "max_call_sites",
    "callSiteIds": "max_call_sites",
    "facts": "max_type_entries",
    "observedCalls": "max_calls_per_symbol",
    "brokenCalls": "max_calls_per_symbol",
    "flows": "max_risk_flows",
    "callSites": "max_risk_evidence_per_flow",
    "suggestions": "max_suggestions",
    "tests": "max_tests_per_file",
    "testers": "max_suggestions",
    "untested": "max_nodes",
}
"""Which cap bounds an array, by the array's name."""

_Item = TypeVar("_Item")

_FIELD_BY_CAP = dict(zip(Caps.__struct_encode_fields__, Caps.__struct_fields__, strict=True))


@runtime_checkable
class Impacted(Protocol):
    """A node that a change reaches, with its witness path."""

    @property
    def ref(self) -> NodeRef:
        """Which node it is."""

    @property
    def distance(self) -> int:
        """How many edges its path has."""

    @property
    def steps(self) -> int | None:
        """How many steps these are, if some edge is no step."""

    @property
    def users(self) -> int:
        """By how many edges it is used."""

    @property
    def is_test(self) -> bool:
        """Whether it is part of the tests."""

    @property
    def confidence(self) -> float | None:
        """How sure it is."""

    @property
    def partial(self) -> bool:
        """Whether something on the path is not resolved."""

    @property
    def witness_path(self) -> WitnessPathV1 | None:
        """The path from the change to it."""


def answer_problems(answer: msgspec.Struct) -> tuple[DocumentProblem, ...]:
    """Return all broken rules of an answer, in the order of its fields."""
    return (*compact_context_problems(answer, "$"), *_iter_problems(answer, "$", None))


def _iter_problems(value: object, where: str, caps: Caps | None) -> Iterator[DocumentProblem]:
    if isinstance(value, tuple):
        for index, item in enumerate(value):
            yield from _iter_problems(item, f"{where}[{index}]", caps)
    if not isinstance(value, msgspec.Struct):
        return
    basis = getattr(value, "basis", None)
    if isinstance(basis, ContextBasis):
        caps = basis.caps_used
        yield from _basis_problems(value, basis, where)
        yield from figure_problems(value, basis, where)
        yield from _graph_problems(value, where)
        yield from _impact_problems(value, where)
        yield from context_problems(value, where)
        yield from question_problems(value, where)
    elif isinstance(value, GraphSliceV1):
        yield from _graph_problems(value, where)
    yield from piece_problems(value, where)
    names = zip(value.__struct_fields__, value.__struct_encode_fields__, strict=True)
    for name, written in names:
        field = getattr(value, name)
        if caps is not None and isinstance(field, tuple) and not _is_path(value, name):
            yield from _cap_problems(field, written, f"{where}.{written}", caps)
        yield from _iter_problems(field, f"{where}.{written}", caps)


def _is_path(value: msgspec.Struct, name: str) -> bool:
    """Whether an array is one path: no cap bounds the length of that."""
    return isinstance(value, WitnessPathV1) or (name == "nodes" and hasattr(value, "attempts"))


def _cap_problems(array: Sequence[object], name: str, where: str, caps: Caps) -> Iterator[DocumentProblem]:
    field = CAP_BY_ARRAY.get(name)
    limit = None if field is None else getattr(caps, field)
    if limit is not None and len(array) > limit:
        yield broken_rule(
            where,
            "over_cap",
            f"{len(array)} {is_or_are(len(array))} listed, the cap is {limit}",
            "leave out what the cap leaves out, with a truncation record",
        )


def _basis_problems(answer: object, basis: ContextBasis, where: str) -> Iterator[DocumentProblem]:
    records = _all_of(answer, "truncation", TruncationRecord)
    is_cut = n_cuts(records) > 0
    if (basis.kind == "exact") is bool(basis.causes) or (basis.kind == "exact" and is_cut):
        yield broken_rule(
            f"{where}.basis.kind",
            "wrong_basis",
            f"it is {basis.kind}, with {count_of(len(basis.causes), 'cause')} and "
            f"{count_of(len(records), 'record')} of what was cut",
            "an answer is exact if nothing was cut and there is no cause why something may be missing",
        )
    seen: set[Hashable] = set()
    for index, record in enumerate(records):
        place = f"{where}.truncation[{index}]"
        if (record.scope, record.cap) in seen:
            yield broken_rule(
                place, "second_record", f"{record.cap} has another record", "write one for each cap"
            )
        seen.add((record.scope, record.cap))
        # Of other answers than contracts, the caps of symbols and warnings are fixed.
        is_fixed = record.cap in {"maxSymbols", "maxWarnings"} and record.scope != "apiContracts"
        field = None if is_fixed else _FIELD_BY_CAP.get(record.cap)
        if field is not None and getattr(basis.caps_used, field) != record.limit:
            yield broken_rule(
                f"{place}.limit",
                "wrong_limit",
                f"the limit is {record.limit}, but {record.cap} is {getattr(basis.caps_used, field)}",
                "write the caps in `basis` that the answer was made with",
            )
        if not record.note:
            yield broken_rule(f"{place}.note", "no_remedy", "the record has no note", "say what lets more in")
    warnings = _all_of(answer, "warnings", WarningRecord)
    n_shown = sum(each.code != MORE_WARNINGS for each in warnings)
    if n_shown > MAX_WARNINGS or len(warnings) > n_shown + 1:
        yield broken_rule(
            f"{where}.warnings",
            "over_cap",
            f"there are {len(warnings)} warnings",
            f"write at most {MAX_WARNINGS}, and then one with the code {MORE_WARNINGS} that counts the rest",
        )


def _graph_problems(answer: object, where: str) -> Iterator[DocumentProblem]:
    """Check the nodes, edges and paths of an answer that has them."""
    nodes = _all_of(answer, "nodes", GraphNodeV1)
    edges = _all_of(answer, "edges", GraphEdgeV1)
    paths = _all_of(answer, "paths", WitnessPathV1)
    yield from order_problems(
        [(each.distance or 0, node_key(each.ref)) for each in nodes], f"{where}.nodes", "distance and key"
    )
    yield from order_problems(
        [edge_key(each) for each in edges],
        f"{where}.edges",
        "the key of `from`, edgeType, the key of `to`, confidence and call",
        is_strict=False,
    )
    yield from order_problems(
        [(each.distance, node_key(each.to)) for each in paths], f"{where}.paths", "distance and key"
    )
    distance_by_key = {node_key(each.ref): each.distance for each in nodes}
    if isinstance(getattr(answer, "nodes", None), tuple):
        yield from _seed_problems(getattr(answer, "seed", None), distance_by_key, where)
    for name, array in (("nodes", nodes), ("edges", edges), ("paths", paths)):
        counted = getattr(getattr(getattr(answer, "stats", None), "counts", None), f"{name}_returned", None)
        if counted is not None and counted != len(array):
            yield broken_rule(
                f"{where}.stats.counts.{name}Returned",
                "wrong_count",
                f"{counted} counted, {len(array)} there",
                "count what is listed",
            )
    for index, edge in enumerate(edges):
        for end, name in ((edge.from_, "from"), (edge.to, "to")):
            if not any(key in distance_by_key for key in _keys_of(end)):
                yield broken_rule(
                    f"{where}.edges[{index}].{name}",
                    "unknown_end",
                    "the end of the edge is none of the nodes",
                    "list edges between nodes of the answer only",
                )
    for index, path in enumerate(paths):
        if distance_by_key.get(node_key(path.to), path.distance) != path.distance:
            yield broken_rule(
                f"{where}.paths[{index}].distance",
                "wrong_distance",
                "the path is longer or shorter than the distance of its target",
                "give a shortest path",
            )


def _seed_problems(
    seed: object, distance_by_key: dict[str, int | None], where: str
) -> Iterator[DocumentProblem]:
    resolved = seed.resolved if isinstance(seed, ReferenceEnvelope) else seed
    if isinstance(seed, ReferenceEnvelope) and is_folder(seed):
        keys = [candidate_key(each) or "" for each in seed.candidates]
        far = [each for each in keys if distance_by_key.get(each, 0)]
        if far:
            yield broken_rule(
                f"{where}.nodes",
                "no_seed",
                f"{far[0]!r} is a module of the seed, and not at distance 0",
                "list the modules of a folder with the distance 0",
            )
    match resolved:
        case CandidateRef():
            key = candidate_key(resolved)
        case ChunkRef() | SymbolRef() | FileRef():
            key = node_key(resolved)
        case _:
            key = None
    if key is not None and distance_by_key.get(key) != 0:
        yield broken_rule(
            f"{where}.nodes",
            "no_seed",
            f"the seed {key!r} is not among the nodes at distance 0",
            "list the seed first, with the distance 0",
        )


def _steps(each: Impacted) -> int:
    return each.distance if each.steps is None else each.steps


def _impact_problems(answer: object, where: str) -> Iterator[DocumentProblem]:
    """Check the nodes of an impact answer."""
    listed = getattr(answer, "impacted", None)
    impacted = [each for each in listed or () if isinstance(each, Impacted)]
    yield from order_problems(
        [
            impact_order(
                is_test=each.is_test,
                steps=_steps(each),
                confidence=each.confidence or 0.0,
                users=each.users,
                key=node_key(each.ref),
            )
            for each in impacted
        ],
        f"{where}.impacted",
        "production before tests, steps, bands of confidence, confidence times log2(2 + users) downwards, and key",
    )
    depth = getattr(answer, "depth", None)
    for index, each in enumerate(impacted):
        place = f"{where}.impacted[{index}]"
        steps = _steps(each)
        if not 0 <= steps <= each.distance or not each.distance or (isinstance(depth, int) and steps > depth):
            yield broken_rule(
                f"{place}.distance",
                "wrong_distance",
                f"the distance {each.distance} in {count_of(steps, 'step')} is not within 1 and a depth of {depth}",
                "leave out the seeds, and what is farther away than the depth; steps are never more than the distance",
            )
        path = each.witness_path
        if path is not None and (path.to != each.ref or path.distance != each.distance):
            yield broken_rule(
                f"{place}.witnessPath",
                "wrong_end",
                "the path leads elsewhere, or has another length",
                "give a shortest path to the node",
            )
        if path is not None and path.partial and not each.partial:
            yield broken_rule(
                f"{place}.partial",
                "wrong_partial",
                "its path is partial, and the node is not",
                "a node is partial if its path is",
            )


def _keys_of(end: SeedRef) -> tuple[str | None, ...]:
    if isinstance(end, ReferenceEnvelope):
        return tuple(candidate_key(each) for each in end.candidates)
    return (node_key(end),)


def _all_of(answer: object, name: str, kind: type[_Item]) -> list[_Item]:
    return [each for each in getattr(answer, name, None) or () if isinstance(each, kind)]
