"""Answers from an index with provisional types say so, and `codeshed index` makes them final."""

import json
from pathlib import Path

import pytest

from codeshed.project.index.index_request import IndexRequest
from codeshed.project.index.update import bring_up_to_date
from codeshed.project.types.provisional_update import ProvisionalUpdater
from tests.contract.test_schemas import check_schema
from tests.support.trees import make_tree
from tests.support.untyped import Untyped
from tests.surface.cli import Outcome, run

_SAYING = "1 file shown provisionally"


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository with an index that `codeshed watch` left when it was killed."""
    monkeypatch.delenv("CODESHED_INDEX_DIR")
    root = tmp_path / "repository"
    root.mkdir()
    make_tree(root, "a.py: def f(): return 1 ; def g(): return f()")
    request = IndexRequest(root=root, index_dir=root / ".codeshed")
    bring_up_to_date(request)
    (root / "a.py").write_text("def f(): return 2\n\ndef g(): return f()\n")
    ProvisionalUpdater(Untyped()).apply_edits(request, ("a.py",))
    return root


def _ask(root: Path, *arguments: str) -> Outcome:
    outcome = run(*arguments, "--repo", str(root))
    assert outcome.code == 0
    return outcome


def test_answers_say_so(repository: Path) -> None:
    never = ("--refresh", "never")
    assert _SAYING in _ask(repository, "footprint", *never).out
    assert _SAYING in _ask(repository, "footprint", "g", *never).out
    assert _SAYING in _ask(repository, "export", "edges", *never).err
    assert _SAYING in _ask(repository, "export", "semantic-data", *never).err
    assert _SAYING in _ask(repository, "status").out
    for arguments in (("footprint",), ("footprint", "g")):
        told = json.loads(_ask(repository, *arguments, *never, "--format", "json").out)
        assert [each["code"] for each in told["warnings"]] == ["TYPES_PROVISIONAL"]
    status = json.loads(_ask(repository, "status", "--json").out)
    check_schema("status", status)
    assert (status["index"]["types"], status["index"]["n_files_with_provisional_types"]) == ("provisional", 1)
    assert [each["code"] for each in status["index"]["warnings"]] == ["TYPES_PROVISIONAL"]


def test_an_answer_is_no_exact_one_before_everything_follows(repository: Path) -> None:
    told = json.loads(_ask(repository, "callers", "f", "--refresh", "never", "--format", "json").out)
    assert told["basis"]["kind"] == "lower-bound"
    assert [(each["code"], each["count"]) for each in told["basis"]["causes"]] == [("provisional_types", 1)]
    assert told["basis"]["index"]["nProvisionalFiles"] == 1


def test_what_was_said_of_a_file_before_it_was_edited_is_gone(repository: Path) -> None:
    request = IndexRequest(root=repository, index_dir=repository / ".codeshed")
    (repository / "a.py").write_text("def f(: return 2\n")
    bring_up_to_date(request)
    assert (
        "WARNING    1 warning about the whole index"
        in _ask(repository, "callers", "f", "--refresh", "never").out
    )
    (repository / "a.py").write_text("def f(): return 3\n")
    ProvisionalUpdater(Untyped()).apply_edits(request, ("a.py",))
    assert "about the whole index" not in _ask(repository, "callers", "f", "--refresh", "never").out


def test_index_makes_them_final(repository: Path) -> None:
    done = _ask(repository, "index")
    assert done.out.startswith("0 files changed, 1 resolved again, types of 1 file final, in ")
    assert "types complete" in done.out
    assert _ask(repository, "index").out.startswith("up to date")


def test_an_answer_makes_them_final(repository: Path) -> None:
    done = _ask(repository, "footprint", "g")
    assert _SAYING not in done.out
    assert json.loads(_ask(repository, "status", "--json").out)["index"]["types"] == "complete"


def test_the_problems_of_a_path_are_those_of_the_file_as_it_is_shown(repository: Path) -> None:
    (repository / "a.py").write_text("def f(: return 2\n")
    _ask(repository, "callers", "f", "--refresh", "quick")
    assert "line 1: syntax error" in _ask(repository, "status", str(repository / "a.py")).out
    (repository / "a.py").write_text("def f(): return 2\n")
    _ask(repository, "callers", "f", "--refresh", "quick")
    assert "line 1: syntax error" not in _ask(repository, "status", str(repository / "a.py")).out
