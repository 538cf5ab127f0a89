"""Entry points that manifests declare.

Turns: the bytes of `pyproject.toml` or `setup.cfg` → DeclaredEntry tuples. A file that cannot be parsed has none.
"""

import configparser
import tomllib
from collections.abc import Iterator, Mapping

import msgspec

MAX_BYTES = 1_000_000
"""Larger files are not manifests."""

MAX_ENTRIES = 2_000
"""How many entries of one file are kept."""

SCRIPT_GROUPS = frozenset({"console_scripts", "gui_scripts"})
PYTEST_GROUP = "pytest11"
_TABLES = (
    (("project", "scripts"), "console_scripts"),
    (("project", "gui-scripts"), "gui_scripts"),
    (("tool", "poetry", "scripts"), "console_scripts"),
    (("tool", "flit", "scripts"), "console_scripts"),
)
_TABLES_OF_GROUPS = (
    ("project", "entry-points"),
    ("tool", "poetry", "plugins"),
    ("tool", "flit", "entrypoints"),
)
_SETUP_CFG_SECTION = "options.entry_points"


class DeclaredEntry(msgspec.Struct, frozen=True, kw_only=True):
    """One entry of a manifest: `shop = "shop.cli:main"` has a name and a reference.

    `section` is the table or section that contains it.
    """

    manifest: str
    section: str
    group: str
    name: str
    reference: str


def read_manifest(path: str, content: bytes) -> tuple[DeclaredEntry, ...]:
    """Return the entries of one manifest."""
    name = path.rpartition("/")[2]
    if len(content) > MAX_BYTES or name not in _READERS:
        return ()
    try:
        entries = list(_READERS[name](path, content.decode("utf-8-sig")))
    except (tomllib.TOMLDecodeError, configparser.Error, UnicodeDecodeError, RecursionError):
        return ()
    return tuple(entries[:MAX_ENTRIES])


def read_lines(path: str, section: str, group: str, text: str) -> Iterator[DeclaredEntry]:
    """Yield the entries in lines such as `shop = shop.cli:main`."""
    for line in text.splitlines():
        name, sign, reference = line.partition("=")
        if sign and not line.lstrip().startswith(("#", ";")):
            yield DeclaredEntry(
                manifest=path, section=section, group=group, name=name.strip(), reference=reference.strip()
            )


def _read_toml(path: str, text: str) -> Iterator[DeclaredEntry]:
    document = tomllib.loads(text)
    for keys, group in _TABLES:
        yield from _read_table(path, ".".join(keys), group, _table(document, keys))
    for keys in _TABLES_OF_GROUPS:
        for group, entries in sorted(_table(document, keys).items()):
            if isinstance(entries, dict):
                yield from _read_table(path, f"{'.'.join(keys)}.{group}", group, entries)


def _read_table(
    path: str, section: str, group: str, entries: Mapping[str, object]
) -> Iterator[DeclaredEntry]:
    for name, value in sorted(entries.items()):
        # Poetry also accepts `{ reference = "shop.cli:main", type = "console" }` and `callable`.
        reference_text = value.get("reference", value.get("callable")) if isinstance(value, dict) else value
        if isinstance(reference_text, str):
            yield DeclaredEntry(
                manifest=path, section=section, group=group, name=name, reference=reference_text
            )


def _table(document: Mapping[str, object], keys: tuple[str, ...]) -> Mapping[str, object]:
    current: Mapping[str, object] = document
    for key in keys:
        inner = current.get(key)
        if not isinstance(inner, dict):
            return {}
        current = inner
    return current


def _read_setup_cfg(path: str, text: str) -> Iterator[DeclaredEntry]:
    parser = configparser.RawConfigParser(strict=False)
    parser.optionxform = str  # type: ignore[assignment,method-assign] # groups keep their case
    parser.read_string(text)
    if parser.has_section(_SETUP_CFG_SECTION):
        for group, lines in sorted(parser.items(_SETUP_CFG_SECTION)):
            yield from read_lines(path, f"{_SETUP_CFG_SECTION} {group}", group, lines)


_READERS = {"pyproject.toml": _read_toml, "setup.cfg": _read_setup_cfg}
