"""The share of lines that ran, by coverage files of each format."""

import json
import os
import sqlite3
from pathlib import Path

import pytest

from codeshed.project.line_coverage import LineCoverage, statement_lines

SOURCE = '''"""A module."""
import os


@decorated
def total(cart):
    """Return the sum."""
    if cart:
        return 1
    else:
        return 2


class Cart:
    size = 3

    def clear(self): ...
'''
RAN, MISSED = [2, 5, 6, 8, 9, 14, 15, 17], [11]


def _database(path: Path) -> None:
    bits = bytearray(3)
    for line in RAN:
        bits[line // 8] |= 1 << line % 8
    connection = sqlite3.connect(path)
    connection.executescript(
        "CREATE TABLE file (id, path); CREATE TABLE context (id, context); CREATE TABLE arc (file_id, context_id, fromno, tono);"
        "CREATE TABLE line_bits (file_id, context_id, numbits); INSERT INTO context VALUES (1, '')"
    )
    connection.execute("INSERT INTO file VALUES (1, ?)", (str(path.resolve().parent / "cart.py"),))
    connection.execute("INSERT INTO line_bits VALUES (1, 1, ?)", (bytes(bits),))
    connection.commit()
    connection.close()


def _write(folder: Path, name: str) -> None:
    (folder / "cart.py").write_text(SOURCE)
    os.utime(folder / "cart.py", ns=(0, 0))
    if name == ".coverage":
        _database(folder / name)
    elif name == "coverage.json":
        files = {"cart.py": {"executed_lines": RAN, "missing_lines": MISSED}}
        (folder / name).write_text(json.dumps({"files": files}))
    else:
        counts = [*((line, 1) for line in RAN), *((line, 0) for line in MISSED)]
        records = "".join(f"DA:{line},{count}\n" for line, count in counts)
        (folder / name).write_text(f"TN:\nSF:cart.py\n{records}end_of_record\n")


@pytest.mark.parametrize("name", [".coverage", "coverage.json", "lcov.info"])
def test_definitions_do_not_count_and_branches_do(tmp_path: Path, name: str) -> None:
    _write(tmp_path, name)
    coverage = LineCoverage(tmp_path, ("cart.py",))
    assert coverage.share("cart.py", 5, 11) == pytest.approx(2 / 3)
    assert coverage.share("cart.py", 14, 17) == 1
    assert coverage.share("cart.py", 3, 4) is None
    assert coverage.share("other.py", 1, 9) is None


def test_a_file_that_was_edited_since_is_unknown(tmp_path: Path) -> None:
    _write(tmp_path, "lcov.info")
    before = LineCoverage(tmp_path, ("cart.py",)).state
    os.utime(tmp_path / "cart.py", ns=(0, 2**62))
    edited = LineCoverage(tmp_path, ("cart.py",))
    assert edited.share("cart.py", 5, 11) is None
    assert edited.state != before


def test_without_a_readable_file_nothing_is_known(tmp_path: Path) -> None:
    assert LineCoverage(tmp_path, ()).state == ""
    _write(tmp_path, "lcov.info")
    (tmp_path / "lcov.info").write_bytes(b"\xff\x00")
    (tmp_path / ".coverage").write_bytes(b"no database")
    (tmp_path / "coverage.json").symlink_to("/etc/passwd")
    assert LineCoverage(tmp_path, ("cart.py",)).share("cart.py", 5, 11) is None


def test_statements_are_those_that_can_run() -> None:
    assert statement_lines(SOURCE.encode()) == (frozenset({2, 8, 9, 11, 15}), frozenset({5, 6, 14, 17}))
