"""Facts of Scala."""

from codeshed.extract.languages.scala.scala_grammar import SCALA
from tests.extract.languages.compact import definitions, expect, imports, locals_of, read, references


def test_types_and_their_members() -> None:
    facts = read(
        """
        package com.acme
        package shop
        /** A shop. */
        sealed abstract class Shop[+T <: Item, U: Ordering, V](val size: Int, private var name: String = "x", more: Foo*)(implicit w: W) extends Base[T](size) with Open with other.Closed[U] {
          private[this] val p, q = 1
          protected var owner: Owner = _
          lazy val made: Foo = make()
          final val Limit = 10
          val (left, right) = pair
          def this(size: Int) = this(size, 1)
          override def find[R <: Item](a: Int, b: => String, c: Int*)(implicit d: Map[R, Int] = null): Either[R, Outer#Inner] = null
          def open: Unit
          private[acme] def close() { }
          type Items = List[Item]
          type Abstract <: Item
        }
        object Shop extends Maker { implicit class Ops(x: Int) { }; case object Empty }
        case class Point(x: Int, var y: Int) extends Product
        trait Open[T] extends A with B { val n: Int; var m, o: Foo; def run(): Unit; def stop() = 1 }
        """,
        SCALA,
    )
    assert facts.namespace == "com.acme.shop"
    assert facts.problems == ()
    expect(
        definitions(facts),
        """
        Class Shop<T: Item, U: Ordering, V> extends Base<T> implements Open, other.Closed<U> {public}
          Variable size: Int {public immutable}
          Variable name: String {private mutable}
          Variable more: []<Foo> {private immutable}
          Variable w: W {private immutable}
          Variable p {private immutable}
          Variable q {private immutable}
          Variable owner: Owner = '' {protected mutable}
          Variable made: Foo = make() {public immutable}
          Variable Limit = 'Int' {public const}
          Variable left = pair.0 {public immutable}
          Variable right = pair.1 {public immutable}
          Function this(size: Int) {public constructor}
          Function find<R: Item>(a: Int, b: String, *c: []<Int>, d: Map<R, Int>=) -> Either<R, Outer.Inner> {public override}
          Function open() -> Unit {public abstract bodiless}
          Function close() {internal}
          TypeAlias Items: List<Item> {public}
          TypeAlias Abstract: Item {public}
        Class Shop extends Maker {public}
          Class Ops {public}
            Variable x: Int {private immutable}
          Class Empty {public}
        Class Point extends Product {public}
          Variable x: Int {public immutable}
          Variable y: Int {public mutable}
        Interface Open<T> extends A, B {public}
          Variable n: Int {public immutable}
          Variable m: Foo {public mutable}
          Variable o: Foo {public mutable}
          Function run() -> Unit {public abstract bodiless}
          Function stop() {public}
        """,
    )
    assert facts.definitions[0].documentation == "A shop."
    by_name = {each.name: each for each in facts.definitions}
    assert by_name["stop"].signature == "def stop()"


def test_the_newer_forms() -> None:
    facts = read(
        """
        package a
        package object util { def help = 1 }
        package inner { class In }
        enum Color(val code: Int) extends Base:
          case Red extends Color(1)
          case Green, Blue
          case Mixed(parts: Int)
        given order: Ordering[Int] with
          def compare(x: Int) = 1
        given Ordering[String] = make()
        extension (text: String)
          def shout(times: Int): String = text.upper
        opaque type Id = Int
        @main def run(args: String*): Unit =
          val x = 1
          for y <- xs do println(y)
        """,
        SCALA,
    )
    assert facts.problems == ()
    expect(
        definitions(facts),
        """
        Function util::help() {public}
        Class inner::In {public}
        Enum Color extends Base {public}
          Variable code: Int {public immutable}
          Variable Red {public immutable}
          Variable Green {public immutable}
          Variable Blue {public immutable}
          Class Mixed {public}
            Variable parts: Int {public immutable}
        Class order extends Ordering<Int> {public}
          Function compare(x: Int) {public}
        Variable given_Ordering_String: Ordering<String> = make() {public immutable}
        Function String.shout(times: Int) -> String {public}
        TypeAlias Id: Int {public}
        Function run(*args: []<String>) -> Unit [2] {public}
        """,
    )
    assert "run decorate main" in references(facts)


def test_imports() -> None:
    facts = read(
        """
        package a.b
        package c
        import x.Y
        import x.y.{
          A => B, C, // not D
          _
        }
        import x._, z.W
        import x.*
        import x.{given, E as F, *}
        import x.given Foo
        import x.G as H
        import x.{Hidden => _}
        import _root_.x.`type`
        export x.{i, j}
        export x.*
        // import no.Comment
        class K { def run() = { import inner.L; "import no.Text" } }
        """,
        SCALA,
    )
    expect(
        imports(facts),
        """
        all a.b (package)
        name x Y as Y
        name x.y A as B
        name x.y C as C
        all x.y
        all x
        name z W as W
        all x
        all x (given)
        name x E as F
        all x
        all x (given)
        name x G as H
        name x type as type (root)
        export name x i as i
        export name x j as j
        export all x
        name inner L as L
        """,
    )


def test_uses() -> None:
    facts = read(
        """
        @deprecated("x") class A extends B(start(Key)) {
          var total = begin()
          def run(foo: Foo): Unit = {
            total += 1
            this.size = 2
            foo.bar[Int](1, name = 2).go
            curried(1)(2).next()
            left plus right
            left |> right && other
            Acme.Tool.use(Limit)
            A.this.run(null)
            super.run(foo)
            val item = new Item[String](total) with Cheap { def sell() = price }
            new Plain
            other.asInstanceOf[Foo].bar()
            items.map { each => each.sell }.filter(_.ok).map { case (k, v) => k }
            make(classOf[Item])
            other match { case Some(inner) => inner.go(); case Color.Red => 1; case Constant => 2 }
            // call()
            val s = "call()" + s"${deep.text} $plain"
          }
        }
        """,
        SCALA,
    )
    assert facts.problems == ()
    expect(
        references(facts),
        """
        A decorate deprecated
        A call new B (1)
        A call start (1)
        A read Key
        total call begin (0) -> total
        run read total
        run write total
        run write this.size
        run call foo.bar (2, name)
        run read foo.bar().go
        run call curried (1)
        run call curried().next (0)
        run read left
        run call left.plus
        run read right
        run read left
        run call left.|>
        run read right
        run read other
        run read Acme
        run read Acme.Tool
        run call Acme.Tool.use (1)
        run read Limit
        run read A
        run call (A this).run (1)
        run call super.run (1)
        run call new Item<String> (1) -> item
        run read total
        sell read price
        run call new Plain (0)
        run read other
        run read other.asInstanceOf
        run call (Foo other).bar (0)
        run read items
        run call items.map
        run call items.map().filter (1)
        run call items.map().filter().map
        run read each.sell
        run read -.ok
        run call make (1)
        run read classOf
        run read Item
        run read other
        run read Some
        run call inner.go (0)
        run read Color
        run read Color.Red
        run read Constant
        run read deep
        run read deep.text
        run read plain
        """,
    )


def test_locals_and_complexity() -> None:
    facts = read(
        """
        trait T { self: Other =>
          def run(many: Array[Int]): Unit = {
            val made = new Foo(1); var typed: Foo = find(); val (x, y) = pair
            for { a <- items; b = a.next; (c, d) <- b.all if ok } yield a
            list.map(each => each).fold(0)((p, q: Foo) => p)
            if (m && n || o) 1 else 2
            while (w) { }
            try { } catch { case e: Broken => 1; case _ => 2 }
            v match { case List(one, two) => 1; case h :: rest => 2; case all @ Seq(_) => 3; case f: Foo if f.ok => 4 }
            def local(z: Foo) = z
          }
        }
        """,
        SCALA,
    )
    expect(
        sorted(set(locals_of(facts))),
        """
        T: self: Other
        local: z: Foo
        run: a = items[]
        run: all = (Seq '')
        run: b = a.next
        run: c
        run: d
        run: e: Broken
        run: each = -
        run: f: Foo
        run: h
        run: made = new Foo
        run: many: Array<Int>
        run: one
        run: p = -
        run: q: Foo
        run: rest
        run: two
        run: typed: Foo = find()
        run: x = pair.0
        run: y = pair.1
        """,
    )
    assert [(each.name, each.complexity) for each in facts.definitions] == [
        ("T", 1),
        ("run", 11),
        ("local", 1),
    ]


def test_classes_without_names() -> None:
    facts = read("object A { val one = new Runnable with Named { def run() = this.stop() } }", SCALA)
    expect(
        definitions(facts),
        """
        Class A {public}
          Variable one = new Runnable {public immutable}
            Class $Runnable extends Runnable implements Named {private}
              Function run() {public}
        """,
    )


def test_broken_code_gives_what_it_can() -> None:
    facts = read("class A { def run() = { val x = }; def stop() = go() }\\nclass { ] B", SCALA)
    assert {"A", "stop"} <= {each.name for each in facts.definitions}
    assert any("call go (0)" in line for line in references(facts))
    assert facts.problems[0].code == "syntax_error"
