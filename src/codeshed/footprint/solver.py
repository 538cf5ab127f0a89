"""One way to ask for a footprint, whatever the policy.

Turns: CodeGraph + options + starts → SolvedFootprint: what is reached, what of it is needed forward, what was cut.
"""

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from codeshed.footprint.closure import ClosureSolver
from codeshed.footprint.closure_all import all_totals
from codeshed.footprint.listing_v1 import solve_v1
from codeshed.footprint.listing_v2 import solve_v2
from codeshed.footprint.options import FootprintOptions, Policy
from codeshed.footprint.reach import Reach
from codeshed.footprint.view import FootprintView, view_for
from codeshed.graph.code_graph import CodeGraph
from codeshed.graph.tables import Longs


@dataclass(frozen=True, slots=True, kw_only=True)
class SolvedFootprint:
    """A footprint, and what it would be without a budget."""

    reach: Reach
    forward_rows: frozenset[int]
    forward_size: int
    uncut_size: int
    n_cut_nodes: int
    n_unresolved_calls: int
    n_left_out_edges: int


class FootprintSolver:
    """Answers for one graph and one set of options, as often as asked."""

    def __init__(self, graph: CodeGraph, options: FootprintOptions) -> None:
        self.options = options
        self.view: FootprintView = view_for(graph, options)
        self._unresolved = graph.nodes.n_unresolved_calls
        self._closure = ClosureSolver(self.view)

    def solve(self, starts: tuple[int, ...]) -> SolvedFootprint:
        """Return the footprint of all starts together."""
        whole = self._reach(starts, None)
        budget = self.options.max_tokens
        reach = whole if budget is None else self._cut(whole, starts, budget)
        forward = self._reach(starts, None, reverse=False)
        forward_rows = frozenset(forward.rows) & frozenset(reach.rows)
        entered = np.array(sorted(reach.entered), dtype=np.int64)
        reverse = np.array(sorted(reach.reversed), dtype=np.int64)
        left_out = self.view.n_left_out[entered].sum() + self.view.n_left_out_reverse[reverse].sum()
        return SolvedFootprint(
            reach=reach,
            forward_rows=forward_rows,
            forward_size=sum(self.view.size_list[row] for row in forward_rows),
            uncut_size=whole.total_size,
            n_cut_nodes=len(whole.rows) - len(reach.rows),
            n_unresolved_calls=int(self._unresolved[entered].sum()),
            n_left_out_edges=int(left_out),
        )

    @cached_property
    def totals(self) -> Longs:
        """The sizes of all footprints without a budget, by row."""
        if self.options.policy is Policy.CLOSURE:
            return all_totals(self.view)
        return np.array(
            [self._reach((row,), None).total_size for row in range(len(self.view))], dtype=np.int64
        )

    def _reach(self, starts: tuple[int, ...], budget: int | None, *, reverse: bool = True) -> Reach:
        match self.options.policy:
            case Policy.CLOSURE:
                return self._closure.solve(starts, reverse=reverse)
            case Policy.V2:
                return solve_v2(self.view, starts, budget, reverse=reverse)
            case Policy.V1:
                return solve_v1(self.view, starts, budget, reverse=reverse)

    def _cut(self, whole: Reach, starts: tuple[int, ...], budget: int) -> Reach:
        """Keep to a budget: the listings by their own rule, the default policy by depth, then symbol."""
        if self.options.policy is not Policy.CLOSURE:
            return self._reach(starts, budget)
        kept: list[int] = []
        total = 0
        for row in whole.rows:
            if total + self.view.size_list[row] > budget:
                break
            kept.append(row)
            total += self.view.size_list[row]
        members = frozenset(kept)
        layers = (tuple(row for row in layer if row in members) for layer in whole.layers)
        return replace(
            whole,
            rows=tuple(kept),
            layers=tuple(layer for layer in layers if layer),
            steps=tuple(step for step in whole.steps if step.row in members),
            entered=whole.entered & members,
            reversed=whole.reversed & members,
            total_size=total,
        )
