"""Facts of Java."""

from codeshed.extract.languages.java.java_grammar import JAVA
from tests.extract.languages.compact import definitions, expect, imports, locals_of, read, references


def test_types_and_their_members() -> None:
    facts = read(
        """
        package com . acme.shop;
        /** A shop. */
        public abstract class Shop<T extends Item & Named, U> extends Base<T> implements Open, other.Closed<T> {
            private static final int LIMIT = 1, COUNT = count();
            /// The
            /// owner.
            @SuppressWarnings("static final") protected Owner owner;
            volatile int[] prices;
            Shop(int size, final String... names) throws Error { }
            protected static <R extends Item> List<R> find(Map<String, ? extends T> by, Outer.Inner<T>[] in) { return null; }
            abstract synchronized void open();
            public final void close() { }
            native int sum();
        }
        interface Open extends A, B<C> { int MAX = 1; Shop SHOP = new Shop(); void run(); default void stop() { } private void hide() { } class In { } }
        enum Color implements Open { RED(1) { void paint() { } }, GREEN; private final int code; Color(int code) { } }
        record Point(int x, @Checked String... tags) implements Open { static int n; Point { check(); } }
        @interface Mark { String value() default ""; }
        """,
        JAVA,
    )
    assert facts.namespace == "com.acme.shop"
    assert facts.problems == ()
    expect(
        definitions(facts),
        """
        Class Shop<T: Item, U> extends Base<T> implements Open, other.Closed<T> {public}
          Variable LIMIT: int = 'int' {private const}
          Variable COUNT: int = count() {private immutable}
          Variable owner: Owner {protected mutable}
          Variable prices: []<int> {internal mutable}
          Function Shop(size: int, *names: []<String>) {internal constructor}
          Function find<R: Item>(by: Map<String, T>, in: []<Outer.Inner<T>>) -> List<R> {protected static}
          Function open() -> void {internal abstract bodiless}
          Function close() -> void {public final}
          Function sum() -> int {internal bodiless}
        Interface Open extends A, B<C> {internal}
          Variable MAX: int = 'int' {public const}
          Variable SHOP: Shop = new Shop {public immutable}
          Function run() -> void {public abstract bodiless}
          Function stop() -> void {public}
          Function hide() -> void {private}
          Class In {public}
        Enum Color implements Open {internal}
          Variable RED: Color {public immutable}
            Class $Color extends Color {private}
              Function paint() -> void {internal}
          Variable GREEN: Color {public immutable}
          Variable code: int {private immutable}
          Function Color(code: int) {private constructor}
        Class Point implements Open {internal}
          Variable x: int {public immutable}
          Variable tags: []<String> {public immutable}
          Variable n: int {internal mutable}
          Function Point(x: int, *tags: []<String>) {internal constructor}
        Interface Mark extends java.lang.annotation.Annotation {internal}
          Function value() -> String {public abstract bodiless}
        """,
    )
    by_name = {each.name: each for each in facts.definitions}
    assert by_name["owner"].documentation == "The\nowner."
    assert facts.definitions[0].documentation == "A shop."
    assert by_name["close"].signature == "public final void close()"
    assert by_name["RED"].signature == "RED(1)"


def test_imports() -> None:
    facts = read(
        """
        package a;
        import b.C;
        import b.Outer.Inner;
        import b.c . /* all */ *;
        import static b.C.run;
        import static
            b.C.*;
        import Lone;
        // import no.Comment;
        class A { String text = "import no.Text;"; }
        """,
        JAVA,
    )
    expect(
        imports(facts),
        """
        name b C as C
        name b.Outer Inner as Inner
        all b.c
        name b.C run as run (static)
        all b.C (static)
        name  Lone as Lone
        """,
    )


def test_directives_of_modules() -> None:
    facts = read(
        """
        open module com.acme {
            requires transitive java.sql;
            exports com.acme.api to other;
            uses com.acme.Plugin;
            provides com.acme.Plugin with com.acme.A, com.acme.B;
        }
        """,
        JAVA,
    )
    expect(
        imports(facts),
        """
        nothing java.sql (requires)
        name com.acme Plugin (uses)
        name com.acme Plugin (provides)
        name com.acme A (provides)
        name com.acme B (provides)
        """,
    )
    assert facts.references == ()


def test_uses() -> None:
    facts = read(
        """
        @Deprecated @Named(name = KEY) class A extends B {
            int total = start();
            @Inject A(@Bound int size) { this(size, 1); }
            A(int size, int more) { super(size); this.size = size; }
            void run(Foo foo) {
                total += 1;
                count++;
                foo.bar().go(1, /* no */ 2);
                com.acme.Tool.use(LIMIT);
                A.this.run(null);
                Open.super.close();
                Item item = new Item<>(total) { void sell() { price(); } };
                outer.new Inner();
                items.forEach(Item::sell);
                make(Item::new);
                f = Item.class;
                label: for (;;) { break label; }
                // call();
                String s = "call()";
            }
        }
        """,
        JAVA,
    )
    expect(
        references(facts),
        """
        A decorate Deprecated
        A decorate Named
        A read KEY
        total call start (0) -> total
        A decorate Inject
        A decorate Bound
        A call this (2)
        A call super (1)
        A write this.size
        run read total
        run write total
        run read count
        run write count
        run call foo.bar (0)
        run call foo.bar().go (2)
        run read com
        run read com.acme
        run read com.acme.Tool
        run call com.acme.Tool.use (1)
        run read LIMIT
        run read A
        run call (A this).run (1)
        run read Open
        run call (Open super).close (0)
        run call new Item (1) -> item
        run read total
        sell call price (0)
        run read outer
        run call new Inner (0)
        run read items
        run call items.forEach (1)
        run read Item
        run read Item.sell
        run call make (1)
        run call new Item
        run write f
        run read Item
        """,
    )


def test_locals_and_complexity() -> None:
    facts = read(
        """
        class A {
            void run(A this, int[] many, String... more) {
                var made = new Foo();
                Foo cast = (Foo) other, second = find();
                for (Item item : items) { item.sell(); }
                for (int i = 0; i < 3 && i != 2; i++) { }
                try (Stream in = open()) { } catch (Wrong | Broken e) { }
                if (x instanceof Foo foo) { } else if (a || b) { }
                switch (x) { case Foo f -> 1; case Point(int px, var py) -> 2; default -> 3; }
                list.map(each -> each.go()).map((a, b) -> { Foo in = a; return in; }).map((Foo typed) -> x ? 1 : 2);
                while (true) { do { } while (y); }
            }
        }
        """,
        JAVA,
    )
    expect(
        sorted(locals_of(facts)),
        """
        run: a = -
        run: b = -
        run: cast: Foo = (Foo other)
        run: e: |<Wrong, Broken>
        run: each = -
        run: f: Foo
        run: foo: Foo
        run: i: int = 'int'
        run: in: Foo = a
        run: in: Stream = open()
        run: item: Item = items[]
        run: made = new Foo
        run: many: []<int>
        run: more: []<String>
        run: px: int
        run: py
        run: second: Foo = find()
        run: typed: Foo
        """,
    )
    assert facts.definitions[1].complexity == 13
    reads = [line for line in references(facts) if " read " in line]
    assert not {"run read made", "run read each", "run read px", "run read i"} & set(reads)


def test_classes_without_names() -> None:
    facts = read(
        """
        class A {
            Runnable one = new Runnable() { public void run() { this.stop(); } int n; };
            void work() { go(new java.util.ArrayList<String>(size()) { boolean add(String s) { return super.add(s); } }); }
        }
        """,
        JAVA,
    )
    expect(
        definitions(facts),
        """
        Class A {internal}
          Variable one: Runnable = new Runnable {internal mutable}
            Class $Runnable extends Runnable {private}
              Function run() -> void {public}
              Variable n: int {internal mutable}
          Function work() -> void {internal}
            Class $ArrayList extends java.util.ArrayList<String> {private}
              Function add(s: String) -> boolean {internal}
        """,
    )
    expect(
        references(facts),
        """
        one call new Runnable (0) -> one
        run call this.stop (0)
        work call go (1)
        work call new java.util.ArrayList<String> (1)
        work call size (0)
        add call super.add (1)
        """,
    )


def test_broken_code_gives_what_it_can() -> None:
    facts = read("package a; class A { void run() { int x = ; } void stop() { go(); } } class { B", JAVA)
    assert [each.name for each in facts.definitions[:3]] == ["A", "run", "stop"]
    assert "stop call go (0)" in references(facts)
    assert facts.problems[0].code == "syntax_error"


def test_arrays_and_the_objects_of_an_enum() -> None:
    facts = read(
        """
        enum Color {
            RED(1), GREEN;
            int codes[], one;
            int[][] grid;
            void run(String args[], int... more) { Foo list[] = find(), single = null; }
        }
        """,
        JAVA,
    )
    expect(
        definitions(facts),
        """
        Enum Color {internal}
          Variable RED: Color {public immutable}
          Variable GREEN: Color {public immutable}
          Variable codes: []<int> {internal mutable}
          Variable one: int {internal mutable}
          Variable grid: []<[]<int>> {internal mutable}
          Function run(args: []<String>, *more: []<int>) -> void {internal}
        """,
    )
    expect(
        locals_of(facts),
        """
        run: args: []<String>
        run: more: []<int>
        run: list: []<Foo> = find()
        run: single: Foo = 'null'
        """,
    )
    assert references(facts) == ["RED call new Color (1)", "run call find (0) -> list"]
