"""What a command line of the accuracy bench names is there, or it says so and stops."""

from pathlib import Path

import pytest

from bench.accuracy.__main__ import main


def stopped(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Run a command that stops with exit code 2, and return what it says."""
    with pytest.raises(SystemExit) as stop:
        main(list(arguments))
    assert stop.value.code == 2
    return capsys.readouterr().err


@pytest.mark.parametrize(
    "arguments",
    [
        ("code", "NOWHERE"),
        ("shares", "NOWHERE"),
        ("swarm", "NOWHERE", "--language", "javascript"),
        ("micro", "NOWHERE"),
        ("state", "NOWHERE", "NOWHERE"),
        ("NOWHERE", "NOWHERE"),
    ],
    ids=" ".join,
)
def test_what_is_not_there_is_named(capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...]) -> None:
    assert "NOWHERE" in stopped(capsys, *arguments)


def test_a_language_that_is_none(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert "'NOSUCH'" in stopped(capsys, "code", str(tmp_path), "--language", "NOSUCH")


def test_a_language_that_a_checkout_has_not(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "a.lua").write_text("print(1)\n")
    said = stopped(capsys, "code", str(tmp_path), "--language", "go")
    assert "has no code in go: it has lua" in said
