"""Fingerprints, suppressions, baselines, and the registry of codes."""

import pytest

from codeshed.errors import InvalidOptionError
from codeshed.model.findings.baseline import compare_with_baseline, make_baseline, read_baseline
from codeshed.model.findings.finding import with_fingerprints
from codeshed.model.findings.finding_rules import FINDING_RULES, explain
from codeshed.model.findings.findings_report import has_failed, report_findings
from codeshed.model.findings.suppressions import (
    IgnoredFinding,
    SettingsSuppression,
    SuppressionComment,
    Suppressions,
    suppress,
)
from codeshed.model.path_globs import match_any
from codeshed.render.json_output import to_json
from tests.support.findings import CODE, RULES, finding


def test_a_fingerprint_survives_moved_lines_and_differs_by_ordinal() -> None:
    before = with_fingerprints([finding(line=3), finding(line=9)])
    after = with_fingerprints([finding(line=13), finding(line=19)])
    assert [each.fingerprint for each in before] == [each.fingerprint for each in after]
    assert len({each.fingerprint for each in before}) == 2
    other = with_fingerprints([finding(subject="c.py"), finding(rule="else"), finding(symbol="a.py::f")])
    assert len({each.fingerprint for each in (*other, *before)}) == 5


def _comment(line: int, *codes: str, reason: str = "why", about: int | None = None) -> SuppressionComment:
    return SuppressionComment(
        path="a.py", line=line, column=0, codes=codes, reason=reason, about_line=about or line
    )


def _judged(*comments: SuppressionComment, line: int | None = 3, end_line: int | None = None) -> list[str]:
    found = suppress(
        [finding(line=line, end_line=end_line)],
        Suppressions(comments=comments),
        checked={"ANY", CODE},
        rule_ids={"layers"},
    )
    return [f"{each.code} {'suppressed' if each.suppression else each.message}" for each in found]


def test_comments_suppress_by_code_or_rule_on_their_statement() -> None:
    assert _judged(_comment(3, CODE)) == [f"{CODE} suppressed"]
    assert _judged(_comment(3, "other", "layers")) == [f"{CODE} suppressed"]
    assert _judged(_comment(2, "layers", about=3)) == [f"{CODE} suppressed"]
    assert _judged(_comment(5, "layers"), end_line=6) == [f"{CODE} suppressed"]
    assert _judged(_comment(70, "layers"), line=None) == [f"{CODE} suppressed"]


def test_unused_and_unreasoned_suppressions_are_told() -> None:
    assert _judged(_comment(4, "layers")) == [
        f"{CODE} a.py imports b.py",
        "UNUSED_SUPPRESSION nothing is suppressed: there is no finding layers here",
    ]
    assert _judged(_comment(3, "layers", reason="")) == [
        f"{CODE} a.py imports b.py",
        "SUPPRESSION_WITHOUT_REASON the suppression of layers gives no reason, so it has no effect",
    ]
    assert _judged(_comment(3, "lyaers"))[1] == (
        "UNUSED_SUPPRESSION no code and no rule is called lyaers: nothing is suppressed"
    )
    # A code of another check is not this one's concern.
    assert _judged(_comment(3, "UNUSED_SUPPRESSION")) == [f"{CODE} a.py imports b.py"]


def test_settings_suppress_by_glob() -> None:
    entries = tuple(
        SettingsSuppression(
            entry=IgnoredFinding(code=code, path=path, reason="legacy"), matches=match_any((path,))
        )
        for code, path in (("layers", "**"), (CODE, "src/**"))
    )
    first, unused = suppress([finding()], Suppressions(entries=entries), checked={CODE}, rule_ids={"layers"})
    assert first.suppression is not None
    assert (first.suppression.kind, first.suppression.reason) == ("external", "legacy")
    assert unused.code == "UNUSED_SUPPRESSION"


def test_a_baseline_accepts_as_many_findings_as_it_lists() -> None:
    old = with_fingerprints([finding(line=3), finding(subject="gone.py")])
    baseline = read_baseline(
        to_json(make_baseline("arch check", old)).encode(), origin="b.json", check="arch check"
    )
    compared = compare_with_baseline(with_fingerprints([finding(line=4), finding(line=5)]), baseline)
    assert [each.state for each in compared] == ["unchanged", "new", "absent"]
    with pytest.raises(InvalidOptionError, match="a baseline of `codeshed arch check`"):
        read_baseline(to_json(baseline).encode(), origin="b.json", check="contracts")
    with pytest.raises(InvalidOptionError, match="no baseline"):
        read_baseline(b"[]", origin="b.json", check="contracts")


def test_only_what_is_neither_suppressed_nor_in_the_baseline_fails() -> None:
    errors = [finding(), finding(severity="warning", subject="c.py")]
    report = report_findings("arch check", errors, RULES, codes={CODE})
    assert (report.counts.errors, report.counts.warnings, has_failed(report)) == (1, 1, True)
    assert [each.n_findings for each in report.rules] == [2, 0]
    accepted = report_findings(
        "arch check", errors, RULES, codes={CODE}, baseline=make_baseline("arch check", report.findings)
    )
    assert (accepted.counts.errors, accepted.counts.unchanged, has_failed(accepted)) == (0, 2, False)
    warned = report_findings("arch check", errors[1:], RULES, codes={CODE})
    assert not has_failed(warned)
    assert has_failed(warned, on_warnings=True)


@pytest.mark.parametrize("code", FINDING_RULES)
def test_every_code_has_a_page_that_says_why_and_what_to_do(code: str) -> None:
    page = explain(code)
    assert page.startswith(f"# {code}: ")
    assert FINDING_RULES[code].title.rstrip(".").casefold() in page.partition("\n")[0].casefold()
    assert "**Why it matters.**" in page
    assert "**What to do.**" in page


def test_an_unknown_code_has_a_suggestion() -> None:
    assert explain("unused-suppression") == explain("UNUSED_SUPPRESSION")
    with pytest.raises(InvalidOptionError, match="no finding has the code 'UNUSED_SUPRESSION'") as caught:
        explain("UNUSED_SUPRESSION")
    assert caught.value.hint == "did you mean UNUSED_SUPPRESSION?"
