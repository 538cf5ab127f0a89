"""`codeshed check`: all guards for one change."""

import json
import subprocess
from pathlib import Path

import pytest

from codeshed.query.check import GATE_FILE
from tests.surface.cli import run
from tests.surface.questions import make_shop


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    """Make a repository with the example committed."""
    folder = tmp_path / "shop"
    make_shop(folder)
    for arguments in (("add", "-A"), ("-c", "user.name=a", "-c", "user.email=a@b.c", "commit", "-qm", "all")):
        subprocess.run(["git", *arguments], cwd=folder, check=True)  # noqa: S603, S607 - git, by its name
    (folder / "codeshed-rules.yaml").unlink()
    return folder


def break_a_contract(shop: Path) -> None:
    money = shop / "shop" / "money.py"
    text = money.read_text(encoding="utf-8")
    assert "def times(self, " in text
    money.write_text(text.replace("def times(self, ", "def times(self, strict, "), encoding="utf-8")


def check(shop: Path, *arguments: str) -> tuple[int, str]:
    outcome = run("check", "--repo", str(shop), "--quiet", *arguments)
    assert outcome.err == ""
    return outcome.code, outcome.out


def test_without_a_change_nothing_is_broken(shop: Path) -> None:
    code, text = check(shop)
    assert code == 0
    assert text.startswith("OK against HEAD")
    assert "architecture skipped" in text


def test_a_caller_that_a_change_breaks_fails_the_check_and_the_agent_gets_the_fix_and_what_to_run(
    shop: Path,
) -> None:
    break_a_contract(shop)
    code, text = check(shop, "--for", "agent")
    assert code == 1
    lines = text.splitlines()
    assert len(lines) <= 30
    assert lines[0].startswith("BROKEN")
    assert "needs 'factor'" in lines[0]
    assert "fix: " in lines[0]
    assert any(line.startswith("RUN") and "tests/" in line for line in lines)


def test_json_has_every_guard_the_findings_and_the_tests(shop: Path) -> None:
    break_a_contract(shop)
    code, text = check(shop, "--format", "json")
    document = json.loads(text)
    assert code == 1
    assert {each["guard"]: each["state"] for each in document["guards"]} == {
        "contracts": "failed",
        "architecture": "skipped",
        "footprint": "skipped",
        "risk": "passed",
        "untested": "passed",
    }
    assert {each["code"] for each in document["findings"]["findings"]} >= {"ARITY_MISMATCH"}
    assert document["tests"]
    assert document["runner"] == "pytest"


def test_the_findings_of_all_guards_are_one_sarif(shop: Path) -> None:
    break_a_contract(shop)
    (shop / "shop" / "lonely.py").write_text("def lonely(cart):\n    return cart\n", encoding="utf-8")
    subprocess.run(["git", "add", "-A"], cwd=shop, check=True)  # noqa: S607 - git, by its name
    _, text = check(shop, "--format", "sarif")
    results = json.loads(text)["runs"][0]["results"]
    assert {each["ruleId"] for each in results} >= {"ARITY_MISMATCH", "UNTESTED_CHANGE"}


def test_rules_and_a_gate_are_asked_where_they_are_configured(shop: Path) -> None:
    (shop / "codeshed-rules.yaml").write_text(
        "version: 1\nrules:\n"
        '  - {id: money, type: forbiddenImport, from: {anyOf: ["shop/**"]}, to: {anyOf: ["shop/money.py"]}}\n',
        encoding="utf-8",
    )
    assert run("gate", "--repo", str(shop), "--quiet", "--write-baseline", str(shop / GATE_FILE)).code == 0
    code, text = check(shop, "--format", "json")
    states = {each["guard"]: each["state"] for each in json.loads(text)["guards"]}
    assert code == 1
    assert (states["architecture"], states["footprint"]) == ("failed", "passed")


def test_an_unknown_revision_is_a_message(shop: Path) -> None:
    outcome = run("check", "--repo", str(shop), "--quiet", "--diff", "nowhere")
    assert (outcome.code, outcome.out) == (2, "")
    assert "nowhere" in outcome.err


def test_a_call_that_was_wrong_before_is_a_warning_and_a_suppression_elsewhere_is_not_unused(
    shop: Path,
) -> None:
    (shop / "wrong.py").write_text(
        "def f(a):\n    return a\n\n\ndef g():\n    return f()\n\n\ndef h():\n    return 1\n",
        encoding="utf-8",
    )
    (shop / "other.py").write_text(
        "from wrong import f\n\n\ndef k():\n    return f()  # codeshed: ignore[ARITY_MISMATCH] -- known\n",
        encoding="utf-8",
    )
    for arguments in (
        ("add", "-A"),
        ("-c", "user.name=a", "-c", "user.email=a@b.c", "commit", "-qm", "wrong"),
    ):
        subprocess.run(["git", *arguments], cwd=shop, check=True)  # noqa: S603, S607 - git, by its name
    wrong = shop / "wrong.py"
    wrong.write_text(wrong.read_text(encoding="utf-8").replace("return 1", "return 2"), encoding="utf-8")
    code, text = check(shop, "--format", "json")
    found = {
        (each["code"], each["severity"])
        for each in json.loads(text)["findings"]["findings"]
        if each["code"] != "UNTESTED_CHANGE"
    }
    assert (code, found) == (0, {("ARITY_MISMATCH", "warning")})


_RISKY = """import os
from flask import request


def run(command):
    return os.system(command)


def old():
    return run(request.args["a"])


def checked():
    name = request.args["b"]
    if not is_safe(name):
        return None
    return os.system(name)
"""


def _commit_risky_code(folder: Path, *, errors: str = "") -> None:
    (folder / "codeshed.toml").write_text('types = "off"\n', encoding="utf-8")
    (folder / "views.py").write_text(_RISKY, encoding="utf-8")
    if errors:
        (folder / "codeshed-risk.yaml").write_text(f"version: 1\nerrors: [{errors}]\n", encoding="utf-8")
    for arguments in (
        ("init", "-q"),
        ("add", "-A"),
        ("-c", "user.name=a", "-c", "user.email=a@b.c", "commit", "-qm", "all"),
    ):
        subprocess.run(["git", *arguments], cwd=folder, check=True)  # noqa: S603, S607 - git, by its name


def _risk_findings(folder: Path) -> list[tuple[str, str]]:
    document = json.loads(check(folder, "--format", "json")[1])
    return [
        (
            each["severity"],
            each["message"].partition(":")[0] if each["severity"] == "note" else each["symbol"],
        )
        for each in document["findings"]["findings"]
        if each["code"] == "RISK_FLOW"
    ]


def test_new_flows_of_untrusted_data_are_warnings_and_older_ones_notes(tmp_path: Path) -> None:
    _commit_risky_code(tmp_path)
    views = tmp_path / "views.py"
    added = '\n\ndef new():\n    return run(request.args["c"])\n'
    changed = _RISKY.replace(
        "    return os.system(command)", '    print("runs")\n    return os.system(command)'
    )
    views.write_text(changed + added, encoding="utf-8")
    assert _risk_findings(tmp_path) == [
        ("warning", "views.py::run"),
        ("note", "passes through what changed, and was there before"),
    ]
    code, text = check(tmp_path, "--for", "agent")
    assert code == 0
    assert any(
        line.startswith("WARNING") and "is read in `new` and comes to `run`" in line
        for line in text.splitlines()
    )
    assert "risk warned 1" in text
    assert "1 new flow and 1 older one through the change" in check(tmp_path)[1]
    results = json.loads(check(tmp_path, "--format", "sarif")[1])["runs"][0]["results"]
    assert [len(each["codeFlows"]) for each in results if each["ruleId"] == "RISK_FLOW"] == [1, 1]


def test_a_flow_is_new_where_a_change_removes_its_check(tmp_path: Path) -> None:
    _commit_risky_code(tmp_path)
    views = tmp_path / "views.py"
    views.write_text(_RISKY.replace("    if not is_safe(name):\n        return None\n", ""), encoding="utf-8")
    assert _risk_findings(tmp_path) == [("warning", "views.py::checked")]


def test_flows_of_chosen_rules_fail_the_check(tmp_path: Path) -> None:
    _commit_risky_code(tmp_path, errors="command-injection")
    views = tmp_path / "views.py"
    views.write_text(_RISKY + '\n\ndef new():\n    return run(request.args["c"])\n', encoding="utf-8")
    assert _risk_findings(tmp_path) == [("error", "views.py::run")]
    assert check(tmp_path)[0] == 1
