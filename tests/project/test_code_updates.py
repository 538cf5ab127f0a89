"""After an edit those files of other languages are resolved again that asked for what changed, and no others."""

from pathlib import Path
from textwrap import dedent

import pytest

from codeshed.project.index.stored_resolution import DOCUMENTS
from tests.project.code_edits import RememberedCode, check_code_edits, check_same_code
from tests.project.index_edits import check_index_edits
from tests.support.code_edits import CodeEditor
from tests.support.edits import Files


def check_affected(
    before: dict[str, str],
    edits: dict[str, str | None],
    affected: str,
    manifests: dict[str, bytes] | None = None,
) -> None:
    """Check which files an edit resolves again, whose documents change, and that all is as if built from nothing.

    `affected` names the files besides the edited ones, with a mark behind those whose documents change.
    """
    files: Files = {path: dedent(text).encode() for path, text in before.items()}
    remembered = RememberedCode(manifests or {})
    remembered.update(files)
    old = dict(remembered.parts(DOCUMENTS))
    for path, text in edits.items():
        if text is None:
            del files[path]
        else:
            files[path] = dedent(text).encode()
    changed = remembered.update(files)
    check_same_code(remembered, remembered.rebuilt(), "after the edit")
    found = [
        f"{path}!" if old.get(path) != remembered.parts(DOCUMENTS)[path] else path
        for path in changed.resolved
        if path not in edits
    ]
    assert " ".join(found) == affected


JAVA = {
    "p/Base.java": "package p; public class Base { public Part part() { return null; } }",
    "p/Part.java": "package p; public class Part { public void run() {} public int count; }",
    "p/Other.java": "package p; public class Other { public void run() {} public void stop() {} }",
    "p/Sub.java": "package p; public class Sub extends Base {}",
    "q/Use.java": "package q; import p.Sub; class Use { void go(Sub s) { s.part().run(); } }",
    "q/Far.java": "package q; import p.Other; class Far { void go(Other o) { o.stop(); } }",
}
"""`Use` names neither `Base` nor `Part`, and `Far` has nothing to do with them."""


def test_a_member_that_is_renamed() -> None:
    text = "package p; public class Part { public void walk() {} public int count; }"
    check_affected(JAVA, {"p/Part.java": text}, "q/Use.java!")


def test_another_type_of_a_result() -> None:
    text = "package p; public class Base { public Other part() { return null; } }"
    check_affected(JAVA, {"p/Base.java": text}, "q/Use.java!")


def test_a_member_that_hides_an_inherited_one() -> None:
    text = "package p; public class Sub extends Base { public Other part() { return null; } }"
    check_affected(JAVA, {"p/Sub.java": text}, "q/Use.java!")


def test_another_base() -> None:
    text = "package p; public class Sub extends Other {}"
    check_affected(JAVA, {"p/Sub.java": text}, "q/Use.java!")


def test_a_member_that_nobody_asked_for() -> None:
    text = "package p; public class Part { public void run() {} public int count; public void unasked() {} }"
    check_affected(JAVA, {"p/Part.java": text}, "")


def test_a_body() -> None:
    text = "package p; public class Part { public void run() { count = 2; } public int count; }"
    check_affected(JAVA, {"p/Part.java": text}, "")


def test_a_type_that_is_removed() -> None:
    check_affected(JAVA, {"p/Part.java": None}, "p/Base.java! q/Use.java!")


def test_a_type_that_is_added_before_one_of_another_package() -> None:
    text = "package q; public class Part { }"
    files = JAVA | {"q/Two.java": "package q; import p.*; class Two { Part part; void go() { part.run(); } }"}
    check_affected(files, {"q/Part.java": text}, "q/Two.java!")


def test_a_constructor() -> None:
    files = {
        "p/A.java": "package p; public class A { }",
        "p/B.java": "package p; public class B { Object o = new A(); }",
        "p/C.java": "package p; public class C { A a; }",
    }
    check_affected(files, {"p/A.java": "package p; public class A { public A() { } }"}, "p/B.java!")


def test_a_member_that_only_a_name_leads_to() -> None:
    files = {
        "a.ts": "export class A { only() {} }\n",
        "b.ts": "export function run(x) { x.only() }\n",
        "c.ts": "export function run(x) { x.other() }\n",
    }
    check_affected(files, {"a.ts": "export class A { }\nexport class B { only(x: number) {} }\n"}, "b.ts!")


def test_a_write_of_a_variable_of_another_file() -> None:
    files = {
        "a.ts": "export const SIZES = { a: 1 }\nexport const NAMES = ['a']\n",
        "use.ts": "import { SIZES } from './a'\nexport function run() { return SIZES }\n",
        "far.ts": "export const HOSTS = ['a']\n",
    }
    text = "import { SIZES } from './a'\nexport function run() { SIZES.b = 2 }\n"
    check_affected(files, {"use.ts": text}, "a.ts!")
    text = "import { SIZES } from './a'\nexport function run() { const all = SIZES; all.set(1) }\n"
    check_affected(files, {"use.ts": text}, "a.ts!")


def test_a_name_that_is_passed_on_by_name_and_as_a_whole() -> None:
    files = {
        "one.ts": "export function one() {}\n",
        "two.ts": "export function two() {}\n",
        "inner.ts": "export * from './one'\n",
        "index.ts": "export * from './inner'\nexport { two } from './two'\n",
        "use.ts": "import { one } from './index'\none()\n",
        "other.ts": "import { two } from './index'\ntwo()\n",
    }
    check_affected(files, {"one.ts": "export function first() {}\n"}, "use.ts!")
    check_affected(files, {"two.ts": "export function second() {}\n"}, "index.ts! other.ts!")
    check_affected(files, {"inner.ts": "export * from './two'\n"}, "other.ts use.ts!")
    check_affected(
        files, {"index.ts": "export * from './inner'\nexport { one as two } from './one'\n"}, "other.ts!"
    )


def test_an_import_of_a_file_between() -> None:
    files = {
        "a.ts": "export class A { run() {} }\n",
        "b.ts": "export class A { run() {} }\n",
        "m.ts": "import { A } from './a'\nexport function make(): A { return new A() }\n",
        "use.ts": "import { make } from './m'\nmake().run()\n",
        "far.ts": "import { A } from './b'\nnew A().run()\n",
    }
    text = "import { A } from './b'\nexport function make(): A { return new A() }\n"
    check_affected(files, {"m.ts": text}, "use.ts!")


def test_a_file_that_imports_of_others_lead_to_from_now_on() -> None:
    files = {
        "m/index.ts": "export function run() {}\n",
        "use.ts": "import { run } from './m'\nrun()\n",
        "far.ts": "export function go() {}\n",
    }
    check_affected(files, {"m.ts": "export function run() {}\n"}, "use.ts!")


SCALA = {
    "p/Tools.scala": "package p\nobject Tools { def run(): Unit = () }",
    "p/q/r/Use.scala": "package p.q.r\nimport p.Tools._\nclass Use { def go() = { run(); run() } }",
    "p/q/r/Other.scala": "package p.q.r\nimport p.Tools._\nclass Other { def go() = run() }",
}
"""An import may begin in any of the packages around it, though none of these has a `p` yet."""


@pytest.mark.parametrize(
    ("edits", "affected"),
    [
        pytest.param(
            {"p/q/p/Tools.scala": "package p.q.p\nobject Tools { def run(): Unit = () }"},
            "p/q/r/Other.scala! p/q/r/Use.scala!",
            id="a package that is nearer",
        ),
        pytest.param(
            {"p/q/p.scala": "package p.q\nobject p { object Tools { def run(): Unit = () } }"},
            "p/q/r/Other.scala! p/q/r/Use.scala!",
            id="an object that is nearer",
        ),
        pytest.param(
            {"p/q/p/More.scala": "package p.q.s\nobject More { def run(): Unit = () }"},
            "",
            id="a package that no import begins with",
        ),
        pytest.param(
            {"p/Tools.scala": "package p\nobject Spare { def run(): Unit = () }"},
            "p/q/r/Other.scala! p/q/r/Use.scala!",
            id="an object that is gone",
        ),
    ],
)
def test_where_imports_of_all_names_lead(edits: dict[str, str | None], affected: str) -> None:
    check_affected(SCALA, edits, affected)


def test_a_method_outside_of_its_type() -> None:
    files = {
        "p/a.go": "package p\ntype A struct{}\n",
        "p/b.go": "package p\nfunc (a *A) Run() {}\n",
        "p/use.go": "package p\nfunc Use(a *A) { a.Run() }\n",
        "q/far.go": "package q\ntype A struct{}\nfunc Use(a *A) { a.Run() }\n",
    }
    check_affected(files, {"p/b.go": "package p\nfunc (a *A) Walk() {}\n"}, "p/a.go p/use.go!")
    check_affected(files, {"p/a.go": "package p\ntype B struct{}\n"}, "p/b.go! p/use.go!")


def test_an_interface_that_types_implement_without_a_word() -> None:
    files = {
        "p/i.go": "package p\ntype I interface { Run(); Stop() }\n",
        "p/a.go": "package p\ntype A struct{}\nfunc (a *A) Run() {}\nfunc (a *A) Stop() {}\n",
        "p/b.go": "package p\ntype B struct{}\nfunc (b *B) Walk() {}\n",
        "p/c.go": "package p\ntype C struct{}\nfunc (c *C) Sit() {}\n",
    }
    check_affected(files, {"p/i.go": "package p\ntype I interface { Walk() }\n"}, "p/a.go! p/b.go!")
    check_affected(files, {"p/i.go": "package p\ntype I interface { Run(); Stop(n int) }\n"}, "p/a.go!")


def test_an_interface_that_takes_a_method_from_another_one() -> None:
    files = {
        "p/j.go": "package p\ntype J interface { Run() }\n",
        "p/k.go": "package p\ntype K interface { Run(n int) }\n",
        "p/i.go": "package p\ntype I interface { J; K }\n",
        "p/a.go": "package p\ntype A struct{}\nfunc (a *A) Run() {}\n",
        "p/c.go": "package p\ntype C struct{}\nfunc (c *C) Sit() {}\n",
    }
    check_affected(files, {"p/i.go": "package p\ntype I interface { K; J }\n"}, "p/a.go!")


def test_what_code_elsewhere_says_of_a_type() -> None:
    files = {
        "src/lib.rs": "mod a;\nmod b;\nmod c;\nmod t;\n",
        "src/t.rs": "pub trait Run { fn run(&self) {} }\n",
        "src/a.rs": "pub struct A;\n",
        "src/b.rs": "use crate::a::A;\nuse crate::t::Run;\nimpl Run for A {}\n",
        "src/c.rs": "use crate::a::A;\npub fn go(a: A) { a.run(); }\n",
    }
    check_affected(files, {"src/b.rs": "use crate::a::A;\n"}, "src/a.rs! src/c.rs!")


def test_types_that_are_open_in_several_files() -> None:
    files = {
        "a.rb": "class A\n  def run\n  end\nend\n",
        "b.rb": "class A\n  def stop\n  end\nend\n",
        "use.rb": "A.new.run\nA.new.stop\n",
        "far.rb": "class B\n  def go\n  end\nend\nB.new.go\n",
    }
    # What the bases of a type give it, any of its parts may say.
    check_affected(files, {"a.rb": "class C\nend\n"}, "b.rb use.rb!")
    check_affected(files, {"b.rb": "class A\n  def halt\n  end\nend\n"}, "use.rb!")


def test_a_function_that_extends_a_type() -> None:
    files = {
        "a.cs": "namespace N { public class A { } }",
        "x.cs": "namespace N { public static class X { public static void Run(this A a) { } } }",
        "use.cs": "namespace N { class Use { void Go(A a) { a.Run(); } } }",
        "far.cs": "namespace N { class Far { void Go(A a) { a.Stop(); } } }",
    }
    text = "namespace N { public static class X { public static void Stop(this A a) { } } }"
    check_affected(files, {"x.cs": text}, "far.cs! use.cs!")
    text = "namespace N { public static class X { public static void Run(this X a) { } } }"
    check_affected(files, {"x.cs": text}, "use.cs!")


def test_an_include_of_an_include() -> None:
    files = {
        "a.h": "static inline int one(void) { return 1; }\n",
        "b.h": "static inline int one(void) { return 2; }\n",
        "all.h": '#include "a.h"\n',
        "use.c": '#include "all.h"\nint main(void) { return one(); }\n',
        "far.c": "static int two(void) { return 2; }\nint far(void) { return two(); }\n",
    }
    check_affected(files, {"all.h": '#include "b.h"\n'}, "use.c!")


def test_a_namespace_that_is_no_longer_there() -> None:
    files = {
        "a.php": "<?php namespace A\\B; class C { public function run() {} }",
        "use.php": "<?php namespace U; use A\\B; function go() { (new B\\C())->run(); }",
        "far.php": "<?php namespace F; class D { public function run() {} }",
    }
    check_affected(files, {"a.php": "<?php namespace A\\X; class C { public function run() {} }"}, "use.php!")


def test_names_that_differ_by_case() -> None:
    use = "<?php function go(C $c) { $c->getSql(); }"
    files = {"a.php": "<?php class C { function getSQL() {} }", "use.php": use}
    check_affected(files, {"a.php": "<?php class C { function getXml() {} }"}, "use.php!")


def test_definitions_in_another_order() -> None:
    files = {
        "a.ts": "export class A { only() {} }\nexport class B { only() {} }\n",
        "b.ts": "export function run(x) { x.only() }\n",
        "c.ts": "export function run(x) { x.other() }\n",
    }
    check_affected(files, {"a.ts": "export class B { only() {} }\nexport class A { only() {} }\n"}, "b.ts!")


SOURCES: Files = {
    **{path: text.encode() for path, text in JAVA.items()},
    "go/i.go": b"package p\ntype I interface { Run(); Stop() }\ntype J interface { I; Walk() }\n",
    "go/a.go": b"package p\ntype A struct{ B }\nfunc (a *A) Run() {}\nfunc (a *A) Stop() {}\n",
    "go/b.go": b"package p\ntype B struct{}\nfunc (b *B) Walk() {}\nfunc Use(a *A, i I) { a.Walk()\ni.Run() }\n",
    "ts/one.ts": b"export class One { run(): Two { return this.two }\n two: Two }\nimport { Two } from './two'\n",
    "ts/two.ts": b"import { One } from './one'\nexport class Two extends One { go() { this.run().go() } }\n",
    "ts/index.ts": b"export * from './one'\nexport { Two as Second } from './two'\n",
    "ts/use.ts": b"import { One, Second } from './index'\nnew One().run().go()\nnew Second().run()\n",
    "rb/a.rb": b"module M\n  class A\n    include B\n    def run\n      walk\n    end\n  end\nend\n",
    "rb/b.rb": b"module M\n  module B\n    def walk\n      A.new.run\n    end\n  end\nend\n",
    "rb/c.rb": b"class Object\n  def all\n    M::A.new.walk\n  end\nend\nall\n",
    "src/lib.rs": b"mod a;\npub mod t;\npub use a::A;\n",
    "src/a.rs": b"use crate::t::Run;\npub struct A { pub b: B }\npub struct B;\nimpl Run for A { fn run(&self) { self.b.go() } }\nimpl B { fn go(&self) {} }\n",
    "src/t.rs": b"use crate::A;\npub trait Run { fn run(&self); fn twice(&self) { self.run() } }\npub fn all(a: A) { a.twice(); a.run() }\n",
    "c/a.h": b'#include "b.h"\nstruct node { struct leaf *leaf; };\nint walk(struct node *n);\n',
    "c/b.h": b"struct leaf { int n; };\nstatic inline int count(struct leaf *l) { return l->n; }\n",
    "c/a.c": b'#include "a.h"\nint walk(struct node *n) { return count(n->leaf); }\n',
}
"""Several languages, in which files need each other."""


@pytest.mark.parametrize("seed", range(4))
def test_random_edits(seed: int) -> None:
    check_code_edits(SOURCES, {}, seed=seed, n_edits=40, every=1)


@pytest.mark.parametrize("seed", range(2))
def test_random_edits_of_an_index(seed: int, tmp_path: Path) -> None:
    check_index_edits(SOURCES, tmp_path, seed=seed, n_edits=10, every=5, types="off", make_editor=CodeEditor)


OVERRIDDEN_OUTSIDE = {
    "p/Base.java": "package p; public class Base extends ext.Worker { void go() { work(); } }",
    "p/Sub.java": "package p; public class Sub extends Base { public void work() {} }",
    "p/Beside.java": "package p; public class Beside extends ext.Worker { public void work() {} }",
    "q/Use.java": "package q; import p.Base; class Use { void go(Base b) { b.work(); } }",
    "q/Far.java": "package q; class Far { void go(ext.Worker w) { w.work(); } }",
}
"""`Base` has `work` from outside, and what overrides it stands in other files."""


@pytest.mark.parametrize(
    ("edits", "affected"),
    [
        ({"p/Sub.java": "package p; public class Sub extends Base {}"}, "p/Base.java! q/Use.java!"),
        ({"p/Sub.java": None}, "p/Base.java! q/Use.java!"),
        (
            {"p/Beside.java": "package p; public class Beside extends Base { public void work() {} }"},
            "p/Base.java! q/Use.java!",
        ),
        (
            {"p/New.java": "package p; public class New extends Base { public void work() {} }"},
            "p/Base.java! q/Use.java!",
        ),
        (
            {"p/New.java": "package p; public class New extends Base { public void other() {} }"},
            "",
        ),
    ],
)
def test_what_overrides_a_method_from_outside(edits: dict[str, str | None], affected: str) -> None:
    check_affected(OVERRIDDEN_OUTSIDE, edits, affected)


@pytest.mark.parametrize(
    ("base", "affected"),
    [
        ("export interface Base { match(): void }", "sub.ts!"),
        ("export interface Base { other(): void }", ""),
    ],
)
def test_a_field_that_takes_the_place_of_a_method(base: str, affected: str) -> None:
    before = {
        "base.ts": "export interface Base {}",
        "sub.ts": "import { Base } from './base'; function f() {} class Sub implements Base { match = f }",
    }
    check_affected(before, {"base.ts": base}, affected)


@pytest.mark.parametrize(
    "edits",
    [
        {"p/src/two/ir.ts": "export function ir() {}\n"},
        {"p/src/ir/index.ts": "export function ir() {}\n"},
        {"p/src/one/ir.ts": None},
    ],
)
def test_a_file_that_has_the_name_of_what_is_built(edits: dict[str, str | None]) -> None:
    files = {
        "p/src/one/ir.ts": "export function ir() {}\n",
        "main.ts": "import { ir } from 'p/ir';\nir();\n",
        "other.ts": "export function other() {}\n",
    }
    manifests = {"p/package.json": b'{"name": "p", "exports": {"./ir": "./dist/ir.mjs"}}'}
    check_affected(files, edits, "main.ts!", manifests)


def test_a_folder_that_gets_a_file_for_each_thing_that_is_built() -> None:
    files = {
        "p/src/ir.ts": "export function ir() {}\n",
        "p/src/entries/ir.ts": "export function ir() {}\n",
        "main.ts": "import { ir } from 'p/ir';\nir();\n",
        "other.ts": "export function other() {}\n",
    }
    exports = b'{"name": "p", "exports": {"./ir": "./dist/ir.mjs", "./two": "./dist/two.mjs"}}'
    edits: dict[str, str | None] = {"p/src/entries/two.ts": "export function two() {}\n"}
    check_affected(files, edits, "main.ts!", {"p/package.json": exports})
