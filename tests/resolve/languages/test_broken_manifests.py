"""Problems of manifests."""

import pytest

from codeshed.resolve.languages.broken_manifests import manifest_problem


@pytest.mark.parametrize(
    ("path", "content", "problem"),
    [
        (
            "package.json",
            b"{broken",
            "it is no JSON (Expecting property name enclosed in double quotes, line 1)",
        ),
        ("package.json", b"[]", "it holds no object"),
        ("web/tsconfig.app.json", b'{"a": 1,\n"b": }', "it is no JSON (Expecting value, line 2)"),
        ("tsconfig.json", b" " * 4_000_001 + b"{}", "it is too large"),
        ("tsconfig.json", b"[" * 100_000, "it is nested too deep"),
        ("composer.json", b"{} {}", "it is no JSON (Extra data, line 1)"),
        ("compile_commands.json", b"{}", "it holds no list of commands"),
        (
            "a/Cargo.toml",
            b"[package\nname=",
            "it is no TOML (Expected ']' at the end of a table declaration (at line 1, column 9))",
        ),
        ("go.mod", b"module \n", "it names no module"),
    ],
)
def test_a_broken_manifest_says_why(path: str, content: bytes, problem: str) -> None:
    assert manifest_problem(path, content) == problem


@pytest.mark.parametrize(
    ("path", "content"),
    [
        ("package.json", b"{}"),
        ("package.json", b"\n"),
        ("tsconfig.json", b'{ // a comment\n "a": [1,], }'),
        ("tsconfig.json", b"\xef\xbb\xbf{}"),
        ("composer.json", b'{"autoload": 5}'),
        ("compile_commands.json", b"[]"),
        ("Cargo.toml", b"[package]\nname = 'a'"),
        ("go.mod", b"module a.b/c\n\ngo 1.22\n"),
        ("go.work", b"use (\n"),
        ("a.csproj", b"<Project"),
    ],
)
def test_others_have_no_problem(path: str, content: bytes) -> None:
    assert manifest_problem(path, content) == ""
