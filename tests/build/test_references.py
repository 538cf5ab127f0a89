"""References become edges."""

from codeshed.graph.data.kinds import EdgeKind
from tests.build.checks import check_edges, check_edges_of_code
from tests.support.notation import project


def test_each_role_becomes_its_kind() -> None:
    check_edges(
        """
        def f()
            call g
            read X
            write X
            decorate g
        def g()
        var X
        """,
        """
        a.py::f -read-> a.py::X [declared]
        a.py::f -write-> a.py::X [declared]
        a.py::f -call-> a.py::g [declared]
        a.py::f -annotates-> a.py::g [declared]
        """,
    )


def test_parallel_edges_are_one_with_several_sites() -> None:
    check_edges(
        """
        def f()
            call g
            call g @0.4 heuristic
            call g @0.9 inferred
            read g
        def g()
        """,
        """
        a.py::f -call-> a.py::g [declared] 2 sites
        a.py::f -read-> a.py::g [declared]
        """,
    )


def test_an_edge_that_is_known_has_no_sites_where_it_is_guessed() -> None:
    check_edges(
        """
        def f()
            call g @0.4 inferred
            call g @0.9 inferred
            call g @0.3 heuristic
        def g()
            call f @0.4 inferred
            call f @0.3 heuristic
        """,
        """
        a.py::f -call-> a.py::g [inferred 0.9]
        a.py::g -call-> a.py::f [inferred 0.4] 2 sites
        """,
    )


def test_the_surest_of_equally_confident_edges_gives_the_provenance() -> None:
    check_edges(
        """
        def f()
            call g @0.8 inferred
            call g @0.8 typed
        def g()
        """,
        """
        a.py::f -call-> a.py::g [typed 0.8] 2 sites
        """,
    )


def test_code_outside_any_function_belongs_to_the_module() -> None:
    check_edges(
        """
        #- a.py
            call g
            write X
        def g()
        var X
        """,
        """
        a.py -write-> a.py::X [declared]
        a.py -call-> a.py::g [declared]
        """,
    )


def test_a_local_belongs_to_its_function_and_keeps_its_node_for_the_listings() -> None:
    check_edges(
        """
        def outer()
        local outer.total
        def outer.inner()
            read outer.total
            write outer.total
        """,
        """
        a.py::outer.inner -read-> a.py::outer [declared]
        a.py::outer.inner -write-> a.py::outer [declared]
        a.py::outer.inner -read-> a.py::outer.total [declared]
        a.py::outer.inner -write-> a.py::outer.total [declared]
        """,
    )


def test_a_parameter_is_no_node() -> None:
    check_edges(
        """
        def outer(x)
        param outer.x
        def outer.inner()
            read outer.x
        """,
        """
        a.py::outer.inner -read-> a.py::outer [declared]
        """,
    )


def test_a_reference_from_an_initialiser_belongs_to_the_module() -> None:
    check_edges(
        """
        var TABLE
            call make
        def make()
        """,
        """
        a.py -call-> a.py::make [declared]
        a.py::TABLE -call-> a.py::make [declared]
        """,
    )


def test_a_call_of_a_type_runs_its_constructor() -> None:
    check_edges(
        """
        class C
        def C.__init__(self)
        def f()
            call C
        """,
        """
        a.py::f -call-> a.py::C.__init__ [declared]
        """,
    )


def test_a_marked_constructor_comes_before_init() -> None:
    check_edges(
        """
        class C
        def C.__init__(self)
        def C.create(self) [ctor]
        def f()
            call C
        """,
        """
        a.py::f -call-> a.py::C.create [declared]
        """,
    )


def test_an_inherited_constructor_is_seen_by_the_default_policy_alone() -> None:
    notation = """
        class Base
        def Base.__init__(self)
        class C(Base)
        def f()
            call C
        """
    check_edges(
        notation,
        """
    a.py::f -call-> a.py::Base.__init__ [declared]
    a.py::f -call-> a.py::C [declared]
    """,
    )
    graph = project(notation).graph()
    calls = [row for row in range(len(graph.edges)) if graph.edges.kinds[row] == EdgeKind.CALL]
    assert [int(graph.edges.flags[call]) & 7 for call in calls] == [4, 0]


def test_a_call_of_a_type_without_a_constructor_is_one_of_the_type_that_no_footprint_follows() -> None:
    notation = """
        class C
        def f()
            call C
        """
    check_edges(
        notation,
        """
        a.py::f -call-> a.py::C [declared]
        """,
        kinds=(EdgeKind.CALL, EdgeKind.USAGE),
    )
    graph = project(notation).graph()
    calls = [row for row in range(len(graph.edges)) if graph.edges.kinds[row] == EdgeKind.CALL]
    assert [int(graph.edges.flags[call]) & 7 for call in calls] == [0]


def test_a_type_nested_in_a_function_is_called_by_its_constructor() -> None:
    check_edges(
        """
        def make()
        class make.C
        def make.C.__init__(self)
        def f()
            call make.C
        """,
        """
        a.py::f -call-> a.py::make [declared]
        a.py::f -call-> a.py::make.C.__init__ [declared]
        """,
    )


def test_externals_are_nodes() -> None:
    check_edges(
        """
        #- a.py
        def f()
            call json.dumps
        #- external
        def json.dumps(obj)
        """,
        """
        a.py::f -call-> ext:json.dumps [declared]
        """,
    )


def test_imports_exports_and_uses_are_structure() -> None:
    check_edges(
        """
        #- a.py
            import b.py
            export C
        def f()
            use C
        #- b.py
        class C(Base)
        class Base
        """,
        """
        a.py -contains-> a.py::f [declared] 0 sites
        a.py -import-> b.py [declared]
        a.py -export-> b.py::C [declared]
        a.py::f -usage-> b.py::C [declared]
        b.py -contains-> b.py::Base [declared] 0 sites
        b.py -contains-> b.py::C [declared] 0 sites
        b.py::C -inherits-> b.py::Base [declared] 0 sites
        """,
        kinds=(EdgeKind.IMPORT, EdgeKind.EXPORT, EdgeKind.USAGE, EdgeKind.INHERITS, EdgeKind.CONTAINS),
    )


def test_a_dangling_target_is_an_unresolved_call() -> None:
    graph = project(
        """
        def f()
            call nowhere
            call ? x.y
        """
    ).graph()
    row = graph.find_row("a.py::f")
    assert row is not None
    assert graph.node(row).n_unresolved_calls == 2


def test_using_its_own_local_is_no_use_of_a_function_by_itself() -> None:
    check_edges(
        """
        def f(x)
            read f.x
            write f.y
            read f
        param f.x
        local f.y
        """,
        """
        a.py::f -read-> a.py::f [declared]
        a.py::f -write-> a.py::f.y [declared]
        """,
    )


def test_annotations_that_are_types_annotate() -> None:
    check_edges_of_code(
        "A.java",
        """
        @interface Mark { int value(); }
        class A { @Mark(1) void f() {} }
        """,
        "A.f -annotates-> Mark",
        kinds=(EdgeKind.ANNOTATES, EdgeKind.USAGE),
    )
    check_edges_of_code(
        "a.cs",
        """
        class MarkAttribute : System.Attribute { }
        class A { [Mark] void F() {} }
        """,
        "A.F -annotates-> MarkAttribute",
        kinds=(EdgeKind.ANNOTATES, EdgeKind.USAGE),
    )


def test_a_decorator_of_a_type_is_the_types_own() -> None:
    check_edges(
        """
        def g()
        class C
            decorate g
        """,
        """
        a.py::C -annotates-> a.py::g [declared]
        """,
    )


def test_a_decorator_of_a_field_is_the_fields_own() -> None:
    check_edges_of_code(
        "a.ts",
        """
        export function mark(target: any, key: string) {}
        export class A {
          @mark title = "";
          @mark run() {}
        }
        """,
        "A.run -annotates-> mark\nA.title -annotates-> mark",
        kinds=(EdgeKind.ANNOTATES, EdgeKind.USAGE),
    )
