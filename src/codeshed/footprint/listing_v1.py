"""Policy v1: the first published listing, step for step, with derived reverse edges.

Turns: FootprintView + starts → Reach. Its CallIn and SharedStateWrite edges are derived when a node is expanded, not
stored: a variable with many readers and writers would need an edge for every pair.
"""

from collections import deque

from codeshed.footprint.listing_v2 import decide
from codeshed.footprint.listing_visit import ListingVisit
from codeshed.footprint.reach import Arrival, Decision, Reach, Step
from codeshed.footprint.view import FootprintView
from codeshed.graph.data.kinds import EdgeKind

_ORDER = {
    arrival: position
    for position, arrival in enumerate(
        (
            Arrival.CALL,
            Arrival.READ,
            Arrival.WRITE,
            Arrival.SHARED_STATE_WRITE,
            Arrival.CALL_IN,
            Arrival.OVERRIDDEN_BY,
            Arrival.ANNOTATES,
        )
    )
}


def solve_v1(
    view: FootprintView, starts: tuple[int, ...], max_tokens: int | None = None, *, reverse: bool = True
) -> Reach:
    """Walk breadth first from all starts at once."""
    visit = ListingVisit(view.size_list)
    queue = deque(Step(start, Arrival.START, None, None, 0) for start in starts)
    while queue:
        step = queue.popleft()
        if step.row in visit.visited:
            continue
        visit.add(step)
        visit.entered.add(step.row)
        if max_tokens is not None and visit.total_size >= max_tokens:
            break
        if reverse:
            visit.reversed.update(_reversed_rows(view, step.row))
        for target, arrival in _neighbors(view, step.row, reverse=reverse):
            decision = _decide(view, target, arrival)
            following = Step(target, arrival, step.row, decision, step.depth + 1)
            if decision is Decision.TRANSPARENT:
                queue.append(following)
            elif target not in visit.visited:
                if max_tokens is not None and visit.total_size + view.size_list[target] > max_tokens:
                    break
                visit.add(following)
        if max_tokens is not None and visit.total_size >= max_tokens:
            break
    return visit.reach()


def _reversed_rows(view: FootprintView, row: int) -> list[int]:
    """Return the rows whose callers or writers a node adds: itself, and the mutable variables it reads."""
    # As in the listing, a node that is no variable counts as mutable: when in doubt, traverse.
    read = [
        target
        for target, kind in view.outgoing[row]
        if kind == EdgeKind.READ and (view.is_mutable[target] or not view.is_variable[target])
    ]
    return [*read, row] if view.is_plain_incomplete[row] else read


def _neighbors(view: FootprintView, row: int, *, reverse: bool) -> list[tuple[int, Arrival]]:
    """Return the forward and derived edges of a node, by symbol and kind; those that lead back to it are dropped."""
    found = {(target, Arrival(kind)) for target, kind in view.outgoing[row]}
    for other in _reversed_rows(view, row) if reverse else ():
        if other == row:
            found.update((caller, Arrival.CALL_IN) for caller in view.callers[row])
        else:
            found.update((writer, Arrival.SHARED_STATE_WRITE) for writer in view.writers[other])
    return sorted(
        ((target, arrival) for target, arrival in found if target != row),
        key=lambda neighbor: (neighbor[0], _ORDER[neighbor[1]]),
    )


def _decide(view: FootprintView, target: int, arrival: Arrival) -> Decision:
    # A CallIn edge is derived only where the callee's signature is incomplete, so it is always followed.
    if arrival in {Arrival.SHARED_STATE_WRITE, Arrival.CALL_IN}:
        return Decision.TRANSPARENT
    return decide(view, target, int(arrival))
