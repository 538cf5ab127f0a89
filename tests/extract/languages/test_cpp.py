"""Facts of C++."""

import pytest

from codeshed.extract.languages.c_family.header_language import is_cpp_header
from codeshed.extract.languages.cpp.cpp_grammar import CPP
from tests.support.code_lines import (
    check_definitions,
    check_imports,
    check_locals,
    check_references,
    read_code,
    reference_lines,
)


def test_classes() -> None:
    facts = read_code(
        """
        /** A box. */
        template <typename T, class U = int, int N, typename... R>
        class API_EXPORT Box final : public Base<T>, private virtual ns::Other {
          int hidden_;
         public:
          /// Makes one.
          explicit Box(int x) : Base<T>(x), value_(x) {}
          Box(const Box&) = delete;
          ~Box() override = default;
          virtual int size() const noexcept = 0;
          static Box* make(const std::string& s = "a", int&& q);
          T operator[](int i) const { return value_; }
          operator bool() const;
          int operator()(int a) { return a; }
          friend class Q;
          using Base<T>::foo;
         protected:
          template <typename V> V convert(V v, R... rest);
         private:
          int value_ = 3, *other_;
          std::unique_ptr<Foo> pointer_;
          std::map<int, std::vector<Foo*>> map_{1};
          enum class Kind : int { A, B };
          struct Inner { int k; };
        };
        union Either { int a; float b; };
        template <> struct Box<int> : Other {};
        """,
        CPP,
    )
    check_definitions(
        facts,
        """
        Class Box <T, U, N: int, R> inherits Base<T>, ns.Other space=c: "A box."
        Variable Box.hidden_ : int private
        Function Box.Box (x: int) constructor "Makes one."
        Function Box.Box (: Box) constructor bodiless
        Function Box.~Box ()
        Function Box.size () -> int abstract bodiless
        Function Box.make (s?: std.string, q: int) -> Box static bodiless
        Function Box.operator[] (i: int) -> T
        Function Box.operator bool () bodiless
        Function Box.operator() (a: int) -> int
        Function Box.convert <V> (v: V, *rest: R) -> V protected bodiless
        Variable Box.value_ : int private
        Variable Box.other_ : int private
        Variable Box.pointer_ : std.unique_ptr<Foo> private
        Variable Box.map_ : std.map<int, std.vector<Foo>> private
        Enum Box.Kind private
        Variable Box.Kind.A immutable
        Variable Box.Kind.B immutable
        Struct Box.Inner private
        Variable Box.Inner.k : int
        Union Either space=c:
        Variable Either.a : int
        Variable Either.b : float
        Struct Box inherits Other space=c:
        """,
    )


def test_what_is_defined_outside_of_its_class() -> None:
    facts = read_code(
        """
        namespace a {
        template <typename T> void Box<T>::run(int n) {}
        Outer::Inner::Inner(int n) : n_(n) {}
        Outer::~Outer() {}
        bool Outer::operator==(const Outer& other) const { return true; }
        int Outer::count = 0;
        }
        """,
        CPP,
    )
    check_definitions(
        facts,
        """
        Function run <T> (n: int) -> void owner=Box space=c:.a
        Function Inner (n: int) owner=Outer.Inner space=c:.a constructor
        Function ~Outer () owner=Outer space=c:.a
        Function operator== (other: Outer) -> bool owner=Outer space=c:.a
        Variable count : int = <int> owner=Outer space=c:.a
        """,
    )


def test_namespaces_and_linkage() -> None:
    facts = read_code(
        """
        namespace a::b {
        inline namespace v1 { class C {}; }
        namespace { int own; class Own { void f(); }; }
        static int hidden() { return 1; }
        static const int kLimit = 3;
        inline int shared() { return 2; }
        }
        ABSL_NAMESPACE_BEGIN
        namespace q { enum Color { RED }; enum class Scoped { ONE }; }
        ABSL_NAMESPACE_END
        extern "C" { void linked(); }
        bool operator==(const C& a, const C& b) { return true; }
        auto trailing(int a) -> std::vector<int>;
        template <typename T> concept Ok = true;
        using Numbers = std::vector<int>;
        typedef struct { int a; } plain;
        """,
        CPP,
    )
    check_definitions(
        facts,
        """
        Class C space=c:.a.b
        Variable own : int space=c:.a.b private
        Class Own space=c:.a.b private
        Function Own.f () -> void space=c:.a.b private bodiless
        Function hidden () -> int space=c:.a.b private
        Variable kLimit : int = <int> space=c:.a.b const
        Function shared () -> int space=c:.a.b
        Enum Color space=c:.q
        Variable Color.RED space=c:.q immutable
        Enum Scoped space=c:.q
        Variable Scoped.ONE space=c:.q immutable
        Function linked () -> void space=c: bodiless
        Function operator== (a: C, b: C) -> bool space=c:
        Function trailing (a: int) -> std.vector<int> space=c: bodiless
        Interface Ok <T> space=c:
        TypeAlias Numbers : std.vector<int> space=c:
        Struct plain space=c:
        Variable plain.a : int
        """,
    )


def test_imports() -> None:
    facts = read_code(
        """
        #include "a/b.h"
        #include <vector>
        using namespace std;
        using a::b::C;
        using ::global;
        namespace x = a::b;
        namespace n { using namespace inner; using other::f; enum Color { RED }; }
        class D : B { using B::f; };
        using enum n::Color;
        // using namespace comment;
        const char* text = R"(#include "raw.h")";
        #if 0
        #include "disabled.h"
        #endif
        """,
        CPP,
    )
    check_imports(
        facts,
        """
        all 'a/b.h'
        all 'vector' [system]
        all 'std' [using]
        export name 'a.b' name=C alias=C [using]
        export name '' name=global alias=global [using]
        module 'a.b' alias=x [using]
        all 'inner' [using n]
        export name 'other' name=f alias=f [using n]
        export name '' name=Color.RED alias=RED [enum n]
        all 'n.Color' [using-enum]
        """,
    )


def test_uses_and_locals() -> None:
    facts = read_code(
        """
        int run(Items& items, std::shared_ptr<Foo> p) {
          Foo one(3), two{1}, three(p), plain;
          int number{3};
          auto made = std::make_unique<Foo>(1);
          auto raw = new ns::Bar<int>(2, 3);
          for (const auto& each : items) { call<int>(each); }
          auto lambda = [&](int q) { return q + global; };
          auto [first, second] = pair();
          p->get<int>(); a::b::run(ns::kConst); Base::run(1); this->x = 2; items[0].size();
          static_cast<Foo*>(raw)->z++;
          try { throw Error(1); } catch (const Error& e) { e.what(); }
          if (auto found = find()) { use(found); }
          return lambda(1) and made ? 1 : 2;
        }
        """,
        CPP,
    )
    check_references(
        facts,
        """
        run Call new Foo/1 -> one
        run Call new Foo/1 -> two
        run Call new Foo/1 -> three
        run Call new Foo/0
        run Call new Foo/1 -> made
        run Call new ns.Bar<int>/2 -> raw
        run Call call/1
        run Read global
        run Call pair/0
        run Call p.get/0
        run Call a.b.run/1
        run Read ns.kConst
        run Call Base.run/1
        run Write self.x
        run Call items[].size/0
        run Write (Foo)raw.z
        run Call Error/1
        run Call e.what/0
        run Call find/0 -> found
        run Call use/1
        run Call lambda/1
        """,
    )
    check_locals(
        facts,
        """
        run items: Items
        run p: std.shared_ptr<Foo>
        run first = pair().@0
        run lambda = <>
        run made = new Foo
        run number: int
        run one: Foo
        run plain: Foo
        run raw = new ns.Bar<int>
        run second = pair().@1
        run three: Foo
        run two: Foo
        run each = items[]
        run q: int
        run e: Error
        run found = find()
        """,
    )
    assert facts.definitions[0].complexity == 6


def test_constructors_write_their_fields() -> None:
    facts = read_code("struct A : B { int x; A(int n) : B(n), x(n) {} };\n", CPP)
    assert reference_lines(facts) == "A.A Write B/1\nA.A Write x/1"


def test_a_broken_file_gives_what_it_can() -> None:
    facts = read_code("int good() { return 1; }\nclass { { (\nint last() { return good(); }\n", CPP)
    assert "good" in {each.name for each in facts.definitions}
    assert facts.problems[0].code == "syntax_error"


@pytest.mark.parametrize(
    ("content", "beside", "expected"),
    [
        (b"class A { public: int x; };", (), True),
        (b"namespace a { int f(); }", (), True),
        (b"#include <vector>\nint f();", (), True),
        (b"int f(std::string s);", (), True),
        (b"int f(void);", ("a.c", "b.cpp"), False),
        (b"int f(void);", ("b.cpp",), True),
        (b"int f(void);", (), False),
        (b"// class A {\nint f(void); /* a::b */", (), False),
        (b'#ifdef __cplusplus\nextern "C" {\nclass A;\n#endif\nint f(void);\n', ("b.cpp",), False),
    ],
)
def test_headers_are_c_or_cpp(content: bytes, beside: tuple[str, ...], *, expected: bool) -> None:
    assert is_cpp_header(content, beside) is expected
