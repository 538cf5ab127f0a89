"""By which names pytest's settings know tests."""

from pathlib import Path

import pytest

from codeshed.model.languages.pytest_names import USUAL_TESTS, TestNames, file_pattern, name_pattern
from codeshed.project.pytest_settings import MAX_FORMS, MAX_SETTINGS_BYTES, read_test_names


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
