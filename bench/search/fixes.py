"""Bug fixes of a repository's history as search tasks.

Turns: a clone with its history → FixTasks: the message of a commit as the query, its parent as the tree to search, and the
files and functions that it changes, without tests, as the answer.
"""

import hashlib
import re
import subprocess
from pathlib import Path

import msgspec

from codeshed.model.commit_history import Commit
from codeshed.model.languages.language import SUFFIXES, is_test_path

_MAX_FILES = 4
_LEAST_WORDS = 20
"""Shorter messages say too little to be like the text of an issue."""
_WORD = re.compile(r"[A-Za-z_]{2,}")
_TRAILER = re.compile(r"^[A-Za-z][\w-]*: \S")
_FIX = re.compile(
    r"\b(fix(?:es|ed)?|bug|crash\w*|regression|incorrect\w*|wrong\w*|fail\w*|broken|error)\b", re.IGNORECASE
)
_NO_FIX = re.compile(
    r"^(merge|revert|bump|release|docs?\b|ci\b|chore|test|style|lint|typo|fix (typo|test|doc|lint|ci|flake|typing|mypy))",
    re.IGNORECASE,
)
_HUNK = re.compile(r"^@@ -(\d+)(?:,(\d+))? \+\d+(?:,\d+)? @@")
_MAX_BLOB_BYTES = 400_000


class ChangedLines(msgspec.Struct, frozen=True):
    """The lines of a file's old version that a commit replaces, removes, or inserts behind."""

    path: str
    lines: tuple[int, ...]


class FixTask(msgspec.Struct, frozen=True):
    """One bug fix."""

    repository: str
    commit: str
    parent: str
    query: str
    changes: tuple[ChangedLines, ...]


class Blob(msgspec.Struct, frozen=True):
    """A file of a tree."""

    path: str
    id: str


def git(root: Path, *arguments: str) -> str:
    """Run git and return what it writes."""
    return subprocess.run(  # noqa: S603 - a fixed program
        ("git", "-C", str(root), *arguments),  # noqa: S607
        check=True,
        capture_output=True,
        text=True,
        errors="replace",
    ).stdout


def find_fixes(root: Path, name: str, commits: tuple[Commit, ...], n_tasks: int) -> list[FixTask]:
    """Choose fixes of the newer half of a history by the hashes of their ids: at random, and always the same."""
    newer = commits[: len(commits) // 2]
    candidates = [each for each in newer if _may_be_fix(each)]
    candidates.sort(key=lambda each: hashlib.sha256(each.id.encode()).hexdigest())
    tasks: list[FixTask] = []
    for commit in candidates:
        if len(tasks) == n_tasks:
            break
        changes = _changed_lines(root, commit.id)
        if changes and len(changes) <= _MAX_FILES:
            parent = git(root, "rev-parse", f"{commit.id}^").strip()
            tasks.append(FixTask(name, commit.id, parent, without_trailers(commit.message), changes))
    return tasks


def is_code(path: str) -> bool:
    """Whether a file is one that an index would have."""
    return path.rpartition(".")[2].lower() in SUFFIXES


def blobs_of(root: Path, commit: str) -> list[Blob]:
    """Return the files of code of a tree, sorted by path."""
    blobs = []
    for line in git(root, "ls-tree", "-r", "-l", "-z", commit).split("\0"):
        head, _, path = line.partition("\t")
        kind, size = head.split()[1::2] if head else ("", "")
        if kind == "blob" and is_code(path) and size.isdigit() and int(size) <= _MAX_BLOB_BYTES:
            blobs.append(Blob(path, head.split()[2]))
    return sorted(blobs, key=lambda blob: blob.path)


def _may_be_fix(commit: Commit) -> bool:
    title = commit.message.partition("\n")[0]
    if _FIX.search(title) is None or _NO_FIX.match(title):
        return False
    if len(_WORD.findall(without_trailers(commit.message))) < _LEAST_WORDS:
        return False
    changed = [path for path in commit.paths if is_code(path) and not is_test_path(path)]
    return 0 < len(changed) <= _MAX_FILES


def without_trailers(message: str) -> str:
    """Return a message without lines such as `Signed-off-by: …` at its end, which no issue has."""
    lines = message.rstrip().split("\n")
    while len(lines) > 1 and (not lines[-1].strip() or _TRAILER.match(lines[-1])):
        lines.pop()
    return "\n".join(lines)


def _changed_lines(root: Path, commit: str) -> tuple[ChangedLines, ...]:
    diff = git(
        root,
        "diff-tree",
        "-p",
        "-U0",
        "--no-renames",
        "--diff-filter=M",
        "--no-color",
        "--no-ext-diff",
        commit,
    )
    path = ""
    lines_by_path: dict[str, list[int]] = {}
    for line in diff.splitlines():
        if line.startswith("--- a/"):
            path = line[len("--- a/") :]
        hunk = _HUNK.match(line)
        if hunk is not None and is_code(path) and not is_test_path(path):
            begin, n_lines = int(hunk[1]), int(hunk[2] or 1)
            lines_by_path.setdefault(path, []).extend(range(begin, begin + max(n_lines, 1)))
    return tuple(ChangedLines(each, tuple(lines)) for each, lines in sorted(lines_by_path.items()))
