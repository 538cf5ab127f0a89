"""Files that were written right before they were indexed are in doubt, and not changed."""

import os
from pathlib import Path

import pytest
from msgspec.structs import replace

from codeshed.model.repository_settings import Settings
from codeshed.project.index import index_comparison as comparison
from codeshed.project.index.index_refresh import Refresh, open_repository
from codeshed.project.index.index_request import IndexRequest
from codeshed.project.index.index_status import find_status
from codeshed.project.index.update import bring_up_to_date
from tests.project.index_edits import check_same_index


def test_many_files_in_doubt_are_not_called_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(comparison, "_MAX_READ", 5)
    for number in range(30):
        (tmp_path / f"m{number}.py").write_text("x = 1\n")
    settings = Settings(types="off", refresh_max_files=3)
    request = IndexRequest(root=tmp_path, index_dir=tmp_path / ".codeshed", settings=settings)
    bring_up_to_date(request)
    opened = open_repository(request, Refresh.AUTO)
    with opened.reader:
        assert opened.stale_paths == ()
        assert [each.code for each in opened.graph.warnings] == []


def test_many_files_that_changed_are_named(tmp_path: Path) -> None:
    for number in range(30):
        (tmp_path / f"m{number}.py").write_text("x = 1\n")
    settings = Settings(types="off", refresh_max_files=3)
    request = IndexRequest(root=tmp_path, index_dir=tmp_path / ".codeshed", settings=settings)
    bring_up_to_date(request)
    for number in range(10):
        (tmp_path / f"m{number}.py").write_text("y = 22\n")
    opened = open_repository(request, Refresh.AUTO)
    with opened.reader:
        assert len(opened.stale_paths) == 10
        assert [each.code for each in opened.graph.warnings] == ["INDEX_STALE"]


def test_a_fresh_checkout_has_new_times_and_few_changes(tmp_path: Path) -> None:
    """So it is when an index comes from the cache of a CI server: what changed is brought in."""
    for number in range(30):
        (tmp_path / f"m{number}.py").write_text("x = 1\n")
    settings = Settings(types="off", refresh_max_files=3)
    request = IndexRequest(root=tmp_path, index_dir=tmp_path / ".codeshed", settings=settings)
    bring_up_to_date(request)
    for number in range(30):
        os.utime(tmp_path / f"m{number}.py", (number, number))
    (tmp_path / "m7.py").write_text("def f(): ...\n")
    opened = open_repository(request, Refresh.AUTO)
    with opened.reader:
        assert opened.stale_paths == ()
        assert "m7.py::f" in set(opened.graph.nodes.symbols)
        assert opened.outcome is not None
        assert opened.outcome.n_changed == 1


def test_a_manifest_that_changed_is_named(tmp_path: Path) -> None:
    (tmp_path / "m.ts").write_text("export const a = 1\n")
    (tmp_path / "package.json").write_text('{"name": "a"}')
    request = IndexRequest(
        root=tmp_path, index_dir=tmp_path / ".codeshed", settings=Settings(types="off", refresh_max_files=3)
    )
    bring_up_to_date(request)
    (tmp_path / "package.json").write_text('{"name": "b"}')
    (tmp_path / "tsconfig.json").write_text("{}")
    opened = open_repository(request, Refresh.NEVER)
    with opened.reader:
        assert opened.stale_paths == ("package.json", "tsconfig.json")
        assert [each.code for each in opened.graph.warnings] == ["INDEX_STALE"]
    told = find_status(request, cache_folder=None).index
    assert told is not None
    assert told.differences.changed == ("package.json", "tsconfig.json")
    opened = open_repository(request, Refresh.AUTO)
    with opened.reader:
        assert opened.stale_paths == ()


def test_what_is_left_out_is_brought_up_to_date(tmp_path: Path) -> None:
    """A file that nobody can read comes or goes: the answer says so, and the index is that of a new build."""
    (tmp_path / "m.py").write_text("x = 1\n")
    request = _request(tmp_path)
    bring_up_to_date(request)
    (tmp_path / "l.py").symlink_to("/etc/passwd")
    (tmp_path / "large.py").write_text("y = 1\n" * 100)
    check_left_out(request, left_out=("l.py", "large.py"))
    (tmp_path / "l.py").unlink()
    check_left_out(request, removed=("l.py",))
    (tmp_path / "large.py").unlink()
    check_left_out(request, removed=("large.py",))


def test_a_rule_that_is_not_obeyed_is_brought_up_to_date(tmp_path: Path) -> None:
    (tmp_path / "m.py").write_text("x = 1\n")
    request = _request(tmp_path)
    bring_up_to_date(request)
    (tmp_path / ".codeshedignore").symlink_to("rules")
    check_left_out(request, changed=(".codeshedignore",))
    (tmp_path / ".codeshedignore").unlink()
    check_left_out(request, changed=(".codeshedignore",))


def check_left_out(
    request: IndexRequest,
    *,
    left_out: tuple[str, ...] = (),
    removed: tuple[str, ...] = (),
    changed: tuple[str, ...] = (),
) -> None:
    """Compare what differs, then bring it in: nothing is resolved, and nothing differs from a new build."""
    told = find_status(request, cache_folder=None).index
    assert told is not None
    found = told.differences
    assert (found.left_out, found.removed, found.changed) == (left_out, removed, changed)
    opened = open_repository(request, Refresh.NEVER)
    with opened.reader:
        assert opened.stale_paths == (*left_out, *removed, *changed)
    opened = open_repository(request, Refresh.AUTO)
    with opened.reader:
        assert opened.outcome is not None
        assert opened.outcome.n_resolved == 0
        assert opened.stale_paths == ()
    told = find_status(request, cache_folder=None).index
    assert told is not None
    assert told.differences.is_empty
    fresh = replace(request, index_dir=request.root / f".codeshed-{len(told.warnings)}-{'-'.join(removed)}")
    bring_up_to_date(fresh)
    check_same_index(request.index_dir, fresh.index_dir, f"{left_out} {removed}")
    again = open_repository(request, Refresh.AUTO)
    with again.reader:
        assert again.outcome is None


def _request(folder: Path) -> IndexRequest:
    settings = Settings(types="off", max_file_bytes=100)
    return IndexRequest(root=folder, index_dir=folder / ".codeshed", settings=settings)


@pytest.mark.parametrize("rules", [".gitignore", ".codeshedignore"])
@pytest.mark.parametrize("refresh", [Refresh.AUTO, Refresh.QUICK, Refresh.ALWAYS])
def test_a_file_that_a_rule_leaves_out_now_is_gone(tmp_path: Path, rules: str, refresh: Refresh) -> None:
    (tmp_path / "a.py").write_text("def f(): return 1\n")
    (tmp_path / "b.py").write_text("from a import f\ndef g(): return f()\n")
    request = IndexRequest(
        root=tmp_path, index_dir=tmp_path / ".codeshed", settings=Settings(types="off", refresh_max_files=3)
    )
    bring_up_to_date(request)
    (tmp_path / rules).write_text("a.py\n")
    opened = open_repository(request, Refresh.NEVER)
    with opened.reader:
        assert opened.stale_paths == ("a.py",)
    opened = open_repository(request, refresh)
    with opened.reader:
        assert opened.stale_paths == ()
        assert opened.graph.files.find("a.py") is None
    anew = replace(request, index_dir=tmp_path / "anew")
    bring_up_to_date(anew)
    check_same_index(request.index_dir, anew.index_dir, "a rule")
