"""What may be read, and what does not exist for a reader."""

import os
from pathlib import Path

import pytest

from codeshed.discover.files import FolderSourceReader, read_named_file
from codeshed.errors import FileUnreadableError


def test_texts_below_the_root(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "b.py").write_bytes(b"x = 1\r\n\xff")
    reader = FolderSourceReader(tmp_path)
    text = reader.read("a/b.py")
    assert text is not None
    assert text.encode("utf-8", "surrogateescape") == b"x = 1\r\n\xff"


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
