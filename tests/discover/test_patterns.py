"""What one pattern matches. That git agrees is checked in `test_git.py`."""

import re

import pytest

from codeshed.discover.ignore_patterns import Pattern, parse_pattern, trim_line


def _matches(pattern: Pattern, text: str) -> bool:
    compared = text.rpartition("/")[2].encode() if pattern.is_for_names else text.encode()
    if pattern.regex is None:
        return pattern.literal == compared
    return re.fullmatch(pattern.regex, compared) is not None


def check_pattern(text: str, *, matching: str, other: str) -> None:
    """Check which paths a pattern matches, and which it does not; paths are separated by blanks."""
    pattern = parse_pattern(text.encode())
    assert pattern is not None
    assert [path for path in matching.split() if not _matches(pattern, path)] == []
    assert [path for path in other.split() if _matches(pattern, path)] == []


@pytest.mark.parametrize(
    ("text", "matching", "other"),
    [
        ("a.py", "a.py x/a.py x/y/a.py", "a.pyc ba.py a.py/b"),
        ("/a.py", "a.py", "x/a.py"),
        ("x/a.py", "x/a.py", "y/x/a.py"),
        ("*.py", "a.py x/b.py .py", "a.pyi"),
        ("x/*.py", "x/a.py", "x/y/a.py a.py"),
        ("a*b*c", "abc aXbYc aabbcc", "acb abcd"),
        ("?.py", "a.py", ".py ab.py é.py"),
        ("**/a", "a x/a x/y/a", "b xa"),
        ("x/**", "x/a x/y/a", "x y/a"),
        ("x/**/a", "x/a x/y/a x/y/z/a", "a y/a xa"),
        ("**/x/**/a", "x/a w/x/a w/x/y/a", "w/a"),
        ("a**b", "ab aXXb", "a/b"),
        ("x/a**b", "x/ab x/aXb", "x/a/b"),
        ("foo**/bar", "foo/bar foox/y/bar foobar", "fo/bar"),
        ("[ab].py", "a.py b.py", "c.py"),
        ("[!ab].py", "c.py", "a.py"),
        ("[^a-c]", "d", "b"),
        ("[]a]", "] a", "b"),
        ("[a-]", "a -", "b"),
        ("[[:digit:][:upper:]]", "7 Q", "q"),
        (r"[\]x]", "] x", "\\"),
        ("x/[a/]b", "x/ab", "x//b x/b"),
        (r"\*.py", "*.py", "a.py"),
        (r"\!a", "!a", "a"),
        (r"\#a", "#a", "a"),
        ("[z-a]", "z", "a m"),
        ("x[/]y", "", "x/y xy"),
    ],
)
def test_what_a_pattern_matches(text: str, matching: str, other: str) -> None:
    check_pattern(text, matching=matching, other=other)


@pytest.mark.parametrize("text", ["", "# comment", "/", "!", "!/", "a[", "a[b", "a\\", "[[:bogus:]]", "[a\\"])
def test_what_never_matches_is_no_pattern(text: str) -> None:
    assert parse_pattern(text.encode()) is None


def test_what_a_pattern_says_beside_its_text() -> None:
    pattern = parse_pattern(b"!x/vendor/")
    assert pattern == Pattern(
        is_negated=True,
        is_for_folders=True,
        is_for_names=False,
        is_plain=True,
        literal=b"x/vendor",
        regex=None,
    )
    plain_by_text = {b"!vendor": True, b"!**/vendor/": True, b"!*/": False, b"!x/v?": False, b"![v]": False}
    found = {text: parse_pattern(text) for text in plain_by_text}
    assert {text: pattern and pattern.is_plain for text, pattern in found.items()} == plain_by_text


@pytest.mark.parametrize(
    ("line", "expected"),
    [("a  ", "a"), ("a\\ ", "a\\ "), ("a\\  ", "a\\ "), ("a\\\\ ", "a\\\\"), ("a\t", "a\t"), ("  a", "  a")],
)
def test_blanks_at_the_end(line: str, expected: str) -> None:
    assert trim_line(line.encode()) == expected.encode()


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("*a" * 2000 + "b", "a" * 255),
        ("*" + "a" * 120 + "*" + "a" * 130 + "b", "a" * 255),
        ("[!x]*" * 800 + "b", "a" * 255),
        ("**/a/" * 800 + "b", "a/" * 2000 + "c"),
        ("**/" * 1300 + "b", "a/" * 2000 + "c"),
        ("**/" + "*/" * 1000 + "b", "a/" * 2000 + "c"),
        ("x/" + "**/*a*a*a/" * 300 + "b", "x/" + "aaaaaa/" * 500 + "c"),
    ],
)
def test_hostile_patterns_come_to_an_end(text: str, path: str) -> None:
    # A matcher that goes back over what it has passed would not come back from these in a lifetime.
    check_pattern(text, matching="", other=path)
