"""Render what a change affects: as text for people, and as bare lists of names for build tools."""

from collections.abc import Sequence

from codeshed.graph.changes.impact_roots import CHANGED_FILES_OUTSIDE
from codeshed.model.answers.answer_basis import CAPS
from codeshed.model.answers.truncation import WarningRecord
from codeshed.query.affected import (
    BUILD_FILE_NOT_READ,
    NO_BUILD_SYSTEM,
    NO_CODEOWNERS,
    AffectedGroup,
    AffectedReportV1,
)
from codeshed.render.layout.columns import label
from codeshed.render.phrases.answer_phrases import basis_lines, truncation_lines
from codeshed.render.phrases.wording import number, plural, printable, warning_lines

_MAX_GROUPS = 8
_COMMIT_DIGITS = 40


def names_text(groups: Sequence[AffectedGroup]) -> str:
    """Write names alone, one per line, sorted: input for other programs."""
    return "".join(f"{name}\n" for name in sorted(printable(each.name) for each in groups))


def warnings_of_list(report: AffectedReportV1, kind: str) -> tuple[WarningRecord, ...]:
    """Return what the reader of a bare list has to know: what is missing from it, and why it may be empty."""
    missing = tuple(
        WarningRecord(code=each.cap, message=f"the list is not whole: {each.cap} {each.limit} took effect")
        for each in report.truncation
    )
    causes = [each for each in report.basis.causes if each.code != CAPS]
    if causes:
        incompleteness = f"there may be more: {number(causes[0].count)} {causes[0].message}"
        missing = (*missing, WarningRecord(code="LOWER_BOUND", message=incompleteness))
    without = {
        "targets": ("(no target)", report.n_files_without_target, report.files_without_target),
        "owners": ("(no owner)", report.n_files_without_owner, report.files_without_owner),
    }
    name, count, files = without.get(kind, ("", 0, ()))
    if files:
        without_group = f"{name} {plural(count, 'affected file')}, such as {printable(files[0])}"
        missing = (*missing, WarningRecord(code="FILES_IN_NO_GROUP", message=without_group))
    codes = {"targets": (NO_BUILD_SYSTEM, BUILD_FILE_NOT_READ), "owners": (NO_CODEOWNERS,)}.get(kind, ())
    shown_codes = {*codes, "CHANGED_FILES_NOT_READ", CHANGED_FILES_OUTSIDE}
    return (*missing, *(each for each in report.warnings if each.code in shown_codes))


def affected_text(report: AffectedReportV1, *, show_all: bool = False) -> str:
    """Write packages, targets and owners on one screen."""
    old, new = (each[:12] if len(each) >= _COMMIT_DIGITS else each for each in (report.old, report.new))
    lines = [
        f"{old} → {new}  {plural(report.n_files, 'file')} affected, {plural(report.depth, 'step')} at most",
        *([] if report.n_files else ["no file differs"]),
        "",
        *_group_lines("PACKAGES", report.packages, show_all=show_all),
        *_group_lines("TARGETS", report.targets, show_all=show_all),
        *_group_lines("OWNERS", report.owners, show_all=show_all),
    ]
    if report.build_system is not None and report.n_files_without_target:
        lines.append(
            f"(no target) {plural(report.n_files_without_target, 'file')} in no target of {report.build_system}"
            f"{_such_as(report.files_without_target)}"
        )
    if report.owners_file is not None and report.n_files_without_owner:
        lines.append(
            f"(no owner) {plural(report.n_files_without_owner, 'file')} without an owner in {report.owners_file}"
            f"{_such_as(report.files_without_owner)}"
        )
    lines += [
        "",
        *truncation_lines(report.truncation),
        *basis_lines(report.basis),
        *warning_lines(report.warnings),
    ]
    return "\n".join(lines) + "\n"


def _such_as(paths: Sequence[str]) -> str:
    return f", such as {printable(paths[0])}" if paths else ""


def _group_lines(title: str, groups: Sequence[AffectedGroup], *, show_all: bool) -> list[str]:
    if not groups:
        return []
    n_changed = sum(not each.distance for each in groups)
    shown = groups if show_all else groups[:_MAX_GROUPS]
    lines = [f"{label(title)}{number(n_changed)} changed, {number(len(groups) - n_changed)} reached"]
    lines += [_group_line(each) for each in shown]
    if len(shown) < len(groups):
        lines.append(f"  … {number(len(groups) - len(shown))} more: --all shows them")
    return lines


def _group_line(group: AffectedGroup) -> str:
    how = (
        "changed"
        if not group.distance
        else f"{plural(group.distance, 'step')} away"
        + ("" if group.confidence == 1.0 else f" ({group.confidence:g})")
    )
    if group.through is not None:
        return f"  {printable(group.name)}  {how}, depends on {printable(group.through)}"
    return f"  {printable(group.name)}  {how}, {plural(group.n_files, 'file')}, such as {printable(group.example)}"
