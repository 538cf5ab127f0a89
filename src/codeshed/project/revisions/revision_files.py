"""Writes the files of a commit to a folder of the cache.

Turns: a repository and a commit → a folder with the commit's files, which git takes for a repository of its own.

The user's tree is only read. The folder has a `.git` that borrows the objects of the user's repository, so that a commit is
found there by its id; it has no branches, tags or staged files.
"""

import contextlib
import os
from pathlib import Path

import msgspec

from codeshed.discover.git import run_git
from codeshed.discover.git_tree import CommitTree, TreeFile, iter_contents, list_tree
from codeshed.errors import GitFailedError, RevisionUnknownError
from codeshed.model.repository_settings import LARGEST_FILE_BYTES

_SHALLOW = "shallow"
_EXCLUDE = "info/exclude"
_FLAGS = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0) | getattr(os, "O_NOFOLLOW", 0)


class RepositoryPlace(msgspec.Struct, frozen=True, kw_only=True):
    """Where a folder lies in its repository: `prefix` is empty, or ends with a slash."""

    top: Path
    prefix: str
    git_folder: Path
    exclude: bytes
    """The `.git/info/exclude` that is obeyed in the folder."""


def locate_repository(root: Path, revision: str) -> RepositoryPlace:
    """Return the repository around a folder; without one, or without git, the revision is unknown."""
    try:
        answer = run_git(root, ("rev-parse", "--path-format=absolute", "--git-common-dir"))
        prefix = run_git(root, ("rev-parse", "--show-prefix"))
    except GitFailedError as error:
        raise RevisionUnknownError(revision, error.reason) from None
    if answer.code or prefix.code:
        raise RevisionUnknownError(revision, answer.error if answer.code else prefix.error)
    path = prefix.output.decode("utf-8", "surrogateescape").removesuffix("\n")
    resolved = root.resolve()
    top = resolved.parents[path.count("/") - 1] if path else resolved
    return RepositoryPlace(
        top=top,
        prefix=path,
        git_folder=Path(answer.output.decode("utf-8", "surrogateescape").removesuffix("\n")),
        exclude=_content(resolved / ".git" / _EXCLUDE) if (resolved / ".git").is_dir() else b"",
    )


def write_commit(root: Path, place: RepositoryPlace, commit: str, target: Path) -> CommitTree:
    """Write what a commit has below a folder; `target` stands for the top folder of the repository, and is new."""
    tree = list_tree(root, commit)
    _write_git_folder(place, commit, target / ".git")
    folder = target / place.prefix
    folder.mkdir(parents=True, exist_ok=True)
    for parent in sorted({str(Path(each.path).parent) for each in tree.files}):
        (folder / parent).mkdir(parents=True, exist_ok=True)
    plain = [each for each in tree.files if not each.is_link]
    for each, content in iter_contents(
        root, commit, (each for each in plain if each.n_bytes <= LARGEST_FILE_BYTES)
    ):
        _write_new(folder / each.path, content)
    for each in plain:
        if each.n_bytes > LARGEST_FILE_BYTES:
            _write_huge(folder / each.path, each.n_bytes)
    # Links come last, so that nothing is written through one.
    for each, content in iter_contents(root, commit, (each for each in tree.files if each.is_link)):
        _write_link(folder / each.path, content)
    return tree


def count_bytes(files: tuple[TreeFile, ...]) -> int:
    """Return how much the files of a commit take on disk."""
    return sum(each.n_bytes for each in files if each.n_bytes <= LARGEST_FILE_BYTES)


def _write_git_folder(place: RepositoryPlace, commit: str, folder: Path) -> None:
    for name in ("objects/info", "refs", "info"):
        (folder / name).mkdir(parents=True)
    _write_new(folder / "HEAD", f"{commit}\n".encode())
    _write_new(folder / "config", b"[core]\n\trepositoryformatversion = 0\n\tbare = false\n")
    _write_new(folder / "objects" / "info" / "alternates", os.fsencode(place.git_folder / "objects") + b"\n")
    _write_new(folder / _EXCLUDE, place.exclude)
    shallow = _content(place.git_folder / _SHALLOW)
    if shallow:
        _write_new(folder / _SHALLOW, shallow)


def _write_new(path: Path, content: bytes) -> None:
    # On a disk where case does not count, two files of a commit may have one name; git keeps the first, too.
    with contextlib.suppress(FileExistsError), os.fdopen(os.open(path, _FLAGS, 0o666), "wb") as file:
        file.write(content)


def _write_huge(path: Path, n_bytes: int) -> None:
    """Write a file without content that has the size of one that is too large to be read."""
    with contextlib.suppress(FileExistsError), os.fdopen(os.open(path, _FLAGS, 0o666), "wb") as file:
        file.truncate(n_bytes)


def _write_link(path: Path, target: bytes) -> None:
    # Not every system has links, or lets everybody make them.
    with contextlib.suppress(OSError, ValueError, NotImplementedError):
        path.symlink_to(os.fsdecode(target))


def _content(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError:
        return b""
