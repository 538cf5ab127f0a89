"""Policy v2: the second published listing, step for step. The first arrival at a node decides.

Turns: FootprintView + starts → Reach. Neighbours, callers and writers come by symbol, then edge kind.
"""

from collections import deque

from codeshed.footprint.listing_visit import ListingVisit
from codeshed.footprint.reach import Arrival, Decision, Reach, Step
from codeshed.footprint.view import FootprintView
from codeshed.graph.data.kinds import EdgeKind


def solve_v2(
    view: FootprintView, starts: tuple[int, ...], max_tokens: int | None = None, *, reverse: bool = True
) -> Reach:
    """Walk breadth first from all starts at once."""
    visit = ListingVisit(view.size_list)
    queue = deque(Step(start, Arrival.START, None, None, 0) for start in starts)
    while queue:
        step = queue.popleft()
        row = step.row
        if row in visit.visited:
            continue
        visit.add(step)
        visit.entered.add(row)
        if max_tokens is not None and visit.total_size >= max_tokens:
            break
        depth = step.depth + 1
        for target, kind in view.outgoing[row]:
            decision = decide(view, target, kind)
            following = Step(target, Arrival(kind), row, decision, depth)
            if decision is Decision.TRANSPARENT:
                queue.append(following)
            elif target not in visit.visited:
                visit.add(following)
        if reverse and _requests_callers(view, step):
            visit.reversed.add(row)
            queue.extend(_reverse_steps(view, step))
    return visit.reach()


def _requests_callers(view: FootprintView, step: Step) -> bool:
    """Whether a mutable variable was read, or a function with an incomplete contract was reached other than by a call."""
    if view.is_variable[step.row]:
        return bool(view.is_mutable[step.row]) and step.arrival is Arrival.READ
    return bool(view.is_incomplete[step.row]) and step.arrival is not Arrival.CALL


def _reverse_steps(view: FootprintView, step: Step) -> list[Step]:
    row = step.row
    others, arrival = (
        (view.writers[row], Arrival.SHARED_STATE_WRITE)
        if view.is_variable[row]
        else (view.callers[row], Arrival.CALL_IN)
    )
    return [Step(other, arrival, row, Decision.TRANSPARENT, step.depth + 1) for other in others]


def decide(view: FootprintView, target: int, kind: int) -> Decision:
    """Decide about a forward edge: stop at its target, or go on."""
    if view.is_external[target]:
        return Decision.BOUNDARY
    if view.is_variable[target]:
        is_open = kind == EdgeKind.WRITE or bool(view.is_mutable[target])
    else:
        is_open = not view.is_boundary[target]
    return Decision.TRANSPARENT if is_open else Decision.BOUNDARY
