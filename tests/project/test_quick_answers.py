"""Answers that show an edit by itself say so, and the index is the one that would be built once all else follows."""

import random
from pathlib import Path

import pytest
from msgspec.structs import replace

from bench.types.code_edits import edit
from codeshed.graph.data.kinds import EdgeKind
from codeshed.model.repository_settings import Settings
from codeshed.project.index.index_refresh import Refresh, open_repository, refresh_index
from codeshed.project.index.index_request import IndexOutcome, IndexRequest
from codeshed.project.index.update import bring_up_to_date
from codeshed.query.exported_edges import iter_exported_edges
from codeshed.store.index_lock import lock_index
from codeshed.store.index_records import TypesState
from tests.project.index_edits import check_same_index

_FILES = {
    "shop/__init__.py": "",
    "shop/cart.py": "class Cart:\n    def total(self):\n        return 3\n\ndef make():\n    return Cart()\n",
    "shop/use.py": "from shop.cart import make\n\ndef use():\n    return make().total()\n",
    "shop/other.py": "def other():\n    return 1\n",
}


@pytest.fixture(params=["off", "on"])
def request_(tmp_path: Path, request: pytest.FixtureRequest) -> IndexRequest:
    return _indexed(tmp_path, Settings(types=request.param))


def _indexed(folder: Path, settings: Settings) -> IndexRequest:
    asked = IndexRequest(root=folder / "code", index_dir=folder / "index", settings=settings)
    for path, content in _FILES.items():
        _write(asked, path, content)
    bring_up_to_date(asked)
    return asked


def _ask(request: IndexRequest) -> tuple[set[tuple[str, str]], list[str], IndexOutcome | None]:
    """Return who calls whom, the codes of all warnings, and what was done."""
    opened = open_repository(request, Refresh.QUICK)
    with opened.reader:
        edges = iter_exported_edges(opened.graph, frozenset({EdgeKind.CALL}))
        calls = {(edge.source.rpartition("::")[2], edge.target.rpartition("::")[2]) for edge in edges}
        return calls, [each.code for each in opened.graph.warnings], opened.outcome


def _write(request: IndexRequest, path: str, content: str) -> None:
    (request.root / path).parent.mkdir(parents=True, exist_ok=True)
    (request.root / path).write_text(content)


def _check_settled(request: IndexRequest) -> None:
    refresh_index(request)
    fresh = request.index_dir.with_name("fresh")
    bring_up_to_date(replace(request, index_dir=fresh))
    check_same_index(request.index_dir, fresh, "settled")


def test_edits_are_shown_one_after_the_other(request_: IndexRequest) -> None:
    assert _ask(request_)[1:] == ([], None)
    _write(request_, "shop/other.py", "from shop.cart import make\n\ndef other():\n    return make()\n")
    calls, warnings, done = _ask(request_)
    assert ("other", "make") in calls
    assert ("use", "make") in calls
    assert warnings == ["TYPES_PROVISIONAL"]
    assert done is not None
    assert (done.types, done.n_changed, done.n_resolved) == (TypesState.PROVISIONAL, 1, 1)
    assert _ask(request_)[1:] == (["TYPES_PROVISIONAL"], None), "nothing changed since"
    _write(request_, "shop/use.py", "from shop.other import other\n\ndef use():\n    return other()\n")
    calls, warnings, done = _ask(request_)
    assert {("other", "make"), ("use", "other")} <= calls
    assert ("use", "make") not in calls
    assert done is not None
    assert (done.n_changed, done.n_resolved) == (1, 2)
    _check_settled(request_)
    assert _ask(request_)[1:] == ([], None)


def test_an_edit_is_shown_beside_a_file_that_is_left_out(request_: IndexRequest) -> None:
    (request_.root / "shop/far.py").symlink_to("/etc/hostname")
    assert "FILE_LEFT_OUT" in _ask(request_)[1]
    _write(request_, "shop/other.py", "from shop.cart import make\n\ndef other():\n    return make()\n")
    calls, warnings, _ = _ask(request_)
    assert ("other", "make") in calls
    assert sorted(warnings) == ["FILE_LEFT_OUT", "TYPES_PROVISIONAL"]
    _check_settled(request_)


def test_other_answers_make_it_final(request_: IndexRequest) -> None:
    _write(request_, "shop/other.py", "def other():\n    return 2\n")
    _ask(request_)
    opened = open_repository(request_, Refresh.AUTO)
    with opened.reader:
        assert opened.graph.warnings == ()
        assert opened.outcome is not None
        assert opened.outcome.n_settled == 1


def test_all_is_brought_in_when_files_come_or_go(request_: IndexRequest) -> None:
    _write(request_, "shop/new.py", "from shop.cart import make\n\ndef new():\n    return make()\n")
    _write(request_, "shop/other.py", "def other():\n    return 2\n")
    calls, warnings, done = _ask(request_)
    assert ("new", "make") in calls
    assert warnings == []
    assert done is not None
    assert done.types is not TypesState.PROVISIONAL
    (request_.root / "shop/new.py").unlink()
    calls, warnings, _ = _ask(request_)
    assert ("new", "make") not in calls
    assert warnings == []


def test_what_is_back_has_its_callers_again(request_: IndexRequest) -> None:
    before = _ask(request_)[0]
    _write(request_, "shop/cart.py", _FILES["shop/cart.py"].replace("def make", "def mak"))
    assert ("use", "make") not in _ask(request_)[0]
    _write(request_, "shop/cart.py", _FILES["shop/cart.py"])
    calls, warnings, _ = _ask(request_)
    assert (calls, warnings) == (before, [])


def test_an_index_that_another_process_writes_is_not_waited_for(request_: IndexRequest) -> None:
    _write(request_, "shop/other.py", "def other():\n    return 2\n")
    with lock_index(request_.index_dir, "updating"):
        _, warnings, done = _ask(request_)
    assert (warnings, done) == (["INDEX_STALE"], None)


@pytest.mark.parametrize("seed", range(8))
def test_an_index_at_rest_does_not_depend_on_what_was_shown(seed: int, tmp_path: Path) -> None:
    source = random.Random(seed)  # noqa: S311 - edits, not secrets
    asked = _indexed(tmp_path, Settings(types="off"))
    n_shown = 0
    for _ in range(12):
        file = asked.root / source.choice(sorted(_FILES))
        _, changed = edit(file.read_text(), source)
        file.write_text(file.read_text() + "\nlast = 1\n" if changed is None else changed)
        if source.random() < 0.7:
            done = _ask(asked)[2]
            n_shown += done is not None and done.types is TypesState.PROVISIONAL
    assert n_shown
    _check_settled(asked)
