"""What became of symbols: two versions of a file in, what changed out, in every language."""

from textwrap import dedent

import pytest

from codeshed.diff.find_changes import find_changes
from codeshed.model.change_set import ChangeSet, Difference, FileContents
from codeshed.project.parsing.cached_parser import CachedParser
from codeshed.project.parsing.parse_cache import NoParseCache

File = tuple[str | None, str | None]


def compared(**files: File) -> ChangeSet:
    """Compare files; `a_py` is `a.py`, and a text is None where the file is not there."""
    contents = tuple(
        FileContents(
            path=name.replace("_", "."),
            old=None if old is None else dedent(old).encode(),
            new=None if new is None else dedent(new).encode(),
        )
        for name, (old, new) in sorted(files.items())
    )
    return find_changes(Difference(old="old", new="new", files=contents), CachedParser(NoParseCache()))


def change_lines(changes: ChangeSet) -> list[str]:
    """Write each change as `kind symbol`, with what it was called before and whether only comments differ."""
    return [
        f"{each.kind} {each.symbol_id}"
        + (f" was {each.old_symbol_id}" if each.old_symbol_id else "")
        + (f" ({each.only})" if each.only else "")
        for each in changes.symbols
    ]


BRACES = (
    "class A {{\n  {0}keep() {{ return 1; }}\n  {0}sig() {{ return 1; }}\n  {0}body() {{ return 1; }}\n}}\n",
    (
        "class A {{\n  {0}body() {{ return 2; }}\n  {0}keep() {{ return 1; }}\n  {0}sig({1}) {{ return 1; }}\n"
        "  {0}more() {{ return 1; }}\n}}\n"
    ),
)
FUNCTIONS = (
    "{0}keep() {{ return 1{2} }}\n{0}sig() {{ return 1{2} }}\n{0}body() {{ return 1{2} }}\n",
    (
        "{0}body() {{ return 2{2} }}\n{0}keep() {{ return 1{2} }}\n{0}sig({1}) {{ return 1{2} }}\n"
        "{0}more() {{ return 1{2} }}\n"
    ),
)


def versions(texts: tuple[str, str], *words: str) -> File:
    old, new = (each.format(*words) for each in texts)
    return old, new


BY_LANGUAGE: dict[str, tuple[File, str]] = {
    "a_js": (versions(BRACES, "", "x"), "A."),
    "a_ts": (versions(BRACES, "", "x: number"), "A."),
    "a_java": (versions(BRACES, "int ", "int x"), "A."),
    "a_cs": (versions(BRACES, "int ", "int x"), "A."),
    "a_cpp": (versions(BRACES, "int ", "int x"), "A."),
    "a_php": (
        (
            "<?php\n" + BRACES[0].format("function "),
            "<?php\n" + BRACES[1].format("function ", "$x"),
        ),
        "A.",
    ),
    "a_c": (versions(FUNCTIONS, "int ", "int x", ";"), ""),
    "a_rs": (versions(FUNCTIONS, "fn ", "x: i32", ";"), ""),
    "a_go": (
        (
            "package a\n" + FUNCTIONS[0].format("func ", "", ""),
            "package a\n" + FUNCTIONS[1].format("func ", "x int", ""),
        ),
        "",
    ),
    "a_lua": (
        (
            "function keep() return 1 end\nfunction sig() return 1 end\nfunction body() return 1 end\n",
            (
                "function body() return 2 end\nfunction keep() return 1 end\nfunction sig(x) return 1 end\n"
                "function more() return 1 end\n"
            ),
        ),
        "",
    ),
    "a_rb": (
        (
            "class A\n  def keep\n    1\n  end\n  def sig\n    1\n  end\n  def body\n    1\n  end\nend\n",
            (
                "class A\n  def body\n    2\n  end\n  def keep\n    1\n  end\n  def sig(x)\n    1\n  end\n"
                "  def more\n    1\n  end\nend\n"
            ),
        ),
        "A.",
    ),
    "a_scala": (
        (
            "object A {\n  def keep() = 1\n  def sig() = 1\n  def body() = 1\n}\n",
            "object A {\n  def body() = 2\n  def keep() = 1\n  def sig(x: Int) = 1\n  def more() = 1\n}\n",
        ),
        "A.",
    ),
    "a_py": (
        (
            "class A:\n    def keep(self): return 1\n    def sig(self): return 1\n    def body(self): return 1\n",
            (
                "class A:\n    def body(self): return 2\n    def keep(self): return 1\n    def sig(self, x): return 1\n"
                "    def more(self): return 1\n"
            ),
        ),
        "A.",
    ),
}


@pytest.mark.parametrize("name", sorted(BY_LANGUAGE))
def test_the_same_in_every_language(name: str) -> None:
    texts, owner = BY_LANGUAGE[name]
    path = name.replace("_", ".")
    assert change_lines(compared(**{name: texts})) == [
        f"body {path}::{owner}body",
        f"added {path}::{owner}more",
        f"signature {path}::{owner}sig",
    ]


LONG = """
def {name}(first, second):
    third = first + second
    fourth = third * {number}
    if fourth > first:
        return fourth
    return third
"""


def test_a_function_with_nearly_the_same_body_is_renamed() -> None:
    old, new = LONG.format(name="gone", number=2), LONG.format(name="come", number=3)
    assert change_lines(compared(a_py=(old, new))) == ["renamed a.py::come was a.py::gone"]


def test_a_function_that_moves_to_another_file_is_renamed() -> None:
    text = LONG.format(name="same", number=2)
    changes = compared(a_py=(f"import x\n{text}", "import x\n"), b_py=("import y\n", f"import y\n{text}"))
    assert change_lines(changes) == ["renamed b.py::same was a.py::same"]


def test_short_bodies_are_too_little_to_tell() -> None:
    assert change_lines(compared(a_py=("def a(): pass\n", "def b(): pass\n"))) == [
        "removed a.py::a",
        "added a.py::b",
    ]


def test_a_file_with_another_name_keeps_its_symbols() -> None:
    text = LONG.format(name="same", number=2)
    changes = compared(a_py=(text, None), b_py=(None, f"{text}\nX = 1\n"))
    assert [(each.path, each.status, each.old_path) for each in changes.files] == [
        ("b.py", "renamed", "a.py")
    ]
    assert change_lines(changes) == [
        "renamed b.py was a.py",
        "added b.py::X",
        "renamed b.py::same was a.py::same",
    ]


def test_a_renamed_file_may_differ_in_its_documentation() -> None:
    text = LONG.format(name="same", number=2)
    documented = [
        text.replace("    third =", f'    """{words}"""\n    third =', 1) for words in ("Add.", "Add both.")
    ]
    changes = compared(a_py=(documented[0], None), b_py=(None, documented[1]))
    assert [(each.path, each.status, each.old_path) for each in changes.files] == [
        ("b.py", "renamed", "a.py")
    ]
    assert change_lines(changes) == ["renamed b.py was a.py", "body b.py::same was a.py::same"]


HEAD = "import os\nimport sys\n"
MAIN = "def main():\n    pass\n"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("def load():\n    return 1\n", "def save(x):\n    return x\n"),
        (f"{HEAD}def load():\n    return os\n", f"{HEAD}def save(x):\n    return sys, x\n"),
        (
            f"{MAIN}def load():\n    return range(100)\n",
            f"{MAIN}def save(x):\n    print(x)\n    return x.done()\n",
        ),
        ("def load():\n    return 1\n", "def load():\n    return 2\n"),
    ],
)
def test_files_with_little_in_common_are_not_one(old: str, new: str) -> None:
    changes = compared(a_py=(old, None), b_py=(None, new))
    assert [(each.path, each.status) for each in changes.files] == [("a.py", "deleted"), ("b.py", "added")]
    assert {each.kind for each in changes.symbols} == {"removed", "added"}


def test_files_that_come_and_go() -> None:
    changes = compared(a_py=("def a(): return 1\n", None), b_py=(None, "class B: x = 1\n"))
    assert [(each.path, each.status) for each in changes.files] == [("a.py", "deleted"), ("b.py", "added")]
    assert change_lines(changes) == [
        "removed a.py",
        "removed a.py::a",
        "added b.py",
        "added b.py::B",
        "added b.py::B.x",
    ]


@pytest.mark.parametrize(
    ("old", "new", "wanted"),
    [
        ("X = 1\n", "X = 2\n", ["body a.py::X"]),
        ("import a\nX = 1\n", "import b\nX = 1\n", ["body a.py"]),
        ("def f():\n    return 1\n", "def f():\n    # why\n    return 1\n", ["body a.py::f (comments)"]),
        ("def f(): return '#a'\n", "def f(): return '#b'\n", ["body a.py::f"]),
        ("def f(): return 1\n", "@cache\ndef f(): return 1\n", ["signature a.py::f"]),
        ("class A(B): pass\n", "class A(C): pass\n", ["signature a.py::A"]),
        ("def f():\n  return 1\n", "\n\ndef f():\n    return 1\n", []),
        (
            "class A:\n    def f(self):\n        self.x = 1\n",
            "class A:\n    def f(self):\n        self.y = 1\n",
            ["body a.py::A.f", "removed a.py::A.x", "added a.py::A.y"],
        ),
        (
            "def f():\n    def inner():\n        return 1\n    return inner\n",
            "def f():\n    def inner():\n        return 2\n    return inner\n",
            ["body a.py::f.inner"],
        ),
        ("def f(a,\n      b): return 1\n", "def f(a, b): return 1\n", ["body a.py::f (layout)"]),
    ],
)
def test_python(old: str, new: str, wanted: list[str]) -> None:
    assert change_lines(compared(a_py=(old, new))) == wanted


DOCUMENTED = "class A {\n  /**\n   * Gives OLD.\n   */\n  int f() { return 1; }\n};\n"


@pytest.mark.parametrize(
    ("path", "old", "wanted"),
    [
        ("a_java", DOCUMENTED, ["body a.java::A (comments)"]),
        ("a_cs", DOCUMENTED, ["body a.cs::A (comments)"]),
        ("a_cpp", DOCUMENTED, ["body a.cpp::A (comments)"]),
        ("a_ts", "/** @param x OLD */\nfunction f(x) { return 1; }\n", ["body a.ts (comments)"]),
        ("a_js", "function f() {\n  /* OLD\n  */\n  return 1;\n}\n", ["body a.js::f (comments)"]),
        ("a_js", "function f() {\n  return `\n/*\nOLD\n*/\n`;\n}\n", ["body a.js::f"]),
        ("a_js", "function f() {\n  return /* OLD */ 1;\n}\n", ["body a.js::f (comments)"]),
        ("a_js", "function f() {\n  g('/*');\n  OLD();\n  g('*/');\n}\n", ["body a.js::f"]),
        ("a_js", "function f() {\n  // /*\n  OLD();\n  // */\n}\n", ["body a.js::f"]),
        ("a_rs", "fn f<'a>() {\n    /* OLD */\n    g();\n}\n", ["body a.rs::f (comments)"]),
        ("a_rs", 'fn f() {\n    g("\n/* OLD */\n");\n}\n', ["body a.rs::f"]),
        ("a_rs", 'fn f() {\n    g(r#""\n/* OLD */\n"#);\n}\n', ["body a.rs::f"]),
        ("a_go", "package a\n\n/*\nOLD\n*/\nfunc f() {}\n", ["body a.go (comments)"]),
        ("a_go", 'package a\n\n/*\n#include "OLD"\n*/\nimport "C"\n', ["body a.go"]),
        ("a_php", "<?php\n/** OLD @param x */\nfunction f() {}\n", ["body a.php (comments)"]),
        ("a_php", "<?php\n/** @Route(OLD) */\nfunction f() {}\n", ["body a.php"]),
        ("a_java", 'class A {\n  String f() { return """\n/* OLD */\n"""; }\n}\n', ["body a.java::A.f"]),
        ("a_scala", "class A {\n  /** OLD */\n  def f(): Int = 1\n}\n", ["body a.scala::A (comments)"]),
        ("a_c", "/* OLD */\nint f(void) { return 1; }\n", ["body a.c (comments)"]),
    ],
)
def test_comments_of_whole_lines_are_no_code(path: str, old: str, wanted: list[str]) -> None:
    assert change_lines(compared(**{path: (old, old.replace("OLD", "NEW"))})) == wanted


INT = "  int add(int x) { return x; }\n"
TEXT = "  int add(String s) { return 2; }\n"
OTHER = "  int add(long q) { return 7; }\n"


@pytest.mark.parametrize(
    ("old", "new", "wanted"),
    [
        (INT + TEXT, OTHER + INT + TEXT, ["added a.java::A.add"]),
        (INT, OTHER + INT, ["added a.java::A.add"]),
        (OTHER + INT + TEXT, INT + TEXT, ["removed a.java::A.add"]),
        (INT + TEXT, TEXT + INT, []),
        (INT + TEXT, OTHER + INT + TEXT.replace("2", "3"), ["added a.java::A.add", "body a.java::A.add#3"]),
        (INT + TEXT, INT + TEXT.replace("String", "Object"), ["signature a.java::A.add#2"]),
        (INT + TEXT, OTHER + INT, ["signature a.java::A.add"]),
    ],
)
def test_overloads_are_known_by_what_they_are(old: str, new: str, wanted: list[str]) -> None:
    states = tuple(f"class A {{\n{each}}}\n" for each in (old, new))
    assert change_lines(compared(a_java=(states[0], states[1]))) == wanted


LOCAL = "  int f({0}) {{ class L {{ int g() {{ return {1}; }} }} return {1}; }}\n"


@pytest.mark.parametrize(
    ("old", "new", "wanted"),
    [
        ("12", "312", ["added a.java::A.f", "added a.java::A.f.L", "added a.java::A.f.L.g"]),
        ("312", "12", ["removed a.java::A.f", "removed a.java::A.f.L", "removed a.java::A.f.L.g"]),
        ("12", "21", []),
    ],
)
def test_what_is_within_an_overload_follows_it(old: str, new: str, wanted: list[str]) -> None:
    kinds = {"1": "int a", "2": "String s", "3": "double d"}
    texts = ["".join(LOCAL.format(kinds[each], each) for each in state) for state in (old, new)]
    states = tuple(f"class A {{\n{each}}}\n" for each in texts)
    assert change_lines(compared(a_java=(states[0], states[1]))) == wanted


def test_functions_of_one_name_are_known_by_what_is_within_them() -> None:
    first, second, third = (
        f"def make():\n    def inner():\n        return {each}\n    return inner\n" for each in "123"
    )
    assert change_lines(compared(a_py=(first + second, third + first + second))) == [
        "added a.py::make",
        "added a.py::make.inner",
    ]


def test_what_is_exported_is_part_of_the_head() -> None:
    changes = compared(a_ts=("export function f() { return 1; }\n", "function f() { return 1; }\n"))
    assert change_lines(changes) == ["signature a.ts::f"]


def test_line_ends_are_no_difference() -> None:
    assert change_lines(compared(a_py=("def f():\n    return 1\n", "def f():\r\n    return 1\r\n"))) == []


def test_lines_are_those_that_differ() -> None:
    old = "import a\n\ndef f():\n    x = 1\n    y = 2\n    return x\n"
    change = compared(a_py=(old, old.replace("y = 2", "y = 3\n    z = 4"))).symbols[0]
    assert change.lines is not None
    assert (change.lines.start_line, change.lines.end_line) == (5, 6)
    assert change.old_lines is not None
    assert (change.old_lines.start_line, change.old_lines.end_line) == (5, 5)


def test_broken_code_is_compared_as_far_as_it_goes() -> None:
    changes = compared(a_py=("def f(): return 1\n", "def f(: return 1\ndef g(): return 2\n"))
    assert any(each.endswith("::g") for each in change_lines(changes))


@pytest.mark.parametrize(
    ("path", "old", "wanted"),
    [
        ("a_py", "def f(x):\n    return x  # OLD\n", "body a.py::f (comments)"),
        ("a_ts", "function f() { return 1; // OLD\n}\n", "body a.ts::f (comments)"),
        ("a_java", "class A {\n int f() { return 1; // OLD\n } }\n", "body a.java::A.f (comments)"),
        ("a_cs", "class A { int F() { return 1; /* OLD */ }\n}\n", "body a.cs::A.F (comments)"),
        ("a_rb", "def f\n  1 # OLD\nend\n", "body a.rb::f (comments)"),
        ("a_rb", "=begin\nOLD\n=end\ndef f\n 1\nend\n", "body a.rb (comments)"),
        ("a_lua", "function f()\n return 1 --[[ OLD\n x ]]\nend\n", "body a.lua::f (comments)"),
        ("a_php", "<?php\nfunction f() { return 1; # OLD\n}\n", "body a.php::f (comments)"),
        ("a_go", "package a\nfunc f() int { return 1 /* OLD */ }\n", "body a.go::f (comments)"),
        ("a_go", "package a\n//go:OLD\nfunc f() int { return 1 }\n", "body a.go"),
        ("a_rs", "fn f() -> i32 { 1 /* OLD */ }\n", "body a.rs::f (comments)"),
        ("a_c", "int f(void) { return 1; /* OLD */ }\n", "body a.c::f (comments)"),
        ("a_cpp", "int f() { return 1; // OLD\n}\n", "body a.cpp::f (comments)"),
        ("a_scala", "class A { def f = { 1 /* OLD */ } }\n", "body a.scala::A.f (comments)"),
        ("a_js", "const r = /\\/\\//; OLD()\n", "body a.js"),
    ],
)
def test_comments_behind_code_are_no_code(path: str, old: str, wanted: str) -> None:
    assert change_lines(compared(**{path: (old, old.replace("OLD", "NEW"))})) == [wanted]


@pytest.mark.parametrize(
    ("path", "old", "new", "wanted"),
    [
        ("a_py", "def f(x):\n  return x+1\n", "def f(x):\n    return x + 1\n", "body a.py::f (layout)"),
        (
            "a_java",
            "class A { int f() { return 1+2; } }\n",
            "class A {\n  int f() {\n    return 1 + 2;\n  }\n}\n",
            "body a.java::A.f (layout)",
        ),
        ("a_ts", "function f() {return 1}\n", "function f() { return 1 }\n", "body a.ts::f (layout)"),
        ("a_ts", "function f() {\n return\n x }\n", "function f() {\n return x }\n", "body a.ts::f"),
        ("a_py", "def f():\n    return 'a  b'\n", "def f():\n    return 'a b'\n", "body a.py::f"),
    ],
)
def test_the_space_between_words_is_no_code(path: str, old: str, new: str, wanted: str) -> None:
    assert change_lines(compared(**{path: (old, new)})) == [wanted]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ('def f():\n    """OLD"""\n    return 1\n', "body a.py::f (documentation)"),
        ('class A:\n    """OLD"""\n    x = 1\n', "body a.py::A (documentation)"),
        ('# first\n"""OLD"""\nx = 1\n', "body a.py (documentation)"),
        ('def f():\n    x = 1\n    """OLD"""\n', "body a.py::f"),
    ],
)
def test_docstrings_are_told_apart(text: str, wanted: str) -> None:
    assert change_lines(compared(a_py=(text, text.replace("OLD", "New\n    words.")))) == [wanted]


def test_what_is_indented_otherwise_in_python_is_another_body() -> None:
    old = "def f(x):\n    if x:\n        a()\n    b()\n"
    new = "def f(x):\n    if x:\n        a()\n        b()\n"
    assert change_lines(compared(a_py=(old, new))) == ["body a.py::f"]


def test_a_file_with_mistakes_is_compared_by_its_lines() -> None:
    old = "def f(x:\n    return 1\n\ndef g():\n    # OLD\n    return 1\n"
    assert change_lines(compared(a_py=(old, old.replace("OLD", "NEW")))) != []


@pytest.mark.parametrize(
    ("name", "old", "new", "expected"),
    [
        ("A_java", "class A {}\n", "import a.B;\nimport static a.C.*;\n\nclass A {}\n", []),
        ("A_java", "import a.B;\nclass A {}\n", "import c.D;\nclass A {}\n", []),
        ("A_java", "package a;\nclass A {}\n", "package b;\nimport a.B;\nclass A {}\n", ["body A.java"]),
        (
            "A_java",
            "import a.B;\nclass A {}\n",
            "// B\nimport a.B;\nclass A {}\n",
            ["body A.java (comments)"],
        ),
        ("A_cs", "using A;\nclass C {}\n", "using A;\nusing static B.D;\nclass C {}\n", []),
        ("A_cs", "class C {}\n", "global using A;\nclass C {}\n", ["body A.cs"]),
        ("a_py", "X = 1\n", "import a\nX = 1\n", ["body a.py"]),
    ],
)
def test_imports_that_only_bind_names_for_their_own_file(
    name: str, old: str, new: str, expected: list[str]
) -> None:
    assert [
        each for each in change_lines(compared(**{name: (old, new)})) if each.startswith("body")
    ] == expected
