"""Malformed and malicious files: as much as possible is read."""

import codecs
import json

import pytest

from codeshed.extract.python.extract_python import MAX_PROBLEMS, extract_decoded, extract_python
from codeshed.extract.python.long_runs import MAX_RUN, without_long_runs
from codeshed.model.facts.python_facts import DefinitionFact, PythonFacts
from codeshed.model.text.decoded_source import DecodedSource
from codeshed.model.text.python_decoding import decode_python
from codeshed.model.text.source_decoding import decode_source

PROGRAM = "def first():\n    return 'é'\n\nclass Second:\n    def third(self): ...\n"
NAMES = ["first", "Second", "Second.third"]


def names_of(facts: PythonFacts) -> list[str]:
    return [definition.qualified_name for definition in facts.definitions]


def codes_of(facts: PythonFacts) -> list[str]:
    return [problem.code for problem in facts.problems]


def text_of(source: DecodedSource, definition: DefinitionFact) -> str:
    return source.content[definition.begin : definition.end].decode()


def check_program(content: bytes, *codes: str) -> None:
    """Check that the program above is found whole, whatever is around it, and that offsets point to its text."""
    source = decode_python(content)
    facts = extract_python(content)
    assert names_of(facts) == NAMES
    assert codes_of(facts) == list(codes)
    first, second, _ = (text_of(source, each).replace("\r\n", "\n") for each in facts.definitions)
    assert first == "def first():\n    return 'é'"
    assert second.startswith("class Second:\n    def third")
    assert facts.line_starts[-1] <= len(source.content)


@pytest.mark.parametrize(
    ("content", "codes"),
    [
        (PROGRAM.encode(), []),
        (codecs.BOM_UTF8 + PROGRAM.encode(), []),
        (PROGRAM.replace("\n", "\r\n").encode(), []),
        (PROGRAM.replace("\n", "\r").encode(), []),
        (f"\f\n{PROGRAM}\f".encode(), []),
        (PROGRAM.replace("    return", "\f    return").replace("'é'", "'é'\f").encode(), None),
        (f"# coding: latin-1\n{PROGRAM}".encode("latin-1"), []),
        (f"#!/bin/python\n# vim: fileencoding=cp1252\n{PROGRAM}".encode("cp1252"), []),
        (f"# coding: nonsense\n{PROGRAM}".encode(), ["unknown_encoding"]),
        (f"# coding: unicode_escape\n{PROGRAM}".encode(), ["unknown_encoding"]),
        (f"# coding: ascii\n{PROGRAM}".encode(), ["undecodable"]),
        (f"\ufeff{PROGRAM}".encode("utf-16-le"), ["unusual_encoding"]),
        (f"\ufeff{PROGRAM}".encode("utf-32-be"), ["unusual_encoding"]),
        (f"{PROGRAM}\0\0\n".encode(), ["null_bytes"]),
        (f"\0{PROGRAM}".encode(), ["null_bytes"]),
        (PROGRAM.encode() + b"# \xff\xfe\n", ["undecodable"]),
        (b"'\xff'\n" + PROGRAM.encode(), ["undecodable"]),
    ],
)
def test_strange_bytes(content: bytes, codes: list[str] | None) -> None:
    if codes is not None:
        check_program(content, *codes)
    else:
        assert names_of(extract_python(content)) == NAMES


def test_nothing_at_all() -> None:
    for content in (b"", b"\n", b"\0", codecs.BOM_UTF8, codecs.BOM_UTF16_LE, b" ", b"\r", b"\f"):
        facts = extract_python(content)
        assert (facts.definitions, len(facts.scopes)) == ((), 1)


def test_bytes_that_are_no_text_in_every_place_of_a_statement() -> None:
    for content in (
        b'x["\xff"] = 1\n"doc"\n',
        b"x\xff = 1\n'doc'\n",
        b"def f\xff(): '\xff'\n",
        b"import \xff\n",
    ):
        assert "undecodable" in codes_of(extract_python(content))


@pytest.mark.parametrize(
    "broken",
    ["def broken(:\n    x = = 1\n", "class :\n    pass\n", "x = (1,\n", "f(a, [b, {\n    c: d,\n", "print 'a' b\n", "if x\n    y\n", "'not closed\n", "}\n", "@\n", "<<<<<<< HEAD\nx = 1\n=======\nx = 2\n>>>>>>> other\n", "\0\n", "$x = ?\n"],
)  # fmt: skip
def test_broken_code_in_the_middle_hides_nothing_around_it(broken: str) -> None:
    source = f"def before(): ...\n{broken}\ndef behind():\n    return 1\n\ndef last(): ...\n"
    facts = extract_python(source.encode())
    assert facts.problems
    assert {"before", "behind", "last"} <= set(names_of(facts))


def test_problems_are_bounded() -> None:
    deep = "x = " + "(" * 200 + ")" * 200 + "\n"
    facts = extract_python((deep * 2 * MAX_PROBLEMS).encode())
    assert len(facts.problems) == MAX_PROBLEMS + 1
    assert codes_of(facts)[-1] == "more_problems"


def test_a_hundred_thousand_lines() -> None:
    facts = extract_python(b"def f(a):\n    return a\n" * 50_000)
    assert (len(facts.definitions), len(facts.line_starts), facts.problems) == (50_000, 100_001, ())


@pytest.mark.parametrize(
    "nested",
    [
        "x = " + "(" * 1000 + ")" * 1000,
        "x = " + "[" * 1000 + "]" * 1000,
        "x = " + "{1: " * 1000 + "1" + "}" * 1000,
        "\n".join(" " * i + "if x:" for i in range(1000)) + "\n" + " " * 1000 + "pass",
        "\n".join(" " * i + "def f():" for i in range(1000)) + "\n" + " " * 1000 + "pass",
        "\n".join(" " * i + "class C:" for i in range(1000)) + "\n" + " " * 1000 + "pass",
        "x = " + "f(" * 1000 + ")" * 1000,
        "x = " + "not " * 1000 + "y",
        "def f(x: " + "list[" * 1000 + "int" + "]" * 1000 + "): ...",
    ],
)
def test_a_thousand_levels(nested: str) -> None:
    facts = extract_python(f"def before(): ...\n{nested}\ndef behind(): ...\n".encode())
    assert "nested_too_deeply" in codes_of(facts)
    assert {"before", "behind"} <= set(names_of(facts))


@pytest.mark.parametrize(
    "run",
    [
        "# comment\n" * 50_000,
        "    # comment\n\n" * 50_000,
        "# it's (not\n" * 50_000,
        "\\\n" * 50_000,
        "\n" * 50_000,
        "   \\\r\n" * 50_000,
    ],
)
def test_long_runs_take_no_longer_than_their_length(run: str) -> None:
    facts = extract_python(f"def before():\n    x = 1\n{run}    y = 2\ndef behind(): ...\n".encode())
    assert "behind" in names_of(facts)
    assert len(facts.line_starts) == run.count("\n") + 5


def test_only_comments_of_long_runs_become_blank() -> None:
    run = "# c\n" * (MAX_RUN + 1)
    for source in (f"x = '''\n{run}'''\n# short\n", "# short\n" * MAX_RUN, "x = 1 # c\n" * 1000):
        assert without_long_runs(source.encode()) == source.encode()
    blank = without_long_runs(f"x\n{run}y # c\n".encode()).decode()
    assert blank == "x\n# c\n" + "   \n" * (MAX_RUN - 1) + "# c\ny # c\n"


def test_a_block_ends_with_its_comments_however_many() -> None:
    def end_of_f(n_comments: int) -> int:
        source = "def f():\n    x = 1\n" + "    # c\n" * n_comments + "y = 2\n"
        return len(source) - extract_python(source.encode()).definitions[0].end

    assert end_of_f(MAX_RUN + 50) == end_of_f(50)


def test_a_notebook_is_python() -> None:
    cells = [
        {"cell_type": "code", "source": "%matplotlib inline\nimport os\n"},
        {"cell_type": "markdown", "source": "def not_code(): ..."},
        {"cell_type": "code", "source": ["def f(path):\n", "    files = !ls {path}\n", "    return files"]},
        {"cell_type": "code", "source": "%%bash\ndef nothing"},
        {"cell_type": "code", "source": "%%time\nresult = f('é')"},
    ]
    content = json.dumps({"cells": cells, "metadata": {}}).encode()
    source = decode_source("notes/a.ipynb", content)
    facts = extract_decoded(source)
    assert (names_of(facts), facts.problems) == (["f"], ())
    assert facts.scopes[0].bound_names == ("f", "os", "result")
    text = text_of(source, facts.definitions[0])
    assert [line.rstrip() for line in text.split("\n")] == [
        "def f(path):",
        "    files = []",
        "    return files",
    ]
    assert codes_of(extract_decoded(decode_source("a.ipynb", content[:-9]))) == ["notebook_unreadable"]
