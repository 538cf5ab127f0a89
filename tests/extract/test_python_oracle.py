"""Our facts compared with the standard parser, on the standard library, and on bytes that are no Python."""

import ast
import sys
import sysconfig
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from codeshed.extract.python.extract_python import extract_python
from codeshed.model.facts.python_facts import PythonFacts, ScopeKind
from tests.extract import oracle

STDLIB = Path(sysconfig.get_paths()["stdlib"])
PACKAGES = ("asyncio", "concurrent", "email", "http", "importlib", "json", "logging", "unittest", "xml", ".")


def files_of(package: str) -> list[Path]:
    pattern = "*.py" if package == "." else "**/*.py"
    return sorted((STDLIB / package).glob(pattern))


@pytest.mark.parametrize("package", PACKAGES)
def test_what_the_standard_parser_sees_is_seen(package: str) -> None:
    paths = files_of(package)
    assert paths
    for path in paths:
        content = path.read_bytes()
        tree = ast.parse(content)
        facts = extract_python(content)
        assert facts.problems == (), path
        assert oracle.our_definitions(facts) == oracle.definitions(tree), path
        assert oracle.our_imports(facts) == oracle.imports(tree), path
        if b"\f" in content or b"\r" in content or not content.isascii():
            continue  # The standard parser counts lines and columns of these otherwise.
        seen, there = oracle.places(facts), oracle.true_places(tree, facts.line_starts)
        for kind in oracle.KINDS:
            assert there[kind] <= seen[kind], (path, kind)


HEADERS = [
    "def f():",
    "def f(a: int = 3) -> None:",
    "async def f(*a: int) -> a.b[int]:",
    "def f() -> 'A':",
    "def f() -> A | None:",
    "def f() -> (\n    A\n):",
    "def f() -> \\\n  A:",
    "def f() -> Callable[[a[0]], {b: c}]:",
    "def f[T](x: T) -> list[T]:",
    "class A:",
    "class A(B[0]):",
    "if x:",
    "for a in b:",
    "with a as b:",
]
ITEMS = ["x[0]", "x[a:b]", "x[::2]", "x[0, 1]", "x[*a, b]", "x['a']", "x[f'{a}']", "x[lambda: 1]", "x[y[0]]", "x[0][1]", "x [0]", "_[0]", "case[0]", "match[0]", "x.y[0]", "x[0].y", "x()[0]", "x[a if b else c]", "x[{a: b}]", "e\u0301[0]", "x\\\n[0]"]  # fmt: skip
REST = ["", ".y()", ".y().z", " = 1", " += 1", "; y[1]", ": int = 3", ", y = 1, 2", " = y[1] = 2", " if y else z", " or y", " + 1", "(1)", " == y", " not in y", " < y < z", " is None", " = yield y", " = lambda: y[0]", ";", "  # comment", ".y: int = 3"]  # fmt: skip
STATEMENTS = ["pass", "...", "'doc'", "return x[0]", "raise x[0] from y", "del x[0]", "assert x[0], y", "yield x[0]", "yield from x[0]", "*x, y = z[0]", "(x[0])", "[x[0]]", "not x[0]", "-x[0]", "f'{x[0]}'", "lambda: x[0]", "x: list[int] = y", "x: list[int]", "import a.b as c", "type X = list[int]", "print(x[0])", "await x[0]"]  # fmt: skip


@pytest.mark.parametrize("header", HEADERS)
def test_one_line_forms_are_read(header: str) -> None:
    n_read = 0
    for body in (*STATEMENTS, *(f"{item}{rest}" for item in ITEMS for rest in REST)):
        for source in (
            f"{header}{body}\nz = 1",
            f"class K:\n  k = 1\n  {header} {body}\n  def z() -> a[0]: pass\n",
        ):
            content = source.encode()
            facts = extract_python(content)
            assert facts.problems == (), source
            try:
                tree = ast.parse(content)
            except SyntaxError:
                continue  # Newer than the interpreter that runs the tests.
            n_read += 1
            assert oracle.our_definitions(facts) == oracle.definitions(tree), source
            seen, there = oracle.places(facts), oracle.true_places(tree, facts.line_starts)
            for kind in oracle.KINDS:
                assert there[kind] <= seen[kind], (source, kind)
    assert n_read > 900 or ("[T]" in header and sys.version_info < (3, 12))


@pytest.mark.skipif(
    sys.version_info >= (3, 12), reason="since 3.12 the compiler's tables merge comprehensions"
)
@pytest.mark.parametrize("package", PACKAGES)
def test_scopes_bind_what_the_compiler_says(package: str) -> None:
    for path in files_of(package):
        source = path.read_text(encoding="utf-8", errors="replace")
        assert oracle.our_bound_names(extract_python(source.encode())) == oracle.bound_names(source), path


def check_reads(content: bytes) -> PythonFacts:
    """Extract facts from any bytes, and check that they survive serialization."""
    facts = extract_python(content)
    assert facts.scopes[0].kind is ScopeKind.MODULE
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(facts), type=PythonFacts) == facts
    return facts


@settings(max_examples=300)
@given(st.binary(max_size=200))
def test_any_bytes_are_read(content: bytes) -> None:
    check_reads(content)


WORDS = ["def f(", "):", "class C", "\n", "    ", "x", " = ", "(", ")", "[", "]", "*", "lambda", "type ", ".", ",", "match x:\n", " case ", "@", "f'{", "}'", "if ", "for ", " in ", "yield ", "import ", "from . ", "->", "\t", "0"]  # fmt: skip


@settings(max_examples=500)
@given(st.lists(st.sampled_from(WORDS), max_size=30))
def test_pieces_of_python_are_read(pieces: list[str]) -> None:
    check_reads("".join(pieces).encode())


@pytest.mark.parametrize(
    "source",
    [
        "(" * 5000 + ")" * 5000,
        "x = " + "f(" * 3000 + ")" * 3000,
        "x = a" + ".b(c)[d]" * 5000,
        "-" * 5000 + "x",
        "\n".join("    " * i + "if x:" for i in range(300)),
        "\n".join(" " * i + "def f():" for i in range(300)),
        "x = " + "lambda: " * 2000 + "1",
        "x" + " if y else x" * 2000,
    ],
)
def test_deep_nesting_is_reported(source: str) -> None:
    assert "nested_too_deeply" in {problem.code for problem in check_reads(source.encode()).problems}


@pytest.mark.parametrize(
    "source",
    [
        "x = " + "a + " * 20_000 + "a",
        "x = a" + ".b(c)" * 50,
        "x = " + "a and " * 5000 + "b",
        "x = " * 5000 + "1",
        "x = [" + "1, " * 50_000 + "]",
        "\n".join(f"def f{i}(): pass" for i in range(20_000)),
    ],
)
def test_length_is_no_depth(source: str) -> None:
    assert check_reads(source.encode()).problems == ()


@pytest.mark.parametrize("prefix", [b"\xef\xbb\xbf", b"\x0c\n", b"# coding: latin-1\n# \xe9\n", b"\r\n"])
def test_strange_files_lose_nothing(prefix: bytes) -> None:
    facts = check_reads(prefix + b"def f():\r\n\treturn g()\r\n")
    assert [definition.name for definition in facts.definitions] == ["f"]


def test_null_bytes_are_a_problem() -> None:
    assert check_reads(b"x = 1\ny = \x00\n").problems
