"""What a runner lists is read from its output."""

from pathlib import Path

from bench.test_selection.discovery import compare_discovery, read_listed

PYTEST = """\
tests/test_a.py::test_a[1]
tests/test_a.py::test_a[2 x]
tests/test_a.py::TestB::test_c
ERROR tests/test_d.py::broken - ModuleNotFoundError

3 tests collected in 0.1s
"""


def test_parameters_do_not_count() -> None:
    assert read_listed(PYTEST, Path()) == {"tests/test_a.py::test_a", "tests/test_a.py::TestB::test_c"}


def test_files_are_relative(tmp_path: Path) -> None:
    text = f"{tmp_path.resolve()}/src/a.test.ts\n{tmp_path.resolve()}/notes.md\nDone in 1s\n"
    assert read_listed(text, tmp_path) == {"src/a.test.ts"}


def test_what_differs_is_named(tmp_path: Path) -> None:
    (tmp_path / "codeshed.toml").write_text('types = "off"\n')
    (tmp_path / "test_a.py").write_text("def test_a(): ...\ndef test_b(): ...\n")
    (tmp_path / "list.txt").write_text("test_a.py::test_a\ntest_a.py::test_made\n")
    found = compare_discovery(tmp_path, tmp_path / "list.txt")
    assert (found.both, found.lacks, found.invents) == (1, ("test_a.py::test_made",), ("test_a.py::test_b",))
