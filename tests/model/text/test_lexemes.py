"""Lines and comments end where the tokenizer of the standard library sees them end."""

import io
import sysconfig
import tokenize
from pathlib import Path

import pytest

from codeshed.model.text.python_lexemes import Lexeme, iter_lexemes, logical_line_end

STDLIB = Path(sysconfig.get_paths()["stdlib"])
_OPENING, _CLOSING = "([{", ")]}"


def tokens_of(source: str) -> list[tokenize.TokenInfo]:
    return list(tokenize.generate_tokens(io.StringIO(source).readline))


def true_line_ends(source: str) -> set[int]:
    """Return the numbers of the lines that end outside of brackets and strings."""
    depth = 0
    ends = set()
    for token in tokens_of(source):
        if token.type == tokenize.OP and token.string in _OPENING:
            depth += 1
        elif token.type == tokenize.OP and token.string in _CLOSING:
            depth -= 1
        elif token.type in {tokenize.NEWLINE, tokenize.NL} and depth == 0 and token.string:
            ends.add(token.start[0])
    return ends


@pytest.mark.parametrize("package", ["json", "email", "importlib"])
def test_logical_lines_and_comments_of_real_files(package: str) -> None:
    for path in sorted((STDLIB / package).glob("*.py")):
        source = path.read_text(encoding="utf-8")
        content = source.encode()
        ends = set()
        position = 0
        while position < len(content):
            position = logical_line_end(content, position)
            ends.add(content.count(b"\n", 0, position))
        assert ends == true_line_ends(source), path
        comments = [
            content[begin:end].decode()
            for kind, begin, end in iter_lexemes(content)
            if kind is Lexeme.COMMENT
        ]
        assert comments == [each.string for each in tokens_of(source) if each.type == tokenize.COMMENT], path


@pytest.mark.parametrize(
    ("source", "first_line"),
    [
        (b"x = 1\ny", b"x = 1\n"),
        (b"f(\n1)\ny", b"f(\n1)\n"),
        (b"x = '''\n'\n'''\ny", b"x = '''\n'\n'''\n"),
        (b"x = 1 + \\\r\n2\ny", b"x = 1 + \\\r\n2\n"),
        (b"x = 'a\\\nb'\ny", b"x = 'a\\\nb'\n"),
        (b"'not closed\ny", b"'not closed\n"),
        (b"'''not closed\ny", b"'''not closed\ny"),
        (b")\ny", b")\n"),
        (b"# (\ny", b"# (\n"),
        (b"'\\", b"'\\"),
        (b"", b""),
    ],
)
def test_logical_lines(source: bytes, first_line: bytes) -> None:
    assert source[: logical_line_end(source, 0)] == first_line
