"""Progress reports of long operations."""

from collections.abc import Callable

Progress = Callable[[str, int, int], None]
"""Called with the stage, the number of files done, and the number of all files, 0 if that is not known."""


def ignore_progress(stage: str, n_done: int, n_files: int) -> None:
    """Report nothing."""
    del stage, n_done, n_files
