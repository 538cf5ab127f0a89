"""Runs: which tests ran the changed code, as a coverage file or a recording says.

Turns: CoverageData or RecordedRuns + ChangedCode → by test file, the share of the changed code that its tests ran.
"""

from collections.abc import Iterator, Mapping, Sequence

import msgspec
import numpy as np

from codeshed.graph.data.arrays import NO_ROW
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.columns import concatenate_ranges
from codeshed.graph.data.kinds import EdgeKind, NodeKind
from codeshed.model.count_phrases import count_of
from codeshed.query.test_selection.changed_code import ChangedCode
from codeshed.query.test_selection.selected_tests import TestEvidenceV1

_USES = np.array([EdgeKind.READ, EdgeKind.WRITE, EdgeKind.USAGE], dtype=np.uint8)
_USER_SHARE = 0.5
"""What a function counts that uses a changed variable or type, beside one that changed itself."""


class CoverageData(msgspec.Struct, frozen=True, kw_only=True):
    """Lines by file and test: `lines[path][test]`; a test is a node id, or a label that only names a file.

    `path` is the coverage file, `age` says how old it is, `n_changed_since` counts changed files that were edited later.
    """

    path: str
    age: str
    lines: Mapping[str, Mapping[str, frozenset[int]]]
    n_changed_since: int = 0


class RecordedRuns(msgspec.Struct, frozen=True, kw_only=True):
    """Which tests ran each function, by its symbol id, and how many functions each test ran, as `codeshed record` saw it.

    `age` says how old it is. `n_outdated` counts the tests that are left out, since they themselves changed or are gone.
    """

    age: str
    tests_by_symbol: Mapping[str, tuple[str, ...]]
    n_functions_by_test: Mapping[str, int]
    n_outdated: int = 0


class TestRuns(msgspec.Struct, frozen=True, kw_only=True):
    """How much of the changed code the tests of a file ran, between 0 and 1: the file, and each of its tests by node id."""

    __test__ = False

    share: float
    share_by_test: Mapping[str, float]
    evidence: TestEvidenceV1


def covering_tests(data: CoverageData, changed: ChangedCode, tests: Sequence[str]) -> dict[int, TestRuns]:
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
        measured = frozenset().union(*lines.values())
        all_lines = measured & (wanted.get(path) or measured)
        n_lines += len(all_lines)
        for test, ran in lines.items():
            if ran & all_lines:
                of_file = n_by_path.setdefault(test.partition("::")[0], {})
                of_file[test] = of_file.get(test, 0) + len(ran & all_lines)
    found = {}
    for place, path in enumerate(tests):
        ran_by = n_by_path.get(path)
        if ran_by:
            most = max(ran_by.values())
            found[place] = TestRuns(
                share=most / n_lines,
                share_by_test=_by_plain_id({test: n / n_lines for test, n in ran_by.items()}),
                evidence=TestEvidenceV1(
                    kind="coverage",
                    message=f"ran {most} of {n_lines} changed lines ({data.age})",
                    strength=round(most / n_lines, 3),
                ),
            )
    return found


def recorded_tests(
    graph: CodeGraph, runs: RecordedRuns, changed: ChangedCode, tests: Sequence[str]
) -> dict[int, TestRuns]:
    """Return the test files that ran changed functions when they were recorded, by place.

    A function that few tests ran counts more. Of tests that ran the same, one that ran little else counts more: it is the better
    witness.
    """
    weight_by_symbol = {
        symbol: weight
        for symbol, weight in _changed_symbols(graph, changed)
        if symbol in runs.tests_by_symbol
    }
    n_tests = len(runs.n_functions_by_test)
    ran: dict[str, float] = {}
    n_ran: dict[str, int] = {}
    total = 0.0
    for symbol, weight in weight_by_symbol.items():
        of_symbol = runs.tests_by_symbol[symbol]
        rarity = weight * float(np.log1p(n_tests / max(len(of_symbol), 1)))
        total += rarity
        for test in of_symbol:
            ran[test] = ran.get(test, 0.0) + rarity
            n_ran[test] = n_ran.get(test, 0) + 1
    if not total:
        return {}
    fewest = min(runs.n_functions_by_test[test] for test in ran)
    share_by_file: dict[str, dict[str, float]] = {}
    for test, share in ran.items():
        focus = float(np.sqrt(max(fewest, 1) / max(runs.n_functions_by_test[test], 1)))
        share_by_file.setdefault(test.partition("::")[0], {})[test] = share / total * (1 + focus) / 2
    found = {}
    for place, path in enumerate(tests):
        of_file = share_by_file.get(path)
        if of_file:
            most = max(n_ran[test] for test in of_file)
            share = max(of_file.values())
            found[place] = TestRuns(
                share=share,
                share_by_test=_by_plain_id(of_file),
                evidence=TestEvidenceV1(
                    kind="observed",
                    message=f"ran {most} of {count_of(len(weight_by_symbol), 'changed function')} when recorded ({runs.age})",
                    strength=round(share, 3),
                ),
            )
    return found


def _by_plain_id(share_by_test: Mapping[str, float]) -> dict[str, float]:
    """Return shares by node id without the part in brackets that parameters give it."""
    found: dict[str, float] = {}
    for test, share in share_by_test.items():
        plain = test.partition("[")[0]
        found[plain] = max(share, found.get(plain, 0.0))
    return found


def _changed_symbols(graph: CodeGraph, changed: ChangedCode) -> Iterator[tuple[str, float]]:
    """Yield the changed and removed functions, and the functions that use what else changed, with what they count."""
    nodes, edges = graph.nodes, graph.edges
    rows = np.array(sorted(set(changed.rows)), dtype=np.int64)
    is_function = nodes.kinds[rows] == NodeKind.FUNCTION
    functions = rows[is_function].tolist()
    others = rows[~is_function & (nodes.kinds[rows] != NodeKind.MODULE)]
    begins = edges.in_starts[others].astype(np.int64)
    incoming = edges.in_order[concatenate_ranges(begins, edges.in_starts[others + 1] - begins)]
    incoming = incoming[np.isin(edges.kinds[incoming], _USES)]
    users = np.unique(edges.sources[incoming])
    users = users[(nodes.kinds[users] == NodeKind.FUNCTION) & (nodes.files[users] != NO_ROW)]
    for symbol in sorted(changed.removed_symbols):
        yield symbol, 1.0
    for row in sorted({*users.tolist()} - {*functions}):
        yield nodes.symbols[row], _USER_SHARE
    for row in functions:
        yield nodes.symbols[row], 1.0
