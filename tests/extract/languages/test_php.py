"""Facts of PHP."""

from codeshed.extract.languages.php.php_grammar import PHP
from tests.support.code_lines import (
    check_definitions,
    check_imports,
    check_locals,
    check_references,
    read_code,
    reference_lines,
)


def test_types_and_their_members() -> None:
    facts = read_code(
        """
        <?php
        namespace App\\Models;
        /** A user. */
        #[Entity(name: "u")]
        abstract class User extends Model implements HasName, \\JsonSerializable {
            use SoftDeletes, Other { foo as protected bar; }
            const A = 1, B = self::A;
            public static ?int $count = 0;
            private readonly array $items;
            var $old;
            public function __construct(private string $name, protected readonly ?Foo $foo = null, int ...$rest) {}
            abstract protected function id(): int|string;
            /**
             * Makes one.
             */
            final public static function make(Lib\\Thing $thing): static { return new static(); }
        }
        interface HasName extends A, B { const X = 1; public function getName(); }
        trait T { private function x() {} }
        enum Suit: string implements I { case Hearts = 'H'; public function label(): string { return 'x'; } }
        """,
        PHP,
    )
    assert facts.namespace == "App.Models"
    check_definitions(
        facts,
        """
        Class User inherits Model mixes in SoftDeletes, Other implements HasName, .JsonSerializable "A user."
        Variable User.A = <int> const
        Variable User.B = self.A const
        Variable User.count : int = <int>
        Variable User.items : array private immutable
        Variable User.old
        Function User.__construct ($name: string, $foo?: Foo, *$rest: []<int>) constructor
        Variable User.name : string private
        Variable User.foo : Foo protected immutable
        Function User.id () -> |<int, string> protected abstract bodiless
        Function User.make ($thing: Lib.Thing) -> static static final "Makes one."
        Interface HasName inherits A, B
        Variable HasName.X = <int> const
        Function HasName.getName () abstract bodiless
        Interface T
        Function T.x () private
        Enum Suit implements I
        Variable Suit.Hearts : Suit = <string> immutable
        Function Suit.label () -> string
        """,
    )


def test_functions_constants_and_variables_of_a_file() -> None:
    facts = read_code(
        """
        <?php
        /** Adds. */
        function add(int $a, &$b = 3, ...$rest): ?Foo { return null; }
        const FIRST = 5;
        define('SECOND', "text");
        $global = new Foo();
        $global = 3;
        if ($global) { $global = 4; $other = 5; }
        function inner() { $global = 1; }
        """,
        PHP,
    )
    check_definitions(
        facts,
        """
        Function add ($a: int, $b?, *$rest) -> Foo "Adds."
        Variable FIRST = <int> const
        Variable SECOND = <string> const
        Variable $global = new Foo
        Variable $other = <int>
        Function inner ()
        """,
    )


def test_namespaces_in_blocks() -> None:
    facts = read_code("<?php namespace A\\B { class C {} } namespace D { function f() {} }", PHP)
    check_definitions(
        facts,
        """
        Class C space=A.B
        Function f () space=D
        """,
    )


def test_imports() -> None:
    facts = read_code(
        """
        <?php
        use Foo\\Bar;
        use \\Foo\\Baz as Other, Single;
        use Foo\\{
            A, B\\C as D,
            function helper,
            const K
        };
        use function Lib\\run as go, Lib\\walk;
        use function Lib\\{one, two};
        use const Lib\\LIMIT;
        require_once __DIR__ . '/a.php';
        include 'b.php';
        require(dirname(__FILE__) . '/c.php');
        include_once dirname(__DIR__, 2) . "/d.php";
        require dirname(dirname(__FILE__)) . '/e.php';
        require ABSPATH . 'wp/f.php';
        require $computed;
        require "a{$computed}.php";
        // require 'comment.php';
        # include 'comment.php';
        $text = "require 'string.php';";
        """,
        PHP,
    )
    check_imports(
        facts,
        """
        name 'Foo' name=Bar alias=Bar
        name 'Foo' name=Baz alias=Other
        name '' name=Single alias=Single
        name 'Foo' name=A alias=A
        name 'Foo.B' name=C alias=D
        name 'Foo' name=helper alias=helper [function]
        name 'Foo' name=K alias=K [const]
        name 'Lib' name=run alias=go [function]
        name 'Lib' name=walk alias=walk [function]
        name 'Lib' name=one alias=one [function]
        name 'Lib' name=two alias=two [function]
        name 'Lib' name=LIMIT alias=LIMIT [const]
        nothing 'a.php' [folder]
        nothing 'b.php'
        nothing 'c.php' [folder]
        nothing '../../d.php' [folder]
        nothing '../e.php' [folder]
        nothing 'wp/f.php' [constant]
        """,
    )


def test_uses_and_locals() -> None:
    facts = read_code(
        """
        <?php
        class A extends B {
            function run(Foo $foo, $plain) {
                $x = new Bar($this->name);
                $this->items[] = $x;
                $made = $foo->make(self::K)->other ?? helper($x, ...$plain);
                parent::run($foo); static::go(); B::$shared = LIMIT; $foo?->call(named: 1);
                \\Full\\Name::m(); \\Lib\\f(); $plain(); $x->count++;
                foreach ($foo->all() as $key => $each) { $each->x(); }
                try { throw new Error(); } catch (A | \\B $e) { $e->getMessage(); }
                $closure = function ($y) use ($x) { return $y . $x . "in {$x->text} f()"; };
                $arrow = fn($z) => $z + $x;
                [$p, $q] = pair(); static $n = 0; global $conf;
                return $x instanceof Foo ? Bar::class : $conf;
            }
        }
        """,
        PHP,
    )
    check_references(
        facts,
        """
        A.run Call new Bar/1 -> $x
        A.run Read self.name
        A.run Read self.items
        A.run Write self.items
        A.run Call $foo.make/1
        A.run Read $foo.make().other
        A.run Read self.K
        A.run Call helper/2
        A.run Call parent.run/1
        A.run Call self.go/0
        A.run Read B
        A.run Write B.shared
        A.run Read LIMIT
        A.run Call $foo.call/1
        A.run Read .Full.Name
        A.run Call .Full.Name.m/0
        A.run Call .Lib.f/0
        A.run Call $plain/0
        A.run Read $x.count
        A.run Write $x.count
        A.run Call $foo.all/0
        A.run Call $each.x/0
        A.run Call new Error/0
        A.run Call $e.getMessage/0
        A.run Read $x.text
        A.run Call pair/0
        A.run Read Foo
        A.run Read Bar
        A.run Read $conf
        """,
    )
    check_locals(
        facts,
        """
        A.run $arrow = <>
        A.run $closure = <>
        A.run $e: |<A, .B>
        A.run $each = $foo.all()[]
        A.run $foo: Foo
        A.run $key
        A.run $made = <>
        A.run $n = <int>
        A.run $p
        A.run $plain
        A.run $q
        A.run $x = new Bar
        A.run $y
        A.run $z
        """,
    )


def test_complexity() -> None:
    facts = read_code(
        """
        <?php
        function f($a) {
            if ($a && $a > 1) {} elseif ($a or $a) {} else {}
            foreach ($a as $b) { while ($b) {} }
            switch ($a) { case 1: break; default: }
            return match ($a) { 1 => 2, default => $a ?? 3 };
        }
        """,
        PHP,
    )
    assert facts.definitions[0].complexity == 10


def test_text_outside_of_code_is_passed_over() -> None:
    facts = read_code("<html><?php function f() {} ?> f(); class X {}\n<?= g() ?></html>", PHP)
    assert [each.name for each in facts.definitions] == ["f"]
    assert reference_lines(facts) == "- Call g/0"


def test_a_broken_file_gives_what_it_can() -> None:
    facts = read_code("<?php function good() { return 1; }\nclass { ( }\nfunction last() { good(); }", PHP)
    assert "good" in {each.name for each in facts.definitions}
    assert facts.problems[0].code == "syntax_error"
