"""Render what grew past its limit, and how the figures of a codebase developed."""

from collections.abc import Sequence
from datetime import UTC, datetime

from msgspec import UNSET, UnsetType

from codeshed.model.answers.truncation import WarningRecord
from codeshed.query.gate import GateFigures, GateLimits, GateReport, GrownFootprint, growth_sentence
from codeshed.query.history import HistoryPoint, HistoryReport
from codeshed.render.layout.columns import squeezed
from codeshed.render.phrases.wording import basis_line, number, plural, printable, warning_lines

_MAX_SHOWN = 10
_BARS = " ▁▂▃▄▅▆▇█"


def gate_text(report: GateReport, *, show_all: bool = False) -> str:
    """Write whether the gate is passed, the figures, and each thing that is over its limit with its causes."""
    over = (*report.functions, *report.packages)
    failed = [each for each in over if each.severity == "error"]
    hidden = 0 if isinstance(report.findings, UnsetType) else report.findings.counts.suppressed
    n_active = len(failed) if isinstance(report.findings, UnsetType) else report.findings.counts.errors
    verdict = "passed" if n_active == 0 else f"failed: {plural(n_active, 'footprint')} past the limit"
    with_commit = f" ({report.commit[:12]})" if report.commit else ""
    lines = [
        f"gate {verdict}, compared with {printable(report.against)}{with_commit}",
        basis_line(
            "working_set",
            report.mode,
            report.doc_threshold,
            report.size_function,
            report.documentation_scorer,
        ),
        _limits(report.limits),
        *_figures(report.before, report.after),
    ]
    if report.n_grown_within:
        lines.append(f"           {plural(report.n_grown_within, 'function')} grew within the limits")
    if len(over) > len(failed):
        lines.append(
            f"           {number(len(over) - len(failed))} that were past it grew by a tenth at most: a warning"
        )
    if hidden:
        lines.append(f"           {hidden} suppressed")
    for title, grown in (("FUNCTIONS", report.functions), ("PACKAGES", report.packages)):
        shown = [each for each in grown if show_all or each.severity == "error"]
        lines += _grown(title, shown, len(shown) if show_all else _MAX_SHOWN)
    lines += _warnings(report.warnings)
    return "\n".join(map(squeezed, lines)) + "\n"


def _limits(limits: GateLimits) -> str:
    shown = (
        ("function", limits.max_function),
        ("forward", limits.max_forward),
        ("P90 of a package", limits.max_p90),
        ("P90 of its forward", limits.max_forward_p90),
    )
    return "limits     " + " · ".join(f"{name} {number(limit)}" for name, limit in shown)


def _figures(before: GateFigures | UnsetType, after: GateFigures) -> list[str]:
    def one(name: str, field: str) -> str:
        now = getattr(after, field)
        then = None if before is UNSET else getattr(before, field)
        if now is None:
            return f"{name} -"
        return (
            f"{name} {number(now)}" if then in {None, now} else f"{name} {number(then or 0)} → {number(now)}"
        )

    fields = [(f"P{percent}", f"p{percent}") for percent in (50, 90, 99)]
    return [
        f"{label:<11}" + "   ".join(one(name, f"{measure}_{field}") for name, field in fields)
        for label, measure in (("all", "working_set"), ("forward", "forward"))
    ]


def _grown(title: str, grown: Sequence[GrownFootprint], n_shown: int) -> list[str]:
    if not grown:
        return []
    lines = ["", title]
    for each in grown[:n_shown]:
        place = "" if each.file_path is None else f"  {printable(each.file_path)}:{each.line or 1}"
        lines.append(f"  {printable(growth_sentence(each))}{place}")
        lines += [f"      +{number(cause.tokens):>7}  {printable(cause.message)}" for cause in each.causes]
        if each.causes and not each.causes_are_all:
            lines.append("               and more")
    if len(grown) > n_shown:
        lines.append(f"  … {len(grown) - n_shown} more: --all shows them")
    return lines


def history_text(report: HistoryReport) -> str:
    """Write a line for each commit, and how the percentiles developed as bars."""
    lines = [
        f"{plural(len(report.points), 'point')} of {plural(report.n_commits, 'commit')} up to {printable(report.revision)}",
        basis_line(
            "working_set",
            report.mode,
            report.doc_threshold,
            report.size_function,
            report.documentation_scorer,
        ),
        "",
    ]
    if report.points:
        for label, field in (
            ("functions", "n_functions"),
            ("P50", "working_set_p50"),
            ("P90", "working_set_p90"),
            ("P99", "working_set_p99"),
            ("forward P90", "forward_p90"),
        ):
            values = [getattr(point, field) or 0 for point in report.points]
            lines.append(f"{label:<12} {_bars(values)}  {number(values[0])} → {number(values[-1])}")
        lines += [
            "",
            f"{'commit':<13}{'date':<12}{'functions':>10}{'P50':>8}{'P90':>8}{'P99':>9}{'forward P90':>13}{'incomplete':>12}",
        ]
        lines += [_point(point) for point in report.points]
    lines += [f"skipped    {each.commit[:12]}: {printable(each.reason)}" for each in report.skipped]
    lines += _warnings(report.warnings)
    return "\n".join(map(squeezed, lines)) + "\n"


def _point(point: HistoryPoint) -> str:
    date = datetime.fromtimestamp(point.committed_at, tz=UTC).strftime("%Y-%m-%d")
    share = f"{100 * point.n_incomplete // max(1, point.n_functions)} %"
    figures = (point.working_set_p50, point.working_set_p90, point.working_set_p99, point.forward_p90)
    shown = "".join(
        f"{'-' if value is None else number(value):>{width}}"
        for value, width in zip(figures, (8, 8, 9, 13), strict=True)
    )
    return f"{point.commit[:12]:<13}{date:<12}{number(point.n_functions):>10}{shown}{share:>12}"


def _bars(values: Sequence[int]) -> str:
    """Draw values from the lowest to the highest; equal ones are all in the middle."""
    low, high = min(values), max(values)
    if low == high:
        return _BARS[4] * len(values)
    return "".join(_BARS[1 + (value - low) * (len(_BARS) - 2) // (high - low)] for value in values)


def _warnings(warnings: Sequence[WarningRecord]) -> list[str]:
    shown = warning_lines(tuple(warnings))
    return ["", *shown] if shown else []
