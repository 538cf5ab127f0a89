"""What was done to an index, and what is in it now?

Turns: CodeGraph and the figures of a run → IndexSummary.
"""

import enum

import msgspec

from codeshed.graph.call_shares import CallShares
from codeshed.graph.code_graph import CodeGraph
from codeshed.graph.kinds import NodeFlag
from codeshed.model.limits import WarningRecord


class Action(enum.StrEnum):
    """What was done to an index."""

    BUILT = "built"
    UPDATED = "updated"
    UNCHANGED = "unchanged"


class GraphFigures(msgspec.Struct, frozen=True, kw_only=True):
    """How much a graph holds: symbols of the repository, those it uses of other packages, edges, calls by outcome."""

    n_symbols: int
    n_external_symbols: int
    n_edges: int
    calls: CallShares


class IndexSummary(msgspec.Struct, frozen=True, kw_only=True):
    """What was done to an index, and what is in it now.

    `reason` says why it was built from nothing, and is empty if it was not. `n_resolved` counts the files that were
    resolved again, because they changed or because others did. `started_from` is the saved index that it was brought up
    to date from, `saved_as` the one that was written afterwards. `seconds` is for people: nothing else depends on it.
    """

    action: Action
    reason: str
    n_changed: int
    n_removed: int
    n_resolved: int
    n_files: int
    figures: GraphFigures
    types: str
    commit: str
    tree_hash: str
    index_dir: str
    n_bytes: int
    seconds: float
    started_from: str | None
    saved_as: str | None
    warnings: tuple[WarningRecord, ...]


def graph_figures(graph: CodeGraph) -> GraphFigures:
    """Count what a graph holds."""
    n_external = int(((graph.nodes.flags & int(NodeFlag.EXTERNAL)) != 0).sum())
    return GraphFigures(
        n_symbols=len(graph.nodes) - n_external,
        n_external_symbols=n_external,
        n_edges=len(graph.edges),
        calls=graph.calls,
    )
