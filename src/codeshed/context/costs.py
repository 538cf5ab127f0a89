"""What the parts of a context cost, in the unit of its budget.

Turns: parts in the order of their worth → how many of them fit.
"""

from collections.abc import Callable, Sequence
from typing import Generic, Protocol, TypeVar

from codeshed.context.marks import PieceMark
from codeshed.model.answer_pieces import GraphEdgeV1, GraphNodeV1
from codeshed.model.context import TypeFactV1
from codeshed.model.references import SeedRef

ABSENT = -1
"""So many items are there of a slice that is not there at all."""

_Item = TypeVar("_Item")


class PieceCosts(Protocol):
    """What a piece costs in the format that is written."""

    @property
    def piece_frame(self) -> int:
        """About how many tokens stand around the text of a piece, whatever it is: good enough for an order."""

    def piece(self, text: str, path: str, symbol: str, mark: PieceMark) -> int:
        """Return what a piece with this text takes, and what stands beside it."""

    def heading(self, path: str) -> int:
        """Return what it takes to begin with a file."""


class PartCosts(PieceCosts, Protocol):
    """What each part costs in the format that is written."""

    @property
    def slice_factor(self) -> float:
        """By how much slices are longer in this format than in plain lines."""

    def excerpt(self, text: str) -> int:
        """Return what the text of a seed takes."""

    def fact(self, fact: TypeFactV1) -> int:
        """Return what a type fact takes."""

    def edge(self, edge: GraphEdgeV1, starts: frozenset[str]) -> int:
        """Return what an edge takes, which may begin or end at one of the seeds."""

    def node(self, node: GraphNodeV1) -> int:
        """Return what a node takes."""

    def slice_frame(self, seed: SeedRef | None = None) -> int:
        """Return what stands around a slice; that of a graph names its seed."""


class CostedSlice(Generic[_Item]):
    """Items of a slice, the dearest first; what they cost is found out as far as it is asked for."""

    def __init__(self, items: Sequence[_Item], frame: int, cost: Callable[[_Item], int]) -> None:
        self.items = tuple(items)
        self._cost = cost
        self._sums = [frame]

    def cost(self, n_items: int) -> int:
        """Return what the first items take, with what stands around them."""
        if n_items == ABSENT:
            return 0
        while len(self._sums) <= n_items:
            self._sums.append(self._sums[-1] + self._cost(self.items[len(self._sums) - 1]))
        return self._sums[n_items]

    @property
    def whole(self) -> int:
        """What all items take."""
        return self.cost(len(self.items))

    def n_within(self, allowed: int) -> int:
        """Return how many of the first items take no more than is allowed; `ABSENT` if that is none of several."""
        n_items = 0
        if self.cost(0) > allowed:
            return ABSENT
        while n_items < len(self.items) and self.cost(n_items + 1) <= allowed:
            n_items += 1
        return ABSENT if self.items and not n_items else n_items
