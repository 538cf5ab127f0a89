"""The interface of a file depends neither on function bodies nor on offsets."""

import pytest

from codeshed.project.parsing.generic_parsing import parse_generic_file
from codeshed.resolve.generic.names.visible_interface import encode_interface, interface_of

_SEEN = [
    ("A.java", "class A { B b = B.make(); A() { } B run(B b) { return b; } }", "return b;", "B c = (B) b; return c;"),
    ("a.cs", "class A { B b = B.Make(); A() { } B Run(B b) { return b; } }", "return b;", "B c = (B) b; return c;"),
    ("a.ts", "class A { b: B = make(); run(b: B): B { return b; } }", "return b;", "const c: B = b; return c;"),
    ("a.rs", "struct A; impl A { fn run(&self, b: B) -> B { b } }", "{ b }", "{ let c: B = b; c }"),
    ("a.go", "package a\nfunc run(b B) B { return b }", "return b", "var c B = b; return c"),
    ("a.cpp", "struct A { B b = make(); A() {} B run(B b) { return b; } };", "return b;", "B c = b; return c;"),
]  # fmt: skip


@pytest.mark.parametrize(("path", "source", "body", "other"), _SEEN, ids=[each[0] for each in _SEEN])
def test_code_within_a_function_is_not_seen(path: str, source: str, body: str, other: str) -> None:
    changed = source.replace(body, other)
    assert changed != source
    assert _seen(path, source) == _seen(path, changed)
    assert _seen(path, source) == _seen(path, changed.replace("; ", ";\n ").replace(" = ", " =\n "))


@pytest.mark.parametrize(("path", "source"), [each[:2] for each in _SEEN], ids=[each[0] for each in _SEEN])
def test_an_empty_line_changes_nothing(path: str, source: str) -> None:
    assert _seen(path, source) == _seen(path, f"\n{source}")


def _seen(path: str, source: str) -> bytes:
    return encode_interface(interface_of(parse_generic_file(path, source.encode())))
