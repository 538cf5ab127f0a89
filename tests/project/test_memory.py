"""How much memory indexing may take, and what it does when that is short."""

from pathlib import Path

import pytest

from codeshed.errors import InvalidOptionError
from codeshed.model.repository_settings import Settings
from codeshed.project.index import memory_limit as memory
from codeshed.project.index.index_request import IndexRequest
from codeshed.project.index.memory_limit import (
    MemoryCeiling,
    available_bytes,
    machine_bytes,
    parse_size,
    resident_bytes,
)
from codeshed.project.index.update import bring_up_to_date
from codeshed.store.index_reading import open_index
from tests.resolve.incremental import files_in
from tests.resolve.test_incremental import package_folder

_MIB = 1 << 20


class _Taken:
    """Stands for what the process takes."""

    def __init__(self, n_bytes: int) -> None:
        self.n_bytes = n_bytes

    def __call__(self) -> int:
        return self.n_bytes


@pytest.fixture
def taken(monkeypatch: pytest.MonkeyPatch) -> _Taken:
    """Let a test say what the process takes."""
    known = _Taken(0)
    monkeypatch.setattr(memory, "resident_bytes", known)
    return known


@pytest.mark.parametrize(
    ("text", "n_bytes"),
    [
        ("2G", 2048 * _MIB),
        ("800M", 800 * _MIB),
        ("1.5g", 1536 * _MIB),
        ("512 MiB", 512 * _MIB),
        ("99999999", 99_999_999),
    ],
)
def test_sizes(text: str, n_bytes: int) -> None:
    assert parse_size(text) == n_bytes


@pytest.mark.parametrize("text", ["", "much", "2X", "-2G", "0", "63M", "1e9"])
def test_no_sizes(text: str) -> None:
    with pytest.raises(InvalidOptionError, match="no size"):
        parse_size(text)


def test_the_process_takes_memory_that_the_machine_has() -> None:
    assert _MIB < resident_bytes() < machine_bytes()


def test_where_nothing_can_be_measured_there_is_no_ceiling(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "available_bytes", lambda: 0)
    monkeypatch.setattr(memory, "machine_bytes", lambda: 0)
    ceiling = MemoryCeiling(0)
    assert ceiling.has_room_for_facts()
    assert not ceiling.is_full(10**9)
    assert ceiling.warnings() == ()


def test_three_quarters_of_what_is_free_may_be_taken(taken: _Taken, monkeypatch: pytest.MonkeyPatch) -> None:
    taken.n_bytes = 100 * _MIB
    monkeypatch.setattr(memory, "available_bytes", lambda: 1000 * _MIB)
    assert MemoryCeiling(0).max_bytes == 850 * _MIB
    assert MemoryCeiling(200 * _MIB).max_bytes == 200 * _MIB
    monkeypatch.setattr(memory, "available_bytes", lambda: 0)
    monkeypatch.setattr(memory, "machine_bytes", lambda: 4000 * _MIB)
    assert MemoryCeiling(0).max_bytes == 2000 * _MIB


_FREE_CASES = {
    "machine": ({}, 800 << 10),
    "container": (
        {
            "memory.max": "500000",
            "memory.current": "400000",
            "memory.stat": "anon 1\ninactive_file 50000\n",
        },
        150_000,
    ),
    "older_container": (
        {
            "memory/memory.limit_in_bytes": "500000",
            "memory/memory.usage_in_bytes": "400000",
            "memory/memory.stat": "inactive_file 1\ntotal_inactive_file 60000\n",
        },
        100_001,
    ),
    "full_container": (
        {"memory.max": "500000", "memory.current": "500100", "memory.stat": ""},
        1,
    ),
    "no_limit": ({"memory.max": "max", "memory.current": "400000", "memory.stat": ""}, 800 << 10),
    "wide_container": (
        {"memory.max": "900000000", "memory.current": "4", "memory.stat": ""},
        800 << 10,
    ),
}


@pytest.mark.parametrize("name", _FREE_CASES)
def test_what_is_free_on_the_machine_and_in_the_container(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files, n_free = _FREE_CASES[name]
    for path, text in {**files, "meminfo": "MemTotal: 900 kB\nMemAvailable:     800 kB\n"}.items():
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text(text)
    monkeypatch.setattr(memory, "_GROUP_DIR", tmp_path)
    monkeypatch.setattr(memory, "_MACHINE_FILE", tmp_path / "meminfo")
    assert available_bytes() == n_free


def test_where_the_system_does_not_say_what_is_free(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "_GROUP_DIR", tmp_path)
    monkeypatch.setattr(memory, "_MACHINE_FILE", tmp_path / "meminfo")
    assert available_bytes() == 0


def test_most_of_the_ceiling_is_for_values(taken: _Taken) -> None:
    ceiling = MemoryCeiling(1000 * _MIB)
    taken.n_bytes = 300 * _MIB
    assert ceiling.has_room_for_facts()
    taken.n_bytes = 600 * _MIB
    assert not ceiling.has_room_for_facts()
    assert not ceiling.is_full(500)


def test_linking_needs_room_too(taken: _Taken) -> None:
    ceiling = MemoryCeiling(1000 * _MIB, n_files=5000)
    taken.n_bytes = 620 * _MIB
    assert not ceiling.is_full(500)
    assert ceiling.is_full(501)
    taken.n_bytes = 400 * _MIB
    assert not MemoryCeiling(1000 * _MIB, n_files=1_000_000).is_full(501)


def test_near_the_ceiling_there_are_no_more_nodes_than_there_are(taken: _Taken) -> None:
    ceiling = MemoryCeiling(1000 * _MIB)
    taken.n_bytes = 860 * _MIB
    assert not ceiling.is_full(500)
    assert ceiling.is_full(501)
    taken.n_bytes = 940 * _MIB
    assert ceiling.is_full(500)
    # What was taken is seldom given back, so that only more of it counts.
    assert not ceiling.is_full(490)
    assert not ceiling.is_full(490)
    # A little more is not worth making many files again.
    taken.n_bytes = 945 * _MIB
    assert not ceiling.is_full(490)
    taken.n_bytes = 951 * _MIB
    assert ceiling.is_full(490)
    assert ceiling.warnings() == ()


def test_a_ceiling_that_cannot_be_kept_is_told(taken: _Taken) -> None:
    ceiling = MemoryCeiling(100 * _MIB)
    taken.n_bytes = 150 * _MIB
    assert [each.code for each in ceiling.warnings()] == ["MEMORY_CEILING"]
    assert "150 MiB" in ceiling.warnings()[0].message


@pytest.mark.parametrize("types", ["on", "off"])
def test_an_index_is_the_same_however_little_memory_there_is(types: str, tmp_path: Path) -> None:
    root = tmp_path / "code"
    for path, content in files_in(package_folder("iniconfig")).items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_bytes(content)
    graphs = []
    for name, max_memory_bytes in (("much", 0), ("little", 1)):
        settings = Settings(types="on" if types == "on" else "off", max_memory_bytes=max_memory_bytes)
        request = IndexRequest(root=root, index_dir=tmp_path / name, settings=settings)
        outcome = bring_up_to_date(request)
        assert [each.code for each in outcome.warnings] == ["MEMORY_CEILING"] * (max_memory_bytes == 1)
        with open_index(request.index_dir) as reader:
            assert reader.graph_path is not None
            graphs.append((reader.meta.signature, reader.graph_path.read_bytes()))
    assert graphs[0] == graphs[1]
