"""Which methods override which, in languages with overloads."""

import pytest

from codeshed.build.graph import build_graph
from codeshed.graph.data.kinds import EdgeKind
from codeshed.model.semantic import (
    Definition,
    DefinitionDetails,
    DefinitionKind,
    Document,
    Modifiers,
    ParamDef,
    SemanticData,
    TypeKind,
)
from codeshed.model.source_reader import TextSourceReader
from codeshed.model.span import Span
from tests.build.checks import check_edges_of_code, check_edges_of_files


def check_overrides(path: str, code: str, expected: str) -> None:
    check_edges_of_code(path, code, expected, kinds=(EdgeKind.OVERRIDDEN_BY,))


def test_java_goes_by_number_and_types_of_parameters() -> None:
    check_overrides(
        "A.java",
        """
        class A { void h(int a) {} void h(String s) {} void g(Object o) {} void k(int[] a) {} void k(String... a) {} }
        class B extends A { @Override void h(String s) {} void g() {} void k(String[] a) {} }
        """,
        """
        A.h#2 -overriddenBy-> B.h
        A.k#2 -overriddenBy-> B.k
        """,
    )


def test_a_type_parameter_fits_what_stands_for_it() -> None:
    check_overrides(
        "A.java",
        """
        interface I<T> { void take(T t); void give(T t, int n); }
        class C implements I<String> { public void take(String s) {} public void give(String s, long n) {} }
        class D<U> implements I<U> { public void take(U u) {} public void give(U u, int n) {} }
        """,
        """
        I.give -overriddenBy-> D.give
        I.take -overriddenBy-> C.take
        I.take -overriddenBy-> D.take
        """,
    )


def test_another_overload_on_the_way_is_passed() -> None:
    check_overrides(
        "A.java",
        """
        class A { void h(int a) {} }
        class B extends A { void h(String s) {} }
        class C extends B { void h(int a) {} void h(String s) {} }
        """,
        """
        A.h -overriddenBy-> C.h
        B.h -overriddenBy-> C.h#2
        """,
    )


def test_java_replaces_no_method_of_another_package_alone() -> None:
    check_edges_of_files(
        {
            "p/Base.java": "package p; public class Base { void own() {} public void all() {} protected void below() {} }",
            "p/Inner.java": "package p; public class Inner extends Base { void own() {} }",
            "q/Outer.java": """
                package q;
                public class Outer extends p.Base { void own() {} public void all() {} protected void below() {} }
            """,
        },
        """
        p/Base.java::Base.all -overriddenBy-> q/Outer.java::Outer.all
        p/Base.java::Base.below -overriddenBy-> q/Outer.java::Outer.below
        p/Base.java::Base.own -overriddenBy-> p/Inner.java::Inner.own
        """,
        kinds=(EdgeKind.OVERRIDDEN_BY,),
    )


def test_static_and_private_methods_and_constructors_replace_nothing() -> None:
    check_overrides(
        "A.java",
        """
        class A { static void s() {} private void p() {} void m() {} }
        class B extends A { static void s() {} void p() {} void m() {} }
        """,
        "A.m -overriddenBy-> B.m",
    )
    check_overrides(
        "a.ts",
        """
        class A { constructor(a: number) {} m() {} }
        class B extends A { constructor() { super(1) } m() {} }
        """,
        "A.m -overriddenBy-> B.m",
    )
    check_overrides(
        "a.scala",
        """
        class A(x: Int) { def this() = this(1); private def p() = 1 }
        class B(x: Int) extends A(x) { def this() = this(1); def p() = 2 }
        """,
        "",
    )


def test_csharp_replaces_what_is_virtual_and_says_so() -> None:
    check_overrides(
        "a.cs",
        """
        public interface I { void Run(); int Size { get; } }
        public class A : I {
          public void Run() {} public virtual int Size => 1; public virtual void H(int a) {} public virtual void H(string s) {}
          public virtual void G(object o) {} public void Plain() {} public virtual void Hidden() {}
        }
        public class B : A {
          public override int Size => 2; public override void H(string s) {} public void G() {} public void Run() {}
          public new void Plain() {} public new void Hidden() {}
        }
        """,
        """
        A.H#2 -overriddenBy-> B.H
        A.Size -overriddenBy-> B.Size
        I.Run -overriddenBy-> A.Run
        I.Size -overriddenBy-> A.Size
        """,
    )


def test_cpp_methods_that_are_const_override_those_that_are() -> None:
    check_overrides(
        "a.cpp",
        """
        struct A {
          virtual void c() const;
          virtual void plain();
          virtual const A* get(const A& a) const = 0;
          virtual bool operator()(int a) const { return true; }
          virtual void said() const;
          virtual void later(void (*f)(int)) const volatile noexcept;
          virtual auto behind() -> const A*;
        };
        struct B : A {
          void c() {}
          void plain() const {}
          const A* get(const A& a) const {}
          bool operator()(int a) const { return false; }
          void said() override {}
          void later(void (*f)(int)) const volatile noexcept {}
          auto behind() -> const A* {}
        };
        struct C : A {
          void c() const;
          void plain();
        };
        void C::c() const {}
        void C::plain() {}
        """,
        """
        A.behind -overriddenBy-> B.behind
        A.c -overriddenBy-> C.c
        A.c -overriddenBy-> C.c#2
        A.get -overriddenBy-> B.get
        A.later -overriddenBy-> B.later
        A.operator() -overriddenBy-> B.operator()
        A.plain -overriddenBy-> C.plain
        A.plain -overriddenBy-> C.plain#2
        A.said -overriddenBy-> B.said
        """,
    )


def test_cpp_methods_are_virtual_if_a_base_says_so() -> None:
    check_overrides(
        "a.cpp",
        """
        struct A { virtual void h(int); virtual void h(const char*); virtual void g(double); void plain(); virtual void out(int); };
        struct B : A { void h(const char*); void g(); void plain(); void out(int); };
        struct C : B { void h(const char* s) {} void plain() {} };
        void A::out(int n) {}
        void B::out(int n) {}
        """,
        """
        A.h#2 -overriddenBy-> B.h
        A.out -overriddenBy-> B.out
        A.out -overriddenBy-> B.out#2
        A.out#2 -overriddenBy-> B.out
        A.out#2 -overriddenBy-> B.out#2
        B.h -overriddenBy-> C.h
        """,
    )


def test_scala_goes_by_number_and_types_of_parameters() -> None:
    check_overrides(
        "a.scala",
        """
        class A { def h(a: Int): Unit = (); def h(s: String): Unit = (); def d(n: Int = 1) = n }
        class B extends A { override def h(s: String): Unit = (); def h(x: Int, y: Int) = (); override def d(n: Int) = n }
        """,
        """
        A.d -overriddenBy-> B.d
        A.h#2 -overriddenBy-> B.h
        """,
    )


def test_a_method_that_says_so_overrides_though_its_types_are_written_in_another_way() -> None:
    check_overrides(
        "a.cpp",
        """
        using Number = int;
        struct A { virtual void h(Number n); virtual void h(Number n, int m); };
        struct B : A { void h(int n) override; };
        """,
        "A.h -overriddenBy-> B.h",
    )


def test_languages_without_overloads_go_by_name() -> None:
    check_overrides(
        "a.ts",
        """
        class A { h(a: number): void {} }
        class B extends A { h(a: number, b?: string): void {} }
        """,
        "A.h -overriddenBy-> B.h",
    )


@pytest.mark.parametrize("modifiers", [None, Modifiers()])
def test_a_document_that_says_nothing_of_parameters_goes_by_name(modifiers: Modifiers | None) -> None:
    def type_(name: str, *bases: str) -> Definition:
        details = DefinitionDetails(type_kind=TypeKind.CLASS, inherits=bases)
        return Definition(
            symbol_id=f"a.java::{name}",
            name=name,
            kind=DefinitionKind.TYPE,
            span=Span(1, 0, 1, 0),
            details=details,
        )

    def method(owner: str, parameters: tuple[ParamDef, ...] | None) -> Definition:
        return Definition(
            symbol_id=f"a.java::{owner}.m",
            name="m",
            kind=DefinitionKind.FUNCTION,
            span=Span(1, 0, 1, 0),
            enclosing_symbol=f"a.java::{owner}",
            details=DefinitionDetails(parameters=parameters, modifiers=modifiers),
        )

    definitions = (
        type_("A"),
        method("A", (ParamDef(name="a"),)),
        type_("B", "a.java::A"),
        method("B", None),
        type_("C", "a.java::B"),
        method("C", (ParamDef(name="a"), ParamDef(name="b"))),
    )
    data = SemanticData(documents=(Document(path="a.java", language="java", definitions=definitions),))
    graph = build_graph(data, TextSourceReader({"a.java": ""}))
    edges = [(each.source, each.target) for each in graph.iter_edges() if each.kind is EdgeKind.OVERRIDDEN_BY]
    assert edges == [("a.java::A.m", "a.java::B.m"), ("a.java::B.m", "a.java::C.m")]


def test_what_a_type_says_of_its_base_stands_for_type_parameters() -> None:
    check_overrides(
        "A.java",
        """
        abstract class Gen<T> { abstract void h(T t); void k(T[] t) {} <X> void m(X x) {} }
        class Strings extends Gen<String> {
          void h(String t) {} void h(Integer t) {} void k(String[] t) {} void k(Integer[] t) {} void m(Integer x) {}
        }
        class Below<U> extends Gen<U> { void h(U t) {} }
        class Lists extends Below<List<String>> { void h(List<String> t) {} void h(Set<String> t) {} }
        class Raw extends Gen { void h(Object t) {} }
        class Pair<A, B> extends Gen<B> { void h(A t) {} }
        class Outer<V> { class Inner extends Gen<V> { void h(V v) {} } }
        """,
        """
        Below.h -overriddenBy-> Lists.h
        Gen.h -overriddenBy-> Below.h
        Gen.h -overriddenBy-> Outer.Inner.h
        Gen.h -overriddenBy-> Raw.h
        Gen.h -overriddenBy-> Strings.h
        Gen.k -overriddenBy-> Strings.k
        Gen.m -overriddenBy-> Strings.m
        """,
    )
    check_overrides(
        "a.cs",
        """
        public class Gen<T> { public virtual void H(T t) {} }
        public class Strings : Gen<string> { public override void H(string t) {} public virtual void H(int t) {} }
        public interface ITake<T> { void Take(T t); }
        public class Taker : ITake<int> { public void Take(int t) {} public void Take(string t) {} }
        """,
        """
        Gen.H -overriddenBy-> Strings.H
        ITake.Take -overriddenBy-> Taker.Take
        """,
    )
    check_overrides(
        "a.scala",
        """
        trait Take[T] { def take(t: T): Unit }
        class Taker extends Take[Int] { def take(t: Int): Unit = {}; def take(t: String): Unit = {} }
        """,
        "Take.take -overriddenBy-> Taker.take",
    )


def test_a_method_that_names_an_interface_implements_that_alone() -> None:
    check_overrides(
        "a.cs",
        """
        public interface IShape { void Draw(); int Size { get; } void Move(int n); }
        public interface IText { void Draw(); void Move(int n); }
        public class Label : IShape, IText {
          void IShape.Draw() {}
          void IText.Draw() {}
          public void Draw() {}
          public int Size => 1;
          int IShape.Size => 2;
          void IText.Move(int n) {}
          public void Move(int n) {}
        }
        """,
        """
        IShape.Draw -overriddenBy-> Label.Draw
        IShape.Move -overriddenBy-> Label.Move#2
        IShape.Size -overriddenBy-> Label.Size#2
        IText.Draw -overriddenBy-> Label.Draw#2
        IText.Move -overriddenBy-> Label.Move
        """,
    )


def test_an_interface_may_be_implemented_for_several_types() -> None:
    check_overrides(
        "a.cs",
        """
        public interface IRoot<R> { void Root(R r); }
        public interface ITake<T> : IRoot<T> { void Take(T t); void Stop(); }
        public class Taker : ITake<int>, ITake<string> {
          public void Take(int t) {} public void Take(string t) {} public void Root(int r) {} public void Root(string r) {}
          void ITake<int>.Stop() {} public void Stop() {}
        }
        """,
        """
        IRoot.Root -overriddenBy-> Taker.Root
        IRoot.Root -overriddenBy-> Taker.Root#2
        ITake.Stop -overriddenBy-> Taker.Stop
        ITake.Stop -overriddenBy-> Taker.Stop#2
        ITake.Take -overriddenBy-> Taker.Take
        ITake.Take -overriddenBy-> Taker.Take#2
        """,
    )
