"""Every answer tells what its caps cut, each cap once, in the same words as packs do."""

from collections.abc import Callable

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from codeshed.graph.code_graph import CodeGraph
from codeshed.model.answer_rules import answer_problems
from codeshed.model.caps import Caps, CapSettings, caps_of
from codeshed.model.limits import MAX_WARNINGS, TruncationRecord, WarningRecord, one_for_each_cap
from codeshed.model.neighbours import Side
from codeshed.query.graph_pack import GraphPackRequest, SeedRows, graph_pack, pack_around
from codeshed.query.impact import ImpactDirection, ImpactRequest, impact
from codeshed.query.neighbours import NeighbourRequest, neighbours
from codeshed.query.path import PathRequest, path_between
from codeshed.query.unused import UnusedRequest, unused
from codeshed.query.why import WhyRequest, why
from tests.support.notation import project
from tests.support.webs import SYMBOLS, WebEdge, guessed_webs, tied_webs, web_graph, webs

Ask = Callable[[CodeGraph, str, str, Caps], msgspec.Struct]

ASKS: dict[str, Ask] = {
    "graph": lambda graph, seed, _, caps: graph_pack(graph, seed, GraphPackRequest(caps=caps)),
    "callers": lambda graph, seed, _, caps: neighbours(
        graph, seed, NeighbourRequest(caps=caps, side=Side.CALLERS)
    ),
    "callees": lambda graph, seed, _, caps: neighbours(
        graph, seed, NeighbourRequest(caps=caps, side=Side.CALLEES)
    ),
    "path": lambda graph, seed, other, caps: path_between(graph, seed, other, PathRequest(caps=caps)),
    "why": lambda graph, seed, other, caps: why(graph, seed, other, WhyRequest(caps=caps)),
    "impact": lambda graph, seed, _, caps: impact(graph, ImpactRequest(caps=caps, seeds=(seed,), depth=3)),
    "downstream": lambda graph, seed, other, caps: impact(
        graph,
        ImpactRequest(caps=caps, seeds=(seed, other), depth=2, direction=ImpactDirection.DOWNSTREAM),
    ),
    "unused": lambda graph, _, __, caps: unused(graph, UnusedRequest(caps=caps)),
}

CAPS = st.builds(
    lambda given: caps_of("wide", CapSettings(**given)),
    st.fixed_dictionaries(
        {},
        optional={
            "max_nodes": st.integers(1, 8),
            "max_candidates": st.integers(1, 3),
            "max_call_sites": st.integers(1, 3),
            "max_edges": st.integers(1, 8),
            "max_paths": st.integers(1, 4),
            "max_depth": st.integers(1, 2),
            "max_fanout_per_node": st.integers(1, 3),
            "max_work_units": st.integers(1, 20),
        },
    ),
)


def cuts(answer: msgspec.Struct) -> dict[str, TruncationRecord]:
    records: tuple[TruncationRecord, ...] = getattr(answer, "truncation", ())
    return {each.cap: each for each in records}


@given(
    webs() | tied_webs() | guessed_webs(),
    st.permutations((*SYMBOLS, "f", "nothing")),
    st.sampled_from(sorted(ASKS)),
    CAPS,
)
def test_every_answer_keeps_its_contract_and_tells_all_of_what_it_cut(
    edges: list[WebEdge], seeds: list[str], name: str, caps: Caps
) -> None:
    answer = ASKS[name](web_graph(edges), seeds[0], seeds[1], caps)
    assert answer_problems(answer) == ()
    for each in cuts(answer).values():
        is_empty = each.cap == "maxDepth" and each.omitted == 0
        assert None not in {each.observed, each.omitted, each.note}, each
        assert is_empty or (each.at is not None and (each.omitted or 0) >= 1), each


SHOP = project(
    """
    #- a.py
    def start()
        call price
        call price
        call price
    def price()
    def unrelated()
    #- b.py
    def same()
    #- c.py
    def same()
    #- d.py
    def same()
    """
).graph()


def test_every_answer_says_that_places_are_not_named() -> None:
    caps = caps_of("wide", CapSettings(max_call_sites=1))
    asked = {"callers": "price", "callees": "start", "path": "start", "why": "start", "graph": "start"}
    for name, seed in asked.items():
        answer = ASKS[name](SHOP, seed, "price", caps)
        record = cuts(answer)["maxCallSites"]
        assert (record.limit, record.observed, record.omitted) == (1, 3, 2), name


def test_every_answer_counts_warnings_that_it_does_not_show() -> None:
    many = tuple(WarningRecord(code="X", message=f"{place}") for place in range(MAX_WARNINGS + 7))
    graph = msgspec.structs.replace(SHOP, warnings=many)
    for name, ask in ASKS.items():
        answer = ask(graph, "start", "unrelated", caps_of("wide"))
        record = cuts(answer)["maxWarnings"]
        # That nothing depends on it is a warning of its own.
        n_own = int(name == "impact")
        assert (record.limit, record.omitted) == (MAX_WARNINGS, 7 + n_own), name


def test_both_ends_that_mean_too_much_are_one_record() -> None:
    caps = caps_of("wide", CapSettings(max_candidates=2))
    for name in ("path", "why"):
        record = cuts(ASKS[name](SHOP, "same", "same", caps))["maxCandidates"]
        assert (record.observed, record.omitted) == (3, 2), name


GUESSES = project(
    """
    #- a.py
    def start()
        call one @0.3 heuristic
        call two @0.3 heuristic
        call three @0.3 heuristic
    def one()
    def two()
    def three()
    """
).graph()


def test_a_seed_and_a_call_that_mean_too_much_are_one_record() -> None:
    caps = caps_of("default", CapSettings(max_candidates=1))
    row = GUESSES.find_row("a.py::start")
    assert row is not None
    found = graph_pack(GUESSES, "a.py::start", GraphPackRequest(caps=caps))
    of_calls = cuts(found).get("maxCandidates")
    of_seed = TruncationRecord(
        scope="graph", cap="maxCandidates", limit=1, observed=9, omitted=8, note="write more of the name"
    )
    seed = SeedRows(ref=found.seed, rows=(row,), truncation=(of_seed,))
    both = cuts(pack_around(GUESSES, seed, GraphPackRequest(caps=caps), found.basis.index))["maxCandidates"]
    n_of_calls = 0 if of_calls is None else of_calls.omitted or 0
    assert (both.observed, both.omitted) == (9, 8 + n_of_calls)
    assert "write more of the name" in (both.note or "")


def test_records_of_one_cap_are_told_together() -> None:
    first = TruncationRecord(scope="graph", cap="maxNodes", limit=3, observed=9, omitted=6, note="a")
    other = TruncationRecord(scope="graph", cap="maxEdges", limit=3)
    second = TruncationRecord(scope="graph", cap="maxNodes", limit=3, observed=5, omitted=2, note="b")
    apart = TruncationRecord(scope="impact", cap="maxNodes", limit=3)
    merged = one_for_each_cap((first, other, second, apart))
    assert merged == (
        msgspec.structs.replace(first, observed=9, omitted=8, note="a; b"),
        other,
        apart,
    )
