"""What may be read, and what does not exist for a reader."""

import os
from pathlib import Path

import pytest

from codeshed.discover import file_reading
from codeshed.discover.exclusion_reasons import Reason
from codeshed.discover.file_reading import FolderSourceReader, read_bytes, read_named_file
from codeshed.errors import FileUnreadableError
from codeshed.model.symbol_ids import content_hash


def test_texts_below_the_root(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "b.js").write_bytes(b"x = 1\r\n\xff")
    reader = FolderSourceReader(tmp_path)
    text = reader.read("a/b.js")
    assert text is not None
    assert text.encode("utf-8", "surrogateescape") == b"x = 1\r\n\xff"


def test_texts_of_python_are_decoded_and_their_hashes_are_not(tmp_path: Path) -> None:
    content = "# coding: latin-1\nx = 'é'\n".encode("latin-1")
    (tmp_path / "a.py").write_bytes(content)
    (tmp_path / "a.ipynb").write_text('{"cells": [{"cell_type": "code", "source": "x = 1"}]}')
    reader = FolderSourceReader(tmp_path)
    assert reader.read("a.py") == "# coding: latin-1\nx = 'é'\n"
    assert reader.read("a.ipynb") == "x = 1\n"
    assert reader.content_hash("a.py") == content_hash(content)
    assert reader.content_hash("missing.py") is None


def test_nothing_outside_the_root(tmp_path: Path) -> None:
    root = tmp_path / "root"
    root.mkdir()
    (tmp_path / "secret.py").write_text("secret")
    (root / "link.py").symlink_to(tmp_path / "secret.py")
    (root / "folder").symlink_to(tmp_path)
    (root / "loop.py").symlink_to(root / "loop.py")
    os.mkfifo(root / "pipe.py")
    reader = FolderSourceReader(root)
    for path in (
        "../secret.py",
        "link.py",
        "folder/secret.py",
        "loop.py",
        "pipe.py",
        "",
        ".",
        "missing.py",
        "a\x00b",
    ):
        assert reader.read(path) is None
        assert isinstance(read_bytes(root, path), Reason)
    assert reader.read(str(tmp_path / "secret.py")) is None


def test_a_link_within_the_root_is_followed(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("x")
    (tmp_path / "b.py").symlink_to(tmp_path / "a.py")
    assert FolderSourceReader(tmp_path).read("b.py") == "x"


def test_named_files(tmp_path: Path) -> None:
    with pytest.raises(FileUnreadableError, match="No such file"):
        read_named_file(tmp_path / "missing")
    with pytest.raises(FileUnreadableError, match="not a regular file"):
        read_named_file(tmp_path)
    with pytest.raises(FileUnreadableError, match="not a folder"):
        FolderSourceReader(tmp_path / "missing")


def test_why_a_file_is_not_read(tmp_path: Path) -> None:
    root = tmp_path / "root"
    (root / "folder.py").mkdir(parents=True)
    (tmp_path / "secret.py").write_text("secret")
    (root / "link.py").symlink_to(tmp_path / "secret.py")
    (root / "loop.py").symlink_to("loop.py")
    (root / "large.py").write_bytes(b"x" * 101)
    (root / "fits.py").write_bytes(b"x" * 100)
    os.mkfifo(root / "pipe.py")
    reason_by_path = {
        "link.py": Reason.LINK_OUTSIDE,
        "loop.py": Reason.UNREADABLE,
        "folder.py": Reason.NOT_A_FILE,
        "pipe.py": Reason.NOT_A_FILE,
        "large.py": Reason.TOO_LARGE,
        "missing.py": Reason.UNREADABLE,
        "fits.py/x.py": Reason.UNREADABLE,
        "../secret.py": Reason.UNUSABLE_NAME,
        "\ud800.py": Reason.UNREADABLE,
    }
    assert {path: read_bytes(root, path, max_bytes=100) for path in reason_by_path} == reason_by_path
    assert read_bytes(root, "fits.py", max_bytes=100) == b"x" * 100


def test_names_of_any_bytes(tmp_path: Path) -> None:
    for name in ("with space.py", "new\nline.py", os.fsdecode(b"\xff.py"), "é.py"):
        (tmp_path / name).write_text(repr(name))
        assert read_bytes(tmp_path, name) == repr(name).encode()


@pytest.mark.skipif(os.open not in os.supports_dir_fd, reason="this system cannot open below a folder")
def test_a_link_put_in_place_while_a_file_is_opened_leads_nowhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = tmp_path / "root"
    (root / "package").mkdir(parents=True)
    (root / "package" / "a.py").write_text("ours")
    (root / "link").symlink_to("package")
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside" / "a.py").write_text("secret")
    assert read_bytes(root, "link/a.py") == b"ours"
    lstat = os.lstat

    def swap_then_lstat(path: str) -> os.stat_result:
        status = lstat(path)
        if path.endswith("package/a.py") and not (root / "moved").exists():
            (root / "package").rename(root / "moved")
            (root / "package").symlink_to(tmp_path / "outside")
        return status

    monkeypatch.setattr(os, "lstat", swap_then_lstat)
    assert read_bytes(root, "link/a.py") is Reason.UNREADABLE


def test_systems_that_cannot_open_below_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(file_reading, "_CAN_OPEN_BELOW", False)
    (tmp_path / "root").mkdir()
    (tmp_path / "root" / "a.py").write_text("x")
    (tmp_path / "root" / "b.py").symlink_to(tmp_path)
    assert read_bytes(tmp_path / "root", "a.py") == b"x"
    assert read_bytes(tmp_path / "root", "b.py") is Reason.LINK_OUTSIDE
