"""Render the dependencies between packages that changed, for people."""

from collections.abc import Sequence

from codeshed.query.architecture.architecture_diff import ArchitectureDiffV1, ChangedDependency
from codeshed.render.layout.screen import first_that_fits
from codeshed.render.phrases.answer_phrases import truncation_lines
from codeshed.render.phrases.wording import number, plural, printable

_MOST = 12
_TITLES = {"new": "NEW", "grown": "GROWN", "gone": "GONE"}


def architecture_diff_text(report: ArchitectureDiffV1, *, show_all: bool = False) -> str:
    """Write the verdict, then what is new, grown and gone, each with its first place and who wrote it."""
    if show_all:
        return "\n".join(_lines(report, None)) + "\n"
    return "\n".join(first_that_fits(_lines(report, most) for most in range(_MOST, 0, -1))) + "\n"


def _lines(report: ArchitectureDiffV1, most: int | None) -> list[str]:
    counts = report.counts
    changed = f"{number(counts.new)} new, {number(counts.grown)} grown, {number(counts.gone)} gone"
    of_all = f"{plural(counts.after, 'dependency', 'dependencies')} between packages"
    lines = [f"{changed} of {of_all}, from {printable(report.old)} to {printable(report.new)}"]
    for kind, title in _TITLES.items():
        found = [each for each in report.dependencies if each.change == kind]
        if found:
            lines += ["", title, *_dependency_lines(found, most)]
    return [*lines, *truncation_lines(report.truncation)]


def _dependency_lines(found: Sequence[ChangedDependency], most: int | None) -> list[str]:
    shown = found if most is None else found[:most]
    lines = []
    for each in shown:
        count = f"  {each.before} → {each.after} files" if each.change == "grown" else ""
        place = printable(each.file) if each.line is None else f"{printable(each.file)}:{each.line}"
        lines.append(f"  {printable(each.source)} -> {printable(each.target)}{count}")
        lines.append(f"      {place}  {_author(each)}")
    if len(shown) < len(found):
        lines.append(f"  … {number(len(found) - len(shown))} more: --all shows them")
    return lines


def _author(dependency: ChangedDependency) -> str:
    if dependency.commit is None:
        return "not committed"
    return f"{dependency.commit[:10]} {dependency.day} {printable(dependency.author or '')}"
