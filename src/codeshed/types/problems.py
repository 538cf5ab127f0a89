"""Why files have no types: records, since an engine that fails is no reason to fail."""

import enum
from collections import defaultdict
from collections.abc import Iterable

import msgspec

CHANGED_MEANWHILE = "it changed while the type engine ran"


class ProblemKind(enum.Enum):
    """What went wrong."""

    ENGINE_MISSING = "engine-missing"
    CRASHED = "crashed"
    KILLED = "killed"
    """Somebody ended it, or the system did: another run may well get through."""
    SYSTEM_FAILED = "system-failed"
    """It had no more disk, memory or files."""
    TIMED_OUT = "timed-out"
    WRONG_FORMAT = "wrong-format"
    UNREADABLE = "unreadable"
    CHANGED = "changed"
    """A file became another one while the engine ran."""
    TOO_MANY_ROOTS = "too-many-roots"

    @property
    def is_from_outside(self) -> bool:
        """Whether the same files may have types the next time."""
        return self in _FROM_OUTSIDE


_FROM_OUTSIDE = frozenset(
    {
        ProblemKind.ENGINE_MISSING,
        ProblemKind.KILLED,
        ProblemKind.SYSTEM_FAILED,
        ProblemKind.TIMED_OUT,
        ProblemKind.CHANGED,
    }
)


class EngineProblem(msgspec.Struct, frozen=True):
    """Files without types, and the reason.

    `message` is the same in every run. `detail` is what the engine said last; it is for people and may differ.
    `in_doubt` are files of the same run whose types would differ had it not failed.
    """

    kind: ProblemKind
    message: str
    paths: tuple[str, ...] = ()
    detail: str = ""
    in_doubt: tuple[str, ...] = ()

    @property
    def paths_to_try_again(self) -> tuple[str, ...]:
        """The files that the next run may have other types for, since what went wrong lies outside of them."""
        return tuple(sorted({*self.paths, *self.in_doubt})) if self.kind.is_from_outside else ()


def problems_by_reason(reasons: Iterable[tuple[str, str]]) -> tuple[EngineProblem, ...]:
    """Return files that could not be read, given as path and reason, as one problem for each reason."""
    paths_by_reason: dict[str, set[str]] = defaultdict(set)
    for path, reason in reasons:
        paths_by_reason[reason].add(path)
    return tuple(
        EngineProblem(
            ProblemKind.CHANGED if reason == CHANGED_MEANWHILE else ProblemKind.UNREADABLE,
            reason,
            tuple(sorted(paths)),
        )
        for reason, paths in sorted(paths_by_reason.items())
    )
