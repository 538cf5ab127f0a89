"""Facts of Rust."""

from codeshed.extract.languages.rust.rust_grammar import RUST
from tests.extract.languages.fact_listing import (
    check_definitions,
    check_extensions,
    check_imports,
    check_locals,
    check_references,
    read,
)


def test_types_fields_members_and_aliases() -> None:
    check_definitions(
        RUST,
        """
        #[derive(Debug, serde::Serialize)]
        pub struct A<'a, T: Display + 'a, const N: usize> where T: Clone { pub f: &'a mut Vec<T>, g: Option<Box<dyn Tr>> }
        struct Tup(pub i32, String);
        pub(crate) enum E { One, Two(i32), Three { x: u8 } }
        pub trait Tr: Super + fmt::Debug {
            type Item: Bound;
            const C: u32;
            fn req(&self, x: i32) -> Self::Item;
            fn def(&mut self) {}
            fn make() -> Self;
        }
        type Al<T> = Vec<T>;
        union U { a: i32 }
        """,
        """
        Struct A[T: Display|Clone, N: usize] implements Debug, serde.Serialize
        Variable A.f: Vec<T>
        Variable A.g: Option<Box<Tr>> private
        Struct Tup private
        Variable Tup.0: i32
        Variable Tup.1: String private
        Enum E internal
        Variable E.One immutable
        Variable E.Two immutable
        Variable E.Two.0: i32
        Variable E.Three immutable
        Variable E.Three.x: u8
        Interface Tr inherits Super, fmt.Debug
        TypeAlias Tr.Item
        Variable Tr.C: u32 const
        Function Tr.req(x: i32) -> Tr.Item abstract bodiless
        Function Tr.def()
        Function Tr.make() -> Tr abstract static bodiless
        TypeAlias Al[T]: Vec<T> private
        Union U private
        Variable U.a: i32 private
        """,
    )


def test_functions_variables_macros_and_modules_in_blocks() -> None:
    check_definitions(
        RUST,
        """
        pub async fn run<F>(f: F, (a, b): (A, B), z: &[u8], _: u8) -> Result<A, Error> where F: Fn() -> u8 { }
        fn items() -> impl Iterator<Item = crate::C> + '_ { }
        static mut COUNT: i32 = 0;
        static NAMES: &[&str] = &["a"];
        pub const K: &str = "a";
        macro_rules! twice { ($x:expr) => { foo($x) } }
        extern "C" { fn c(x: i32, ...); }
        mod outer { pub mod inner { pub fn deep() { let f = |x| x + 1; } } struct S; }
        impl S { pub fn new() -> Self { } fn m(&self) {} const C: u8 = 1; }
        impl<T> a::Tr for S<T> { type Item = u8; fn req(&self) {} }
        """,
        """
        Function run[F](f: F,(a, b):()<A, B>, z: u8[],: u8) -> Result<A, Error> async
        Function items() -> Iterator<crate.C> private
        Variable COUNT: i32 = <i32> private
        Variable NAMES: str[] = <> immutable private
        Variable K: str = <str> const
        Function twice() internal
        Function c(x: i32, ...) bodiless private
        Function outer.inner.deep()
        Function outer.inner.deep.f(x) private
        Struct outer.S private
        Function <S>.new() -> S static
        Function <S>.m() private
        Variable <S>.C: u8 = <i32> const private
        TypeAlias <S<T>>.Item: u8
        Function <S<T>>.req() implements a.Tr
        """,
    )


def test_complexity() -> None:
    check_definitions(
        RUST,
        """
        fn f() {
            if a && b || c { } else if d { }
            for x in y { }
            while z { }
            loop { break; }
            match w { 1 => {}, 2 | 3 => {}, _ => {} }
            let Some(x) = y else { return };
            g()?;
        }
        """,
        "Function f() private complexity=12",
    )


def test_documentation_signatures_and_spans() -> None:
    source = """
        //! The file
        //! itself.

        /// Documented.
        /// Twice.
        #[derive(Debug)]
        pub struct A {
            /// A field.
            f: u8,
        }

        /** In a block. */
        #[inline]
        fn g(
            x: u8,
        ) {}
        """
    facts = read(RUST, source)
    assert facts.documentation == "The file\nitself."
    assert [(each.name, each.documentation, each.signature) for each in facts.definitions] == [
        ("A", "Documented.\nTwice.", "pub struct A"),
        ("f", "A field.", "f: u8"),
        ("g", "In a block.", "fn g( x: u8, )"),
    ]
    text = "\n".join(line.removeprefix("        ") for line in source.splitlines()).lstrip("\n")
    assert text[facts.definitions[0].begin :].startswith("#[derive(Debug)]\npub struct")
    assert text[facts.definitions[2].begin :].startswith("#[inline]\nfn g")


def test_all_forms_of_imports() -> None:
    check_imports(
        RUST,
        """
        use std::{fmt::{self, Display as D}, io::*};
        pub use crate::a::B;
        pub(crate) use self::c::*;
        use super::super::x::{y as _, r#type};
        use ::serde;
        use {one::One, two};
        extern crate foo as bar;
        mod plain;
        #[path = "other/x_impl.rs"]
        pub mod x;
        mod block {
            use super::up::Up;
            use self::down::Down;
            use super::super::Far;
            mod file;
        }
        // use comment::No;
        const S: &str = "use string::No;";
        fn f() { use local::Thing; crate::p::q(); super::r::S::t(); mem::swap(); Type::new(); u32::max(1, 2); let x: deep::T; }
        """,
        """
        name: std fmt as fmt
        name: std::fmt Display as D
        all: std::io
        export name: crate::a B as B
        export all: self::c
        name: super::super::x y
        name: super::super::x type as type
        module: serde as serde
        name: one One as One
        module: two as two
        module: foo as bar
        module: plain as plain [mod]
        export module: x as x [mod other/x_impl.rs]
        name: self::up Up as Up within block
        name: self::block::down Down as Down within block
        name: super Far as Far within block
        module: block::file as file [mod] within block
        name: local Thing as Thing in f
        module: crate p::q as crate [path] in f
        module: super r::S::t as super [path] in f
        module: mem swap as mem [path] in f
        module: deep T as deep [path] in f
        """,
    )


def test_locals_and_what_is_known_of_them() -> None:
    check_locals(
        RUST,
        """
        impl A {
            fn f(&self, mut a: Rc<B>, (b, c): (i32, i32)) {
                let mut v: Vec<C> = Vec::<C>::new();
                let d = self.load()?.clone();
                let e = Self { x: 1 };
                let Some(g) = d else { return };
                for h in &v {}
                for (i, j) in v.iter().enumerate() {}
                if let Ok(k) = run() && k {}
                match d { Some(l) => {}, E::Many(m, ref n) => {}, E::Named { o, p: q } => {}, r @ 1 => {}, MAX => {}, s => {} }
                let t = |u, w: D| {};
                let (x, y) = z as (F, G);
            }
        }
        """,
        """
        <A>.f a: Rc<B>
        <A>.f b
        <A>.f c
        <A>.f v: Vec<C> = Vec.new()
        <A>.f d = SELF.load().?().clone()
        <A>.f e = new A
        <A>.f g = d.Some
        <A>.f h = v[]
        <A>.f i
        <A>.f j
        <A>.f k = run().Ok
        <A>.f l = d.Some
        <A>.f m = E.Many.0
        <A>.f n = E.Many.1
        <A>.f o = E.Named.o
        <A>.f q = E.Named.p
        <A>.f r = d
        <A>.f s = d
        <A>.f.t u
        <A>.f.t w: D
        <A>.f x = (z as ()<F, G>).0
        <A>.f y = (z as ()<F, G>).1
        """,
    )


def test_uses() -> None:
    check_references(
        RUST,
        """
        #[derive(Debug)]
        #[tokio::main]
        fn f(x: A) {
            // comment()
            println!("call() {}", x.name(other));
            custom::log!(STATE, made());
            braces! { ignored() }
            let v = vec![item(), LIMIT];
            STATE.lock().unwrap().push(1);
            COUNT += 1;
            self::table[0] = 1;
            x.field = 2;
            *x.pointer = 3;
            let a = B { y: value, z };
            parse::<T>(1);
            a.collect::<Vec<_>>();
            E::One;
            'label: loop { break 'label; }
            match x { E::Two(k) => k, CONSTANT => 1 };
            let g = |p| p + outer;
        }
        """,
        """
        f decorate tokio.main
        f call println
        f call x.name
        f read other
        f read custom
        f call custom.log
        f read STATE
        f call made
        f call braces
        f call item
        f read LIMIT
        f read STATE
        f call STATE.lock
        f call STATE.lock().unwrap
        f call STATE.lock().unwrap().push
        f write STATE
        f read COUNT
        f write COUNT
        f read self.table
        f write self.table
        f write x.field
        f write x.pointer
        f read x.pointer
        f call new B
        f read value
        f read z
        f call parse
        f call a.collect
        f read E
        f read E.One
        f read E
        f read E.Two
        f read CONSTANT
        f.g read outer
        """,
    )


def test_calls_know_their_arguments_and_where_results_go() -> None:
    facts = read(RUST, 'fn f() { let a = g(1, 2); b = h(); format!("{}", 1) }')
    found = [
        (each.argument_count, each.assigned_to) for each in facts.references if each.role.value == "Call"
    ]
    assert found == [(2, "a"), (0, "b"), (2, None)]


def test_what_types_implement() -> None:
    check_extensions(
        RUST,
        """
        impl Tr for A {}
        impl<T: X> fmt::Display for a::B<T> {}
        impl A { fn f() {} }
        mod m { impl Iterator<C> for D {} }
        // impl No for A {}
        """,
        """
        A implements Tr
        a.B<T> implements fmt.Display
        m.D implements Iterator<C>
        """,
    )


def test_paths_in_blocks_are_seen_from_the_file() -> None:
    check_references(
        RUST,
        "mod tests { fn f() { super::g(); self::h(); super::super::i(); Self::j() } }",
        """
        tests.f call self.g
        tests.f call self.tests.h
        tests.f read super
        tests.f call super.i
        tests.f read Self
        tests.f call Self.j
        """,
    )


def test_macros_that_are_no_expressions_leave_the_rest_readable() -> None:
    check_references(
        RUST,
        """
        impl A { generate!(u8 => A); }
        fn f() { assert_eq!(g(), 1); odd!(a => b; c) }
        """,
        """
        . call generate
        f call assert_eq
        f call g
        f call odd
        """,
    )


def test_a_broken_file_gives_what_it_can() -> None:
    facts = read(RUST, "fn good() { call!(a b) }\nfn broken( {\nfn last() {}\n")
    assert "good" in [each.name for each in facts.definitions]
    assert [each.code for each in facts.problems][:1] == ["syntax_error"]
    assert read(RUST, "").definitions == ()
    assert read(RUST, "use " + "a::{" * 300).problems
