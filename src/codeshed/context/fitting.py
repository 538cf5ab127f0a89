"""At what budget does a piece fit that was left out?

Turns: pieces that did not fit → budgets at which they do. Larger answers are planned, one after the other, until the pieces
are there; so a budget is never too small, and at most about half larger than it need be.
"""

from collections.abc import Sequence

from codeshed.context.plan import Planner
from codeshed.context.selection import Goal, Unfit

_STEPS = (1.06, 1.25, 1.6, 2.2, 3.2, 4.8, 7.0, 10.0, 15.0, 22.0)
"""By how much larger answers are planned."""

_LEAST_STEP = 40
"""The next larger answer has at least so many tokens more."""

_MOST_AT_ONCE = 3
"""So many times as many pieces are looked for as are wanted, since some need far more than others."""

_ENOUGH_PLANS = 3
"""If any piece fits one of so many answers, no larger ones are planned."""


class Fitting:
    """Finds the budgets of pieces that did not fit one answer."""

    def __init__(self, planner: Planner, budget: int, unit: int) -> None:
        self._planner = planner
        self._budgets = tuple(max(int(budget * step), budget + _LEAST_STEP * unit) for step in _STEPS)
        self._known: dict[Goal, int] = {}

    def first_fits(self, unfit: Sequence[Unfit], n_wanted: int) -> tuple[tuple[Unfit, int], ...]:
        """Return so many pieces, those that were wanted most of the ones that fit soonest, with their budgets."""
        first: dict[int, Unfit] = {}
        for each in unfit:
            first.setdefault(each.row, each)
        looked_for = tuple(first.values())[: n_wanted * _MOST_AT_ONCE]
        goals = {Goal(each.row, each.form): each for each in looked_for}
        for n_planned, budget in enumerate(self._budgets):
            missing = frozenset(goal for goal in goals if goal not in self._known)
            n_found = len(goals) - len(missing)
            if n_found >= n_wanted or not missing or (n_found and n_planned >= _ENOUGH_PLANS):
                break
            self._known.update(dict.fromkeys(self._planner.reached(budget, missing), budget))
        found = [(each, self._known[goal]) for goal, each in goals.items() if goal in self._known]
        return tuple(found[:n_wanted])
