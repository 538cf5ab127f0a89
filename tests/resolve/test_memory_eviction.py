"""Flow graphs that are released while memory is short are restored without influence on results."""

import gc
import random
from collections.abc import Callable

import pytest

from tests.resolve.incremental import Parsed, Project, check_edits, check_same, files_in
from tests.resolve.test_incremental import package_folder
from tests.support.rounds import rounds


def _at_random(seed: int) -> Callable[[int], bool]:
    drawn = random.Random(seed)  # noqa: S311 - a test repeats
    return lambda _: drawn.random() < 0.5


def _always(n_nodes: int) -> bool:
    return n_nodes > 0


def _beyond(limit: int) -> Callable[[int], bool]:
    return lambda n_nodes: n_nodes > limit


_EVICTION = {
    "at random": _at_random(1),
    "always": _always,
    "sometimes": _beyond(3000),
    "again at random": _at_random(2),
}


@pytest.mark.parametrize(("name", "n_ways"), [("pluggy", len(_EVICTION)), ("click", rounds(1))])
def test_building_with_little_memory(name: str, n_ways: int) -> None:
    files = files_in(package_folder(name))
    parsed: Parsed = {}
    keeping = Project()
    keeping.bring_up_to_date(files, parsed)
    for how, is_full in list(_EVICTION.items())[:n_ways]:
        evicting = Project(is_full)
        evicting.bring_up_to_date(files, parsed)
        check_same(keeping.resolved, evicting.resolved, f"{name}, {how}")
        for path in keeping.resolved.paths():
            assert keeping.resolved.file(path) == evicting.resolved.file(path), (how, path)


def test_what_was_looked_at_is_the_same_for_who_looks_again() -> None:
    files = {
        "a.py": b"from models import Anchor\nAnchor()\n",
        "b.py": b"from models import Anchor\nAnchor()\n",
        "models/__init__.py": b"from .base import *\n",
        "models/base.py": b"class Anchor: pass\n",
    }
    parsed: Parsed = {}
    for is_full in (_beyond(10**9), _always):
        project = Project(is_full)
        project.bring_up_to_date(files, parsed)
        for path in ("a.py", "b.py"):
            assert "models/base" in project.resolved.file(path).dependencies.module_places, path


@pytest.mark.parametrize("is_full", [_always, _at_random(3)], ids=["always", "at random"])
def test_edits_with_little_memory(is_full: Callable[[int], bool]) -> None:
    files = files_in(package_folder("pluggy"))
    assert check_edits(files, seed=11, n_edits=rounds(20), every=5, is_full=is_full) > 0


def test_what_is_let_go_leaves_nothing_for_the_collector() -> None:
    files = files_in(package_folder("click"))
    parsed: Parsed = {}
    Project().bring_up_to_date(files, parsed)
    gc.collect()
    gc.disable()
    try:
        Project(_always).bring_up_to_date(files, parsed)
        assert gc.collect() == 0
    finally:
        gc.enable()
