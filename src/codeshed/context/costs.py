"""Costs of the parts of a context, in units of its budget.

Turns: items in the order of their value → how many of the first ones fit.
"""

from collections.abc import Callable, Sequence
from typing import Generic, Protocol, TypeVar

from codeshed.context.piece_marks import PieceMark
from codeshed.model.answers.answer_graph import GraphEdgeV1, GraphNodeV1
from codeshed.model.answers.context_answer import RiskFlowSummaryV1, TypeFactV1
from codeshed.model.answers.node_references import SeedRef

ABSENT = -1
"""The number of items of a slice that is not there at all, frame included."""

_Item = TypeVar("_Item")


class PieceCosts(Protocol):
    """The cost of pieces in the output format."""

    @property
    def piece_frame(self) -> int:
        """About how many tokens surround the text of a piece: exact enough to rank pieces."""

    def piece(self, text: str, path: str, symbol: str, mark: PieceMark) -> int:
        """Return the cost of a piece with this text and mark."""

    def heading(self, path: str) -> int:
        """Return the cost of a file's heading."""


class PartCosts(PieceCosts, Protocol):
    """The cost of each part in the output format."""

    @property
    def slice_factor(self) -> float:
        """How much longer slices are in this format than in plain lines."""

    def excerpt(self, text: str) -> int:
        """Return the cost of the text of a seed."""

    def fact(self, fact: TypeFactV1) -> int:
        """Return the cost of a type fact."""

    def edge(self, edge: GraphEdgeV1, starts: frozenset[str]) -> int:
        """Return the cost of an edge, which may begin or end at one of the seeds."""

    def node(self, node: GraphNodeV1) -> int:
        """Return the cost of a node."""

    def flow(self, flow: RiskFlowSummaryV1) -> int:
        """Return the cost of a risk flow."""

    def slice_frame(self, seed: SeedRef | None = None) -> int:
        """Return the cost of the frame around a slice; that of a graph names its seed."""


class CostedSlice(Generic[_Item]):
    """Items of a slice, the most valuable first, with cumulative costs that are computed on demand."""

    def __init__(self, items: Sequence[_Item], frame: int, cost: Callable[[_Item], int]) -> None:
        self.items = tuple(items)
        self._cost = cost
        self._sums = [frame]

    def cost(self, n_items: int) -> int:
        """Return the cost of the first items with their frame."""
        if n_items == ABSENT:
            return 0
        while len(self._sums) <= n_items:
            self._sums.append(self._sums[-1] + self._cost(self.items[len(self._sums) - 1]))
        return self._sums[n_items]

    @property
    def whole(self) -> int:
        """The cost of all items."""
        return self.cost(len(self.items))

    def n_within(self, allowed: int) -> int:
        """Return how many of the first items fit; ABSENT if the frame or the first item does not."""
        n_items = 0
        if self.cost(0) > allowed:
            return ABSENT
        while n_items < len(self.items) and self.cost(n_items + 1) <= allowed:
            n_items += 1
        return ABSENT if self.items and not n_items else n_items
