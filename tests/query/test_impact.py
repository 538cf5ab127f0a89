"""What a change reaches: each MUST of the contract as a property, and what single rules mean."""

from collections.abc import Collection
from fractions import Fraction

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from codeshed.errors import InvalidOptionError, NoChangeNamedError
from codeshed.graph.data.kinds import EdgeKind
from codeshed.graph.walk.edge_filter import GRAPH_BY_KIND, KINDS_BY_GRAPH, EdgeFilters
from codeshed.model.answers.answer_basis import CHANGED_IMPORTS, UNREAD_CHANGES, IndexIdentity
from codeshed.model.answers.answer_rules import answer_problems
from codeshed.model.answers.caps import Caps, CapSettings, caps_of
from codeshed.model.answers.node_references import ReferenceEnvelope, node_key
from codeshed.model.change_set import ChangedBinding, ChangedFile, ChangedSymbol, ChangeSet
from codeshed.model.dangling_references import DanglingReference, DanglingReferences
from codeshed.query.impact.impact import GraphImpactAnalysisV1, ImpactDirection, ImpactRequest, impact
from codeshed.render.impact_text import impact_text
from codeshed.render.json_output import to_json
from tests.support.notation import project
from tests.support.webs import SYMBOLS, WebEdge, web_graph, webs

SEEDS = st.sampled_from(SYMBOLS)
DIRECTIONS = st.sampled_from(ImpactDirection)
WIDE = caps_of("large")
EVERY_GRAPH = EdgeFilters(graphs=tuple(KINDS_BY_GRAPH))
SMALL_CAPS = st.builds(
    lambda depth, fanout, nodes, edges, paths, work: caps_of(
        "default",
        CapSettings(
            max_depth=depth,
            max_fanout_per_node=fanout,
            max_nodes=nodes,
            max_edges=edges,
            max_paths=paths,
            max_work_units=work,
        ),
    ),
    st.integers(1, 4),
    st.integers(1, 4),
    st.integers(1, 8),
    st.integers(1, 8),
    st.integers(1, 6),
    st.integers(1, 60),
)
SHOP = project(
    """
    #- shop/cart.py
    class Cart
    def Cart.total(self)
        call rate
    def Cart.empty(self)
    def rate()
    var LIMIT
    #- shop/orders.py
        import shop/cart.py
    def order()
        call Cart.total
    def guess()
        call Cart.total @0.4 heuristic
    def outer()
        call order
    #- shop/report.py
        import shop/cart.py
    #- tests/test_orders.py
    def test_order()
        call order
    """
).graph()


def key_of(symbol: str) -> str:
    return f"symbol:{symbol}" if "::" in symbol else f"file:{symbol}"


def asked(caps: Caps, *seeds: str, depth: int = 2, filters: EdgeFilters = EdgeFilters()) -> ImpactRequest:  # noqa: B008 - frozen
    return ImpactRequest(caps=caps, seeds=seeds, depth=depth, filters=filters)


def shown(found: GraphImpactAnalysisV1) -> list[str]:
    """Write nodes as `distance name`, in their order."""
    return [f"{each.distance} {node_key(each.ref).partition(':')[2]}" for each in found.impacted]


def changes(*symbols: ChangedSymbol, files: tuple[ChangedFile, ...] = ()) -> ChangeSet:
    return ChangeSet(old="a" * 40, new="worktree", files=files, symbols=symbols)


def members(edges: list[WebEdge], seed: str) -> set[str]:
    """Return a seed and all that it contains."""
    found = {seed}
    while True:
        more = {
            SYMBOLS[each.target]
            for each in edges
            if each.kind is EdgeKind.CONTAINS and SYMBOLS[each.source] in found
        }
        if more <= found:
            return found
        found |= more


@given(webs(), SEEDS, DIRECTIONS, st.integers(1, 4))
def test_with_every_edge_it_is_the_surest_of_the_shortest_ways(
    edges: list[WebEdge], seed: str, direction: ImpactDirection, depth: int
) -> None:
    request = msgspec.structs.replace(
        asked(WIDE, seed, depth=depth, filters=EVERY_GRAPH), direction=direction
    )
    found = impact(web_graph(edges), request)
    known = {each: (0, Fraction(-1)) for each in members(edges, seed)}

    def behind(level: Collection[str], kinds: Collection[EdgeKind]) -> set[str]:
        """Find the nodes right behind some, each by the shortest and then surest way."""
        new: dict[str, tuple[int, Fraction]] = {}
        for each in edges:
            start, end = SYMBOLS[each.target], SYMBOLS[each.source]
            if direction is ImpactDirection.DOWNSTREAM:
                start, end = end, start
            if each.kind in kinds and start in level and end not in known:
                way = (known[start][0] + 1, known[start][1] * each.confidence / 100)
                new[end] = min(way, new.get(end, way))
        known.update(new)
        return set(new)

    level = set(known)
    for steps in range(depth + 1):
        level = behind(level, GRAPH_BY_KIND) if steps else level
        fresh = level
        while fresh:
            fresh = behind(fresh, {EdgeKind.OVERRIDDEN_BY})
            level |= fresh
    wanted = {
        key_of(symbol): (distance, -round(float(value), 6))
        for symbol, (distance, value) in known.items()
        if distance
    }
    assert {node_key(each.ref): (each.distance, each.confidence) for each in found.impacted} == wanted
    assert not answer_problems(found)


@given(webs(), SEEDS, DIRECTIONS, SMALL_CAPS, st.sampled_from((EdgeFilters(), EVERY_GRAPH)))
def test_every_answer_keeps_its_caps_and_every_step_is_an_edge(
    edges: list[WebEdge], seed: str, direction: ImpactDirection, caps: Caps, filters: EdgeFilters
) -> None:
    request = msgspec.structs.replace(asked(caps, seed, depth=3, filters=filters), direction=direction)
    found = impact(web_graph(edges), request)
    starts = {key_of(each) for each in members(edges, seed)}
    known = {(SYMBOLS[each.source], SYMBOLS[each.target], each.kind.label): each for each in edges}
    assert found.depth == min(3, caps.max_depth)
    assert len(found.impacted) <= caps.max_nodes
    ways = [each.witness_path for each in found.impacted if each.witness_path is not None]
    assert len(ways) <= caps.max_paths
    assert len({edge for way in ways for edge in way.edges or ()}) <= caps.max_edges
    order = [(each.distance, -(each.confidence or 0), node_key(each.ref)) for each in found.impacted]
    assert order == sorted(order)
    assert len({each[2] for each in order}) == len(order)
    caps_told = [each.cap for each in found.truncation]
    assert len(set(caps_told)) == len(caps_told)
    assert ("maxDepth" in caps_told) == (caps.max_depth < 3)
    assert ("maxEdges" in caps_told) == any(way.edges is None for way in ways)
    for record in found.truncation:
        assert record.observed is not None
        assert record.at is not None or not record.omitted
    for each in found.impacted:
        assert 1 <= each.distance <= found.depth
        assert node_key(each.ref) not in starts
        path = each.witness_path
        if path is None:
            continue
        assert (path.to, path.distance, path.confidence) == (each.ref, each.distance, each.confidence)
        assert len(path.nodes) == path.distance + 1
        assert node_key(path.nodes[0]) in starts
        assert each.partial == path.partial
        if path.edges is None:
            continue
        product = Fraction(1)
        for place, step in enumerate(path.edges):
            ends = [node_key(end).partition(":")[2] for end in (step.from_, step.to)]
            edge = known[ends[0], ends[1], step.edge_type]
            assert edge.kind is not EdgeKind.CONTAINS
            assert {key_of(end) for end in ends} == {node_key(end) for end in path.nodes[place : place + 2]}
            assert [site.start_line for site in step.sites] == list(range(1, edge.line + 1))
            product *= Fraction(edge.confidence, 100)
        assert path.confidence == round(float(product), 6)


@given(webs(), SEEDS, st.permutations(range(len(SYMBOLS))), SMALL_CAPS)
def test_the_same_bytes_whatever_the_order_of_the_input(
    edges: list[WebEdge], seed: str, order: list[int], caps: Caps
) -> None:
    request = asked(caps, seed, depth=4)
    one = impact(web_graph(edges), request)
    other = impact(web_graph(edges[::-1], order), request)
    assert to_json(one) == to_json(other)


def test_who_calls_it_and_who_calls_those() -> None:
    found = impact(SHOP, asked(WIDE, "shop/cart.py::Cart.total"))
    assert shown(found) == [
        "1 shop/orders.py::order",
        "1 shop/orders.py::guess",
        "2 shop/orders.py::outer",
        "2 tests/test_orders.py::test_order",
    ]
    partial = {node_key(each.ref): each.partial for each in found.impacted}
    assert [key for key, is_partial in partial.items() if is_partial] == ["symbol:shop/orders.py::guess"]
    assert {node_key(each.ref) for each in found.impacted if each.is_test} == {
        "symbol:tests/test_orders.py::test_order"
    }


def test_ways_have_as_many_edges_as_there_may_be() -> None:
    caps = caps_of("default", CapSettings(max_edges=2))
    found = impact(SHOP, asked(caps, "Cart.total", depth=2))
    ways = [each.witness_path for each in found.impacted]
    assert [(way.distance, len(way.nodes), way.edges is None) for way in ways if way is not None] == [
        (1, 2, False),
        (1, 2, False),
        (2, 3, True),
        (2, 3, True),
    ]
    (record,) = found.truncation
    assert (record.cap, record.limit, record.observed, record.omitted) == ("maxEdges", 2, 4, 2)
    assert record.at is not None
    assert record.at.edge == "symbol:shop/orders.py::outer call symbol:shop/orders.py::order"
    assert not impact(SHOP, asked(caps_of("default", CapSettings(max_edges=4)), "Cart.total")).truncation


def test_a_class_is_all_of_its_members() -> None:
    found = impact(SHOP, asked(WIDE, "Cart", depth=1))
    assert shown(found) == ["1 shop/orders.py::order", "1 shop/orders.py::guess"]
    assert found.stats.starts == 3


def test_an_import_counts_where_nothing_else_of_its_file_is_reached() -> None:
    found = impact(SHOP, ImpactRequest(caps=WIDE, changed=("shop/cart.py",)))
    assert "1 shop/report.py" in shown(found)
    assert "1 shop/orders.py" not in shown(found)
    named = EdgeFilters(graphs=("importGraph",))
    every = impact(SHOP, ImpactRequest(caps=WIDE, changed=("shop/cart.py",), filters=named))
    assert shown(every) == ["1 shop/orders.py", "1 shop/report.py"]


@pytest.mark.parametrize("paths", [("shop/cart.py",), ("shop/cart.py", "shop/report.py"), ("shop",)])
def test_changed_files_are_always_told_as_a_reference_with_a_warning(paths: tuple[str, ...]) -> None:
    found = impact(SHOP, ImpactRequest(caps=caps_of("default", CapSettings(max_candidates=2)), changed=paths))
    assert isinstance(found.seed, ReferenceEnvelope)
    assert found.seed.resolved is None
    assert len(found.seed.candidates) == 2
    assert [each.code for each in found.warnings] == ["SEEDS_DERIVED"]
    assert "maxCandidates" in [each.cap for each in found.truncation]


def test_a_changed_file_that_is_not_in_the_index_is_told() -> None:
    found = impact(SHOP, ImpactRequest(caps=WIDE, changed=("shop/page.html",)))
    assert [each.code for each in found.warnings] == ["SEEDS_DERIVED", "CHANGED_FILE_NOT_INDEXED"]
    assert not found.impacted
    assert found.basis.kind == "lower-bound"
    assert isinstance(found.seed, ReferenceEnvelope)
    assert found.seed.status == "unresolved"


def test_nothing_found_is_told_as_such() -> None:
    found = impact(SHOP, asked(WIDE, "Cart.empty"))
    assert not found.impacted
    assert [each.code for each in found.warnings] == ["NOTHING_FOUND"]


def test_seeds_that_are_not_clear_are_answered_with_what_they_may_mean() -> None:
    found = impact(SHOP, asked(WIDE, "Cart.totl"))
    assert isinstance(found.seed, ReferenceEnvelope)
    assert found.seed.status == "unresolved"
    assert [each.symbol_id for each in found.seed.candidates] == ["shop/cart.py::Cart.total"]
    assert [each.code for each in found.warnings] == ["SEED_NOT_RESOLVED"]
    several = impact(SHOP, asked(WIDE, "Cart.totl", "rate"))
    assert [each.code for each in several.warnings] == ["SEED_NOT_RESOLVED"]
    assert "1 shop/cart.py::Cart.total" in shown(several)


def test_risk_is_how_much_hangs_on_a_node_and_tests_have_none() -> None:
    found = impact(SHOP, asked(WIDE, "Cart.total"))
    assert {node_key(each.ref).rpartition("::")[2]: each.risk for each in found.impacted} == {
        "order": 3.0,
        "guess": 0.4,
        "outer": 1.0,
        "test_order": 0.0,
    }


def test_nothing_asked_is_an_error() -> None:
    with pytest.raises(NoChangeNamedError):
        impact(SHOP, ImpactRequest(caps=WIDE))
    with pytest.raises(InvalidOptionError):
        impact(SHOP, asked(WIDE, "rate", depth=0))


def test_a_difference_begins_with_the_symbols_that_changed() -> None:
    change = changes(
        ChangedSymbol(kind="body", symbol_id="shop/cart.py::rate", symbol_kind="function"),
        ChangedSymbol(
            kind="body", symbol_id="shop/orders.py::outer", symbol_kind="function", only="comments"
        ),
        ChangedSymbol(kind="added", symbol_id="shop/new.py::f", symbol_kind="function"),
        files=(
            ChangedFile(path="shop/cart.py", status="modified", is_code=True),
            ChangedFile(path="a.html", status="added"),
        ),
    )
    found = impact(SHOP, ImpactRequest(caps=WIDE, changes=change, depth=1))
    assert shown(found) == ["1 shop/cart.py::Cart.total"]
    assert [each.code for each in found.warnings] == [
        "SEEDS_DERIVED",
        "CHANGED_FILES_NOT_READ",
        "CHANGED_SYMBOLS_NOT_INDEXED",
        "ONLY_COMMENTS_CHANGED",
    ]
    assert found.changes is not None
    assert (found.changes.n_files, found.changes.n_symbols) == (2, 3)


def test_an_empty_difference_is_an_answer() -> None:
    found = impact(SHOP, ImpactRequest(caps=WIDE, changes=changes()))
    assert not found.impacted
    assert found.changes is not None


def test_what_is_gone_is_known_by_its_old_name() -> None:
    graph = project(
        """
        #- external
        def app.lost.thing()
        #- app/b.py
        def one()
            call ext:app.lost.thing
        def two()
        """
    ).graph()
    gone = changes(
        ChangedSymbol(kind="removed", symbol_id="src/app/lost.py::thing", symbol_kind="function"),
        ChangedSymbol(kind="removed", symbol_id="src/app/lost.py::other", symbol_kind="function"),
    )
    mention = DanglingReference(symbol="src/app/lost.py::other", file="app/b.py", line=3)
    found = impact(
        graph, ImpactRequest(caps=WIDE, changes=gone, mentions=DanglingReferences(places=(mention,)))
    )
    assert shown(found) == ["1 app/b.py::one", "1 app/b.py::two"]
    by_name = {node_key(each.ref): each for each in found.impacted}
    assert by_name["symbol:app/b.py::two"].partial
    assert by_name["symbol:app/b.py::two"].witness_path is None
    assert found.changes is not None
    assert [
        (each.symbol_id, [node_key(ref) for ref in each.dangling], [place.line for place in each.mentions])
        for each in found.changes.gone
    ] == [
        ("src/app/lost.py::thing", ["symbol:ext:app.lost.thing"], []),
        ("src/app/lost.py::other", [], [3]),
    ]
    assert "gone_symbols" in [each.code for each in found.basis.causes]


def test_a_direct_break_stays_direct_if_a_longer_way_leads_there_too() -> None:
    graph = project(
        """
        #- a.py
        def base()
        def middle()
            call base
        #- b.py
        def user()
            call middle
        def outer()
            call user
        """
    ).graph()
    change = changes(
        ChangedSymbol(kind="body", symbol_id="a.py::base", symbol_kind="function"),
        ChangedSymbol(kind="removed", symbol_id="a.py::lost", symbol_kind="function"),
    )
    mention = DanglingReference(symbol="a.py::lost", file="b.py", line=2)
    few = caps_of("large", CapSettings(max_nodes=3))
    for caps in (WIDE, few):
        found = impact(
            graph,
            ImpactRequest(caps=caps, changes=change, mentions=DanglingReferences(places=(mention,)), depth=3),
        )
        assert shown(found) == ["1 a.py::middle", "1 b.py::user", "3 b.py::outer"]
        user = found.impacted[1]
        assert (user.confidence, user.partial, user.witness_path) == (0.5, True, None)
        assert found.impacted[2].witness_path is not None


def test_who_called_a_removed_override_gets_what_it_overrode() -> None:
    graph = project(
        """
        #- repo.py
        class Repo
        def Repo.save(self)
        class Mid(Repo)
        class Top
        def Top.save(self)
        class Other(Top)
        def Other.save(self)
        class SqlRepo(Mid, Other)
        class Loop(Loop)
        #- use.py
        def persist()
            call Repo.save
        def other()
            call Other.save
        def far()
            call Top.save
        def outer()
            call persist
        """
    ).graph()
    for change in (
        ChangedSymbol(kind="removed", symbol_id="repo.py::SqlRepo.save", symbol_kind="function"),
        ChangedSymbol(
            kind="renamed",
            symbol_id="repo.py::SqlRepo.store",
            symbol_kind="function",
            old_symbol_id="repo.py::SqlRepo.save",
        ),
    ):
        found = impact(graph, ImpactRequest(caps=WIDE, changes=changes(change)))
        assert shown(found) == [
            "1 use.py::persist",
            "1 use.py::other",
            "1 use.py::far",
            "2 use.py::outer",
        ]
    # The class is called otherwise as well.
    both = changes(
        ChangedSymbol(
            kind="renamed",
            symbol_id="repo.py::SqlRepo",
            symbol_kind="type",
            old_symbol_id="repo.py::OldRepo",
        ),
        ChangedSymbol(kind="removed", symbol_id="repo.py::OldRepo.save", symbol_kind="function"),
    )
    assert "1 use.py::persist" in shown(impact(graph, ImpactRequest(caps=WIDE, changes=both)))
    for symbol in ("repo.py::Repo.load", "repo.py::Loop.save", "repo.py::save", "gone.py::Lost.save"):
        none = changes(ChangedSymbol(kind="removed", symbol_id=symbol, symbol_kind="function"))
        assert not shown(impact(graph, ImpactRequest(caps=WIDE, changes=none)))


def test_who_called_a_removed_overload_may_mean_one_that_is_left() -> None:
    graph = project(
        """
        #- a.py
        def add()
        def user()
            call add
        """
    ).graph()
    for symbol in ("a.py::add", "a.py::add#2"):
        change = changes(ChangedSymbol(kind="removed", symbol_id=symbol, symbol_kind="function"))
        assert shown(impact(graph, ImpactRequest(caps=WIDE, changes=change))) == ["1 a.py::user"]


def test_who_overrides_a_method_must_follow_its_signature() -> None:
    graph = project(
        """
        #- a.py
        class Base
        def Base.run(self)
        class Child(Base)
        def Child.run(self)
        """
    ).graph()
    for kind, wanted in (("signature", ["1 a.py::Child.run"]), ("body", [])):
        change = changes(
            ChangedSymbol(
                kind="signature" if kind == "signature" else "body",
                symbol_id="a.py::Base.run",
                symbol_kind="function",
            )
        )
        found = impact(graph, ImpactRequest(caps=WIDE, changes=change, depth=1))
        assert shown(found) == wanted, kind


def test_data_flow_is_no_dependency_unless_it_is_named() -> None:
    web = [WebEdge(SYMBOLS.index("a.py::f"), SYMBOLS.index("a.py::g"), EdgeKind.DATAFLOW, 85, 1)]
    graph = web_graph(web)
    assert shown(impact(graph, asked(WIDE, "a.py::g"))) == []
    named = EdgeFilters(edge_types=("dataflow",))
    assert shown(impact(graph, asked(WIDE, "a.py::g", filters=named))) == ["1 a.py::f"]


def test_a_line_with_an_old_name_counts_only_if_nothing_else_is_meant() -> None:
    graph = project(
        """
        #- a.py
        def caller()
            call thing
        def other()
        #- b.py
        def thing()
        """
    ).graph()
    gone = changes(ChangedSymbol(kind="removed", symbol_id="c.py::thing", symbol_kind="function"))
    lines = tuple(DanglingReference(symbol="c.py::thing", file="a.py", line=line) for line in (2, 3))
    found = impact(graph, ImpactRequest(caps=WIDE, changes=gone, mentions=DanglingReferences(places=lines)))
    assert shown(found) == ["1 a.py::other"]


def test_a_name_that_was_not_looked_for_everywhere_makes_a_lower_bound() -> None:
    bindings = (
        ChangedBinding(symbol_id="shop/cart.py::tax", is_gone=True),
        ChangedBinding(symbol_id="shop/cart.py::fee", is_gone=False),
    )
    names = tuple(each.symbol_id for each in bindings)
    changed = msgspec.structs.replace(changes(), bindings=bindings)
    for unsearched in ((), names[:1], names):
        request = ImpactRequest(
            caps=WIDE, changes=changed, mentions=DanglingReferences(unsearched=unsearched)
        )
        counted = {each.code: each.count for each in impact(SHOP, request).basis.causes}
        assert counted.get(CHANGED_IMPORTS, 0) == len(unsearched)


def test_changes_outside_of_the_folder_make_a_lower_bound() -> None:
    changed = msgspec.structs.replace(changes(), n_outside=2)
    counted = {
        each.code: each.count for each in impact(SHOP, ImpactRequest(caps=WIDE, changes=changed)).basis.causes
    }
    assert counted[UNREAD_CHANGES] == 2


def test_a_difference_that_ends_elsewhere_is_told() -> None:
    there = msgspec.structs.replace(changes(), new="b" * 40)
    codes = [
        each.code
        for each in impact(
            SHOP, ImpactRequest(caps=WIDE, changes=there), index=IndexIdentity(commit="c" * 40)
        ).warnings
    ]
    assert codes == ["SEEDS_DERIVED", "INDEX_OF_ANOTHER_STATE"]


def test_what_is_cut_from_evidence_is_told() -> None:
    edges = [WebEdge(1, 2, EdgeKind.CALL, 100, 4), WebEdge(6, 2, EdgeKind.CALL, 100, 3)]
    graph = web_graph(edges)
    found = impact(
        graph, ImpactRequest(caps=caps_of("large", CapSettings(max_call_sites=2)), seeds=(SYMBOLS[2],))
    )
    assert [(each.scope, each.cap, each.limit, each.observed, each.omitted) for each in found.truncation] == [
        ("impact", "maxCallSites", 2, 4, 3),
    ]


@pytest.mark.parametrize(("depth", "n_behind"), [(1, 1), (2, 2), (3, 0)])
def test_what_lies_behind_the_depth_that_was_asked_for_is_counted(depth: int, n_behind: int) -> None:
    found = impact(SHOP, asked(WIDE, "shop/cart.py::rate", depth=depth))
    counted = {each.code: each.count for each in found.basis.causes}
    assert counted.get("beyond_depth", 0) == (n_behind if depth > 1 else 2)
    assert found.truncation == ()


def test_a_depth_that_is_cut_with_nothing_behind_it_makes_no_lower_bound() -> None:
    caps = caps_of("default", CapSettings(max_depth=1))
    found = impact(SHOP, asked(caps, "outer", depth=9))
    (record,) = found.truncation
    assert (record.cap, record.limit, record.observed, record.omitted) == ("maxDepth", 1, 9, 0)
    assert record.note == "--depth 9 is beyond this cap, but nothing is beyond it"
    assert "caps" not in {each.code for each in found.basis.causes}
    behind = impact(SHOP, asked(caps, "rate", depth=9))
    assert [each.omitted for each in behind.truncation] == [2]
    assert "caps" in {each.code for each in behind.basis.causes}


OVERRIDES = project(
    """
    #- shop/base.py
    class Base
    def Base.__init__(self)
    def Base.run(self)
    def start()
        call Base.run
    def hook()
        use Base.run
    def build()
        call Base.__init__
    #- shop/own.py
    class Own(Base)
    def Own.__init__(self)
    def Own.run(self)
    #- tests/test_base.py
    class Fake(Base)
    def Fake.run(self)
    def test_fake()
        call Fake.run
    """
).graph()


def test_the_hop_to_what_a_method_overrides_is_no_step() -> None:
    found = impact(OVERRIDES, asked(WIDE, "Own.run", depth=1))
    assert [
        (node_key(each.ref).rpartition("::")[2], each.distance, each.steps) for each in found.impacted
    ] == [
        ("Base.run", 1, 0),
        ("hook", 2, 1),
        ("start", 1, None),
    ]
    assert not answer_problems(found)


def test_what_an_override_with_another_body_overrides_is_only_on_the_way() -> None:
    body = ChangedSymbol(kind="body", symbol_id="shop/own.py::Own.run", symbol_kind="function")
    signature = msgspec.structs.replace(body, kind="signature")
    found = impact(OVERRIDES, ImpactRequest(caps=WIDE, changes=changes(body)))
    assert shown(found) == ["2 shop/base.py::hook", "1 shop/base.py::start"]
    found = impact(OVERRIDES, ImpactRequest(caps=WIDE, changes=changes(signature)))
    assert shown(found) == ["1 shop/base.py::Base.run", "2 shop/base.py::hook", "1 shop/base.py::start"]


def test_code_does_not_notice_a_test_whose_values_get_to_it() -> None:
    graph = project(
        """
        #- a.py
        def run(callback)
            call check @0.85 inferred
        #- tests/test_a.py
        def check()
        def test_run()
            call check
        """
    ).graph()
    assert shown(impact(graph, asked(WIDE, "check"))) == ["1 tests/test_a.py::test_run"]


def test_an_override_in_a_test_is_no_change_of_production() -> None:
    assert shown(impact(OVERRIDES, asked(WIDE, "Fake.run"))) == ["1 tests/test_base.py::test_fake"]


def test_the_constructor_of_a_derived_class_is_none_of_its_base() -> None:
    assert shown(impact(OVERRIDES, asked(WIDE, "Own.__init__"))) == []


def test_users_weigh_within_a_band_of_confidence() -> None:
    graph = project(
        """
        #- a.py
        def seed()
        def sure()
            call seed
        def used()
            call seed @0.95 typed
        def guessed()
            call seed @0.3 heuristic
        def one()
            call used
            call guessed
        def two()
            call used
            call guessed
        #- tests/test_a.py
        def test_it()
            call seed
        """
    ).graph()
    found = impact(graph, asked(WIDE, "seed", depth=1))
    assert shown(found) == ["1 a.py::used", "1 a.py::sure", "1 a.py::guessed", "1 tests/test_a.py::test_it"]
    text = impact_text(found)
    assert text.index("used") < text.index("sure") < text.index("guessed")
    assert "risk: confidence x (1 + edges that use it)" in text
