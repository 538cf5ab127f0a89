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
        self.n_milliseconds: int | None = None

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
        """Whether the clock, if there is one, says that it is enough; `n_milliseconds` is then what it said."""
        limit = self._budget.max_wall_clock_ms
        if limit is None or self._clock is None:
            return False
        n_passed = (self._clock() - self._began) * 1000
        if n_passed > limit:
            self.n_milliseconds = int(n_passed)
        return n_passed > limit
