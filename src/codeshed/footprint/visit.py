"""The bookkeeping of a breadth-first listing: who was visited, in which layer, how large it is."""

from codeshed.footprint.reach import Reach, Step


class Visit:
    """Grows node by node while a listing runs."""

    def __init__(self, sizes: list[int]) -> None:
        self._sizes = sizes
        self._steps: list[Step] = []
        self.visited: set[int] = set()
        self.entered: set[int] = set()
        self.reversed: set[int] = set()
        self.total_size = 0

    def add(self, step: Step) -> None:
        """Visit the node of a step."""
        self.visited.add(step.row)
        self._steps.append(step)
        self.total_size += self._sizes[step.row]

    def reach(self) -> Reach:
        """Return what was visited; layers grow as depths need them."""
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
