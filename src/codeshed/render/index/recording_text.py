"""Render what `codeshed record` recorded."""

from codeshed.query.recording_report import RecordingReportV1
from codeshed.render.phrases.wording import number, plural, printable


def recording_text(report: RecordingReportV1) -> str:
    """Say what ran, what was seen, and what that adds to the graph."""
    lines = [
        f"recorded {printable(', '.join(report.commands))} (exit code {report.exit_code})",
        f"  {plural(report.n_calls, 'call')} between functions of the repository, {number(report.n_new_calls)} of them without an edge until now",
        f"  {plural(report.n_functions, 'function')} ran, in {plural(report.n_tests, 'test')} and outside of tests",
        f"  {plural(report.n_processes, 'Python process', 'Python processes')}: {printable(', '.join(report.pythons)) or 'none'}",
    ]
    if not report.n_processes:
        lines.append(
            "  no process of the command loaded the recorder: it may run another language, or Python with -I, -E or -S"
        )
    if report.is_former_kept:
        lines.append("  what was recorded before is kept")
    if report.n_changed_files:
        lines.append(
            f"  left out: {plural(report.n_changed_files, 'file')} that changed while the command ran"
        )
    if report.n_changed_functions:
        lines.append(
            f"  {plural(report.n_changed_functions, 'function')} changed since: what they called is left out of answers"
        )
    lines += [
        f"  {each.cap} {number(each.limit)}: {number(each.omitted or 0)} left out; {each.note}"
        for each in report.truncation
    ]
    return "\n".join(lines) + "\n"
