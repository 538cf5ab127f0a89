"""Code that was left out although nobody chose to, and rules that were not obeyed.

Turns: Discovery, and what manifests hold → WarningRecords.
"""

from collections.abc import Mapping

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

_MAX_NAMED = 3
"""How many manifests are named beside the first one that is broken."""


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


def manifest_warnings(manifests: Mapping[str, bytes]) -> tuple[WarningRecord, ...]:
    """Say which manifests are broken: the index is made as if they were not there."""
    from codeshed.resolve.languages.broken_manifests import manifest_problem

    found = [(path, why) for path in sorted(manifests) if (why := manifest_problem(path, manifests[path]))]
    if not found:
        return ()
    path, why = found[0]
    others = [each for each, _ in found[1 : 1 + _MAX_NAMED]]
    n_more = len(found) - 1 - len(others)
    more = f" and {n_more} more" if n_more else ""
    so_are = f"; so are {', '.join(others)}{more}" if others else ""
    message = f"{path} is taken as not there, since {why}{so_are}"
    return (WarningRecord(code="MANIFEST_NOT_READ", message=message),)


def _rule_warning(problem: RuleProblem, n_others: int) -> WarningRecord:
    place = f"{problem.path}:{problem.line}" if problem.line else problem.path
    others = f" (and so it is at {n_others} more places)" if n_others else ""
    return WarningRecord(code="RULES_NOT_OBEYED", message=f"{place}: {problem.message}{others}")


def _warning(path: str, n_others: int, what: str) -> WarningRecord:
    others = f" (and so it is with {n_others} more)" if n_others else ""
    return WarningRecord(code="FILE_LEFT_OUT", message=f"{path} {what}{others}")
