"""Globs match paths as people expect."""

import pytest

from codeshed.search.path_globs import matches_any


@pytest.mark.parametrize(
    ("glob", "path", "is_match"),
    [
        ("*.py", "a/b.py", True),
        ("src/**", "src/a/b.py", True),
        ("src/", "src/a/b.py", True),
        ("src/*", "src/a/b.py", False),
        ("src/**/b.py", "src/b.py", True),
        ("a?.py", "ab.py", True),
        ("./src/a.py", "src/a.py", True),
        ("src", "src/a.py", False),
        ("a.py", "axpy", False),
    ],
)
def test_a_glob_matches(glob: str, path: str, *, is_match: bool) -> None:
    assert matches_any([glob])(path) is is_match


def test_without_globs_all_paths_match() -> None:
    assert matches_any([])("anything")
