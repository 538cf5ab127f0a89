"""Full disks, folders that can't be written, missing homes and damaged files, as a user of the commands meets them.

Each time: the right answer, or exit code 2 with what happened and what to do, and never a wrong answer.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from codeshed.resolve.python.incremental.incremental_resolution import update_resolution
from codeshed.resolve.python.incremental.project_state import ProjectState
from codeshed.resolve.python.incremental.resolved_files import PreviousResolution, ResolutionUpdate
from codeshed.store.index_lock import lock_index
from tests.store.flips import ALL_BITS, Flip, turn
from tests.store.permissions import reachable_folder, read_only
from tests.store.small_disks import fill, small_disk
from tests.support.trees import make_tree
from tests.surface.trials import run_here

_TREE = """
    codeshed.toml: types = "off"
    a.py: def f(): return 1
    b.py: from a import f ; def g(): return f()
"""
_CALLS = ("export", "edges", "--kind", "call")
_DOCUMENTS = ("export", "semantic-data")
_ELSEWHERE = "--index-dir DIR or CODESHED_INDEX_DIR"
_REBUILD = "codeshed index --rebuild builds it again"


@pytest.fixture(autouse=True)
def _no_shelf(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CODESHED_INDEX_DIR", raising=False)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = tmp_path / "repository"
    root.mkdir()
    make_tree(root, _TREE)
    return root


def ask(root: Path, *command: str) -> tuple[int, str, str]:
    """Run a command on a repository; return its exit code and what it wrote."""
    code, out, err = run_here(*command, "--repo", str(root))
    return code, out.decode(), err


def indexed(root: Path) -> dict[tuple[str, ...], str]:
    """Index a repository, and return the right answers."""
    assert ask(root, "index")[0] == 0
    return {command: _right(root, command) for command in (_CALLS, _DOCUMENTS)}


def _right(root: Path, command: tuple[str, ...]) -> str:
    code, out, err = ask(root, *command)
    assert (code, err) == (0, "")
    return out


def check_refused(outcome: tuple[int, str, str], *sayings: str) -> None:
    """A command ended with exit code 2, wrote nothing, and said what happened and what to do."""
    code, out, err = outcome
    assert (code, out) == (2, "")
    assert err.startswith("codeshed: ")
    assert len(err.splitlines()) >= 2, "a second line says what to do"
    for saying in sayings:
        assert saying in err


@pytest.fixture(params=[0, 4096])
def full_disk(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Path]:
    """A disk with little or nothing left on it, and a repository that has been edited since it was indexed."""
    disk = tmp_path / "disk"
    with small_disk(disk, 2_000_000) as is_made:
        if not is_made:
            pytest.skip("no disk can be made here")
        (disk / "repository").mkdir()
        make_tree(disk / "repository", _TREE)
        indexed(disk / "repository")
        (disk / "repository" / "b.py").write_text("from a import f\n\ndef h(): return f()\n")
        fill(disk, request.param)
        yield disk


def test_a_full_disk(full_disk: Path) -> None:
    root = full_disk / "repository"
    for command in (("index",), ("index", "--rebuild"), (*_CALLS, "--refresh", "always")):
        check_refused(ask(root, *command), "free some space on that disk", _ELSEWHERE)
    code, out, err = ask(root, *_CALLS)
    assert (code, "b.py::g" in out) == (0, True), "the old index answers"
    assert "could not be brought up to date" in err
    assert "b.py changed since the index was made" in err
    assert "a.py" not in err
    (full_disk / "filling").unlink()
    assert "b.py::h" in _right(root, _CALLS)


def test_a_full_disk_without_an_index(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk", 500_000) as is_made:
        if not is_made:
            pytest.skip("no disk can be made here")
        root = tmp_path / "disk" / "repository"
        root.mkdir()
        make_tree(root, _TREE)
        fill(tmp_path / "disk", 0)
        check_refused(ask(root, "index"), "No space left on device", "free some space")
        check_refused(ask(root, *_CALLS), "No space left on device", "free some space")


def test_a_full_disk_for_the_cache_is_no_trouble(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with small_disk(tmp_path / "disk", 200_000) as is_made:
        if not is_made:
            pytest.skip("no disk can be made here")
        fill(tmp_path / "disk", 0)
        monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "disk"))
        assert ask(root, "index")[0] == 0


def test_a_full_disk_for_the_output(root: Path) -> None:
    answers = indexed(root)
    if not Path("/dev/full").exists():
        pytest.skip("no such device")
    assert answers
    check_refused(_to_full_device(root), "No space left on device", "check the disk")


def _to_full_device(root: Path) -> tuple[int, str, str]:
    command = [sys.executable, "-m", "codeshed", *_CALLS, "--repo", str(root)]
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, check=False)  # noqa: S603 - ourselves
    return done.returncode, "", done.stderr.decode()


def test_a_repository_that_cannot_be_written(root: Path) -> None:
    indexed(root)  # What is needed is loaded now: whom permissions stop may not read it.
    with reachable_folder() as folder:
        make_tree(folder, _TREE)
        with read_only(folder):
            for command in (("index",), _CALLS):
                check_refused(ask(folder, *command), "Permission denied", _ELSEWHERE)
            check_refused(
                ask(folder, *_CALLS, "--refresh", "never"), "there is no index", "codeshed index makes"
            )
        answers = indexed(folder)
        with read_only(folder):
            for question, right in answers.items():
                code, out, _ = ask(folder, *question)
                assert (code, out) == (0, right)
            # The files are as young as the index, so that their times tell nothing: they are read.
            assert ask(folder, *_CALLS, "--refresh", "never")[2] == ""
            check_refused(ask(folder, "clean"), "Permission denied", "check the permissions")


@pytest.mark.parametrize(
    "variables",
    [
        {},
        {"HOME": "/proc/nothing"},
        {"HOME": "/proc"},
        {"XDG_CACHE_HOME": "/dev/null"},
        {"XDG_CACHE_HOME": "relative"},
    ],
    ids=["none", "missing", "read-only", "file", "relative"],
)
def test_no_home(root: Path, variables: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HOME", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    answers = indexed(root)
    assert "b.py::g" in answers[_CALLS]
    code, out, err = ask(root, "status")
    assert (code, err) == (0, "")
    if not any(Path(value).is_absolute() for value in variables.values()):
        assert "neither HOME nor XDG_CACHE_HOME names a folder" in out
    assert ask(root, "clean", "--cache")[0] == 0


@pytest.mark.parametrize("n_bytes", [0, 1, 40, 3000])
def test_files_that_are_cut_off(root: Path, n_bytes: int) -> None:
    answers = indexed(root)
    for name in ("CURRENT", "index-*.sqlite", "graph-*.arrays"):
        for command, right in answers.items():
            (path,) = (root / ".codeshed").glob(name)
            path.write_bytes(path.read_bytes()[: min(n_bytes, path.stat().st_size - 1)])
            check_refused(ask(root, *command, "--refresh", "never"), "is damaged", _REBUILD)
            code, out, err = ask(root, *command)
            assert (code, out) == (0, right)
            assert err.startswith("codeshed: the index is built again: ")


def test_bytes_that_are_flipped(root: Path, tmp_path: Path) -> None:
    answers = indexed(root)
    sound = tmp_path / "sound"
    shutil.copytree(root / ".codeshed", sound)
    n_found = 0
    for flip in _flips(sound):
        shutil.rmtree(root / ".codeshed")
        shutil.copytree(sound, root / ".codeshed")
        turn(root / ".codeshed" / flip.name, flip)
        for command, right in answers.items():
            code, out, err = ask(root, *command)
            if code == 2:
                assert "is damaged" in err, flip
                assert _REBUILD in err
                assert right.startswith(out), "what was written before the damage was found is right"
                assert ask(root, "index", "--rebuild")[0] == 0
                code, out, _ = ask(root, *command)
                n_found += 1
            n_found += "the index is built again" in err
            assert (code, out) == (0, right), flip
    assert n_found


def _flips(index_dir: Path) -> Iterator[Flip]:
    for path in sorted(index_dir.iterdir()):
        if path.suffix in {".sqlite", ".arrays"} or path.name == "CURRENT":
            size = path.stat().st_size
            for position in range(0, size, max(1, size // 15)):
                yield Flip(name=path.name, position=position, bits=ALL_BITS)


def test_a_folder_where_the_pointer_should_be(root: Path) -> None:
    """It is not ours to remove: that is said before anything is done, and when it is gone all is well."""
    (root / ".codeshed" / "CURRENT").mkdir(parents=True)
    for command in (("index",), ("index", "--rebuild"), ("watch",), _CALLS, (*_CALLS, "--refresh", "never")):
        check_refused(
            ask(root, *command), "is not the folder of an index: CURRENT in it is a folder", "move it away"
        )
    assert [path.name for path in (root / ".codeshed").iterdir()] == ["CURRENT"]
    assert "CURRENT in it is a folder" in ask(root, "status")[1]
    (root / ".codeshed" / "CURRENT").rmdir()
    assert "b.py::g" in _right(root, _CALLS)


@pytest.mark.parametrize("make", ["link", "pipe"])
def test_no_file_where_the_pointer_should_be(root: Path, tmp_path: Path, make: str) -> None:
    answers = indexed(root)
    pointer = root / ".codeshed" / "CURRENT"
    pointer.unlink()
    if make == "link":
        pointer.symlink_to(tmp_path / "elsewhere")
    else:
        os.mkfifo(pointer)
    check_refused(ask(root, *_CALLS, "--refresh", "never"), "CURRENT is not a regular file", _REBUILD)
    code, out, err = ask(root, *_CALLS)
    assert (code, out) == (0, answers[_CALLS])
    assert err.startswith("codeshed: the index is built again: ")
    assert not (tmp_path / "elsewhere").exists()


@pytest.mark.parametrize("make", ["file", "link"])
def test_something_else_where_the_index_should_be(root: Path, tmp_path: Path, make: str) -> None:
    if make == "file":
        (root / ".codeshed").write_text("mine")
    else:
        (tmp_path / "elsewhere").mkdir()
        (root / ".codeshed").symlink_to(tmp_path / "elsewhere")
    commands = (
        ("index",),
        ("index", "--rebuild"),
        ("watch",),
        _CALLS,
        (*_CALLS, "--refresh", "never"),
        ("clean",),
    )
    for command in commands:
        check_refused(ask(root, *command), "is not the folder of an index", "move it away", "--index-dir DIR")
    assert ask(root, "status")[0] == 0
    if make == "file":
        assert (root / ".codeshed").read_text() == "mine"
    else:
        assert list((tmp_path / "elsewhere").iterdir()) == []


def test_a_lock_that_another_holds(root: Path) -> None:
    answers = indexed(root)
    (root / "b.py").write_text("from a import f\n\ndef h(): return f()\n")
    with lock_index(root / ".codeshed", "testing"):
        code, out, err = ask(root, *_CALLS)
        assert (code, out) == (0, answers[_CALLS])
        assert "is being written by process" in err
        assert "b.py changed since the index was made; `codeshed index` brings it up to date" in err
        assert "(testing)" in ask(root, "status")[1]
    assert "b.py::h" in _right(root, _CALLS)


def test_a_file_that_changes_in_the_midst_of_a_run(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The run is made again with the file as it is then; if files change all the time, that is told, and no more."""
    importers = [root / f"importer_{number}.py" for number in range(9)]
    for path in importers:
        path.write_text("from a import f\n\ndef old(): return f()\n")
    indexed(root)
    still_to_edit: list[Path] = []

    def edit_meanwhile(old: PreviousResolution, state: ProjectState) -> ResolutionUpdate:
        if still_to_edit:
            still_to_edit.pop().write_text("from a import f\n\ndef new(): return f()\n")
        return update_resolution(old, state)

    monkeypatch.setattr("codeshed.project.index.resolve_stage.update_resolution", edit_meanwhile)
    still_to_edit += importers[:1]
    (root / "a.py").write_text("def f(x): return x\n")
    assert ask(root, "index")[0] == 0
    assert _right(root, _CALLS).count("::new") == 1
    still_to_edit += importers[1:5]
    (root / "a.py").write_text("def f(x, y): return x\n")
    check_refused(
        ask(root, "index"), "importer_2.py changed while the repository was being indexed", "try again"
    )
    still_to_edit += importers[5:]
    code, out, err = ask(root, *_CALLS)
    assert (code, out.count("::new")) == (0, 1), "the old index answers"
    assert "importer_7.py changed while the repository was being indexed" not in err
    assert "could not be brought up to date: importer_6.py changed while" in err
    still_to_edit.clear()
    assert _right(root, _CALLS).count("::new") == 1 + 3 + 3, "three attempts each"
