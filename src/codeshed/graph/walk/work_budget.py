"""Counts work in units, so that a budget ends at the same node on every machine."""

from collections.abc import Callable

from codeshed.model.answers.caps import WorkBudget

Clock = Callable[[], float]
"""Returns seconds since an arbitrary moment."""


class WorkCounter:
    """Counts the work of one answer; as a last resort, a clock may end it earlier."""

    def __init__(self, budget: WorkBudget, clock: Clock | None = None) -> None:
        self._budget = budget
        self._clock = clock
        self._began = 0.0 if clock is None else clock()
        self.n_done = 0
        self.n_milliseconds: int | None = None

    @property
    def budget(self) -> WorkBudget:
        """The limits on work."""
        return self._budget

    @property
    def n_left(self) -> int:
        """How many units are left."""
        return max(0, self._budget.max_work_units - self.n_done)

    def add(self, n_units: int) -> None:
        """Add units of work done."""
        self.n_done += n_units

    def is_out_of_time(self) -> bool:
        """Whether the time limit, if there is one, has passed; `n_milliseconds` is then the time taken."""
        limit = self._budget.max_wall_clock_ms
        if limit is None or self._clock is None:
            return False
        n_passed = (self._clock() - self._began) * 1000
        if n_passed > limit:
            self.n_milliseconds = int(n_passed)
        return n_passed > limit
