"""The files that differ between two states of a git repository, with their contents on both sides.

Turns: `REV`, `REV..REV` or `REV...REV` → Difference. Git lists the files and gives committed contents; files of the working
tree are read directly, so that no git filter runs. Untracked files count as added. Files in Git LFS are unread.
"""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from codeshed.discover.file_reading import read_bytes
from codeshed.discover.git_blobs import read_blobs
from codeshed.discover.git_changes import (
    RawChange,
    changes_between,
    changes_in_folder,
    changes_staged,
    require_repository,
)
from codeshed.discover.git_history import commit_of, merge_base
from codeshed.discover.git_lfs import parse_lfs_pointer
from codeshed.discover.package_names import package_names
from codeshed.errors import InvalidOptionError
from codeshed.model.change_set import STAGED, WORKTREE, Difference, FileContents
from codeshed.model.languages.language import language_of_path
from codeshed.model.symbol_ids import path_text

_RANGE = re.compile(r"(?P<old>.*?)(?P<dots>\.{2,3})(?P<new>.*)", re.DOTALL)
_HEAD = "HEAD"


def find_difference(root: Path, revisions: str | None, *, is_staged: bool = False) -> Difference:
    """Return the difference of `REV` and the working tree, of `REV..REV`, or of `REV...REV` from their merge base.

    With `is_staged`, the staged files are compared with `REV`, or with HEAD.
    """
    match = _RANGE.fullmatch(revisions or "")
    if match is not None and is_staged:
        raise InvalidOptionError(
            f"what is staged is compared with one revision, and {revisions!r} names two",
            hint="give --staged with --diff REV, or --diff alone",
        )
    require_repository(root)
    if match is not None:
        old, new = (commit_of(root, match[each] or _HEAD) for each in ("old", "new"))
        old = merge_base(root, old, new) if match["dots"] == "..." else old
        changes = changes_between(root, old, new)
    else:
        old = commit_of(root, revisions or _HEAD)
        new = STAGED if is_staged else WORKTREE
        changes = changes_staged(root, old) if is_staged else changes_in_folder(root, old)
    contents = _contents(root, changes.inside, is_worktree=new == WORKTREE)
    files = tuple(sorted(contents, key=lambda each: each.path))
    return Difference(
        old=old,
        new=new,
        files=files,
        n_outside=changes.n_outside,
        package_names=package_names(root, old, [each.path for each in files if each.new is None]),
    )


def _contents(root: Path, changes: Sequence[RawChange], *, is_worktree: bool) -> Iterator[FileContents]:
    """Yield the changed files with their contents, which are empty for files that are no code."""
    code = [each for each in changes if _is_code(each.path)]
    sides = [each.old_id for each in code] + ([] if is_worktree else [each.new_id for each in code])
    content_by_id = read_blobs(root, {each for each in sides if each})
    for each in changes:
        is_code = _is_code(each.path)
        old = content_by_id.get(each.old_id or "")
        new = None if is_worktree else content_by_id.get(each.new_id or "")
        if is_worktree and each.new_id is not None and is_code:
            found = read_bytes(root, each.path)
            new = found if isinstance(found, bytes) else None
        is_unread = is_code and (
            (each.old_id is not None and old is None)
            or (each.new_id is not None and new is None)
            or any(side is not None and parse_lfs_pointer(side) is not None for side in (old, new))
        )
        if is_code and not is_unread and old is not None and old == new:
            # Only the mode or the line ends differ: git would store it differently.
            continue
        yield FileContents(
            path=path_text(each.path),
            old=old if is_code else _is_there(each.old_id),
            new=new if is_code else _is_there(each.new_id),
            is_unread=is_unread or path_text(each.path) != each.path,
        )


def _is_code(path: str) -> bool:
    """Whether a file is code of a supported language, with a path that is valid UTF-8."""
    return language_of_path(path) is not None and path_text(path) == path


def _is_there(blob: str | None) -> bytes | None:
    return None if blob is None else b""
