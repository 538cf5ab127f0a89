"""What builds an index is not loaded by answers that find it as it should be: it takes longer to load than they take."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.trees import make_tree
from tests.surface.cli import run

_BUILDING = (
    "codeshed.project.index.update",
    "codeshed.project.index.graph_in_memory",
    "codeshed.extract.languages.grammar_table",
)
_ANSWERS = (
    ("footprint", "a.py::f"),
    ("context", "a.py::f", "--for", "edit"),
    ("impact", "a.py::f"),
    ("graph", "a.py::f"),
    ("callers", "a.py::f"),
    ("path", "b.py::g", "a.py::f"),
    ("why", "b.py::g", "a.py::f"),
    ("unused",),
    ("export", "edges"),
    ("status",),
)


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("loading")
    make_tree(
        root,
        """
        codeshed.toml: types = "off"
        a.py: def f(): return 1
        b.py: from a import f ; def g(): return f()
        """,
    )
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
