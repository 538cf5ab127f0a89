"""Names in texts: where and how they occur, and which places do not count."""

from pathlib import Path

import pytest

from codeshed.model.name_mentions import KnownOccurrences, Mention, MentionKind
from codeshed.model.repository_settings import Settings
from codeshed.model.span import Span
from codeshed.project.mention_search import MentionSearch, find_text_files


def mentions(
    tmp_path: Path, text: str, known: KnownOccurrences | None = None
) -> list[tuple[int, MentionKind]]:
    (tmp_path / "a.py").write_text(text, encoding="utf-8")
    found = MentionSearch(tmp_path, ("a.py", "gone.py"))({"run": known or KnownOccurrences()})
    return [(each.line, each.kind) for each in found.get("run", ())]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("x.run()", MentionKind.MEMBER),
        ("p->run()", MentionKind.MEMBER),
        ("map(run, x)", MentionKind.WORD),
        ("getattr(x, 'run')", MentionKind.STRING),
        ('{"run": 1}', MentionKind.STRING),
    ],
)
def test_how_a_name_stands(tmp_path: Path, text: str, kind: MentionKind) -> None:
    assert mentions(tmp_path, f"\n{text}\n") == [(2, kind)]


@pytest.mark.parametrize("text", ["rerun()", "run_all()", "x.runs", "# run it", "// run it", "prün", "éruné"])
def test_what_is_no_mention(tmp_path: Path, text: str) -> None:
    assert mentions(tmp_path, text) == []


def test_known_places_do_not_count(tmp_path: Path) -> None:
    text = "def run(): pass\nrun()\nx.run('run')\n"
    known = KnownOccurrences(definitions={"a.py": {1}}, uses={"a.py": {Span(2, 0, 2, 5)}})
    assert mentions(tmp_path, text, known) == [(3, MentionKind.MEMBER), (3, MentionKind.STRING)]


def test_decorators_that_may_keep_a_function(tmp_path: Path) -> None:
    known = KnownOccurrences(definitions={"a.py": {1}})
    assert mentions(tmp_path, "@app.register\ndef run(): pass\n", known) == [(1, MentionKind.DECORATED)]
    assert mentions(tmp_path, "@Before void run() {}\n", known) == [(1, MentionKind.DECORATED)]
    assert mentions(tmp_path, "@property\ndef run(self): pass\n", known) == []


def test_templates_are_texts_too(tmp_path: Path) -> None:
    (tmp_path / "web").mkdir()
    (tmp_path / "web" / "page.html").write_text("{{ cart.run }}", encoding="utf-8")
    (tmp_path / "web" / "photo.png").write_bytes(b"run")
    (tmp_path / ".gitignore").write_text("made/\n", encoding="utf-8")
    (tmp_path / "made").mkdir()
    (tmp_path / "made" / "page.html").write_text("run", encoding="utf-8")
    texts = find_text_files(tmp_path, Settings())
    assert texts == ("web/page.html",)
    found = MentionSearch(tmp_path, texts)({"run": KnownOccurrences()})
    assert found == {"run": (Mention(file="web/page.html", line=1, kind=MentionKind.MEMBER),)}


@pytest.mark.parametrize(
    ("text", "is_decorated"),
    [
        ("#[pyfunction]\nfn run() {}\n", True),
        ("#[inline]\nfn run() {}\n", False),
        ("#[pymethods]\nimpl A {\n    /// It runs.\n    fn run(&self) {}\n}\n", True),
        ("#[derive(Debug)]\nstruct A;\n\nimpl A {\n    fn run(&self) {}\n}\n", False),
        ("#[pymethods]\nimpl A {}\n\nimpl B {\n    fn run(&self) {}\n}\n", False),
    ],
)
def test_attributes_that_may_keep_a_function(tmp_path: Path, text: str, *, is_decorated: bool) -> None:
    (tmp_path / "a.rs").write_text(text, encoding="utf-8")
    lines = text.splitlines()
    name_line = next(number for number, line in enumerate(lines, 1) if "fn run" in line)
    begin = name_line - 1 if lines[name_line - 2].startswith("#[") else name_line
    known = KnownOccurrences(definitions={"a.rs": {begin}})
    found = MentionSearch(tmp_path, ("a.rs",))({"run": known})
    assert bool(found) is is_decorated


def test_a_directive_is_no_comment(tmp_path: Path) -> None:
    (tmp_path / "a.c").write_text("#if run(1)\n#endif\n", encoding="utf-8")
    found = MentionSearch(tmp_path, ("a.c",))({"run": KnownOccurrences()})
    assert [each.line for each in found["run"]] == [1]


@pytest.mark.parametrize(
    ("name", "text", "kinds"),
    [
        ("size=", "box.size = 3", [MentionKind.MEMBER]),
        ("size=", "box&.size ||= 3", [MentionKind.MEMBER]),
        ("size=", "box.send(:size=, 3)", [MentionKind.WORD]),
        ("size=", "box.send('size=', 3)", [MentionKind.STRING]),
        ("size=", "size = 3", []),
        ("size=", "box.size == 3 or box.size => x or box.size", []),
        ("full?", "box.full? && box.full", [MentionKind.MEMBER]),
        ("save!", "box.save!", [MentionKind.MEMBER]),
        ("save!", "box.save or box.resave!", []),
        ("by-name", "sort('by-name')", [MentionKind.STRING]),
        ("by-name", "sort('standby-name', 'by-names')", []),
        ("<=>", "a <=> b", []),
    ],
)
def test_names_that_are_no_words(tmp_path: Path, name: str, text: str, kinds: list[MentionKind]) -> None:
    (tmp_path / "a.rb").write_text(text, encoding="utf-8")
    found = MentionSearch(tmp_path, ("a.rb",))({name: KnownOccurrences()})
    assert [each.kind for each in found.get(name, ())] == kinds
