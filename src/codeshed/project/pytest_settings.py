"""What pytest collects in a repository, from its settings and from `collect_ignore`.

Turns: `pytest.toml`, `pytest.ini`, `pyproject.toml`, `tox.ini` or `setup.cfg` of the root, the first with pytest settings, and
`conftest.py` files → PytestCollection. An unreadable file counts as one without settings.
"""

import configparser
import re
import shlex
import tomllib
from collections.abc import Iterable, Mapping
from itertools import pairwise
from pathlib import Path
from posixpath import normpath

from msgspec.structs import replace

from codeshed.discover.file_reading import read_bytes
from codeshed.model.languages.pytest_collection import USUAL_SKIPPED_FOLDERS, PytestCollection
from codeshed.model.languages.pytest_names import USUAL_TESTS, TestNames

MAX_SETTINGS_BYTES = 1_000_000
MAX_FORMS = 50
_MAX_PATTERN_LENGTH = 200
_MAX_CONFTESTS = 500
_TABLES_BY_FILE: Mapping[str, tuple[tuple[str, ...], ...]] = {
    "pytest.toml": (("pytest",),),
    ".pytest.toml": (("pytest",),),
    "pytest.ini": (("pytest",),),
    ".pytest.ini": (("pytest",),),
    "pyproject.toml": (("tool", "pytest", "ini_options"), ("tool", "pytest")),
    "tox.ini": (("pytest",),),
    "setup.cfg": (("tool:pytest",),),
}
"""In the order in which pytest looks for them; of several tables, the first that is there counts."""

_COUNT_WHEN_EMPTY = frozenset({"pytest.toml", ".pytest.toml", "pytest.ini", ".pytest.ini"})

_IGNORES = re.compile(
    r"^collect_ignore(?P<is_glob>_glob)?[ \t]*(?::[^=\n]+)?\+?=[ \t]*\[(?P<items>[^\]]*)\]", re.MULTILINE
)
_TEXT = re.compile(r"""(?<![\w.])["']([^"'\n]{1,200})["']""")


def read_test_names(root: Path) -> TestNames:
    """Return the patterns by which pytest finds the tests of a repository."""
    return _read_settings(root).names


def read_pytest_collection(root: Path, paths: Iterable[str]) -> PytestCollection:
    """Return what pytest collects; of `paths`, the `conftest.py` files may say what is ignored."""
    found = _read_settings(root)
    conftests = sorted(each for each in paths if each.rpartition("/")[2] == "conftest.py")[:_MAX_CONFTESTS]
    ignored, globs = list(found.ignored), list(found.ignored_globs)
    has_added_marks = False
    for path in conftests:
        content = read_bytes(root, path, max_bytes=MAX_SETTINGS_BYTES)
        if not isinstance(content, bytes):
            continue
        has_added_marks = has_added_marks or b"add_marker" in content
        if b"collect_ignore" not in content:
            continue
        for match in _IGNORES.finditer(content.decode("utf-8", "replace")):
            names = _TEXT.findall(match.group("items"))
            folder = path.rpartition("/")[0]
            (globs if match.group("is_glob") else ignored).extend(_below(folder, each) for each in names)
    return replace(
        found,
        ignored=tuple(ignored[:MAX_FORMS]),
        ignored_globs=tuple(globs[:MAX_FORMS]),
        has_added_marks=has_added_marks,
    )


def _read_settings(root: Path) -> PytestCollection:
    for file, tables in _TABLES_BY_FILE.items():
        content = read_bytes(root, file, max_bytes=MAX_SETTINGS_BYTES)
        if not isinstance(content, bytes):
            continue
        found = _options(content.decode(errors="replace"), tables, is_toml=file.endswith(".toml"))
        if found is not None:
            return _collection(found)
        if file in _COUNT_WHEN_EMPTY:
            return PytestCollection(is_configured=True)
    return PytestCollection()


def _collection(options: Mapping[str, object]) -> PytestCollection:
    arguments = _arguments(options.get("addopts"))
    return PytestCollection(
        names=TestNames(
            files=_patterns(options.get("python_files"), USUAL_TESTS.files),
            classes=_patterns(options.get("python_classes"), USUAL_TESTS.classes),
            functions=_patterns(options.get("python_functions"), USUAL_TESTS.functions),
        ),
        is_configured=True,
        start_paths=_patterns(options.get("testpaths"), ()),
        skipped_folders=_patterns(options.get("norecursedirs"), USUAL_SKIPPED_FOLDERS),
        ignored=tuple(_below("", each) for each in _values_of("--ignore", arguments)),
        ignored_globs=tuple(_below("", each) for each in _values_of("--ignore-glob", arguments)),
        has_imported=str(options.get("collect_imported_tests", True)).lower()
        not in {"false", "0", "no", "off"},
        wanted_marks=_last_value("-m", arguments),
        wanted_names=_last_value("-k", arguments),
    )


def _options(text: str, tables: Iterable[tuple[str, ...]], *, is_toml: bool) -> Mapping[str, object] | None:
    """Return pytest's options in a file, None if it has none."""
    try:
        if is_toml:
            document = tomllib.loads(text)
            return next((found for each in tables if (found := _table(document, each)) is not None), None)
        parser = configparser.RawConfigParser(strict=False)
        parser.read_string(text)
        section = next((each[0] for each in tables if parser.has_section(each[0])), None)
        return None if section is None else dict(parser.items(section))
    except (tomllib.TOMLDecodeError, configparser.Error, RecursionError):
        return None


def _table(document: Mapping[str, object], keys: tuple[str, ...]) -> Mapping[str, object] | None:
    current: object = document
    for key in keys:
        current = current.get(key) if isinstance(current, dict) else None
    return current if isinstance(current, dict) else None


def _patterns(value: object, usual: tuple[str, ...]) -> tuple[str, ...]:
    """Return the patterns of an option, a text or a list; `usual` if it has none."""
    listed = value.split() if isinstance(value, str) else value if isinstance(value, list) else []
    patterns = [each for each in listed if isinstance(each, str) and 0 < len(each) <= _MAX_PATTERN_LENGTH]
    return tuple(patterns[:MAX_FORMS]) or usual


def _arguments(value: object) -> tuple[str, ...]:
    """Return the arguments in `addopts`, a text or a list."""
    if isinstance(value, list):
        return tuple(each for each in value if isinstance(each, str))
    try:
        return tuple(shlex.split(value)) if isinstance(value, str) else ()
    except ValueError:
        return ()


def _values_of(option: str, arguments: tuple[str, ...]) -> list[str]:
    """Return the values of an option: `--ignore=docs` and `--ignore docs`."""
    found = [each.partition("=")[2] for each in arguments if each.startswith(f"{option}=")]
    found += [value for name, value in pairwise(arguments) if name == option]
    return [each for each in found if 0 < len(each) <= _MAX_PATTERN_LENGTH][:MAX_FORMS]


def _last_value(option: str, arguments: tuple[str, ...]) -> str:
    """Return the value of a short option, the last one given: `-m slow` and `-mslow`; an empty text without one."""
    found = ""
    for place, each in enumerate(arguments):
        if each == option:
            found = next(iter(arguments[place + 1 : place + 2]), "")
        elif each.startswith(option) and (
            place == 0 or arguments[place - 1] not in {"-m", "-k", "-p", "-c", "-n"}
        ):
            found = each.removeprefix(option).removeprefix("=")
    return found


def _below(folder: str, path: str) -> str:
    return normpath(f"{folder}/{path}" if folder else path)
