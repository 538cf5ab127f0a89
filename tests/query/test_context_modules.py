"""Code outside of any function that uses the seed is a piece like others."""

from pathlib import Path

import pytest

from codeshed.context.context_tasks import Task
from codeshed.model.answers.answer_rules import answer_problems
from codeshed.model.answers.node_references import FileRef, node_key
from codeshed.model.source_reader import TextSourceReader
from codeshed.project.index.graph_in_memory import index_repository
from codeshed.query.context.context_contract import CompositeContextPackV1
from codeshed.query.context.context_pack import ContextPacker
from codeshed.render.context_scale import WRITERS, ContextFormat
from codeshed.render.context_text import context_markdown
from tests.query.test_context_pack import request, scale

_SUM = "export function sum(a: number, b: number): number { return a + b }\n"
_CASES = "".join(
    f"  it('adds {number}', () => {{\n    const one = {number}\n\n    expect(sum(one, 2)).toBe(3)\n  }})\n"
    for number in range(12)
)
_TEST = f"import {{ sum }} from './sum'\n\ndescribe('sum', () => {{\n{_CASES}}})\n"
_TOOL = """
def work(n):
    return n


def other():
    return work(1)


if __name__ == "__main__":
    first = 1
    work(first)
"""
_STATE = """
package p;
class Token { boolean isDoc() { return true; } }
enum State {
    First {
        boolean go(Token t) {
            return t.isDoc();
        }
    },
    Second {
        boolean go(Token t) {
            return !t.isDoc();
        }
    };
    abstract boolean go(Token t);
}
"""
_LINES = """export function target() { return 1 }
export const handlers = { a() { return target() }, b: () => target() }
"""


@pytest.fixture(scope="module")
def packer(tmp_path_factory: pytest.TempPathFactory) -> ContextPacker:
    files = {"sum.ts": _SUM, "sum.test.ts": _TEST, "tool.py": _TOOL, "State.java": _STATE, "lines.ts": _LINES}
    return packer_of(tmp_path_factory.mktemp("modules"), files)


def packer_of(root: Path, files: dict[str, str]) -> ContextPacker:
    for path, text in files.items():
        (root / path).write_text(text, encoding="utf-8")
    return ContextPacker(index_repository(root, types="off"), TextSourceReader(files))


def statements(pack: CompositeContextPackV1) -> list[tuple[str, str, str, int]]:
    return [
        (each.file, each.role, each.form, each.range.start_line)
        for each in pack.pieces
        if isinstance(each.ref, FileRef)
    ]


def test_a_callback_that_calls_the_seed_is_a_test_of_it(packer: ContextPacker) -> None:
    pack = packer.pack(["sum"], request(task=Task.TEST), scale())
    assert statements(pack)[:2] == [("sum.test.ts", "test", "full", 4), ("sum.test.ts", "test", "full", 9)]
    assert "// calls sum, line 7\nit('adds 0', () => {\n  const one = 0\n" in context_markdown(pack)


def test_a_caller_below_the_main_guard(packer: ContextPacker) -> None:
    pack = packer.pack(["work"], request(task=Task.EDIT), scale())
    assert statements(pack) == [("tool.py", "caller", "full", 10)]
    found = next(each for each in pack.pieces if isinstance(each.ref, FileRef))
    assert found.text == 'if __name__ == "__main__":\n    first = 1\n    work(first)'
    assert found.use is not None
    assert (found.use.edge_type, found.use.line, found.use.text) == ("call", 12, None)


@pytest.mark.parametrize("output", list(ContextFormat))
def test_those_that_do_not_fit_are_counted(packer: ContextPacker, output: ContextFormat) -> None:
    for budget in range(900, 2400, 150):
        pack = packer.pack(["sum"], request(budget, task=Task.TEST), scale(output))
        there = statements(pack)
        assert len(there) == len(set(there))
        is_whole = len(there) == 12 and {form for _, _, form, _ in there} == {"full"}
        assert is_whole or any(each.scope == "context" for each in pack.truncation)
        for each in pack.left_out:
            assert (each.line is None) == (not isinstance(each.ref, FileRef))


def test_uses_in_one_statement_share_it(tmp_path: Path) -> None:
    text = "def f():\n    return 1\n\n\nfor each in range(3):\n    f()\n    f()\n"
    pack = packer_of(tmp_path, {"a.py": text}).pack(["f"], request(task=Task.EDIT), scale())
    assert statements(pack) == [("a.py", "caller", "full", 5)]
    assert not pack.truncation


def test_callers_in_the_bodies_of_constants(packer: ContextPacker) -> None:
    for budget in (300, 2000):
        text = context_markdown(packer.pack(["Token.isDoc"], request(budget, task=Task.EDIT), scale()))
        assert "// calls Token.isDoc, line 7" in text
        assert "// calls Token.isDoc, line 12" in text


def test_a_line_with_several_symbols_is_shown_once(packer: ContextPacker) -> None:
    text = context_markdown(packer.pack(["target"], request(task=Task.EDIT), scale()))
    assert text.count("export const handlers") == 1
    assert "// calls target, line 2\nexport const handlers" in text


def test_a_seed_in_the_text_of_another_is_not_shown_again(tmp_path: Path) -> None:
    text = "class Cache:\n    def pop(self):\n        return 1\n\n    def get(self):\n        return self.pop()\n"
    packer = packer_of(tmp_path, {"a.py": text})
    pack = packer.pack(["Cache", "Cache.pop"], request(), scale())
    assert pack.more[0].excerpt == ""
    assert pack.more[0].within == pack.primary.ref
    written = context_markdown(pack)
    assert written.count("def pop(self)") == 1
    assert "# a.py::Cache.pop\na.py, in the text of Cache\n" in written
    for seeds in (["Cache.pop", "Cache"], ["Cache.pop", "a.py"], ["Cache.pop", "Cache", "a.py"]):
        turned = packer.pack(seeds, request(), scale())
        assert turned.primary.excerpt.startswith("class Cache")
        assert [each.excerpt for each in turned.more] == [""] * (len(seeds) - 1)
        assert context_markdown(turned).count("def pop(self)") == 1
    apart = packer.pack(["Cache.get", "Cache.pop"], request(), scale())
    assert apart.more[0].excerpt.startswith("def pop(self)")


def test_a_class_that_is_cut_ends_before_a_member_that_is_shown(tmp_path: Path) -> None:
    lines = [f"        self.value_{place} = compute({place})\n" for place in range(30)]
    text = f"class Cache:\n    def first(self):\n        return 1\n\n    def fill(self):\n{''.join(lines)}"
    packer = packer_of(tmp_path, {"a.py": text})
    n_cut = 0
    for budget in range(150, 900, 15):
        pack = packer.pack(["Cache.fill", "Cache"], request(budget), scale())
        shown = [
            line
            for each in (pack.primary, *pack.more)
            if each.range is not None
            for line in range(each.range.start_line, each.range.end_line + 1)
        ]
        assert len(shown) == len(set(shown)), budget
        assert answer_problems(pack) == ()
        n_cut += pack.primary.range is not None and pack.primary.range.end_line == 4
    assert n_cut


@pytest.mark.parametrize("output", [ContextFormat.MD, ContextFormat.XML])
def test_what_an_answer_rests_on_is_written(packer: ContextPacker, output: ContextFormat) -> None:
    whole = WRITERS[output](packer.pack(["work"], request(8000), scale(output)))
    cut = WRITERS[output](packer.pack(["sum"], request(300, task=Task.TEST), scale(output)))
    if output is ContextFormat.MD:
        assert whole.endswith("\nbasis: exact\n")
        assert "\nbasis: lower-bound: caps " in cut
    else:
        assert ' basis="exact">' in whole.split("\n")[0]
        assert ' basis="lower-bound: caps ' in cut.split("\n")[0]


def test_what_uses_the_seed_says_so_whatever_else_speaks_for_it(tmp_path: Path) -> None:
    text = "def g(n):\n    return h(n - 1)\n\n\ndef h(n):\n    return g(n) if n else 0\n"
    pack = packer_of(tmp_path, {"a.py": text}).pack(["g"], request(explain=True), scale())
    piece = next(each for each in pack.pieces if node_key(each.ref) == "symbol:a.py::h")
    assert piece.role == "use"
    assert piece.use is not None
    assert piece.use.edge_type == "call"
