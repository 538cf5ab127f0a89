"""The default policy: a least fixpoint, in which a node gets whatever any arrival asks for.

Turns: FootprintView + starts → Reach. The result depends neither on visit order nor on names.

A node is reached in one or more states: REACHED counts it, BODY follows what it uses, REVERSE follows its callers (of a
function) or writers (of a variable).
"""

import msgspec
import numpy as np

from codeshed.footprint.reach import Arrival, Decision, Reach, Step, trim_empty_layers
from codeshed.footprint.view import FootprintView
from codeshed.graph.data.arrays import Bytes

REACHED = 1
BODY = 2
REVERSE = 4


class ArrivalStates(msgspec.Struct, frozen=True, kw_only=True):
    """The states that an arrival gives each node, one column per kind of arrival."""

    by_call: Bytes
    by_use: Bytes
    by_write: Bytes
    by_reverse: Bytes


def arrival_states(view: FootprintView) -> ArrivalStates:
    """Tabulate the rules of the default policy: the states of each node for each kind of arrival.

    An external is a boundary for every forward arrival, and does not ask for its callers.
    """
    is_function = ~view.is_variable
    is_open = is_function & ~view.is_boundary
    body = np.where(is_open, BODY, 0)
    callers = np.where(is_function & view.is_incomplete, REVERSE, 0)
    writers = np.where(view.is_variable & view.is_mutable & ~view.is_external, REVERSE, 0)
    used = REACHED | body | np.where(view.is_external, 0, callers) | writers
    return ArrivalStates(
        by_call=(REACHED | body | writers).astype(np.uint8),
        by_use=used.astype(np.uint8),
        by_write=np.where(view.is_variable, REACHED, used).astype(np.uint8),
        by_reverse=(REACHED | np.where(is_function, BODY, 0) | callers | writers).astype(np.uint8),
    )


class ClosureSolver:
    """Solves the fixpoint on one view, for any number of start sets."""

    def __init__(self, view: FootprintView) -> None:
        self.view = view
        states = arrival_states(view)
        by_use = states.by_use.tolist()
        self._is_variable: list[bool] = view.is_variable.tolist()
        self._states_by_arrival: dict[int, list[int]] = {
            Arrival.START: states.by_reverse.tolist(),
            Arrival.CALL: states.by_call.tolist(),
            Arrival.READ: by_use,
            Arrival.WRITE: states.by_write.tolist(),
            Arrival.OVERRIDDEN_BY: by_use,
            Arrival.ANNOTATES: by_use,
            Arrival.CALL_IN: states.by_reverse.tolist(),
            Arrival.SHARED_STATE_WRITE: states.by_reverse.tolist(),
        }

    def solve(self, starts: tuple[int, ...]) -> Reach:
        """Return all that is reached, with the steps. A layer may be empty: known nodes were only asked for more."""
        states: dict[int, int] = {}
        layers: list[tuple[int, ...]] = []
        steps: list[Step] = []
        arrivals: list[tuple[int, int, int]] = [(start, Arrival.START, -1) for start in starts]
        depth = 0
        while arrivals:
            layer: list[int] = []
            following: list[tuple[int, int, int]] = []
            for row, arrival, source in sorted(set(arrivals)):
                requested = self._states_by_arrival[arrival][row]
                known = states.get(row, 0)
                new = requested & ~known
                if not new:
                    continue
                states[row] = known | new
                if not known:
                    layer.append(row)
                steps.append(self._step(row, arrival, source, requested, depth))
                if new & BODY:
                    following.extend((target, kind, row) for target, kind in self.view.outgoing[row])
                if new & REVERSE:
                    following.extend(self._reverse_arrivals(row))
            layers.append(tuple(layer))
            arrivals = following
            depth += 1
        rows = tuple(row for layer in layers for row in layer)
        return Reach(
            rows=rows,
            layers=trim_empty_layers(layers),
            steps=tuple(steps),
            entered=frozenset(row for row, state in states.items() if state & BODY),
            reversed=frozenset(row for row, state in states.items() if state & REVERSE),
            total_size=sum(self.view.size_list[row] for row in rows),
        )

    def total(self, start: int, *, reverse: bool = True) -> int:
        """Return the size of one footprint, without computing its steps."""
        sizes = self.view.size_list
        return sum(sizes[row] for row in self.reached((start,), reverse=reverse))

    def reached(
        self, starts: tuple[int, ...], *, reverse: bool = True, limit: int | None = None
    ) -> dict[int, int]:
        """Return the states of the nodes in a footprint; a search with a limit stops soon after that many nodes."""
        by_arrival = self._states_by_arrival
        by_reverse = by_arrival[Arrival.CALL_IN]
        outgoing, callers, writers = self.view.outgoing, self.view.callers, self.view.writers
        is_variable = self._is_variable
        states: dict[int, int] = {}
        pending = [(start, by_reverse[start]) for start in starts]
        wanted = REACHED | BODY | REVERSE if reverse else REACHED | BODY
        while pending and (limit is None or len(states) <= limit):
            row, requested = pending.pop()
            known = states.get(row, 0)
            new = requested & wanted & ~known
            if not new:
                continue
            states[row] = known | new
            if new & BODY:
                pending.extend((target, by_arrival[kind][target]) for target, kind in outgoing[row])
            if new & REVERSE:
                others = writers[row] if is_variable[row] else callers[row]
                pending.extend((other, by_reverse[other]) for other in others)
        return states

    def _reverse_arrivals(self, row: int) -> list[tuple[int, int, int]]:
        if self._is_variable[row]:
            return [(writer, Arrival.SHARED_STATE_WRITE, row) for writer in self.view.writers[row]]
        return [(caller, Arrival.CALL_IN, row) for caller in self.view.callers[row]]

    def _step(self, row: int, arrival: int, source: int, requested: int, depth: int) -> Step:
        decision: Decision | None = None
        if arrival != Arrival.START:
            if self._is_variable[row]:
                is_open = not self.view.is_external[row] and bool(
                    requested & REVERSE or arrival == Arrival.WRITE
                )
            else:
                is_open = bool(requested & BODY)
            decision = Decision.TRANSPARENT if is_open else Decision.BOUNDARY
        return Step(row, Arrival(arrival), None if source < 0 else source, decision, depth)
