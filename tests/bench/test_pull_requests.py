"""The ranges of commits on which the gate is measured."""

import re
from pathlib import Path

import pytest

from bench.footprints import pull_requests
from tests.support.repositories import Repository


def test_a_commit_stands_for_itself_and_its_parent(tmp_path: Path) -> None:
    repository = Repository(tmp_path / "shop")
    first = repository.commit(a_py="x = 1\n")
    second = repository.commit(a_py="x = 2\n")
    assert pull_requests.commits_of_range(repository.root, second) == (first, second)
    assert pull_requests.commits_of_range(repository.root, f"{first}..") == (first, second)
    assert pull_requests.commits_of_range(repository.root, "HEAD~1..HEAD") == (first, second)


def test_ranges_with_one_base_share_its_index(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    repository = Repository(tmp_path / "shop")
    repository.commit(codeshed_toml='types = "off"\n', a_py="def f(): ...\n")
    repository.commit(a_py="def f(): return g()\ndef g(): ...\n")
    monkeypatch.setattr("sys.argv", ["pull_requests", str(repository.root), "HEAD", "HEAD~1..HEAD"])
    pull_requests.main()
    lines = capsys.readouterr().out.splitlines()
    cells = [re.split(r" {2,}", line.strip()) for line in lines if line.startswith("  HEAD")]
    assert [(row[0], row[1]) for row in cells] == [("HEAD", "1"), ("HEAD~1..HEAD", "1")]
    # The second has no time of an index.
    assert [len(row) for row in cells] == [8, 7]
