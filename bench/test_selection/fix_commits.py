"""Fix commits that also change tests, from the history of a repository.

Turns: a clone → FixCommits, and the clone as it was before one, with the fix but without its tests.
"""

import re
import subprocess
from pathlib import Path

import msgspec

from codeshed.model.languages.declared_tests import find_declared_tests
from codeshed.model.languages.language import is_test_path, language_of_path

_FIX = re.compile(
    r"\b(?:fix(?:e[sd])?|bugs?|bugfix|issue|regression|crash|close[sd]?|resolve[sd]?)\b|#\d{2,}",
    re.IGNORECASE,
)
_MAX_SOURCES = 8
_MAX_TESTS = 4
_MAX_FILES = 25


class FixCommit(msgspec.Struct, frozen=True, kw_only=True):
    """A fix: its commit, the source files that it modifies, and the test files that it modifies."""

    commit: str
    parent: str
    files: tuple[str, ...]
    tests: tuple[str, ...]


def run_git(root: Path, *arguments: str) -> str:
    """Return git's output."""
    done = subprocess.run(["git", "-C", str(root), *arguments], capture_output=True, check=True)  # noqa: S603, S607
    return done.stdout.decode("utf-8", "replace")


def find_fix_commits(root: Path, revision: str, limit: int, *, newest: int = 6000) -> list[FixCommit]:
    """Return fix commits, spread evenly over the newest commits of a revision; test files that a fix adds do not count."""
    log = run_git(
        root,
        "log",
        "--no-merges",
        f"--max-count={newest}",
        "--name-status",
        "--no-renames",
        "--format=%x00%H %P%x01%s%n%b%x01",
        revision,
    )
    found = []
    for entry in log.split("\0")[1:]:
        ids, message, listing = entry.split("\x01", 2)
        commit, *parents = ids.split()
        changes = [line.split("\t", 1) for line in listing.splitlines() if "\t" in line]
        code = [(status, path) for status, path in changes if language_of_path(path)]
        tests = tuple(path for status, path in code if status == "M" and is_test_path(path))
        sources = [(status, path) for status, path in code if not is_test_path(path)]
        is_right_size = len(changes) <= _MAX_FILES and 0 < len(tests) <= _MAX_TESTS
        if parents and is_right_size and 0 < len(sources) <= _MAX_SOURCES and _FIX.search(message):
            others = tuple(path for status, path in changes if status in "MAD" and not is_test_path(path))
            found.append(FixCommit(commit=commit, parent=parents[0], files=others, tests=tests))
    step = max(1.0, len(found) / limit)
    return [found[int(place * step)] for place in range(min(limit, len(found)))]


def check_out_fix(root: Path, fix: FixCommit) -> None:
    """Bring a clone to the commit before a fix, with all of the fix but its tests in the working tree."""
    run_git(root, "checkout", "-q", "-f", fix.parent)
    run_git(root, "clean", "-q", "-fd", "-e", ".codeshed", "-e", "codeshed.toml")
    there = set(run_git(root, "ls-tree", "-r", "--name-only", fix.commit).splitlines())
    kept = [path for path in fix.files if path in there]
    if kept:
        run_git(root, "checkout", "-q", fix.commit, "--", *kept)
    for path in fix.files:
        if path not in there:
            (root / path).unlink(missing_ok=True)


def tests_that_count(root: Path, fix: FixCommit) -> tuple[str, ...]:
    """Return the test files of a fix that hold tests before it: helpers and data can't be suggested."""
    found = []
    for path in fix.tests:
        file = root / path
        if file.is_file() and find_declared_tests(path, file.read_text(errors="replace")):
            found.append(path)
    return tuple(found)


def clone_for_bench(source: Path, target: Path, *, types: str) -> Path:
    """Return a clone of a repository with settings for the bench; an existing one is used again."""
    if not target.exists():
        subprocess.run(["git", "clone", "-q", "--shared", str(source), str(target)], check=True)  # noqa: S603, S607
    (target / "codeshed.toml").write_text(f'types = "{types}"\n')
    exclude = target / ".git" / "info" / "exclude"
    exclude.write_text("codeshed.toml\n.codeshed\n")
    return target
