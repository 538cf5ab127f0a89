"""Render findings as SARIF 2.1.0, which code hosts and editors read."""

import msgspec

from codeshed.model.findings.finding import Finding, FindingLocation, WitnessStep
from codeshed.model.findings.finding_rules import FINDING_RULES, FindingRule, explain
from codeshed.model.findings.findings_report import FindingsReport
from codeshed.render.layout.source_lines import SourceLines
from codeshed.render.phrases.wording import without_surrogates
from codeshed.version import __version__

_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
_FINGERPRINT = "codeshedFinding/v1"
_SAFE = "/-._~!$&'()*+,;=:@"

Json = dict[str, object]


def sarif(report: FindingsReport, lines: SourceLines) -> str:
    """Write findings as one SARIF run; columns count characters, as `columnKind` says, so lines of the code are read."""
    codes = sorted({*(each.code for each in report.rules), *(each.code for each in report.findings)})
    index_by_code = {code: index for index, code in enumerate(codes)}
    run: Json = {
        "tool": {
            "driver": {
                "name": "codeshed",
                "semanticVersion": __version__,
                "rules": [_rule(FINDING_RULES[code]) for code in codes],
            }
        },
        "automationDetails": {"id": f"codeshed {report.check}/"},
        "columnKind": "unicodeCodePoints",
        "originalUriBaseIds": {"SRCROOT": {"description": {"text": "The root of the repository."}}},
        "results": [_result(each, index_by_code, lines) for each in report.findings],
    }
    document = {"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}
    return msgspec.json.format(msgspec.json.encode(document), indent=2).decode() + "\n"


def _rule(rule: FindingRule) -> Json:
    page = explain(rule.code)
    return {
        "id": rule.code,
        "name": "".join(part.capitalize() for part in rule.code.split("_")),
        "shortDescription": {"text": rule.title},
        "fullDescription": {"text": _first_paragraph(page)},
        "help": {"text": page, "markdown": page},
        "defaultConfiguration": {"level": rule.severity},
    }


def _first_paragraph(page: str) -> str:
    return page.split("\n\n")[1].replace("\n", " ")


def _result(finding: Finding, index_by_code: dict[str, int], lines: SourceLines) -> Json:
    message = finding.message if not finding.remedy else f"{finding.message}\n{finding.remedy}"
    result: Json = {
        "ruleId": finding.code,
        "ruleIndex": index_by_code[finding.code],
        "level": finding.severity,
        "message": {"text": without_surrogates(message)},
        "partialFingerprints": {_FINGERPRINT: finding.fingerprint},
    }
    if finding.location is not None:
        result["locations"] = [_location(finding.location, lines, symbol=finding.symbol)]
    if finding.path:
        steps = [{"location": _step_location(each, lines)} for each in finding.path]
        result["codeFlows"] = [{"threadFlows": [{"locations": steps}]}]
    if finding.state is not None:
        result["baselineState"] = finding.state
    if finding.suppression is not None:
        suppression: Json = {
            "kind": "inSource" if finding.suppression.kind == "in_source" else "external",
            "justification": without_surrogates(finding.suppression.reason),
        }
        if finding.suppression.location is not None:
            suppression["location"] = _location(finding.suppression.location, lines)
        result["suppressions"] = [suppression]
    else:
        result["suppressions"] = []
    if finding.rule is not None:
        result["properties"] = {"rule": without_surrogates(finding.rule)}
    return result


def _step_location(step: WitnessStep, lines: SourceLines) -> Json:
    location = {} if step.location is None else _location(step.location, lines, symbol=step.symbol)
    return {**location, "message": {"text": without_surrogates(step.message)}}


def _location(location: FindingLocation, lines: SourceLines, *, symbol: str | None = None) -> Json:
    physical: Json = {"artifactLocation": {"uri": uri_of_path(location.path), "uriBaseId": "SRCROOT"}}
    region = _region(location, lines)
    if region:
        physical["region"] = region
    found: Json = {"physicalLocation": physical}
    if symbol is not None:
        found["logicalLocations"] = [{"fullyQualifiedName": without_surrogates(symbol)}]
    return found


def _region(location: FindingLocation, lines: SourceLines) -> Json:
    if location.line is None:
        return {}
    region: Json = {"startLine": location.line}
    if location.column is not None:
        region["startColumn"] = lines.character_column(location.path, location.line, location.column)
    if location.end_line is not None:
        region["endLine"] = location.end_line
        if location.end_column is not None and location.column is not None:
            region["endColumn"] = lines.character_column(
                location.path, location.end_line, location.end_column
            )
    return region


def uri_of_path(path: str) -> str:
    """Return a relative path as a URI reference; bytes that are not UTF-8 are kept."""
    return "".join(
        chr(byte)
        if byte < 0x80 and (chr(byte).isalnum() or chr(byte) in _SAFE.replace(":", ""))  # noqa: PLR2004 - ASCII
        else f"%{byte:02X}"
        for byte in path.encode(errors="surrogateescape")
    )
