"""Types right after an edit: the index says that they are provisional, and is the one that would be built once it is settled."""

import random
import time
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path

import pytest
from msgspec.structs import replace

from bench.types.code_edits import edit
from codeshed.errors import UpdateOutdatedError
from codeshed.graph.data.kinds import EdgeKind
from codeshed.model.facts.type_facts import SymbolsByOffset
from codeshed.model.repository_settings import Settings
from codeshed.project.index.index_refresh import Refresh, open_repository, refresh_index
from codeshed.project.index.index_request import IndexOutcome, IndexRequest
from codeshed.project.index.update import bring_up_to_date
from codeshed.project.types.provisional_types import ProvisionalReport, ProvisionalTypeSource, TypedTree
from codeshed.project.types.provisional_update import ProvisionalUpdater
from codeshed.project.types.resident_types import ResidentTypes
from codeshed.project.types.unsettled_types import read_unsettled
from codeshed.query.exported_edges import iter_exported_edges
from codeshed.store.index_lock import lock_index
from codeshed.store.index_reading import open_index
from codeshed.store.index_records import TypesState
from tests.project.index_edits import check_same_index
from tests.support.rounds import rounds
from tests.support.untyped import Untyped
from tests.types.projects import files_in

_SHOP = files_in(
    """
    #- shop/__init__.py
    #- shop/cart.py
    class Cart:
        def total(self):
            self.paid = False
            return 3
    class Gift(Cart):
        def total(self):
            return 4
        def wrap(self): return 5
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


class _Ready:
    """A resident engine that is waited for whenever it is told of something."""

    def __init__(self, types: ResidentTypes) -> None:
        self._types = types

    def prepare(self, tree: TypedTree) -> None:
        self._types.prepare(tree)
        _wait_until_ready(self._types)

    def submit(self, tree: TypedTree, contents: Mapping[str, bytes]) -> bool:
        return self._types.submit(tree, contents)

    @property
    def sees_all(self) -> bool:
        return self._types.sees_all

    def submit_edits(self, contents: Mapping[str, bytes]) -> bool:
        return self._types.submit_edits(contents)

    def find_edited(self, paths: Collection[str], symbols_in: SymbolsByOffset) -> ProvisionalReport | None:
        return self._types.find_edited(paths, symbols_in)

    def find(self, symbols_in: SymbolsByOffset) -> ProvisionalReport | None:
        return self._types.find(symbols_in)


def _wait_until_ready(types: ResidentTypes) -> None:
    for _ in range(6000):
        if types.is_ready():
            return
        time.sleep(0.01)
    pytest.fail("the engine did not become ready")


@pytest.fixture
def request_(tmp_path: Path) -> IndexRequest:
    root = tmp_path / "code"
    for path, content in _SHOP.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_bytes(content)
    request = IndexRequest(root=root, index_dir=tmp_path / "index", settings=Settings(types="on"))
    bring_up_to_date(request)
    return request


@pytest.fixture
def resident() -> Iterator[_Ready]:
    with ResidentTypes() as types:
        yield _Ready(types)


def _edit(request: IndexRequest, path: str, old: str, new: str) -> None:
    text = (request.root / path).read_text()
    assert old in text
    (request.root / path).write_text(text.replace(old, new))


class _Watched:
    """An index that is kept up to date as `codeshed watch` does it."""

    def __init__(self, request: IndexRequest, source: ProvisionalTypeSource) -> None:
        self._request = request
        self._updates = ProvisionalUpdater(source)

    def start(self) -> IndexOutcome:
        return self._updates.apply_edits(self._request, ())

    def edit(self, path: str, old: str, new: str) -> IndexOutcome:
        _edit(self._request, path, old, new)
        return self.bring_in(path)

    def bring_in_others(self) -> IndexOutcome | None:
        return self._updates.apply_affected_types(self._request)

    def settle(self) -> IndexOutcome:
        return self._updates.settle(self._request)

    def bring_in(self, *paths: str) -> IndexOutcome:
        return self._updates.apply_edits(self._request, paths)


def _check_settled(request: IndexRequest) -> None:
    """Check that the index is one that was built from nothing, and says so."""
    fresh = request.index_dir.with_name(f"fresh-{time.monotonic_ns()}")
    bring_up_to_date(replace(request, index_dir=fresh, provisional_types=None))
    check_same_index(request.index_dir, fresh, "settled")
    with open_index(request.index_dir) as reader:
        assert reader.meta.types is TypesState.COMPLETE
        assert read_unsettled(reader).paths == ()


def _calls(request: IndexRequest) -> tuple[set[tuple[str, str]], tuple[str, ...]]:
    """Return who calls whom in the index as it is, and the codes of its warnings."""
    opened = open_repository(request, Refresh.NEVER)
    with opened.reader:
        edges = iter_exported_edges(opened.graph, frozenset({EdgeKind.CALL}))
        return {(edge.source, edge.target) for edge in edges}, tuple(
            warning.code for warning in opened.graph.warnings
        )


def _uses(request: IndexRequest) -> set[tuple[str, str]]:
    """Return what uses what in the index as it is, in any way."""
    opened = open_repository(request, Refresh.NEVER)
    with opened.reader:
        return {(edge.source, edge.target) for edge in iter_exported_edges(opened.graph, frozenset(EdgeKind))}


def test_provisional_types_are_used_marked_and_made_final(request_: IndexRequest, resident: _Ready) -> None:
    watched = _Watched(request_, resident)
    assert watched.start().is_unchanged
    outcome = watched.edit("shop/cart.py", "return Cart()", "return Gift()")
    assert (outcome.types, outcome.n_changed, outcome.n_settled) == (TypesState.PROVISIONAL, 1, 0)
    assert ("shop/cart.py::make", "shop/cart.py::Gift") in _uses(request_)
    others = watched.bring_in_others()
    assert others is not None
    assert (others.types, others.n_changed, others.n_resolved) == (TypesState.PROVISIONAL, 0, 2)
    assert watched.bring_in_others() is None
    calls, warnings = _calls(request_)
    assert ("shop/use.py::use", "shop/cart.py::Gift.total") in calls
    assert ("shop/use.py::use", "shop/cart.py::Cart.total") not in calls
    assert warnings == ("TYPES_PROVISIONAL",)
    settled = bring_up_to_date(request_)
    assert (settled.types, settled.n_changed, settled.is_unchanged) == (TypesState.COMPLETE, 0, False)
    assert settled.n_settled == 2
    assert _calls(request_) == (calls, ())
    _check_settled(request_)


def test_what_is_worth_less_does_not_stay(request_: IndexRequest) -> None:
    watched = _Watched(request_, Untyped(others=("shop/use.py", "shop/gone.py")))
    before = _calls(request_)[0]
    assert watched.edit("shop/alone.py", '"x"', '"xy"').types is TypesState.PROVISIONAL
    assert watched.bring_in_others() is not None
    with open_index(request_.index_dir) as reader:
        assert read_unsettled(reader).edited == ("shop/alone.py",)
        assert read_unsettled(reader).typed == ("shop/alone.py", "shop/use.py")
    bring_up_to_date(request_)
    assert _calls(request_)[0] == before
    _check_settled(request_)


def test_exports_are_compared_with_those_of_the_last_final_types(request_: IndexRequest) -> None:
    """What others see changes in the first edit, of which they know nothing when the second one is made."""
    watched = _Watched(request_, Untyped())
    assert watched.edit("shop/cart.py", "return Cart()", "return Gift()").types is TypesState.PROVISIONAL
    assert watched.edit("shop/alone.py", '"x"', '"xy"').types is TypesState.PROVISIONAL
    assert bring_up_to_date(request_).n_settled == 2
    assert ("shop/use.py::use", "shop/cart.py::Gift.total") in _calls(request_)[0]
    _check_settled(request_)


def test_an_edit_that_is_taken_back_is_settled_too(request_: IndexRequest) -> None:
    watched = _Watched(request_, Untyped(others=("shop/use.py",)))
    watched.edit("shop/cart.py", "return Cart()", "return Gift()")
    assert watched.edit("shop/cart.py", "return Gift()", "return Cart()").types is TypesState.PROVISIONAL
    bring_up_to_date(request_)
    _check_settled(request_)


def test_files_that_come_or_go_have_final_types(request_: IndexRequest, resident: _Ready) -> None:
    watched = _Watched(request_, resident)
    watched.start()
    (request_.root / "shop/new.py").write_text("from shop.use import use\n\ndef new(): return use()\n")
    assert watched.bring_in("shop/new.py").types is TypesState.COMPLETE
    _check_settled(request_)
    assert watched.edit("shop/new.py", "return use()", "return use() + 1").types is TypesState.PROVISIONAL
    (request_.root / "shop/alone.py").unlink()
    assert watched.bring_in("shop/alone.py").types is TypesState.COMPLETE
    _check_settled(request_)


def test_an_engine_that_is_not_ready_is_not_waited_for(request_: IndexRequest) -> None:
    with ResidentTypes() as types:
        watched = _Watched(request_, types)
        outcome = watched.edit("shop/alone.py", 'len("x")', "make()\nfrom shop.cart import make")
        assert (outcome.types, types.n_started) == (TypesState.PROVISIONAL, 0)
        assert ("shop/alone.py::alone", "shop/cart.py::make") in _calls(request_)[0], (
            "it is shown without types"
        )
        assert watched.bring_in_others() is None
        assert watched.settle().types is TypesState.COMPLETE
        assert types.n_started == 1, "the next edit can have types"
    _check_settled(request_)


def test_what_was_edited_while_the_engine_started_is_told_later(request_: IndexRequest) -> None:
    with ResidentTypes() as types:
        watched = _Watched(request_, types)
        watched.start()
        watched.edit("shop/cart.py", "return Cart()", "return Gift()")
        _wait_until_ready(types)
        outcome = watched.edit("shop/use.py", "return made.total()", "return made.wrap()")
        assert outcome.types is TypesState.PROVISIONAL
        assert ("shop/use.py::use", "shop/cart.py::Gift.wrap") in _calls(request_)[0]
        watched.settle()
    _check_settled(request_)


class _Deaf(Untyped):
    """A source that is told of some files only."""

    def submit_edits(self, contents: Mapping[str, bytes]) -> bool:
        self.told = tuple(contents)
        return "shop/alone.py" not in contents


def test_files_that_the_engine_does_not_see_are_shown_without_types(request_: IndexRequest) -> None:
    source = _Deaf()
    watched = _Watched(request_, source)
    for _ in range(2):
        watched.edit("shop/alone.py", "len(", "len(1 * ")
        assert watched.edit("shop/use.py", "made.total()", "made.total() + 1").n_resolved == 2
        assert source.told == ("shop/alone.py", "shop/use.py"), "what has no types is asked for again"
    assert watched.settle().n_settled == 2
    _check_settled(request_)


@pytest.mark.parametrize("foretold", [("shop/cart.py",), ("shop/use.py", "shop/missing.py"), ("../up.py",)])
def test_an_engine_may_be_told_of_an_edit_beforehand(
    request_: IndexRequest, foretold: tuple[str, ...]
) -> None:
    with ResidentTypes() as types:
        watched = _Watched(request_, types)
        watched.start()
        _wait_until_ready(types)
        _edit(request_, "shop/cart.py", "return Cart()", "return Gift()")
        _edit(request_, "shop/use.py", "return made.total()", "return made.wrap()")
        types.submit_early(request_.root, foretold)
        assert watched.bring_in("shop/cart.py", "shop/use.py").types is TypesState.PROVISIONAL
        assert ("shop/use.py::use", "shop/cart.py::Gift.wrap") in _calls(request_)[0]
    bring_up_to_date(request_)
    _check_settled(request_)


@pytest.mark.parametrize("seed", range(rounds(1)))
def test_random_edits(request_: IndexRequest, resident: _Ready, seed: int) -> None:
    source = random.Random(seed)  # noqa: S311 - edits need no secrets
    watched = _Watched(request_, resident)
    watched.start()
    n_edits = 0
    while n_edits < 6:
        path = source.choice(["shop/cart.py", "shop/use.py", "shop/alone.py"])
        _, content = edit((request_.root / path).read_text(), source)
        if content is None:
            continue
        (request_.root / path).write_text(content)
        assert watched.bring_in(path).types is TypesState.PROVISIONAL
        n_edits += 1
        if n_edits % 3 == 0:
            bring_up_to_date(request_)
            _check_settled(request_)


def _provisional(request: IndexRequest) -> None:
    outcome = _Watched(request, Untyped()).edit("shop/cart.py", "return Cart()", "return Gift()")
    assert outcome.types is TypesState.PROVISIONAL


def test_a_refresh_finishes_what_is_provisional(request_: IndexRequest) -> None:
    _provisional(request_)
    outcome: IndexOutcome = refresh_index(request_)
    assert (outcome.types, outcome.n_settled) == (TypesState.COMPLETE, 1)
    assert refresh_index(request_).is_unchanged
    _check_settled(request_)


def test_an_answer_finishes_what_nobody_is_at_work_on(request_: IndexRequest) -> None:
    _provisional(request_)
    with lock_index(request_.index_dir, "watching"):
        opened = open_repository(request_)
        assert [warning.code for warning in opened.graph.warnings] == ["TYPES_PROVISIONAL"]
        assert opened.stale_paths == ()
        opened.reader.close()
    opened = open_repository(request_)
    assert opened.graph.warnings == ()
    opened.reader.close()
    _check_settled(request_)


def test_settling_is_given_up_when_files_change_again(request_: IndexRequest) -> None:
    _provisional(request_)
    before = _calls(request_)
    with pytest.raises(UpdateOutdatedError):
        bring_up_to_date(replace(request_, is_outdated=lambda: True))
    assert _calls(request_) == before
    assert before[1] == ("TYPES_PROVISIONAL",)
    bring_up_to_date(request_)
    _check_settled(request_)
