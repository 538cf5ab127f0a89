"""Bookkeeping of the breadth-first listings (v1, v2): visited nodes, layers, sizes."""

from codeshed.footprint.reach import Reach, Step


class ListingVisit:
    """Records the nodes that a listing visits."""

    def __init__(self, sizes: list[int]) -> None:
        self._sizes = sizes
        self._steps: list[Step] = []
        self.visited: set[int] = set()
        self.entered: set[int] = set()
        self.reversed: set[int] = set()
        self.total_size = 0

    def add(self, step: Step) -> None:
        """Record the node of a step."""
        self.visited.add(step.row)
        self._steps.append(step)
        self.total_size += self._sizes[step.row]

    def reach(self) -> Reach:
        """Return what was visited."""
        n_layers = max((step.depth + 1 for step in self._steps), default=0)
        layers: list[list[int]] = [[] for _ in range(n_layers)]
        for step in self._steps:
            layers[step.depth].append(step.row)
        return Reach(
            rows=tuple(step.row for step in self._steps),
            layers=tuple(tuple(layer) for layer in layers),
            steps=tuple(self._steps),
            entered=frozenset(self.entered),
            reversed=frozenset(self.reversed),
            total_size=self.total_size,
        )
