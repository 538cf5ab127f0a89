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


def _by_code(rules: Iterable[FindingRule]) -> dict[str, FindingRule]:
    return {each.code: each for each in sorted(rules, key=lambda each: each.code)}


FINDING_RULES = _by_code((*SUPPRESSION_RULES, *CONTRACT_RULES))
"""All rules by code."""


def explain(code: str) -> str:
    """Return the page of a code in Markdown; case and `-` for `_` do not matter."""
    wanted = code.strip().upper().replace("-", "_")
    if wanted not in FINDING_RULES:
        near = difflib.get_close_matches(wanted[:80], FINDING_RULES, n=1)
        hint = f"did you mean {near[0]}?" if near else f"codes are {', '.join(FINDING_RULES)}"
        raise InvalidOptionError(f"no finding has the code {code!r}", hint=hint)
    return read_package_file(_PACKAGE, f"pages/{wanted}.md").decode()
