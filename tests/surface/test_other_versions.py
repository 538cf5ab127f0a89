"""An index of another version, older or newer: reported as such, built again, and never misread."""

import hashlib
import io
import json
import tarfile
import zlib
from pathlib import Path

import pytest

from tests.store.indexes import set_format
from tests.support.trees import make_tree
from tests.surface.test_surroundings import ask, check_refused
from tests.surface.test_watch_command import started

_ANSWER = ("export", "edges", "--kind", "call")
_OLDER = "was written by an older version of Codeshed"
_NEWER = "was written by a newer version of Codeshed"


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository that is indexed."""
    monkeypatch.delenv("CODESHED_INDEX_DIR", raising=False)
    root = tmp_path / "repository"
    root.mkdir()
    make_tree(
        root,
        """
        codeshed.toml: types = "off"
        a.py: def f(): return 1
        b.py: from a import f ; def g(): return f()
        """,
    )
    assert ask(root, "index")[0] == 0
    return root


def _answer(root: Path) -> str:
    code, out, err = ask(root, *_ANSWER)
    assert (code, err) == (0, "")
    return out


def _make_other(root: Path, number: int) -> None:
    (database,) = (root / ".codeshed").glob("index-*.sqlite")
    set_format(database, number, rename="parts")


def test_an_index_of_another_version(root: Path) -> None:
    right = _answer(root)
    content = b"codeshed-index 2\nwhatever that format says\n"
    (root / ".codeshed" / "CURRENT").write_bytes(content + f"{zlib.crc32(content):08x}\n".encode())
    check_refused(
        ask(root, *_ANSWER, "--refresh", "never"), "has index format 2", "codeshed index builds it again"
    )
    code, out, err = ask(root, *_ANSWER)
    assert (code, out) == (0, right)
    assert "the index is built again: " in err
    assert "has index format 2, and this one reads format 1" in err


@pytest.mark.parametrize(("number", "said"), [(0, _OLDER), (2, _NEWER), (1000, _NEWER)])
def test_a_database_of_another_version(root: Path, number: int, said: str) -> None:
    """Every way to an index calls it what it is, and those that may write build it again."""
    right = _answer(root)
    _make_other(root, number)
    for command in (("status",), ("status", "--json"), ("status", "a.py"), ("status", "a.py", "--json")):
        code, out, err = ask(root, *command)
        assert (code, err, said in out, "damaged" in out) == (0, "", True, False)
    check_refused(ask(root, *_ANSWER, "--refresh", "never"), said, "codeshed index builds it again")
    assert ask(root, "index")[0] == 0
    for refresh in ("auto", "quick", "always"):
        _make_other(root, number)
        code, out, err = ask(root, *_ANSWER, "--refresh", refresh)
        assert (code, out) == (0, right)
        assert "the index is built again: " in err
        assert (said in err, "damaged" in err) == (True, False)
    for options in ((), ("--json",)):
        _make_other(root, number)
        code, out, _ = ask(root, "index", *options)
        assert (code, said in out, "damaged" in out) == (0, True, False)
    assert "no file has changed since" in ask(root, "status")[1]


def _of_another_version(saved: Path, member: str) -> None:
    """Make a saved index one of another version, by its manifest or by its database alone."""
    with tarfile.open(saved) as archive:
        contents = {each.name: archive.extractfile(each) for each in archive}
        content_by_name = {name: file.read() for name, file in contents.items() if file is not None}
    manifest = json.loads(content_by_name["manifest.json"])
    if member == "manifest":
        manifest["format_version"] = 2
    else:
        (aside := saved.with_suffix(".aside")).write_bytes(content_by_name["index.sqlite"])
        set_format(aside, 2)
        content_by_name["index.sqlite"] = aside.read_bytes()
        manifest["members"][0]["sha256"] = hashlib.sha256(aside.read_bytes()).hexdigest()
    content_by_name["manifest.json"] = json.dumps(manifest).encode()
    with tarfile.open(saved, "w", format=tarfile.GNU_FORMAT) as archive:
        for name, content in content_by_name.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(content)
            archive.addfile(entry, io.BytesIO(content))


@pytest.mark.parametrize("member", ["manifest", "database"])
def test_a_saved_index_of_another_version(root: Path, tmp_path: Path, member: str) -> None:
    """It is told in a warning, and the index is built."""
    shelf = tmp_path / "shelf"
    shelf.mkdir()
    assert ask(root, "index", "--save", str(shelf))[0] == 0
    (saved,) = shelf.iterdir()
    _of_another_version(saved, member)
    for option, place in {"--from": saved, "--from-cache": shelf}.items():
        assert ask(root, "clean")[0] == 0
        code, out, _ = ask(root, "index", option, str(place), "--json")
        assert code == 0
        summary = json.loads(out)
        assert (summary["action"], summary["started_from"]) == ("built", None)
        (warning,) = summary["warnings"]
        assert warning["code"] == "SAVED_INDEX_NOT_USED"
        is_counted = option == "--from-cache" and member == "manifest"
        said = "though 1 with other settings or of other versions" if is_counted else _NEWER
        assert said in warning["message"]
        assert "damaged" not in warning["message"]


def test_a_saved_index_that_is_no_index_is_counted(root: Path, tmp_path: Path) -> None:
    (tmp_path / "codeshed-nothing.index").write_text("nothing")
    _, out, _ = ask(root, "index", "--from-cache", str(tmp_path))
    assert "that can be used, though 1 that cannot be read" in out


def test_watching_builds_it_again(root: Path) -> None:
    """At its start, and when another Codeshed wrote the index in between."""
    _make_other(root, 2)
    with started(root) as watched:
        line = watched.line()
        assert line.startswith("built, because ")
        assert _NEWER in line
        assert watched.line().startswith("up to date: 2 files")
        _make_other(root, 0)
        (root / "b.py").write_text("from a import f\n\ndef h(): return f()\n")
        line = watched.line()
        assert line.startswith("built, because ")
        assert _OLDER in line
        assert watched.stop()[0] == 130
    assert ask(root, "index")[1].startswith("up to date")
