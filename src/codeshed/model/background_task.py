"""A future on a thread of its own.

Turns: a function → its result, later. Work on arrays, files and the database releases the GIL, so that it runs in
parallel with the main thread.
"""

import threading
from collections.abc import Callable
from typing import Generic, TypeVar

Result = TypeVar("Result")


class BackgroundTask(Generic[Result]):
    """A running task; nothing that it changes may be read before it is done."""

    def __init__(self, work: Callable[[], Result]) -> None:
        self._work = work
        self._results: list[Result] = []
        self._error: BaseException | None = None
        self._thread = threading.Thread(target=self._run, name="background-task", daemon=True)
        self._thread.start()

    def wait(self) -> None:
        """Wait for the end, whether it succeeds or fails."""
        self._thread.join()

    def result(self) -> Result:
        """Wait for the result and return it, or raise the task's exception."""
        self.wait()
        if self._error is not None:
            raise self._error
        return self._results[0]

    def _run(self) -> None:
        try:
            self._results.append(self._work())
        except BaseException as error:  # noqa: BLE001 - it is raised where the result is asked for
            self._error = error
