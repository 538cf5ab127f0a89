"""The risk rules of a repository: those that are shipped, and its own.

Turns: a named file, or `codeshed-risk.yaml` at the root → RiskRules. Mistakes raise one error that lists all problems, each with
its line.
"""

from functools import cache
from pathlib import Path

import yaml

from codeshed.discover.exclusion_reasons import Reason
from codeshed.discover.file_reading import read_bytes, read_named_file
from codeshed.errors import RiskRulesError
from codeshed.model.package_data import read_package_file
from codeshed.model.risk.risk_rule_validation import validate_risk_rules
from codeshed.model.risk.risk_rules import RiskRules
from codeshed.project.architecture.placed_values import TextProblemError, parse_yaml

RISK_RULES_FILES = ("codeshed-risk.yaml", "codeshed-risk.yml")
"""Where a repository's own rules are looked for, if the call names no file."""

_MAX_PROBLEMS = 50


@cache
def shipped_risk_rules() -> RiskRules:
    """Return the rules that are shipped; they are read with each question, so by the fastest loader, which knows no lines."""
    content = read_package_file("codeshed.model.risk", "rules.yaml")
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    rules, problems = validate_risk_rules(yaml.load(content, Loader=loader))  # noqa: S506 - both are safe
    if problems:
        raise RiskRulesError(tuple((f"rules.yaml: {each.message}", each.hint) for each in problems))
    return rules


def find_risk_rules(root: Path, named: Path | None) -> RiskRules:
    """Return the shipped rules, with those of a file that the call names, else of the repository."""
    if named is not None:
        return parse_risk_rules(read_named_file(named), origin=str(named), shipped=shipped_risk_rules())
    for name in RISK_RULES_FILES:
        content = read_bytes(root, name)
        if not isinstance(content, Reason):
            return parse_risk_rules(content, origin=name, shipped=shipped_risk_rules())
    return shipped_risk_rules()


def parse_risk_rules(content: bytes, *, origin: str, shipped: RiskRules | None = None) -> RiskRules:
    """Return the rules of a YAML document, added to the shipped ones."""
    try:
        placed = parse_yaml(content.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise RiskRulesError(((f"{origin}: it is not UTF-8", "save it as UTF-8"),)) from None
    except TextProblemError as error:
        raise RiskRulesError(((f"{origin}:{error.line}: {error.reason}", "mend the line"),)) from None
    rules, problems = validate_risk_rules(placed.value, shipped)
    if problems:
        in_order = sorted(problems, key=lambda each: placed.line_of(each.path) or 0)
        raise RiskRulesError(
            tuple(
                (f"{origin}:{placed.line_of(each.path) or 1}: {each.message}", each.hint)
                for each in in_order[:_MAX_PROBLEMS]
            )
        )
    return rules
