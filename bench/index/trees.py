"""Trees to index: a copy of a folder, or many copies of one package, and how large a tree is.

Turns: a folder → a fresh tree that a tool may write to. The folder itself is only read.
"""

import os
import re
import shutil
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

# Settings of Codeshed are written anew, so that a tree is read with types and without.
_NOT_COPIED = (
    ".git",
    ".codegraph",
    ".code-review-graph",
    ".codeshed",
    "codeshed.toml",
    ".ruff_cache",
    "__pycache__",
)
_INIT = "__init__.py"
_GIT_ENVIRONMENT = {
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_AUTHOR_NAME": "bench",
    "GIT_AUTHOR_EMAIL": "bench@localhost",
    "GIT_AUTHOR_DATE": "2000-01-01T00:00:00Z",
    "GIT_COMMITTER_NAME": "bench",
    "GIT_COMMITTER_EMAIL": "bench@localhost",
    "GIT_COMMITTER_DATE": "2000-01-01T00:00:00Z",
}
_GIT_COMMANDS = (
    ("init", "--quiet"),
    # Nothing tidies up behind our back.
    ("config", "gc.auto", "0"),
    ("config", "maintenance.auto", "false"),
    ("add", "--all"),
    ("commit", "--quiet", "--message", "The tree"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Tree:
    """How large a tree is."""

    name: str
    n_python_files: int
    n_python_lines: int


def tree_of(root: Path, name: str) -> Tree:
    """Count the Python files of a tree and their lines."""
    files = find_python_files(root)
    n_lines = sum(path.read_bytes().count(b"\n") for path in files)
    return Tree(name=name, n_python_files=len(files), n_python_lines=n_lines)


def find_python_files(root: Path) -> list[Path]:
    """Return all Python files below a folder, sorted."""
    return sorted(path for path in root.rglob("*.py") if path.is_file() and not path.is_symlink())


def copy_tree(folder: Path, root: Path) -> None:
    """Copy a folder without history and indexes; a package goes below the root, where its own imports find it."""
    target = root / folder.name if (folder / _INIT).exists() else root
    shutil.copytree(folder, target, symlinks=True, ignore=shutil.ignore_patterns(*_NOT_COPIED))


def copy_package(package: Path, n_copies: int, root: Path) -> None:
    """Copy the Python files of a package many times below a root: `shop` as `shop_0001`, `shop_0002`, ….

    Wherever its name stands as a whole word in them, it becomes that of the copy, so that no copy imports another.
    """
    old = package.name
    name = re.compile(rb"(?<![\w.])" + re.escape(old).encode() + rb"(?!\w)")
    contents = {
        path.relative_to(package): path.read_bytes()
        for path in find_python_files(package)
        if "__pycache__" not in path.parts
    }
    for number in range(1, n_copies + 1):
        new = f"{old}_{number:04}"
        # The last line keeps a file without the name from being the same in all copies, and known from the first.
        last_line = f"\n# {new}\n".encode()
        for path, content in contents.items():
            target = root / new / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(name.sub(new.encode(), content) + last_line)


def n_copies_for(package: Path, n_files: int) -> int:
    """Return how many whole copies of a package have about as many Python files as asked for, at least one."""
    return max(1, round(n_files / max(1, len(find_python_files(package)))))


def make_ready(root: Path, text_by_settings_file: Mapping[str, str]) -> None:
    """Write a tool's settings, make the tree a repository with one commit, and wait until it is on the disk."""
    for name, text in text_by_settings_file.items():
        (root / name).write_text(text)
    git = shutil.which("git")
    if git is None:
        raise RuntimeError("git is needed: code-review-graph finds edits by it")
    for arguments in _GIT_COMMANDS:
        subprocess.run(  # noqa: S603 - git, with our own arguments
            [git, *arguments], cwd=root, env=os.environ | _GIT_ENVIRONMENT, check=True
        )
    os.sync()


def n_bytes_below(folder: Path) -> int:
    """Return the size of all files below a folder together; those that vanish meanwhile do not count."""
    total = 0
    for parent, _, names in os.walk(folder):
        for name in names:
            try:
                total += os.lstat(Path(parent, name)).st_size
            except FileNotFoundError:
                continue
    return total
