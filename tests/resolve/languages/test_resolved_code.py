"""Resolution of references across files, in several languages."""

import re
import textwrap

from codeshed.extract.engine.extract_file import extract_code
from codeshed.extract.languages.grammar_table import grammar_of
from codeshed.model.facts.parsed_files import ParsedCode
from codeshed.model.semantic import Reference, ReferenceRole
from codeshed.model.text.decoded_source import DecodedSource
from codeshed.resolve.languages.language_table import RULES_BY_LANGUAGE
from tests.support.resolve_in_memory import resolve_code_files

_FILE = re.compile(r"^(?://|#)- (\S+)\n", re.MULTILINE)


def _lines(notation: str, *roles: ReferenceRole) -> list[str]:
    """Return the uses of some roles, or calls, in files, as lines."""
    return [_line(each) for each in _references(notation, *roles)]


def _references(notation: str, *roles: ReferenceRole) -> list[Reference]:
    """Return the uses of some roles, or calls, in files, each of which stands behind a line `//- path`."""
    _, *pieces = _FILE.split(textwrap.dedent(notation))
    files = []
    for path, source in zip(pieces[::2], pieces[1::2], strict=True):
        content = source.encode()
        facts = extract_code(DecodedSource(content=content), grammar_of(path, content))
        files.append(ParsedCode(path=path, content=content, content_hash="", facts=facts))
    documents = resolve_code_files(files, {}, RULES_BY_LANGUAGE)
    wanted = roles or (ReferenceRole.CALL,)
    return [each for document in documents for each in document.references if each.role in wanted]


def _line(reference: Reference) -> str:
    sureness = "" if reference.provenance is None else f" [{reference.provenance.value}]"
    target = reference.target_symbol or f"? {reference.reason and reference.reason.value}"
    return f"{reference.enclosing_symbol} {reference.role.value} {target}{sureness}"


def test_functions_make_objects_in_javascript() -> None:
    assert _lines(
        """
        //- a.js
        function Route(path) {}
        Route.prototype.run = function () {};
        module.exports = Route;
        //- b.js
        const Route = require('./a');
        const Other = Route;
        function f() { const r = new Route(); r.run(); new Other(); }
        """
    ) == [
        "b.js::f Call a.js::Route [declared]",
        "b.js::f Call a.js::Route.run [inferred]",
        "b.js::f Call a.js::Route [inferred]",
    ]


def test_a_module_that_is_a_function_has_members() -> None:
    assert _lines(
        """
        //- a.js
        exports = module.exports = create;
        function create() {}
        exports.helper = function () {};
        //- b.js
        const a = require('./a');
        a();
        a.helper();
        """
    ) == ["b.js Call a.js::create [declared]", "b.js Call a.js::helper [declared]"]


def test_a_variable_that_is_called_is_called_besides_what_it_holds() -> None:
    assert _lines(
        """
        //- a.ts
        function run() {}
        export const again = run;
        export const made = wrap(run);
        //- b.ts
        import { again, made } from './a';
        again();
        made();
        """,
        ReferenceRole.CALL,
        ReferenceRole.READ,
    ) == [
        "a.ts Read a.ts::run [declared]",
        "a.ts Call ? unknown_name",
        "a.ts Read a.ts::run [declared]",
        "b.ts Call a.ts::again [declared]",
        "b.ts Call a.ts::run [inferred]",
        "b.ts Call ? unknown_value",
        "b.ts Call a.ts::made [declared]",
    ]


def test_what_is_imported_but_missing_is_not_of_the_language() -> None:
    assert _lines(
        """
        //- src/lib.rs
        mod inner;
        use crate::inner::Missing;
        fn f() { Missing::new(); String::new(); }
        //- src/inner.rs
        fn g() {}
        """
    ) == [
        "src/lib.rs::f Call ? unknown_name",
        "src/lib.rs::f Call ext:std.String.new [declared]",
    ]


def test_a_function_and_a_module_of_one_name() -> None:
    assert _lines(
        """
        //- src/lib.rs
        mod sleep;
        pub use sleep::sleep;
        fn f() { sleep(); sleep::deep(); }
        //- src/sleep.rs
        pub fn sleep() {}
        pub fn deep() {}
        """,
        ReferenceRole.CALL,
        ReferenceRole.READ,
    ) == [
        "src/lib.rs::f Call src/sleep.rs::sleep [declared]",
        "src/lib.rs::f Call src/sleep.rs::deep [declared]",
    ]


def test_markers_have_no_members() -> None:
    assert _lines(
        """
        //- src/lib.rs
        #[derive(Debug)]
        struct A;
        fn f(a: A) { a.gone(); }
        """
    ) == ["src/lib.rs::f Call ? unknown_member"]


def test_members_of_a_base_with_a_qualified_name_outside() -> None:
    assert _lines(
        """
        //- a.scala
        package p
        class Suite extends munit.FunSuite {
          def run = test("x")
        }
        """
    ) == ["a.scala::Suite.run Call ext:munit.FunSuite.test [declared]"]


def test_types_within_types_that_stand_outside() -> None:
    assert _lines(
        """
        //- a.h
        namespace n { class Outer { public: class Inner; void f(); }; }
        //- a.cc
        #include "a.h"
        namespace n {
        class Outer::Inner { public: void g(); };
        void Outer::Inner::g() {}
        void Outer::f() { Inner i; i.g(); }
        }
        """
    ) == ["a.cc::Outer.f Call a.cc::Inner.g [typed]"]


def test_functions_of_other_files_that_are_linked() -> None:
    assert _lines(
        """
        //- a.c
        int work(void) { return 1; }
        static int hidden(void) { return 2; }
        //- b.c
        int work(void);
        int main(void) { return work() + hidden(); }
        """
    ) == ["b.c::main Call a.c::work [declared]", "b.c::main Call ? unknown_name"]


def test_names_that_some_type_has_are_not_of_the_language() -> None:
    assert _lines(
        """
        //- a.cc
        class Fixture { public: void Put(int key) {} };
        void run() { Put(1); printf("x"); }
        """
    ) == ["a.cc::run Call ? unknown_name", "a.cc::run Call ext:cpp.printf [declared]"]


def test_a_package_object_sees_its_package() -> None:
    assert _lines(
        """
        //- p/data/A.scala
        package p.data
        class A { def run: Int = 1 }
        //- p/package.scala
        package p
        package object data { type B = A; object C extends A }
        //- q/Q.scala
        package q
        import p.data._
        class Q { def f(b: B) = { b.run(); C.run() } }
        """
    ) == [
        "p/package.scala::C Call p/data/A.scala::A [declared]",
        "q/Q.scala::Q.f Call p/data/A.scala::A.run [typed]",
        "q/Q.scala::Q.f Call p/data/A.scala::A.run [declared]",
    ]


def test_a_method_behind_the_name_of_its_class_runs_exactly() -> None:
    calls = _references(
        """
        //- a.cc
        struct Base { virtual void run() {} };
        struct Low : Base { void run() { Base::run(); this->Base::run(); } };
        void use(Low& low, Low* other) { low.Base::run(); other->Base::run(); low.run(); other->run(); }
        namespace lib { void free() {} }
        void call() { lib::free(); }
        """
    )
    assert [(each.text, each.target_symbol, each.is_exact) for each in calls] == [
        ("Base::run()", "a.cc::Base.run", True),
        ("this->Base::run()", "a.cc::Base.run", True),
        ("low.Base::run()", "a.cc::Base.run", True),
        ("other->Base::run()", "a.cc::Base.run", True),
        ("low.run()", "a.cc::Low.run", None),
        ("other->run()", "a.cc::Low.run", None),
        ("lib::free()", "a.cc::free", None),
    ]
