"""What a walk could not see, so that its result may be too small.

Turns: WalkResult → Causes. Along edges it is what the nodes on the way call without anyone knowing what; against them it is
every such call of the codebase, since any of them may lead to the seed.
"""

from collections.abc import Sequence

import numpy as np

from codeshed.graph.arrays import NO_ROW
from codeshed.graph.code_graph import CodeGraph
from codeshed.graph.kinds import NodeFlag
from codeshed.graph.walk import Direction, WalkResult
from codeshed.model.basis import (
    AMBIGUOUS_CALLS,
    LOW_CONFIDENCE_EDGES,
    PARTIAL_FILES,
    UNRESOLVED_CALLS,
    Cause,
    caps_cause,
)
from codeshed.model.limits import TruncationRecord

_OF_THESE = "calls of these nodes were not resolved"


def unseen_causes(
    graph: CodeGraph,
    result: WalkResult,
    directions: Sequence[Direction],
    truncation: Sequence[TruncationRecord],
) -> tuple[Cause, ...]:
    """Return why there may be more than a walk found; causes that count nothing are among them."""
    nodes = graph.nodes
    is_backward = Direction.BACKWARD in directions
    rows = np.array(result.rows_entered, dtype=np.int64)
    files = nodes.files[rows]
    is_partial = (nodes.flags[rows] & int(NodeFlag.PARTIAL_FILE)) != 0
    n_partial = len(frozenset(files[is_partial & (files != NO_ROW)].tolist()))
    if is_backward:
        n_unresolved = graph.calls.unresolved
        all_partial = (nodes.flags & int(NodeFlag.PARTIAL_FILE)) != 0
        n_partial = len(frozenset(nodes.files[all_partial].tolist()))
    else:
        n_unresolved = int(nodes.n_unresolved_calls[rows].sum())
    return (
        caps_cause(len(truncation)),
        Cause(
            code=UNRESOLVED_CALLS,
            count=n_unresolved,
            message="calls in the whole codebase were not resolved; any of them may lead here"
            if is_backward
            else _OF_THESE,
        ),
        Cause(
            code=AMBIGUOUS_CALLS,
            count=graph.calls.ambiguous + graph.calls.heuristic if is_backward else 0,
            message="calls may mean several things; those that are like them by name alone are marked",
        ),
        Cause(code=PARTIAL_FILES, count=n_partial, message="files could not be read whole"),
        Cause(
            code=LOW_CONFIDENCE_EDGES,
            count=result.n_unsure_edges,
            message="edges are below the confidence limit and were not followed",
        ),
    )


def unresolved_cause(graph: CodeGraph, rows: Sequence[int]) -> Cause:
    """Return how many calls of some nodes lead nowhere that is known."""
    count = int(graph.nodes.n_unresolved_calls[np.array(rows, dtype=np.int64)].sum())
    return Cause(code=UNRESOLVED_CALLS, count=count, message=_OF_THESE)
