"""How far a long work is: what those who do it tell those who wait for it."""

from collections.abc import Callable

Progress = Callable[[str, int, int], None]
"""Told what is being done, with how many files, and of how many; 0 if that is not known."""


def be_quiet(stage: str, n_done: int, n_files: int) -> None:
    """Report nothing."""
    del stage, n_done, n_files
