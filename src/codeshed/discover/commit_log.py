"""Reads commits with git: their messages, and the files that they changed.

Turns: a folder → the ids of the ancestors of a commit; ids → Commits. Nothing that the repository configures is obeyed
or run: signatures are not checked, no text conversion, no notes, no mail map.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path

from codeshed.discover.git import run_git
from codeshed.errors import GitFailedError
from codeshed.model.commit_history import MAX_MESSAGE_CHARACTERS, MAX_PATHS, Commit
from codeshed.model.symbol_ids import is_relative_posix_path

_RENAME_LIMIT = 200
"""Among more files than this, git compares no contents to find renames."""

_LOG = (
    "log",
    "--no-walk=unsorted",
    "--stdin",
    "-z",
    "--encoding=UTF-8",
    "--no-show-signature",
    "--no-notes",
    "--no-mailmap",
    "--no-ext-diff",
    "--no-textconv",
    "--no-color",
    "--relative",
    "--name-status",
    f"-l{_RENAME_LIMIT}",
    "--format=%x00%H%x00%ct%x00%B",
)
_RENAMED_OR_COPIED = ("R", "C")


def find_ancestors(root: Path, commit: str, *, limit: int) -> tuple[str, ...]:
    """Return a commit and its ancestors without merges, the latest first, at most `limit`."""
    answer = run_git(
        root, ("rev-list", "--no-merges", f"--max-count={limit}", "--end-of-options", commit, "--")
    )
    if answer.code:
        raise GitFailedError(answer.error)
    return tuple(answer.output.decode("ascii", "replace").split())


def count_ancestors(root: Path, commit: str) -> int:
    """Return how many ancestors without merges a commit has, itself included."""
    answer = run_git(root, ("rev-list", "--count", "--no-merges", "--end-of-options", commit, "--"))
    if answer.code or not answer.output.strip().isdigit():
        raise GitFailedError(answer.error)
    return int(answer.output)


def is_shallow(root: Path) -> bool:
    """Whether a clone lacks older commits."""
    answer = run_git(root, ("rev-parse", "--is-shallow-repository"))
    return answer.output.strip() == b"true"


def read_commits(root: Path, ids: Sequence[str]) -> tuple[Commit, ...]:
    """Return commits by their ids, in this order.

    Renames are found by content, unless that is not possible, as in a clone without contents.
    """
    if not ids:
        return ()
    question = "".join(f"{each}\n" for each in ids).encode("ascii")
    answer = run_git(root, (*_LOG, "-M"), standard_input=question)
    if answer.code:
        answer = run_git(root, (*_LOG, "--no-renames"), standard_input=question)
    if answer.code:
        raise GitFailedError(answer.error)
    return tuple(_iter_commits(answer.output.decode("utf-8", "replace")))


def _iter_commits(text: str) -> Iterator[Commit]:
    """Parse git's listing: for each commit its id, time and message, statuses with their paths, and an empty field."""
    fields = iter(text.removeprefix("\0").split("\0"))
    while commit_id := next(fields, ""):
        time, message = next(fields, ""), next(fields, "")
        paths: set[str] = set()
        renames: list[tuple[str, str]] = []
        while status := next(fields, "").lstrip("\n"):
            path = next(fields, "")
            if status.startswith(_RENAMED_OR_COPIED):
                old, path = path, next(fields, "")
                if status.startswith("R") and is_relative_posix_path(old) and is_relative_posix_path(path):
                    renames.append((old, path))
            if is_relative_posix_path(path):
                paths.add(path)
        yield _commit(commit_id, time, message, paths, renames)


def _commit(
    commit_id: str, time: str, message: str, paths: set[str], renames: list[tuple[str, str]]
) -> Commit:
    return Commit(
        id=commit_id,
        time=int(time) if time.isdecimal() else 0,
        message=message.strip()[:MAX_MESSAGE_CHARACTERS],
        n_paths=len(paths),
        paths=() if len(paths) > MAX_PATHS else tuple(sorted(paths)),
        # A folder that was renamed as a whole is followed, too.
        renames=tuple(sorted(renames)),
    )
