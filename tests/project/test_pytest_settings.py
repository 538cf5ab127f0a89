"""By which names pytest's settings know tests."""

from pathlib import Path

import pytest

from codeshed.model.languages.pytest_collection import PytestCollection
from codeshed.model.languages.pytest_names import USUAL_TESTS, TestNames, file_pattern, name_pattern
from codeshed.project.pytest_settings import (
    MAX_FORMS,
    MAX_SETTINGS_BYTES,
    read_pytest_collection,
    read_test_names,
)


@pytest.mark.parametrize(
    ("file", "content", "wanted"),
    [
        ("pytest.ini", "[pytest]\npython_files = check_*.py\n  *_spec.py\n", TestNames(files=("check_*.py", "*_spec.py"))),
        ("pyproject.toml", '[tool.pytest.ini_options]\npython_classes = ["*Test", "Test*"]', TestNames(classes=("*Test", "Test*"))),
        ("pyproject.toml", '[tool.pytest.ini_options]\npython_functions = "it_ should_"', TestNames(functions=("it_", "should_"))),
        ("tox.ini", "[tox]\n[pytest]\npython_functions = 100%_*\n", TestNames(functions=("100%_*",))),
        ("setup.cfg", "[tool:pytest]\npython_classes = Check\n", TestNames(classes=("Check",))),
        ("setup.cfg", "[pytest]\npython_classes = Check\n", USUAL_TESTS),
        ("pytest.ini", "[pytest", USUAL_TESTS),
        ("pytest.ini", "[pytest]\npython_files =\n", USUAL_TESTS),
        ("pyproject.toml", "[tool.pytest", USUAL_TESTS),
        ("pyproject.toml", "tool = 3", USUAL_TESTS),
        ("pyproject.toml", "[tool]\npytest = [1]", USUAL_TESTS),
        ("pyproject.toml", "[tool.pytest.ini_options]\npython_files = [1, {}]", USUAL_TESTS),
        ("pyproject.toml", "x = " + "[" * 100_000, USUAL_TESTS),
        ("pytest.ini", "[pytest]\npython_files = a.py\n" + "#" * MAX_SETTINGS_BYTES, USUAL_TESTS),
    ],
)  # fmt: skip
def test_what_a_file_says(tmp_path: Path, file: str, content: str, wanted: TestNames) -> None:
    (tmp_path / file).write_text(content)
    assert read_test_names(tmp_path) == wanted


def test_the_first_file_that_is_about_pytest_counts(tmp_path: Path) -> None:
    assert read_test_names(tmp_path) == USUAL_TESTS
    (tmp_path / "setup.cfg").write_text("[tool:pytest]\npython_files = b.py\n")
    (tmp_path / "pyproject.toml").write_text("[project]\n")
    assert read_test_names(tmp_path).files == ("b.py",)
    (tmp_path / "pytest.ini").write_bytes(b"[pytest]\npython_files = a.py \xff\n")
    assert read_test_names(tmp_path).files[0] == "a.py"
    (tmp_path / "pytest.ini").write_text(f"[pytest]\npython_files = {' '.join(['a.py'] * 999)}\n")
    assert len(read_test_names(tmp_path).files) == MAX_FORMS


def test_forms_of_names() -> None:
    files = file_pattern(TestNames(files=("check_*.py", "it/*.py")))
    paths = (
        "check_a.py",
        "deep/down/check_a.py",
        "it/a.py",
        "deep/it/a.py",
        "a.py",
        "check_a.pyc",
        "precheck_a.py",
    )
    assert [path for path in paths if files.search(path)] == list(paths[:4])
    names = name_pattern(("it_", "*Test"))
    assert [name for name in ("it_works", "MyTest", "visit_", "Tests") if names.fullmatch(name)] == [
        "it_works",
        "MyTest",
    ]


@pytest.mark.parametrize(
    ("file", "content", "wanted"),
    [
        ("pytest.toml", '[pytest]\ntestpaths = ["tests"]\n', PytestCollection(is_configured=True, start_paths=("tests",))),
        ("pyproject.toml", '[tool.pytest]\ntestpaths = ["a", "b"]\n', PytestCollection(is_configured=True, start_paths=("a", "b"))),
        ("pytest.ini", "", PytestCollection(is_configured=True)),
        ("tox.ini", "[tox]\n", PytestCollection()),
        ("tox.ini", "[pytest]\nnorecursedirs = docs .git\n", PytestCollection(is_configured=True, skipped_folders=("docs", ".git"))),
        ("setup.cfg", "[tool:pytest]\naddopts = -ra --ignore=docs/ --ignore 'a b' --ignore-glob=**/x_*.py\n",
         PytestCollection(is_configured=True, ignored=("docs", "a b"), ignored_globs=("**/x_*.py",))),
        ("setup.cfg", "[tool:pytest]\naddopts = --ignore 'a\n", PytestCollection(is_configured=True)),
        ("pytest.ini", "[pytest]\naddopts = -m 'not slow' -k fast --ignore=docs\n",
         PytestCollection(is_configured=True, ignored=("docs",), wanted_marks="not slow", wanted_names="fast")),
        ("pyproject.toml", '[tool.pytest]\naddopts = ["-m", "a", "-mnot slow", "-k"]\n', PytestCollection(is_configured=True, wanted_marks="not slow")),
        ("pytest.ini", "[pytest]\ncollect_imported_tests = False\n", PytestCollection(is_configured=True, has_imported=False)),
    ],
)  # fmt: skip
def test_where_pytest_collects(tmp_path: Path, file: str, content: str, wanted: PytestCollection) -> None:
    (tmp_path / file).write_text(content)
    assert read_pytest_collection(tmp_path, ()) == wanted


def test_a_conftest_ignores_files_below_its_folder(tmp_path: Path) -> None:
    (tmp_path / "tests").mkdir()
    (tmp_path / "conftest.py").write_text('collect_ignore: list[str] = ["setup.py",\n  "docs"]\n')
    (tmp_path / "tests/conftest.py").write_text(
        'collect_ignore_glob = ["*_slow.py"]\nif True:\n    collect_ignore = ["unsure.py"]\n'
    )
    found = read_pytest_collection(tmp_path, ("conftest.py", "tests/conftest.py", "tests/test_a.py"))
    assert (found.ignored, found.ignored_globs) == (("setup.py", "docs"), ("tests/*_slow.py",))
