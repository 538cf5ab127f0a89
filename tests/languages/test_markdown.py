"""The markdown files in this folder, each case a test: `pytest -k "calls.md and alias"`."""

import pytest

from codeshed.build.validation import validate
from codeshed.model.languages.language import is_python
from codeshed.model.semantic_json import iter_semantic_json, read_semantic_data
from tests.languages.assertions import EntryAssertion
from tests.languages.cases import Case, entry_points, find_cases, index_case
from tests.languages.found import Found

MAX_LINES = 40


@pytest.mark.parametrize("case", find_cases(), ids=lambda case: case.name)
def test_case(case: Case) -> None:
    failures = [
        failure
        for types in ((False, True) if any(map(is_python, case.files)) else (False,))
        if any(types in expectation.modes for expectation in case.expectations)
        for failure in find_failures(case, found_in(case, types=types), types=types)
    ]
    assert not failures, "\n".join(failures)


def found_in(case: Case, *, types: bool) -> Found:
    """Index a case and arrange what was found, which must keep the contract."""
    data = index_case(case.files, types=types)
    report = validate(read_semantic_data(b"".join(iter_semantic_json(data))))
    assert report.is_valid, report
    needs_entries = any(isinstance(each.assertion, EntryAssertion) for each in case.expectations)
    return Found(data, entry_points(data) if needs_entries else ())


def find_failures(case: Case, found: Found, *, types: bool) -> list[str]:
    """Say of each expectation that does not hold in a mode what is there instead."""
    failures = []
    for expectation in case.expectations:
        holds = expectation.assertion.holds(found)
        if types not in expectation.modes or holds is not expectation.is_fixme:
            continue
        mode = "types on" if types else "types off"
        failures.append(f"{case.document}:{expectation.line} ({mode}): {expectation.text}")
        if expectation.is_fixme:
            failures.append("    holds now: take FIXME away")
            continue
        lines = [line for symbol in expectation.assertion.symbols[:1] for line in found.lines_about(symbol)]
        failures += [f"    there is: {line}" for line in lines[:MAX_LINES] or ["nothing"]]
        failures += [f"    … and {len(lines) - MAX_LINES} more"] * (len(lines) > MAX_LINES)
    return failures
