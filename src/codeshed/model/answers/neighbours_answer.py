"""The answer to `callers` and `callees`. `docs/reference/questions.md` explains it."""

import enum

import msgspec

from codeshed.model.answers.answer_basis import Basis
from codeshed.model.answers.answer_graph import EdgeSite, GraphNodeV1, Version
from codeshed.model.answers.node_references import Confidence, NodeRef, SeedRef, node_key
from codeshed.model.answers.truncation import TruncationRecord, WarningRecord


class Side(enum.StrEnum):
    """The direction: symbols that use the seed, or symbols that it uses."""

    CALLERS = "callers"
    CALLEES = "callees"


class Neighbour(msgspec.Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """One caller or callee, with its edge types, confidence and sites.

    `is_candidate` says that it is one of several possible targets of an ambiguous call. With `through`, the call is of that
    method, and an override may run instead. `members` are the seed's members that are involved, if the seed is a type, module
    or folder. `is_test` says that it is part of the tests.
    """

    node: GraphNodeV1
    edge_types: tuple[str, ...]
    confidence: Confidence
    provenance: str
    n_sites: int
    sites: tuple[EdgeSite, ...] = ()
    is_candidate: bool = False
    through: NodeRef | None = None
    members: tuple[NodeRef, ...] = ()
    is_test: bool = False


class PossibleUser(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """Code that uses a member of the seed's name on an object of unknown type; too many members have that name for an edge."""

    node: GraphNodeV1
    confidence: Confidence


class NeighbourCounts(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """The number of neighbours of each kind, and the work units used."""

    calls: int
    other_uses: int
    through_overrides: int
    candidates: int
    work_units_used: int


class NeighboursV1(msgspec.Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """The callers or callees of a seed.

    The order is: calls, other uses, calls through overridden methods, other packages, candidates; within each production before
    tests, then by descending confidence, distance in the folder tree, and key. `n_overloads` counts other definitions of the same name in the same
    scope, which have ids of their own: `f#2`. `possible_users` are no neighbours, but use a member of the seed's name on
    an object of unknown type, so that they may be callers: production before tests, then by descending confidence and id.
    """

    version: Version
    side: Side
    seed: SeedRef
    node: GraphNodeV1 | None
    neighbours: tuple[Neighbour, ...]
    counts: NeighbourCounts
    basis: Basis
    n_overloads: int = 0
    possible_users: tuple[PossibleUser, ...] = ()
    truncation: tuple[TruncationRecord, ...] = ()
    warnings: tuple[WarningRecord, ...] = ()


def neighbour_key(
    entry: Neighbour, seed_file: str | None
) -> tuple[bool, bool, bool, bool, bool, float, int, str]:
    """Return the sort key of a neighbour."""
    return (
        entry.is_candidate,
        entry.node.kind == "external",
        entry.through is not None,
        "call" not in entry.edge_types,
        entry.is_test,
        -entry.confidence,
        _folder_distance(entry.node.file, seed_file),
        node_key(entry.node.ref),
    )


def _folder_distance(file: str | None, other: str | None) -> int:
    """Return the distance of two files in the folder tree: 0 for the same one; other packages are farthest."""
    if file == other:
        return 0
    if file is None or other is None:
        return 1000
    parts, others = file.split("/")[:-1], other.split("/")[:-1]
    n_shared = 0
    for part, own in zip(parts, others, strict=False):
        if part != own:
            break
        n_shared += 1
    return 1 + len(parts) + len(others) - 2 * n_shared
