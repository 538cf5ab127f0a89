"""Which edges say that one piece of code uses another.

Turns: CodeGraph → the ends of all edges that are likely, between nodes of the repository.
"""

import msgspec
import numpy as np
import numpy.typing as npt

from codeshed.graph.data.arrays import Bytes, Flags, Longs
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.kinds import EdgeKind, NodeFlag
from codeshed.graph.walk.frontier import is_dependency

_USES = (
    EdgeKind.CALL,
    EdgeKind.READ,
    EdgeKind.WRITE,
    EdgeKind.INHERITS,
    EdgeKind.OVERRIDDEN_BY,
    EdgeKind.ANNOTATES,
    EdgeKind.USAGE,
    EdgeKind.IMPORT,
)
_MIN_CONFIDENCE = 50


class Uses(msgspec.Struct, frozen=True, kw_only=True):
    """Edges as columns: who uses what, of which kind, and how sure that is, from 0.5 to 1."""

    sources: Longs
    targets: Longs
    kinds: Bytes
    confidences: npt.NDArray[np.float64]

    def only(self, is_kept: Flags) -> "Uses":
        """Return the edges of a mask."""
        return Uses(
            sources=self.sources[is_kept],
            targets=self.targets[is_kept],
            kinds=self.kinds[is_kept],
            confidences=self.confidences[is_kept],
        )


def find_uses(graph: CodeGraph) -> Uses:
    """Return the edges from confidence .5 on, between nodes of the repository."""
    edges, nodes = graph.edges, graph.nodes
    is_own = (nodes.flags & int(NodeFlag.EXTERNAL)) == 0
    is_use = np.isin(edges.kinds, _USES) & (edges.confidence >= _MIN_CONFIDENCE)
    is_use &= is_own[edges.sources] & is_own[edges.targets] & (edges.sources != edges.targets)
    rows = np.flatnonzero(is_use)
    rows = rows[is_dependency(graph, rows)]
    return Uses(
        sources=edges.sources[rows].astype(np.int64),
        targets=edges.targets[rows].astype(np.int64),
        kinds=np.asarray(edges.kinds[rows]),
        confidences=edges.confidence[rows] / 100,
    )
