"""Findings in every format."""

import json
import xml.etree.ElementTree as ET
from pathlib import Path

import jsonschema
import pytest

from codeshed.model.findings.baseline import make_baseline
from codeshed.model.findings.finding import FindingLocation, WitnessStep
from codeshed.model.findings.findings_report import FindingsReport, report_findings
from codeshed.model.findings.suppressions import SuppressionComment, Suppressions
from codeshed.model.source_reader import TextSourceReader
from codeshed.render.findings.finding_formats import finding_writers
from codeshed.render.layout.source_lines import SourceLines
from codeshed.render.schemas import schema
from tests.support.findings import CODE, RULES, finding

_STEPS = (
    WitnessStep(
        message="a.py imports ü.py", symbol="a.py", location=FindingLocation(path="a.py", line=3, column=0)
    ),
    WitnessStep(message="ü.py imports b.py", symbol="ü.py"),
)
_SARIF_SCHEMA = json.loads(Path(__file__).with_name("sarif-2.1.0.json").read_text(encoding="utf-8"))


def _report() -> FindingsReport:
    odd = 'it says "<\x1b[2J & 100%>,\nand: more'
    suppressed = finding(subject="x.py", line=7)
    baseline = make_baseline(
        "arch check",
        report_findings(
            "arch check", [finding(subject="old"), finding(subject="gone")], (), codes=()
        ).findings,
    )
    return report_findings(
        "arch check",
        [
            finding(path_steps=_STEPS),
            finding(path="ü b.py", severity="warning", message=odd, line=None, symbol="ü b.py::f"),
            finding(subject="old"),
            suppressed,
        ],
        RULES,
        codes={CODE},
        suppressions=Suppressions(
            comments=(
                SuppressionComment(
                    path="a.py", line=7, column=9, codes=(CODE,), reason="legacy", about_line=7
                ),
            )
        ),
        baseline=baseline,
    )


_LINES = SourceLines(TextSourceReader({"a.py": "\n\nüüü = 12345\n"}))


def _written(name: str, report: FindingsReport | None = None, *, show_all: bool = True) -> str:
    return finding_writers(report or _report(), _LINES)[name](show_all)


def test_text() -> None:
    assert _written("text", show_all=False) == (
        """\
1 error, 1 warning · 2 rules checked · 1 suppressed, 1 in the baseline, 1 gone since the baseline

a.py:3:1: error SUPPRESSION_WITHOUT_REASON [layers]
  a.py imports b.py
  via  a.py imports ü.py  a.py:3:1
       ü.py imports b.py
  fix  do not

ü b.py: warning SUPPRESSION_WITHOUT_REASON [layers]
  it says "<\\x1b[2J & 100%>,\\nand: more
  fix  do not
"""
    )
    everything = _written("text")
    assert "SUPPRESSED\n  a.py:7:1: SUPPRESSION_WITHOUT_REASON a.py imports b.py  (legacy)" in everything
    assert "GONE SINCE THE BASELINE\n  a.py: SUPPRESSION_WITHOUT_REASON" in everything


def test_nothing_found() -> None:
    empty = report_findings("arch check", [], RULES, codes={CODE})
    assert _written("text", empty) == "no findings · 2 rules checked\n"
    assert json.loads(_written("gitlab", empty)) == []
    suites = ET.fromstring(_written("junit", empty))  # noqa: S314 - our own text
    assert [each.get("name") for each in suites.iter("testcase")] == ["passes", "passes"]
    jsonschema.validate(json.loads(_written("sarif", empty)), _SARIF_SCHEMA)


def test_a_long_list_fits_one_screen() -> None:
    many = report_findings(
        "arch check", [finding(subject=str(index)) for index in range(60)], RULES, codes={CODE}
    )
    text = _written("text", many, show_all=False)
    assert len(text.splitlines()) <= 40
    assert "more findings: --all shows them" in text


def test_json_keeps_its_schema() -> None:
    jsonschema.validate(json.loads(_written("findings")), schema("findings"))


def test_sarif_is_valid_and_has_flows_fingerprints_suppressions_and_states() -> None:
    document = json.loads(_written("sarif"))
    jsonschema.validate(document, _SARIF_SCHEMA)
    (run,) = document["runs"]
    by_state: dict[str, list[dict[str, object]]] = {}
    for result in run["results"]:
        by_state.setdefault(result["baselineState"], []).append(result)
    assert {state: len(each) for state, each in by_state.items()} == {"new": 3, "unchanged": 1, "absent": 1}
    first = run["results"][0]
    assert len(first["partialFingerprints"]["codeshedFinding/v1"]) == 32
    steps = first["codeFlows"][0]["threadFlows"][0]["locations"]
    assert [each["location"]["message"]["text"] for each in steps] == [each.message for each in _STEPS]
    # Eight bytes of `üüü = 1` are five characters.
    assert first["locations"][0]["physicalLocation"]["region"] == {
        "startLine": 3,
        "startColumn": 1,
        "endLine": 3,
        "endColumn": 6,
    }
    suppressed = [each for each in run["results"] if each["suppressions"]]
    assert suppressed[0]["suppressions"][0]["justification"] == "legacy"
    rule = run["tool"]["driver"]["rules"][first["ruleIndex"]]
    assert rule["id"] == first["ruleId"]
    assert rule["help"]["markdown"].startswith(f"# {CODE}")
    uris = {each["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] for each in run["results"]}
    assert uris == {"a.py", "%C3%BC%20b.py"}


def test_github_annotations_are_escaped() -> None:
    first, second, verdict = _written("github").splitlines()
    assert first == (
        "::error title=SUPPRESSION_WITHOUT_REASON [layers],file=a.py,line=3,endLine=3,col=1"
        "::a.py imports b.py%0Avia a.py imports ü.py (a.py:3:1)%0Avia ü.py imports b.py%0Ado not"
    )
    assert second.startswith("::warning title=SUPPRESSION_WITHOUT_REASON [layers],file=ü b.py::it says")
    assert "100%25>,%0Aand: more" in second
    assert verdict.startswith("1 error, 1 warning")


def test_gitlab_code_quality_has_what_gitlab_requires() -> None:
    entries = json.loads(_written("gitlab"))
    assert [each["severity"] for each in entries] == ["major", "minor"]
    assert entries[0]["location"] == {"path": "a.py", "lines": {"begin": 3}}
    assert entries[0]["check_name"] == "SUPPRESSION_WITHOUT_REASON/layers"
    assert len({each["fingerprint"] for each in entries}) == 2


def test_junit_xml_can_be_parsed() -> None:
    suites = ET.fromstring(_written("junit"))  # noqa: S314 - our own text
    assert suites.attrib == {"name": "codeshed arch check", "tests": "3", "failures": "2", "errors": "0"}
    cases = list(suites.iter("testcase"))
    assert [each.get("line") for each in cases] == ["3", None, None]
    failure = cases[1].find("failure")
    assert failure is not None
    assert failure.text == 'it says "<\\x1b[2J & 100%>,\nand: more\ndo not'


@pytest.mark.parametrize("name", ["findings", "sarif", "github", "gitlab", "junit", "text"])
def test_names_that_are_no_utf_8_are_escaped(name: str) -> None:
    report = report_findings(
        "arch check", [finding(path="\udcff.py", subject="\udcff", message="\udcff")], RULES, codes={CODE}
    )
    _written(name, report).encode()
