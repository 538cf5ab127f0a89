"""Reads the checked-out commit from the files of `.git`.

Turns: a folder → the id of its commit, empty if there is none. Git itself is not run: it may not be installed, and it
obeys the repository's configuration.
"""

import re
from pathlib import Path

_MAX_BYTES = 10_000_000
_COMMIT = re.compile(r"[0-9a-f]{40}([0-9a-f]{24})?")
_BRANCH = re.compile(r"ref: (refs/[^\s\0]{1,1000})")
_FOLDER = re.compile(r"gitdir: ([^\n\0]{1,4000})")


def checked_out_commit(root: Path) -> str:
    """Return the commit checked out in a repository or a worktree."""
    folder = _git_folder(root)
    if folder is None:
        return ""
    head = _text(folder / "HEAD").strip()
    branch = _BRANCH.fullmatch(head)
    if branch is None:
        return head if _COMMIT.fullmatch(head) else ""
    name = branch.group(1)
    if ".." in name.split("/"):
        return ""
    shared = folder / _text(folder / "commondir").strip() if (folder / "commondir").is_file() else folder
    for place in (folder, shared):
        commit = _text(place / name).strip()
        if _COMMIT.fullmatch(commit):
            return commit
    for line in _text(shared / "packed-refs").splitlines():
        commit, _, packed_name = line.partition(" ")
        if packed_name == name and _COMMIT.fullmatch(commit):
            return commit
    return ""


def find_repository_root(root: Path) -> Path | None:
    """Return the top folder of the repository or worktree around a folder."""
    found = _find_git(root)
    return None if found is None else found[0]


def _git_folder(root: Path) -> Path | None:
    """Return the git directory of the repository around a folder."""
    found = _find_git(root)
    return None if found is None else found[1]


def _find_git(root: Path) -> tuple[Path, Path] | None:
    """Return the root of the repository around a folder, and its git directory."""
    for folder in (root.resolve(), *root.resolve().parents):
        place = folder / ".git"
        if place.is_dir():
            return folder, place
        link = _FOLDER.match(_text(place))
        if link is not None:
            return folder, folder / link.group(1)
    return None


def _text(path: Path) -> str:
    try:
        if not path.is_file() or path.stat().st_size > _MAX_BYTES:
            return ""
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
