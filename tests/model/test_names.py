"""Paths, languages, spans and type expressions."""

import pytest

from codeshed.model.answers.truncation import WarningRecord, cap_warnings
from codeshed.model.facts.type_expression import head_of, receiver_types
from codeshed.model.languages.language import is_test_path, language_of_path
from codeshed.model.languages.language_traits import SignatureEnd, traits_of
from codeshed.model.span import Span
from codeshed.model.symbol_ids import (
    is_relative_posix_path,
    last_name,
    member_symbol,
    package_of_path,
    path_of_symbol,
    qualified_name,
)


@pytest.mark.parametrize(
    ("path", "is_good"),
    [
        ("a.py", True),
        ("a/b.py", True),
        ("a/..b.py", True),
        ("", False),
        ("/a.py", False),
        ("../a.py", False),
        ("a/../b.py", False),
        ("./a.py", False),
        ("a//b.py", False),
        ("a\\b.py", False),
        ("a\x00.py", False),
    ],
)
def test_relative_posix_paths(path: str, *, is_good: bool) -> None:
    assert is_relative_posix_path(path) is is_good


@pytest.mark.parametrize(
    ("symbol", "name"),
    [
        ("a/b.py::C.m", "m"),
        ("a/b.py::C.m#2", "m"),
        ("a/b.js::C.#m", "#m"),
        ("a/b.py::C.m2", "m2"),
        ("a/b.py::f", "f"),
        ("a/b.py", "py"),
        ("a/makefile", "makefile"),
        ("ext:os.path.join", "join"),
        ("ext:os", "os"),
        ("Flask.run.", "run"),
        ("f", "f"),
        ("a/", "a/"),
        ("::", "::"),
        (".", "."),
        ("", ""),
    ],
)
def test_last_names(symbol: str, name: str) -> None:
    assert last_name(symbol) == name


def test_symbols() -> None:
    assert member_symbol("a.py", "f") == "a.py::f"
    assert member_symbol("a.py::C", "m") == "a.py::C.m"
    assert member_symbol("ext:json", "dumps") == "ext:json.dumps"
    assert path_of_symbol("a/b.py::C.m") == "a/b.py"
    assert path_of_symbol("ext:a::b") is None
    assert path_of_symbol("m.f") is None
    assert qualified_name("a/b.py::C.m") == "C.m"
    assert qualified_name("ext:json.dumps") == "json.dumps"
    assert package_of_path("a/b/c.py") == "a/b"
    assert package_of_path("c.py") == "."


@pytest.mark.parametrize(
    ("path", "is_test"),
    [
        ("tests/helpers.py", True),
        ("src/pkg/tests/x.py", True),
        ("test_a.py", True),
        ("a_test.py", True),
        ("conftest.py", True),
        ("web/__tests__/a.ts", True),
        ("web/a.spec.tsx", True),
        ("web/a.test.mjs", True),
        ("pkg/a_test.go", True),
        ("src/CartTest.java", True),
        ("spec/cart_spec.rb", True),
        ("internal/testdata/a.go", True),
        ("web/fixtures/cart.ts", True),
        ("web/cart_test.ts", True),
        ("contest.py", False),
        ("latest.py", False),
        ("testing_tools.py", False),
        ("src/attest/a.py", False),
        ("src/Contest.java", False),
    ],
)
def test_test_files(path: str, *, is_test: bool) -> None:
    assert is_test_path(path) is is_test


def test_languages() -> None:
    assert language_of_path("a/b.py") == "python"
    assert language_of_path("a.TSX") == "typescript"
    assert language_of_path("Makefile") is None
    assert traits_of("python").signature_end is SignatureEnd.COLON
    assert traits_of("rust").signature_end is SignatureEnd.BRACE


def test_a_span_contains_what_lies_within() -> None:
    outer = Span(1, 4, 3, 0)
    assert outer.contains(outer)
    assert outer.contains(Span(2, 0, 2, 99))
    assert not outer.contains(Span(1, 3, 2, 0))
    assert not outer.contains(Span(2, 0, 3, 1))


@pytest.mark.parametrize(
    ("expression", "types"),
    [
        ("A", ("A",)),
        ("A | None", ("A",)),
        ("A|B|A", ("A", "B")),
        ("list[A | B]", ("list",)),
        ("Optional[A]", ("A",)),
        ("Union[A, list[B], None]", ("A", "list")),
        ("None", ()),
        ("x.py::A | dict[str, y.py::B]", ("x.py::A", "dict")),
        ("Callable[[int], str]", ("Callable",)),
        ("", ()),
        ("]]][[[", ("]]][[[",)),
        ("A" * 5000, ()),
    ],
)
def test_receiver_types(expression: str, types: tuple[str, ...]) -> None:
    assert receiver_types(expression) == types


def test_the_head_of_a_generic() -> None:
    assert head_of("list[int]") == "list"
    assert head_of("pages/[id].tsx::Page") == "pages/[id].tsx::Page"


def test_too_many_warnings_are_counted() -> None:
    warnings = [WarningRecord(code="X", message=str(i)) for i in range(105)]
    capped = cap_warnings(warnings)
    assert len(capped) == 101
    assert capped[-1].message == "5 more warnings are not shown"
    assert cap_warnings(warnings[:100]) == tuple(warnings[:100])
