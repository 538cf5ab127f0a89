"""`codeshed risk`, as a user meets it."""

import json
from pathlib import Path
from textwrap import dedent
from unittest.mock import Mock

import pytest

from codeshed.api import risk_answers
from codeshed.query.risk.risk import find_risks
from tests.contract.test_schemas import check_schema
from tests.surface.cli import run

_CODE = """
import os

def run(command):
    os.system(command)

def show(request):
    run("ping " + request.GET["host"])

def other(request):
    eval(request.body)
"""


def _project(tmp_path: Path, **texts: str) -> Path:
    root = tmp_path / "code"
    root.mkdir()
    (root / "codeshed.toml").write_text('types = "off"\n')
    (root / "a.py").write_text(_CODE)
    for name, text in texts.items():
        (root / name.replace("_", ".")).write_text(dedent(text))
    return root


def _run(root: Path, *arguments: str) -> tuple[int, str]:
    outcome = run("risk", "--repo", str(root), "-q", *arguments)
    return outcome.code, outcome.out or outcome.err


def test_the_text_has_a_sentence_and_each_call(tmp_path: Path) -> None:
    code, text = _run(_project(tmp_path), "run")
    assert code == 0
    assert "1 risk flow through this code · 2 in the whole repository" in text
    assert "data of a Django request (`request.GET`) is read in `show` and comes to `run`" in text
    assert "is passed to   a.py:8  show  run(" in text
    assert "it ends        a.py:5  run  os.system(command)" in text


def test_json_keeps_its_schema_and_its_rules(tmp_path: Path) -> None:
    code, text = _run(_project(tmp_path), "--format", "json")
    document = json.loads(text)
    check_schema("risk", document)
    assert sorted(each["rule"] for each in document["flows"]) == ["code-injection", "command-injection"]
    file = tmp_path / "answer.json"
    file.write_text(text)
    assert run("validate", str(file)).code == code == 0


def test_sarif_has_the_path_as_a_code_flow(tmp_path: Path) -> None:
    _, text = _run(_project(tmp_path), "run", "--format", "sarif")
    (result,) = json.loads(text)["runs"][0]["results"]
    steps = result["codeFlows"][0]["threadFlows"][0]["locations"]
    assert result["ruleId"] == "RISK_FLOW"
    assert result["properties"] == {"rule": "command-injection"}
    lines = [each["location"]["physicalLocation"]["region"]["startLine"] for each in steps]
    assert lines == [8, 8, 5]


def test_a_suppression_needs_a_reason_and_hides_a_flow(tmp_path: Path) -> None:
    root = _project(tmp_path)
    assert _run(root, "other", "--fail-on-warn")[0] == 1
    reason = "  # codeshed: ignore[RISK_FLOW] only staff can send it"
    (root / "a.py").write_text(_CODE.replace("eval(request.body)", f"eval(request.body){reason}"))
    code, text = _run(root, "other", "--fail-on-warn")
    assert code == 0
    assert "1 suppressed" in text


def test_own_rules_and_their_mistakes(tmp_path: Path) -> None:
    root = _project(tmp_path, **{"codeshed-risk_yaml": "version: 1\nwithout: [code-injection]\n"})
    assert "SQL" not in _run(root)[1]
    assert "1 risk flow" in _run(root)[1]
    (root / "codeshed-risk.yaml").write_text("version: 1\nwithout: [no-rule]\nwhat: 1\n")
    code, text = _run(root)
    assert code == 2
    assert "codeshed-risk.yaml:2: no shipped entry has the id 'no-rule'" in text
    assert "codeshed-risk.yaml:3: there is no field 'what'" in text


def _context(root: Path, *arguments: str) -> str:
    outcome = run("context", "run", "--repo", str(root), "-q", *arguments)
    assert outcome.code == 0
    return outcome.out


def test_each_format_of_a_context_has_the_flows_through_its_seed(tmp_path: Path) -> None:
    root = _project(tmp_path)
    line = "high command injection: a.py::show → a.py::run:5"
    assert "## Risk flows\n" + line in _context(root)
    assert f"<risk>\n{line}" in _context(root, "--format", "xml")
    compact = json.loads(_context(root, "--format", "json"))
    assert [each.partition(" (")[0] for each in compact["risk"]] == [line]
    assert not any("risk flows" in each for each in compact.get("notes", ()))
    full = json.loads(_context(root, "--format", "json", "--full"))
    assert [each["category"] for each in full["risk"]["flows"]] == ["command injection"]
    assert "## Risk" not in _context(root, "--no-risk")


def test_flows_of_a_context_fit_its_budget_and_the_others_are_counted(tmp_path: Path) -> None:
    callers = "".join(
        f"\ndef show_{number}(request):\n    run('ping ' + request.GET['a'])\n" for number in range(30)
    )
    root = _project(tmp_path, more_py=f"from a import run\n{callers}")
    text = _context(root, "--max-tokens", "1200", "--cap", "maxRiskFlows=30")
    shown = [line for line in text.splitlines() if line.startswith("high command injection: ")]
    assert 0 < len(shown) < 30
    assert f"{30 - len(shown)} of 30 flows" in text
    capped = _context(root, "--max-tokens", "9000", "--cap", "maxRiskFlows=2")
    assert "cut: maxRiskFlows 2: 29 the least severe and least sure ones are left out" in capped


def test_all_flows_are_kept_until_the_code_or_the_rules_change(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    search = Mock(wraps=find_risks)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(risk_answers, "find_risks", search)
    root = _project(tmp_path)
    first, again = _context(root), _context(root)
    assert (first, search.call_count) == (again, 1)
    (root / "codeshed-risk.yaml").write_text("version: 1\nwithout: [command-injection]\n", encoding="utf-8")
    assert "## Risk" not in _context(root)
    (root / "codeshed-risk.yaml").unlink()
    (root / "a.py").write_text(_CODE.replace('"ping "', '"ls "'), encoding="utf-8")
    assert "## Risk" in _context(root)
    assert search.call_count == 3
