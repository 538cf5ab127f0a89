"""The registry of findings: every code with its title and usual severity.

The page of a code, which `--explain CODE` prints, is `pages/CODE.md`. A check adds its codes to `FINDING_RULES`.
"""

import difflib
from collections.abc import Iterable

import msgspec

from codeshed.errors import InvalidOptionError
from codeshed.model.findings.finding import Severity
from codeshed.model.package_data import read_package_file

_PACKAGE = "codeshed.model.findings"


class FindingRule(msgspec.Struct, frozen=True, kw_only=True):
    """What findings of one code have in common."""

    code: str
    title: str
    severity: Severity


UNUSED_SUPPRESSION = "UNUSED_SUPPRESSION"
SUPPRESSION_WITHOUT_REASON = "SUPPRESSION_WITHOUT_REASON"

SUPPRESSION_RULES = (
    FindingRule(code=SUPPRESSION_WITHOUT_REASON, title="A suppression does not say why", severity="warning"),
    FindingRule(code=UNUSED_SUPPRESSION, title="A suppression that suppresses nothing", severity="warning"),
)
"""Findings about suppressions, which every check has."""

ARCHITECTURE_RULES = (
    FindingRule(code="ACYCLIC", title="A cycle of dependencies", severity="error"),
    FindingRule(code="ALLOWED_ONLY", title="A dependency that nothing allows", severity="error"),
    FindingRule(code="BANNED_EXTERNAL", title="A package that is banned here", severity="error"),
    FindingRule(code="EMPTY_SELECTOR", title="A selector that matches no file", severity="warning"),
    FindingRule(code="EXPIRED_EXCEPTION", title="An exception that has expired", severity="warning"),
    FindingRule(code="FORBIDDEN_CALL", title="A forbidden call", severity="error"),
    FindingRule(code="FORBIDDEN_IMPORT", title="A forbidden import", severity="error"),
    FindingRule(code="INDEPENDENCE", title="Groups that must not know each other", severity="error"),
    FindingRule(code="LAYERING", title="A dependency against the layers", severity="error"),
    FindingRule(code="ORPHAN", title="A file that nothing uses", severity="error"),
    FindingRule(code="OVERLAPPING_LAYERS", title="A file in two layers", severity="warning"),
    FindingRule(code="PROTECTED", title="A use of protected modules", severity="error"),
    FindingRule(code="UNLAYERED_FILE", title="A file in no layer", severity="error"),
    FindingRule(code="UNUSED_EXCEPTION", title="An exception that excuses nothing", severity="warning"),
)
"""Findings of `codeshed arch check`."""


GATE_RULES = (
    FindingRule(
        code="WORKING_SET_GREW", title="The working set of a function grew past its limit", severity="error"
    ),
    FindingRule(
        code="FORWARD_GREW", title="What lies forward of a function grew past its limit", severity="error"
    ),
    FindingRule(
        code="PACKAGE_GREW", title="The footprints of a package grew past their limit", severity="error"
    ),
)
"""Findings of `codeshed gate`."""


CHANGE_RULES = (
    FindingRule(code="UNTESTED_CHANGE", title="A changed function that no test reaches", severity="warning"),
)
"""Findings of `codeshed check` besides those of its guards."""

BROKEN_CONTRACT = "BROKEN_CONTRACT"

CONTRACT_RULES = (
    FindingRule(
        code="ARITY_MISMATCH",
        title="A call passes other arguments than the signature takes",
        severity="warning",
    ),
    FindingRule(code=BROKEN_CONTRACT, title="A caller relies on the former contract", severity="warning"),
    FindingRule(
        code="INCOMPATIBLE_ARG_KIND",
        title="An argument cannot be of the type that is declared",
        severity="warning",
    ),
)
"""Findings of `codeshed contracts`."""

CONTRACT_REMARKS = ("UNKNOWN", "UNRESOLVED_TARGET")
"""Codes of remarks in the report of `codeshed contracts`: they have a page and are no findings."""


RISK_FLOW = "RISK_FLOW"

RISK_RULES = (
    FindingRule(
        code=RISK_FLOW,
        title="A value that nobody vouches for reaches a call that must not get it",
        severity="warning",
    ),
)
"""Findings of `codeshed risk`; the rule is the id of the risk rule."""


def _by_code(rules: Iterable[FindingRule]) -> dict[str, FindingRule]:
    return {each.code: each for each in sorted(rules, key=lambda each: each.code)}


FINDING_RULES = _by_code(
    (*SUPPRESSION_RULES, *CHANGE_RULES, *ARCHITECTURE_RULES, *CONTRACT_RULES, *GATE_RULES, *RISK_RULES)
)
"""All rules by code."""

EXPLAINED_CODES = tuple(sorted((*FINDING_RULES, *CONTRACT_REMARKS)))
"""All codes with a page."""


def explain(code: str) -> str:
    """Return the page of a code in Markdown; case and `-` for `_` do not matter."""
    wanted = code.strip().upper().replace("-", "_")
    if wanted not in EXPLAINED_CODES:
        near = difflib.get_close_matches(wanted[:80], EXPLAINED_CODES, n=1)
        hint = f"did you mean {near[0]}?" if near else f"codes are {', '.join(EXPLAINED_CODES)}"
        raise InvalidOptionError(f"no finding has the code {code!r}", hint=hint)
    return read_package_file(_PACKAGE, f"pages/{wanted}.md").decode()
