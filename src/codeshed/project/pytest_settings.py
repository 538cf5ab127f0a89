"""The name patterns of tests, from pytest's settings of a repository.

Turns: `pytest.ini`, `pyproject.toml`, `tox.ini` or `setup.cfg` of the root, the first with pytest settings → TestNames.
An unreadable file counts as one without settings.
"""

import configparser
import tomllib
from collections.abc import Mapping
from pathlib import Path

from codeshed.discover.file_reading import read_bytes
from codeshed.model.languages.pytest_names import USUAL_TESTS, TestNames

MAX_SETTINGS_BYTES = 1_000_000
MAX_FORMS = 50
_MAX_PATTERN_LENGTH = 200
_SECTION_BY_FILE = {
    "pytest.ini": "pytest",
    ".pytest.ini": "pytest",
    "pyproject.toml": "",
    "tox.ini": "pytest",
    "setup.cfg": "tool:pytest",
}
"""In the order in which pytest looks for them."""


def read_test_names(root: Path) -> TestNames:
    """Return the patterns by which pytest finds the tests of a repository."""
    for file, section in _SECTION_BY_FILE.items():
        content = read_bytes(root, file, max_bytes=MAX_SETTINGS_BYTES)
        found = _options(content.decode(errors="replace"), section) if isinstance(content, bytes) else None
        if found is not None:
            return TestNames(
                files=_patterns(found.get("python_files"), USUAL_TESTS.files),
                classes=_patterns(found.get("python_classes"), USUAL_TESTS.classes),
                functions=_patterns(found.get("python_functions"), USUAL_TESTS.functions),
            )
    return USUAL_TESTS


def _options(text: str, section: str) -> Mapping[str, object] | None:
    """Return pytest's options in a file, None if it has none. An empty `section` means that the file is TOML."""
    try:
        if not section:
            tool = tomllib.loads(text).get("tool")
            pytest = tool.get("pytest") if isinstance(tool, dict) else None
            options = pytest.get("ini_options") if isinstance(pytest, dict) else None
            return options if isinstance(options, dict) else None
        parser = configparser.RawConfigParser(strict=False)
        parser.read_string(text)
        return dict(parser.items(section)) if parser.has_section(section) else None
    except (tomllib.TOMLDecodeError, configparser.Error, RecursionError):
        return None


def _patterns(value: object, usual: tuple[str, ...]) -> tuple[str, ...]:
    """Return the patterns of an option, a text or a list; `usual` if it has none."""
    listed = value.split() if isinstance(value, str) else value if isinstance(value, list) else []
    patterns = [each for each in listed if isinstance(each, str) and 0 < len(each) <= _MAX_PATTERN_LENGTH]
    return tuple(patterns[:MAX_FORMS]) or usual
