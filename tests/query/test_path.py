"""The shortest path from one symbol to another."""

from pathlib import Path

import pytest
from hypothesis import given

from codeshed.errors import InvalidOptionError
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.kinds import EdgeKind
from codeshed.graph.walk.edge_filter import EdgeFilters
from codeshed.model.answers.answer_rules import answer_problems
from codeshed.model.answers.caps import CapSettings, caps_of
from codeshed.model.answers.node_references import NodeRef, node_key
from codeshed.model.source_reader import TextSourceReader
from codeshed.project.index.graph_in_memory import index_repository
from codeshed.query.path import PathReportV1, PathRequest, path_between
from codeshed.query.why import WhyRequest, why
from codeshed.render.layout.source_lines import SourceLines
from codeshed.render.path_text import path_text
from tests.support.notation import project
from tests.support.toys import Toy, toys

PLACES = project(
    """
    #- a.py
    def start()
        call left @0.5 inferred
        call right @0.8 inferred
        read SETTING
        call ? x.unknown
    def left()
        call goal
    def right()
        call goal
    def goal()
        call behind
    def behind()
    var SETTING
    def alone()
    class Base
    def Base.run(self)
    class Child(Base)
    def Child.run(self)
        call alone
    def runner()
        call Base.run
    """
).graph()

_NO_FILTERS = EdgeFilters()


def ask(
    graph: CodeGraph, source: str, target: str, filters: EdgeFilters = _NO_FILTERS, **caps: int
) -> PathReportV1:
    request = PathRequest(caps=caps_of("wide", CapSettings(**caps)), filters=filters)
    return path_between(graph, source, target, request)


def way(report: PathReportV1) -> str:
    """Write a way in a line."""
    if report.path is None or report.path.edges is None:
        return "none"
    names = [node_key(each).partition("::")[2] for each in report.path.nodes]
    steps = [f" {edge.edge_type} {name}" for edge, name in zip(report.path.edges, names[1:], strict=True)]
    return f"{report.direction}: {names[0]}{''.join(steps)}"


def test_of_equally_short_ways_the_surest() -> None:
    report = ask(PLACES, "start", "goal")
    assert way(report) == "forward: start call right call goal"
    assert report.path is not None
    assert report.path.confidence == pytest.approx(0.8)
    assert report.path.edges is not None
    assert report.path.edges[0].sites[0].start_line == 3
    assert [each.label for each in report.nodes] == ["start", "right", "goal"]


def test_through_what_overrides_a_method() -> None:
    assert way(ask(PLACES, "runner", "alone")) == "forward: runner call Child.run call alone"


def test_other_edges_only_if_no_call_leads_there() -> None:
    report = ask(PLACES, "start", "SETTING")
    assert way(report) == "forward: start read SETTING"
    assert [(each.is_found, len(each.edge_types) > 3) for each in report.attempts] == [
        (False, False),
        (True, True),
    ]


def test_the_way_back() -> None:
    report = ask(PLACES, "behind", "start")
    assert way(report) == "backward: start call right call goal call behind"
    assert [each.direction for each in report.attempts] == ["forward", "forward", "backward"]


def test_no_way_says_what_was_looked_at() -> None:
    report = ask(PLACES, "start", "alone")
    assert way(report) == "none"
    assert [(each.direction, each.is_complete) for each in report.attempts] == [
        ("forward", True),
        ("forward", True),
        ("backward", True),
        ("backward", True),
    ]
    assert [(each.code, each.count) for each in report.basis.causes] == [("unresolved_calls", 1)]


def test_caps_cut_the_search_and_say_so() -> None:
    report = ask(PLACES, "start", "behind", max_depth=2)
    assert way(report) == "none"
    assert not report.attempts[0].is_complete
    assert "maxDepth" in {each.cap for each in report.truncation}
    assert report.basis.kind == "lower-bound"


def test_only_edges_that_were_asked_for() -> None:
    assert way(ask(PLACES, "start", "goal", EdgeFilters(min_confidence=0.9))) == "none"
    assert way(ask(PLACES, "start", "SETTING", EdgeFilters(edge_types=("call",)))) == "none"
    with pytest.raises(InvalidOptionError):
        ask(PLACES, "start", "goal", EdgeFilters(edge_types=("flies",)))


def test_a_class_stands_for_its_methods() -> None:
    assert way(ask(PLACES, "Child", "alone")) == "forward: Child.run call alone"


def test_seeds_that_are_not_clear_or_the_same() -> None:
    assert [each.code for each in ask(PLACES, "nothing", "run").warnings] == ["SEED_NOT_RESOLVED"] * 2
    with pytest.raises(InvalidOptionError, match="same"):
        ask(PLACES, "Base", "a.py::Base")


CIRCLES = project(
    """
    #- a.py
    def once()
        call once @0.9 inferred
        call there
    def there()
        call once
    def even(n)
        call odd @0.5 inferred
        call peer @0.8 inferred
        call far
    def odd(n)
        call even
    def peer(n)
        call even
    def far()
        call farther
    def farther()
        call even
    def plain()
        call even
    """
).graph()


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("once", "forward: once call once"),
        ("there", "forward: there call once call there"),
        ("even", "forward: even call peer call even"),
        ("far", "forward: far call farther call even call far"),
        ("plain", "none"),
    ],
)
def test_from_a_function_to_itself_it_is_the_shortest_circle(name: str, wanted: str) -> None:
    report = ask(CIRCLES, name, name)
    assert way(report) == wanted
    assert answer_problems(report) == ()
    if report.path is None:
        assert all(each.is_complete for each in report.attempts)
        assert "no path was found that leads back to it" in path_text(
            report, SourceLines(TextSourceReader({}))
        )
        return
    assert (report.path.distance, len(report.path.nodes)) == (wanted.count(" call "), len(report.nodes))
    assert report.basis.kind == "exact"


def test_a_circle_is_as_sure_as_all_of_its_steps() -> None:
    report = ask(CIRCLES, "even", "even")
    assert report.path is not None
    assert report.path.confidence == pytest.approx(0.8)
    cut = ask(CIRCLES, "far", "far", max_work_units=4)
    assert (way(cut), [each.cap for each in cut.truncation]) == ("none", ["maxWorkUnits"])


@given(toys(variables_use=False))
def test_every_step_is_an_edge_and_no_way_is_shorter(toy: Toy) -> None:
    graph = toy.graph()
    calls = {(edge.source, edge.target) for edge in graph.iter_edges() if edge.kind is EdgeKind.CALL}
    functions = sorted({symbol for edge in calls for symbol in edge})
    for source, target in ((one, other) for one in functions for other in functions if one != other):
        report = ask(graph, source, target, EdgeFilters(edge_types=("call",)))
        wanted = _distance(calls, source, target)
        if wanted is None:
            assert report.direction != "forward"
            continue
        assert report.direction == "forward"
        assert report.path is not None
        assert report.path.edges is not None
        assert (report.path.distance, len(report.path.nodes)) == (wanted, wanted + 1)
        steps = [(_symbol(edge.from_), _symbol(edge.to)) for edge in report.path.edges]
        assert set(steps) <= calls
        assert [source, *(end for _, end in steps)] == [_symbol(each) for each in report.path.nodes]


def _symbol(ref: NodeRef) -> str:
    return node_key(ref).partition(":")[2]


def _distance(calls: set[tuple[str, str]], source: str, target: str) -> int | None:
    """Return how many calls lead from one function to another, the plain way."""
    seen, level, distance = {source}, {source}, 0
    while level:
        if target in level:
            return distance
        level = {end for begin, end in calls if begin in level} - seen
        seen |= level
        distance += 1
    return None


def test_a_surer_way_is_preferred_to_a_little_shorter_one() -> None:
    graph = project(
        """
        #- a.py
        def first()
            call last @0.3 heuristic
            call middle
        def middle()
            call near
        def near()
            call last
        def last()
        def far()
            call last @0.3 heuristic
            call one
        def one()
            call two
        def two()
            call three
        def three()
            call last
        """
    ).graph()
    surer = path_between(graph, "first", "last", PathRequest(caps=caps_of("default")))
    assert surer.path is not None
    assert (surer.path.distance, surer.path.confidence) == (3, 1.0)
    # This one is three steps longer.
    shorter = path_between(graph, "far", "last", PathRequest(caps=caps_of("default")))
    assert shorter.path is not None
    assert (shorter.path.distance, shorter.path.confidence) == (1, 0.3)


DETOUR = project(
    """
    #- a.py
    def first()
        call last @0.3 heuristic
        call middle
    def middle()
        call near
        call unknown
    def near()
        call last
    def last()
    """
).graph()


@pytest.mark.parametrize(
    ("cap", "limit", "name"),
    [("max_depth", 1, "maxDepth"), ("max_work_units", 5, "maxWorkUnits"), ("max_nodes", 1, "maxNodes")],
)
def test_a_cap_that_keeps_from_a_surer_way_is_told(cap: str, limit: int, name: str) -> None:
    caps = caps_of("default", CapSettings(**{cap: limit}))
    cut = path_between(DETOUR, "first", "last", PathRequest(caps=caps))
    assert cut.path is not None
    assert (cut.path.distance, cut.path.confidence) == (1, 0.3)
    assert [each.cap for each in cut.truncation] == [name]
    assert [each.is_complete for each in cut.attempts] == [False]
    assert cut.basis.kind == "lower-bound"


def test_the_clock_that_keeps_from_a_surer_way_is_told() -> None:
    ticks = iter((0.0, 0.0, *(9.0 for _ in range(100))))
    caps = caps_of("default", CapSettings(max_wall_clock_ms=1))
    cut = path_between(DETOUR, "first", "last", PathRequest(caps=caps), clock=lambda: next(ticks))
    assert cut.path is not None
    assert cut.path.distance == 1
    assert [each.cap for each in cut.truncation] == ["maxWallClockMs"]


def test_calls_on_the_ways_that_a_surer_one_may_take_are_not_seen() -> None:
    whole = path_between(DETOUR, "first", "last", PathRequest(caps=caps_of("default")))
    assert whole.path is not None
    assert (whole.path.distance, whole.truncation) == (3, ())
    assert "unresolved_calls" in {each.code for each in whole.basis.causes}


def test_the_depth_changes_no_cause_where_nothing_is_beyond_it() -> None:
    graph = project(
        """
        #- a.py
        def first()
            call second
        def second()
            call unknown
        def alone()
        """
    ).graph()
    near, far = (
        path_between(graph, "first", "alone", PathRequest(caps=caps_of("wide", CapSettings(max_depth=depth))))
        for depth in (1, 5)
    )
    assert near.truncation == ()
    assert near.basis.causes == far.basis.causes
    assert [(each.code, each.count) for each in near.basis.causes] == [("unresolved_calls", 1)]


@pytest.mark.parametrize(("source", "target"), [(".", "nothing"), ("nothing", ".")])
def test_modules_of_a_folder_that_are_not_listed_are_told_beside_an_unknown_end(
    source: str, target: str
) -> None:
    graph = project(
        """
        #- a.py
        def f()
        #- b.py
        def g()
        """
    ).graph()
    caps = caps_of("default", CapSettings(max_candidates=1))
    report = path_between(graph, source, target, PathRequest(caps=caps))
    assert [(each.cap, each.omitted) for each in report.truncation] == [("maxCandidates", 1)]
    assert why(graph, source, target, WhyRequest(caps=caps)).truncation == report.truncation


FORMATTED = """
class Database:
    def get_channel_value(self, channel):
        return channel


class Cache:
    def get_channel_value(self, channel):
        return None


def format_time(db: Database, channel):
    return db.get_channel_value(channel)


def update_format(bot, channel):
    return format_time(bot.db, channel) or bot.db.get_channel_value(channel)
"""


def test_the_surer_way_leads_through_a_function_whose_parameter_has_a_type(tmp_path: Path) -> None:
    """The form of `update_channel_format` in sopel: the object that it calls itself has no type."""
    (tmp_path / "bot.py").write_text(FORMATTED)
    graph = index_repository(tmp_path, types="off")
    request = PathRequest(caps=caps_of("default"))
    report = path_between(graph, "update_format", "Database.get_channel_value", request)
    assert report.path is not None
    assert report.path.confidence is not None
    assert [node_key(each).rpartition("::")[2] for each in report.path.nodes] == [
        "update_format",
        "format_time",
        "Database.get_channel_value",
    ]
    (direct,) = [
        edge
        for edge in range(len(graph.edges.targets))
        if graph.nodes.symbols[int(graph.edges.sources[edge])].endswith("update_format")
        and graph.nodes.symbols[int(graph.edges.targets[edge])].endswith("Database.get_channel_value")
    ]
    assert report.path.confidence is not None
    assert graph.edges.confidence[direct] < 100 * report.path.confidence
