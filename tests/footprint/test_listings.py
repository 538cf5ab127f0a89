"""The listings v1 and v2 on small documents whose reachable sets are known."""

import pytest

from tests.footprint.checks import DOCUMENTED, check_reached, check_steps, result_of

DOC = f'"{DOCUMENTED}"'
MODES = ("academic", "strict")


@pytest.mark.parametrize("mode", MODES)
def test_shared_state(mode: str) -> None:
    notation = """
        def r()
            read v
        def w1()
            write v
        def w2()
            write v
        var v
        """
    check_reached(
        notation,
        "v1",
        mode,
        """
    r: r v w1 w2
    v: v
    w1: v w1
    w2: v w2
    """,
    )
    check_reached(
        notation,
        "v2",
        mode,
        """
    r: r v w1 w2
    v: v
    w1: v w1
    w2: v w2
    """,
    )


@pytest.mark.parametrize("mode", MODES)
def test_constant_state(mode: str) -> None:
    notation = """
        def r()
            read v
        def w1()
            write v
        var v const
        """
    for policy in ("v1", "v2"):
        check_reached(
            notation,
            policy,
            mode,
            """
        r: r v
        v: v
        w1: v w1
        """,
        )


def test_a_documented_function_in_the_middle() -> None:
    notation = f"""
        def a()
            call b
        def b(x: int) -> int {DOC}
            call c
        def c()
        """
    for policy in ("v1", "v2"):
        check_reached(
            notation,
            policy,
            "academic",
            """
        a: a b
        b: b c
        c: b c
        """,
        )
        check_reached(
            notation,
            policy,
            "strict",
            """
        a: a b c
        b: b c
        c: b c
        """,
        )


@pytest.mark.parametrize("mode", MODES)
def test_callers_are_asked_for_at_a_call_by_the_first_version_alone(mode: str) -> None:
    notation = """
        def a()
            call c
        def b()
            call c
        def c()
        """
    check_reached(
        notation,
        "v1",
        mode,
        """
    a: a b c
    b: a b c
    c: a b c
    """,
    )
    check_reached(
        notation,
        "v2",
        mode,
        """
    a: a c
    b: b c
    c: a b c
    """,
    )


@pytest.mark.parametrize("mode", MODES)
def test_an_abstract_factory_needs_no_documentation(mode: str) -> None:
    notation = """
        def client()
            call factory
        def factory() -> I
            call impl
        interface I
        def impl()
        """
    check_reached(
        notation,
        "v1",
        mode,
        """
    client: client factory
    factory: factory impl
    impl: factory impl
    """,
    )
    check_reached(
        notation,
        "v2",
        mode,
        """
    client: client factory
    factory: client factory impl
    impl: client factory impl
    """,
    )


@pytest.mark.parametrize("mode", MODES)
def test_an_undocumented_interface_leaks(mode: str) -> None:
    notation = """
        interface I
        class A(I)
        class B(I)
        def I.m(x: int) -> int [abstract]
        def A.m(x: int) -> int
        def B.m(x: int) -> int
        def use()
            call I.m
        """
    check_reached(
        notation,
        "v1",
        mode,
        """
    A.m: A.m
    B.m: B.m
    I.m: I.m
    use: I.m use
    """,
    )
    check_reached(
        notation,
        "v2",
        mode,
        """
    A.m: A.m
    B.m: B.m
    I.m: A.m B.m I.m use
    use: A.m B.m I.m use
    """,
    )


@pytest.mark.parametrize("mode", MODES)
def test_an_unrestricted_type_variable_is_no_annotation_but_for_derived_call_ins(mode: str) -> None:
    notation = f"""
        typevar T
        def g(x: T) -> int {DOC}
            call dep
        def dep()
        def use()
            call g
        """
    check_reached(
        notation,
        "v1",
        mode,
        """
    dep: dep g
    g: dep g
    use: dep g use
    """,
    )
    check_reached(
        notation,
        "v2",
        mode,
        """
    dep: dep g use
    g: dep g use
    use: dep g use
    """,
    )


def test_a_constructor_with_a_complete_signature_stops_the_first_version_alone() -> None:
    notation = """
        class C
        def C.__init__(x: int) -> None [ctor]
            call dep
        def dep(x: int) -> int
        def use(x: int) -> int
            call C
        """
    check_steps(
        notation,
        "use",
        """
    0 start use
    1 call C.__init__ from use [boundary]
    """,
        policy="v1",
    )
    check_steps(
        notation,
        "use",
        """
    0 start use
    1 call C.__init__ from use [transparent]
    2 call dep from C.__init__ [transparent]
    """,
        policy="v2",
    )


def reached(notation: str, start: str, policy: str) -> str:
    steps = result_of(notation, start, policy=policy, mode="strict").traversal_steps
    return " ".join(step.node.removeprefix("a.py::") for step in steps)


def test_a_call_of_a_type_within_a_function_leads_to_the_function_in_the_listings() -> None:
    """The listings look for a node around the type first, and for its constructor only if there is none."""
    notation = """
        def make()
            call before
        class make.Inner
        def make.Inner.__init__(self)
            call dep
        def before()
        def dep()
        def use()
            call make.Inner
        """
    for policy in ("v1", "v2"):
        assert reached(notation, "use", policy) == "use make before"
    assert reached(notation, "use", "closure") == "use make.Inner.__init__ dep"


def test_a_function_that_makes_an_instance_of_its_own_type_does_not_call_itself() -> None:
    notation = """
        def make()
            call make.Inner
        class make.Inner
        def make.Inner.__init__(self)
            call dep
        def dep()
        """
    for policy in ("v1", "v2"):
        assert reached(notation, "make", policy) == "make"
    assert reached(notation, "make", "closure") == "make make.Inner.__init__ dep"


def test_steps_of_the_second_version() -> None:
    check_steps(
        """
        def start()
            call f
            read STATE
        def f()
        var STATE
        def writer()
            write STATE
        def caller()
            call start
        """,
        "start",
        """
        0 start start
        1 read STATE from start [transparent]
        1 call f from start [transparent]
        1 call_in caller from start [transparent]
        2 shared_state_write writer from STATE [transparent]
        """,
        policy="v2",
    )


def test_recovered_calls_and_overrides_are_not_in_the_first_version() -> None:
    notation = """
        class A
        def A.m(self)
        class B(A)
        def B.m(self)
        var X: A
        def use()
            call ? X.m
        """
    check_reached(
        notation,
        "v1",
        "academic",
        """
    A.m: A.m
    B.m: B.m
    X: X
    use: use
    """,
    )
    check_reached(
        notation,
        "v2",
        "academic",
        """
    A.m: A.m B.m use
    B.m: B.m
    X: X
    use: A.m B.m use
    """,
    )


def test_a_local_is_a_node_of_the_listings() -> None:
    notation = """
        def f()
            read f.x
        local f.x
        """
    check_reached(
        notation,
        "v2",
        "academic",
        """
    f: f f.x
    f.x: f.x
    """,
    )
    check_reached(
        notation,
        "closure",
        "academic",
        """
    f: f
    f.x: f
    """,
    )
