"""Facts of Ruby."""

from codeshed.extract.languages.ruby.ruby_grammar import RUBY
from tests.support.code_lines import (
    check_definitions,
    check_imports,
    check_locals,
    check_references,
    definition_lines,
    read_code,
    reference_lines,
)


def test_modules_and_classes() -> None:
    facts = read_code(
        """
        # A module.
        module Outer
          # A class
          # with two lines.
          class Thing < Base::Kind
            include Comparable, Mixed::In
            extend Forwardable
            prepend Before
            attr_accessor :name, :age
            attr_reader "old"
            LIMIT = 3
            @@count = 0
            Point = Struct.new(:x, :y) do
              def length; end
            end
            Failure = Class.new(StandardError)
            # Makes one.
            def initialize(name, age = 3, *rest, key:, option: 1, **others, &block)
              @name = name
              @cache ||= {}
              @cache = nil
            end
          end
        end
        class Outer::Other; end
        class Outer::Deep::Thing < Outer::Thing; end
        """,
        RUBY,
    )
    check_definitions(
        facts,
        """
        Class Outer "A module."
        Class Outer.Thing inherits Base.Kind mixes in Before, Comparable, Mixed.In implements Forwardable space=Outer "A class
        with two lines."
        Variable Outer.Thing.name space=Outer.Thing
        Variable Outer.Thing.age space=Outer.Thing
        Variable Outer.Thing.old space=Outer.Thing
        Variable Outer.Thing.LIMIT = <Integer> space=Outer.Thing const
        Variable Outer.Thing.count = <Integer> space=Outer.Thing
        Class Outer.Thing.Point inherits Struct space=Outer.Thing
        Variable Outer.Thing.Point.x space=Outer.Thing
        Variable Outer.Thing.Point.y space=Outer.Thing
        Function Outer.Thing.Point.length () space=Outer.Thing
        Class Outer.Thing.Failure inherits StandardError space=Outer.Thing
        Function Outer.Thing.initialize (name, age?, *rest, key key, key option?, **others, block) space=Outer.Thing constructor "Makes one."
        Variable Outer.Thing.cache = <Hash> space=Outer.Thing
        Class Other space=Outer
        Class Thing inherits Outer.Thing space=Outer.Deep
        """,
    )
    assert [each.signature for each in facts.definitions[:2]] == ["module Outer", "class Thing < Base::Kind"]


def test_methods_and_who_may_call_them() -> None:
    facts = read_code(
        """
        class A
          class << self
            def build; end
            private
            def hidden_build; end
          end
          def self.make(*); end
          def Other.extend_it; end
          def ==(other) = true
          def name=(value); end
          def early; end
          private
          def secret; end
          def opened; end
          protected def guarded; end
          public :opened
          private_class_method :make
          alias second early
          alias_method :third, :early
          define_method(:dynamic) { |x| x }
        end
        def top; end
        """,
        RUBY,
    )
    check_definitions(
        facts,
        """
        Class A
        Function A.build () space=A static
        Function A.hidden_build () space=A private static
        Function A.make () space=A private static
        Function A.extend_it () owner=Other space=A static
        Function A.== (other) = <TrueClass> space=A
        Function A.name= (value) space=A
        Function A.early () space=A
        Function A.secret () space=A private
        Function A.opened () space=A
        Function A.guarded () space=A protected
        Function A.second () = early() space=A private bodiless
        Function A.third () = early() space=A private bodiless
        Function A.dynamic (x) space=A private
        Function top ()
        """,
    )


def test_variables_of_a_file() -> None:
    facts = read_code("total = 3\ntotal = 4\n$shared = 1\nX::LIMIT = 2\n[1].each { |n| inner = n }\n", RUBY)
    check_definitions(
        facts,
        """
        Variable total = <Integer>
        Variable $shared = <Integer>
        Variable LIMIT = <Integer> space=X const
        """,
    )


def test_loaded_files() -> None:
    facts = read_code(
        """
        require 'json'
        require_relative "../lib/foo"
        load 'x.rb'
        autoload :Foo, 'foo/bar'
        require_dependency "app/thing"
        require File.expand_path('../y', __FILE__)
        require File.expand_path("z", __dir__)
        require File.join(__dir__, 'a', 'b')
        require File.dirname(__FILE__) + '/c'
        require "#{__dir__}/d"
        def later
          require 'inner'
        end
        require name
        require "a#{name}"
        other.require 'no'
        # require 'comment'
        text = "require 'string'"
        =begin
        require 'block'
        =end
        """,
        RUBY,
    )
    check_imports(
        facts,
        """
        nothing 'json'
        nothing '../lib/foo' [relative]
        nothing 'x.rb' [load]
        nothing 'foo/bar' name=Foo [autoload]
        nothing 'app/thing'
        nothing 'y' [relative]
        nothing 'z' [relative]
        nothing 'a/b' [relative]
        nothing 'c' [relative]
        nothing 'd' [relative]
        nothing 'inner'
        """,
    )


def test_uses_and_locals() -> None:
    facts = read_code(
        """
        class A < B
          def run(items, given)
            thing = Foo::Bar.new(1, 2)
            @name = given.name; self.age = 3; @count += 1; given.size = 2; @list[0] = 1
            items.each do |item, (first, second)|
              item.go!(first) { |inner| inner.x }
            end
            super; super(1)
            helper; helper 1, 2; given; thing&.call_me; $shared = LIMIT
            a, b = pair
            value = items[0].first
            ::Top.start; Mod::CONST
            begin
              risky
            rescue Error, Other => e
              e.message
            end
            ->(m) { m.x }
            "text #{given.inner} helper()"
            yield value
          end
        end
        """,
        RUBY,
    )
    check_references(
        facts,
        """
        A.run Read Foo
        A.run Call new Foo.Bar/2 -> thing
        A.run Write self.@name
        A.run Call given.name -> @name
        A.run Write self.age
        A.run Read self.@count
        A.run Write self.@count
        A.run Write given.size
        A.run Read self.@list
        A.run Write self.@list
        A.run Call items.each
        A.run Call item.go!/1
        A.run Call inner.x
        A.run Call parent.run
        A.run Call parent.run/1
        A.run Call helper
        A.run Call helper/2
        A.run Call thing.call_me
        A.run Write $shared
        A.run Read LIMIT
        A.run Call pair
        A.run Call items[].first -> value
        A.run Read .Top
        A.run Call .Top.start
        A.run Read Mod
        A.run Read Mod.CONST
        A.run Call risky
        A.run Read Error
        A.run Read Other
        A.run Call e.message
        A.run Call m.x
        A.run Call given.inner
        """,
    )
    check_locals(
        facts,
        """
        A.run a
        A.run b
        A.run e = <>
        A.run given
        A.run items
        A.run thing = new Foo.Bar
        A.run value = items[].first()
        A.run first
        A.run item
        A.run second
        A.run inner
        A.run m
        """,
    )


def test_complexity() -> None:
    facts = read_code(
        """
        def f(a)
          return 1 if a && a > 1 || a
          if a then 1 elsif a then 2 else 3 end
          while a; end
          case a when 1 then 2 when 3 then 4 else 5 end
          begin; rescue; end
          a ? 1 : 2
        end
        """,
        RUBY,
    )
    assert facts.definitions[0].complexity == 11


def test_text_behind_the_end_is_no_code() -> None:
    facts = read_code("def f; end\n__END__\nclass X; end\n", RUBY)
    assert definition_lines(facts) == "Function f ()"


def test_a_broken_file_gives_what_it_can() -> None:
    facts = read_code("def good; helper; end\nclass ((\ndef last\n", RUBY)
    assert "good" in {each.name for each in facts.definitions}
    assert "Call helper" in reference_lines(facts)
    assert facts.problems[0].code == "syntax_error"
