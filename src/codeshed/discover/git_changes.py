"""The paths that git lists as changed, without those whose contents are the same.

Turns: a git diff command → RawChanges. Without refreshing its index, git lists every file of the working tree whose time
differs, such as all files of a copied folder. So the blob ids of such files are computed with `hash-object`, which writes
nothing.
"""

import os
import stat
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from codeshed.discover.git import no_filters, run_git
from codeshed.discover.git_blobs import read_blobs
from codeshed.discover.git_lfs import MAX_POINTER_BYTES, matches_lfs_pointer, parse_lfs_pointer
from codeshed.errors import GitFailedError
from codeshed.model.symbol_ids import is_relative_posix_path

_REGULAR = frozenset({"100644", "100755"})
_MAX_PER_PROCESS = 1000
"""How many files are hashed by one git process, so that it stays within its timeout."""


class RawChange(msgspec.Struct, frozen=True, kw_only=True):
    """A changed path; a blob id is None if there is no regular file, and all zeros if git has not computed it."""

    path: str
    old_id: str | None
    new_id: str | None
    is_mode_changed: bool = False


class RawChanges(msgspec.Struct, frozen=True, kw_only=True):
    """The changes below a folder, with paths relative to it, and the number of changes elsewhere in the repository."""

    inside: tuple[RawChange, ...]
    n_outside: int


class _RepositoryFolder(msgspec.Struct, frozen=True, kw_only=True):
    """A folder of a repository: the top folder, and the path from there, empty or with a slash at its end."""

    top: Path
    prefix: str


def require_repository(root: Path) -> None:
    """Raise GitFailedError unless git can be run and a folder is in a repository."""
    _run_checked(root, ("rev-parse", "--git-dir"))


def changes_between(root: Path, old: str, new: str) -> RawChanges:
    """Return the changes between two commits."""
    folder = _locate(root)
    return _split(folder, _tracked(folder, ("diff-tree", "-r"), (old, new)))


def changes_staged(root: Path, old: str) -> RawChanges:
    """Return the changes of the staged files against a commit."""
    folder = _locate(root)
    return _split(folder, _tracked(folder, ("diff-index", "--cached"), (old,)))


def changes_in_folder(root: Path, old: str) -> RawChanges:
    """Return the changes of the working tree against a commit; untracked files count as added."""
    folder = _locate(root)
    settings = no_filters(root)
    # Git reads a file of the working tree itself if it was written at the time of staging.
    listed = _tracked(folder, ("diff-index",), (old,), settings)
    unsure = [each.path for each in listed if each.old_id and each.new_id and not each.new_id.strip("0")]
    id_by_path = _hash_files(folder, unsure, settings)
    changes = [
        each
        for each in listed
        if each.old_id is None or each.is_mode_changed or id_by_path.get(each.path) != each.old_id
    ]
    changes = _without_unchanged_lfs_files(folder, changes, frozenset(unsure))
    known = {each.path for each in listed}
    return _split(folder, [*changes, *(each for each in _untracked(folder) if each.path not in known)])


def _without_unchanged_lfs_files(
    folder: _RepositoryFolder, changes: Sequence[RawChange], unsure: frozenset[str]
) -> list[RawChange]:
    """Drop the changes of LFS files whose content is that of their pointers."""
    ids = {each.old_id for each in changes if each.path in unsure and each.old_id}
    pointer_by_id = {
        name: pointer
        for name, content in read_blobs(folder.top, ids, max_bytes=MAX_POINTER_BYTES).items()
        if (pointer := parse_lfs_pointer(content)) is not None
    }

    def is_same(change: RawChange) -> bool:
        pointer = pointer_by_id.get(change.old_id or "")
        path = folder.top / change.path
        is_candidate = pointer is not None and change.path in unsure and not change.is_mode_changed
        return (
            is_candidate and _is_hashable(path) and pointer is not None and matches_lfs_pointer(pointer, path)
        )

    return [each for each in changes if not is_same(each)]


def _locate(root: Path) -> _RepositoryFolder:
    """Locate a folder in its repository; git resolves the way up, so that links do not matter."""
    up, prefix = (
        _run_checked(root, ("rev-parse", each)).removesuffix("\n")
        for each in ("--show-cdup", "--show-prefix")
    )
    return _RepositoryFolder(top=root / up, prefix=prefix)


def _split(folder: _RepositoryFolder, changes: Sequence[RawChange]) -> RawChanges:
    inside = [each for each in changes if each.path.startswith(folder.prefix)]
    return RawChanges(
        inside=tuple(
            msgspec.structs.replace(each, path=each.path.removeprefix(folder.prefix)) for each in inside
        ),
        n_outside=len(changes) - len(inside),
    )


def _tracked(
    folder: _RepositoryFolder,
    command: Sequence[str],
    states: Sequence[str],
    settings: dict[str, str] | None = None,
) -> list[RawChange]:
    options = ("--raw", "-z", "--no-renames", "--no-ext-diff", "--no-textconv", "--full-index")
    output = _run_checked(
        folder.top, (*command, *options, "--ignore-submodules=all", *states, "--"), settings
    )
    return list(_parsed(output.split("\0")))


def _parsed(fields: list[str]) -> Iterator[RawChange]:
    """Parse git's raw format: `:100644 100644 <id> <id> M`, and the path as the next field."""
    for head, path in zip(fields[::2], fields[1::2], strict=False):
        old_mode, new_mode, old_id, new_id, _ = head.removeprefix(":").split(" ", 4)
        if {old_mode, new_mode} & _REGULAR and is_relative_posix_path(path):
            yield RawChange(
                path=path,
                old_id=old_id if old_mode in _REGULAR else None,
                new_id=new_id if new_mode in _REGULAR else None,
                is_mode_changed=old_mode != new_mode,
            )


def _untracked(folder: _RepositoryFolder) -> list[RawChange]:
    output = _run_checked(folder.top, ("ls-files", "--others", "--exclude-standard", "-z", "--"))
    return [
        RawChange(path=path, old_id=None, new_id="")
        for path in output.split("\0")
        if path and is_relative_posix_path(path)
    ]


def _hash_files(folder: _RepositoryFolder, paths: Sequence[str], settings: dict[str, str]) -> dict[str, str]:
    """Return the blob ids of files in the working tree, with git's line-end conversion; unreadable files are left out."""
    hashable = [path for path in paths if _is_hashable(folder.top / path)]
    found: dict[str, str] = {}
    for first in range(0, len(hashable), _MAX_PER_PROCESS):
        some = hashable[first : first + _MAX_PER_PROCESS]
        question = "".join(f"{path}\n" for path in some).encode("utf-8", "surrogateescape")
        answer = run_git(
            folder.top, ("hash-object", "--stdin-paths"), standard_input=question, settings=settings
        )
        # Git ends at the first file that it can't read: those after it keep their state.
        found |= dict(zip(some, answer.output.decode("ascii", "replace").split(), strict=False))
    return found


def _is_hashable(path: Path) -> bool:
    """Whether a path is a readable regular file (a pipe would block) without a line end in its name."""
    try:
        is_file = stat.S_ISREG(path.lstat().st_mode)
    except OSError:
        return False
    return is_file and os.access(path, os.R_OK) and "\n" not in str(path)


def _run_checked(folder: Path, arguments: Sequence[str], settings: dict[str, str] | None = None) -> str:
    answer = run_git(folder, arguments, settings=settings)
    if answer.code:
        raise GitFailedError(answer.error)
    return answer.output.decode("utf-8", "surrogateescape")
