"""The working set: what lies within a few edges forward, and the lines that call a symbol or write the state it reads.

Turns: FootprintView + starts → WorkingSet. Each part counts once: a node, or the lines of a statement.

1. Forward: nodes within two edges. Boundaries, externals, variables and nodes of the last layer are not entered. The
   view leaves out which constructors override one.
2. Call lines, if the contract of a start is incomplete: the statements that hold its incoming calls, from code that is
   no test and not in (1). Calls that name a method which the start overrides, and may run it, are among them.
3. Write lines: the same for writes of mutable variables of the project that a start itself reads, without the statement
   that defines the variable.
"""

from collections.abc import Iterable

import msgspec
import numpy as np

from codeshed.footprint.reach import Arrival, Decision, Reach, Step, trim_empty_layers
from codeshed.footprint.view import FootprintView
from codeshed.graph.data.arrays import Flags, Longs
from codeshed.graph.data.columns import concatenate_ranges
from codeshed.graph.data.kinds import EdgeKind


class LineGroup(msgspec.Struct, frozen=True):
    """The statements in which one source calls a start, or writes what it reads; as rows of the statement table."""

    source: int
    kind: EdgeKind
    statements: tuple[int, ...]
    size: int


class WorkingSet(msgspec.Struct, frozen=True, kw_only=True):
    """A working set; `reach` is its forward part. `uncut_size` is its size without a budget.

    `test_lines` are the statements of tests that call a start; they are no part of it. `n_unmeasured` counts statements of
    unknown size, which count nothing.
    """

    reach: Reach
    call_lines: tuple[LineGroup, ...]
    write_lines: tuple[LineGroup, ...]
    test_lines: tuple[LineGroup, ...]
    uncut_size: int
    n_cut_nodes: int = 0
    n_cut_statements: int = 0
    n_unmeasured: int = 0

    @property
    def call_size(self) -> int:
        """The size of the lines that call a start."""
        return sum(group.size for group in self.call_lines)

    @property
    def write_size(self) -> int:
        """The size of the lines that write what a start reads."""
        return sum(group.size for group in self.write_lines)

    @property
    def total_size(self) -> int:
        """The size of all parts."""
        return self.reach.total_size + self.call_size + self.write_size


class WorkingSetSolver:
    """Finds working sets on one view."""

    def __init__(self, view: FootprintView, depth: int) -> None:
        self._view = view
        self._depth = depth

    def solve(self, starts: tuple[int, ...], max_tokens: int | None = None) -> WorkingSet:
        """Return the working set of all starts together; with a budget, what comes first within it.

        First the forward part by distance and symbol, then the lines by symbol and line.
        """
        reach = self._forward(starts)
        inside = frozenset(reach.rows)
        taken: set[int] = set()
        call_edges = self._call_edges(starts)
        write_edges = self._write_edges(starts)
        calls = self._groups(call_edges, EdgeKind.CALL, inside, taken)
        writes = self._groups(write_edges, EdgeKind.WRITE, inside, taken)
        whole = WorkingSet(
            reach=reach,
            call_lines=calls,
            write_lines=writes,
            test_lines=self._groups(call_edges, EdgeKind.CALL, inside, set(), of_tests=True),
            uncut_size=reach.total_size + sum(group.size for group in (*calls, *writes)),
            n_unmeasured=sum(int(self._view.lines.statements.sizes[row] < 0) for row in taken),
        )
        return whole if max_tokens is None else self._cut(whole, max_tokens)

    def _forward(self, starts: tuple[int, ...]) -> Reach:
        view = self._view
        known = np.zeros(len(view), dtype=np.bool_)
        layers: list[tuple[int, ...]] = []
        steps: list[Step] = []
        entered: list[int] = []
        rows_now = np.array(sorted(set(starts)), dtype=np.int64)
        arrivals = np.full(len(rows_now), Arrival.START, dtype=np.int64)
        sources = rows_now
        for depth in range(self._depth + 1):
            if not len(rows_now):
                break
            known[rows_now] = True
            is_open = ~view.is_variable[rows_now]
            if depth:
                is_open &= ~view.is_boundary[rows_now]
            layers.append(tuple(rows_now.tolist()))
            for row, arrival, source, opened in zip(
                rows_now.tolist(), arrivals.tolist(), sources.tolist(), is_open.tolist(), strict=True
            ):
                decision = Decision.TRANSPARENT if opened else Decision.BOUNDARY
                steps.append(
                    Step(
                        row,
                        Arrival(arrival),
                        source if depth else None,
                        decision if depth else None,
                        depth,
                    )
                )
            if depth < self._depth:
                entered.extend(rows_now[is_open].tolist())
                rows_now, arrivals, sources = self._arrivals(rows_now[is_open], known)
        rows = tuple(row for layer in layers for row in layer)
        return Reach(
            rows=rows,
            layers=trim_empty_layers(layers),
            steps=tuple(steps),
            entered=frozenset(entered),
            reversed=frozenset(self._asks_for_lines(starts)),
            total_size=sum(int(view.sizes[row]) for row in rows),
        )

    def _arrivals(self, opened: Longs, known: Flags) -> tuple[Longs, Longs, Longs]:
        """Return what is used by some nodes and not known yet, by symbol; each with its first arrival, by kind and source."""
        view = self._view
        begins = view.source_starts[opened]
        counts = view.source_starts[opened + 1] - begins
        edges = concatenate_ranges(begins, counts)
        sources = np.repeat(opened, counts)
        is_new = ~known[view.targets[edges]]
        edges, sources = edges[is_new], sources[is_new]
        order = np.lexsort((sources, view.kinds[edges], view.targets[edges]))
        edges, sources = edges[order], sources[order]
        rows, first = np.unique(view.targets[edges].astype(np.int64), return_index=True)
        return rows, view.kinds[edges[first]].astype(np.int64), sources[first]

    def _asks_for_lines(self, starts: tuple[int, ...]) -> list[int]:
        """Return what callers or writers are asked for: starts with incomplete contracts, mutable variables."""
        view = self._view
        asking = [start for start in starts if view.is_incomplete[start]]
        return asking + [row for start in starts for row in self._mutable_state(start)]

    def _mutable_state(self, start: int) -> list[int]:
        """Return the mutable variables of the project that a start reads, or the start itself if it is one."""
        view = self._view
        read = (
            [start]
            if view.is_variable[start]
            else [target for target, kind in view.edges_from(start) if kind == EdgeKind.READ]
        )
        return [row for row in read if view.is_shared_state[row]]

    def _call_edges(self, starts: tuple[int, ...]) -> list[int]:
        view = self._view
        return [
            edge
            for start in starts
            if view.is_incomplete[start]
            for edge in view.lines.leading_to(start, EdgeKind.CALL)
        ]

    def _write_edges(self, starts: tuple[int, ...]) -> list[int]:
        view = self._view
        return [
            edge
            for start in starts
            for variable in self._mutable_state(start)
            for edge in view.lines.leading_to(variable, EdgeKind.WRITE)
        ]

    def _groups(
        self,
        edges: Iterable[int],
        kind: EdgeKind,
        inside: frozenset[int],
        taken: set[int],
        *,
        of_tests: bool = False,
    ) -> tuple[LineGroup, ...]:
        """Return the statements of edges by source and line, each once; `taken` are those that count already."""
        view, lines = self._view, self._view.lines
        table = lines.statements
        rows_by_source: dict[int, set[int]] = {}
        for edge in edges:
            source = int(lines.sources[edge])
            if source not in inside and bool(view.is_test[source]) is of_tests:
                held = table.rows[int(table.starts[edge]) : int(table.starts[edge + 1])].tolist()
                rows_by_source.setdefault(source, set()).update(held)
        groups = []
        for source in sorted(rows_by_source):
            rows = tuple(sorted(rows_by_source[source] - taken))
            taken.update(rows)
            if rows:
                groups.append(LineGroup(source, kind, rows, self._size_of(rows)))
        return tuple(groups)

    def _size_of(self, rows: tuple[int, ...]) -> int:
        return int(np.maximum(self._view.lines.statements.sizes[list(rows)], 0).sum())

    def _cut(self, whole: WorkingSet, max_tokens: int) -> WorkingSet:
        """Keep parts in their order, up to the first that would exceed the budget."""
        if whole.uncut_size <= max_tokens:
            return whole
        reach = whole.reach
        kept: list[int] = []
        total = 0
        is_full = False
        for row in reach.rows:
            is_full = total + int(self._view.sizes[row]) > max_tokens
            if is_full:
                break
            kept.append(row)
            total += int(self._view.sizes[row])
        lines: list[tuple[LineGroup, ...]] = []
        for groups in (whole.call_lines, whole.write_lines):
            of_kind: list[LineGroup] = []
            for group in groups:
                statements: list[int] = []
                for row in group.statements:
                    size = self._size_of((row,))
                    is_full = is_full or total + size > max_tokens
                    if is_full:
                        break
                    statements.append(row)
                    total += size
                if statements:
                    rows = tuple(statements)
                    of_kind.append(LineGroup(group.source, group.kind, rows, self._size_of(rows)))
            lines.append(tuple(of_kind))
        members = frozenset(kept)
        call_lines, write_lines = lines
        n_statements = _n_statements(whole.call_lines) + _n_statements(whole.write_lines)
        return msgspec.structs.replace(
            whole,
            reach=Reach(
                rows=tuple(kept),
                layers=trim_empty_layers(
                    [tuple(row for row in each if row in members) for each in reach.layers]
                ),
                steps=tuple(step for step in reach.steps if step.row in members),
                entered=reach.entered & members,
                reversed=reach.reversed,
                total_size=sum(int(self._view.sizes[row]) for row in kept),
            ),
            call_lines=call_lines,
            write_lines=write_lines,
            n_cut_nodes=len(reach.rows) - len(kept),
            n_cut_statements=n_statements - _n_statements(call_lines) - _n_statements(write_lines),
        )


def _n_statements(groups: tuple[LineGroup, ...]) -> int:
    return sum(len(group.statements) for group in groups)
