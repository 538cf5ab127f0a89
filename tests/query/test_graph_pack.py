"""What lies around a seed: each MUST of the contract as a property, against a walk that is as plain as can be."""

from fractions import Fraction

import msgspec
import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from codeshed.errors import InvalidOptionError
from codeshed.graph.data.kinds import EdgeKind
from codeshed.graph.walk.edge_filter import GRAPH_BY_KIND, EdgeFilters
from codeshed.model.answers.answer_basis import IndexIdentity
from codeshed.model.answers.answer_graph import WitnessPathV1, edge_key
from codeshed.model.answers.caps import Caps, CapSettings, caps_of
from codeshed.model.answers.node_references import ReferenceEnvelope, node_key
from codeshed.model.answers.truncation import WarningRecord, cap_warnings
from codeshed.query.graph_pack import GraphPackRequest, PackDirection, graph_pack
from tests.support.notation import project
from tests.support.webs import SYMBOLS, WebEdge, guessed_webs, tied_webs, web_graph, webs

SEEDS = st.sampled_from(SYMBOLS)
DIRECTIONS = st.sampled_from(PackDirection)
SMALL_CAPS = st.builds(
    lambda depth, fanout, nodes, edges, paths, work, sites, candidates: caps_of(
        "default",
        CapSettings(
            max_depth=depth,
            max_fanout_per_node=fanout,
            max_nodes=nodes,
            max_edges=edges,
            max_paths=paths,
            max_work_units=work,
            max_call_sites=sites,
            max_candidates=candidates,
        ),
    ),
    st.integers(1, 4),
    st.integers(1, 4),
    st.integers(1, 8),
    st.integers(1, 8),
    st.integers(1, 6),
    st.integers(1, 60),
    st.integers(1, 3),
    st.integers(1, 3),
)
WIDE = caps_of("large")
CONTAINS = EdgeKind.CONTAINS


def key_of(symbol: str) -> str:
    return f"symbol:{symbol}" if "::" in symbol else f"file:{symbol}"


def request(caps: Caps, direction: PackDirection, depth: int = 4) -> GraphPackRequest:
    return GraphPackRequest(caps=caps, direction=direction, depth=depth, has_paths=True)


class PlainWay(msgspec.Struct, frozen=True):
    """A way from the seed: its confidence as a fraction, and the keys and kinds on it."""

    confidence: Fraction
    keys: tuple[str, ...]


def plain_starts(edges: list[WebEdge], seed: str) -> set[str]:
    """Return a seed with all that it contains."""
    found: set[str] = set()
    pending = [seed]
    while pending:
        symbol = pending.pop()
        found.add(symbol)
        members = {
            SYMBOLS[each.target] for each in edges if (SYMBOLS[each.source], each.kind) == (symbol, CONTAINS)
        }
        pending += members - found
    return found


def plain_ways(edges: list[WebEdge], seed: str, *, is_forward: bool, depth: int) -> dict[str, list[PlainWay]]:
    """Return all shortest ways from a seed to each node, found by trying every edge at every step."""
    followed = [each for each in edges if each.kind in GRAPH_BY_KIND]
    starts = map(key_of, plain_starts(edges, seed))
    ways = {start: [PlainWay(Fraction(1), (start,))] for start in starts}
    level = dict(ways)
    for _ in range(depth):
        found: dict[str, list[PlainWay]] = {}
        for each in followed:
            ends = [key_of(SYMBOLS[each.source]), key_of(SYMBOLS[each.target])]
            start, end = ends if is_forward else ends[::-1]
            if end in ways:
                continue
            found.setdefault(end, []).extend(
                PlainWay(way.confidence * each.confidence / 100, (*way.keys, end))
                for way in level.get(start, [])
            )
        level = {end: ways_to for end, ways_to in found.items() if ways_to}
        ways |= level
    return ways


def plain_ways_of(
    edges: list[WebEdge], seed: str, direction: PackDirection, depth: int
) -> dict[str, list[PlainWay]]:
    """Return the shortest ways in each direction by itself; where both lead to a node, those of the shorter distance."""
    found: dict[str, list[PlainWay]] = {}
    for is_forward in {"out": (True,), "in": (False,), "both": (True, False)}[direction.value]:
        for key, ways in plain_ways(edges, seed, is_forward=is_forward, depth=depth).items():
            shortest = min(len(way.keys) for way in (*ways, *found.get(key, ())))
            found[key] = [way for way in (*ways, *found.get(key, ())) if len(way.keys) == shortest]
    return found


def calls(*ends: tuple[int, int]) -> list[WebEdge]:
    return [WebEdge(source, target, EdgeKind.CALL, 100, 1) for source, target in ends]


@given(webs() | tied_webs(), SEEDS, DIRECTIONS, st.integers(1, 4))
@example(calls((9, 1), (9, 2), (1, 8), (2, 6), (6, 4), (8, 4)), SYMBOLS[9], PackDirection.OUT, 3)
@example(calls((9, 2), (2, 4), (4, 1), (1, 9)), SYMBOLS[9], PackDirection.BOTH, 2)
def test_nodes_and_ways_are_those_of_a_plain_walk(
    edges: list[WebEdge], seed: str, direction: PackDirection, depth: int
) -> None:
    pack = graph_pack(web_graph(edges), seed, request(WIDE, direction, depth))
    ways = plain_ways_of(edges, seed, direction, depth)
    assert {node_key(each.ref): each.distance for each in pack.nodes} == {
        key: len(found[0].keys) - 1 for key, found in ways.items()
    }
    for path in pack.paths or ():
        of_node = ways[node_key(path.to)]
        surest = max(way.confidence for way in of_node)
        assert path.confidence == pytest.approx(float(surest))
        keys = tuple(node_key(ref) for ref in path.nodes)
        assert keys == min(way.keys for way in of_node if way.confidence == surest)
    assert {node_key(path.to) for path in pack.paths or ()} == {
        key for key, found in ways.items() if len(found[0].keys) > 1
    }


@given(webs(), SEEDS, DIRECTIONS)
def test_a_way_has_as_many_steps_as_its_distance_and_each_is_an_edge(
    edges: list[WebEdge], seed: str, direction: PackDirection
) -> None:
    graph = web_graph(edges)
    there = {(edge.source, edge.target, edge.kind.label) for edge in graph.iter_edges()}
    for path in graph_pack(graph, seed, request(WIDE, direction)).paths or ():
        check_path(path, there)
        assert node_key(path.nodes[0]) in set(map(key_of, plain_starts(edges, seed)))


def check_path(path: WitnessPathV1, there: set[tuple[str, str, str]]) -> None:
    assert path.edges is not None
    assert len(path.nodes) == path.distance + 1 == len(path.edges) + 1
    assert path.nodes[-1] == path.to
    for place, step in enumerate(path.edges):
        ends = [node_key(step.from_), node_key(step.to)]
        assert sorted(ends) == sorted(node_key(ref) for ref in path.nodes[place : place + 2])
        names = [end.partition(":")[2] for end in ends]
        assert (names[0], names[1], step.edge_type) in there
    assert path.partial is bool(path.unresolved_at)
    guesses = [place for place, step in enumerate(path.edges, 1) if (step.confidence or 1) < 0.5]
    assert list(path.unresolved_at) == [
        place for place in guesses if path.edges[place - 1].edge_type == "call"
    ]


@given(webs(), SEEDS, DIRECTIONS, SMALL_CAPS)
def test_no_array_is_longer_than_its_cap(
    edges: list[WebEdge], seed: str, direction: PackDirection, caps: Caps
) -> None:
    pack = graph_pack(web_graph(edges), seed, request(caps, direction))
    assert len(pack.nodes) <= caps.max_nodes
    assert len(pack.edges) <= caps.max_edges
    assert len(pack.paths or ()) <= caps.max_paths
    assert max((each.distance or 0 for each in pack.nodes), default=0) <= caps.max_depth
    assert pack.stats.counts.work_units_used <= caps.max_work_units


@given(webs(), SEEDS, DIRECTIONS, SMALL_CAPS)
def test_orders_distances_and_confidences(
    edges: list[WebEdge], seed: str, direction: PackDirection, caps: Caps
) -> None:
    pack = graph_pack(web_graph(edges), seed, request(caps, direction))
    assert node_key(pack.nodes[0].ref) == key_of(seed)
    assert pack.nodes[0].distance == 0
    by_key = [(each.distance, node_key(each.ref)) for each in pack.nodes]
    assert by_key == sorted(by_key)
    assert list(pack.edges) == sorted(pack.edges, key=edge_key)
    keys = {node_key(each.ref) for each in pack.nodes}
    for edge in pack.edges:
        assert 0 <= (edge.confidence or 0) <= 1
        assert edge.evidence is not None
        assert len(edge.evidence.sites) <= caps.max_call_sites
        assert len(edge.evidence.call_site_ids or ()) <= caps.max_call_sites
        for end in (edge.from_, edge.to):
            if isinstance(end, ReferenceEnvelope):
                assert end.resolved is None
                assert end.candidates
                assert len(end.candidates) <= caps.max_candidates
                assert all(key_of(each.symbol_id or each.path or "") in keys for each in end.candidates)
            else:
                assert node_key(end) in keys


@given(webs(), SEEDS, DIRECTIONS, SMALL_CAPS, st.permutations(range(len(SYMBOLS))))
def test_the_same_web_gives_the_same_bytes_however_it_is_written(
    edges: list[WebEdge], seed: str, direction: PackDirection, caps: Caps, order: list[int]
) -> None:
    asked = request(caps, direction)
    one = graph_pack(web_graph(edges), seed, asked)
    other = graph_pack(web_graph(edges[::-1], order), seed, asked)
    assert msgspec.json.encode(one) == msgspec.json.encode(other)


@given(webs(), SEEDS, DIRECTIONS, SMALL_CAPS)
def test_what_is_cut_is_told_and_nothing_else(
    edges: list[WebEdge], seed: str, direction: PackDirection, caps: Caps
) -> None:
    graph = web_graph(edges)
    pack = graph_pack(graph, seed, request(caps, direction, 3))
    whole = graph_pack(graph, seed, request(WIDE, direction, 3))
    is_whole = (pack.nodes, pack.edges, pack.paths) == (whole.nodes, whole.edges, whole.paths)
    if not is_whole:
        assert pack.truncation
        assert pack.basis.kind == "lower-bound"
    caps_named = [each.cap for each in pack.truncation]
    assert len(caps_named) == len(set(caps_named))
    for record in pack.truncation:
        assert record.limit == getattr(caps, CAP_FIELDS[record.cap])
        assert record.note
        assert (record.at is not None) or record.cap == "maxDepth"
        assert record.omitted != 0 or record.cap == "maxDepth"
    assert ("maxDepth" in caps_named) is (caps.max_depth < 3)
    # A depth behind which nothing lies leaves nothing out.
    is_told = "caps" in {each.code for each in pack.basis.causes}
    assert is_told is any(record.omitted != 0 for record in pack.truncation)
    assert "maxDepth" not in [each.cap for each in whole.truncation]


CAP_FIELDS = dict(zip(Caps.__struct_encode_fields__, Caps.__struct_fields__, strict=True))


@given(webs(), SEEDS, st.integers(1, 4))
def test_from_one_node_no_more_edges_are_followed_than_the_cap_allows(
    edges: list[WebEdge], seed: str, max_fanout: int
) -> None:
    caps = caps_of("large", CapSettings(max_fanout_per_node=max_fanout))
    pack = graph_pack(web_graph(edges), seed, request(caps, PackDirection.OUT, 1))
    assume(len(plain_starts(edges, seed)) == 1)
    ways = [each for each in edges if SYMBOLS[each.source] == seed and each.kind in GRAPH_BY_KIND]
    surest = sorted(ways, key=lambda each: (-each.confidence, key_of(SYMBOLS[each.target]), each.kind))[
        :max_fanout
    ]
    assert {node_key(each.ref) for each in pack.nodes} == {
        key_of(seed),
        *(key_of(SYMBOLS[each.target]) for each in surest),
    }
    assert [(each.cap, each.observed, each.omitted) for each in pack.truncation] == (
        [("maxFanoutPerNode", len(ways), len(ways) - max_fanout)] if len(ways) > max_fanout else []
    )


@given(webs() | guessed_webs(), SEEDS, DIRECTIONS, st.integers(1, 3), st.integers(1, 3))
def test_evidence_that_is_left_out_of_edges_is_counted(
    edges: list[WebEdge], seed: str, direction: PackDirection, max_sites: int, max_candidates: int
) -> None:
    graph = web_graph(edges)
    asked = request(WIDE, direction)
    sites: list[int] = []
    candidates: list[int] = []
    for edge in graph_pack(graph, seed, asked).edges:
        assert edge.evidence is not None
        sites.append(len(edge.evidence.sites))
        if isinstance(edge.to, ReferenceEnvelope):
            candidates.append(len(edge.to.candidates))
    expected = [
        (cap, limit, max(counts), sum(count - limit for count in counts if count > limit))
        for cap, limit, counts in (
            ("maxCallSites", max_sites, sites),
            ("maxCandidates", max_candidates, candidates),
        )
        if max(counts, default=0) > limit
    ]
    caps = caps_of("large", CapSettings(max_call_sites=max_sites, max_candidates=max_candidates))
    pack = graph_pack(graph, seed, request(caps, direction))
    assert [(each.cap, each.limit, each.observed, each.omitted) for each in pack.truncation] == expected
    assert len(pack.edges) == len(sites)
    for edge in pack.edges:
        assert edge.evidence is not None
        assert len(edge.evidence.sites) <= max_sites
        if isinstance(edge.to, ReferenceEnvelope):
            assert len(edge.to.candidates) <= max_candidates


@given(webs(), SEEDS, DIRECTIONS, SMALL_CAPS)
def test_ways_are_there_only_if_asked_for(
    edges: list[WebEdge], seed: str, direction: PackDirection, caps: Caps
) -> None:
    graph = web_graph(edges)
    asked = request(caps, direction)
    plain = graph_pack(graph, seed, msgspec.structs.replace(asked, has_paths=False))
    assert b'"paths"' not in msgspec.json.encode(plain)
    with_paths = graph_pack(graph, seed, asked)
    assert with_paths.paths is not None
    assert (plain.nodes, plain.edges) == (with_paths.nodes, with_paths.edges)


@given(webs(), SEEDS)
def test_a_unit_of_work_is_a_node_that_is_left_or_an_edge_that_is_looked_at(
    edges: list[WebEdge], seed: str
) -> None:
    graph = web_graph(edges)
    starts = plain_starts(edges, seed)
    n_units = len(starts) + sum(SYMBOLS[each.source] in starts for each in edges)
    whole = graph_pack(graph, seed, request(WIDE, PackDirection.OUT, 1))
    enough = caps_of("large", CapSettings(max_work_units=n_units))
    assert graph_pack(graph, seed, request(enough, PackDirection.OUT, 1)).nodes == whole.nodes
    if n_units > 1:
        caps = caps_of("large", CapSettings(max_work_units=n_units - 1))
        cut = graph_pack(graph, seed, request(caps, PackDirection.OUT, 1))
        assert [each.cap for each in cut.truncation] == ["maxWorkUnits"]


@given(webs(), SEEDS, DIRECTIONS, st.integers(1, 60), st.integers(1, 60))
def test_more_work_never_finds_less(
    edges: list[WebEdge], seed: str, direction: PackDirection, first: int, second: int
) -> None:
    graph = web_graph(edges)
    found = [
        {
            node_key(each.ref)
            for each in graph_pack(
                graph, seed, request(caps_of("large", CapSettings(max_work_units=units)), direction)
            ).nodes
        }
        for units in sorted((first, second))
    ]
    assert found[0] <= found[1]


@given(webs(), SEEDS, st.sampled_from(("callGraph", "importGraph", "usageGraph", "symbolEdges")))
def test_only_chosen_graphs_are_followed_and_containment_never(
    edges: list[WebEdge], seed: str, name: str
) -> None:
    graph = web_graph(edges)
    filters = msgspec.convert({"graphs": (name,)}, EdgeFilters)
    pack = graph_pack(
        graph, seed, msgspec.structs.replace(request(WIDE, PackDirection.BOTH), filters=filters)
    )
    assert {edge.graph for edge in pack.edges} <= {name}
    assert "contains" not in {
        edge.edge_type for edge in graph_pack(graph, seed, request(WIDE, PackDirection.BOTH)).edges
    }
    there = {GRAPH_BY_KIND.get(EdgeKind(kind)) for kind in graph.edges.kinds.tolist()}
    codes = [warning.code for warning in pack.warnings if warning.code.startswith("MISSING_")]
    assert bool(codes) is (name not in there)


SHOP = project(
    """
    #- a.py
    def start()
        call end
    def end()
    class Cart
    def Cart.close(self)
    class Door
    def Door.close(self)
    """
).graph()


def test_a_name_that_means_several_things_is_told_with_what_it_may_mean() -> None:
    pack = graph_pack(SHOP, "close", GraphPackRequest(caps=caps_of("default", CapSettings(max_candidates=1))))
    assert isinstance(pack.seed, ReferenceEnvelope)
    assert (pack.seed.status, pack.seed.resolved) == ("ambiguous", None)
    assert [each.symbol_id for each in pack.seed.candidates] == ["a.py::Cart.close"]
    assert [(each.cap, each.limit, each.observed, each.omitted) for each in pack.truncation] == [
        ("maxCandidates", 1, 2, 1)
    ]
    assert pack.nodes == ()


def test_a_name_that_means_nothing_is_told_with_what_is_like_it() -> None:
    pack = graph_pack(SHOP, "strat", GraphPackRequest(caps=caps_of()))
    assert isinstance(pack.seed, ReferenceEnvelope)
    assert pack.seed.status == "unresolved"
    assert [each.symbol_id for each in pack.seed.candidates] == ["a.py::start"]
    assert [each.code for each in pack.warnings] == ["SEED_NOT_RESOLVED"]
    assert (pack.basis.kind, [each.code for each in pack.basis.causes]) == ("lower-bound", ["unclear_seeds"])


def test_what_is_like_a_name_is_cut_too() -> None:
    pack = graph_pack(SHOP, "clos", GraphPackRequest(caps=caps_of("default", CapSettings(max_candidates=1))))
    assert isinstance(pack.seed, ReferenceEnvelope)
    assert pack.seed.status == "unresolved"
    assert len(pack.seed.candidates) == 1
    assert [(each.cap, each.observed, each.omitted, each.at is None) for each in pack.truncation] == [
        ("maxCandidates", 2, 1, False)
    ]


@pytest.mark.parametrize("text", ["a.start", "start", "chunk:a.py::start", "a.py:1"])
def test_another_form_than_the_id_is_a_resolved_reference(text: str) -> None:
    seed = graph_pack(SHOP, text, GraphPackRequest(caps=caps_of())).seed
    assert isinstance(seed, ReferenceEnvelope)
    assert seed.resolved is not None
    assert seed.resolved in seed.candidates
    assert seed.resolved.symbol_id == "a.py::start"


def test_the_clock_is_a_last_resort_that_is_told() -> None:
    times = iter(range(100))
    caps = caps_of("large", CapSettings(max_wall_clock_ms=500))
    pack = graph_pack(SHOP, "a.py::start", GraphPackRequest(caps=caps), clock=lambda: float(next(times)))
    assert [each.cap for each in pack.truncation] == ["maxWallClockMs"]
    assert pack.basis.kind == "lower-bound"


def test_a_depth_of_nothing_is_refused() -> None:
    with pytest.raises(InvalidOptionError):
        graph_pack(SHOP, "a.py::start", GraphPackRequest(caps=caps_of(), depth=0))


def test_warnings_about_the_whole_index_are_counted_once() -> None:
    many = tuple(WarningRecord(code="X", message=str(number)) for number in range(150))
    for warnings in (many, cap_warnings(many)):
        graph = msgspec.structs.replace(SHOP, warnings=warnings)
        pack = graph_pack(graph, "a.py::start", GraphPackRequest(caps=caps_of()))
        assert [(each.code, each.message) for each in pack.warnings] == [
            ("INDEX_WARNINGS", "150 warnings about the whole index: codeshed status")
        ]
        assert pack.truncation == ()


def test_a_warning_about_the_state_of_the_index_is_shown() -> None:
    stale = WarningRecord(code="INDEX_STALE", message="a.py changed")
    graph = msgspec.structs.replace(SHOP, warnings=(stale, WarningRecord(code="X", message="x")))
    pack = graph_pack(graph, "a.py::start", GraphPackRequest(caps=caps_of()))
    assert [each.message for each in pack.warnings] == [
        "a.py changed",
        "1 warning about the whole index: codeshed status",
    ]


def test_an_external_is_a_seed_like_any_other() -> None:
    graph = project(
        """
        #- a.py
        def start()
            call json.dumps
        #- external
        def json.dumps(obj)
        """
    ).graph()
    asked = GraphPackRequest(caps=caps_of(), direction=PackDirection.IN)
    by_id, by_name = (graph_pack(graph, text, asked) for text in ("ext:json.dumps", "json.dumps"))
    assert [node_key(each.ref) for each in by_id.nodes] == ["symbol:ext:json.dumps", "symbol:a.py::start"]
    assert (by_id.nodes[0].kind, by_id.nodes[0].file, by_id.nodes[0].line) == ("external", None, None)
    assert by_name.nodes == by_id.nodes
    assert isinstance(by_name.seed, ReferenceEnvelope)
    assert [(each.symbol_id, each.chunk_uid) for each in by_name.seed.candidates] == [
        ("ext:json.dumps", None)
    ]


def test_stale_files_are_counted_and_the_first_are_named() -> None:
    index = IndexIdentity(stale_files=tuple(f"{number:03d}.py" for number in range(50)))
    basis = graph_pack(SHOP, "a.py::start", GraphPackRequest(caps=caps_of()), index=index).basis
    assert (basis.index.n_stale_files, basis.index.stale_files) == (50, index.stale_files[:20])
    assert [(each.code, each.count) for each in basis.causes] == [("stale_files", 50)]


def test_who_uses_a_class_within_a_function_does_not_use_the_function() -> None:
    graph = project(
        """
        #- a.py
        def test()
        class test.Inner
        def maker()
            call test.Inner
        """
    ).graph()
    pack = graph_pack(graph, "a.py::maker", GraphPackRequest(caps=caps_of()))
    assert [
        (each.edge_type, node_key(each.to))
        for each in pack.edges
        if not isinstance(each.to, ReferenceEnvelope)
    ] == [("call", "symbol:a.py::test.Inner")]
