"""One check for entry points and one for fixtures: a project in one string, and what is found in it."""

import re
import textwrap

from codeshed.model.semantic import EntryPoint
from tests.resolve.entry_points.toy import Toy
from tests.support.expectations import assert_expected

_FILE = re.compile(r"^#- (?P<path>\S+)\n", re.MULTILINE)


def files_of(notation: str) -> dict[str, bytes]:
    """Return the files of a project in one string, each after a line `#- path`."""
    _, *parts = _FILE.split(textwrap.dedent(notation))
    return {path: text.encode() for path, text in zip(parts[::2], parts[1::2], strict=True)}


def find_in(files: dict[str, bytes]) -> dict[str, tuple[EntryPoint, ...]]:
    """Return the entry points of a project; they must be the same with all files open and with one open at a time."""
    whole = Toy(files)
    whole.open(*whole.paths)
    found = [whole.find(path) for path in whole.paths]
    for each in found:
        alone = Toy(files)
        alone.open(each.entries.path)
        assert alone.find(each.entries.path) == each
    return whole.merge(each.entries for each in found)


def check_entries(notation: str, expected: str, *, evidence: bool = False) -> None:
    """Check all entry points, one per line, optionally with the span and text of their evidence."""
    found = find_in(files_of(notation))
    assert list(found) == sorted(found)
    lines = []
    for path, entries in found.items():
        assert all(entry.symbol.startswith(f"{path}::") for entry in entries)
        for entry in entries:
            line = f"{entry.symbol} {entry.kind}" + ("" if entry.detail is None else f" {entry.detail!r}")
            if evidence:
                span = entry.span
                place = "" if span is None else f" {span.start_line}:{span.start_column}-{span.end_column}"
                line += f" <{entry.evidence}>{place}"
            lines.append(line)
    assert_expected("\n".join(lines), expected)


def check_fixtures(notation: str, expected: str) -> None:
    """Check which fixture provides each parameter, one per line."""
    tables = Toy(files_of(notation)).tables
    program = tables.program
    lines = []
    for use in sorted(use for file in range(len(program.files)) for use in tables.fixtures_of(file)):
        consumer, provider = program.functions[use.consumer], program.functions[use.provider]
        lines.append(f"{consumer.symbol} {consumer.parameters[use.parameter].name} <- {provider.symbol}")
    assert_expected("\n".join(lines), expected)
