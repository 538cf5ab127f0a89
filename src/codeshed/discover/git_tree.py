"""Lists and reads the files of a commit.

Turns: a folder of a repository and a commit → TreeFiles; TreeFiles → their contents, a few megabytes at a time.

Git reads its own objects. Nothing of the commit is run, and no filter that the configuration names: a file has the bytes
that were committed.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

from codeshed.discover.git import run_git
from codeshed.errors import RevisionIncompleteError
from codeshed.model.symbol_ids import is_relative_posix_path

_BYTES_AT_ONCE = 32 * 1024 * 1024
_FILES_AT_ONCE = 5_000
_REGULAR = frozenset({"100644", "100755"})
_LINK = "120000"
_SUBMODULE = "160000"
_GIT_FOLDER = ".git"


class TreeFile(msgspec.Struct, frozen=True, kw_only=True):
    """A file or a link of a commit; the path is relative to the folder that was asked about."""

    path: str
    blob: str
    n_bytes: int
    is_link: bool = False


class CommitTree(msgspec.Struct, frozen=True, kw_only=True):
    """The files of a commit below a folder, and the paths of submodules: what those hold is in other repositories."""

    files: tuple[TreeFile, ...]
    submodules: tuple[str, ...]


def list_tree(root: Path, commit: str) -> CommitTree:
    """Return the files that a commit has below a folder."""
    answer = run_git(root, ("ls-tree", "-r", "-l", "-z", commit))
    if answer.code:
        raise RevisionIncompleteError(commit, "files")
    files: list[TreeFile] = []
    submodules: list[str] = []
    for line in answer.output.decode("utf-8", "surrogateescape").split("\0"):
        head, _, path = line.partition("\t")
        if not is_relative_posix_path(path) or _is_of_git(path):
            continue
        mode, _, blob, size = head.split()
        if mode == _SUBMODULE:
            submodules.append(path)
        elif (mode in _REGULAR or mode == _LINK) and size.isdecimal():
            files.append(TreeFile(path=path, blob=blob, n_bytes=int(size), is_link=mode == _LINK))
        elif mode in _REGULAR:
            raise RevisionIncompleteError(commit, path)
    return CommitTree(files=tuple(files), submodules=tuple(submodules))


def iter_contents(root: Path, commit: str, files: Iterable[TreeFile]) -> Iterator[tuple[TreeFile, bytes]]:
    """Yield files with their contents, in the order given; a content that the clone lacks is an error."""
    for some in _batches(files):
        question = "".join(f"{each.blob}\n" for each in some).encode("ascii")
        output = run_git(root, ("cat-file", "--batch"), standard_input=question).output
        offset = 0
        for each in some:
            line_end = output.find(b"\n", offset)
            head = output[offset:line_end].split()
            if line_end < 0 or head[1:] != [b"blob", b"%d" % each.n_bytes]:
                raise RevisionIncompleteError(commit, each.path)
            yield each, output[line_end + 1 : line_end + 1 + each.n_bytes]
            offset = line_end + each.n_bytes + 2


def _batches(files: Iterable[TreeFile]) -> Iterator[list[TreeFile]]:
    batch: list[TreeFile] = []
    n_bytes = 0
    for each in files:
        if batch and (n_bytes + each.n_bytes > _BYTES_AT_ONCE or len(batch) == _FILES_AT_ONCE):
            yield batch
            batch, n_bytes = [], 0
        batch.append(each)
        n_bytes += each.n_bytes
    if batch:
        yield batch


def _is_of_git(path: str) -> bool:
    """Whether a path is inside a folder that git itself would take for its own, also where case does not count."""
    return any(part.lower() == _GIT_FOLDER for part in path.split("/"))
