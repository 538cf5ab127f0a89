"""What holds for every command: short help, the same options, the same places for what it prints."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from codeshed.cli.command_table import COMMANDS_BY_GROUP, SUBCOMMANDS
from tests.surface.cli import run
from tests.surface.questions import make_shop

COMMANDS = [name for group in COMMANDS_BY_GROUP.values() for name in group if name not in SUBCOMMANDS]


def test_the_overview_fits_one_screen_and_cuts_no_sentence() -> None:
    lines = run("--help").out.splitlines()
    assert len(lines) <= 48
    assert [line for line in lines[1:] if line.endswith("...")] == []
    for name in COMMANDS:
        (line,) = [line for line in lines if line.startswith(f"  {name} ")]
        assert line.endswith(".")


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_can_be_quiet_and_write_json(name: str) -> None:
    shown = run(name, "--help").out
    assert "-q, --quiet" in shown
    assert "--format" in shown


@pytest.mark.parametrize("kind", ["edges", "semantic-data"])
def test_exports_are_json_however_that_is_asked_for(kind: str, tmp_path: Path) -> None:
    make_shop(tmp_path / "shop")
    call = ("export", kind, "--repo", str(tmp_path / "shop"))
    plain = run(*call)
    assert (plain.code, run(*call, "--json").out) == (0, plain.out)


def test_json_is_short_for_a_format(tmp_path: Path) -> None:
    make_shop(tmp_path / "shop")
    repo = ("--repo", str(tmp_path / "shop"))
    for call in (("callers", "Cart.total"), ("footprint", "checkout"), ("unused",)):
        assert run(*call, *repo, "--json").out == run(*call, *repo, "--format", "json").out


@pytest.mark.parametrize("command", ["index", "verify", "clean"])
def test_a_repository_can_be_an_argument(command: str, tmp_path: Path) -> None:
    make_shop(tmp_path / "shop")
    run("index", "--repo", str(tmp_path / "shop"))

    assert run(command, "shop", "--json", cwd=tmp_path).code == 0
    assert json.loads(run("clean", "shop", "--json", cwd=tmp_path).out)["was_there"] is (command != "clean")


def test_two_repositories_in_one_call_are_an_error(tmp_path: Path) -> None:
    outcome = run("index", str(tmp_path), "--repo", "elsewhere")
    assert (outcome.code, outcome.out) == (2, "")
    assert "two repositories are named" in outcome.err
    assert "leave one of them out" in outcome.err


def test_the_shell_completes_commands() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "codeshed"],
        env={
            **os.environ,
            "_CODESHED_COMPLETE": "complete_bash",
            "COMP_WORDS": "codeshed ca",
            "COMP_CWORD": "1",
        },
        capture_output=True,
        check=False,
        timeout=60,
    )
    assert set(done.stdout.decode().split()) == {"callers", "callees"}
