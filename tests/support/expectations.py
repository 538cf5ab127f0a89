"""Expectations that are written in the test, and rewrite themselves when they are asked to.

`CODESHED_UPDATE=1 pytest …` puts what a test got in the place of what it expected, in the test's own source.
"""

import ast
import os
import sys
import textwrap
from collections import defaultdict
from pathlib import Path

UPDATE = os.environ.get("CODESHED_UPDATE") == "1"

_rewrites: defaultdict[str, list[tuple[int, str, str]]] = defaultdict(list)


def assert_expected(actual: str, expected: str, *, callers: int = 1) -> None:
    """Compare texts without their common indentation; `callers` is how far up the expectation stands."""
    wanted = textwrap.dedent(expected).strip("\n").rstrip()
    got = actual.strip("\n").rstrip()
    if got == wanted:
        return
    if not UPDATE:
        assert got == wanted
    frame = sys._getframe(callers + 1)  # noqa: SLF001 - the caller's place is what is to be rewritten
    _rewrites[frame.f_code.co_filename].append((frame.f_lineno, expected, got))


def rewrite_expectations() -> list[str]:
    """Apply what was collected, from the end of each file to its start; return the files that changed."""
    for filename, rewrites in _rewrites.items():
        path = Path(filename)
        source = path.read_text(encoding="utf-8")
        for line, expected, got in sorted(rewrites, reverse=True):
            source = _rewritten(source, line, expected, got)
        path.write_text(source, encoding="utf-8")
    return sorted(_rewrites)


def _rewritten(source: str, line: int, expected: str, got: str) -> str:
    literals = [
        node
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Constant) and node.value == expected and node.lineno >= line
    ]
    literal = min(literals, key=lambda node: node.lineno)
    lines = source.splitlines(keepends=True)
    statement = lines[literal.lineno - 1]
    indent = " " * (len(statement) - len(statement.lstrip()))
    body = textwrap.indent(got.replace("\\", "\\\\").replace('"""', '\\"\\"\\"'), indent)
    before = statement[: literal.col_offset]
    after = lines[(literal.end_lineno or 1) - 1][literal.end_col_offset :]
    lines[literal.lineno - 1 : literal.end_lineno] = [f'{before}"""\n{body}\n{indent}"""{after}']
    return "".join(lines)
