"""Files that were written right before they were indexed are in doubt, and not changed."""

from pathlib import Path

import pytest

from codeshed.model.settings import Settings
from codeshed.project import opening
from codeshed.project.opening import Refresh, open_repository
from codeshed.project.request import IndexRequest
from codeshed.project.status import find_status
from codeshed.project.updating import bring_up_to_date


def test_many_files_in_doubt_are_not_called_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opening, "_MAX_READ", 5)
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
