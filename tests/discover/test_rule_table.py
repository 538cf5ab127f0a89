"""Ignore files: which line decides."""

import pytest

from codeshed.discover.exclusion_reasons import Layer
from codeshed.discover.ignore_patterns import MAX_PATTERN_BYTES
from codeshed.discover.rule_table import read_rules, settings_rules
from codeshed.model.repository_settings import Settings


def check_line(
    content: bytes, path: str, line: int | None, *, folder: str = "", is_folder: bool = False
) -> None:
    """Check which line of an ignore file in a folder decides about a path."""
    table, problems = read_rules(content, layer=Layer.GITIGNORE, folder=folder, source="rules")
    rule = table.last_match(path.encode("utf-8", "surrogateescape"), is_folder=is_folder)
    assert (None if rule is None else rule.line, problems) == (line, ())


def test_the_last_match_decides_whether_it_has_wildcards_or_not() -> None:
    content = b"a.py\n*.py\n!a.py\n/x/a.py\nx/*.py\n"
    check_line(content, "a.py", 3)
    check_line(content, "b.py", 2)
    check_line(content, "x/a.py", 5)
    check_line(content, "y/a.py", 3)
    check_line(content, "a.txt", None)


def test_patterns_for_folders_do_not_match_files() -> None:
    content = b"*\nbuild/\nou?/\n"
    check_line(content, "build", 1)
    check_line(content, "build", 2, is_folder=True)
    check_line(content, "x/out", 1)
    check_line(content, "x/out", 3, is_folder=True)


def test_paths_start_from_the_folder_of_the_file() -> None:
    content = "/a.py\nx/*.py\n**/é.py\n".encode()
    check_line(content, "ü/a.py", 1, folder="ü")
    check_line(content, "ü/x/b.py", 2, folder="ü")
    check_line(content, "ü/x/a.py", 2, folder="ü")
    check_line(content, "ü/y/é.py", 3, folder="ü")


@pytest.mark.parametrize(
    "content", [b"# c\r\n\r\na.py\r\n", b"# c\r\n\r\na.py", b"\n\na.py  \n", b"\n\na.py"]
)
def test_ends_of_lines(content: bytes) -> None:
    check_line(content, "a.py", 3)


def test_a_byte_order_mark_is_passed_over() -> None:
    check_line(b"\xef\xbb\xbfa.py\n", "a.py", 1)


def test_bytes_that_are_no_utf_8_match_such_names() -> None:
    content = b"\xff*.py\n\xe9.py\n"
    check_line(content, "\udcffx.py", 1)
    check_line(content, "\udce9.py", 2)
    check_line(content, "é.py", None)
    table, _ = read_rules(content, layer=Layer.GITIGNORE, folder="", source="rules")
    rule = table.last_match(b"\xffx.py", is_folder=False)
    assert rule is not None
    assert rule.pattern == r"\xff*.py"


def test_a_pattern_that_no_path_can_be_as_long_as_is_not_obeyed() -> None:
    content = b"a\n" + b"b" * (MAX_PATTERN_BYTES + 1) + b"\n" + b"c" * MAX_PATTERN_BYTES
    table, problems = read_rules(content, layer=Layer.GITIGNORE, folder="", source="rules")
    assert len(table) == 2
    assert [(problem.path, problem.line) for problem in problems] == [("rules", 2)]


def test_what_the_settings_include_comes_after_what_they_exclude() -> None:
    table = settings_rules(Settings(exclude=("gen", "*.py"), include=("a.py ", "/gen")))
    found = {
        path: table.last_match(path.encode(), is_folder=False)
        for path in ("a.py", "b.py", "gen", "x/gen", "c")
    }
    assert {path: rule and (rule.source, rule.line, rule.is_negated) for path, rule in found.items()} == {
        "a.py": ("include", 1, True),
        "b.py": ("exclude", 2, False),
        "gen": ("include", 2, True),
        "x/gen": ("exclude", 1, False),
        "c": None,
    }
