"""The engine's files lie in memory where there is plenty, and where the user wants them if he says so."""

from pathlib import Path

import pytest

from codeshed.types import scratch


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
    monkeypatch.setattr(scratch, "_free_memory", lambda: free_bytes)
    parent = scratch.scratch_parent(tmp_path, ("a.py", "missing.py", "bad\x00.py"))
    assert (parent is not None) == is_in_memory


def test_large_codebases_need_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TMPDIR", raising=False)
    (tmp_path / "a.py").write_bytes(b"x" * 10_000_000)
    monkeypatch.setattr(scratch, "_free_memory", lambda: 10**9)
    assert scratch.scratch_parent(tmp_path, ()) is not None
    assert scratch.scratch_parent(tmp_path, ("a.py",)) is None
