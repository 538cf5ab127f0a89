"""The guide names every subject of `bench/`, and the commands that the documentation shows are there."""

import re
from importlib.util import find_spec
from pathlib import Path

from bench.__main__ import BENCHMARKS, INDEX, SUBJECTS
from tests.surface.cli import ROOT

BENCH = ROOT / "bench"
GUIDE = (BENCH / "README.md").read_text(encoding="utf-8")


def _pages() -> list[Path]:
    folders = ("bench", "docs", "changelog.d")
    return [*ROOT.glob("*.md"), *(page for folder in folders for page in (ROOT / folder).rglob("*.md"))]


def test_every_subject_is_in_the_guide_and_has_its_figures() -> None:
    subjects = {path.parent.name for path in BENCH.glob("*/__init__.py")} - {"support"}
    assert [name for name in sorted(subjects) if f"| [`{name}`]({name}) |" not in GUIDE] == []
    assert {path.stem for path in (BENCH / "results").glob("*.md")} == subjects


def test_every_benchmark_is_in_the_guide() -> None:
    assert [name for name in BENCHMARKS if f"| `{name}` | `" not in GUIDE] == []
    assert set(SUBJECTS["graph"]) <= set(BENCHMARKS)


def test_commands_that_pages_show_are_there() -> None:
    wrong = []
    for page in _pages():
        text = page.read_text(encoding="utf-8")
        modules = set(re.findall(r"(?:-m|-p) (bench\.[a-z_.]+[a-z])", text))
        wrong += [(page.name, name) for name in sorted(modules) if find_spec(name) is None]
        names = set(re.findall(r"python -m bench ([a-z]+)", text))
        wrong += [(page.name, name) for name in sorted(names - {INDEX, *BENCHMARKS, *SUBJECTS})]
    assert wrong == []
