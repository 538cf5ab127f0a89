"""Work that has been done, counted in units, so that every machine stops at the same place."""

from collections.abc import Callable

from codeshed.model.caps import WorkBudget

Clock = Callable[[], float]
"""Gives seconds since some moment."""


class Work:
    """Counts the work of one answer; a clock may end it earlier, as a last resort."""

    def __init__(self, budget: WorkBudget, clock: Clock | None = None) -> None:
        self._budget = budget
        self._clock = clock
        self._began = 0.0 if clock is None else clock()
        self.n_done = 0

    @property
    def budget(self) -> WorkBudget:
        """How much may be done."""
        return self._budget

    @property
    def n_left(self) -> int:
        """How many units may still be done."""
        return max(0, self._budget.max_work_units - self.n_done)

    def add(self, n_units: int) -> None:
        """Count units that were done."""
        self.n_done += n_units

    def is_out_of_time(self) -> bool:
        """Whether the clock, if there is one, says that it is enough."""
        limit = self._budget.max_wall_clock_ms
        return limit is not None and self._clock is not None and (self._clock() - self._began) * 1000 > limit
