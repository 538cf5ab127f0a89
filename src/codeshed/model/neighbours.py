"""The answer to `callers` and `callees`. `docs/reference/questions.md` explains it."""

import enum

import msgspec

from codeshed.model.answer_pieces import EdgeSite, GraphNodeV1, Version
from codeshed.model.basis import Basis
from codeshed.model.limits import TruncationRecord, WarningRecord
from codeshed.model.references import Confidence, NodeRef, SeedRef, node_key


class Side(enum.StrEnum):
    """Which neighbours: those that use the seed, or those that it uses."""

    CALLERS = "callers"
    CALLEES = "callees"


class Neighbour(msgspec.Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """One caller or callee: how it is connected, how sure that is, and where.

    `is_candidate` says that the call may mean several things, and this is one of them: by its name alone, or because
    nothing tells which. With `through`, the call is one of that method, and what overrides it may run instead. `members`
    are those of the seed that take part, if the seed stands for several.
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


class NeighbourCounts(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """How many neighbours there are of each kind, and how much work it took to find them."""

    calls: int
    other_uses: int
    through_overrides: int
    candidates: int
    work_units_used: int


class NeighboursV1(msgspec.Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """The callers or callees of a seed.

    Calls come before other uses, these before calls through what is overridden, then come other packages, and candidates
    last; within each the surest first, then the nearest in the tree of files, then by key. `n_overloads` counts other
    definitions of the same name in the same place, which have ids of their own: `f#2`.
    """

    version: Version
    side: Side
    seed: SeedRef
    node: GraphNodeV1 | None
    neighbours: tuple[Neighbour, ...]
    counts: NeighbourCounts
    basis: Basis
    n_overloads: int = 0
    truncation: tuple[TruncationRecord, ...] = ()
    warnings: tuple[WarningRecord, ...] = ()


def neighbour_key(entry: Neighbour, seed_file: str | None) -> tuple[bool, bool, bool, bool, float, int, str]:
    """Return the sort key of a neighbour."""
    return (
        entry.is_candidate,
        entry.node.kind == "external",
        entry.through is not None,
        "call" not in entry.edge_types,
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
