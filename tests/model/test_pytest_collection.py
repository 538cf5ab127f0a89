"""From which files pytest collects: its starts, the folders that it skips, and what it ignores."""

import pytest

from codeshed.model.languages.pytest_collection import PytestCollection, collected_paths
from codeshed.model.languages.pytest_names import TestNames

PATHS = (
    "build/test_a.py",
    "src/shop/test_b.py",
    "src/shop/util.py",
    "test_dir/helper.py",
    "tests/data/test_c.py",
    "tests/test_d.py",
    "tests2/test_e.py",
)


@pytest.mark.parametrize(
    ("collection", "left_out"),
    [
        (PytestCollection(), {"build/test_a.py"}),
        (PytestCollection(skipped_folders=("data",)), {"tests/data/test_c.py"}),
        (PytestCollection(skipped_folders=("tests/data",)), {"tests/data/test_c.py"}),
        (PytestCollection(ignored=("tests/data", "src/shop/test_b.py")),
         {"build/test_a.py", "tests/data/test_c.py", "src/shop/test_b.py"}),
        (PytestCollection(ignored_globs=("tests/*_d.py",)), {"build/test_a.py", "tests/test_d.py"}),
        (PytestCollection(start_paths=("build", "tests*", "src")), set()),
        (PytestCollection(start_paths=("missing",)), {"build/test_a.py"}),
        (PytestCollection(start_paths=("../other", ".")), {"build/test_a.py"}),
    ],
)  # fmt: skip
def test_files_are_collected(collection: PytestCollection, left_out: set[str]) -> None:
    tests = {path for path in PATHS if "/test_" in path}
    assert tests - set(collected_paths(collection, PATHS)) == left_out


@pytest.mark.parametrize(
    ("starts", "expected"),
    [
        (("tests",), ["tests/data/test_c.py", "tests/test_d.py"]),
        (("./tests/data/",), ["tests/data/test_c.py"]),
        (("src/*/test_b.py",), ["src/shop/test_b.py"]),
        (("**/shop",), ["src/shop/test_b.py"]),
        (("src/shop/util.py",), ["src/shop/util.py"]),
    ],
)
def test_collection_starts_where_the_settings_say(starts: tuple[str, ...], expected: list[str]) -> None:
    assert list(collected_paths(PytestCollection(start_paths=starts), PATHS)) == expected


def test_a_pattern_of_files_is_compared_with_the_name() -> None:
    collection = PytestCollection(names=TestNames(files=("test_*.py",)))
    assert "test_dir/helper.py" not in collected_paths(collection, PATHS)
