"""The engine's files lie in memory where there is plenty, and where the user wants them if he says so; none stay."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from codeshed.types import scratch_folder
from codeshed.types.scratch_folder import ScratchFolder, remove_abandoned


@pytest.mark.parametrize(
    ("variables", "free_bytes", "is_in_memory"),
    [({}, 10**12, True), ({}, 10**8, False), ({}, 0, False), ({"TMPDIR": "/somewhere"}, 10**12, False)],
)
def test_choice(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    variables: dict[str, str],
    free_bytes: int,
    *,
    is_in_memory: bool,
) -> None:
    (tmp_path / "a.py").write_bytes(b"x" * 1000)
    for name in ("TMPDIR", "TEMP", "TMP"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(scratch_folder, "_free_memory", lambda: free_bytes)
    parent = scratch_folder.scratch_parent(tmp_path, ("a.py", "missing.py", "bad\x00.py"))
    assert (parent is not None) == is_in_memory


def test_large_codebases_need_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TMPDIR", raising=False)
    (tmp_path / "a.py").write_bytes(b"x" * 10_000_000)
    monkeypatch.setattr(scratch_folder, "_free_memory", lambda: 10**9)
    assert scratch_folder.scratch_parent(tmp_path, ()) is not None
    assert scratch_folder.scratch_parent(tmp_path, ("a.py",)) is None


_OWN_AND_WAIT = """
import time
from pathlib import Path
from codeshed.types.scratch_folder import ScratchFolder
owned = ScratchFolder(Path(), ())
print(owned.path, flush=True)
time.sleep(60)
"""


def test_a_folder_goes_when_it_is_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scratch_folder, "scratch_parent", lambda _root, _paths: tmp_path)
    first, second = ScratchFolder(tmp_path, ()), ScratchFolder(tmp_path, ())
    assert first.path.is_dir()
    (first.path / "run-1").mkdir()
    first.close()
    first.close()
    assert [path.name for path in tmp_path.iterdir()] == [second.path.name]
    second.close()
    assert list(tmp_path.iterdir()) == []


def test_what_a_killed_process_left_is_removed_by_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr(tempfile, "tempdir", None)
    command = [sys.executable, "-c", _OWN_AND_WAIT]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as owner:  # noqa: S603 - our own interpreter
        assert owner.stdout is not None
        folder = Path(owner.stdout.readline().strip())
        (folder / "run-1").mkdir()
        ScratchFolder(tmp_path, ()).close()
        assert folder.is_dir(), "its owner lives"
        owner.kill()
    assert folder.is_dir()
    ScratchFolder(tmp_path, ()).close()
    assert list(tmp_path.iterdir()) == []


def test_nothing_else_is_removed(tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    for name in ("codeshed-types-12345678", "codeshed-types-abc", "codeshed-verify-12345678", "other"):
        (elsewhere / name).mkdir(parents=True)
    for name in ("codeshed-types-abc", "codeshed-verify-12345678", "other"):
        (elsewhere / name / "owner").touch()
    (elsewhere / "codeshed-types-file5678").touch()
    target = tmp_path / "target"
    target.mkdir()
    (target / "owner").touch()
    (elsewhere / "codeshed-types-link5678").symlink_to(target)
    (elsewhere / "codeshed-types-pipe5678").mkdir()
    os.mkfifo(elsewhere / "codeshed-types-pipe5678" / "owner")
    (elsewhere / "codeshed-types-inne5678").mkdir()
    (elsewhere / "codeshed-types-inne5678" / "owner").symlink_to(target / "owner")
    before = sorted(path.name for path in elsewhere.iterdir())
    remove_abandoned(elsewhere)
    remove_abandoned(tmp_path / "missing")
    assert sorted(path.name for path in elsewhere.iterdir()) == before
    assert (target / "owner").exists()


def test_a_folder_of_another_user_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "codeshed-types-12345678"
    folder.mkdir()
    (folder / "owner").touch()
    user = os.geteuid()
    monkeypatch.setattr(os, "geteuid", lambda: user + 1)
    remove_abandoned(tmp_path)
    assert folder.exists()
    monkeypatch.setattr(os, "geteuid", lambda: user)
    remove_abandoned(tmp_path)
    assert not folder.exists()
