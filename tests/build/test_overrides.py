"""Which methods override which."""

from codeshed.graph.data.kinds import EdgeKind
from tests.build.checks import check_edges, check_edges_of_code

OVERRIDES = (EdgeKind.OVERRIDDEN_BY,)
INHERITS = (EdgeKind.INHERITS,)


def test_interface_and_concrete_methods_alike() -> None:
    check_edges(
        """
        interface I
        def I.m(self) [abstract]
        class A(I)
        def A.m(self)
        class B(A)
        def B.m(self)
        """,
        """
        a.py::A.m -overriddenBy-> a.py::B.m [declared]
        a.py::I.m -overriddenBy-> a.py::A.m [declared]
        """,
        kinds=OVERRIDES,
    )


def test_a_level_without_the_method_is_passed_through() -> None:
    check_edges(
        """
        class A
        def A.m(self)
        class B(A)
        class C(B)
        def C.m(self)
        class D(B)
        class E(D)
        def E.m(self)
        class F(E)
        def F.m(self)
        """,
        """
        a.py::A.m -overriddenBy-> a.py::C.m [declared]
        a.py::A.m -overriddenBy-> a.py::E.m [declared]
        a.py::E.m -overriddenBy-> a.py::F.m [declared]
        """,
        kinds=OVERRIDES,
    )


def test_a_diamond_gives_each_edge_once() -> None:
    check_edges(
        """
        class Top
        def Top.m(self)
        class Left(Top)
        class Right(Top)
        class Bottom(Left, Right)
        def Bottom.m(self)
        """,
        """
        a.py::Top.m -overriddenBy-> a.py::Bottom.m [declared]
        """,
        kinds=OVERRIDES,
    )


def test_bases_in_a_circle_do_no_harm() -> None:
    check_edges(
        """
        class A(B)
        def A.m(self)
        class B(A)
        def B.m(self)
        """,
        """
        a.py::A.m -overriddenBy-> a.py::B.m [declared]
        a.py::B.m -overriddenBy-> a.py::A.m [declared]
        """,
        kinds=OVERRIDES,
    )


def test_an_external_base_is_overridden_too() -> None:
    check_edges(
        """
        #- a.py
        class Server(http.Handler)
        def Server.handle(self)
        #- external
        class http.Handler
        def http.Handler.handle(self)
        """,
        """
        ext:http.Handler.handle -overriddenBy-> a.py::Server.handle [declared]
        """,
        kinds=OVERRIDES,
    )


def test_other_names_and_other_types_are_not_overridden() -> None:
    check_edges(
        """
        class A
        def A.m(self)
        class B(A)
        def B.n(self)
        class C
        def C.m(self)
        def m()
        """,
        "",
        kinds=OVERRIDES,
    )


def test_a_setter_overrides_the_setter() -> None:
    check_edges(
        """
        class A
        def A.price(self)
        def A.price.setter(self, value)
        class B(A)
        def B.price(self)
        def B.price.setter(self, value)
        """,
        """
        a.py::A.price -overriddenBy-> a.py::B.price [declared]
        a.py::A.price.setter -overriddenBy-> a.py::B.price.setter [declared]
        """,
        kinds=OVERRIDES,
    )


def test_an_embedded_struct_of_go_keeps_its_methods_and_an_interface_is_implemented() -> None:
    check_edges_of_code(
        "a.go",
        """
        package a
        type Reader interface { Get(key string) string }
        type Memory struct{}
        func (m *Memory) Get(key string) string { return "" }
        type Half struct{ Memory }
        func (h Half) Get(key int) string { return "" }
        type Logged struct{ *Memory }
        func (l Logged) Get(key string) string { return l.Memory.Get(key) }
        type Wrapped struct{ Reader }
        func (w Wrapped) Get(key string) string { return w.Reader.Get(key) }
        """,
        """
        Reader.Get -overriddenBy-> Logged.Get
        Reader.Get -overriddenBy-> Memory.Get
        Reader.Get -overriddenBy-> Wrapped.Get
        """,
        kinds=OVERRIDES,
    )


def test_a_trait_of_rust_is_implemented_for_types_of_the_library_too() -> None:
    check_edges_of_code(
        "a.rs",
        """
        pub trait Shape { fn area(&self) -> f64; fn twice(&self) -> f64 { 2.0 } }
        pub trait Other { fn other(&self); }
        impl<T: Shape> Shape for Vec<T> { fn area(&self) -> f64 { 1.0 } }
        impl Shape for String { fn area(&self) -> f64 { 2.0 } }
        impl Other for String { fn other(&self) {} }
        impl Shape for [u8] { fn area(&self) -> f64 { 2.0 } }
        struct Own;
        impl Shape for Own { fn area(&self) -> f64 { 2.0 } }
        impl Own { fn other(&self) {} }
        """,
        """
        Other.other -overriddenBy-> String.other
        Shape.area -overriddenBy-> Own.area
        Shape.area -overriddenBy-> String.area
        Shape.area -overriddenBy-> Vec.area
        Shape.area -overriddenBy-> [].area
        """,
        kinds=OVERRIDES,
    )


def test_bases_outside_have_edges_whatever_they_are_applied_to() -> None:
    check_edges_of_code(
        "a.rs",
        """
        struct Money;
        impl Drop for Money { fn drop(&mut self) {} }
        impl std::ops::Add<i32> for Money { fn add(self, n: i32) -> Money { self } }
        impl std::ops::Add<u8> for Money { fn add(self, n: u8) -> Money { self } }
        impl Money { fn sub(&self) {} }
        """,
        """
        Money -inherits-> ext:std.Drop
        Money -inherits-> ext:std.ops.Add
        """,
        kinds=INHERITS,
    )
    check_edges_of_code(
        "A.java",
        "class A extends java.util.ArrayList<String> implements Cloneable, Comparable<A> {}",
        """
        A -inherits-> ext:java.lang.Cloneable
        A -inherits-> ext:java.lang.Comparable
        A -inherits-> ext:java.util.ArrayList
        """,
        kinds=INHERITS,
    )
    check_edges_of_code(
        "a.cs",
        "class A : System.IDisposable { public void Dispose() {} } class B { public void Dispose() {} }",
        "A -inherits-> ext:System.IDisposable",
        kinds=INHERITS,
    )


def test_a_block_of_rust_replaces_methods_of_its_own_trait_alone() -> None:
    check_edges_of_code(
        "a.rs",
        """
        trait T1 { fn m(&self); fn d(&self) {} }
        trait T2: T1 { fn m(&self); fn d(&self) {} }
        struct D;
        impl T1 for D { fn m(&self) {} }
        impl T2 for D { fn m(&self) {} }
        impl D { fn d(&self) {} }
        struct E<T>(T);
        impl<T> T1 for E<T> { fn m(&self) {} fn d(&self) {} }
        impl T1 for String { fn m(&self) {} }
        trait Own { fn d(&self); }
        impl Own for String { fn d(&self) {} }
        """,
        """
        Own.d -overriddenBy-> String.d
        T1.d -overriddenBy-> E.d
        T1.m -overriddenBy-> D.m
        T1.m -overriddenBy-> E.m
        T1.m -overriddenBy-> String.m
        T2.m -overriddenBy-> D.m#2
        """,
        kinds=OVERRIDES,
    )


def test_private_methods_of_classes_are_their_own() -> None:
    check_edges_of_code(
        "a.php",
        """
        <?php
        class A { private function p() {} protected function q() {} }
        class B extends A { private function p() {} protected function q() {} }
        trait T { private function t() {} }
        class C { use T; private function t() {} }
        class D extends C { private function t() {} }
        """,
        """
        A.q -overriddenBy-> B.q
        T.t -overriddenBy-> C.t
        """,
        kinds=OVERRIDES,
    )
    check_edges_of_code(
        "a.ts",
        """
        class A { #p() {} private q() {} }
        class B extends A { #p() {} private q() {} }
        """,
        "A.q -overriddenBy-> B.q",
        kinds=OVERRIDES,
    )
    check_edges_of_code(
        "a.rb",
        """
        class A
          private
          def p; end
        end
        class B < A
          private def p; end
        end
        """,
        "A.p -overriddenBy-> B.p",
        kinds=OVERRIDES,
    )


def test_a_module_that_is_prepended_comes_before_the_class() -> None:
    check_edges_of_code(
        "a.rb",
        """
        module Mix
          def m; super; end
        end
        class Base
          def m; end
        end
        class Pre < Base
          prepend Mix
          def m; super; end
        end
        class Alone
          prepend Mix
          def m; end
        end
        class Included
          include Mix
          def m; end
        end
        """,
        """
        Alone.m -overriddenBy-> Mix.m
        Base.m -overriddenBy-> Pre.m
        Mix.m -overriddenBy-> Included.m
        Pre.m -overriddenBy-> Mix.m
        """,
        kinds=OVERRIDES,
    )
