"""Render what is indexed, how fresh and how complete it is, on one screen."""

from codeshed.query.status import (
    Differences,
    IndexState,
    PathProblem,
    PathStatus,
    PathStatusReport,
    SlowFile,
    StatusReport,
    UnresolvedCalls,
)
from codeshed.render.index.index_text import figures_text
from codeshed.render.layout.columns import label, left, right, squeezed
from codeshed.render.phrases.unresolved_reasons import unresolved_reason_text
from codeshed.render.phrases.wording import (
    bytes_text,
    call_lines,
    keep_end,
    number,
    plural,
    printable,
    warning_lines,
)

_N_COMMIT_DIGITS = 12
_N_NAMED = 5
_N_WARNINGS = 10
_N_REASONS = 8
_WIDTH = 90
_TEXT_BY_STANDING = {
    "manifest": "read for what it says of a package",
    "not_code": "in no language that is read",
    "missing": "not there",
    "outside": "outside of the repository: name its own with --repo DIR",
}


def status_text(report: StatusReport) -> str:
    """Write the state of an index, or why there is none."""
    lines = [
        f"{label('repository')}{printable(report.root)}",
        f"{label('index')}{printable(report.index_dir)}",
    ]
    if report.index is None:
        lines += [f"{label('')}{printable(report.problem)}"]
        lines += [f"{label('next')}{printable(line)}" for line in report.hint.splitlines()[:1]]
    else:
        lines += _index_lines(report.index)
    if report.n_left_out_by_reason:
        shown = " · ".join(
            f"{reason} {number(count)}" for reason, count in report.n_left_out_by_reason.items()
        )
        lines.append(f"{label('left out')}{shown}")
    if report.writer is not None:
        lines.append(f"{label('written by')}{printable(report.writer)}")
    lines.append(f"{label('cache')}{_cache(report)}")
    if report.index is not None:
        lines += _slow_lines(report.index.slow_files)
        lines += _unresolved_lines(report.index.unresolved)
    return "\n".join(lines) + "\n"


def _index_lines(state: IndexState) -> list[str]:
    files = ", ".join(
        f"{number(count)} {printable(language)}" for language, count in state.n_files_by_language.items()
    )
    n_files = sum(state.n_files_by_language.values())
    lines = [
        f"{label('')}{plural(n_files, 'file')} ({files}), {figures_text(state.figures)}",
        *(f"{label('')}{line}" for line in call_lines(state.figures.calls)),
        f"{label('')}{bytes_text(state.n_bytes)} on disk, types {state.types}",
    ]
    if state.n_stub_files:
        lines.append(
            f"{label('')}{plural(state.n_stub_files, 'stub file')} beside them, read for types alone"
        )
    if state.n_generated_files:
        lines.append(f"{label('')}{plural(state.n_generated_files, 'file')} marked as generated")
    if state.n_files_with_problems:
        lines.append(f"{label('')}{plural(state.n_files_with_problems, 'file')} not read whole")
    if state.n_files_without_types:
        lines.append(f"{label('')}{plural(state.n_files_without_types, 'file')} without types")
    if state.commit or state.head:
        lines.append(f"{label('commit')}{_commit(state)}")
    return [*lines, *_freshness(state), *warning_lines(state.warnings, _N_WARNINGS, more="--json")]


def _commit(state: IndexState) -> str:
    indexed = state.commit[:_N_COMMIT_DIGITS] or "none"
    if state.commit == state.head:
        return indexed
    return f"{indexed} when it was made, {state.head[:_N_COMMIT_DIGITS] or 'none'} now"


def _freshness(state: IndexState) -> list[str]:
    if not state.is_usable:
        return [
            f"{label('fresh')}no: built with other settings, or by another version of Codeshed or its type engine",
            f"{label('next')}codeshed index builds it again, and so does the next answer",
        ]
    found = state.differences
    if found.is_empty:
        return [f"{label('fresh')}yes: no file has changed since"]
    lines = [f"{label('fresh')}no: {_counts(found)} since"]
    named = [
        *(f"changed {path}" for path in found.changed),
        *(f"{left('added', 7)} {path}" for path in found.added),
        *(f"removed {path}" for path in found.removed),
        *(f"left out now {path}" for path in found.left_out),
    ]
    lines += [f"{label('')}{keep_end(printable(each), _WIDTH)}" for each in named[:_N_NAMED]]
    n_all = found.n_changed + found.n_added + found.n_removed + found.n_left_out
    n_more = n_all - len(named[:_N_NAMED])
    if n_more:
        lines.append(f"{label('')}… and {number(n_more)} more")
    return [
        *lines,
        f"{label('next')}codeshed index brings them in; an answer does so too after small changes",
    ]


def _counts(found: Differences) -> str:
    counts = (
        (found.n_changed, "changed"),
        (found.n_added, "added"),
        (found.n_removed, "removed"),
        (found.n_left_out, "left out now"),
    )
    return ", ".join(f"{plural(count, 'file')} {what}" for count, what in counts if count)


def _cache(report: StatusReport) -> str:
    if report.cache.folder is None:
        return "none: neither HOME nor XDG_CACHE_HOME names a folder"
    return f"{printable(report.cache.folder)}, {bytes_text(report.cache.n_bytes)}"


def _slow_lines(files: tuple[SlowFile, ...] | None) -> list[str]:
    if files is None:
        return []
    if not files:
        return ["", f"{label('SLOW')}nothing: no file was parsed, the cache knew them all"]
    rows = [
        f"{right(number(each.milliseconds), 8)}   {keep_end(printable(each.path), _WIDTH)}" for each in files
    ]
    return ["", squeezed("SLOW  ms   to parse"), *rows]


def _unresolved_lines(reasons: tuple[UnresolvedCalls, ...] | None) -> list[str]:
    if reasons is None:
        return []
    if not reasons:
        return ["", f"{label('UNRESOLVED')}no call"]
    rows = [
        f"{right(number(each.n_calls), 8)}   {unresolved_reason_text(each.reason)}: "
        + keep_end(printable(", ".join(each.places)), _WIDTH)
        for each in reasons[:_N_REASONS]
    ]
    return ["", f"{label('UNRESOLVED')}calls, by reason, and where the first are", *rows]


def path_status_text(report: PathStatusReport) -> str:
    """Say of each path whether it is indexed, by which rule and with which problems."""
    lines = [line for status in report.paths for line in _path_lines(status)]
    if report.problem:
        lines += [printable(f"{report.problem}: {line}") for line in report.hint.splitlines()[:1]]
    return "".join(f"{line}\n" for line in lines)


def _path_lines(status: PathStatus) -> list[str]:
    lines = [f"{printable(status.path)}: {_standing(status)}"]
    if status.rule is not None:
        place = f"{status.rule.source}:{status.rule.line}" if status.rule.line else status.rule.source
        at = "" if status.decided_at == status.path else f", for {status.decided_at}"
        lines.append(f"    by {printable(f'{place}: {status.rule.pattern}{at}')}")
    elif status.decided_at is not None and status.decided_at != status.path:
        lines.append(f"    because {printable(status.decided_at)} is")
    if status.link_target is not None:
        lines.append(f"    a link to {printable(status.link_target)}")
    if status.is_generated:
        lines.append("    marked as generated: its first comment says so")
    return lines + _problem_lines(status.problems)


def _problem_lines(problems: tuple[PathProblem, ...]) -> list[str]:
    """Write the first problem of each kind, and how many of it the file has: `line 13: syntax error (20 in this file)`."""
    by_code: dict[str, list[PathProblem]] = {}
    for each in problems:
        by_code.setdefault(each.code, []).append(each)
    lines = []
    for alike in by_code.values():
        line = "" if alike[0].line is None else f"line {alike[0].line}: "
        count = f" ({number(len(alike))} in this file)" if len(alike) > 1 else ""
        lines.append(f"    {printable(f'{line}{alike[0].message}{count}')}")
    return lines


def _standing(status: PathStatus) -> str:
    if status.standing == "indexed":
        place = "in the index" if status.is_in_index else "not in the index yet: codeshed index brings it in"
        return f"read as {status.language}, {place}"
    if status.standing == "left_out":
        return f"left out ({status.reason})"
    if status.standing == "folder":
        return f"a folder with {plural(status.n_files, 'file')} that {'is' if status.n_files == 1 else 'are'} read"
    return _TEXT_BY_STANDING[status.standing]
