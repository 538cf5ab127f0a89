"""A call of a type that is its own constructor leads to the type, whatever other constructors it has."""

from codeshed.graph.data.kinds import EdgeKind
from tests.build.checks import check_edges_of_code


def check_calls(path: str, code: str, expected: str) -> None:
    check_edges_of_code(path, code, expected, kinds=(EdgeKind.CALL,))


def test_csharp_classes_and_records() -> None:
    check_calls(
        "a.cs",
        """
        public record R(int A) { public R() : this(1) {} }
        public class K(int x) { public K() : this(1) {} }
        public class U { R r() => new R(3); R r0() => new R(); K k() => new K(4); K k0() => new K(); }
        """,
        """
        K.K -call-> K
        R.R -call-> R
        U.k -call-> K
        U.k0 -call-> K.K
        U.r -call-> R
        U.r0 -call-> R.R
        """,
    )


def test_csharp_structs_are_made_of_nothing_too() -> None:
    check_calls(
        "a.cs",
        """
        public struct S { public int A; public S(int a) { A = a; } }
        public struct T { public int A; public T() { A = 1; } }
        public class U { S s() => new S(); S s1() => new S(1); T t() => new T(); }
        """,
        """
        U.s -call-> S
        U.s1 -call-> S.S
        U.t -call-> T.T
        """,
    )


def test_java_records() -> None:
    check_calls(
        "A.java",
        """
        record R(int a) { R() { this(1); } static R mk() { return new R(2); } }
        class U { R r() { return new R(3); } R r0() { return new R(); } }
        """,
        """
        R.R -call-> R
        R.mk -call-> R
        U.r -call-> R
        U.r0 -call-> R.R
        """,
    )


def test_scala_classes_and_those_that_extend_them() -> None:
    check_calls(
        "a.scala",
        """
        class P(x: Int) { def this() = this(1); def this(s: String) = this(2) }
        class Q extends P(3) { def mk = new Q }
        object O { def a = new P(1); def b = new P("s"); def c = new P }
        """,
        """
        a.scala -call-> P
        O.a -call-> P
        O.b -call-> P.this#2
        O.c -call-> P.this
        P.this -call-> P
        P.this#2 -call-> P
        Q.mk -call-> Q
        """,
    )


def test_a_class_without_one_of_its_own_is_made_by_one_that_it_inherits() -> None:
    check_calls(
        "A.java",
        """
        class P { P() {} P(int a) {} }
        class Q extends P { }
        class U { Q q() { return new Q(); } }
        """,
        "U.q -call-> P.P",
    )
