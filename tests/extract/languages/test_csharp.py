"""Facts of C#."""

from codeshed.extract.languages.csharp.csharp_grammar import CSHARP
from tests.extract.languages.compact import definitions, expect, imports, locals_of, read, references


def test_types_and_their_members() -> None:
    facts = read(
        """
        namespace Acme.Shop;
        /// <summary>A shop.</summary>
        [Serializable("private")]
        public sealed partial class Shop<T, U> : Base<T>, IOpen, Other.IClosed<T> where T : class, IItem where U : struct
        {
            private const int Limit = 1 + 2;
            protected internal static readonly Owner owner = new(), second = null;
            public event Handler Changed;
            public event Handler Custom { add { } remove { } }
            public int Price { get; private set; } = 3;
            public string Name { get; init; }
            public int Sum => price.Value;
            internal int Total { get { return total; } set { total = value; } }
            public Item this[int index, string key] { get => items[index]; }
            static Shop() { }
            public Shop(int size, string name = "x") : this(size) { }
            ~Shop() { }
            public static async Task<int?> FindAsync<R>(this Shop self, ref int[] a, out Outer.Inner<T>? b, params object[] more) where R : IItem { return null; }
            public abstract void Open();
            protected override sealed void Close() { }
            void IOpen.Run() => Go();
            public static Shop operator +(Shop left, Shop right) => left;
            public static implicit operator int(Shop shop) => 1;
            private delegate void Done(int code);
            enum Color : byte { Red = 1, Green }
        }
        interface IOpen : IA, IB<C> { int Count { get; } void Run(); void Stop() { } }
        readonly struct Point : IOpen { }
        record Pair(int X, string Y = "") : Base(X), IOpen;
        record struct Cell(int Z);
        class Service(Shop shop) { }
        """,
        CSHARP,
    )
    assert facts.namespace == "Acme.Shop"
    assert facts.problems == ()
    expect(
        definitions(facts),
        """
        Class Shop<T: IItem, U> extends Base<T> implements IOpen, Other.IClosed<T> {public}
          Variable Limit: int = 'int' {private const}
          Variable owner: Owner = new Owner {protected immutable}
          Variable second: Owner = 'null' {protected immutable}
          Variable Changed: Handler {public mutable}
          Variable Custom: Handler {public mutable}
          Variable Price: int = 'int' {public mutable}
          Variable Name: string {public immutable}
          Function Sum() -> int {public property}
          Function Total() -> int {internal property}
          Function Item(index: int, key: string) -> Item {public property}
          Function Shop() {private static constructor}
          Function Shop(size: int, name: string=) {public constructor}
          Function ~Shop() {private}
          Function FindAsync<R: IItem>(self: Shop, a: []<int>, b: Outer.Inner<T>, *more: []<object>) -> Task<System.Nullable<int>> {public async static}
          Function Open() -> void {public abstract virtual bodiless}
          Function Close() -> void {protected final virtual override}
          Function Run() -> void implements IOpen {private}
          Function operator+(left: Shop, right: Shop) -> Shop {public static}
          Function operator_int(shop: Shop) -> int {public static}
          TypeAlias Done {private}
          Enum Color {private}
            Variable Red: Color = 'int' {public immutable}
            Variable Green: Color {public immutable}
        Interface IOpen extends IA, IB<C> {internal}
          Function Count() -> int {public abstract property virtual bodiless}
          Function Run() -> void {public abstract virtual bodiless}
          Function Stop() -> void {public virtual}
        Struct Point implements IOpen {internal}
        Class Pair extends Base implements IOpen {internal}
          Variable X: int {public immutable}
          Variable Y: string {public immutable}
        Class Cell {internal}
          Variable Z: int {public mutable}
        Class Service {internal}
          Variable shop: Shop {private mutable}
        """,
    )
    assert facts.definitions[0].documentation == "<summary>A shop.</summary>"
    by_name = {each.name: each for each in facts.definitions}
    assert by_name["Sum"].signature == "public int Sum"
    assert by_name["Close"].signature == "protected override sealed void Close()"


def test_namespaces_in_blocks() -> None:
    facts = read(
        """
        namespace A.B { class C { class In { } } namespace D { class E { void Run() { } } } }
        namespace F { partial class C { } }
        class G { }
        """,
        CSHARP,
    )
    assert facts.namespace == ""
    expect(
        definitions(facts),
        """
        Class A.B::C {internal}
          Class A.B::In {private}
        Class A.B.D::E {internal}
          Function A.B.D::Run() -> void {private}
        Class F::C {internal}
        Class G {internal}
        """,
    )


def test_imports() -> None:
    facts = read(
        """
        extern alias Old;
        global using System.Linq;
        global using static Acme . Tools.Text;
        using System;
        using static System.Math;
        using Gen = System.Collections.Generic;
        using Names = global::System.Collections.Generic.List<string>;
        // using No.Comment;
        namespace A { using Inner.One; using In = Inner.Two; class B { string text = "using No.Text;"; void M() { using (x) { } using var y = Z(); } } }
        """,
        CSHARP,
    )
    expect(
        imports(facts),
        """
        module Old as Old (extern)
        all System.Linq (global)
        all Acme.Tools.Text (global static)
        all System
        all System.Math (static)
        module System.Collections.Generic as Gen
        module System.Collections.Generic.List as Names
        all Inner.One (inner)
        module Inner.Two as In (inner)
        """,
    )
    behind = read("namespace A; /* x */ using B; class C { }", CSHARP)
    assert imports(behind) == ["all B (inner)"]


def test_uses() -> None:
    facts = read(
        """
        [assembly: Version("1")]
        [Serializable, Named(Key, Value = 1)]
        class A : B {
            Foo made = new(1);
            public Foo Auto { get; } = new();
            A([Bound] int size) : base(size, 1) { this.size = size; }
            A() : this(1) { }
            int Sum => Add(total);
            void Run(Foo foo) {
                total += 1;
                count++;
                foo.Bar<int>(1, /* no */ name: 2).Go();
                Acme.Tool.Use(Limit);
                global::Acme.Other.Use();
                var item = new Item<string>(total) { Price = cost };
                left?.Next?.Close();
                (other as Foo).Bar();
                ((Foo)other).Baz();
                maybe!.Open();
                Kind kind = typeof(Item);
                var tuple = (a: first, b: second);
                Make<Item>();
                base.Run();
                goto end;
                end: return;
                // Call();
                var s = "Call()" + @"Call()" + $"{inner.Text} Call()";
            }
        #if false
            void Never() { Call(); }
        #if X
            void Neither() { Call(); }
        #endif
        #else
            void Always() { Call(); }
        #endif
        }
        """,
        CSHARP,
    )
    assert facts.problems == ()
    expect(
        references(facts),
        """
        - decorate Version (1)
        A decorate Serializable
        A decorate Named (1, Value)
        A read Key
        made call new Foo (1) -> made
        Auto call new Foo (0) -> Auto
        A decorate Bound
        A call super (2)
        A write this.size
        A call this (1)
        Sum call Add (1)
        Sum read total
        Run read total
        Run write total
        Run read count
        Run write count
        Run call foo.Bar (2, name)
        Run call foo.Bar().Go (0)
        Run read Acme
        Run read Acme.Tool
        Run call Acme.Tool.Use (1)
        Run read Limit
        Run call .Acme.Other.Use (0)
        Run call new Item<string> (1) -> item
        Run read total
        Run write new Item<string>.Price
        Run read cost
        Run read left
        Run read left.Next
        Run call left.Next.Close (0)
        Run call (Foo other).Bar (0)
        Run read other
        Run call (Foo other).Baz (0)
        Run read other
        Run read maybe
        Run call maybe.Open (0)
        Run read Item
        Run read first
        Run read second
        Run call Make (0)
        Run call super.Run (0)
        Run read inner
        Run read inner.Text
        Always call Call (0)
        """,
    )


def test_locals_and_complexity() -> None:
    facts = read(
        """
        class A {
            void Run(int[] many, params string[] more) {
                var made = new Foo(); Foo cast = (Foo)other, second = Find();
                var (x, y) = Pair();
                foreach (Item item in items) { item.Sell(); }
                foreach (var (k, v) in map) { }
                for (int i = 0; i < 3 && i != 2; i++) { }
                using (var stream = Open()) { }
                using var late = Open();
                try { } catch (Broken e) when (e.Fatal) { }
                if (o is Foo foo) { } else if (a || b) { }
                switch (o) { case Bar bar when bar.Ok: break; default: break; }
                var arm = o switch { Baz baz => 1, _ => 2 };
                Get(out var got); Get(out Foo typed);
                Func<Foo, int> f = each => each.Go(); f = (Foo p, q) => { Foo inside = p; return 1; }; f = delegate(Foo d) { return 2; };
                var all = from one in items let two = one.Next where two.Ok select two;
                int Local(Foo z) => c ? 1 : d ?? 2;
            }
        }
        """,
        CSHARP,
    )
    expect(
        sorted(locals_of(facts)),
        """
        Local: z: Foo
        Run: all = ''
        Run: arm = ''
        Run: bar: Bar
        Run: baz: Baz
        Run: cast: Foo = (Foo other)
        Run: d: Foo
        Run: e: Broken
        Run: each = -
        Run: f: Func<Foo, int> = '->'
        Run: foo: Foo
        Run: got
        Run: i: int = 'int'
        Run: inside: Foo = p
        Run: item: Item = items[]
        Run: k
        Run: late = Open()
        Run: made = new Foo
        Run: many: []<int>
        Run: more: []<string>
        Run: one = items[]
        Run: p: Foo
        Run: q = -
        Run: second: Foo = Find()
        Run: stream = Open()
        Run: two = one.Next
        Run: typed: Foo
        Run: v
        Run: x = Pair().0
        Run: y = Pair().1
        """,
    )
    assert [(each.name, each.complexity) for each in facts.definitions] == [
        ("A", 1),
        ("Run", 11),
        ("Local", 3),
    ]
    reads = {line for line in references(facts) if " read " in line}
    assert not {"Run read made", "Run read each", "Run read two", "Run read Foo", "Run read Broken"} & reads


def test_statements_on_the_top_level() -> None:
    facts = read("var app = Make(); app.Run(); void Help() { }", CSHARP)
    expect(
        definitions(facts),
        """
        Variable app = Make() {private mutable}
        Function Help() -> void {private}
        """,
    )
    assert "- call app.Run (0)" in references(facts)


def test_broken_code_gives_what_it_can() -> None:
    facts = read("class A { void Run() { int x = ; } void Stop() { Go(); } } class { B", CSHARP)
    assert [each.name for each in facts.definitions[:3]] == ["A", "Run", "Stop"]
    assert "Stop call Go (0)" in references(facts)
    assert facts.problems[0].code == "syntax_error"


def test_conditions_that_cut_through_the_syntax() -> None:
    facts = read(
        """
        class A {
        #if NEW
            void Run(int x)
        #elif OLD
            void Run(string x)
        #else
            void Run()
        #endif
            { Go(); }
        #pragma warning suppress 1
            void Stop() { string.IsNullOrEmpty(x); }
        }
        """,
        CSHARP,
    )
    assert facts.problems == ()
    expect(
        definitions(facts),
        """
        Class A {internal}
          Function Run(x: int) -> void {private}
          Function Stop() -> void {private}
        """,
    )
    expect(
        references(facts),
        """
        Run call Go (0)
        Stop call string.IsNullOrEmpty (1)
        Stop read x
        """,
    )
