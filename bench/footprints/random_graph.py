"""A random graph as a footprint policy sees it, with a wanted share of transparent edges.

Turns: GraphRecipe → FootprintView. The same recipe always gives the same view.

An edge is transparent when its arrival asks for more than the target itself: for a function's body, or for a
variable's writers. A write asks for no writers, so a write is never transparent. In the variant `forward` all
contracts are complete and no variable can change: only bodies are asked for, nobody's callers or writers. In the
variant `reverse` every transparent function is incomplete and every transparent variable mutable.
"""

import enum
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from codeshed.footprint.closure import BODY, REVERSE, arrival_states
from codeshed.footprint.view import FootprintView, LineEdges
from codeshed.graph.data.arrays import Bytes, Ints
from codeshed.graph.data.kinds import EdgeKind
from codeshed.graph.data.statements import no_statements

_Flags: TypeAlias = NDArray[np.bool_]

VARIABLE_SHARE = 0.2
SHARE_BY_KIND = {
    EdgeKind.CALL: 0.60,
    EdgeKind.READ: 0.20,
    EdgeKind.WRITE: 0.08,
    EdgeKind.OVERRIDDEN_BY: 0.07,
    EdgeKind.ANNOTATES: 0.05,
}
_VARIABLE_KINDS = (EdgeKind.READ, EdgeKind.WRITE)
_MAX_SIZE = 400
_KINDS = 16


def random_view(recipe: "GraphRecipe") -> FootprintView:
    """Make the graph of a recipe."""
    random = np.random.default_rng(recipe.seed)
    n_nodes = recipe.n_nodes
    is_variable = np.zeros(n_nodes, dtype=np.bool_)
    is_variable[random.permutation(n_nodes)[: int(n_nodes * VARIABLE_SHARE)]] = True
    sources, targets, kinds = _random_edges(random, recipe, is_variable)
    is_reverse = recipe.variant is Variant.REVERSE
    can_open = np.isin(kinds, (EdgeKind.CALL, EdgeKind.OVERRIDDEN_BY, EdgeKind.ANNOTATES))
    if is_reverse:
        can_open |= kinds == EdgeKind.READ
    is_open = _chosen_nodes(random, recipe, targets[can_open])
    is_open_function = is_open & ~is_variable
    nowhere = np.zeros(n_nodes, dtype=np.bool_)
    return FootprintView(
        sizes=random.integers(1, _MAX_SIZE + 1, n_nodes),
        sources=sources,
        targets=targets,
        kinds=kinds,
        lines=LineEdges(sources=sources, targets=targets, kinds=kinds, statements=no_statements(len(kinds))),
        is_variable=is_variable,
        is_external=nowhere,
        is_test=nowhere,
        is_boundary=~is_variable & ~is_open,
        is_incomplete=is_open_function if is_reverse else nowhere,
        is_plain_incomplete=is_open_function if is_reverse else nowhere,
        is_mutable=(is_open & is_variable) if is_reverse else nowhere,
        n_left_out=np.zeros(n_nodes, dtype=np.int32),
        n_left_out_reverse=np.zeros(n_nodes, dtype=np.int32),
    )


def transparent_share(view: FootprintView) -> float:
    """Return the share of edges whose arrival asks for a body or for writers, by the policy's own table."""
    states = arrival_states(view)
    asked = np.where(
        view.kinds == EdgeKind.CALL,
        states.by_call[view.targets],
        np.where(view.kinds == EdgeKind.WRITE, states.by_write[view.targets], states.by_use[view.targets]),
    )
    return float(np.mean((asked & (BODY | REVERSE)) != 0))


def _random_edges(
    random: np.random.Generator, recipe: "GraphRecipe", is_variable: _Flags
) -> tuple[Ints, Ints, Bytes]:
    """Draw edges until there are enough distinct ones, and return them by source, target and kind."""
    n_nodes = recipe.n_nodes
    functions = np.flatnonzero(~is_variable)
    variables = np.flatnonzero(is_variable)
    keys = np.zeros(0, dtype=np.int64)
    while len(keys) < recipe.n_edges:
        n_missing = recipe.n_edges - len(keys)
        kinds = random.choice(list(SHARE_BY_KIND), n_missing, p=list(SHARE_BY_KIND.values()))
        targets = np.where(
            np.isin(kinds, _VARIABLE_KINDS),
            random.choice(variables, n_missing),
            random.choice(functions, n_missing),
        )
        sources = random.choice(functions, n_missing)
        keys = np.unique(np.concatenate((keys, (sources * n_nodes + targets) * _KINDS + kinds)))
    pairs, kinds = np.divmod(keys, _KINDS)
    sources, targets = np.divmod(pairs, n_nodes)
    return sources.astype(np.int32), targets.astype(np.int32), kinds.astype(np.uint8)


def _chosen_nodes(random: np.random.Generator, recipe: "GraphRecipe", openable_targets: Ints) -> _Flags:
    """Choose nodes at random until the edges that lead to them are the wanted share of all edges."""
    order = random.permutation(recipe.n_nodes)
    n_arrivals = np.bincount(openable_targets, minlength=recipe.n_nodes)
    n_wanted = recipe.transparent_share * recipe.n_edges
    n_chosen = int(np.searchsorted(np.cumsum(n_arrivals[order]), n_wanted)) + 1
    chosen = np.zeros(recipe.n_nodes, dtype=np.bool_)
    chosen[order[:n_chosen]] = True
    return chosen


class Variant(enum.Enum):
    """Whether only bodies are asked for, or callers and writers too."""

    FORWARD = "forward"
    REVERSE = "reverse"


@dataclass(frozen=True, slots=True, kw_only=True)
class GraphRecipe:
    """What a random graph is made from."""

    variant: Variant
    transparent_share: float
    n_nodes: int = 50_000
    n_edges: int = 300_000
    seed: int = 20_240_917
