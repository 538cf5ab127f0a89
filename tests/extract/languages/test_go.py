"""Facts of Go."""

from codeshed.extract.languages.go.go_grammar import GO
from tests.extract.languages.fact_listing import (
    check_definitions,
    check_extensions,
    check_imports,
    check_locals,
    check_references,
    read,
)


def test_types_fields_and_what_they_embed() -> None:
    check_definitions(
        GO,
        """
        package p
        type A struct {
            B
            *c.D
            E[int]
            f, G int `json:"x"`
            m map[string][]*T
            fn func(inner int) error
            _ int
        }
        type I interface {
            J
            k.L
            Do(x int, y ...string) (r string, err error)
            un(int)
            ~int | string
        }
        type Set[T any, K, V comparable] struct{}
        type Al = other.X
        type (
            Color int
            names []string
        )
        """,
        """
        Struct A inherits B, c.D, E<int>
        Variable A.B: B
        Variable A.D: c.D
        Variable A.E: E<int>
        Variable A.f: int internal
        Variable A.G: int
        Variable A.m: T[][] internal
        Variable A.fn: -><error, int> internal
        Interface I inherits J, k.L
        Function I.Do(x: int, ...y: string) ->()<string, error> abstract bodiless
        Function I.un(: int) abstract bodiless internal
        Struct Set[T: any, K: comparable, V: comparable]
        TypeAlias Al: other.X
        Class Color: int
        Class names: string[] internal
        """,
    )


def test_functions_methods_and_variables() -> None:
    check_definitions(
        GO,
        """
        package p
        func (a *A) M(x, y int, z ...string) (int, error) { return 0, nil }
        func (s Set[T, K]) v() {}
        func F[T Number](x T) T { return x }
        func elsewhere(int) string
        var Handler = func(x int) error { return nil }
        var a, b = f(), 3
        var c, D T
        var _ = f()
        const X int = 3
        const ( one = iota; two )
        var made = &q.A{}
        """,
        """
        Function <A>.M(x: int, y: int, ...z: string) ->()<int, error>
        Function <Set<T, K>>.v() internal
        Function F[T: Number](x: T) -> T
        Function elsewhere(: int) -> string bodiless internal
        Function Handler(x: int) -> error
        Variable a = f() internal
        Variable b = <int> internal
        Variable c: T internal
        Variable D: T
        Variable X: int = <int> const
        Variable one = <int> const internal
        Variable two const internal
        Variable made = new q.A internal
        """,
    )


def test_complexity_and_closures() -> None:
    check_definitions(
        GO,
        """
        package p
        func F() {
            if a && b || c { } else if d { }
            for i := 0; i < 3; i++ { }
            for range xs { }
            switch x { case 1, 2: case 3: default: }
            switch x.(type) { case A: }
            select { case <-ch: default: }
            inner := func() { if e { } }
            type local struct { f int }
        }
        """,
        """
        Function F() complexity=11
        Function F.inner() internal complexity=2
        Struct F.local internal
        Variable F.local.f: int internal
        """,
    )


def test_documentation_signatures_and_spans() -> None:
    facts = read(
        GO,
        """
        // Copyright.

        // Package p is documented.
        package p

        // A is it.
        // Really.
        type A struct {
            // f is a field.
            f int
            g int // behind
        }

        /* Run runs. */
        func (a *A) Run(
            x int,
        ) error { return nil }

        const (
            // one of them
            one = 1
        )

        // apart

        var x = 1
        """,
    )
    assert facts.namespace == "p"
    assert facts.documentation == "Package p is documented."
    assert [(each.name, each.documentation, each.signature) for each in facts.definitions] == [
        ("A", "A is it.\nReally.", "type A struct"),
        ("f", "f is a field.", "f int"),
        ("g", None, "g int"),
        ("Run", "Run runs.", "func (a *A) Run( x int, ) error"),
        ("one", "one of them", "const one = 1"),
        ("x", None, "var x = 1"),
    ]


def test_all_forms_of_imports() -> None:
    check_imports(
        GO,
        """
        package p
        import "fmt"
        import (
            // a comment with "text"
            . "a/all"
            _ "a/side"
            x "a/named"

            `a/raw` // "no/import"
        )
        const s = `import "no"`
        """,
        """
        export module: as p [package]
        module: fmt
        all: a/all
        nothing: a/side
        module: a/named as x
        module: a/raw
        """,
    )


def test_locals_and_what_is_known_of_them() -> None:
    check_locals(
        GO,
        """
        package p
        func (r *R) F(a, _ A, rest ...B) (out C, err error) {
            var v, w int = 1, 2
            x, err := load(a)
            y := new(D)
            z := make(map[string]E)
            for i, e := range r.items {}
            for k := range z {}
            if t, ok := x.(T); ok {}
            switch s := x.(type) {
            case *S: s.m()
            case P, Q: s.n()
            }
            select { case m := <-ch: m.x() }
            tests := []struct{ name string }{{name: "x"}}
        }
        """,
        """
        <R>.F r: R
        <R>.F a: A
        <R>.F rest: B
        <R>.F out: C
        <R>.F err: error
        <R>.F v: int = <int>
        <R>.F w: int = <int>
        <R>.F err = load().#1
        <R>.F x = load().#0
        <R>.F y = new D
        <R>.F z = new E[]
        <R>.F i
        <R>.F e = r.items[]
        <R>.F k = z.<-()
        <R>.F ok
        <R>.F t = (x as T)
        <R>.F s = x
        <R>.F s: S
        <R>.F m = ch[]
        <R>.F tests = new {}<name<string>>[]
        """,
    )


def test_uses() -> None:
    check_references(
        GO,
        """
        package p
        var state = map[string]int{key: 1}
        func F(x int) {
            // call()
            println("call()", other)
            pkg.Call(x).Chain(1, state)
            state["k"] = x
            limit, x = 3, limit
            count++
            pkg.Total += 2
            a := A{field: value}
            b := &q.B{field: []C{{inner: deep}}}
            n := new(D)
            m := map[string]int{constant: 1}
            Map[int](x)
            Pair[int, string](x, 2)
            go a.run()
            defer func() { b.close(); _ = inner }()
        L:
            for { break L }
            T(x)
        }
        """,
        """
        state read key
        F call println
        F read other
        F read pkg
        F call pkg.Call
        F call pkg.Call().Chain
        F read state
        F read state
        F write state
        F write limit
        F read limit
        F read count
        F write count
        F read pkg
        F read pkg.Total
        F write pkg.Total
        F call new A
        F read value
        F call new q.B
        F read deep
        F call new D
        F read constant
        F call Map
        F call Pair
        F call a.run
        F call b.close
        F read inner
        F call T
        """,
    )


def test_where_results_go() -> None:
    facts = read(GO, "package p\nfunc F() { a, err := load(); b, c := one(), two(); d = three(); four() }\n")
    assert [each.assigned_to for each in facts.references if each.role.value == "Call"] == [
        "a",
        "b",
        "c",
        "d",
        None,
    ]


def test_what_a_type_is_said_to_implement() -> None:
    check_extensions(
        GO,
        """
        package p
        var _ I = (*A)(nil)
        var _ I = (*q.B)(nil)
        var _ q.J = &C{}
        var _ I = D{}
        var _ I = new(E)
        var named I = F{}
        """,
        """
        A implements I
        q.B implements I
        C implements q.J
        D implements I
        E implements I
        """,
    )


def test_a_local_hides_a_name_only_where_it_can_be_seen() -> None:
    check_references(
        GO,
        """
        package p
        func F() {
            if limit := 1; limit > 0 { use(limit) }
            use(limit)
        }
        """,
        """
        F call use
        F call use
        F read limit
        """,
    )


def test_a_broken_file_gives_what_it_can() -> None:
    facts = read(GO, "package p\nfunc good() { call() }\nfunc broken( {\nfunc last() {}\n")
    assert "good" in [each.name for each in facts.definitions]
    assert [each.code for each in facts.problems][:1] == ["syntax_error"]
    assert read(GO, "").definitions == ()
    assert read(GO, "(" * 5000).problems
