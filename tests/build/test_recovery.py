"""Calls whose receiver's type is known become edges."""

from codeshed.footprint.options import FootprintOptions, Policy
from codeshed.graph.data.kinds import EdgeKind
from codeshed.graph.walk.witness_paths import are_candidates
from codeshed.query.footprint import footprint_of
from tests.build.checks import check_edges, check_types, graph_of_code
from tests.support.notation import project


def test_through_an_annotated_variable() -> None:
    check_edges(
        """
        class C
        def C.m(self)
        var X: C
        def f()
            call ? X.m
        """,
        """
        a.py::f -call-> a.py::C.m [inferred 0.9 recovered]
        """,
    )


def test_through_a_parameter_by_symbol_and_by_bare_name() -> None:
    check_edges(
        """
        class C
        def C.m(self)
        def f(x: C)
            call ? a.py::f.x.m
        def g(x: C)
            call ? x.m
        """,
        """
        a.py::f -call-> a.py::C.m [inferred 0.9 recovered]
        a.py::g -call-> a.py::C.m [inferred 0.9 recovered]
        """,
    )


def test_through_self() -> None:
    check_edges(
        """
        class C
        def C.m(self)
            call ? self.n
        def C.n(self)
        """,
        """
        a.py::C.m -call-> a.py::C.n [inferred 0.9 recovered]
        """,
    )


def test_through_a_type_itself() -> None:
    check_edges(
        """
        class C
        def C.make()
        def f()
            call ? C.make
        """,
        """
        a.py::f -call-> a.py::C.make [inferred 0.9 recovered]
        """,
    )


def test_methods_are_found_through_base_types_in_their_order() -> None:
    check_edges(
        """
        class A
        def A.m(self)
        class B(A)
        class C(A)
        def C.m(self)
        class D(B, C)
        var X: D
        def f()
            call ? X.m
        """,
        """
        a.py::A.m -overriddenBy-> a.py::C.m [declared]
        a.py::f -call-> a.py::C.m [inferred 0.9 recovered]
        """,
    )


def test_a_recovered_call_gives_its_result_a_type_before_the_next_round() -> None:
    check_edges(
        """
        class A
        def A.b(self) -> B
        class B
        def B.c(self) -> C
        class C
        def C.end(self)
        def f(a: A)
            call ? c.end
            call ? b.c -> c
            call ? a.b -> b
        local f.b
        local f.c
        """,
        """
        a.py::f -call-> a.py::A.b [inferred 0.9 recovered]
        a.py::f -call-> a.py::B.c [inferred 0.8 recovered]
        a.py::f -call-> a.py::C.end [inferred 0.8 recovered]
        """,
    )


def test_a_resolved_call_gives_its_result_a_type() -> None:
    check_edges(
        """
        class C
        def C.__init__(self)
        def C.m(self)
        def make() -> C
        def f()
            call C -> x
            call ? x.m
        def g()
            call make -> y
            call ? y.m
        local f.x
        local g.y
        """,
        """
        a.py::f -call-> a.py::C.__init__ [declared]
        a.py::f -call-> a.py::C.m [inferred 0.8 recovered]
        a.py::g -call-> a.py::C.m [inferred 0.8 recovered]
        a.py::g -call-> a.py::make [declared]
        """,
    )


def test_types_of_variables_say_how_they_are_known() -> None:
    check_types(
        """
        #- a.py
        class C
        def C.m(self) -> D
        class D
        var DECLARED: C
        var GUESSED
        var FETCHED
        var NOTHING
        def f()
            call DECLARED -> NOTHING
            call get -> FETCHED
            call ? DECLARED.m -> GUESSED
        #- external
        class Response
        def get(url) -> Response
        """,
        """
        a.py::DECLARED: a.py::C (Annotation)
        a.py::FETCHED: ext:Response (ExternalCallReturn)
        a.py::GUESSED: a.py::D (Inferred)
        a.py::NOTHING: ? (Unknown)
        """,
    )


def test_a_declared_type_is_not_replaced() -> None:
    check_types(
        """
        class C
        class D
        def make() -> D
        var X: C
        def f()
            call make -> X
        """,
        """
        a.py::X: a.py::C (Annotation)
        """,
    )


def test_several_assignments_give_several_types() -> None:
    check_edges(
        """
        class A
        def A.m(self)
        class B
        def B.m(self)
        def f()
            call A -> x
            call B -> x
            call ? x.m
        local f.x
        """,
        """
        a.py::f -call-> a.py::A [declared]
        a.py::f -call-> a.py::A.m [inferred 0.8 recovered]
        a.py::f -call-> a.py::B [declared]
        a.py::f -call-> a.py::B.m [inferred 0.8 recovered]
        """,
    )


def test_a_variable_that_could_be_anything_recovers_nothing() -> None:
    classes = "\n".join(f"class C{i}\ndef C{i}.m(self)" for i in range(17))
    calls = "\n".join(f"    call C{i} -> x" for i in range(17))
    graph = project(f"{classes}\ndef f()\n{calls}\n    call ? x.m\nlocal f.x").graph()
    row = graph.find_row("a.py::f")
    assert row is not None
    assert graph.node(row).n_unresolved_calls == 1


def test_a_constrained_type_variable_calls_the_method_of_each_constraint() -> None:
    check_edges(
        """
        class A
        def A.m(self)
        class B
        def B.m(self)
        class C
        def C.m(self)
        typevar T(A, B)
        def f(x: T)
            call ? x.m
        """,
        """
        a.py::f -call-> a.py::A.m [inferred 0.9 recovered]
        a.py::f -call-> a.py::B.m [inferred 0.9 recovered]
        """,
    )


def test_a_bound_type_variable_calls_the_method_of_its_bound() -> None:
    check_edges(
        """
        class A
        def A.m(self)
        typevar T(A)
        def f(x: T)
            call ? x.m
        """,
        """
        a.py::f -call-> a.py::A.m [inferred 0.9 recovered]
        """,
    )


def test_an_alias_a_union_and_an_optional_are_looked_through() -> None:
    check_edges(
        """
        class A
        def A.m(self)
        class B
        def B.m(self)
        alias Both(a.py::A|a.py::B|None)
        var X: Both
        var Y: Optional[a.py::B]
        def f()
            call ? X.m
        def g()
            call ? Y.m
        """,
        """
        a.py::f -call-> a.py::A.m [inferred 0.9 recovered]
        a.py::f -call-> a.py::B.m [inferred 0.9 recovered]
        a.py::g -call-> a.py::B.m [inferred 0.9 recovered]
        """,
    )


def test_unknown_receivers_methods_and_plain_unresolved_calls_stay_unresolved() -> None:
    graph = project(
        """
        class C
        var X: C
        def f()
            call ? X.missing
            call ? nobody.m
            call ?
        """
    ).graph()
    row = graph.find_row("a.py::f")
    assert row is not None
    assert graph.node(row).n_unresolved_calls == 3
    assert not any(edge.is_recovered for edge in graph.iter_edges())


def test_a_bare_name_stays_within_its_function() -> None:
    graph = project(
        """
        class C
        def C.m(self)
        def f()
            call C -> x
            call ? x.m
        def g()
            call ? x.m
        """
    ).graph()
    recovered = [edge.source for edge in graph.iter_edges() if edge.is_recovered]
    assert recovered == ["a.py::f"]


def test_a_self_that_is_defined_without_a_type_has_the_type_around_it() -> None:
    check_edges(
        """
        class C
        def C.m(self)
            call ? a.py::C.m.self.n
        param C.m.self
        def C.n(self)
        """,
        """
        a.py::C.m -call-> a.py::C.n [inferred 0.9 recovered]
        """,
    )


def test_a_call_of_a_module_gives_no_type() -> None:
    check_edges(
        """
        def f()
            call a.py -> x
        local f.x
        """,
        "",
    )


def test_the_first_version_does_not_follow_what_recovery_made_sure() -> None:
    graph = project(
        """
        class C
        def C.m(self)
        var X: C
        def f()
            call C.m @0.3 heuristic
            call ? X.m
        """
    ).graph()
    reached = {
        policy: footprint_of(graph, "f", FootprintOptions(policy=policy)).reachable_set for policy in Policy
    }
    assert reached[Policy.V1] == ("a.py::f",)
    assert reached[Policy.V2] == ("a.py::C.m", "a.py::f")


def test_overloads_that_nothing_tells_apart_stay_candidates() -> None:
    graph = graph_of_code(
        "A.java",
        """
        class Out { void emit(Out out) {} void emit(String text) {} void end(int n) {} }
        class Use { void run(Out out, ext.Source source) { out.emit(source.next()); out.end(source.next()); } }
        """,
    )
    found = {
        (edge.target, edge.confidence, edge.n_sites, are_candidates(graph, (row,))[0])
        for row, edge in enumerate(graph.iter_edges())
        if edge.kind is EdgeKind.CALL and edge.target.startswith("A.java")
    }
    assert found == {
        ("A.java::Out.emit", 0.4, 1, True),
        ("A.java::Out.emit#2", 0.4, 1, True),
        ("A.java::Out.end", 0.95, 1, False),
    }
