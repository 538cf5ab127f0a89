"""Provisional types are made final when nothing changes any more, and not before."""

import itertools
import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from codeshed.errors import FileUnreadableError, IndexLockedError, UpdateOutdatedError
from codeshed.model.repository_settings import Settings
from codeshed.project.index.index_request import IndexOutcome
from codeshed.project.watch import watch_loop
from codeshed.project.watch.watch_loop import iter_updates
from codeshed.store.index_records import TypesState


def _outcome(types: TypesState, *, n_changed: int = 0, n_settled: int = 0) -> IndexOutcome:
    return IndexOutcome(
        n_files=2,
        n_changed=n_changed,
        n_removed=0,
        n_resolved=0,
        rebuild_reason="",
        types=types,
        n_settled=n_settled,
    )


class _Index:
    """An index that takes note of what is asked of it. Each edit of the root is provisional at first."""

    def __init__(self, root: Path, *settlings: Callable[[Callable[[], bool]], None]) -> None:
        self.asked: list[str] = []
        self._root = root
        self._settlings = list(settlings)
        self._known = self._texts()
        self._n_unsettled = 0

    def bring_in(self, settings: Settings, paths: tuple[str, ...]) -> IndexOutcome:
        del settings, paths
        now = self._texts()
        n_changed = sum(now[path] != self._known.get(path) for path in now)
        self._known = now
        self._n_unsettled += n_changed
        self.asked.append(f"bring in {n_changed}")
        types = TypesState.PROVISIONAL if self._n_unsettled else TypesState.COMPLETE
        return _outcome(types, n_changed=n_changed)

    def settle(self, settings: Settings, is_outdated: Callable[[], bool]) -> IndexOutcome:
        del settings
        self.asked.append("settle")
        if self._settlings:
            self._settlings.pop(0)(is_outdated)
        n_settled, self._n_unsettled = self._n_unsettled, 0
        return _outcome(TypesState.COMPLETE, n_settled=n_settled)

    def rest(self) -> None:
        if self.asked[-1] != "rest":
            self.asked.append("rest")

    def _texts(self) -> dict[str, str]:
        names = (*self._root.glob("*.py"), *self._root.glob("*.json"), *self._root.glob(".gitattributes"))
        return {path.name: path.read_text() for path in sorted(names)}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "a.py").write_text("x = 1\n")
    (tmp_path / "b.py").write_text("y = 1\n")
    return tmp_path


def test_what_changes_meanwhile_comes_first(root: Path) -> None:
    def change(is_outdated: Callable[[], bool]) -> None:
        (root / "b.py").write_text("y = 2\n")
        for _ in range(6000):
            if is_outdated():
                raise UpdateOutdatedError
            time.sleep(0.01)

    index = _Index(root, change)
    updates = iter_updates(root, index)
    next(updates)
    (root / "a.py").write_text("x = 2\n")
    told = [update.outcome for update in itertools.islice(updates, 3)]
    updates.close()
    assert told == [
        _outcome(TypesState.PROVISIONAL, n_changed=1),
        _outcome(TypesState.PROVISIONAL, n_changed=1),
        _outcome(TypesState.COMPLETE, n_settled=2),
    ]
    wanted = [each for each in index.asked if each not in {"rest", "bring in 0"}]
    assert wanted == ["bring in 1", "settle", "bring in 1", "settle"]


def test_what_is_outdated_without_a_change_is_settled_all_the_same(root: Path) -> None:
    def give_up(is_outdated: Callable[[], bool]) -> None:
        del is_outdated
        raise UpdateOutdatedError

    index = _Index(root, give_up, give_up)
    updates = iter_updates(root, index)
    next(updates)
    (root / "a.py").write_text("x = 2\n")
    assert [update.is_unsettled for update in itertools.islice(updates, 2)] == [True, False]
    updates.close()
    assert index.asked.count("settle") == 3


def test_what_is_said_of_packages_and_files_is_watched_too(root: Path) -> None:
    index = _Index(root)
    updates = iter_updates(root, index)
    next(updates)
    for name in ("a.py", "package.json", ".gitattributes"):
        (root / name).write_text("# other\n")
        assert next(updates).outcome == _outcome(TypesState.PROVISIONAL, n_changed=1)
        assert next(updates).outcome == _outcome(TypesState.COMPLETE, n_settled=1)
    updates.close()


def test_an_error_is_told_once(root: Path) -> None:
    def fail(is_outdated: Callable[[], bool]) -> None:
        del is_outdated
        raise IndexLockedError("here", "another")

    index = _Index(root, fail)
    updates = iter_updates(root, index)
    next(updates)
    (root / "a.py").write_text("x = 2\n")
    told = list(itertools.islice(updates, 2))
    assert [type(update.error) for update in told] == [type(None), IndexLockedError]
    (root / "b.py").write_text("y = 2\n")
    assert [update.is_unsettled for update in itertools.islice(updates, 2)] == [True, False]
    updates.close()
    assert index.asked.count("settle") == 2


def test_what_failed_is_tried_again_although_nothing_changes(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watch_loop, "_FIRST_PAUSE_SECONDS", 0.1)

    class _Full(_Index):
        n_failures = 0

        def bring_in(self, settings: Settings, paths: tuple[str, ...]) -> IndexOutcome:
            if self._texts() != self._known and self.n_failures < 2:
                self.n_failures += 1
                raise IndexLockedError("here", "another")
            return super().bring_in(settings, paths)

    index = _Full(root)
    updates = iter_updates(root, index)
    next(updates)
    (root / "a.py").write_text("x = 2\n")
    told = list(itertools.islice(updates, 2))
    updates.close()
    assert [type(update.error) for update in told] == [IndexLockedError, type(None)]
    assert told[1].outcome == _outcome(TypesState.PROVISIONAL, n_changed=1)
    assert index.n_failures == 2


@pytest.mark.skipif(os.name == "nt", reason="names are texts there")
def test_names_that_the_watcher_can_not_read(root: Path) -> None:
    """It ends at a name that is not UTF-8, and another one takes its place; folders are watched by a link's name."""
    hidden = root / os.fsdecode(b"folder_\xff")
    hidden.mkdir()
    (hidden / "c.py").write_text("z = 1\n")
    (root / "link").symlink_to(hidden.name)
    index = _Index(root)
    updates = iter_updates(root, index)
    next(updates)
    for number in range(3):
        (root / os.fsdecode(b"odd_\xff.txt")).write_text(str(number))
        (root / "a.py").write_text(f"x = {number} + 1\n")
        assert next(updates).outcome == _outcome(TypesState.PROVISIONAL, n_changed=1)
        assert next(updates).outcome == _outcome(TypesState.COMPLETE, n_settled=1)
    updates.close()


@pytest.mark.skipif(os.name == "nt", reason="names are texts there")
def test_a_root_that_the_watcher_can_not_read(tmp_path: Path) -> None:
    root = tmp_path / os.fsdecode(b"root_\xff")
    root.mkdir()
    (root / "a.py").write_text("x = 1\n")
    updates = iter_updates(root, _Index(root))
    next(updates)
    with pytest.raises(FileUnreadableError, match="can be watched only if its path is UTF-8"):
        next(updates)
