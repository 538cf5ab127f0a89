"""Reads how long tests took when they ran last.

Turns: `.test_durations` of pytest-split, or JUnit XML in the usual places → TestTimes.
"""

import re
from collections.abc import Collection, Iterator
from html import unescape
from pathlib import Path

import msgspec

from codeshed.discover.file_reading import read_bytes
from codeshed.query.test_selection.selection_budget import TestTimes

_DURATIONS = (".test_durations", ".pytest_cache/v/cache/durations")
_REPORTS = ("junit.xml", "report.xml", "test-results.xml", "results.xml", "junit/*.xml", "reports/*.xml", "test-results/*.xml", "build/test-results/*/*.xml", "target/surefire-reports/TEST-*.xml")  # fmt: skip
_MAX_BYTES = 50_000_000
_MAX_REPORTS = 2000
_CASE = re.compile(r"<testcase\b([^>]*)>")
_ATTRIBUTE = re.compile(r"""(\w+)\s*=\s*("[^"]*"|'[^']*')""")


def read_test_times(root: Path, tests: Collection[str]) -> TestTimes | None:
    """Return the last known times of tests, None if there are none."""
    for name in _DURATIONS:
        content = read_bytes(root, name, max_bytes=_MAX_BYTES)
        if isinstance(content, bytes):
            try:
                seconds = msgspec.json.decode(content, type=dict[str, float])
            except msgspec.MsgspecError:
                continue
            if seconds:
                return _times(name, seconds.items())
    for pattern in _REPORTS:
        files = sorted(root.glob(pattern))[:_MAX_REPORTS]
        found = [each for file in files for each in _read_report(root, file, tests)]
        if found:
            return _times(pattern, found)
    return None


def _times(source: str, seconds: "Collection[tuple[str, float]]") -> TestTimes:
    by_test: dict[str, float] = {}
    by_file: dict[str, float] = {}
    for name, value in seconds:
        test = name.partition("[")[0]
        by_test[test] = by_test.get(test, 0.0) + value
        path = name.partition("::")[0]
        by_file[path] = by_file.get(path, 0.0) + value
    return TestTimes(source=source, by_test=by_test, by_file=by_file)


def _read_report(root: Path, file: Path, tests: Collection[str]) -> Iterator[tuple[str, float]]:
    """Yield the tests of a JUnit report; a class name such as `tests.test_cart.TestCart` names a file and a class in it."""
    content = read_bytes(root, file.relative_to(root).as_posix(), max_bytes=_MAX_BYTES)
    if not isinstance(content, bytes):
        return
    places = {name.rpartition(".")[0].replace("/", "."): name for name in tests}
    for match in _CASE.finditer(content.decode("utf-8", "replace")):
        values = {name: unescape(value[1:-1]) for name, value in _ATTRIBUTE.findall(match[1])}
        pieces = values.get("classname", "").split(".")
        path = values.get("file", "")
        n_pieces = len(pieces)
        while path not in tests and n_pieces:
            path = places.get(".".join(pieces[:n_pieces]), "")
            n_pieces -= not path
        if path in tests and (time := _seconds(values.get("time", ""))) is not None:
            yield "::".join((path, *pieces[n_pieces or len(pieces) :], values.get("name", ""))), time


def _seconds(text: str) -> float | None:
    try:
        return float(text.replace(",", ""))
    except ValueError:
        return None
