"""Tests within a test file, by how much of the change arrives at them.

Turns: a test file's declared tests + TestReach → TestCaseV1s, the best first.
"""

from collections.abc import Collection, Mapping

import numpy as np

from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.kinds import NodeKind
from codeshed.model.languages.declared_tests import DeclaredTest, node_id
from codeshed.model.test_files import TestFile
from codeshed.query.test_selection.reach_evidence import Column
from codeshed.query.test_selection.selected_tests import TestCaseV1

_DECIMALS = 6
_FLOOR = 0.25
"""The share of its file's score that a test has which nothing connects with the change."""


def rank_cases(
    graph: CodeGraph,
    path: str,
    test_file: TestFile,
    *,
    file_score: float,
    arrived: Column,
    most: float,
    names: Mapping[str, float],
    ran: Mapping[str, float],
    changed_rows: Collection[int],
) -> tuple[TestCaseV1, ...]:
    """Return the tests of a file; `most` is the most of the change that arrives at any test, `names` what changed is called.

    `ran` is how much of the change each test ran, where that is known; these come before all others of the file, but for tests
    that are part of the change.
    """
    rows = case_rows(graph, path, test_file.tests)
    plain = {name.replace("_", "").lower(): weight for name, weight in names.items() if len(name) > 3}  # noqa: PLR2004
    total = sum(plain.values()) or 1.0
    most_ran = max(ran.values(), default=1.0)
    found = []
    for test, row in zip(test_file.tests, rows, strict=True):
        share = 0.0 if row is None or not most else float(np.sqrt(arrived[row] / most))
        said = test.name.replace("_", "").replace(" ", "").lower()
        named = sum(weight for name, weight in plain.items() if name in said) / total
        relevance = _FLOOR + (1 - _FLOOR) * min(1.0, share + 0.5 * named)
        name = node_id(path, test)
        if ran:
            own = ran.get(name)
            relevance = relevance / 2 if own is None else (1 + (own / most_ran + relevance) / 2) / 2
        if row in changed_rows:
            relevance = 1.0
        found.append(
            TestCaseV1(node_id=name, score=round(file_score * relevance, _DECIMALS), line=test.line or None)
        )
    unique = {each.node_id: each for each in reversed(found)}
    return tuple(sorted(unique.values(), key=lambda each: (-each.score, each.line or 0, each.node_id)))


def case_rows(graph: CodeGraph, path: str, tests: tuple[DeclaredTest, ...]) -> list[int | None]:
    """Return the row of each test's function: that of its symbol, else the innermost around its line that has its name, else any."""
    found = graph.nodes.symbols.find_each([each.symbol for each in tests if each.symbol])
    known = iter(found)
    rows = [next(known) if each.symbol else None for each in tests]
    file = graph.files.find(path)
    if file is None or all(row is not None for row in rows):
        return rows
    return [
        row if row is not None else by_line
        for row, by_line in zip(rows, _rows_by_line(graph, file, tests), strict=True)
    ]


def _rows_by_line(graph: CodeGraph, file: int, tests: tuple[DeclaredTest, ...]) -> list[int | None]:
    rows = graph.file_index.find_in_files(range(file, file + 1))
    rows = rows[graph.nodes.kinds[rows] == NodeKind.FUNCTION]
    spans = graph.nodes.spans[rows]
    first, last = spans[:, 0], spans[:, 2]
    found: list[int | None] = []
    for test in tests:
        around = np.flatnonzero((first <= test.line) & (last >= test.line))
        inner = around[np.argsort(-first[around], kind="stable")]
        named = [int(rows[place]) for place in inner if graph.nodes.names[int(rows[place])] == test.name]
        found.append(named[0] if named else int(rows[inner[0]]) if len(inner) else None)
    return found
