"""The history that is kept equals the history that git tells anew, and nothing of a repository's configuration is run."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from codeshed.model.commit_history import MAX_PATHS, iter_with_present_paths
from codeshed.project.commit_history import read_history

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")

_ENVIRONMENT = {
    **{name: value for name, value in os.environ.items() if not name.startswith("GIT_")},
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_SYSTEM": os.devnull,
    **{f"GIT_{who}_{what}": "a@b.c" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")},
}


class _Repository:
    def __init__(self, root: Path) -> None:
        self.root = root
        self._time = 1_600_000_000
        root.mkdir()
        self.git("init", "--quiet", "--initial-branch=main")

    def git(self, *arguments: str) -> None:
        dates = {"GIT_AUTHOR_DATE": f"{self._time} +0000", "GIT_COMMITTER_DATE": f"{self._time} +0000"}
        subprocess.run(  # noqa: S603 - a fixed program
            ("git", "-C", str(self.root), *arguments),  # noqa: S607
            check=True,
            env=_ENVIRONMENT | dates,
            capture_output=True,
        )

    def commit(self, message: str, **contents: str) -> None:
        for name, content in contents.items():
            path = self.root / name.replace("__", "/")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(content)
        self._time += 10
        self.git("add", "--all")
        self.git("commit", "--quiet", "--allow-empty", "--message", message)


@pytest.fixture
def repository(tmp_path: Path) -> _Repository:
    return _Repository(tmp_path / "repository")


def test_commits_are_listed_the_latest_first(repository: _Repository) -> None:
    repository.commit("First\n\nwith a body", a="1", lib__b="1")
    repository.commit("Nothing changed")
    repository.commit("Third", a="2")
    history = read_history(repository.root, None)
    assert [(each.message, each.paths) for each in history.commits] == [
        ("Third", ("a",)),
        ("Nothing changed", ()),
        ("First\n\nwith a body", ("a", "lib/b")),
    ]
    assert [each.time for each in history.commits] == [1_600_000_030, 1_600_000_020, 1_600_000_010]
    assert (history.n_older, history.is_shallow, history.reason) == (0, False, "")


def test_renames_are_followed(repository: _Repository) -> None:
    text = "".join(f"line {n}\n" for n in range(20))
    repository.commit("Add", old=text)
    repository.git("mv", "old", "middle")
    repository.commit("Rename")
    repository.commit("Another file has the old name", old="something else")
    repository.git("mv", "middle", "new")
    repository.commit("Rename again")
    commits = read_history(repository.root, None).commits
    assert commits[2].renames == (("old", "middle"),)
    present = [paths for _, paths in iter_with_present_paths(commits)]
    assert present == [("new",), ("old",), ("new",), ("new",)]


def test_only_new_commits_are_read_and_lost_ones_are_dropped(repository: _Repository, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    repository.commit("First", a="1")
    repository.commit("Second", a="2")
    assert read_history(repository.root, cache) == read_history(repository.root, None)
    repository.commit("Third", a="3")
    assert read_history(repository.root, cache) == read_history(repository.root, None)
    repository.git("reset", "--quiet", "--hard", "HEAD~2")
    repository.commit("Other", b="1")
    history = read_history(repository.root, cache)
    assert history == read_history(repository.root, None)
    assert [each.message for each in history.commits] == ["Other", "First"]


def test_a_damaged_cache_is_read_anew(repository: _Repository, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    repository.commit("First", a="1")
    history = read_history(repository.root, cache)
    (kept,) = cache.glob("history-*")
    kept.write_bytes(kept.read_bytes()[:-1] + b"x")
    assert read_history(repository.root, cache) == history


def test_the_history_of_a_folder_has_its_paths(repository: _Repository) -> None:
    repository.commit("First", a="1", lib__b="1")
    (commit,) = read_history(repository.root / "lib", None).commits
    assert commit.paths == ("b",)


def test_a_limit_counts_what_it_leaves_out(repository: _Repository) -> None:
    for n in range(4):
        repository.commit(str(n), a=str(n))
    history = read_history(repository.root, None, limit=3)
    assert ([each.message for each in history.commits], history.n_older) == (["3", "2", "1"], 1)


def test_a_commit_of_many_files_keeps_their_number_only(repository: _Repository) -> None:
    repository.commit("Many", **{f"f{n}": "" for n in range(MAX_PATHS + 1)})
    (commit,) = read_history(repository.root, None).commits
    assert (commit.n_paths, commit.paths) == (MAX_PATHS + 1, ())


def test_without_a_repository_the_history_says_why(tmp_path: Path) -> None:
    history = read_history(tmp_path, None)
    assert (history.commits, history.reason) == ((), "there is no git repository here, or it has no commit")


@pytest.mark.skipif(os.name == "nt", reason="a shell script stands for the programs")
def test_no_configured_program_is_run(repository: _Repository, tmp_path: Path) -> None:
    program, trace = tmp_path / "program", tmp_path / "trace"
    program.write_text(f"#!/bin/sh\ntouch {trace}\ncat\n")
    program.chmod(0o755)
    repository.commit("First", **{"a": "1", ".gitattributes": "* diff=own filter=own\n"})
    repository.commit("Second", a="2")
    for name in ("gpg.program", "diff.external", "diff.own.textconv", "diff.own.command", "core.pager"):
        repository.git("config", name, str(program))
    repository.git("config", "log.showSignature", "true")
    assert [each.message for each in read_history(repository.root, None).commits] == ["Second", "First"]
    assert not trace.exists()


def test_a_message_with_anything_in_it_is_kept(repository: _Repository) -> None:
    message = "M\ta\n\nR100\x01\x02 ✓\n\ncommit 1234"
    repository.commit(message, a="1")
    (commit,) = read_history(repository.root, None).commits
    assert (commit.message, commit.paths) == (message, ("a",))
