"""Programs that judge documentation: what they are asked, what counts, what is kept, and who can make one run."""

import json
import shlex
import shutil
import sys
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from codeshed.api.project import open_project
from codeshed.errors import InvalidOptionError, ScorerProgramError, SettingsError
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.model.repository_settings import Settings
from codeshed.project.index.index_refresh import refresh_index
from codeshed.project.index.index_request import IndexOutcome, IndexRequest
from codeshed.project.index.usable_index import remembered_scorer
from codeshed.project.scoring.scorer_program import ScorerProgram, start_program
from codeshed.store.graph_file import open_graph
from codeshed.store.index_reading import open_index
from tests.project.index_edits import check_same_index

_TOY = Path(__file__).parent / "toy_scorer.py"
_PLAIN_SCORE = 0.2
"""Codeshed's own score of a function without parameters whose documentation has two words."""

_FILES = {
    "a.py": '''import os

TOTAL = 0


def add(n):
    """Add 0.25"""
    global TOTAL
    local = n
    TOTAL = local
    os.remove("x")


class Cart:
    """A cart 0.75"""

    def bare(self): ...
''',
    "b.py": '''def other():
    """Other 0.5"""
''',
}


@pytest.fixture
def work(tmp_path: Path) -> Path:
    (tmp_path / "code").mkdir()
    for path, text in _FILES.items():
        (tmp_path / "code" / path).write_text(text)
    return tmp_path


def _command(work: Path, *options: str) -> str:
    return shlex.join((sys.executable, str(_TOY), str(work / "log"), *options))


def _asked(work: Path) -> list[dict[str, Any]]:
    log = work / "log"
    return [json.loads(line) for line in log.read_text().splitlines()] if log.exists() else []


def _index(
    work: Path, program: ScorerProgram | None = None, index: str = "index"
) -> tuple[IndexOutcome, CodeGraph]:
    """Bring the index up to date, with a program or with whatever the index remembers."""
    request = IndexRequest(
        root=work / "code",
        index_dir=work / index,
        settings=Settings(types="off"),
        scorer=program or ScorerProgram(name=remembered_scorer(work / index), cache=work / "cache"),
    )
    outcome = refresh_index(request)
    with open_index(work / index) as reader:
        assert reader.graph_path is not None
        return outcome, open_graph(reader.graph_path)


def _scores(graph: CodeGraph) -> dict[str, float]:
    return {
        each.symbol: each.documentation_score
        for each in (graph.node(row) for row in range(len(graph.nodes)))
        if "::" in each.symbol
    }


def _unjudged(graph: CodeGraph) -> int:
    found = [each.data for each in graph.warnings if each.code == "DOCUMENTATION_NOT_JUDGED"]
    return sum(int(each["definitions"] or 0) for each in found if each is not None)


def test_a_program_gets_what_the_graph_knows_and_its_scores_count(work: Path) -> None:
    _, graph = _index(work, start_program(_command(work), work / "cache"))
    assert graph.documentation_scorer == "toy 1"
    assert _unjudged(graph) == 0
    scores = _scores(graph)
    assert (scores["a.py::add"], scores["a.py::Cart"], scores["b.py::other"]) == (0.25, 0.75, 0.5)
    assert scores["a.py::Cart.bare"] == 0.0
    asked = {each["symbol"]: each for each in _asked(work)}
    assert sorted(asked) == ["a.py::Cart", "a.py::add", "b.py::other"]
    assert asked["a.py::add"]["writes"] == ["a.py::TOTAL"]
    assert asked["a.py::add"]["external_calls"] == ["ext:os.remove"]
    assert asked["a.py::add"]["documentation"] == "Add 0.25"
    assert asked["a.py::add"]["signature"] == "def add(n):"
    assert "global TOTAL" in asked["a.py::add"]["body"]
    assert "def bare" not in asked["a.py::Cart"]["body"]


def test_what_was_judged_is_not_asked_again(work: Path) -> None:
    program = start_program(_command(work), work / "cache")
    _, first = _index(work, program)
    _, second = _index(work, program, index="another")
    assert len(_asked(work)) == 3
    assert _scores(first) == _scores(second)
    (work / "code" / "b.py").write_text('def other():\n    """Other 1.0"""\n')
    outcome, third = _index(work, program)
    assert (outcome.n_changed, outcome.rebuild_reason) == (1, "")
    assert len(_asked(work)) == 4
    assert _scores(third)["b.py::other"] == 1.0
    _index(work, program, index="fresh")
    check_same_index(work / "index", work / "fresh", "after an edit")
    assert len(_asked(work)) == 4


def test_another_version_of_a_program_is_another_index(work: Path) -> None:
    _index(work, start_program(_command(work), work / "cache"))
    outcome, graph = _index(work, start_program(_command(work, "--version", "2"), work / "cache"))
    assert "other settings" in outcome.rebuild_reason
    assert graph.documentation_scorer == "toy 2"
    assert len(_asked(work)) == 6


def test_an_index_remembers_its_scorer_and_runs_nothing(work: Path) -> None:
    _index(work, start_program(_command(work), work / "cache"))
    (work / "code" / "b.py").write_text('def other():\n    """Other 1.0"""\n')
    outcome, graph = _index(work)
    assert (outcome.rebuild_reason, graph.documentation_scorer) == ("", "toy 1")
    assert len(_asked(work)) == 3
    assert _unjudged(graph) == 1
    assert _scores(graph)["b.py::other"] == _PLAIN_SCORE
    assert _scores(graph)["a.py::add"] == 0.25
    again, judged = _index(work, start_program(_command(work), work / "cache"))
    assert again.rebuild_reason == "1 definition had no judgement of toy 1"
    assert (_unjudged(judged), _scores(judged)["b.py::other"]) == (0, 1.0)
    _, fresh = _index(work, start_program(_command(work), work / "cache"), index="fresh")
    assert _scores(judged) == _scores(fresh)


@pytest.mark.parametrize("option", ["--mute", "--nonsense"])
def test_without_good_answers_the_plain_scores_count_and_are_counted(work: Path, option: str) -> None:
    _, graph = _index(work, start_program(_command(work, option), work / "cache"))
    _, plain = _index(work, ScorerProgram(), index="plain")
    assert graph.documentation_scorer == "toy 1"
    assert plain.documentation_scorer == "signature-coverage"
    assert _unjudged(graph) == 3
    assert _scores(graph) == _scores(plain)


def test_a_program_that_takes_too_long_is_stopped_and_what_it_said_counts(work: Path) -> None:
    program = start_program(_command(work, "--hang", "b.py::other"), work / "cache")
    _, graph = _index(work, replace(program, seconds=5.0))
    assert _unjudged(graph) == 1
    assert _scores(graph)["a.py::Cart"] == 0.75


@pytest.mark.parametrize(
    ("command", "reason"),
    [("", "empty"), ("/nowhere/at-all", "No such file"), (f"{sys.executable} -c pass", "name and version")],
)
def test_a_program_that_is_none_is_an_error(command: str, reason: str) -> None:
    with pytest.raises(ScorerProgramError, match=reason):
        start_program(command, None)


def test_neither_settings_nor_an_index_can_make_a_program_run(work: Path) -> None:
    command = _command(work)
    (work / "code" / "codeshed.toml").write_text(f"scorer_command = {command!r}\n")
    with pytest.raises(SettingsError, match="scorer_command"):
        open_project(work / "code").refresh()
    (work / "code" / "codeshed.toml").write_text('types = "off"\n')
    with open_project(
        work / "code", index_dir=work / "code" / ".codeshed", scorer_command=command
    ) as project:
        assert project.code_graph().documentation_scorer == "toy 1"
    n_asked = len(_asked(work))
    assert n_asked == 3
    shutil.copytree(work / "code", work / "copy")
    (work / "copy" / "b.py").write_text('def other():\n    """Other 1.0"""\n')
    with open_project(work / "copy", index_dir=work / "copy" / ".codeshed", refresh="always") as project:
        graph = project.code_graph()
    assert (graph.documentation_scorer, _unjudged(graph), len(_asked(work))) == ("toy 1", 1, n_asked)


def test_a_graph_without_an_index_has_no_scorer(work: Path) -> None:
    project = open_project(work / "code", types="off", scorer_command=_command(work))
    with pytest.raises(InvalidOptionError, match="without one"):
        project.code_graph()
