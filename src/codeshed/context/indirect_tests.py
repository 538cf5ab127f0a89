"""Tests that reach some code only through other code.

Turns: CodeGraph + rows → IndirectTests, the nearest by the distances of an impact walk. The walk is bounded, and ends
at the first depth with tests.
"""

from collections.abc import Mapping, Sequence

import msgspec

from codeshed.graph.changes.impact_walk import ImpactOptions, walk_impact
from codeshed.graph.changes.risk import is_test
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.kinds import NodeKind
from codeshed.graph.walk.bounded_walk import ReachedNode
from codeshed.graph.walk.work_budget import WorkCounter
from codeshed.model.answers.caps import CapSettings, caps_of

_CAPS = caps_of("default", CapSettings(max_nodes=2000))
_DEPTHS = (2, 3, 4)
_MAX_TESTS = 6
_KINDS = frozenset({int(NodeKind.FUNCTION), int(NodeKind.TYPE), int(NodeKind.MODULE)})


class IndirectTest(msgspec.Struct, frozen=True, kw_only=True):
    """A test, the edge by which it uses `used`, and the path from there to the wanted node, which is its last."""

    row: int
    used: int
    edge: int
    path: tuple[int, ...]


def find_indirect_tests(graph: CodeGraph, rows: Sequence[int]) -> tuple[IndirectTest, ...]:
    """Return a few of the nearest tests of some nodes, by confidence."""
    for depth in _DEPTHS:
        options = ImpactOptions(caps=_CAPS, depth=depth)
        reached = walk_impact(graph, rows, options, WorkCounter(_CAPS.work)).result.reached
        tests = [
            each for each in reached if is_test(graph, each.row) and graph.nodes.kinds[each.row] in _KINDS
        ]
        if tests:
            nearest = min(each.distance for each in tests)
            by_row = {each.row: each for each in reached}
            tests = [each for each in tests if each.distance == nearest]
            tests.sort(key=lambda each: (-round(each.confidence, 6), each.row))
            return tuple(_far_test(each, by_row) for each in tests[:_MAX_TESTS])
    return ()


def _far_test(test: ReachedNode, by_row: Mapping[int, ReachedNode]) -> IndirectTest:
    path: list[int] = []
    at = by_row.get(test.previous)
    while at is not None:
        path.append(at.previous)
        at = by_row.get(at.previous)
    return IndirectTest(row=test.row, used=test.previous, edge=test.edge, path=tuple(path))
