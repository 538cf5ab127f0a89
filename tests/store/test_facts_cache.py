"""The cache of the user: it gives back what was put in or nothing, and never an error."""

import multiprocessing
import os
import sqlite3
import stat
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import pytest

from codeshed.store.cache_folder import user_cache_folder
from codeshed.store.facts_cache import FactsCache
from tests.store.permissions import as_anybody, reachable_folder, read_only
from tests.store.small_disks import small_files


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "cache" / "codeshed"


def values_of(*numbers: int, n_bytes: int = 100) -> dict[str, bytes]:
    return {f"{number:064x}": f"{number};".encode() * (n_bytes // 5) for number in numbers}


def put(folder: Path, values: dict[str, bytes], *, signature: str = "s", max_bytes: int = 10**9) -> str:
    """Put values into a cache, and return what is wrong with it."""
    with FactsCache(folder, signature, max_bytes=max_bytes) as cache:
        cache.put(values.items())
        return cache.problem


def get(folder: Path, *numbers: int, signature: str = "s", max_bytes: int = 10**9) -> dict[str, bytes]:
    with FactsCache(folder, signature, max_bytes=max_bytes) as cache:
        return dict(cache.iter_values(values_of(*numbers)))


def check_works(folder: Path) -> None:
    assert put(folder, values_of(1, 2, 3)) == ""
    assert get(folder, 1, 2, 3, 4) == values_of(1, 2, 3)


def test_values_by_key(folder: Path) -> None:
    check_works(folder)
    assert put(folder, {"a": b"", "b": b"x" * 3_000_000, f"{1:064x}": b"another"}) == ""
    with FactsCache(folder, "s") as cache:
        assert dict(cache.iter_values(["a", "b", f"{1:064x}"])) == {
            "a": b"",
            "b": b"x" * 3_000_000,
            f"{1:064x}": b"another",
        }


def test_signatures_do_not_share(folder: Path) -> None:
    put(folder, values_of(1), signature="one")
    assert get(folder, 1, signature="two") == {}
    assert get(folder, 1, signature="one") == values_of(1)


def test_files_of_old_signatures_go(folder: Path) -> None:
    for number in range(5):
        put(folder, values_of(1), signature=str(number))
        for age, path in enumerate(sorted(folder.glob("*.sqlite"), key=lambda path: path.stat().st_mtime_ns)):
            os.utime(path, (age, age))
    assert len(list(folder.glob("*.sqlite"))) == 3
    assert [number for number in (4, 3, 2, 1, 0) if get(folder, 1, signature=str(number))] == [4, 3, 2]


def test_it_is_the_users_alone(folder: Path) -> None:
    with FactsCache(folder, "s") as cache:
        cache.put(values_of(1).items())
        paths = [folder, *folder.iterdir()]
        assert len(paths) == 4
        assert [stat.S_IMODE(path.stat().st_mode) for path in paths] == [0o700, 0o600, 0o600, 0o600]
    folder.chmod(0o777)
    next(folder.glob("*.sqlite")).chmod(0o666)
    check_works(folder)
    assert [stat.S_IMODE(path.stat().st_mode) for path in (folder, *folder.glob("*.sqlite"))] == [
        0o700,
        0o600,
    ]


def test_what_was_not_used_goes_first(folder: Path) -> None:
    limit = 1_000_000
    for number in range(120):
        values = values_of(number, n_bytes=20_000)
        assert put(folder, values, max_bytes=limit) == ""
        assert get(folder, 0, number, max_bytes=limit) == {**values_of(0, n_bytes=20_000), **values}
    found = {int(key, 16) for key in get(folder, *range(120), max_bytes=limit)}
    assert 0 in found
    assert set(range(100, 120)) <= found
    assert found.isdisjoint(range(1, 40))
    assert sum(path.stat().st_size for path in folder.iterdir()) < 2 * limit


def test_reading_what_is_there_writes_nothing(folder: Path) -> None:
    put(folder, values_of(*range(100)))
    (path,) = folder.glob("*.sqlite")
    before = path.read_bytes()
    for _ in range(3):
        assert get(folder, *range(100)) == values_of(*range(100))
        assert path.read_bytes() == before


@pytest.mark.parametrize("content", [b"garbage" * 1000, b"SQLite format 3\0" + b"\1" * 5000, b"x"])
def test_a_damaged_cache_is_made_anew(folder: Path, content: bytes) -> None:
    put(folder, values_of(1))
    (path,) = folder.glob("*.sqlite")
    path.write_bytes(content)
    assert get(folder, 1) == {}
    check_works(folder)


def test_a_cache_of_another_format_is_made_anew(folder: Path) -> None:
    put(folder, values_of(1))
    (path,) = folder.glob("*.sqlite")
    for statement in ("PRAGMA user_version = 7", "PRAGMA application_id = 7"):
        connection = sqlite3.connect(path)
        connection.execute(statement)
        connection.close()
        assert get(folder, 1) == {}
        check_works(folder)


def test_a_flipped_byte_gives_no_wrong_value(folder: Path) -> None:
    numbers = range(1, 40)
    put(folder, values_of(*numbers, n_bytes=900))
    (path,) = folder.glob("*.sqlite")
    content = path.read_bytes()
    n_lost = 0
    for position in (*range(0, 100, 7), *range(100, len(content), 997)):
        for bits in (0x01, 0xFF):
            path.write_bytes(content[:position] + bytes([content[position] ^ bits]) + content[position + 1 :])
            for scratch in (*folder.glob("*-wal"), *folder.glob("*-shm")):
                scratch.unlink()
            found = get(folder, *range(60))
            assert found.items() <= values_of(*numbers, n_bytes=900).items()
            n_lost += len(found) < len(numbers)
    assert n_lost > 5
    check_works(folder)


def test_values_of_others_are_not_taken(folder: Path) -> None:
    """A key that is damaged may look like another one; the value says which one it belongs to."""
    put(folder, values_of(1))
    (path,) = folder.glob("*.sqlite")
    connection = sqlite3.connect(path)
    connection.execute("UPDATE uses SET key = ?", (f"{2:064x}",))
    connection.commit()
    connection.close()
    with FactsCache(folder, "s") as cache:
        assert dict(cache.iter_values(values_of(2))) == {}
        assert "wrong checksum" in cache.problem
        cache.put(values_of(3).items())
    check_works(folder)


def test_no_home(tmp_path: Path) -> None:
    assert user_cache_folder({}, platform="linux") is None
    assert user_cache_folder({"HOME": "", "XDG_CACHE_HOME": "relative"}, platform="linux") is None
    with FactsCache(None, "s") as cache:
        cache.put(values_of(1).items())
        assert dict(cache.iter_values(values_of(1))) == {}
        assert "HOME" in cache.problem
    home = {"HOME": str(tmp_path)}
    assert user_cache_folder(home, platform="linux") == tmp_path / ".cache" / "codeshed"
    assert user_cache_folder(home, platform="darwin") == tmp_path / "Library" / "Caches" / "codeshed"
    assert user_cache_folder({**home, "XDG_CACHE_HOME": "/x"}, platform="darwin") == Path("/x/codeshed")


@pytest.fixture
def reachable() -> Iterator[Path]:
    with reachable_folder() as folder:
        yield folder


def test_a_home_that_cannot_be_written(reachable: Path) -> None:
    with read_only(reachable):
        assert "Permission denied" in put(reachable / "codeshed", values_of(1))
        assert get(reachable / "codeshed", 1) == {}


def test_the_folder_of_another_user(reachable: Path) -> None:
    if os.geteuid() != 0:
        pytest.skip("only root can be two users")
    (reachable / "codeshed").mkdir()
    with as_anybody():
        assert "belongs to another user" in put(reachable / "codeshed", values_of(1))


@pytest.mark.parametrize("make", ["file", "link"])
def test_something_else_in_the_place_of_the_folder(tmp_path: Path, make: str) -> None:
    (tmp_path / "elsewhere").mkdir()
    if make == "file":
        (tmp_path / "codeshed").write_text("")
    else:
        (tmp_path / "codeshed").symlink_to(tmp_path / "elsewhere")
    assert put(tmp_path / "codeshed", values_of(1)) != ""
    assert list((tmp_path / "elsewhere").iterdir()) == []


def test_a_full_disk(folder: Path) -> None:
    put(folder, values_of(1))
    with small_files(150_000), FactsCache(folder, "s") as cache:
        cache.put(values_of(*range(2, 100), n_bytes=50_000).items())
        assert cache.problem != ""
        assert dict(cache.iter_values(values_of(1))) == {}
    assert get(folder, 1) == values_of(1)
    check_works(folder)


def test_a_cache_that_is_busy(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("codeshed.store.facts_cache._BUSY_SECONDS", 0.05)
    put(folder, values_of(1))
    (path,) = folder.glob("*.sqlite")
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with FactsCache(folder, "s") as cache:
        assert dict(cache.iter_values(values_of(1))) == values_of(1)
        cache.put(values_of(2).items())
        assert "locked" in cache.problem
    other.close()
    check_works(folder)


def test_many_processes(folder: Path) -> None:
    with ProcessPoolExecutor(4, mp_context=multiprocessing.get_context("spawn")) as pool:
        problems = list(pool.map(use_like_others, [str(folder)] * 8, range(8)))
    assert problems == [""] * 8
    with FactsCache(folder, "s") as cache:
        assert len(dict(cache.iter_values(values_of(*range(8 * 50 + 100))))) == 8 * 50 + 50


def use_like_others(folder: str, number: int) -> str:
    """Put and get values of which half are put by the next process too."""
    for round_number in range(10):
        start = number * 50 + round_number * 10
        values = values_of(*range(start, start + 10))
        with FactsCache(Path(folder), "s") as cache:
            cache.put(values.items())
            if dict(cache.iter_values(values)) != values:
                return f"not found: {cache.problem}"
            if cache.problem:
                return cache.problem
    return ""


def test_a_limit_that_was_lowered(folder: Path) -> None:
    put(folder, values_of(*range(50), n_bytes=100_000))
    (path,) = folder.glob("*.sqlite")
    assert path.stat().st_size > 2_000_000
    assert get(folder, 49, max_bytes=1_000_000) == values_of(49, n_bytes=100_000)
    assert path.stat().st_size < 1_000_000
    assert get(folder, 49) == values_of(49, n_bytes=100_000)
