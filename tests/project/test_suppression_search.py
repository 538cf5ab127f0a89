"""Suppressions in the files and settings of a repository."""

from pathlib import Path

import pytest

from codeshed.errors import SettingsError
from codeshed.project.settings import read_settings
from codeshed.project.suppression_search import find_suppressions


def test_comments_and_settings_are_found(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("import b  # codeshed: ignore[layers] legacy\n")
    (tmp_path / "b.py").write_text("x = 1\n")
    (tmp_path / "codeshed.toml").write_text(
        'ignore = [{ code = "layers", path = "src/**", reason = "goes" }]\n'
    )
    found = find_suppressions(tmp_path, ("b.py", "a.py", "gone.py"), read_settings(tmp_path))
    assert [(each.path, each.codes) for each in found.comments] == [("a.py", ("layers",))]
    (entry,) = found.entries
    assert entry.matches("src/x/y.py")
    assert not entry.matches("lib/src.py")
    assert entry.location is not None
    assert entry.location.path == "codeshed.toml"


def test_a_setting_without_a_reason_is_wrong(tmp_path: Path) -> None:
    (tmp_path / "codeshed.toml").write_text('ignore = [{ code = "layers" }]\n')
    with pytest.raises(
        SettingsError, match="ignore is wrong: Object missing required field `reason`"
    ) as caught:
        read_settings(tmp_path)
    assert (
        caught.value.hint == 'ignore is a list of tables: { code = "CODE", path = "src/**", reason = "why" }'
    )
