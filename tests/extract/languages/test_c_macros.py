"""Macros that the grammars of C and C++ can't parse: they are blanked, no byte moves, and the code around them is read."""

import pytest

from codeshed.extract.engine.extract_file import extract_code
from codeshed.extract.languages.c_family.c_macros import simplify
from codeshed.extract.languages.grammar_table import grammar_of
from codeshed.model.facts.code_facts import CodeFacts
from codeshed.model.text.source_decoding import decode_source


def facts_of(path: str, text: str) -> CodeFacts:
    content = text.encode()
    return extract_code(decode_source(path, content), grammar_of(path, content))


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("struct A {\n  int x GUARDED_SO(mu);\n  int f() LOCKS(mu_) { return 1; }\n};", ["A", "x", "f"]),
        ("class EXPORTED A : public B {\n  void g();\n};", ["A", "g"]),
        ("class A {\n public:\n  ALWAYS_INLINE A(int n) {}\n};", ["A", "A"]),
        ("ALWAYS_INLINE iterator\nbegin() { return one(); }", ["begin"]),
        ("extern template class A<int>;\nint f();", ["f"]),
        ("void f(const Options& options = {}, int n = 1);", ["f"]),
        ("enum : uint32_t { ONE };\nint f();", ["ONE", "f"]),
        ("[[nodiscard]] NO_INLINE static void f() {}", ["f"]),
        ('extern "C" KEPT int f(int n) { return n; }', ["f"]),
        ("int* f(const char* NULLABLE text) { return new int*[3]; }", ["f"]),
        ("int f() { return ok ? (a = g(1), &a) : nullptr; }", ["f"]),
        ("void f() { AT_EXIT { close(x); }; each(x, y) { use(x); } }", ["f"]),
    ],
)
def test_macros_in_cpp(text: str, names: list[str]) -> None:
    found = facts_of("a.cc", text)
    assert found.problems == ()
    assert [each.name for each in found.definitions] == names


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("static atomically size_t n = 0;", ["n"]),
        ("API char *(*Alloc)(size_t n) ATTR;", ["Alloc"]),
        ("INLINE_ALWAYS size_t\nf(UNUSED int n) { return 0; }", ["f"]),
        ("int f(char *a) { return *va_arg(a, char *) + *cast(struct S *, a); }", ["f"]),
        ('void f(void) { error("a" QUOTED("b") "c"); PLAIN(1)\n  PLAIN(2)\n}', ["f"]),
        ("bool x =\n#ifdef A\n    true\n#else\n    false\n#endif\n    ;\nint f(void);", ["x", "f"]),
        (
            "void f(int n) {\n  if (n) {\n    g();\n#ifdef A\n  } else if (h()) {\n    g();\n#endif\n  }\n}",
            ["f"],
        ),
        ("#define A(a) \\\n  /* one */ \\\n  f(a)\nint g(void);", ["A", "g"]),
        ("int a[3] ALIGNED(16);\nvoid f(char *argv[] UNUSED) {}", ["a", "f"]),
        ("int f(void) { return 1; }\nTEST_END\nint main(void) { return f(); }", ["f", "main"]),
    ],
)
def test_macros_in_c(text: str, names: list[str]) -> None:
    found = facts_of("a.c", text)
    assert found.problems == ()
    assert [each.name for each in found.definitions] == names


@pytest.mark.parametrize(
    "text",
    [
        "BOOL f(UINT n);\nUINT FLAG;\nint FLAGS = A | B;\n",
        "int f(int n) { if (n) FAIL(n); (void) FAIL(n); return MAX(n, 1); }\n",
        "enum e { ONE, TWO };\nstruct POINT { int x; };\nstruct POINT p = { .x = ONE };\n",
        "typedef unsigned int UINT;\ntypedef struct A *PA;\n",
        "void f(char *, int *);\nint (*g)(char *) = (int (*)(char *)) f;\n",
        "void f(int *n) { Key small(*n, 1); }\n",
        "#ifndef GUARDED_BY\n#define GUARDED_BY(x) ATTRIBUTE(guarded_by(x))\n#endif\n",
        "int f(int a, int b) { return (a * B) + (int *)a - b; }\n",
    ],
)
def test_what_is_no_macro_stays(text: str) -> None:
    assert simplify(text.encode()) == text.encode()


@pytest.mark.parametrize(
    "text", ["}}}((", "#if A\n{\n#else\n", '"a" B(', "template", "class A B", "(a = 1,", "new A*["]
)
def test_what_is_broken_stays_as_long_as_it_is(text: str) -> None:
    assert len(simplify(text.encode())) == len(text)
