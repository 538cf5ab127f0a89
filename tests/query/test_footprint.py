"""What a footprint's result says beyond its set."""

import pytest

from codeshed.errors import AmbiguousSymbolError, InvalidOptionError, UnknownSymbolError
from codeshed.footprint.options import FootprintOptions, Mode, Policy
from codeshed.query.footprint import (
    FootprintResult,
    empty_report,
    footprint_of,
    iter_all_footprints,
    large_answer_warning,
)
from tests.support.notation import project

CHAIN = """
    def a()
        call b
    def b()
        call c
    def c()
    def d()
    """


def options(**changes: object) -> FootprintOptions:
    return FootprintOptions(**changes)  # type: ignore[arg-type]


def result(notation: str, *starts: str, **changes: object) -> FootprintResult:
    return footprint_of(project(notation).graph(), starts, options(**changes))


def test_the_whole_result() -> None:
    found = result(CHAIN, "a", "d")
    assert found.start == ("a.py::a", "a.py::d")
    assert found.reachable_set == ("a.py::a", "a.py::b", "a.py::c", "a.py::d")
    assert found.reachable_nodes_ordered == ("a.py::a", "a.py::d", "a.py::b", "a.py::c")
    assert found.reachable_nodes_by_layer == (("a.py::a", "a.py::d"), ("a.py::b",), ("a.py::c",))
    assert found.total_context_size == sum(step.context_size for step in found.traversal_steps)
    assert not found.lower_bound
    assert found.truncation == ()


def test_forward_and_missing_contracts_add_up() -> None:
    found = result(CHAIN, "b", policy=Policy.CLOSURE)
    sizes = {step.node: step.context_size for step in found.traversal_steps}
    assert found.forward_context_size == sizes["a.py::b"] + sizes["a.py::c"]
    assert found.missing_contract_context_size == sizes["a.py::a"]
    assert found.missing_contract_nodes == ("a.py::a",)


@pytest.mark.parametrize("policy", list(Policy))
def test_a_budget_cuts_and_says_so(policy: Policy) -> None:
    whole = result(CHAIN, "a", policy=policy)
    cut = result(CHAIN, "a", policy=policy, max_tokens=whole.total_context_size - 1)
    assert (
        len(cut.reachable_set) < len(whole.reachable_set)
        or cut.total_context_size >= whole.total_context_size - 1
    )
    uncut = result(CHAIN, "a", policy=policy, max_tokens=whole.total_context_size)
    assert uncut.reachable_set == whole.reachable_set
    assert uncut.truncation == ()


def test_closure_stops_before_the_first_node_that_would_exceed_the_budget() -> None:
    whole = result(CHAIN, "a")
    sizes = [step.context_size for step in whole.traversal_steps]
    cut = result(CHAIN, "a", max_tokens=sizes[0] + sizes[1])
    assert cut.reachable_nodes_ordered == ("a.py::a", "a.py::b")
    assert cut.total_context_size == sizes[0] + sizes[1]
    assert cut.lower_bound
    assert cut.lower_bound_causes == ("max_tokens",)
    record = cut.truncation[0]
    assert (record.scope, record.cap, record.limit, record.omitted) == (
        "footprint",
        "maxTokens",
        sizes[0] + sizes[1],
        1,
    )
    assert record.observed == whole.total_context_size
    assert str(whole.total_context_size) in (record.note or "")
    assert result(CHAIN, "a", max_tokens=1).reachable_set == ()


def test_edges_below_the_confidence_limit_are_left_out_and_counted() -> None:
    notation = """
        def a()
            call b @0.4 heuristic
            call c @0.5 inferred
        def b()
        def c()
        """
    found = result(notation, "a")
    assert found.reachable_set == ("a.py::a", "a.py::c")
    assert found.n_low_confidence_edges == 1
    assert found.lower_bound_causes == ("low_confidence_edges",)
    assert result(notation, "a", min_confidence=0.0).reachable_set == ("a.py::a", "a.py::b", "a.py::c")


@pytest.mark.parametrize("policy", list(Policy))
def test_callers_that_are_left_out_are_counted_too(policy: Policy) -> None:
    notation = """
        def a()
        def b()
            call a @0.4 heuristic
        """
    found = result(notation, "a", policy=policy)
    assert found.reachable_set == ("a.py::a",)
    assert found.lower_bound_causes == ("low_confidence_edges",)


def test_unresolved_calls_on_the_frontier_make_it_a_floor() -> None:
    notation = """
        def a()
            call b
        def b()
            call ?
            call ? x.y
        def c()
        """
    found = result(notation, "a")
    assert (found.n_unresolved_calls, found.lower_bound_causes) == (2, ("unresolved_calls",))
    assert not result(notation, "c").lower_bound


def test_a_type_stands_for_its_methods() -> None:
    notation = """
        class C
        field C.x
        def C.m(self)
        def C.n(self)
        class Empty
        """
    assert result(notation, "C").start == ("a.py::C.m", "a.py::C.n")
    with pytest.raises(InvalidOptionError, match="without methods"):
        result(notation, "Empty")


def test_unknown_and_ambiguous_symbols_name_candidates() -> None:
    with pytest.raises(UnknownSymbolError) as unknown:
        result("def total()\ndef other()", "totl")
    assert unknown.value.candidates == ("a.py::total",)
    with pytest.raises(AmbiguousSymbolError) as ambiguous:
        result("class A\ndef A.m()\nclass B\ndef B.m()", "m")
    assert ambiguous.value.candidates == ("a.py::A.m", "a.py::B.m")


def test_all_functions_but_no_externals_types_or_variables() -> None:
    notation = """
        #- a.py
        class C
        def C.m()
        var X
        def f()
        #- external
        def g()
        """
    graph = project(notation).graph()
    starts = [each.start for each in iter_all_footprints(graph, options())]
    assert starts == [("a.py::C.m",), ("a.py::f",)]


def test_a_report_names_all_it_depends_on() -> None:
    report = empty_report(project("def f()").graph(), options(policy=Policy.V2, mode=Mode.STRICT))
    assert (report.policy, report.mode, report.doc_threshold) == ("v2", "strict", 0.8)
    assert (report.size_function, report.documentation_scorer, report.source_reader) == (
        "cl100k_base",
        "signature-coverage",
        "texts",
    )


@pytest.mark.parametrize(
    "changes",
    [{"doc_threshold": 1.5}, {"min_confidence": -0.1}, {"max_tokens": 0}, {"doc_threshold": float("nan")}],
)
def test_options_that_make_no_sense_are_refused(changes: dict[str, float]) -> None:
    with pytest.raises(InvalidOptionError) as refused:
        FootprintOptions(**changes)  # type: ignore[arg-type]
    assert refused.value.hint


def test_a_large_answer_is_warned_of(monkeypatch: pytest.MonkeyPatch) -> None:
    graph = project(CHAIN).graph()
    assert large_answer_warning(graph, options(policy=Policy.CLOSURE)) == ()
    monkeypatch.setattr("codeshed.query.footprint._LARGE_ANSWER", 1)
    (warning,) = large_answer_warning(graph, options(policy=Policy.CLOSURE))
    assert warning.code == "LARGE_ANSWER"
    assert "4 footprints" in warning.message
    (fewer,) = large_answer_warning(graph, options(policy=Policy.CLOSURE), top=2)
    assert "2 footprints" in fewer.message
    assert large_answer_warning(project("var X").graph(), options()) == ()
