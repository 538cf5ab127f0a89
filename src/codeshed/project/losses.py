"""Code that was left out although nobody chose to, and rules that were not obeyed.

Turns: Discovery → WarningRecords.
"""

from codeshed.discover.left_out import Reason
from codeshed.discover.rule_table import RuleProblem
from codeshed.discover.walk import Discovery
from codeshed.model.limits import WarningRecord

_LOSSES = {
    Reason.TOO_LARGE: "is too large to be read",
    Reason.UNREADABLE: "could not be read",
    Reason.UNUSABLE_NAME: "has a name that no symbol id can hold",
    Reason.NOT_A_FILE: "is not a regular file",
    Reason.LINK_OUTSIDE: "is a link that leads out of the repository",
}
"""Reasons that nobody chose: what is left out for them is a loss. What a rule leaves out is none."""


def left_out_warnings(discovery: Discovery, unread: tuple[str, ...]) -> tuple[WarningRecord, ...]:
    """Say which code was left out; `unread` could not be read once its turn had come."""
    counts = dict(discovery.n_left_out_by_reason)
    found = []
    for reason, what in _LOSSES.items():
        paths = [each.path for each in discovery.left_out if each.reason is reason]
        if paths:
            found.append(_warning(paths[0], counts[reason] - 1, what))
    if unread:
        found.append(_warning(unread[0], len(unread) - 1, "could not be read"))
    if discovery.rule_problems:
        found.append(_rule_warning(discovery.rule_problems[0], len(discovery.rule_problems) - 1))
    return tuple(found)


def _rule_warning(problem: RuleProblem, n_others: int) -> WarningRecord:
    place = f"{problem.path}:{problem.line}" if problem.line else problem.path
    others = f" (and so it is at {n_others} more places)" if n_others else ""
    return WarningRecord(code="RULES_NOT_OBEYED", message=f"{place}: {problem.message}{others}")


def _warning(path: str, n_others: int, what: str) -> WarningRecord:
    others = f" (and so it is with {n_others} more)" if n_others else ""
    return WarningRecord(code="FILE_LEFT_OUT", message=f"{path} {what}{others}")
