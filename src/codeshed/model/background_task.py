"""Work that a thread does beside the main one.

Turns: a function → what it returns, later. Arrays, files and the database are worked on without Python's lock, so that
two of them go on at once.
"""

import threading
from collections.abc import Callable
from typing import Generic, TypeVar

Result = TypeVar("Result")


class Beside(Generic[Result]):
    """One piece of work that has begun; nothing that it changes may be looked at meanwhile."""

    def __init__(self, work: Callable[[], Result]) -> None:
        self._work = work
        self._results: list[Result] = []
        self._error: BaseException | None = None
        self._thread = threading.Thread(target=self._run, name="beside", daemon=True)
        self._thread.start()

    def wait(self) -> None:
        """Wait for the end of the work, whatever comes out."""
        self._thread.join()

    def result(self) -> Result:
        """Return what came out as soon as it is there, or raise what went wrong."""
        self.wait()
        if self._error is not None:
            raise self._error
        return self._results[0]

    def _run(self) -> None:
        try:
            self._results.append(self._work())
        except BaseException as error:  # noqa: BLE001 - it is raised where the result is asked for
            self._error = error
