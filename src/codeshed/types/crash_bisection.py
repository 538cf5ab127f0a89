"""Finds a file that crashes the engine by bisection, so that all other files get types.

Turns: a failed run over all files → successful runs over most of them.
"""

from collections.abc import Callable
from typing import TypeVar

MAX_ATTEMPTS = 6

Result = TypeVar("Result")


def bisect_failing_files(
    paths: tuple[str, ...],
    attempt: Callable[[tuple[str, ...]], Result | None],
    n_attempts: int = MAX_ATTEMPTS,
) -> list[Result]:
    """Return the results of runs that together cover most of `paths`, after a run over all of them failed.

    `attempt` runs over some paths and returns None if that fails. If leaving out one half helps, the bad file is bisected
    in that half. If both halves have one, the quarters are run separately.
    """
    if len(paths) <= 1:
        return []
    first, second = _halves(paths)
    for suspects in (first, second):
        n_attempts -= 1
        result = attempt(_without(paths, suspects)) if n_attempts >= 0 else None
        if result is not None:
            return [_narrowed(paths, suspects, result, attempt, n_attempts)]
    quarters = [quarter for half in (first, second) for quarter in _halves(half) if quarter]
    attempts = [attempt(quarter) for quarter in quarters[: max(n_attempts, 0)]]
    return [result for result in attempts if result is not None]


def _narrowed(
    paths: tuple[str, ...],
    suspects: tuple[str, ...],
    result: Result,
    attempt: Callable[[tuple[str, ...]], Result | None],
    n_attempts: int,
) -> Result:
    """Bisect `suspects`, one of which is bad; return the result of the successful run that leaves out the fewest."""
    is_proven = True
    while n_attempts > 0 and not (is_proven and len(suspects) == 1):
        n_attempts -= 1
        is_last = n_attempts == 0 or len(suspects) == 1
        first, second = (suspects, ()) if is_last and not is_proven else _halves(suspects)
        found = attempt(_without(paths, first))
        if found is not None:
            result, suspects, is_proven = found, first, True
        elif second:
            suspects, is_proven = second, False
        else:
            break
    return result


def _halves(paths: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    middle = (len(paths) + 1) // 2
    return paths[:middle], paths[middle:]


def _without(paths: tuple[str, ...], left_out: tuple[str, ...]) -> tuple[str, ...]:
    omitted = set(left_out)
    return tuple(path for path in paths if path not in omitted)
