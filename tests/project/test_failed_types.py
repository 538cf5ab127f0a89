"""A type engine that fails for a reason outside of the files: the index says so, tries again, and is then the one that would be built."""

import stat
import time
from pathlib import Path

import pytest
from msgspec.structs import replace

from codeshed.model.repository_settings import Settings
from codeshed.project.index.index_refresh import Refresh, open_repository, refresh_index
from codeshed.project.index.index_request import IndexOutcome, IndexRequest
from codeshed.project.index.index_run import ArtifactOptions, run_index
from codeshed.project.index.index_status import find_status
from codeshed.project.index.update import bring_up_to_date
from codeshed.project.types.unsettled_types import MAX_RETRIES, read_unsettled
from codeshed.query.index_summary import Action
from codeshed.render.index.index_text import index_text
from codeshed.store.index_reading import open_index
from codeshed.store.index_records import TypesState
from codeshed.types.engine_executable import find_executable
from codeshed.types.engine_options import EngineOptions
from tests.project.index_edits import check_same_index
from tests.types.projects import files_in

_SHOP = files_in(
    """
    #- shop/__init__.py
    #- shop/cart.py
    class Cart:
        def total(self):
            return 3
    def make():
        return Cart()
    #- shop/use.py
    from shop.cart import make
    def use():
        made = make()
        return made.total()
    #- shop/alone.py
    def alone():
        return len("x")
    """
)
_PATHS = tuple(sorted(_SHOP))
_KILL = "kill -9 $$"


class _Engine:
    """The real engine behind a script that can be told to do something else, and counts how often it is run."""

    def __init__(self, folder: Path) -> None:
        real = find_executable(EngineOptions())
        assert real is not None
        self._runs = folder / "runs"
        self._instead = folder / "instead"
        self.path = folder / "engine"
        self.path.write_text(
            f"#!/bin/sh\necho run >> '{self._runs}'\n[ -e '{self._instead}' ] && . '{self._instead}'\n"
            f"exec '{real.path}' \"$@\"\n"
        )
        self.path.chmod(0o755)

    def fail(self, how: str) -> None:
        self._instead.write_text(f"{how}\n")

    def work(self) -> None:
        self._instead.unlink(missing_ok=True)
        self.path.chmod(0o755)

    def n_runs(self) -> int:
        return len(self._runs.read_text().splitlines()) if self._runs.exists() else 0


@pytest.fixture
def engine(tmp_path: Path) -> _Engine:
    return _Engine(tmp_path)


@pytest.fixture
def request_(tmp_path: Path, engine: _Engine) -> IndexRequest:
    root = tmp_path / "code"
    for path, content in _SHOP.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_bytes(content)
    return IndexRequest(
        root=root,
        index_dir=tmp_path / "index",
        settings=Settings(types="on"),
        engine=EngineOptions(executable=engine.path),
    )


def _answer(request: IndexRequest) -> tuple[str, ...]:
    """Open the index as an answer does, and return the codes of its warnings."""
    opened = open_repository(request, Refresh.AUTO)
    with opened.reader:
        return tuple(warning.code for warning in opened.graph.warnings)


def _check_pending(request: IndexRequest, outcome: IndexOutcome, paths: tuple[str, ...]) -> None:
    assert outcome.types is TypesState.INCOMPLETE
    with open_index(request.index_dir) as reader:
        assert reader.meta.types is TypesState.INCOMPLETE
        assert read_unsettled(reader).failed == paths


def _check_at_rest(request: IndexRequest) -> None:
    """Check that the index is one that was built from nothing, and says so."""
    fresh = request.index_dir.with_name(f"fresh-{time.monotonic_ns()}")
    bring_up_to_date(replace(request, index_dir=fresh))
    check_same_index(request.index_dir, fresh, "at rest")
    with open_index(request.index_dir) as reader:
        assert reader.meta.types is TypesState.COMPLETE
        assert read_unsettled(reader).paths == ()
    assert _answer(request) == ()


def test_an_engine_that_can_not_be_started_is_tried_again(request_: IndexRequest, engine: _Engine) -> None:
    engine.path.chmod(stat.S_IRUSR | stat.S_IWUSR)
    _check_pending(request_, refresh_index(request_), _PATHS)
    engine.work()
    outcome = refresh_index(request_)
    assert (outcome.n_settled, outcome.is_unchanged) == (len(_PATHS), False)
    _check_at_rest(request_)
    assert refresh_index(request_).is_unchanged


def test_what_people_are_told(request_: IndexRequest, engine: _Engine) -> None:
    engine.path.chmod(stat.S_IRUSR | stat.S_IWUSR)
    first = run_index(request_, ArtifactOptions())
    assert (first.action, first.types) == (Action.BUILT, "incomplete")
    assert first.warnings[0].message == (
        "the types of 4 files are missing or may be incomplete, since the type engine did not finish: the next run tries again"
    )
    assert index_text(run_index(request_, ArtifactOptions())).startswith(
        "no file has changed, and the type engine failed again, in "
    )
    state = find_status(request_, None).index
    assert state is not None
    assert (state.types, state.n_files_to_be_typed_again) == ("incomplete", 4)
    assert {warning.code for warning in state.warnings} == {"TYPES_INCOMPLETE", "NO_TYPES"}


def test_a_killed_engine_is_tried_again(request_: IndexRequest, engine: _Engine) -> None:
    engine.fail(_KILL)
    _check_pending(request_, refresh_index(request_), _PATHS)
    engine.work()
    assert _answer(request_) == ()
    _check_at_rest(request_)


def test_an_engine_that_took_too_long(request_: IndexRequest, engine: _Engine) -> None:
    """Answers do not wait as long again; `codeshed index` does."""
    engine.fail("sleep 600")
    hasty = replace(request_, engine=replace(request_.engine, time_limit_seconds=0.2))
    _check_pending(request_, refresh_index(hasty), _PATHS)
    engine.work()
    n_runs = engine.n_runs()
    assert "TYPES_INCOMPLETE" in _answer(request_)
    assert engine.n_runs() == n_runs
    assert refresh_index(request_).types is TypesState.COMPLETE
    _check_at_rest(request_)


def test_answers_do_not_try_for_ever(request_: IndexRequest, engine: _Engine) -> None:
    engine.path.chmod(stat.S_IRUSR)
    refresh_index(request_)
    for n_left in reversed(range(MAX_RETRIES)):
        assert "TYPES_INCOMPLETE" in _answer(request_)
        with open_index(request_.index_dir) as reader:
            assert read_unsettled(reader).n_retries_left == n_left
    before = sorted(path.name for path in request_.index_dir.iterdir())
    assert "TYPES_INCOMPLETE" in _answer(request_)
    assert sorted(path.name for path in request_.index_dir.iterdir()) == before
    outcome = refresh_index(request_)
    assert (outcome.is_unchanged, outcome.n_failed) == (True, len(_PATHS))
    engine.work()
    refresh_index(request_)
    _check_at_rest(request_)


def test_what_the_files_cause_costs_no_further_run(request_: IndexRequest, engine: _Engine) -> None:
    engine.fail("exit 101")
    assert refresh_index(request_).types is TypesState.COMPLETE
    n_runs = engine.n_runs()
    assert refresh_index(request_).is_unchanged
    assert _answer(request_) == ("NO_TYPES",)
    assert engine.n_runs() == n_runs


@pytest.mark.parametrize("path", _PATHS[1:])
def test_a_kill_after_an_edit(request_: IndexRequest, engine: _Engine, path: str) -> None:
    refresh_index(request_)
    engine.fail(_KILL)
    file = request_.root / path
    file.write_text(file.read_text() + "def added():\n    return {'a': 1}\n")
    assert bring_up_to_date(request_).types is TypesState.INCOMPLETE
    engine.work()
    other = request_.root / "shop/use.py"
    other.write_text(other.read_text() + "def other(): return use()\n")
    bring_up_to_date(request_)
    _check_at_rest(request_)


def test_an_edit_does_not_hide_that_others_failed(request_: IndexRequest, engine: _Engine) -> None:
    """Answers have tried often enough, and an edited file finds its types: the others are still to be found."""
    engine.fail(_KILL)
    for _ in range(MAX_RETRIES + 1):
        bring_up_to_date(request_)
    engine.work()
    file = request_.root / "shop/alone.py"
    file.write_text(file.read_text() + "x = 1\n")
    others = tuple(path for path in _PATHS if path != "shop/alone.py")
    _check_pending(request_, bring_up_to_date(request_), others)
    (request_.root / "shop/use.py").unlink()
    _check_pending(request_, bring_up_to_date(request_), others[:2])
    refresh_index(request_)
    _check_at_rest(request_)
