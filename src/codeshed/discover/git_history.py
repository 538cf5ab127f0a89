"""Commits, as git knows them.

Turns: a folder and the name of a revision → the ids of its commit and of its ancestors; a path → whether it is committed.
"""

from collections.abc import Sequence
from pathlib import Path

from codeshed.discover.git import run_git
from codeshed.errors import GitFailedError, RevisionUnknownError

_MAX_LISTING_BYTES = 1_000_000
_MAIN_BRANCHES = ("origin/HEAD", "origin/main", "origin/master", "main", "master")


def commits_before(root: Path, revision: str, *, limit: int) -> tuple[str, ...]:
    """Return the commit of a revision and its ancestors, the latest first; `limit` bounds their number."""
    return tuple(
        _lines(root, revision, "rev-list", f"--max-count={limit}", "--end-of-options", revision, "--")
    )


def commit_of(root: Path, revision: str) -> str:
    """Return the id of a revision's commit."""
    found = _lines(root, revision, "rev-parse", "--verify", "--end-of-options", f"{revision}^{{commit}}")
    if not found:
        raise RevisionUnknownError(revision, "git knows no such commit")
    return found[-1]


def commit_time(root: Path, commit: str) -> str | None:
    """Return the time of a commit as git writes it, `2026-03-01T12:00:00+01:00`; None if it is not known."""
    if not commit:
        return None
    try:
        found = _lines(root, commit, "show", "--no-patch", "--format=%cI", "--end-of-options", commit)
    except RevisionUnknownError:
        return None
    return found[0] if found else None


def default_base(root: Path) -> str:
    """Return the branch that others work against: what `origin/HEAD` names, or main or master; else HEAD."""
    for each in _MAIN_BRANCHES:
        answer = run_git(root, ("rev-parse", "--verify", "--quiet", "--end-of-options", f"{each}^{{commit}}"))
        if answer.code == 0:
            return each
    return "HEAD"


def first_parents(root: Path, revision: str, *, limit: int) -> tuple[str, ...]:
    """Return the commit of a revision and the first parents before it, the latest first."""
    return tuple(
        _lines(
            root,
            revision,
            "rev-list",
            "--first-parent",
            f"--max-count={limit}",
            "--end-of-options",
            revision,
            "--",
        )
    )


def commit_times(root: Path, commits: Sequence[str]) -> dict[str, int]:
    """Return when commits were made, in seconds since 1970."""
    question = "".join(f"{each}\n" for each in commits).encode("ascii")
    answer = run_git(
        root, ("log", "--no-walk=unsorted", "--stdin", "--format=%H %ct"), standard_input=question
    )
    pairs = (line.split() for line in answer.output.decode("ascii", "replace").splitlines())
    return {pair[0]: int(pair[1]) for pair in pairs}


def merge_base(root: Path, one: str, other: str) -> str:
    """Return the merge base of two commits."""
    found = _lines(root, f"{one}...{other}", "merge-base", one, other)
    if not found:
        raise RevisionUnknownError(f"{one}...{other}", "the two have no commit in common")
    return found[0]


def is_committed(root: Path, path: str) -> bool:
    """Whether the commit that is checked out has a file or folder; without git it has none."""
    try:
        answer = run_git(
            root, ("ls-tree", "-z", "--name-only", "HEAD", "--", path), max_bytes=_MAX_LISTING_BYTES
        )
    except GitFailedError:
        return False
    return answer.code == 0 and bool(answer.output)


def _lines(root: Path, revision: str, *arguments: str) -> list[str]:
    try:
        answer = run_git(root, arguments, max_bytes=100_000_000)
    except GitFailedError as error:
        raise RevisionUnknownError(revision, error.message) from None
    if answer.code and not (arguments[0] == "merge-base" and answer.code == 1):
        # Only git knows a repository when it sees one: it may be above the folder, or a file may lead to it.
        is_outside = run_git(root, ("rev-parse", "--git-dir")).code != 0
        reason = f"{root} is in no git repository" if is_outside else answer.error
        raise RevisionUnknownError(revision, reason, is_outside=is_outside)
    return answer.output.decode("utf-8", "replace").split()
