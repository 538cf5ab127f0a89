"""What builds an index is not loaded by answers that find it as it should be: it takes longer to load than they take."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.surface.cli import run
from tests.surface.questions import QUESTIONS, make_shop

_BUILDING = (
    "codeshed.project.index.update",
    "codeshed.project.index.graph_in_memory",
    "codeshed.extract.languages.grammar_table",
)
_ANSWERS = (
    # What a difference affects is found by reading the files that differ.
    *((name, *arguments) for name, arguments in QUESTIONS.items() if "--diff" not in arguments),
    ("tests", "--changed", "Cart.total"),
    ("untested",),
    ("export", "edges"),
    ("status",),
)


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("loading") / "shop"
    make_shop(root)
    assert run("index", "--repo", str(root), "--index-dir", str(root / ".codeshed")).code == 0
    return root


@pytest.mark.parametrize("arguments", _ANSWERS, ids=lambda arguments: arguments[0])
def test_answers_load_nothing_that_builds(repository: Path, arguments: tuple[str, ...]) -> None:
    command = (sys.executable, "-X", "importtime", "-m", "codeshed", *arguments)
    outcome = subprocess.run(  # noqa: S603 - our own program
        (*command, "--repo", str(repository), "--index-dir", str(repository / ".codeshed")),
        capture_output=True,
        text=True,
        check=True,
    )
    loaded = {line.rpartition("|")[2].strip() for line in outcome.stderr.splitlines()}
    assert "codeshed.cli.main" in loaded
    assert loaded.isdisjoint(_BUILDING)
