"""The history of a repository: its commits, with their messages and the files that they changed.

Turns: Commits, the latest first → each with the present names of its files.
"""

from collections.abc import Iterable, Iterator

import msgspec

MAX_COMMITS = 50_000
"""How many commits a history has at most; older ones are left out."""

MAX_MESSAGE_CHARACTERS = 4000
"""How much of a commit message is kept."""

MAX_PATHS = 200
"""How many paths are kept of a commit; one that changes more says little about any of them."""


class Commit(msgspec.Struct, frozen=True, array_like=True):
    """A commit that is no merge. Paths are as they were then, sorted; those outside of the source root are left out."""

    id: str
    time: int
    """When it was committed, in seconds since 1970."""
    message: str
    n_paths: int
    """How many files it changed; `paths` is empty if there are more than `MAX_PATHS`."""
    paths: tuple[str, ...]
    renames: tuple[tuple[str, str], ...] = ()
    """Old and new paths of the files that it renamed; both are in `paths`, the old ones only here."""


class CommitHistory(msgspec.Struct, frozen=True, kw_only=True):
    """The ancestors of the commit that is checked out, the latest first, and what of them was left out."""

    head: str = ""
    commits: tuple[Commit, ...] = ()
    n_older: int = 0
    """How many older commits were left out because there are more than `MAX_COMMITS`, or git was too slow."""
    is_shallow: bool = False
    """Whether the clone lacks older commits."""
    reason: str = ""
    """Why there is no history, or only the latest part of it; empty if it is whole or reached `MAX_COMMITS`."""


def iter_with_present_paths(commits: Iterable[Commit]) -> Iterator[tuple[Commit, tuple[str, ...]]]:
    """Yield each commit, the latest first, with the names that its files have today; files renamed later are followed.

    A file that was removed keeps its last name.
    """
    present: dict[str, str] = {}
    for commit in commits:
        is_same = present.keys().isdisjoint(commit.paths)
        yield (
            commit,
            commit.paths if is_same else tuple(sorted({present.get(path, path) for path in commit.paths})),
        )
        for old, new in commit.renames:
            # Another file may have had the old name later on: that one is meant by later commits only.
            present[old] = present.get(new, new)
