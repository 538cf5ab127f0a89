"""Reads what tests ran from the coverage files of a repository.

Turns: `.coverage` of coverage.py, `coverage.json` or `lcov.info` in the root → RecordedLines, and CoverageData if they say which test
ran which line. Nothing of them is executed.
"""

import contextlib
import os
import re
import sqlite3
import stat
from collections.abc import Callable, Collection, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from codeshed.model.count_phrases import count_of
from codeshed.query.test_selection.run_evidence import CoverageData

MAX_BYTES = 500_000_000
_BITS = 8
_NANOSECONDS = 1_000_000_000

Lines = dict[str, dict[str, set[int]]]
"""The lines that ran, by file and by the context in which they ran: a test, or "" where no context was recorded."""


class RecordedLines(msgspec.Struct, frozen=True, kw_only=True):
    """What a coverage file says; `missed` has the lines of each file that could have run and did not, None if it does not say."""

    path: str
    recorded: int
    """When it was written, in nanoseconds."""
    ran: Lines
    missed: dict[str, set[int]] | None


def find_coverage_files(root: Path) -> Iterator[tuple[str, os.stat_result]]:
    """Yield the coverage files in a root and their states, in the order in which they are looked for."""
    for name in _READERS:
        with contextlib.suppress(OSError):
            status = (root / name).lstat()
            if stat.S_ISREG(status.st_mode) and status.st_size <= MAX_BYTES:
                yield name, status


def iter_recorded(root: Path) -> Iterator[RecordedLines]:
    """Yield what each coverage file says; one that cannot be read says nothing."""
    for name, status in find_coverage_files(root):
        try:
            ran, missed = _READERS[name](root / name)
        except (OSError, ValueError, sqlite3.Error, msgspec.MsgspecError):
            continue
        yield RecordedLines(path=name, recorded=status.st_mtime_ns, ran=ran, missed=missed)


def path_in_root(root: Path, path: str) -> str:
    """Return the path of a file in a coverage file as one from the root."""
    return path.removeprefix(f"{root.resolve()}/").replace("\\", "/")


def read_coverage(
    root: Path, tests: Collection[str], commit_times: Sequence[int], changed: Collection[str]
) -> CoverageData | None:
    """Return what the first coverage file that names tests says; `commit_times` are those of commits, the latest first."""
    for each in iter_recorded(root):
        by_test = _by_test(root, each.ran, tests)
        if by_test:
            seconds = each.recorded / _NANOSECONDS
            return CoverageData(
                path=each.path,
                age=_age(seconds, commit_times),
                lines=by_test,
                n_changed_since=sum(_is_newer(root / path, seconds) for path in sorted(changed)),
            )
    return None


def _age(recorded: float, commit_times: Sequence[int]) -> str:
    n_since = sum(time > recorded for time in commit_times)
    day = datetime.fromtimestamp(recorded, UTC).date().isoformat()
    return (
        f"recorded {day}, {count_of(n_since, 'commit')} since"
        if n_since
        else f"recorded {day}, no commit since"
    )


def _is_newer(file: Path, time: float) -> bool:
    with contextlib.suppress(OSError):
        return file.lstat().st_mtime > time
    return True


def _by_test(root: Path, lines: Lines, tests: Collection[str]) -> dict[str, dict[str, frozenset[int]]]:
    """Return the lines with paths from the root, and with contexts that name a test file of the repository."""
    places = _modules(tests)
    known: dict[str, str | None] = {}
    found: dict[str, dict[str, frozenset[int]]] = {}
    for path, by_context in sorted(lines.items()):
        relative = path_in_root(root, path)
        for context, numbers in sorted(by_context.items()):
            if context not in known:
                known[context] = _test_of(context, tests, places)
            test = known[context]
            if test is not None and numbers:
                of_file = found.setdefault(relative, {})
                of_file[test] = of_file.get(test, frozenset()) | numbers
    return found


def _modules(tests: Collection[str]) -> dict[str, str]:
    """Return test files by their dotted names, and by each end of them that only one file has, as in folders without packages."""
    found: dict[str, str] = {}
    ambiguous: set[str] = set()
    for path in sorted(tests):
        pieces = path.rpartition(".")[0].split("/")
        for start in range(1, len(pieces)):
            name = ".".join(pieces[start:])
            if found.setdefault(name, path) != path:
                ambiguous.add(name)
    for name in ambiguous:
        del found[name]
    return found | {path.rpartition(".")[0].replace("/", "."): path for path in tests}


def _test_of(context: str, tests: Collection[str], places: dict[str, str]) -> str | None:
    """Return the node id that a context names: `tests/test_a.py::test_b|run`, `tests.test_a.test_b`, or a test file."""
    label = context.partition("|")[0]
    path = label.partition("::")[0]
    if path in tests:
        return label
    pieces = label.split(".")
    for n_pieces in range(len(pieces), 0, -1):
        file = places.get(".".join(pieces[:n_pieces]))
        if file is not None:
            return "::".join((file, *pieces[n_pieces:]))
    return None


def _read_sqlite(file: Path) -> tuple[Lines, None]:
    found: Lines = {}
    connection = sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro&immutable=1", uri=True)
    try:
        rows = connection.execute(
            "SELECT file.path, context.context, line_bits.numbits FROM line_bits "
            "JOIN file ON file.id = line_bits.file_id JOIN context ON context.id = line_bits.context_id"
        )
        for path, context, bits in rows:
            found.setdefault(str(path), {}).setdefault(str(context), set()).update(_numbers(bytes(bits)))
        arcs = connection.execute(
            "SELECT file.path, context.context, arc.fromno, arc.tono FROM arc "
            "JOIN file ON file.id = arc.file_id JOIN context ON context.id = arc.context_id"
        )
        for path, context, first, second in arcs:
            ran = found.setdefault(str(path), {}).setdefault(str(context), set())
            ran.update(number for number in (first, second) if number > 0)
    finally:
        connection.close()
    return found, None


def _numbers(bits: bytes) -> list[int]:
    return [
        place * _BITS + bit for place, byte in enumerate(bits) for bit in range(_BITS) if byte & (1 << bit)
    ]


class _JsonFile(msgspec.Struct, frozen=True):
    contexts: dict[str, list[str]] = {}
    executed_lines: list[int] = []
    missing_lines: list[int] = []


class _JsonReport(msgspec.Struct, frozen=True):
    files: dict[str, _JsonFile] = {}


def _read_json(file: Path) -> tuple[Lines, dict[str, set[int]]]:
    report = msgspec.json.decode(file.read_bytes(), type=_JsonReport)
    found: Lines = {}
    for path, each in report.files.items():
        found.setdefault(path, {})[""] = set(each.executed_lines)
        for line, contexts in each.contexts.items():
            for context in contexts:
                found[path].setdefault(context, set()).add(int(line))
    return found, {path: set(each.missing_lines) for path, each in report.files.items()}


_RECORD = re.compile(r"^(TN|SF|DA):(.*)$", re.MULTILINE)


def _read_lcov(file: Path) -> tuple[Lines, dict[str, set[int]]]:
    found: Lines = {}
    missed: dict[str, set[int]] = {}
    test = path = ""
    for match in _RECORD.finditer(file.read_text(encoding="utf-8", errors="replace")):
        kind, value = match[1], match[2].strip()
        if kind == "TN":
            test = value
        elif kind == "SF":
            path = value
        else:
            line, _, count = value.partition(",")
            if line.isdecimal() and count.partition(",")[0] not in {"0", ""}:
                found.setdefault(path, {}).setdefault(test, set()).add(int(line))
            elif line.isdecimal():
                missed.setdefault(path, set()).add(int(line))
    return found, missed


_READERS: dict[str, Callable[[Path], tuple[Lines, dict[str, set[int]] | None]]] = {
    ".coverage": _read_sqlite,
    "coverage.json": _read_json,
    "lcov.info": _read_lcov,
    "coverage/lcov.info": _read_lcov,
    "coverage.lcov": _read_lcov,
}
"""The coverage files by name, in the order in which they are looked for."""
