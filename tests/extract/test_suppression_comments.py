"""Comments that suppress findings, in the comment syntax of every language."""

import pytest

from codeshed.extract.suppression_comments import suppression_comments
from codeshed.model.languages.language import LANGUAGES, language_of_path

_TEXT = "codeshed: ignore[layers, ARITY_MISMATCH] moves with 3.0"

_BY_LANGUAGE = {
    "a.py": ("import b  # {}\n# {}\n\nimport c\n", (1, 4)),
    "a.js": ("import 'b' // {}\n/* {} */\nimport 'c'\n", (1, 3)),
    "a.tsx": ("import 'b' // {}\nlet a = <b>{{/* {} */}}</b>\n", (1, 2)),
    "a.rs": ("use a::b; // {}\n// {}\nuse c::d;\n", (1, 3)),
    "a.go": ('package a\nimport "b" // {}\n// {}\nfunc f() {{}}\n', (2, 4)),
    "A.java": ("import a.B; // {}\n/* {} */\nclass A {{}}\n", (1, 3)),
    "A.cs": ("using A; // {}\n// {}\nclass B {{}}\n", (1, 3)),
    "a.rb": ("require 'b' # {}\n# {}\nrequire 'c'\n", (1, 3)),
    "a.php": ("<?php\nuse A\\B; # {}\n// {}\nuse A\\C;\n", (2, 4)),
    "a.lua": ('local a = require("b") -- {}\n--[[ {} ]]\nlocal b = 1\n', (1, 3)),
    "A.scala": ("import a.B // {}\n/* {} */\nclass A\n", (1, 3)),
    "a.c": ("int a; // {}\n/* {} */\nint b;\n", (1, 3)),
    "a.cpp": ("int a; // {}\n/* {} */\nint b;\n", (1, 3)),
}


def test_every_language_is_tried() -> None:
    assert {language_of_path(path) for path in _BY_LANGUAGE} == LANGUAGES


@pytest.mark.parametrize("path", _BY_LANGUAGE)
def test_comments_of_a_language_are_about_their_line_or_the_next_code(path: str) -> None:
    code, about = _BY_LANGUAGE[path]
    found = suppression_comments(path, code.format(_TEXT, _TEXT).encode())
    assert tuple(each.about_line for each in found) == about
    assert {each.codes for each in found} == {("layers", "ARITY_MISMATCH")}
    assert {each.reason for each in found} == {"moves with 3.0"}


def test_strings_suppress_nothing_and_broken_code_still_has_comments() -> None:
    assert not suppression_comments("a.py", f's = "# {_TEXT}"\n'.encode())
    assert suppression_comments("a.py", f"def f(:\n    x = # {_TEXT}\n".encode())
    assert not suppression_comments("a.py", b"# nothing\n")


def test_a_block_comment_over_lines_and_one_without_a_reason() -> None:
    (found,) = suppression_comments("a.js", b"/*\n * text\n * codeshed: ignore[A]\n */\nimport 'b'\n")
    assert (found.line, found.column, found.about_line, found.reason) == (3, 3, 5, "")
