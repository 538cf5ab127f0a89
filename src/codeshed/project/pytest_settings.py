"""What pytest's settings of a repository say about the names of its tests.

Turns: `pytest.ini`, `pyproject.toml`, `tox.ini` or `setup.cfg` of the root, the first that is about pytest → TestNames. A
file that cannot be read says nothing.
"""

import configparser
import tomllib
from collections.abc import Mapping
from pathlib import Path

from codeshed.discover.files import read_bytes
from codeshed.model.test_names import USUAL_TESTS, TestNames

MAX_SETTINGS_BYTES = 1_000_000
MAX_FORMS = 50
_LONGEST_FORM = 200
_SECTION_BY_FILE = {
    "pytest.ini": "pytest",
    ".pytest.ini": "pytest",
    "pyproject.toml": "",
    "tox.ini": "pytest",
    "setup.cfg": "tool:pytest",
}
"""In the order in which pytest looks for them."""


def read_test_names(root: Path) -> TestNames:
    """Return the names by which pytest knows the tests of a repository."""
    for file, section in _SECTION_BY_FILE.items():
        content = read_bytes(root, file, max_bytes=MAX_SETTINGS_BYTES)
        found = _options(content.decode(errors="replace"), section) if isinstance(content, bytes) else None
        if found is not None:
            return TestNames(
                files=_forms(found.get("python_files"), USUAL_TESTS.files),
                classes=_forms(found.get("python_classes"), USUAL_TESTS.classes),
                functions=_forms(found.get("python_functions"), USUAL_TESTS.functions),
            )
    return USUAL_TESTS


def _options(text: str, section: str) -> Mapping[str, object] | None:
    """Return the options of pytest in a file, None if it has none; one without a section is TOML."""
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


def _forms(value: object, usual: tuple[str, ...]) -> tuple[str, ...]:
    """Return what an option lists, in a text or as a list; what it is without the option if it lists nothing."""
    listed = value.split() if isinstance(value, str) else value if isinstance(value, list) else []
    forms = [each for each in listed if isinstance(each, str) and 0 < len(each) <= _LONGEST_FORM]
    return tuple(forms[:MAX_FORMS]) or usual
