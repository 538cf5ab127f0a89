"""Failures of the type engine, as records: files without types are resolved without them."""

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
    """A user or the system ended it, so that another run may succeed."""
    SYSTEM_FAILED = "system-failed"
    """It ran out of disk, memory or open files."""
    TIMED_OUT = "timed-out"
    WRONG_FORMAT = "wrong-format"
    UNREADABLE = "unreadable"
    CHANGED = "changed"
    """A file was edited while the engine ran."""
    TOO_MANY_ROOTS = "too-many-roots"

    @property
    def is_from_outside(self) -> bool:
        """Whether the cause is outside of the files, so that the next run over the same files may succeed."""
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

    `message` is the same in every run. `detail` is the end of the engine's log; it is for people and may differ.
    `in_doubt` are files of the same run whose types may be worse because of the failure.
    """

    kind: ProblemKind
    message: str
    paths: tuple[str, ...] = ()
    detail: str = ""
    in_doubt: tuple[str, ...] = ()

    @property
    def paths_to_try_again(self) -> tuple[str, ...]:
        """The files that another run may give other types, if the cause is outside of the files."""
        return tuple(sorted({*self.paths, *self.in_doubt})) if self.kind.is_from_outside else ()


def problems_by_reason(reasons: Iterable[tuple[str, str]]) -> tuple[EngineProblem, ...]:
    """Group pairs of path and reason into one problem for each reason."""
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
