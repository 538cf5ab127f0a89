"""The settings of a repository.

Turns: `codeshed.toml`, or `[tool.codeshed]` in `pyproject.toml`, at a root → Settings. Mistakes raise one
error that lists all problems, each with its line and what was probably meant.
"""

import difflib
import os
import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Literal, get_args, get_origin, get_type_hints

import msgspec

from codeshed.discover.exclusion_reasons import Reason
from codeshed.discover.file_reading import read_bytes
from codeshed.errors import SettingsError
from codeshed.model.answers.caps import CapSettings, nearest_cap
from codeshed.model.graph_ranking import RetrievalSettings
from codeshed.model.repository_settings import SMALLEST_CEILING, Settings

SETTINGS_FILE = "codeshed.toml"
PROJECT_FILE = "pyproject.toml"
MAX_SETTINGS_BYTES = 1_000_000
"""A larger file is an error."""

MAX_PROBLEMS = 20
"""How many problems one error lists at most."""

_TABLE = "tool.codeshed"
_CLOSE = 0.87
_MAY_HAVE_SETTINGS = re.compile(
    rb"code[-_ ]?shed|^\s*\[+\s*tool\s*\.\s*[\"']?[ck]o", re.IGNORECASE | re.MULTILINE
)
_CAPS = "caps"
_MEMORY = "max_memory_bytes"
_TYPE_BY_KEY = get_type_hints(Settings, include_extras=True)
_LOCATION_IN_MESSAGE = re.compile(r" \(at (?:line (\d+), column \d+|end of document)\)$")
_MAX_KEY_LENGTH = 80


class _Source(msgspec.Struct, frozen=True, kw_only=True):
    """A table of settings, its file, and the dotted name of the table there."""

    file: str
    text: str
    table_name: str
    table: Mapping[str, object]


def settings_location(root: Path) -> str:
    """Return where the settings of a root are: a file, and the table in it if they have one."""
    found = _sources(root)
    if not found:
        return SETTINGS_FILE
    return f"{found[0].file} [{found[0].table_name}]" if found[0].table_name else found[0].file


def _sources(root: Path) -> list[_Source]:
    return [
        source
        for source in (_read_source(root, SETTINGS_FILE, ""), _read_source(root, PROJECT_FILE, _TABLE))
        if source is not None and source.table
    ]


def read_settings(root: Path) -> Settings:
    """Return the settings at a root, with defaults for what is not set."""
    found = _sources(root)
    if not found:
        return Settings()
    if len(found) > 1:
        message = f"{SETTINGS_FILE} and [{_TABLE}] in {PROJECT_FILE} both hold settings"
        raise SettingsError(((message, "keep them in one of the two files"),))
    problems = tuple(_iter_problems(found[0]))
    if problems:
        raise SettingsError(problems[:MAX_PROBLEMS])
    return msgspec.convert(found[0].table, Settings)


def with_types(settings: Settings, types: str) -> Settings:
    """Return settings with another value for `types`, validated."""
    return msgspec.convert({**msgspec.structs.asdict(settings), "types": types}, Settings)


def with_max_memory(settings: Settings, max_memory_bytes: int) -> Settings:
    """Return settings with another value for `max_memory_bytes`."""
    return msgspec.structs.replace(settings, max_memory_bytes=max_memory_bytes)


def _read_source(root: Path, file: str, table_name: str) -> _Source | None:
    content = read_bytes(root, file)
    if isinstance(content, Reason):
        # A `pyproject.toml` that links outside of the root belongs to another project; a `codeshed.toml` is always ours.
        is_foreign = file == PROJECT_FILE and content in {Reason.LINK_OUTSIDE, Reason.NOT_A_FILE}
        if is_foreign or not os.path.lexists(root / file):
            return None
        raise _error(file, 0, f"it cannot be read ({content.value})", "check the file and its permissions")
    if file == PROJECT_FILE and not _MAY_HAVE_SETTINGS.search(content):
        # Most repositories have no settings for us. If their file is broken, that is not our concern.
        return None
    if len(content) > MAX_SETTINGS_BYTES:
        raise _error(
            file, 0, f"it has more than {MAX_SETTINGS_BYTES} bytes", f"move the settings to {SETTINGS_FILE}"
        )
    text = _decode(file, content)
    parsed = _parse_toml(file, text)
    if file == PROJECT_FILE:
        _check_table_names(text, parsed)
    table: object = parsed
    for name in table_name.split(".") if table_name else ():
        table = table.get(name, {}) if isinstance(table, dict) else {}
    if not isinstance(table, dict):
        raise _error(file, 0, f"{table_name} is not a table", f"write [{table_name}], and settings below it")
    return _Source(file=file, text=text, table_name=table_name, table=table)


def _check_table_names(text: str, project: Mapping[str, object]) -> None:
    """Refuse a table whose name is a misspelling of ours: its settings would be ignored silently."""
    tables = {name: table for name, table in project.items() if isinstance(table, dict)}
    below = {f"{name}.{inner}": each for name, table in tables.items() for inner, each in table.items()}
    for name, table in {**tables, **below}.items():
        if name != _TABLE and isinstance(table, dict) and _is_misspelling(name):
            line = _line_of(_Source(file=PROJECT_FILE, text=text, table_name=name, table=table), "")
            raise _error(
                PROJECT_FILE,
                line,
                f"the table [{name[:_MAX_KEY_LENGTH]}] is not read",
                f"did you mean [{_TABLE}]?",
            )


def _is_misspelling(name: str) -> bool:
    """Whether a name is our table's without punctuation (`code-shed`), or below `tool` with about one letter wrong."""
    plain = re.sub("[-_ ]", "", name.casefold())
    if plain in {_TABLE, _TABLE.partition(".")[2]}:
        return True
    return plain.startswith("tool.") and bool(
        difflib.get_close_matches(plain[5:], [_TABLE[5:]], cutoff=_CLOSE)
    )


def _decode(file: str, content: bytes) -> str:
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise _error(file, line, "it is not UTF-8", "save it as UTF-8") from None


def _parse_toml(file: str, text: str) -> dict[str, object]:
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise _error(file, 0, "it is nested too deeply", "settings are not nested") from None
    except ValueError as error:
        message = str(error)
        place = _LOCATION_IN_MESSAGE.search(message)
        line = 0 if place is None else int(place.group(1) or text.count("\n") + 1)
        reason = message[: place.start()] if place else message
        raise _error(file, line, f"it is not TOML: {reason}", "mend the line") from None


def _iter_problems(source: _Source) -> Iterator[tuple[str, str]]:
    """Yield the problems of settings in their order, each with a hint."""
    for key, value in source.table.items():
        expected = _TYPE_BY_KEY.get(key)
        if expected is None:
            shown = repr(key[:_MAX_KEY_LENGTH])
            yield _at(source, key) + f"there is no setting {shown}", _nearest(key)
            continue
        if key == _CAPS and isinstance(value, dict):
            yield from _iter_cap_problems(source, value)
            continue
        try:
            msgspec.convert(value, expected)
        except msgspec.ValidationError as error:
            yield _at(source, key) + f"{key} is wrong: {str(error)[:200]}", _advice(key)
            continue
        if key == _MEMORY and isinstance(value, int) and 0 < value < SMALLEST_CEILING:
            hint = f"{key} is 0, or a number of bytes from {SMALLEST_CEILING} on (64 MiB)"
            yield _at(source, key) + f"{key} is wrong: nothing can be indexed in {value} bytes", hint


def _iter_cap_problems(source: _Source, caps: Mapping[str, object]) -> Iterator[tuple[str, str]]:
    """Yield the problems of single caps, each with its own line."""
    for name, value in caps.items():
        place = _at(source, f"{_CAPS}.{name}") if _line_of(source, f"{_CAPS}.{name}") else _at(source, _CAPS)
        if name not in CapSettings.__struct_encode_fields__:
            yield place + f"there is no cap {name[:_MAX_KEY_LENGTH]!r}", nearest_cap(name)
            continue
        try:
            msgspec.convert({name: value}, CapSettings)
        except msgspec.ValidationError as error:
            reason = str(error).partition(" - at ")[0][:200]
            yield place + f"{_CAPS}.{name} is wrong: {reason}", f"{name} is a positive whole number"


def _nearest(key: str) -> str:
    """Return the setting that was probably meant, or all of them."""
    if key == _TABLE.partition(".")[0]:
        return f"in {SETTINGS_FILE} the settings stand at the top, without [{_TABLE}]"
    near = difflib.get_close_matches(key[:_MAX_KEY_LENGTH].lower().replace("-", "_"), _TYPE_BY_KEY, n=1)
    return f"did you mean {near[0]!r}?" if near else "the settings are " + ", ".join(sorted(_TYPE_BY_KEY))


def _advice(key: str) -> str:
    """Return a hint about the values that a setting may have."""
    kind, meta = get_args(_TYPE_BY_KEY[key])
    if get_origin(kind) is Literal:
        return f"{key} is one of " + ", ".join(f'"{value}"' for value in get_args(kind))
    if kind is int:
        return f"{key} is a whole number from {meta.ge}" + ("" if meta.le is None else f" to {meta.le}")
    if kind is CapSettings:
        return f"{key} is a table of positive numbers; caps are {', '.join(CapSettings.__struct_encode_fields__)}"
    lists = {
        "rules": "architecture rules",
        "ignore": 'tables: { code = "CODE", path = "src/**", reason = "why" }',
        "excluded_types": "names, without white space",
        "common_method_names": "names, without white space",
    }
    if kind is RetrievalSettings:
        return f"{key} has the tables graphRanking and contextExpansion; docs/reference/search.md lists their settings"
    if key in lists:
        return f"{key} is a list of {lists[key]}"
    return f"{key} is a list of patterns as in a .gitignore, none with a ! before it: include brings back"


def _error(file: str, line: int, what: str, hint: str) -> SettingsError:
    return SettingsError(((_location(file, line) + what, hint),))


def _at(source: _Source, key: str) -> str:
    return _location(source.file, _line_of(source, key))


def _location(file: str, line: int) -> str:
    return f"{file}:{line}: " if line else f"{file}: "


def _line_of(source: _Source, key: str) -> int:
    """Return the line where a setting begins, judged line by line without parsing TOML; 0 if unknown."""
    wanted = f"{source.table_name}.{key}".strip(".")
    table = ""
    for number, line in enumerate(source.text.split("\n"), 1):
        name = "".join(line.partition("#")[0].split()).replace('"', "").replace("'", "")
        if name.startswith("["):
            table = name.strip("[]")
            name = ""
        dotted = f"{table}.{name.partition('=')[0]}".strip(".")
        if dotted == wanted or dotted.startswith(f"{wanted}."):
            return number
    return 0
