"""Render findings as JUnit XML: a test case for each finding, and one that passes for each rule that nothing breaks."""

import re

from codeshed.model.findings.finding import Finding
from codeshed.model.findings.findings_report import CheckedRule, FindingsReport
from codeshed.render.findings.findings_text import place_text
from codeshed.render.phrases.wording import without_surrogates
from codeshed.render.xml_text import escape_xml, quote_attribute

_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def junit_xml(report: FindingsReport) -> str:
    """Write one test suite. Errors and warnings are failures, notes and what is accepted are not there."""
    failed = [each for each in report.findings if each.is_active and each.severity != "note"]
    passed = [each for each in report.rules if not each.n_findings]
    cases = [*(_failed_case(each) for each in failed), *(_passed_case(each) for each in passed)]
    name = _attribute(f"codeshed {report.check}")
    counts = f'tests="{len(cases)}" failures="{len(failed)}" errors="0"'
    return "".join(
        f"{line}\n"
        for line in (
            '<?xml version="1.0" encoding="UTF-8"?>',
            f"<testsuites name={name} {counts}>",
            f"  <testsuite name={name} {counts}>",
            *cases,
            "  </testsuite>",
            "</testsuites>",
        )
    )


def _failed_case(finding: Finding) -> str:
    place = finding.location
    subject = " ".join(each for each in (place_text(place), finding.symbol or "") if each)
    attributes = f"classname={_attribute(_rule_name(finding.code, finding.rule))} name={_attribute(subject or finding.message)}"
    if place is not None:
        attributes += f" file={_attribute(place.path)}"
        attributes += "" if place.line is None else f' line="{place.line}"'
    steps = [f"via {each.message} {place_text(each.location)}".rstrip() for each in finding.path]
    body = _text("\n".join((finding.message, *steps, *([finding.remedy] if finding.remedy else []))))
    failure = (
        f"<failure message={_attribute(finding.message)} type={_attribute(finding.severity)}>{body}</failure>"
    )
    return f"    <testcase {attributes}>{failure}</testcase>"


def _passed_case(rule: CheckedRule) -> str:
    name = _attribute(_rule_name(rule.code, rule.rule))
    return f'    <testcase classname={name} name="passes" />'


def _rule_name(code: str, rule: str | None) -> str:
    return code if rule is None else f"{code}.{rule}"


def _attribute(text: str) -> str:
    return quote_attribute(_valid(text))


def _text(text: str) -> str:
    return escape_xml(_valid(text))


def _valid(text: str) -> str:
    """Escape what XML cannot hold."""
    return _NOT_XML.sub(lambda found: ascii(found[0])[1:-1], without_surrogates(text))
