"""Coverage: which tests ran the changed lines, as a coverage file recorded it.

Turns: CoverageData + ChangedCode → by test file, the share of the changed lines that its tests ran.
"""

from collections.abc import Mapping, Sequence

import msgspec

from codeshed.query.test_selection.changed_code import ChangedCode
from codeshed.query.test_selection.selected_tests import TestEvidenceV1


class CoverageData(msgspec.Struct, frozen=True, kw_only=True):
    """Lines by file and test: `lines[path][test]`; a test is a node id, or a label that only names a file.

    `path` is the coverage file, `age` says how old it is, `n_changed_since` counts changed files that were edited later.
    """

    path: str
    age: str
    lines: Mapping[str, Mapping[str, frozenset[int]]]
    n_changed_since: int = 0


class Coverage(msgspec.Struct, frozen=True, kw_only=True):
    """The share of the changed lines that a test file ran, and the evidence in words."""

    share: float
    evidence: TestEvidenceV1


def covering_tests(data: CoverageData, changed: ChangedCode, tests: Sequence[str]) -> dict[int, Coverage]:
    """Return the test files that ran changed lines, by place."""
    wanted: dict[str, set[int]] = {}
    for each in changed.lines:
        wanted.setdefault(each.path, set()).update(range(each.first, each.last + 1))
    n_by_path: dict[str, dict[str, int]] = {}
    n_lines = 0
    for path in changed.paths:
        lines = data.lines.get(path)
        if lines is None:
            continue
        all_lines = frozenset().union(*lines.values()) & (
            wanted.get(path) or frozenset().union(*lines.values())
        )
        n_lines += len(all_lines)
        for test, ran in lines.items():
            if ran & all_lines:
                n_by_path.setdefault(test.partition("::")[0], {})[test] = len(ran & all_lines)
    found = {}
    for place, path in enumerate(tests):
        ran_by = n_by_path.get(path)
        if ran_by:
            most = max(ran_by.values())
            found[place] = Coverage(
                share=most / max(n_lines, 1),
                evidence=TestEvidenceV1(
                    kind="coverage",
                    message=f"ran {most} of {n_lines} changed lines ({data.age})",
                    strength=round(most / max(n_lines, 1), 3),
                ),
            )
    return found
