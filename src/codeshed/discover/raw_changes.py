"""Which paths git says differ, less those that only look so.

Turns: a command of git → RawChanges. Git compares the times of files in the working tree, and a copy of a folder has
other times. So git is asked what the content of each such file is called, which writes nothing.
"""

import os
import stat
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from codeshed.discover.blobs import read_blobs
from codeshed.discover.git import no_filters, run_git
from codeshed.discover.lfs import MAX_POINTER_BYTES, is_content_of, pointer_in
from codeshed.errors import GitFailedError
from codeshed.model.identity import is_relative_posix_path

_REGULAR = frozenset({"100644", "100755"})
_MAX_ASKED = 1000
"""How many files git is asked about at once, so that each answer comes in time."""


class RawChange(msgspec.Struct, frozen=True, kw_only=True):
    """A path as git lists it; an id is None where there is no regular file, and all zeros where git does not know it."""

    path: str
    old_id: str | None
    new_id: str | None
    is_mode_changed: bool = False


class RawChanges(msgspec.Struct, frozen=True, kw_only=True):
    """Changes below a folder, by their paths from there, and how many lie elsewhere in the repository."""

    inside: tuple[RawChange, ...]
    n_outside: int


class _Place(msgspec.Struct, frozen=True, kw_only=True):
    """Where a folder lies in its repository: `prefix` is empty at the top, or ends with a slash."""

    top: Path
    prefix: str


def require_repository(root: Path) -> None:
    """Raise an error unless git can be run and a folder lies in a repository."""
    _told(root, ("rev-parse", "--git-dir"))


def changes_between(root: Path, old: str, new: str) -> RawChanges:
    """Return what differs between two commits."""
    place = _place(root)
    return _split(place, _tracked(place, ("diff-tree", "-r"), (old, new)))


def changes_staged(root: Path, old: str) -> RawChanges:
    """Return how what is staged differs from a commit."""
    place = _place(root)
    return _split(place, _tracked(place, ("diff-index", "--cached"), (old,)))


def changes_in_folder(root: Path, old: str) -> RawChanges:
    """Return how the working tree differs from a commit; files that are not tracked are new ones."""
    place = _place(root)
    settings = no_filters(root)
    # Git looks into a file of the working tree that was written just when it was staged.
    listed = _tracked(place, ("diff-index",), (old,), settings)
    unsure = [each.path for each in listed if each.old_id and each.new_id and not each.new_id.strip("0")]
    id_by_path = _ids_in_folder(place, unsure, settings)
    changes = [
        each
        for each in listed
        if each.old_id is None or each.is_mode_changed or id_by_path.get(each.path) != each.old_id
    ]
    changes = _without_same_elsewhere(place, changes, frozenset(unsure))
    known = {each.path for each in listed}
    return _split(place, [*changes, *(each for each in _untracked(place) if each.path not in known)])


def _without_same_elsewhere(
    place: _Place, changes: Sequence[RawChange], unsure: frozenset[str]
) -> list[RawChange]:
    """Return changes less those of files that git keeps elsewhere and that are as their pointers say."""
    ids = {each.old_id for each in changes if each.path in unsure and each.old_id}
    pointer_by_id = {
        name: pointer
        for name, content in read_blobs(place.top, ids, max_bytes=MAX_POINTER_BYTES).items()
        if (pointer := pointer_in(content)) is not None
    }

    def is_same(change: RawChange) -> bool:
        pointer = pointer_by_id.get(change.old_id or "")
        path = place.top / change.path
        is_asked = pointer is not None and change.path in unsure and not change.is_mode_changed
        return is_asked and _can_be_asked(path) and pointer is not None and is_content_of(pointer, path)

    return [each for each in changes if not is_same(each)]


def _place(root: Path) -> _Place:
    """Ask git where a folder lies; the way up is git's, so that links are no matter."""
    up, prefix = (
        _told(root, ("rev-parse", each)).removesuffix("\n") for each in ("--show-cdup", "--show-prefix")
    )
    return _Place(top=root / up, prefix=prefix)


def _split(place: _Place, changes: Sequence[RawChange]) -> RawChanges:
    inside = [each for each in changes if each.path.startswith(place.prefix)]
    return RawChanges(
        inside=tuple(
            msgspec.structs.replace(each, path=each.path.removeprefix(place.prefix)) for each in inside
        ),
        n_outside=len(changes) - len(inside),
    )


def _tracked(
    place: _Place,
    command: Sequence[str],
    states: Sequence[str],
    settings: dict[str, str] | None = None,
) -> list[RawChange]:
    options = ("--raw", "-z", "--no-renames", "--no-ext-diff", "--no-textconv", "--full-index")
    told = _told(place.top, (*command, *options, "--ignore-submodules=all", *states, "--"), settings)
    return list(_parsed(told.split("\0")))


def _parsed(fields: list[str]) -> Iterator[RawChange]:
    """Read `:100644 100644 <id> <id> M` and the path behind it, as often as they come."""
    for head, path in zip(fields[::2], fields[1::2], strict=False):
        old_mode, new_mode, old_id, new_id, _ = head.removeprefix(":").split(" ", 4)
        if {old_mode, new_mode} & _REGULAR and is_relative_posix_path(path):
            yield RawChange(
                path=path,
                old_id=old_id if old_mode in _REGULAR else None,
                new_id=new_id if new_mode in _REGULAR else None,
                is_mode_changed=old_mode != new_mode,
            )


def _untracked(place: _Place) -> list[RawChange]:
    told = _told(place.top, ("ls-files", "--others", "--exclude-standard", "-z", "--"))
    return [
        RawChange(path=path, old_id=None, new_id="")
        for path in told.split("\0")
        if path and is_relative_posix_path(path)
    ]


def _ids_in_folder(place: _Place, paths: Sequence[str], settings: dict[str, str]) -> dict[str, str]:
    """Return what git would call the content of files, with line ends as it keeps them; unreadable ones are left out."""
    asked = [path for path in paths if _can_be_asked(place.top / path)]
    found: dict[str, str] = {}
    for first in range(0, len(asked), _MAX_ASKED):
        some = asked[first : first + _MAX_ASKED]
        question = "".join(f"{path}\n" for path in some).encode("utf-8", "surrogateescape")
        answer = run_git(place.top, ("hash-object", "--stdin-paths"), question=question, settings=settings)
        # Git ends at the first file that it can't read: those after it stay as they were told.
        found |= dict(zip(some, answer.output.decode("ascii", "replace").split(), strict=False))
    return found


def _can_be_asked(path: Path) -> bool:
    """Whether something is a file that can be read, with a name that fits in a line; a pipe would never end."""
    try:
        is_file = stat.S_ISREG(path.lstat().st_mode)
    except OSError:
        return False
    return is_file and os.access(path, os.R_OK) and "\n" not in str(path)


def _told(folder: Path, arguments: Sequence[str], settings: dict[str, str] | None = None) -> str:
    answer = run_git(folder, arguments, settings=settings)
    if answer.code:
        raise GitFailedError(answer.complaint)
    return answer.output.decode("utf-8", "surrogateescape")
