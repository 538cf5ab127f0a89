"""Suppressions: comments and settings that excuse findings, each with a reason.

Turns: findings + suppressions → findings, each with the suppression that holds for it, and findings about suppressions that
excuse nothing or give no reason.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import Annotated

import msgspec

from codeshed.model.findings.finding import Finding, FindingLocation, FindingSuppression
from codeshed.model.findings.finding_rules import (
    FINDING_RULES,
    SUPPRESSION_WITHOUT_REASON,
    UNUSED_SUPPRESSION,
)

MARKER = b"codeshed"
"""Only files with this text can have suppressions."""

_COMMENT = re.compile(r"codeshed:\s*ignore\[([^\]\r\n]*)\][ \t]*([^\r\n]*)")
_COMMENT_END = re.compile(r"\s*(?:\*/|-->|\]=*\]|--\}\})?\s*$")


class SuppressionComment(msgspec.Struct, frozen=True, kw_only=True):
    """A comment `codeshed: ignore[CODE, CODE] reason`, and the lines that it is about.

    A comment behind code is about its own line, one that stands alone about the next line of code. Any comment of a file is
    about findings on the file as a whole.
    """

    path: str
    line: int
    column: int
    codes: tuple[str, ...]
    reason: str
    about_line: int


class IgnoredFinding(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An entry of `ignore` in the settings: a code or the id of a rule, where it does not count, and why."""

    code: Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
    reason: Annotated[str, msgspec.Meta(min_length=1, max_length=1000)]
    path: Annotated[str, msgspec.Meta(min_length=1, max_length=1000)] = "**"


class SettingsSuppression(msgspec.Struct, frozen=True, kw_only=True):
    """An entry of the settings, where it stands, and whether its glob matches a path."""

    entry: IgnoredFinding
    matches: Callable[[str], bool]
    location: FindingLocation | None = None


class Suppressions(msgspec.Struct, frozen=True, kw_only=True):
    """All suppressions of a repository: comments by path and line, entries in the order of the settings."""

    comments: tuple[SuppressionComment, ...] = ()
    entries: tuple[SettingsSuppression, ...] = ()


NO_SUPPRESSIONS = Suppressions()


def read_suppression(text: str) -> tuple[tuple[str, ...], str] | None:
    """Return the codes and the reason in a comment, None if it is no suppression."""
    found = _COMMENT.search(text)
    if found is None:
        return None
    codes = tuple(each.strip() for each in found[1].split(",") if each.strip())
    return codes, _COMMENT_END.sub("", found[2]).strip()


def suppress(
    findings: Sequence[Finding],
    suppressions: Suppressions,
    *,
    checked: Collection[str],
    rule_ids: Collection[str] | None = None,
) -> tuple[Finding, ...]:
    """Return the findings, each with its suppression if there is one, and what is wrong with suppressions.

    `checked` are the codes that this check looks for: a suppression of another code is not its concern. `rule_ids` are the
    ids of the rules that a repository wrote; a check that has such rules tells which suppressions name nothing.
    """
    names = {*checked, *(rule_ids or ())}
    used: set[int] = set()
    judged = [_judged(finding, suppressions, used) for finding in findings]
    return (*judged, *_iter_problems(suppressions, used, names, knows_all=rule_ids is not None))


def _judged(finding: Finding, suppressions: Suppressions, used: set[int]) -> Finding:
    names = {finding.code, *(() if finding.rule is None else (finding.rule,))}
    holding = [
        each
        for each in suppressions.comments
        if each.reason and not names.isdisjoint(each.codes) and _is_about(each, finding)
    ]
    used.update(id(each) for each in holding)
    path = None if finding.location is None else finding.location.path
    entries = [
        each
        for each in suppressions.entries
        if path is not None and each.entry.code in names and each.matches(path)
    ]
    used.update(id(each) for each in entries)
    for comment in holding[:1]:
        place = _place(comment)
        return msgspec.structs.replace(
            finding,
            suppression=FindingSuppression(kind="in_source", reason=comment.reason, location=place),
        )
    for each in entries[:1]:
        return msgspec.structs.replace(
            finding,
            suppression=FindingSuppression(kind="external", reason=each.entry.reason, location=each.location),
        )
    return finding


def _is_about(comment: SuppressionComment, finding: Finding) -> bool:
    place = finding.location
    if place is None or place.path != comment.path:
        return False
    if place.line is None:
        return True
    last = place.end_line or place.line
    return place.line <= comment.about_line <= last or place.line <= comment.line <= last


def _iter_problems(
    suppressions: Suppressions, used: Collection[int], names: Collection[str], *, knows_all: bool
) -> Iterator[Finding]:
    for comment in suppressions.comments:
        place = _place(comment)
        concerned = _concerned(comment.codes, names, knows_all=knows_all)
        if not concerned:
            continue
        shown = ", ".join(concerned)
        if not comment.reason:
            yield Finding(
                code=SUPPRESSION_WITHOUT_REASON,
                severity="warning",
                message=f"the suppression of {shown} gives no reason, so it has no effect",
                remedy=f"write why behind the bracket: codeshed: ignore[{shown}] reason",
                location=place,
                subject=shown,
            )
        elif id(comment) not in used:
            yield _unused(shown, place, _unknown(concerned, names))
    for each in suppressions.entries:
        concerned = _concerned((each.entry.code,), names, knows_all=knows_all)
        if concerned and id(each) not in used:
            yield _unused(
                f"{each.entry.code} in {each.entry.path}", each.location, _unknown(concerned, names)
            )


def _concerned(codes: Iterable[str], names: Collection[str], *, knows_all: bool) -> tuple[str, ...]:
    """Return the codes of a suppression that a check can judge: those it looks for, and names that nothing has."""
    return tuple(each for each in codes if each in names or (knows_all and each not in FINDING_RULES))


def _unknown(codes: Iterable[str], names: Collection[str]) -> tuple[str, ...]:
    return tuple(each for each in codes if each not in names)


def _unused(shown: str, place: FindingLocation | None, unknown: Sequence[str]) -> Finding:
    if unknown:
        message = f"no code and no rule is called {', '.join(unknown)}: nothing is suppressed"
        remedy = "mend the name; --explain lists the codes"
    else:
        message, remedy = f"nothing is suppressed: there is no finding {shown} here", "remove the suppression"
    return Finding(
        code=UNUSED_SUPPRESSION,
        severity="warning",
        message=message,
        remedy=remedy,
        location=place,
        subject=shown,
    )


def _place(comment: SuppressionComment) -> FindingLocation:
    return FindingLocation(path=comment.path, line=comment.line, column=comment.column)
