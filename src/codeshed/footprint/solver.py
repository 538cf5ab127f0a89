"""Computes footprints by any policy.

Turns: CodeGraph + options + starts → SolvedFootprint: what is reached, the forward part of it, what was cut. A working set
has lines as well, and is compared with the whole forward part and the worst case, which is the closure.
"""

from collections.abc import Iterable
from functools import cached_property

import msgspec
import numpy as np
from msgspec.structs import replace

from codeshed.footprint.closure import ClosureSolver
from codeshed.footprint.closure_all import all_totals
from codeshed.footprint.listing_v1 import solve_v1
from codeshed.footprint.listing_v2 import solve_v2
from codeshed.footprint.options import FootprintOptions, Policy
from codeshed.footprint.reach import Reach, trim_empty_layers
from codeshed.footprint.view import FootprintView, make_view
from codeshed.footprint.working_set import WorkingSet, WorkingSetSolver
from codeshed.footprint.working_set_all import WorkingSetSizes, all_working_sets
from codeshed.graph.data.arrays import Longs
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.kinds import NodeFlag


class SolvedFootprint(msgspec.Struct, frozen=True, kw_only=True):
    """A footprint, its forward part, and its size without a budget; of a working set, also its lines."""

    reach: Reach
    working_set: WorkingSet | None
    forward_rows: frozenset[int]
    forward_size: int
    uncut_size: int
    n_cut_nodes: int
    n_unresolved_calls: int
    n_dangling_references: int
    n_partial_files: int
    n_left_out_edges: int


class FootprintSolver:
    """Solves footprints of one graph with one set of options."""

    def __init__(self, graph: CodeGraph, options: FootprintOptions) -> None:
        self.options = options
        self.view: FootprintView = make_view(graph, options)
        self._graph = graph
        self._nodes = graph.nodes
        self._closure = ClosureSolver(self.view)
        self._working_sets = WorkingSetSolver(self.view, options.depth)

    def solve(self, starts: tuple[int, ...]) -> SolvedFootprint:
        """Return the footprint of all starts together."""
        budget = self.options.max_tokens
        if self.options.policy is Policy.WORKING_SET:
            found = self._working_sets.solve(starts, budget)
            return self._solved(found.reach, frozenset(found.reach.rows), found.uncut_size, found)
        whole = self._reach(starts, None)
        reach = whole if budget is None else self._cut(whole, starts, budget)
        forward_rows = self._forward_rows(starts) & frozenset(reach.rows)
        return self._solved(
            reach, forward_rows, whole.total_size, None, n_cut=len(whole.rows) - len(reach.rows)
        )

    def whole_forward_size(self, starts: tuple[int, ...]) -> int:
        """Return the size of what lies forward at any distance, without callers and writers."""
        return self._size_of(self._closure.reached(starts, reverse=False))

    def worst_case_size(self, starts: tuple[int, ...]) -> int:
        """Return the size of the closure."""
        return self._size_of(ClosureSolver(self._worst_case_view).reached(starts))

    def _size_of(self, rows: Iterable[int]) -> int:
        return sum(self.view.size_list[row] for row in rows)

    def _solved(
        self,
        reach: Reach,
        forward_rows: frozenset[int],
        uncut_size: int,
        working_set: WorkingSet | None,
        *,
        n_cut: int = 0,
    ) -> SolvedFootprint:
        entered = np.array(sorted(reach.entered), dtype=np.int64)
        reverse = np.array(sorted(reach.reversed), dtype=np.int64)
        is_partial = (self._nodes.flags[entered] & int(NodeFlag.PARTIAL_FILE)) != 0
        n_left_out_edges = self.view.n_left_out[entered].sum() + self.view.n_left_out_reverse[reverse].sum()
        return SolvedFootprint(
            reach=reach,
            working_set=working_set,
            forward_rows=forward_rows,
            forward_size=sum(self.view.size_list[row] for row in forward_rows),
            uncut_size=uncut_size,
            n_cut_nodes=n_cut if working_set is None else working_set.n_cut_nodes,
            n_unresolved_calls=int(self._nodes.n_unresolved_calls[entered].sum()),
            n_dangling_references=int(self._nodes.n_dangling_references[entered].sum()),
            n_partial_files=len(set(self._nodes.files[entered[is_partial]].tolist())),
            n_left_out_edges=int(n_left_out_edges),
        )

    def totals(self, rows: list[int]) -> list[int]:
        """Return the sizes of the footprints of these rows, each by itself and without a budget."""
        if self.options.policy is Policy.WORKING_SET:
            return [int(total) for total in self.working_set_sizes(rows).totals]
        if self.options.policy is Policy.CLOSURE:
            return [int(self._all_totals[row]) for row in rows]
        return [self._reach((row,), None).total_size for row in rows]

    def working_set_sizes(self, rows: list[int]) -> WorkingSetSizes:
        """Return the sizes of the working sets of these rows, each by itself and without a budget."""
        nodes = self._nodes
        is_open_ended = (nodes.n_unresolved_calls > 0) | (nodes.n_dangling_references > 0)
        is_open_ended |= (nodes.flags & int(NodeFlag.PARTIAL_FILE)) != 0
        return all_working_sets(
            self.view, np.array(rows, dtype=np.int64), self.options.depth, np.asarray(is_open_ended)
        )

    def worst_case_totals(self, rows: list[int]) -> Longs:
        """Return the sizes of the closures of these rows, each by itself."""
        return np.asarray(self._all_totals[rows])

    def whole_forward_totals(self, rows: list[int]) -> Longs:
        """Return the sizes of all that lies forward of these rows, each by itself."""
        return all_totals(self.view, np.array(rows, dtype=np.int64), reverse=False)

    def forward_total(self, row: int) -> int:
        """Return the size of the forward part of a footprint."""
        rows = self._forward_rows((row,))
        if self.options.policy is not Policy.CLOSURE:
            rows &= frozenset(self._reach((row,), None).rows)
        return sum(self.view.size_list[each] for each in rows)

    @cached_property
    def _all_totals(self) -> Longs:
        return all_totals(self._worst_case_view)

    @cached_property
    def _worst_case_view(self) -> FootprintView:
        """The view of the closure, which a working set is compared with."""
        if self.options.policy is Policy.CLOSURE:
            return self.view
        options = self.options
        return make_view(
            self._graph,
            FootprintOptions(
                policy=Policy.CLOSURE,
                mode=options.mode,
                doc_threshold=options.doc_threshold,
                min_confidence=options.min_confidence,
            ),
        )

    def _forward_rows(self, starts: tuple[int, ...]) -> frozenset[int]:
        """Return what is reached without the reverse rules."""
        if self.options.policy is Policy.CLOSURE:
            return frozenset(self._closure.reached(starts, reverse=False))
        return frozenset(self._reach(starts, None, reverse=False).rows)

    def _reach(self, starts: tuple[int, ...], budget: int | None, *, reverse: bool = True) -> Reach:
        """Run the policy; the listings apply budgets and the reverse rules within their walk."""
        match self.options.policy:
            case Policy.WORKING_SET:
                return self._working_sets.solve(starts, budget).reach
            case Policy.CLOSURE:
                return self._closure.solve(starts)
            case Policy.V2:
                return solve_v2(self.view, starts, budget, reverse=reverse)
            case Policy.V1:
                return solve_v1(self.view, starts, budget, reverse=reverse)

    def _cut(self, whole: Reach, starts: tuple[int, ...], budget: int) -> Reach:
        """Cut to a budget: the listings by their own rule, the default policy by depth, then symbol."""
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
        layers = [tuple(row for row in layer if row in members) for layer in whole.layers]
        return replace(
            whole,
            rows=tuple(kept),
            layers=trim_empty_layers(layers),
            steps=tuple(step for step in whole.steps if step.row in members),
            entered=whole.entered & members,
            reversed=whole.reversed & members,
            total_size=total,
        )
