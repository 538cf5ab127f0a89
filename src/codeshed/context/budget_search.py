"""Finds the budgets at which omitted pieces fit.

Turns: pieces that did not fit → budgets at which they do. Larger and larger answers are planned until the pieces are in
them; so a budget is never too small, and at most about half larger than needed.
"""

from collections.abc import Sequence

from codeshed.context.context_plan import Planner
from codeshed.context.piece_selection import OmittedPiece, PieceGoal

_STEPS = (1.06, 1.25, 1.6, 2.2, 3.2, 4.8, 7.0, 10.0, 15.0, 22.0)
"""The factors by which larger answers are planned."""

_LEAST_STEP = 40
"""The next larger answer has at least this many tokens more."""

_MOST_AT_ONCE = 3
"""This many times the wanted number of pieces are tried, since some need far more than others."""

_ENOUGH_PLANS = 3
"""No further answers are planned after this many, if any piece fits."""


class BudgetSearch:
    """Finds the budgets of pieces that did not fit one answer."""

    def __init__(self, planner: Planner, budget: int, unit: int) -> None:
        self._planner = planner
        self._budgets = tuple(max(int(budget * step), budget + _LEAST_STEP * unit) for step in _STEPS)
        self._known: dict[PieceGoal, int] = {}

    def find_smallest_budgets(
        self, unfit: Sequence[OmittedPiece], n_wanted: int
    ) -> tuple[tuple[OmittedPiece, int], ...]:
        """Return up to so many pieces, the most valuable of those that fit soonest, with their budgets."""
        first: dict[int, OmittedPiece] = {}
        for each in unfit:
            first.setdefault(each.row, each)
        tried = tuple(first.values())[: n_wanted * _MOST_AT_ONCE]
        goals = {PieceGoal(each.row, each.form): each for each in tried}
        for n_planned, budget in enumerate(self._budgets):
            missing = frozenset(goal for goal in goals if goal not in self._known)
            n_found = len(goals) - len(missing)
            if n_found >= n_wanted or not missing or (n_found and n_planned >= _ENOUGH_PLANS):
                break
            self._known.update(dict.fromkeys(self._planner.find_reached_goals(budget, missing), budget))
        found = [(each, self._known[goal]) for goal, each in goals.items() if goal in self._known]
        return tuple(found[:n_wanted])
