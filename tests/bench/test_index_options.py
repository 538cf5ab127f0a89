"""The command line of `python -m bench index`."""

import sys
from pathlib import Path

import pytest

from bench.index.options import SIZES, parse_options
from bench.index.tools import CODE_REVIEW_GRAPH, CODEGRAPH, CTAGS, RUFF
from codeshed.project.index.graph_in_memory import Types


def test_options(tmp_path: Path) -> None:
    (tmp_path / "shop").mkdir()
    (tmp_path / "shop" / "__init__.py").touch()
    options = parse_options(
        [
            *(str(tmp_path), str(tmp_path / "shop")),
            *("--runs", "3", "--codegraph", sys.executable, "--types", "off", "--edit", "shop/cart.py"),
            *("--growth", str(tmp_path / "shop"), "--sizes", "10,30", "--without-opening"),
            *("--json", str(tmp_path / "figures.json")),
        ]
    )
    assert options.folders == (tmp_path.resolve(), tmp_path.resolve() / "shop")
    assert (options.n_runs, options.types, options.edited) == (3, (Types.OFF,), ("shop/cart.py",))
    assert options.program_by_name[CODEGRAPH] == sys.executable
    assert options.growth is not None
    assert (options.growth.package, options.growth.sizes) == (tmp_path.resolve() / "shop", (10, 30))
    assert not options.has_opening
    assert options.json == tmp_path / "figures.json"


def test_without_options_all_but_growth_is_measured(tmp_path: Path) -> None:
    options = parse_options([str(tmp_path)])
    assert (options.types, options.has_opening, options.growth) == ((Types.ON, Types.OFF), True, None)


def test_growth_alone(tmp_path: Path) -> None:
    (tmp_path / "__init__.py").touch()
    options = parse_options(["--growth", str(tmp_path)])
    assert options.folders == ()
    assert options.growth is not None
    assert options.growth.sizes == SIZES


def test_other_tools_are_looked_for_on_the_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("codegraph", "git"):
        program = tmp_path / name
        program.write_text("#!/bin/sh\n")
        program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert parse_options([str(tmp_path)]).program_by_name == {
        CODEGRAPH: str(tmp_path / "codegraph"),
        CODE_REVIEW_GRAPH: None,
        CTAGS: None,
        RUFF: None,
    }


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ([], "which folder?"),
        (["{folder}/missing"], "there is no folder"),
        (["{folder}", "--runs", "0"], "--runs must be 1 or more"),
        (["{folder}", "--ruff", "{folder}/missing"], "there is no command"),
        (["--growth", "{folder}"], "is no package"),
        (["{folder}", "--sizes", "1000,0"], "argument --sizes"),
        (["{folder}", "--sizes", "many"], "argument --sizes"),
    ],
)
def test_wrong_options(
    arguments: list[str], complaint: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        parse_options([argument.format(folder=tmp_path) for argument in arguments])
    assert complaint in capsys.readouterr().err


def test_git_is_needed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(SystemExit):
        parse_options([str(tmp_path)])
    assert "git is needed" in capsys.readouterr().err
