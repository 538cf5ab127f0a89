"""The one error boundary, and what `--help` costs."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from codeshed.cli import main
from codeshed.cli.command_table import GROUPS, SUBCOMMANDS
from codeshed.cli.commands.footprint_command import SizeName
from codeshed.model.size_units import SIZE_FUNCTION_NAMES
from tests.support.signals import default_sigint, wait_until_it_hears
from tests.surface.cli import ROOT, SHOP_ARGUMENTS, run


def test_help_has_an_example_for_every_command() -> None:
    overview = run("--help")
    assert overview.code == 0
    names = [name for _, group in GROUPS for name in group]
    for command in names:
        assert command in overview.out
    nested = [f"{group} {name}" for group, commands in SUBCOMMANDS.items() for name in commands]
    for command in (*(name for name in names if name not in SUBCOMMANDS), *nested):
        outcome = run(*command.split(), "--help")
        assert outcome.code == 0
        assert f"Example: codeshed {command}" in outcome.out


@pytest.mark.parametrize(
    ("arguments", "code", "shown"),
    [
        (("index", "--base", "--help"), 0, "Usage: codeshed index"),
        (("callers", "--repo", "--help"), 0, "Usage: codeshed callers"),
        (("export", "edges", "--repo", "--help"), 0, "Usage: codeshed export edges"),
        (("export", "--help"), 0, "Usage: codeshed export [OPTIONS] COMMAND"),
        (("--help", "index"), 0, "Usage: codeshed [OPTIONS] COMMAND"),
        (("nothing", "--help"), 2, "No such command"),
        (("export", "nothing", "--help"), 2, "No such command"),
        (("callers", "--refresh", "never", "--", "--help"), 2, "there is no index in"),
    ],
)
def test_help_is_no_value_of_an_option(
    arguments: tuple[str, ...],
    code: int,
    shown: str,
    tmp_path: Path,
) -> None:
    outcome = run(*arguments, cwd=tmp_path)
    assert outcome.code == code
    assert shown in outcome.out + outcome.err


def test_no_arguments_show_the_map(tmp_path: Path) -> None:
    (tmp_path / "shop.py").write_text("def run(): ...\n", encoding="utf-8")
    outcome = run(cwd=tmp_path)
    assert outcome.code == 0
    assert outcome.out.startswith("1 file, ")
    assert "codeshed --help" in outcome.out


def test_no_arguments_in_an_empty_folder_say_what_is_missing(tmp_path: Path) -> None:
    outcome = run(cwd=tmp_path)
    assert (outcome.code, outcome.out) == (2, "")
    assert "no code found" in outcome.err


def test_version() -> None:
    assert run("--version").out.startswith("codeshed 0.")


def test_an_unknown_command_is_a_wrong_call() -> None:
    outcome = run("footprnt")
    assert outcome.code == 2
    assert "footprnt" in outcome.err


def test_the_command_line_names_every_size_function() -> None:
    assert tuple(SizeName) == SIZE_FUNCTION_NAMES


def test_help_imports_nothing_heavy() -> None:
    code = (
        "import sys\nfrom codeshed.cli.main import run\nrun(['--help'])\n"
        "print([m for m in ('numpy', 'msgspec', 'rustworkx', 'splintr') if m in sys.modules], file=sys.stderr)"
    )
    done = subprocess.run(  # noqa: S603 - our own interpreter
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT
    )
    assert done.stderr.strip() == "[]"


def test_a_bug_is_confessed_and_its_traceback_saved(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise ZeroDivisionError("boom")

    monkeypatch.setattr("codeshed.project.index.graph_in_memory.index_semantic_data", fail)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    assert main.run(["footprint", *SHOP_ARGUMENTS]) == 3
    err = capsys.readouterr().err
    assert "a bug in codeshed: ZeroDivisionError: boom" in err
    saved = next(tmp_path.glob("codeshed-*.traceback"))
    assert str(saved) in err
    assert "ZeroDivisionError" in saved.read_text()


def test_an_interruption_is_130(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def interrupt(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("codeshed.project.index.graph_in_memory.index_semantic_data", interrupt)
    assert main.run(["footprint", *SHOP_ARGUMENTS]) == 130
    assert capsys.readouterr().err == "codeshed: interrupted\n"


def test_control_c_stops_cleanly(tmp_path: Path) -> None:
    document = tmp_path / "big.json"
    functions = ",".join(
        f'{{"symbol_id":"a.py::f{i}","name":"f{i}","kind":"Function",'
        '"span":{"start_line":1,"start_column":0,"end_line":1,"end_column":0}}'
        for i in range(200_000)
    )
    document.write_text(f'{{"documents":[{{"path":"a.py","definitions":[{functions}]}}]}}')
    with default_sigint():
        process = subprocess.Popen(  # noqa: S603 - our own interpreter
            [sys.executable, "-m", "codeshed", "footprint", "--all", "--semantic-data", str(document)],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            cwd=tmp_path,
        )
    wait_until_it_hears(process)
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert b"Traceback" not in err


def test_a_reader_that_goes_away_is_no_error() -> None:
    command = f"{sys.executable} -m codeshed footprint --all --format json {' '.join(SHOP_ARGUMENTS)}"
    done = subprocess.run(  # noqa: S602 - a pipe is what is tested
        f"{command} | head -c 10; echo ${{PIPESTATUS[0]}}",
        shell=True,
        executable="/bin/bash",
        capture_output=True,
        text=True,
        check=True,
        env=os.environ,
    )
    assert done.stdout.endswith("0\n")
    assert done.stderr == ""


def test_a_full_disk_is_a_message() -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(  # noqa: S603 - our own interpreter
            [sys.executable, "-m", "codeshed", "footprint", *SHOP_ARGUMENTS],
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert done.returncode == 2
    assert b"No space left" in done.stderr
    assert b"Traceback" not in done.stderr


def test_modules_of_the_repository_are_never_run(tmp_path: Path) -> None:
    for name in ("msgspec", "typer", "numpy", "json", "tomllib", "codeshed_marker"):
        (tmp_path / f"{name}.py").write_text(f"open('{name} was run', 'w').close()\n")
    for arguments in (["index", "--types", "off"], ["callers", "msgspec.py"]):
        command = [sys.executable, "-m", "codeshed", *arguments]
        subprocess.run(command, cwd=tmp_path, capture_output=True, check=True)  # noqa: S603 - our own interpreter
    assert list(tmp_path.glob("* was run")) == []
