"""What the caps of a pack leave out: nodes, edges and every figure of its records, against a plain walk of the same web."""

from dataclasses import dataclass, field
from itertools import count

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from codeshed.graph.data.kinds import EdgeKind
from codeshed.graph.walk.edge_filter import GRAPH_BY_KIND
from codeshed.model.answers.caps import Caps, CapSettings, caps_of
from codeshed.model.answers.node_references import ReferenceEnvelope, node_key
from codeshed.query.graph_pack import GraphContextPackV1, GraphPackRequest, PackDirection, graph_pack
from tests.support.notation import project
from tests.support.webs import SYMBOLS, WebEdge, web_graph, webs

CAPS = st.builds(
    lambda depth, fanout, nodes, edges, work: caps_of(
        "large",
        CapSettings(
            max_depth=depth, max_fanout_per_node=fanout, max_nodes=nodes, max_edges=edges, max_work_units=work
        ),
    ),
    st.integers(1, 4),
    st.sampled_from((1, 2, 3, 100)),
    st.sampled_from((1, 2, 3, 4, 5, 6, 100)),
    st.sampled_from((1, 2, 4, 8, 100)),
    st.integers(1, 60) | st.just(10_000),
)
SIDES = {"out": (True,), "in": (False,), "both": (True, False)}
NODE_CAPS = {"maxNodes", "maxFanoutPerNode", "maxWorkUnits"}


def key_of(position: int) -> str:
    symbol = SYMBOLS[position]
    return f"symbol:{symbol}" if "::" in symbol else f"file:{symbol}"


def followed(edges: list[WebEdge]) -> list[WebEdge]:
    return [each for each in edges if each.kind in GRAPH_BY_KIND]


def triple(edge: WebEdge) -> tuple[str, str, str]:
    return key_of(edge.source), edge.kind.label, key_of(edge.target)


@dataclass
class PlainPack:
    """A pack as the contract describes it, made edge by edge."""

    edges: list[WebEdge]
    caps: Caps
    distances: dict[str, int]
    looked_at: dict[bool, set[str]] = field(default_factory=lambda: {True: set(), False: set()})
    seen: set[tuple[str, str, str]] = field(default_factory=set)
    unexpanded: set[str] = field(default_factory=set)
    beyond_depth: set[str] = field(default_factory=set)
    n_beyond_nodes: int = 0
    n_beyond_fanout: int = 0
    n_work_units: int = 0

    @property
    def shown_edges(self) -> set[tuple[str, str, str]]:
        """All edges that were seen between nodes of the pack."""
        return {edge for edge in self.seen if edge[0] in self.distances and edge[2] in self.distances}


def edges_at(pack: PlainPack, key: str, *, is_forward: bool) -> list[WebEdge]:
    return [each for each in pack.edges if key_of(each.source if is_forward else each.target) == key]


def afford(pack: PlainPack, queue: list[tuple[str, bool]]) -> list[tuple[str, bool]]:
    """Expand a queue in order until the work runs out; return what was expanded."""
    done: list[tuple[str, bool]] = []
    for key, is_forward in queue:
        here = edges_at(pack, key, is_forward=is_forward)
        if pack.n_work_units + 1 + len(here) > pack.caps.max_work_units:
            break
        pack.n_work_units += 1 + len(here)
        pack.seen |= set(map(triple, followed(here)))
        pack.looked_at[is_forward].add(key)
        done.append((key, is_forward))
    pack.unexpanded |= {key for key, _ in queue[len(done) :]}
    return done


def ends_of(pack: PlainPack, key: str, *, is_forward: bool, max_fanout: int) -> set[str]:
    """Return the far ends of the surest edges of a node."""
    ways = [
        (-each.confidence, key_of(each.target if is_forward else each.source), each.kind)
        for each in followed(edges_at(pack, key, is_forward=is_forward))
    ]
    pack.n_beyond_fanout += max(0, len(ways) - max_fanout)
    return {end for _, end, _ in sorted(ways)[:max_fanout]}


def walk_plainly(pack: PlainPack, sides: tuple[bool, ...], depth: int) -> None:
    """Walk level by level, in all directions at once."""
    starts = sorted(pack.distances)
    frontiers = {side: set(starts) for side in sides}
    reached = {side: set(starts) for side in sides}
    for level in count():
        queue = sorted(
            ((key, side) for side in sides for key in frontiers[side]), key=lambda e: (e[0], not e[1])
        )
        if not queue:
            return
        max_fanout = 1000 if level == depth else pack.caps.max_fanout_per_node
        frontiers = {side: set() for side in sides}
        for key, side in afford(pack, queue):
            frontiers[side] |= ends_of(pack, key, is_forward=side, max_fanout=max_fanout) - reached[side]
        fresh = sorted({end for ends in frontiers.values() for end in ends} - pack.distances.keys())
        if level == depth:
            pack.beyond_depth = set(fresh)
            return
        room = pack.caps.max_nodes - len(pack.distances)
        pack.n_beyond_nodes = len(fresh[room:])
        pack.distances |= dict.fromkeys(fresh[:room], level + 1)
        for side in sides:
            frontiers[side] &= pack.distances.keys()
            reached[side] |= frontiers[side]
        if pack.unexpanded:
            pack.unexpanded |= {key for keys in frontiers.values() for key in keys}
        if pack.unexpanded or pack.n_beyond_nodes:
            return


def complete_plainly(pack: PlainPack) -> None:
    """Look for the edges between nodes whose edges were not looked at, from the cheaper end."""
    in_order = sorted(pack.distances, key=lambda key: (pack.distances[key], key))
    rest = {side: [key for key in in_order if key not in pack.looked_at[side]] for side in (True, False)}
    if not rest[True] or not rest[False]:
        return
    costs = {
        side: sum(1 + len(edges_at(pack, key, is_forward=side)) for key in keys)
        for side, keys in rest.items()
    }
    side = costs[True] <= costs[False]
    if pack.unexpanded:
        pack.unexpanded |= set(rest[side])
    else:
        afford(pack, [(key, side) for key in rest[side]])


def plain_pack(
    edges: list[WebEdge], starts: list[str], direction: PackDirection, requested: int, caps: Caps
) -> PlainPack:
    pack = PlainPack(edges, caps, dict.fromkeys(starts, 0))
    walk_plainly(pack, SIDES[direction.value], min(requested, caps.max_depth))
    complete_plainly(pack)
    return pack


def omitted_by(pack: PlainPack, requested: int) -> dict[str, int | None]:
    """Return what each cap left out; None where another cap hides a part of that."""
    counts = {
        "maxFanoutPerNode": pack.n_beyond_fanout,
        "maxWorkUnits": len(pack.unexpanded),
        "maxNodes": pack.n_beyond_nodes,
        "maxEdges": len(pack.shown_edges) - pack.caps.max_edges,
    }
    omitted: dict[str, int | None] = {cap: n for cap, n in counts.items() if n > 0}
    if "maxNodes" in omitted and (pack.unexpanded or pack.n_beyond_fanout):
        omitted["maxNodes"] = None
    if "maxEdges" in omitted and pack.unexpanded:
        omitted["maxEdges"] = None
    if requested > pack.caps.max_depth:
        omitted["maxDepth"] = None if omitted.keys() & NODE_CAPS else len(pack.beyond_depth)
    return omitted


def edges_of(pack: GraphContextPackV1) -> set[tuple[str, str, str]]:
    """Return the edges of a pack, one for each candidate of a call."""
    found = set()
    for each in pack.edges:
        assert not isinstance(each.from_, ReferenceEnvelope)
        if isinstance(each.to, ReferenceEnvelope):
            ends = [
                f"symbol:{one.symbol_id}" if one.symbol_id else f"file:{one.path}"
                for one in each.to.candidates
            ]
        else:
            ends = [node_key(each.to)]
        found |= {(node_key(each.from_), each.edge_type, end) for end in ends}
    return found


def plain_starts(edges: list[WebEdge], seed: int) -> list[str]:
    found = {seed}
    for _ in SYMBOLS:
        found |= {each.target for each in edges if each.source in found and each.kind is EdgeKind.CONTAINS}
    return sorted(map(key_of, found))


def calls(*ends: tuple[int, int]) -> list[WebEdge]:
    return [WebEdge(source, target, EdgeKind.CALL, 100, 1) for source, target in ends]


@given(webs(), st.integers(0, len(SYMBOLS) - 1), st.sampled_from(PackDirection), st.integers(1, 5), CAPS)
@example(calls((1, 2), (2, 4), (1, 4)), 2, PackDirection.BOTH, 1, caps_of("large"))
@example(
    calls((1, 2), (2, 4), (4, 6), (1, 6)),
    1,
    PackDirection.OUT,
    5,
    caps_of("large", CapSettings(max_depth=2, max_nodes=2)),
)
def test_nodes_edges_and_figures_are_those_of_a_plain_walk(
    edges: list[WebEdge], seed: int, direction: PackDirection, depth: int, caps: Caps
) -> None:
    pack = graph_pack(
        web_graph(edges), SYMBOLS[seed], GraphPackRequest(caps=caps, direction=direction, depth=depth)
    )
    starts = plain_starts(edges, seed)
    omitted = {each.cap: each.omitted for each in pack.truncation}
    if len(starts) > caps.max_nodes:
        assert omitted["maxNodes"] == len(starts) - caps.max_nodes
        return
    plain = plain_pack(edges, starts, direction, depth, caps)
    assert {node_key(each.ref): each.distance for each in pack.nodes} == plain.distances
    expected = omitted_by(plain, depth)
    assert omitted == expected
    assert pack.stats.counts.work_units_used == plain.n_work_units <= caps.max_work_units
    assert (pack.basis.kind == "exact") is not any(each != 0 for each in expected.values())
    if "maxEdges" in expected:
        assert len(pack.edges) <= caps.max_edges
        assert edges_of(pack) < plain.shown_edges
    else:
        assert edges_of(pack) == plain.shown_edges


@given(webs(), st.integers(0, len(SYMBOLS) - 1), st.sampled_from(PackDirection), st.integers(1, 5), CAPS)
def test_all_edges_among_the_nodes_shown_are_listed_unless_work_or_a_cap_on_edges_ends(
    edges: list[WebEdge], seed: int, direction: PackDirection, depth: int, caps: Caps
) -> None:
    """Whatever else cuts the walk, its edges are the induced ones."""
    pack = graph_pack(
        web_graph(edges), SYMBOLS[seed], GraphPackRequest(caps=caps, direction=direction, depth=depth)
    )
    shown = {node_key(each.ref) for each in pack.nodes}
    induced = {
        triple(each)
        for each in edges
        if each.kind in GRAPH_BY_KIND and key_of(each.source) in shown and key_of(each.target) in shown
    }
    if not {"maxWorkUnits", "maxEdges"} & {each.cap for each in pack.truncation}:
        assert edges_of(pack) == induced
    else:
        assert edges_of(pack) <= induced


DIAMOND = project(
    """
    #- a.py
    def a()
        call s
        call b
    def b()
    def s()
        call b
    """
).graph()


def test_an_edge_from_a_caller_to_a_callee_is_listed() -> None:
    pack = graph_pack(DIAMOND, "a.py::s", GraphPackRequest(caps=caps_of()))
    assert ("symbol:a.py::a", "call", "symbol:a.py::b") in edges_of(pack)
    assert pack.basis.kind == "exact"


@pytest.mark.parametrize("n_units", range(1, 9))
def test_a_budget_is_shared_by_callers_and_callees_of_one_distance(n_units: int) -> None:
    graph = project(
        "#- a.py\ndef s()\n    call c1\ndef c1()\n    call c2\ndef c2()\n    call c3\ndef c3()\n"
        "def u1()\n    call s\ndef u2()\n    call u1\n"
    ).graph()
    caps = caps_of("default", CapSettings(max_work_units=n_units))
    pack = graph_pack(graph, "a.py::s", GraphPackRequest(caps=caps, depth=3))
    callees, callers = (
        [each for each in pack.nodes if (each.name or "").startswith(letter)] for letter in "cu"
    )
    assert abs(len(callees) - len(callers)) <= 1
