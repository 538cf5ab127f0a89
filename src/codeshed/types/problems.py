"""Why files have no types: records, since an engine that fails is no reason to fail."""

import enum
from collections import defaultdict
from collections.abc import Iterable

import msgspec


class ProblemKind(enum.Enum):
    """What went wrong."""

    ENGINE_MISSING = "engine-missing"
    CRASHED = "crashed"
    TIMED_OUT = "timed-out"
    WRONG_FORMAT = "wrong-format"
    UNREADABLE = "unreadable"
    TOO_MANY_ROOTS = "too-many-roots"


class EngineProblem(msgspec.Struct, frozen=True):
    """Files without types, and the reason.

    `message` is the same in every run. `detail` is what the engine said last; it is for people and may differ.
    """

    kind: ProblemKind
    message: str
    paths: tuple[str, ...] = ()
    detail: str = ""


def problems_by_reason(reasons: Iterable[tuple[str, str]]) -> tuple[EngineProblem, ...]:
    """Return unreadable files, given as path and reason, as one problem for each reason."""
    paths_by_reason: dict[str, set[str]] = defaultdict(set)
    for path, reason in reasons:
        paths_by_reason[reason].add(path)
    return tuple(
        EngineProblem(ProblemKind.UNREADABLE, reason, tuple(sorted(paths)))
        for reason, paths in sorted(paths_by_reason.items())
    )
