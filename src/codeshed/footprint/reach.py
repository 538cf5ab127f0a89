"""The result of a footprint computation: nodes in order, layers, and the steps that reached them."""

import enum
from collections.abc import Sequence

import msgspec


class Arrival(enum.IntEnum):
    """How a node was reached: as a start, along an edge, or against one."""

    START = 0
    CALL = 1
    READ = 6
    WRITE = 7
    OVERRIDDEN_BY = 8
    ANNOTATES = 9
    SHARED_STATE_WRITE = 32
    CALL_IN = 33

    @property
    def label(self) -> str:
        """The name in every output; the forward ones are those of the edge kinds."""
        return "overriddenBy" if self is Arrival.OVERRIDDEN_BY else self.name.lower()


class Decision(enum.Enum):
    """Whether the walk stopped at a node or went on."""

    BOUNDARY = "boundary"
    TRANSPARENT = "transparent"


class Step(msgspec.Struct, frozen=True):
    """One arrival that reached a node, or that asked for more of it than earlier ones."""

    row: int
    arrival: Arrival
    source: int | None
    decision: Decision | None
    depth: int


class Reach(msgspec.Struct, frozen=True, kw_only=True):
    """The nodes of a footprint in order; layers by depth.

    `entered` are the nodes whose body was followed, `reversed` those whose callers or writers were asked for.
    """

    rows: tuple[int, ...]
    layers: tuple[tuple[int, ...], ...]
    steps: tuple[Step, ...]
    entered: frozenset[int]
    reversed: frozenset[int]
    total_size: int


def trim_empty_layers(layers: Sequence[tuple[int, ...]]) -> tuple[tuple[int, ...], ...]:
    """Drop empty layers at the end; the index of a layer is its depth."""
    n_layers = max((depth + 1 for depth, layer in enumerate(layers) if layer), default=0)
    return tuple(layers[:n_layers])
