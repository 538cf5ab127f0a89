"""Every answer reports what its caps cut, each cap once, in the same words as packs do."""

import msgspec
import pytest

from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.seeds.seed_references import reference_to_seeds
from codeshed.graph.walk.edge_filter import EdgeFilters
from codeshed.model.answers.caps import CapSettings, caps_of
from codeshed.model.answers.truncation import (
    INDEX_WARNINGS,
    MAX_FUNCTIONS_PER_TYPE,
    MAX_TYPES_PER_METHOD,
    MAX_WARNINGS,
    TruncationPlace,
    TruncationRecord,
    WarningRecord,
    merge_truncation_records,
)
from codeshed.query.context.context_contract import CompositeContextPackV1
from codeshed.query.graph_pack import GraphPackRequest, PackDirection, PackSeed, graph_pack, pack_around_rows
from codeshed.render.schemas import ANSWER_BY_SCHEMA
from tests.support.asks import ASKS
from tests.support.notation import project


def cuts(answer: msgspec.Struct) -> dict[str, TruncationRecord]:
    records: tuple[TruncationRecord, ...] = getattr(answer, "truncation", ())
    return {each.cap: each for each in records}


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
        answer = ASKS[name](SHOP, seed, "price", caps, None)
        record = cuts(answer)["maxCallSites"]
        assert (record.limit, record.observed, record.omitted) == (1, 3, 2), name


MANY = project("#- a.py\ndef start()\n" + "    call price\n" * 150 + "def price()\n").graph()


@pytest.mark.parametrize(
    ("limit", "omitted", "remedy"), [(32, 118, "=64 names 32;"), (64, 86, ""), (1000, 86, "")]
)
def test_every_answer_says_that_the_index_keeps_no_more_places(limit: int, omitted: int, remedy: str) -> None:
    caps = caps_of("wide", CapSettings(max_call_sites=limit))
    asked = {"callers": "price", "callees": "start", "path": "start", "why": "start", "graph": "start"}
    for name, seed in asked.items():
        answer = ASKS[name](MANY, seed, "price", caps, None)
        record = cuts(answer)["maxCallSites"]
        assert (record.limit, record.observed, record.omitted) == (limit, 150, omitted), name
        assert "the index keeps the first 64 of an edge" in (record.note or ""), name
        assert remedy in (record.note or ""), name
        assert ("--cap" in (record.note or "")) is bool(remedy), name
        assert getattr(answer, "basis").kind == "lower-bound", name  # noqa: B009 - answers have no common type


def test_every_answer_is_asked_for() -> None:
    kinds = {type(ask(SHOP, "start", "price", caps_of("wide"), None)) for ask in ASKS.values()}
    # A context is made of other answers; tests/query/test_context_musts.py holds it to its budget and its caps.
    missing = set(ANSWER_BY_SCHEMA.values()) - kinds - {CompositeContextPackV1}
    assert not missing, f"add {sorted(kind.__name__ for kind in missing)} to ASKS in tests/support/asks.py"


def test_every_answer_counts_the_warnings_about_the_whole_index() -> None:
    many = tuple(WarningRecord(code="X", message=f"{place}") for place in range(MAX_WARNINGS + 7))
    graph = msgspec.structs.replace(SHOP, warnings=many)
    for name, ask in ASKS.items():
        answer = ask(graph, "start", "unrelated", caps_of("wide"), None)
        shown: tuple[WarningRecord, ...] = getattr(answer, "warnings", ())
        counted = [each.data for each in shown if each.code == INDEX_WARNINGS]
        assert counted == [{"count": MAX_WARNINGS + 7}], name
        assert "X" not in {each.code for each in shown}, name


def test_both_ends_that_mean_too_much_are_one_record() -> None:
    caps = caps_of("wide", CapSettings(max_candidates=2))
    for name in ("path", "why"):
        record = cuts(ASKS[name](SHOP, "same", "same", caps, None))["maxCandidates"]
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
    seed = PackSeed(ref=found.seed, rows=(row,), truncation=(of_seed,))
    both = cuts(pack_around_rows(GUESSES, seed, GraphPackRequest(caps=caps), found.basis.index))[
        "maxCandidates"
    ]
    n_of_calls = 0 if of_calls is None else of_calls.omitted or 0
    assert (both.observed, both.omitted) == (9, 8 + n_of_calls)
    assert "write more of the name" in (both.note or "")


def test_records_of_one_cap_are_told_together() -> None:
    first = TruncationRecord(scope="graph", cap="maxCandidates", limit=3, observed=9, omitted=6, note="a")
    other = TruncationRecord(scope="graph", cap="maxEdges", limit=3)
    second = TruncationRecord(scope="graph", cap="maxCandidates", limit=3, observed=5, omitted=2, note="b")
    apart = TruncationRecord(scope="impact", cap="maxCandidates", limit=3)
    merged = merge_truncation_records((first, other, second, apart))
    assert merged == (
        msgspec.structs.replace(first, observed=9, omitted=8, note="a; b"),
        other,
        apart,
    )


def test_what_two_walks_left_out_is_not_added_up() -> None:
    first = TruncationRecord(
        scope="graph", cap="maxNodes", limit=3, observed=9, omitted=6, note="counts; more lets them in"
    )
    second = TruncationRecord(scope="graph", cap="maxNodes", limit=3, observed=5, omitted=2, note="counts")
    (merged,) = merge_truncation_records((first, second))
    assert (merged.observed, merged.omitted) == (9, None)
    assert (merged.note or "").endswith("is not known, since several walks were cut; more lets them in")


HUB = project(
    "#- a.py\ndef hub()\n"
    + "".join(f"    call user{place}\n" for place in range(40))
    + "".join(f"def user{place}()\n    call hub\n" for place in range(40))
).graph()


def test_work_that_is_missing_is_found_out_at_once() -> None:
    """What the record of a pack or an impact names is enough, and one unit less is not."""
    for name in ("graph", "impact"):
        needed = cuts(
            ASKS[name](HUB, "hub", "user1", caps_of("large", CapSettings(max_work_units=10)), None)
        )["maxWorkUnits"].observed
        assert needed is not None
        assert needed > 80
        for n_units in (needed, needed - 1):
            caps = caps_of("large", CapSettings(max_work_units=n_units))
            record = cuts(ASKS[name](HUB, "hub", "user1", caps, None)).get("maxWorkUnits")
            assert (record is None) is (n_units == needed), name


def _common_type(n_takers: int) -> CodeGraph:
    return project(
        "#- a.py\nclass User\ndef load() -> User\n"
        + "".join(f"def f{n:02}(user: User)\n" for n in range(n_takers))
        + "def other()\n    call f00\n"
    ).graph()


def test_data_flow_through_a_type_that_is_too_common_is_a_cut() -> None:
    """The index has none of these edges: what follows data flow is a lower bound, and says by which cap."""
    caps = caps_of("large")
    within, beyond = (_common_type(MAX_FUNCTIONS_PER_TYPE + n) for n in (-1, 0))
    assert graph_pack(within, "load", GraphPackRequest(caps=caps)).basis.kind == "exact"
    pack = graph_pack(beyond, "load", GraphPackRequest(caps=caps))
    record = cuts(pack)["maxFunctionsPerType"]
    assert (record.limit, record.observed, record.omitted) == (MAX_FUNCTIONS_PER_TYPE, 1, None)
    assert record.at == TruncationPlace(node="symbol:a.py::load")
    assert pack.basis.kind == "lower-bound"
    assert "caps" in {each.code for each in pack.basis.causes}


def test_a_cut_of_data_flow_matters_only_to_answers_that_follow_it() -> None:
    graph = _common_type(MAX_FUNCTIONS_PER_TYPE)
    calls = GraphPackRequest(caps=caps_of("large"), filters=EdgeFilters(graphs=("callGraph",)))
    assert graph_pack(graph, "load", calls).basis.kind == "exact"
    for name in ("impact", "callers", "callees"):
        assert "maxFunctionsPerType" not in cuts(ASKS[name](graph, "load", "f00", caps_of("large"), None)), (
            name
        )
    # Nothing that was expanded uses the type, and one node alone has no edge to another that does.
    pack = graph_pack(graph, "other", GraphPackRequest(caps=caps_of("large"), direction=PackDirection.OUT))
    assert {each.name for each in pack.nodes} == {"other", "f00"}
    assert pack.basis.kind == "exact"


def test_inheritance_by_a_name_that_is_too_common_is_a_cut() -> None:
    def classes(n_classes: int) -> CodeGraph:
        texts = (f"class C{n:02}\ndef C{n:02}.speak(self)\ndef C{n:02}.eat(self)\n" for n in range(n_classes))
        return project("#- a.lua\n" + "".join(texts)).graph()

    for n_classes, is_cut in ((MAX_TYPES_PER_METHOD, False), (MAX_TYPES_PER_METHOD + 1, True)):
        pack = graph_pack(
            classes(n_classes), "C00", GraphPackRequest(caps=caps_of("large"), direction=PackDirection.OUT)
        )
        record = cuts(pack).get("maxTypesPerMethod")
        assert (record is not None) is is_cut
        assert record is None or (record.omitted is None and "not known" in (record.note or ""))
        assert not is_cut or pack.basis.kind == "lower-bound"


def test_the_remedy_of_a_cut_list_of_starts_is_not_to_write_a_longer_name() -> None:
    """What a difference changed cannot be written otherwise; a higher cap lists it."""
    _, records = reference_to_seeds(SHOP, (0, 1, 2), "what changed", max_candidates=1, scope="impact")
    assert [(each.cap, each.omitted) for each in records] == [("maxCandidates", 2)]
    assert (records[0].note or "").startswith("counts starts that are not listed; all were followed")
    assert reference_to_seeds(SHOP, (0, 1, 2), "what changed", max_candidates=3, scope="impact")[1] == ()
