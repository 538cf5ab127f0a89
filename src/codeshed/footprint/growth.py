"""What made a footprint grow between two states of the code.

Turns: the code before and after, measured → the size of each function's working set and forward part; and for one function
the edges, the lost contracts and the longer code that its growth comes from.
"""

import enum
from collections import defaultdict
from collections.abc import Iterable
from functools import cached_property

import msgspec

from codeshed.footprint.options import FootprintOptions
from codeshed.footprint.own_code import own_functions
from codeshed.footprint.reach import Arrival, Reach
from codeshed.footprint.solver import FootprintSolver
from codeshed.footprint.working_set import LineGroup, WorkingSetSolver
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.kinds import NodeFlag
from codeshed.model.symbol_ids import last_name

_ANY_DEPTH = 1 << 30


class Measure(enum.Enum):
    """What is measured of a function."""

    WORKING_SET = "working_set"
    FORWARD = "forward"


class GrowthKind(enum.Enum):
    """How something came into a footprint."""

    NEW_EDGE = "new_edge"
    LOST_CONTRACT = "lost_contract"
    LONGER_CODE = "longer_code"
    NEW_CALL = "new_call"
    NEW_WRITE = "new_write"
    NEARER = "nearer"


class GrowthCause(msgspec.Struct, frozen=True):
    """A change of the code, and the tokens that it brought: an edge, or a symbol alone."""

    kind: GrowthKind
    symbol: str
    target: str | None
    edge_kind: str | None
    tokens: int


class MeasuredCode:
    """The footprints of all functions in one state of the code; tests only if asked for."""

    def __init__(self, graph: CodeGraph, options: FootprintOptions, *, include_tests: bool) -> None:
        self.graph = graph
        self.solver = FootprintSolver(graph, options)
        self.symbols = list(graph.nodes.symbols)
        flags = graph.nodes.flags
        is_test = (flags & int(NodeFlag.TEST)) != 0
        self.rows = [row for row in own_functions(graph) if include_tests or not is_test[row]]
        self._endless = WorkingSetSolver(self.solver.view, _ANY_DEPTH)

    @cached_property
    def row_by_symbol(self) -> dict[str, int]:
        """The rows of all nodes."""
        return {symbol: row for row, symbol in enumerate(self.symbols)}

    @cached_property
    def working_sets(self) -> dict[str, int]:
        """The size of each function's working set."""
        return self._by_symbol(self.solver.totals(self.rows))

    @cached_property
    def forwards(self) -> dict[str, int]:
        """The size of all that lies forward of each function."""
        return self._by_symbol(self.solver.whole_forward_totals(self.rows).tolist())

    def sizes(self, measure: Measure) -> dict[str, int]:
        """Return one measure of each function."""
        return self.working_sets if measure is Measure.WORKING_SET else self.forwards

    def is_incomplete(self, row: int) -> bool:
        """Whether the contract of a function is incomplete."""
        return bool(self.solver.view.is_incomplete[row])

    def is_boundary(self, row: int) -> bool:
        """Whether a call stops at a node."""
        return bool(self.solver.view.is_boundary[row])

    def has_edge(self, source: str, target: str, kind: int) -> bool:
        """Whether there is an edge between two symbols."""
        rows = self.row_by_symbol.get(source), self.row_by_symbol.get(target)
        return None not in rows and (rows[1], kind) in self.solver.view.edges_from(rows[0] or 0)

    def parts(self, row: int, measure: Measure) -> tuple[Reach, tuple[LineGroup, ...], tuple[LineGroup, ...]]:
        """Return the forward part of a footprint, the lines that call its start and those that write what it reads."""
        if measure is Measure.FORWARD:
            return self._endless.solve((row,)).reach, (), ()
        found = self.solver.solve((row,)).working_set
        if found is None:
            raise ValueError("only working sets are measured")
        return found.reach, found.call_lines, found.write_lines

    def _by_symbol(self, sizes: Iterable[int]) -> dict[str, int]:
        return {self.symbols[row]: size for row, size in zip(self.rows, sizes, strict=True)}


def find_moved(before: MeasuredCode, after: MeasuredCode) -> dict[str, str]:
    """Return the old symbols of functions that only moved: of one name and size, the one that vanished."""
    gone = _by_likeness(before, before.working_sets.keys() - after.working_sets.keys())
    new = _by_likeness(after, after.working_sets.keys() - before.working_sets.keys())
    return {
        symbols[0]: gone[likeness][0]
        for likeness, symbols in new.items()
        if len(symbols) == 1 and len(gone.get(likeness, ())) == 1
    }


def _by_likeness(code: MeasuredCode, symbols: Iterable[str]) -> dict[tuple[str, int], list[str]]:
    alike: defaultdict[tuple[str, int], list[str]] = defaultdict(list)
    for symbol in sorted(symbols):
        size = int(code.graph.nodes.sizes[code.row_by_symbol[symbol]])
        alike[last_name(symbol), size].append(symbol)
    return alike


def find_causes(
    before: MeasuredCode, after: MeasuredCode, symbol: str, old_symbol: str | None, measure: Measure
) -> tuple[GrowthCause, ...]:
    """Return what brought new tokens into a function's footprint, the most tokens first.

    A new node is put down to the first change on the way to it: an edge that was not there, or a function that was a
    boundary. What left the footprint is not listed, so that the sum may exceed the growth.
    """
    row = after.row_by_symbol[symbol]
    old_row = None if old_symbol is None else before.row_by_symbol.get(old_symbol)
    reach, calls, writes = after.parts(row, measure)
    if old_row is None:
        return ()
    old_reach, old_calls, old_writes = before.parts(old_row, measure)
    tokens: defaultdict[tuple[GrowthKind, str, str | None, str | None], int] = defaultdict(int)
    sizes = after.solver.view.size_list
    old_sizes = {before.symbols[each]: before.solver.view.size_list[each] for each in old_reach.rows}
    # The start may have moved.
    old_sizes[symbol] = old_sizes.get(symbol, before.solver.view.size_list[old_row])
    step_by_row = {step.row: step for step in reversed(reach.steps)}
    for each in reach.rows:
        name = after.symbols[each]
        if name in old_sizes:
            tokens[GrowthKind.LONGER_CODE, name, None, None] += max(0, sizes[each] - old_sizes[name])
            continue
        way: list[tuple[int, Arrival, int]] = []
        at = each
        while (source := step_by_row[at].source) is not None:
            way.append((source, step_by_row[at].arrival, at))
            at = source
        tokens[_first_change(before, after, way[::-1], {symbol: old_symbol or symbol})] += sizes[each]
    tokens.update(_lines(before, after, (old_calls, calls), (old_row, row), GrowthKind.NEW_CALL))
    tokens.update(_lines(before, after, (old_writes, writes), (old_row, row), GrowthKind.NEW_WRITE))
    causes = [GrowthCause(*key, n_tokens) for key, n_tokens in tokens.items() if n_tokens > 0]
    return tuple(
        sorted(causes, key=lambda each: (-each.tokens, each.kind.value, each.symbol, each.target or ""))
    )


def _first_change(
    before: MeasuredCode,
    after: MeasuredCode,
    way: list[tuple[int, Arrival, int]],
    old_name: dict[str, str],
) -> tuple[GrowthKind, str, str | None, str | None]:
    """Return the first change on a way from the start: a new edge, or a function that calls did not enter."""
    for place, (source, arrival, target) in enumerate(way):
        one, other = after.symbols[source], after.symbols[target]
        if not before.has_edge(old_name.get(one, one), old_name.get(other, other), int(arrival)):
            return GrowthKind.NEW_EDGE, one, other, arrival.label
        row = before.row_by_symbol.get(other)
        if (
            place + 1 < len(way)
            and row is not None
            and before.is_boundary(row)
            and not after.is_boundary(target)
        ):
            return GrowthKind.LOST_CONTRACT, other, None, None
    last = after.symbols[way[-1][2]]
    return GrowthKind.NEARER, last, None, None


def _lines(
    before: MeasuredCode,
    after: MeasuredCode,
    groups: tuple[tuple[LineGroup, ...], tuple[LineGroup, ...]],
    starts: tuple[int, int],
    kind: GrowthKind,
) -> dict[tuple[GrowthKind, str, str | None, str | None], int]:
    old, new = groups
    start = after.symbols[starts[1]]
    if kind is GrowthKind.NEW_CALL and new and not before.is_incomplete(starts[0]):
        return {(GrowthKind.LOST_CONTRACT, start, None, None): sum(group.size for group in new)}
    old_sizes = {before.symbols[group.source]: group.size for group in old}
    return {
        (kind, after.symbols[group.source], start, group.kind.label): group.size
        - old_sizes.get(after.symbols[group.source], 0)
        for group in new
    }
