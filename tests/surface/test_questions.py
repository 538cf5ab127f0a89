"""What holds for every command that answers about code; a list that a new command is missing from fails here."""

import re
from pathlib import Path

import pytest

from codeshed.cli.command_table import GROUPS
from codeshed.render.schemas import ANSWER_BY_SCHEMA
from tests.surface.cli import ROOT, run
from tests.surface.questions import MORE_QUESTIONS, NO_QUESTIONS, QUESTIONS, make_shop

_NAMES = [name for _, names in GROUPS for name in names]


def test_every_command_has_a_question() -> None:
    missing = set(_NAMES) - QUESTIONS.keys() - NO_QUESTIONS
    assert not missing, f"add {sorted(missing)} to QUESTIONS in tests/surface/questions.py"
    gone = (QUESTIONS.keys() | NO_QUESTIONS) - set(_NAMES)
    assert not gone, f"take {sorted(gone)} out of tests/surface/questions.py"


@pytest.mark.parametrize("name", _NAMES)
def test_the_readme_names_every_command(name: str) -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert re.search(rf"\bcodeshed {name}\b", text), f"say in README.md what `codeshed {name}` is for"


def test_every_answer_keeps_its_schema(tmp_path: Path) -> None:
    root, document = tmp_path / "shop", tmp_path / "answer.json"
    make_shop(root)
    seen = set()
    for name, arguments in (*QUESTIONS.items(), *MORE_QUESTIONS):
        outcome = run(name, *arguments, "--format", "json", cwd=root)
        assert outcome.code == 0, name
        document.write_text(outcome.out, encoding="utf-8")
        found = run("validate", str(document))
        assert (found.code, found.err) == (0, ""), (name, found.out)
        kept = re.fullmatch(r"keeps the contract: 0 errors, 0 warnings \((.*)\)\n", found.out)
        assert kept, (name, found.out)
        seen.add(kept[1])
    unasked = ANSWER_BY_SCHEMA.keys() - seen
    assert not unasked, f"no question of tests/surface/questions.py has the schema of {sorted(unasked)}"
