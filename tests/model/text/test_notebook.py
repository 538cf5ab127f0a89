"""Notebooks become one Python source; what is IPython's own becomes blank."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from codeshed.model.text import notebook
from codeshed.model.text.ipython_magics import without_magics
from codeshed.model.text.source_decoding import decode_source


def notebook_of(*cells: object, **metadata: object) -> bytes:
    """Write a notebook of format 4 with code cells of these sources."""
    made = [{"cell_type": "code", "metadata": {}, "source": cell, "outputs": []} for cell in cells]
    return json.dumps({"nbformat": 4, "cells": made, "metadata": metadata}).encode()


def check_notebook(content: bytes, expected: str, *codes: str) -> None:
    """Check the text of a notebook and the codes of its problems."""
    decoded = decode_source("a.ipynb", content)
    assert decoded.text == expected
    assert tuple(problem.code for problem in decoded.problems) == codes


def check_cell(cell: str, expected: str) -> None:
    """Check what a cell is in Python; blanks at the end of lines do not show."""
    python = without_magics(cell.encode())
    assert len(python) == len(cell.encode())
    assert python.count(b"\n") == cell.count("\n")
    assert [line.rstrip() for line in python.decode().split("\n")] == expected.split("\n")


def test_code_cells_in_order() -> None:
    check_notebook(notebook_of("x = 1", ["y = 2\n", "z = 'é'"], "w\n"), "x = 1\ny = 2\nz = 'é'\nw\n\n")
    check_notebook(notebook_of(), "")


def test_other_cells_are_no_code() -> None:
    cells = [
        {"cell_type": "markdown", "source": "# title"},
        {"cell_type": "raw", "source": "raw"},
        {"cell_type": "code", "source": "x"},
        {"cell_type": "code", "source": "select 1", "metadata": {"vscode": {"languageId": "sql"}}},
        {"cell_type": "code", "source": "y", "metadata": {"vscode": {"languageId": "python"}, "tags": ["a"]}},
    ]
    check_notebook(json.dumps({"cells": cells}).encode(), "x\ny\n")


def test_format_3() -> None:
    cells = [
        {"cell_type": "code", "input": ["x = 1\n", "y"], "language": "python", "outputs": []},
        {"cell_type": "heading", "level": 1, "source": "title"},
        {"cell_type": "code", "input": "puts 1", "language": "ruby"},
    ]
    check_notebook(json.dumps({"nbformat": 3, "worksheets": [{"cells": cells}]}).encode(), "x = 1\ny\n")


@pytest.mark.parametrize(
    "metadata",
    [
        {},
        {"kernelspec": {"name": "python3", "language": "python"}},
        {"kernelspec": {"display_name": "my environment"}},
        {"language_info": {"name": "python", "version": "3.11", "codemirror_mode": {"name": "ipython"}}},
        {"kernelspec": {"language": "Python"}, "language_info": {"name": "ipython3"}},
    ],
)
def test_notebooks_in_python(metadata: dict[str, object]) -> None:
    check_notebook(notebook_of("x", **metadata), "x\n")


@pytest.mark.parametrize(
    "metadata", [{"kernelspec": {"language": "R"}}, {"language_info": {"name": "julia"}}]
)
def test_notebooks_in_other_languages_have_no_code(metadata: dict[str, object]) -> None:
    check_notebook(notebook_of("x <- 1", **metadata), "", "other_language")


@pytest.mark.parametrize(
    "content",
    [b"", b"{", b"[]", b"null", b"\xff\xfe", b'{"cells": null}', b'{"cells": [{"source": 5}]}', b"x = 1\n",
     b'{"a": ' + b"[" * 100_000, notebook_of("x")[:-5]],
)  # fmt: skip
def test_what_is_no_notebook(content: bytes) -> None:
    check_notebook(content, "", "notebook_unreadable")


def test_outputs_are_not_kept_and_do_not_count() -> None:
    cell = {"cell_type": "code", "source": "x = 1", "outputs": [{"data": {"image/png": "A" * 10_000_000}}]}
    check_notebook(json.dumps({"cells": [cell]}).encode(), "x = 1\n")


def test_too_much_code(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notebook, "MAX_CODE_BYTES", 10)
    check_notebook(notebook_of("x = 1", "y = 2"), "x = 1\ny = 2\n")
    check_notebook(notebook_of("x = 1", "y = 23"), "", "notebook_too_large")


def test_cells_are_cleaned_as_files_are() -> None:
    check_notebook(notebook_of("a\rb\u0000c"), "a\nb c\n", "null_bytes")
    check_notebook(b"\xef\xbb\xbf" + notebook_of("x"), "x\n")


def test_line_magics() -> None:
    check_cell("%matplotlib inline\nx = 1\n!pip install é\n?x\ny", "\nx = 1\n\n\ny")
    check_cell("!ls \\\n  more\nx\npip install a\npip in b", "\n\nx\n\npip in b")


def test_magics_in_a_block_leave_it_a_statement() -> None:
    check_cell("if x:\n    %magic\nelse:\n    !ls", "if x:\n    pass\nelse:\n    0")


def test_assigned_magics_still_bind() -> None:
    check_cell("x = !ls 'it\ny = %pwd\na, b.c[0] = !date\nz=%x", "x = []\ny = ...\na, b.c[0] = []\nz=_")


def test_timed_statements_stay() -> None:
    check_cell("%time x = f(1)\n%timeit -n 10 -r3 g()\n  %prun -s cumulative h()", "pass; x = f(1)\npass;             g()\n  pass;               h()")  # fmt: skip
    check_cell("%time\nx", "\nx")


def test_help() -> None:
    check_cell("obj?\nobj.method??\n?obj\n%magic?\nx = f(a)?\n# why?\nx", "\n\n\n\n\n# why?\nx")


def test_cell_magics() -> None:
    check_cell("%%bash\nls 'it\n", "\n\n")
    check_cell("\n\n%%html\n<b>", "\n\n\n")
    check_cell("%%time\n%%capture out\nx = 1\n%pwd", "\n\nx = 1\n")
    check_cell("x\n%%bash\ny", "x\n\ny")


def test_what_only_looks_like_a_magic_stays() -> None:
    for cell in (
        "x = (a\n   % b)",
        's = """\n%foo\n!bar\nwhy?\n"""',
        'print("a=%d" % 5)',
        "x = a \\\n  % b",
        "f(x=y,\n  !z)",
        "x %= 2\nx != 3\nd['a=%'] = 1",
    ):
        check_cell(cell, cell)


PIECES = ["%time ", "%%time\n", "%%bash\n", "!ls", "x", " = ", "?", "\n", "    ", "(", ")", '"""', "'", "\\", "é", "%", "!", "pip install ", "\r", "-n 5 ", "if x:\n"]  # fmt: skip


@settings(max_examples=1000)
@given(st.lists(st.sampled_from(PIECES), max_size=20).map("".join))
def test_cells_keep_their_bytes_and_lines(cell: str) -> None:
    python = without_magics(cell.encode())
    assert len(python) == len(cell.encode())
    assert [len(line) for line in python.split(b"\n")] == [len(line) for line in cell.encode().split(b"\n")]
    python.decode("utf-8")
