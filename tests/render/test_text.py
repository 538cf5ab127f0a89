"""What people read: safe, short, and right in number."""

import shlex

import msgspec
import pytest

from codeshed.footprint.options import FootprintOptions, Policy
from codeshed.model.answers.caps import caps_of
from codeshed.model.answers.neighbours_answer import Side
from codeshed.model.answers.truncation import TruncationRecord
from codeshed.model.source_reader import TextSourceReader
from codeshed.query.footprint import empty_report, footprint_of
from codeshed.query.neighbours.neighbours import NeighbourRequest, neighbours
from codeshed.query.profile import profile
from codeshed.render.footprint_text import footprint_text
from codeshed.render.layout.source_lines import SourceLines
from codeshed.render.neighbours_text import neighbours_text
from codeshed.render.phrases.answer_phrases import truncation_lines
from codeshed.render.phrases.wording import keep_end, number, plural, printable
from codeshed.render.profile_text import profile_text
from tests.support.notation import project


def test_wording() -> None:
    assert number(41200) == "41 200"
    assert plural(1, "call") == "1 call"
    assert plural(3, "call") == "3 calls"
    assert plural(2, "file not read", "files not read") == "2 files not read"
    assert printable("a\x1b[2J\nb\u202e") == "a\\x1b[2J\\nb\\u202e"
    assert keep_end("abcdef", 4) == "…def"
    assert keep_end("abc", 4) == "abc"


def text_of(notation: str, start: str, *, show_all: bool = False, max_tokens: int | None = None) -> str:
    graph = project(notation).graph()
    options = FootprintOptions(policy=Policy.CLOSURE, max_tokens=max_tokens)
    return footprint_text(
        empty_report(graph, options), footprint_of(graph, start, options), show_all=show_all
    )


def test_a_long_tree_shows_what_lies_nearest() -> None:
    deep = "".join(f"def d{i:02}()\n    call d{i + 1:02}\n" for i in range(60))
    notation = (
        f"def start()\n    call d00\n    call near\n    call other\n{deep}def d60()\ndef near()\ndef other()"
    )
    text = text_of(notation, "start")
    assert "calls near" in text
    assert "calls other" in text
    assert "more nodes: --all shows them" in text
    assert len(text.splitlines()) <= 40
    assert "d60" in text_of(notation, "start", show_all=True)


def test_a_start_alone_and_an_empty_result() -> None:
    assert "LAYERS" not in text_of("def f()", "f")
    empty = text_of("def f()\n    call g\ndef g()", "f", max_tokens=1)
    assert "CUT        2 nodes left out" in empty
    assert "LAYERS" not in empty


def test_lines_and_the_worst_case_of_a_working_set_are_drawn() -> None:
    callers = "".join(f"def c{i:02}()\n    call f\n    read STATE\n    write STATE\n" for i in range(40))
    graph = project(f"def f()\n    read STATE\n{callers}var STATE mutable").graph()
    options = FootprintOptions()
    closure = footprint_of(graph, "f", FootprintOptions(policy=Policy.CLOSURE))

    def text(*, show_all: bool) -> str:
        found = footprint_of(graph, "f", options)
        head = empty_report(graph, options)
        return footprint_text(head, found, worst_case=closure, show_all=show_all)

    short, whole = text(show_all=False), text(show_all=True)
    assert short.count("called by c") - short.count("f called by c") == 0
    assert short.count("   called by a.py::c") == 32
    assert "… called by 8 more: --all shows them" in short
    assert whole.count("   called by a.py::c") == 40
    assert "   written by a.py::c00:6  ◂ it can change" in short
    assert f"WORST CASE {closure.total_context_size} tokens" in short
    assert "and so on for" in short


@pytest.mark.parametrize(
    ("start", "max_tokens", "expected"),
    [("a", None, ": 3 more than within 2 edges"), ("b", None, ": all of them within 2 edges"), ("a", 8, "")],
)
def test_what_lies_forward_is_compared_with_a_whole_working_set(
    start: str, max_tokens: int | None, expected: str
) -> None:
    graph = project("def a()\n    call b\ndef b()\n    call c\ndef c()\n    call d\ndef d()").graph()
    options = FootprintOptions(max_tokens=max_tokens)
    found = footprint_of(graph, start, options)
    closure = footprint_of(graph, start, FootprintOptions(policy=Policy.CLOSURE))
    text = footprint_text(empty_report(graph, options), found, worst_case=closure)
    (line,) = (each for each in text.splitlines() if each.startswith("FORWARD"))
    assert line.endswith(f"tokens at any distance{expected}")


def test_the_next_command_can_be_pasted() -> None:
    graph = project("#- a.py\ndef f()\n#- b.py\ndef f()\n#- c.py\ndef g()").graph()
    lines = profile_text(profile(graph, FootprintOptions())).splitlines()
    words = shlex.split(lines[-1].split("…")[0])
    assert words[1:3] == ["codeshed", "footprint"]
    assert words[3] in {"a.py::f", "b.py::f", "c.py::g"}
    hostile = project("def x';touch$IFS'pwned()").graph()
    line = profile_text(profile(hostile, FootprintOptions())).splitlines()[-1]
    assert shlex.split(line.split("…")[0])[3] == "a.py::x';touch$IFS'pwned"


def test_a_variable_has_uses_and_never_no_callers() -> None:
    graph = project("var handler\ndef f()\n    read handler").graph()
    answer = neighbours(graph, "handler", NeighbourRequest(caps=caps_of("wide"), side=Side.CALLERS))
    lines = neighbours_text(answer, SourceLines(TextSourceReader({}))).splitlines()
    assert lines[1:4] == ["1 use in 1 file", "", "USES: a call of what it holds is a read of it"]


def test_a_depth_beyond_the_cap_is_one_short_line() -> None:
    cut = TruncationRecord(
        scope="graph", cap="maxDepth", limit=2, observed=9, omitted=43, note="counts nodes"
    )
    nothing = msgspec.structs.replace(cut, omitted=0)
    assert truncation_lines((cut, nothing)) == [
        "CUT        maxDepth 2: 43 more at step 3 (--cap maxDepth=9)",
        "CUT        maxDepth 2: nothing is beyond it",
    ]
