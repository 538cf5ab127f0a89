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
