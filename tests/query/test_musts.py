"""What every bounded answer must keep, whatever the graph, the seed and the caps."""

import itertools
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from codeshed.graph.walk.edge_filter import GRAPH_BY_KIND
from codeshed.model.answers.answer_basis import Basis
from codeshed.model.answers.answer_graph import WitnessPathV1
from codeshed.model.answers.answer_rules import answer_problems
from codeshed.model.answers.caps import Caps, CapSettings, caps_of
from codeshed.model.answers.node_references import NodeRef, ReferenceEnvelope, node_key
from codeshed.model.answers.truncation import TruncationRecord
from codeshed.render.json_output import to_json
from tests.support.asks import ASKS
from tests.support.webs import SYMBOLS, WebEdge, guessed_webs, tied_webs, web_graph, webs

LIMITS = {
    "max_nodes": st.integers(1, 8),
    "max_candidates": st.integers(1, 3),
    "max_call_sites": st.integers(1, 3),
    "max_edges": st.integers(1, 8),
    "max_paths": st.integers(1, 4),
    "max_depth": st.integers(1, 2),
    "max_fanout_per_node": st.integers(1, 3),
    "max_work_units": st.integers(1, 20),
}
ONE_LIMIT = st.one_of(*(st.fixed_dictionaries({name: limit}) for name, limit in LIMITS.items()))
CAPS = st.builds(
    lambda given: caps_of("wide", CapSettings(**given)),
    ONE_LIMIT | st.fixed_dictionaries({}, optional=LIMITS),
)
WIDE = caps_of("wide")
WEBS = webs() | tied_webs() | guessed_webs()
SAME = ({"g", "a.py::g"}, {"T.m", "a.py::T.m"})
SEEDS = st.permutations((*SYMBOLS, "f", "g", "T.m", ".", "nothing")).filter(
    lambda seeds: {seeds[0], seeds[1]} not in SAME
)
ALL = pytest.mark.parametrize("name", sorted(ASKS))
FEW = settings(max_examples=60)
"""There are eleven answers, and each is tried as often."""


def truncation(answer: msgspec.Struct) -> tuple[TruncationRecord, ...]:
    records: tuple[TruncationRecord, ...] = getattr(answer, "truncation", ())
    return records


def compared(answer: msgspec.Struct) -> dict[str, Any]:
    """Return what an answer says, without its caps, and how much of the level that a way ends in was looked at."""
    told: dict[str, Any] = msgspec.to_builtins(answer)
    del told["basis"]["caps"]
    for each in told.get("attempts", ()):
        del each["nodesVisited"]
    return told


def parts(value: object) -> Iterator[object]:
    """Yield a value and all that is in it."""
    yield value
    inner = (
        (getattr(value, name) for name in value.__struct_fields__)
        if isinstance(value, msgspec.Struct)
        else value
        if isinstance(value, tuple)
        else ()
    )
    for each in inner:
        yield from parts(each)


_WITHOUT_WALK = {"why", "affected", "architecture diff", "contracts", "find", "map"}
"""Answers that count no work: they walk no edges, or all of them once."""


@ALL
@FEW
@given(WEBS, SEEDS, CAPS)
def test_contract_holds_and_records_tell_all(
    name: str, edges: list[WebEdge], seeds: list[str], caps: Caps
) -> None:
    answer = ASKS[name](web_graph(edges), seeds[0], seeds[1], caps, None)
    assert answer_problems(answer) == ()
    for each in truncation(answer):
        is_empty = each.cap == "maxDepth" and each.omitted == 0
        assert None not in {each.observed, each.note}, each
        assert each.omitted is not None or "not known" in (each.note or ""), each
        assert is_empty or each.omitted is None or (each.at is not None and each.omitted >= 1), each


@ALL
@FEW
@given(WEBS, SEEDS, st.integers(1, 3))
def test_without_a_record_nothing_is_missing(
    name: str, edges: list[WebEdge], seeds: list[str], limit: int
) -> None:
    graph = web_graph(edges)
    whole = ASKS[name](graph, seeds[0], seeds[1], WIDE, None)
    assert truncation(whole) == ()
    other = compared(whole)
    for cap in LIMITS:
        caps = msgspec.structs.replace(WIDE, **{cap: limit})
        bounded = ASKS[name](graph, seeds[0], seeds[1], caps, None)
        if not truncation(bounded):
            assert compared(bounded) == other, cap


@ALL
@FEW
@given(WEBS, SEEDS, CAPS, st.permutations(range(len(SYMBOLS))))
def test_order_of_the_input_changes_no_byte(
    name: str, edges: list[WebEdge], seeds: list[str], caps: Caps, order: list[int]
) -> None:
    ask = ASKS[name]
    one = ask(web_graph(edges), seeds[0], seeds[1], caps, None)
    other = ask(web_graph(edges[::-1], order), seeds[0], seeds[1], caps, None)
    assert to_json(one) == to_json(other)


@ALL
@FEW
@given(WEBS, SEEDS, CAPS)
def test_work_is_counted_and_never_beyond_the_budget(
    name: str, edges: list[WebEdge], seeds: list[str], caps: Caps
) -> None:
    answer = ASKS[name](web_graph(edges), seeds[0], seeds[1], caps, None)
    used = [units for each in parts(answer) if (units := getattr(each, "work_units_used", None)) is not None]
    assert all(0 <= each <= caps.max_work_units for each in used)
    is_unclear = not {seeds[0], seeds[1]} <= {*SYMBOLS, "g", "T.m", "."}
    assert used or name in _WITHOUT_WALK or (name == "path" and is_unclear)


@ALL
@FEW
@given(WEBS, SEEDS, st.integers(0, 6))
def test_the_clock_is_told_if_it_cuts_and_else_changes_nothing(
    name: str, edges: list[WebEdge], seeds: list[str], n_calm: int
) -> None:
    graph = web_graph(edges)
    caps = caps_of("wide", CapSettings(max_wall_clock_ms=1))
    ticks = iter((*(0.0 for _ in range(n_calm)), *(9.0 for _ in range(1000))))
    timed = ASKS[name](graph, seeds[0], seeds[1], caps, lambda: next(ticks))
    untimed = ASKS[name](graph, seeds[0], seeds[1], caps, None)
    cut = [each for each in truncation(timed) if each.cap == "maxWallClockMs"]
    if not cut:
        assert to_json(timed) == to_json(untimed)
    for each in cut:
        assert each.limit == 1
        assert (each.observed or 0) > 1


@ALL
@FEW
@given(WEBS, SEEDS, CAPS)
def test_identities_references_and_confidences(
    name: str, edges: list[WebEdge], seeds: list[str], caps: Caps
) -> None:
    graph = web_graph(edges)
    answer = ASKS[name](graph, seeds[0], seeds[1], caps, None)
    for each in parts(answer):
        confidence = getattr(each, "confidence", None)
        assert confidence is None or 0 <= confidence <= 1
        if isinstance(each, NodeRef):
            kind, _, key = node_key(each).partition(":")
            assert kind == ("symbol" if "::" in key else "file")
            assert graph.find_row(key) is not None
        if isinstance(each, ReferenceEnvelope):
            assert len(each.candidates) <= caps.max_candidates
            assert (each.resolved is None) is (each.status != "resolved")
            assert each.resolved is None or each.resolved in each.candidates
            assert all(one.symbol_id or one.path or one.chunk_uid for one in each.candidates)
        if isinstance(each, Basis):
            assert each.caps == caps


@ALL
@FEW
@given(WEBS, SEEDS, CAPS)
def test_a_way_is_as_long_as_its_distance_and_each_step_is_an_edge(
    name: str, edges: list[WebEdge], seeds: list[str], caps: Caps
) -> None:
    known = {
        (SYMBOLS[each.source], SYMBOLS[each.target], each.kind.label)
        for each in edges
        if each.kind in GRAPH_BY_KIND
    }
    joined = {frozenset(each[:2]) for each in known}
    answer = ASKS[name](web_graph(edges), seeds[0], seeds[1], caps, None)
    for way in parts(answer):
        if not isinstance(way, WitnessPathV1):
            continue
        keys = [node_key(each).partition(":")[2] for each in way.nodes]
        steps = [
            (node_key(each.from_).partition(":")[2], node_key(each.to).partition(":")[2], each.edge_type)
            for each in way.edges or ()
        ]
        assert len(keys) == way.distance + 1
        if way.edges is None:
            assert any(each.cap == "maxEdges" for each in truncation(answer))
            assert all(frozenset(each) in joined for each in itertools.pairwise(keys))
            continue
        assert len(keys) == len(steps) + 1
        assert set(steps) <= known
        assert [{one, other} for one, other, _ in steps] == [
            {one, other} for one, other in itertools.pairwise(keys)
        ]
