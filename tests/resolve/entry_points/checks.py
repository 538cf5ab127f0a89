"""One check for entry points and one for fixtures: a project in one text, and what is found in it."""

import re
import textwrap

from codeshed.extract.interface import interface_of
from codeshed.extract.python.file import extract_python
from codeshed.model.semantic import EntryPoint
from codeshed.resolve.entry_points import find_entry_points, fixture_providers
from codeshed.resolve.hierarchy import build_hierarchy
from codeshed.resolve.names import Names
from codeshed.resolve.program import Program, build_program
from codeshed.resolve.static import StaticNames
from tests.support.expectations import assert_expected

_FILE = re.compile(r"^#- (?P<path>\S+)\n", re.MULTILINE)


def files_of(notation: str) -> dict[str, bytes]:
    """Return the files of a project in one text, each below a line `#- path`."""
    _, *parts = _FILE.split(textwrap.dedent(notation))
    return {path: text.encode() for path, text in zip(parts[::2], parts[1::2], strict=True)}


def program_of(files: dict[str, bytes]) -> tuple[Program, StaticNames]:
    """Return the files as a program, and what its names stand for."""
    facts_by_path = {path: extract_python(content) for path, content in files.items() if path.endswith(".py")}
    program = build_program({path: interface_of(facts, files[path]) for path, facts in facts_by_path.items()})
    for file, path in enumerate(sorted(facts_by_path)):
        program.open_file(file, facts_by_path[path])
    return program, StaticNames(program, Names(program))


def find_in(files: dict[str, bytes]) -> dict[str, tuple[EntryPoint, ...]]:
    """Return the entry points of a project."""
    program, static = program_of(files)
    return find_entry_points(program, static, build_hierarchy(program, static), files)


def check_entries(notation: str, expected: str, *, evidence: bool = False) -> None:
    """Check all entry points, one a line; on request with the place and text of what says so."""
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
    """Check which fixture each parameter gets, one a line."""
    program, static = program_of(files_of(notation))
    lines = []
    for use in fixture_providers(program, static):
        consumer, provider = program.functions[use.consumer], program.functions[use.provider]
        lines.append(f"{consumer.symbol} {consumer.parameters[use.parameter].name} <- {provider.symbol}")
    assert_expected("\n".join(lines), expected)
