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


def test_columns_are_padded_for_a_screen_alone(tmp_path: Path) -> None:
    make_shop(tmp_path / "shop")
    name = "a_name_that_is_much_longer_than_the_column_that_it_has_on_a_screen"
    (tmp_path / "shop" / "long.py").write_text(
        f"from shop.checkout import checkout\n\ndef {name}():\n    return checkout()\n"
    )
    repo = ("--repo", str(tmp_path / "shop"), "--quiet")
    for call in (("callers", "checkout"), ("footprint",), ("unused",), ("status",), ("impact", "checkout")):
        piped = run(*call, *repo, is_piped=True).out
        assert len(piped) < len(run(*call, *repo).out) or call == ("callers", "checkout")
        assert [line for line in piped.splitlines() if "    " in line] == []
    assert name in run("callers", "checkout", *repo, is_piped=True).out
    assert name not in run("callers", "checkout", *repo).out


def test_uses_on_unknown_objects_are_listed_with_their_confidence(tmp_path: Path) -> None:
    call = ("callers", "Cart.total", "--repo", str(tmp_path), "--types", "off", "--quiet")

    def write(n_types: int, n_users: int) -> None:
        names = ["Cart", *(f"Bill{n}" for n in range(1, n_types))]
        types = [f"class {name}:\n    def total(self): ...\n" for name in names]
        users = [f"def show_{n}(thing):\n    return thing.total\n" for n in range(n_users)]
        (tmp_path / "a.py").write_text("\n".join((*types, *users)))

    write(n_types=1, n_users=1)
    assert "show_0 read (0.15)" in run(*call).out
    assert "POSSIBLE USES" not in run(*call, "--all").out
    assert "possibleUsers" not in json.loads(run(*call, "--json").out)

    write(n_types=5, n_users=1)
    title = "POSSIBLE USES: a member of this name, on an object of unknown type\n"
    assert f"{title}  show_0 (0.14)  a.py:16\n" in run(*call).out
    found = json.loads(run(*call, "--json").out)["possibleUsers"]
    assert [(each["node"]["label"], each["confidence"]) for each in found] == [("show_0", 0.14)]

    write(n_types=5, n_users=60)
    assert len(run(*call).out.splitlines()) <= 40
    assert " more: --all shows them" in run(*call).out
    assert run(*call, "--all").out.count("(0.14)") == 60


def test_a_footprint_counts_what_concerns_the_whole_index(tmp_path: Path) -> None:
    make_shop(tmp_path / "shop")
    (tmp_path / "shop" / "broken.py").write_text("def f(:\n")
    out = run("footprint", "checkout", "--repo", str(tmp_path / "shop"), "--quiet").out
    assert "about the whole index: codeshed status" in out
    assert "broken.py" not in out
