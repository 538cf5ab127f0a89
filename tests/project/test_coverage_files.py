"""Coverage files of each format say which test ran which line."""

import json
from pathlib import Path

import pytest

from codeshed.project.coverage_files import read_coverage

TESTS = ("tests/unit/test_cart.py", "tests/test_other.py")

FILES = {
    "coverage.json": json.dumps(
        {
            "files": {
                "cart.py": {
                    "contexts": {"6": ["test_cart.TestCart.test_total", ""], "7": ["tests.test_other.test_b"]}
                }
            }
        }
    ),
    "lcov.info": "TN:test_cart.TestCart.test_total\nSF:cart.py\nDA:6,1\nDA:9,0\nend_of_record\n"
    "TN:tests/test_other.py::test_b\nSF:cart.py\nDA:7,2\nend_of_record\n",
}


@pytest.mark.parametrize("name", FILES)
def test_lines_by_test(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text(FILES[name])
    found = read_coverage(tmp_path, TESTS, (9_999_999_999, 0), ("cart.py",))
    assert found is not None
    assert found.lines == {
        "cart.py": {
            "tests/unit/test_cart.py::TestCart::test_total": frozenset({6}),
            "tests/test_other.py::test_b": frozenset({7}),
        }
    }
    assert found.age.endswith("1 commit since")
    assert found.n_changed_since == 1


def test_coverage_without_tests_is_no_evidence(tmp_path: Path) -> None:
    (tmp_path / "lcov.info").write_text("TN:\nSF:cart.py\nDA:6,1\nend_of_record\n")
    (tmp_path / ".coverage").write_bytes(b"no database")
    assert read_coverage(tmp_path, TESTS, (), ()) is None
