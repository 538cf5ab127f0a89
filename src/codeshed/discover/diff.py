"""Which files differ between two states of a repository, and what is in them on both sides.

Turns: the name of a difference → Difference. Git tells which files differ and gives what it keeps; files of the working
tree are read here, so that no filter runs. Files that are not tracked count as new ones.
"""

import re
from collections.abc import Collection, Iterator
from pathlib import Path

import msgspec

from codeshed.discover.files import read_bytes
from codeshed.discover.git import no_filters, run_git
from codeshed.discover.history import commit_of, merge_base
from codeshed.errors import GitFailedError
from codeshed.model.changes import STAGED, WORKTREE, Difference, FileContents
from codeshed.model.identity import is_relative_posix_path, path_text
from codeshed.model.language import language_of_path
from codeshed.model.settings import LARGEST_FILE_BYTES

_RANGE = re.compile(r"(?P<old>.*?)(?P<dots>\.{2,3})(?P<new>.*)", re.DOTALL)
_HEAD = "HEAD"
_REGULAR = frozenset({"100644", "100755"})
_NOTHING = "000000"


class _RawChange(msgspec.Struct, frozen=True, kw_only=True):
    """A path as git lists it; an id is None where there is no regular file, and all zeros where git does not know it."""

    path: str
    old_id: str | None
    new_id: str | None


def find_difference(root: Path, revisions: str | None, *, is_staged: bool = False) -> Difference:
    """Return what differs: `REV` against the working tree, `REV..REV`, `REV...REV` from where they parted.

    What is staged is compared with `REV`, or with what is checked out.
    """
    match = _RANGE.fullmatch(revisions or "")
    if match is not None and not is_staged:
        old, new = (commit_of(root, match[each] or _HEAD) for each in ("old", "new"))
        old = merge_base(root, old, new) if match["dots"] == "..." else old
        changes = _changes(root, "diff-tree", "-r", old, new)
    else:
        old = commit_of(root, revisions or _HEAD)
        new = STAGED if is_staged else WORKTREE
        changes = _changes(root, "diff-index", *(["--cached"] if is_staged else []), old)
        if not is_staged:
            known = {each.path for each in changes}
            changes += [each for each in _untracked(root) if each.path not in known]
    files = _contents(root, changes, is_worktree=new == WORKTREE)
    return Difference(old=old, new=new, files=tuple(sorted(files, key=lambda each: each.path)))


def _changes(root: Path, command: str, *arguments: str) -> list[_RawChange]:
    answer = run_git(
        root,
        (
            command,
            "--raw",
            "-z",
            "--no-renames",
            "--no-ext-diff",
            "--no-textconv",
            "--full-index",
            "--ignore-submodules=all",
            "--relative",
            *arguments,
            "--",
        ),
        # Git looks into a file of the working tree that was written just when it was staged.
        settings=no_filters(root) if command == "diff-index" else None,
    )
    if answer.code:
        raise GitFailedError(answer.complaint)
    fields = answer.output.decode("utf-8", "surrogateescape").split("\0")
    return list(_parsed(fields))


def _parsed(fields: list[str]) -> Iterator[_RawChange]:
    """Read `:100644 100644 <id> <id> M` and the path behind it, as often as they come."""
    for head, path in zip(fields[::2], fields[1::2], strict=False):
        old_mode, new_mode, old_id, new_id, _ = head.removeprefix(":").split(" ", 4)
        if {old_mode, new_mode} & _REGULAR and is_relative_posix_path(path):
            yield _RawChange(
                path=path,
                old_id=old_id if old_mode in _REGULAR else None,
                new_id=new_id if new_mode in _REGULAR else None,
            )


def _untracked(root: Path) -> list[_RawChange]:
    answer = run_git(root, ("ls-files", "--others", "--exclude-standard", "-z", "--"))
    if answer.code:
        raise GitFailedError(answer.complaint)
    paths = answer.output.decode("utf-8", "surrogateescape").split("\0")
    return [
        _RawChange(path=path, old_id=None, new_id="")
        for path in paths
        if path and is_relative_posix_path(path)
    ]


def _contents(root: Path, changes: list[_RawChange], *, is_worktree: bool) -> Iterator[FileContents]:
    """Yield files with what is in them; of those that hold no code that is read, only that they differ."""
    code = [each for each in changes if _is_code(each.path)]
    sides = [each.old_id for each in code] + ([] if is_worktree else [each.new_id for each in code])
    content_by_id = _blobs(root, {each for each in sides if each})
    for each in changes:
        is_code = _is_code(each.path)
        old = content_by_id.get(each.old_id or "")
        new = None if is_worktree else content_by_id.get(each.new_id or "")
        if is_worktree and each.new_id is not None and is_code:
            found = read_bytes(root, each.path)
            new = found if isinstance(found, bytes) else None
        is_unread = is_code and (
            (each.old_id is not None and old is None) or (each.new_id is not None and new is None)
        )
        if is_code and not is_unread and old is not None and old == new:
            # Git compares the times of files first: this one was touched and is as it was.
            continue
        yield FileContents(
            path=path_text(each.path),
            old=old if is_code else _is_there(each.old_id),
            new=new if is_code else _is_there(each.new_id),
            is_unread=is_unread or path_text(each.path) != each.path,
        )


def _is_code(path: str) -> bool:
    """Whether a file holds code that is read; no symbol has a path that is no text."""
    return language_of_path(path) is not None and path_text(path) == path


def _is_there(blob: str | None) -> bytes | None:
    return None if blob is None else b""


def _blobs(root: Path, ids: Collection[str]) -> dict[str, bytes]:
    """Return what git keeps under some ids; what is missing or too large is left out."""
    if not ids:
        return {}
    question = "".join(f"{each}\n" for each in sorted(ids)).encode("ascii")
    sizes = run_git(
        root, ("cat-file", "--batch-check=%(objectname) %(objecttype) %(objectsize)"), question=question
    )
    wanted = []
    for line in sizes.output.decode("ascii", "replace").splitlines():
        name, kind, size = [*line.split(), "", ""][:3]
        if kind == "blob" and size.isdecimal() and int(size) <= LARGEST_FILE_BYTES:
            wanted.append(name)
    found: dict[str, bytes] = {}
    question = "".join(f"{each}\n" for each in wanted).encode("ascii")
    output = run_git(root, ("cat-file", "--batch"), question=question).output
    place = 0
    for name in wanted:
        line_end = output.index(b"\n", place)
        n_bytes = int(output[place:line_end].split()[2])
        found[name] = output[line_end + 1 : line_end + 1 + n_bytes]
        place = line_end + n_bytes + 2
    return found
