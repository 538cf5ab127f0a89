"""Namespaces that files share: linkage in C, namespaces in C++, reopened modules in Ruby."""

from collections.abc import Mapping

from codeshed.extract.engine.grammar import Grammar
from codeshed.extract.languages.c.c_grammar import C
from codeshed.extract.languages.cpp.cpp_grammar import CPP
from codeshed.extract.languages.ruby.ruby_grammar import RUBY
from codeshed.model.facts.parsed_files import ParsedCode
from codeshed.resolve.generic.language_rules import LanguageRules
from codeshed.resolve.languages.c.c_files import CModules
from codeshed.resolve.languages.cpp.cpp_files import CppModules
from codeshed.resolve.languages.ruby.ruby_files import RubyModules
from tests.support.code_lines import read_code
from tests.support.expectations import assert_expected
from tests.support.resolve_in_memory import resolve_code_files

CUSTOMS = {
    "c": LanguageRules(module_system=CModules(), builtin_namespace="c"),
    "cpp": LanguageRules(
        module_system=CppModules(),
        builtin_namespace="cpp",
        has_implicit_receiver=True,
        has_separate_declarations=True,
    ),
    "ruby": LanguageRules(module_system=RubyModules(), builtin_namespace="ruby", has_implicit_receiver=True),
}


def check_targets(grammar: Grammar, sources: Mapping[str, str], expected: str) -> None:
    """Check what references mean, one a line."""
    files = [
        ParsedCode(path=path, content=source.encode(), content_hash=path, facts=read_code(source, grammar))
        for path, source in sources.items()
    ]
    lines = [
        f"{reference.enclosing_symbol} {reference.role.value} {reference.target_symbol}"
        for document in resolve_code_files(files, {}, CUSTOMS)
        for reference in document.references
    ]
    assert_expected("\n".join(lines), expected)


def test_linked_and_included_names_of_c() -> None:
    check_targets(
        C,
        {
            "a.h": "int f(int n);\nstatic inline int g(void) { return 1; }\nenum color { RED };\n#define K 3\n",
            "all.h": '#include "a.h"\n#include "all.h"\n#include "again.h"\n',
            "again.h": '#include "all.h"\n',
            "a.c": "int f(int n) { return n; }\nstatic int own(void) { return 1; }\n",
            "b.c": '#include "all.h"\nint main(void) { own(); return f(1) + g() + RED + K; }\n',
        },
        """
        a.h Export a.h::color.RED
        again.h Import all.h
        all.h Import a.h
        all.h Import again.h
        b.c Import all.h
        b.c::main Call None
        b.c::main Call a.c::f
        b.c::main Call a.h::g
        b.c::main Read a.h::color.RED
        b.c::main Read a.h::K
        """,
    )


def test_namespaces_of_cpp() -> None:
    check_targets(
        CPP,
        {
            "x.hpp": "namespace n { class A { public: A(int x); void go(); int v; }; void open(); }\n",
            "x.cc": '#include "x.hpp"\nnamespace n {\nA::A(int x) : v(x) {}\nvoid A::go() { open(); }\nvoid open() {}\n}\n',
            "y.cc": '#include "x.hpp"\nint main() { n::open(); auto p = new n::A(2); p->go(); }\n',
        },
        """
        x.cc Import x.hpp
        x.cc::A.A Write x.hpp::A.v
        x.cc::A.go Call x.cc::open
        y.cc Import x.hpp
        y.cc::main Call x.cc::open
        y.cc::main Call x.cc::A.A
        y.cc::main Call x.cc::A.go
        """,
    )


def test_modules_of_ruby_that_are_opened_again() -> None:
    check_targets(
        RUBY,
        {
            "lib/a.rb": "module M\n  class A\n    def go; B.new.run; end\n  end\nend\n",
            "lib/b.rb": "module M\n  class B < A\n    def run; go; A.new.go; end\n  end\nend\n",
        },
        """
        lib/a.rb::M.A.go Call lib/b.rb::M.B
        lib/a.rb::M.A.go Call lib/b.rb::M.B.run
        lib/b.rb::M.B.run Call lib/a.rb::M.A.go
        lib/b.rb::M.B.run Call lib/a.rb::M.A
        lib/b.rb::M.B.run Call lib/a.rb::M.A.go
        """,
    )


def test_a_method_in_a_type_that_names_its_owner() -> None:
    check_targets(
        RUBY,
        {"a.rb": "class A\n  def A.make; A.other; end\n  def self.other; end\nend\n"},
        """
        a.rb::A.make Use a.rb::A
        a.rb::A.make Call a.rb::A.other
        """,
    )
