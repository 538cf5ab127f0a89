"""Render unused functions for people: by file, with the doubts that speak against removing them."""

from collections.abc import Sequence
from itertools import groupby

from codeshed.query.unused.unused import UnusedFunction, UnusedReportV1
from codeshed.query.unused.usage_evidence import Doubt
from codeshed.render.layout.columns import right
from codeshed.render.layout.screen import first_that_fits
from codeshed.render.phrases.answer_phrases import basis_lines, short_name, truncation_lines
from codeshed.render.phrases.wording import keep_end, number, plural, printable, warning_lines

_MAX_UNUSED = 18
_MAX_UNUSED_HERE = 10
_MAX_PERHAPS = 8
_NAME_WIDTH = 56


def unused_text(report: UnusedReportV1, *, show_all: bool = False) -> str:
    """Write what is unused by file, what only other repositories may use, what is perhaps used, and what is unknown."""
    if report.is_unfinished:
        return "\n".join(_unfinished(report)) + "\n"
    if show_all:
        return "\n".join(_report_lines(report, None, None, None)) + "\n"
    shares = (
        (most, _MAX_UNUSED_HERE * most // _MAX_UNUSED, _MAX_PERHAPS * most // _MAX_UNUSED)
        for most in range(_MAX_UNUSED, 1, -1)
    )
    return "\n".join(first_that_fits(_report_lines(report, *each) for each in shares)) + "\n"


def _report_lines(
    report: UnusedReportV1, n_unused: int | None, n_unused_here: int | None, n_perhaps: int | None
) -> list[str]:
    """Write a report with a number of lines for each part; None is all of them."""
    counts = report.counts
    unused = [each for each in report.functions if each.verdict == "unused"]
    here = [each for each in report.functions if each.verdict == "unused_here"]
    perhaps = [each for each in report.functions if each.verdict == "perhaps"]
    without_use = f"{number(counts.unused)} of {plural(counts.functions, 'function')}"
    lines = [
        f"{without_use}: no known caller, and the name appears nowhere else ({plural(counts.unused_tokens, 'token')})",
        *_unused_here(report),
        f"{number(counts.perhaps)} more {'is' if counts.perhaps == 1 else 'are'} perhaps used",
        f"reached from  {_roots(report)}",
    ]
    if counts.public and not report.has_public:
        lines.append(_public(report))
    lines += ["", *_by_file(unused, n_unused)]
    if not unused and not here:
        lines.append("every function has a trace of use")
    if here:
        lines += ["", "UNUSED HERE  public names that nothing in this repository uses; others may"]
        lines += _by_file(here, n_unused_here)
    if perhaps:
        lines += ["", "PERHAPS USED  no known caller, but something may use them"]
        lines += _by_file(perhaps, n_perhaps)
    lines += [
        "",
        *truncation_lines(report.truncation),
        *basis_lines(report.basis),
        *warning_lines(report.warnings),
    ]
    return lines


def _unfinished(report: UnusedReportV1) -> list[str]:
    return [
        f"which of {plural(report.counts.functions, 'function')} are unused is not known: the work budget ran out before all used ones were reached",
        f"reached from  {_roots(report)}",
        "",
        *truncation_lines(report.truncation),
        *basis_lines(report.basis),
        *warning_lines(report.warnings),
    ]


def _roots(report: UnusedReportV1) -> str:
    shown = sorted(report.counts.roots.items(), key=lambda each: (-each[1], each[0]))
    return " · ".join(f"{printable(name)} {number(count)}" for name, count in shown if count)


def _unused_here(report: UnusedReportV1) -> list[str]:
    count = report.counts.unused_here
    if not count:
        return []
    is_one = count == 1
    return [
        f"{number(count)} more {'is' if is_one else 'are'} unused in this repository, but public: others may use {'it' if is_one else 'them'}"
    ]


def _public(report: UnusedReportV1) -> str:
    is_one = report.counts.public == 1
    count_text = f"{plural(report.counts.public, 'public function')} without a known caller {'is' if is_one else 'are'}"
    these = "it" if is_one else "them"
    return f"{count_text} left out: other repositories may use {these} (--include-public lists {these})"


def _by_file(functions: Sequence[UnusedFunction], limit: int | None) -> list[str]:
    """Write functions below their files within a number of lines; None is all of them."""
    lines = []
    room = 2 * len(functions) if limit is None else limit
    n_shown = 0
    for file, group in groupby(functions, key=lambda each: each.node.file or ""):
        entries = list(group)
        if room < 2:  # noqa: PLR2004 - a file and at least one of its functions
            break
        tokens = sum(each.node.tokens or 0 for each in entries)
        lines.append(f"{printable(file)}  {plural(len(entries), 'function')}, {plural(tokens, 'token')}")
        shown = entries[: room - 1]
        lines += [f"  {_line(each)}" for each in shown]
        n_shown += len(shown)
        room -= 1 + len(shown)
    if n_shown < len(functions):
        lines.append(f"… {plural(len(functions) - n_shown, 'more function')}: --all shows them")
    return lines


def _line(entry: UnusedFunction) -> str:
    name = keep_end(short_name(entry.node.ref), _NAME_WIDTH)
    head = f"{right(str(entry.node.line or 0), 5)}  {name}  {entry.confidence:g}"
    if entry.doubts:
        return f"{head}  {_doubt(entry.doubts[0])}"
    if entry.used_by:
        return f"{head}  used only by {short_name(entry.used_by[0])}, which is unused too"
    return head


def _doubt(doubt: Doubt) -> str:
    place = f" at {printable(doubt.file)}:{doubt.line}" if doubt.file else ""
    symbol = printable(doubt.symbol or "")
    return {
        "MENTIONED_AS_MEMBER": f"a member of this name is used{place}",
        "MENTIONED": f"its name appears{place}",
        "MENTIONED_IN_STRING": f"its name is in a string{place}",
        "IMPORTED": f"imported by {symbol}",
        "DECORATED": f"decorated{f' by {symbol}' if symbol else ''}, which may keep it",
        "EXTERNAL_BASE": f"its class has {f'the base {symbol}' if symbol else 'a base that is not known'}, which may call it",
        "CLASS_NAMED": f"its class is decorated or named in a string{place}",
        "HANDED_OVER": f"{symbol} or its objects are passed on: code that gets them may call it",
        "COMPUTED_NAME": f"names such as its own are computed{place}",
        "OVERRIDDEN": f"overridden by {symbol}",
        "OVERRIDES": f"overrides {symbol}",
        "MIXED_IN": f"a class inherits both it and {symbol}",
        "SHARED_NAME": f"others have a function of its name, such as {symbol}",
        "ALTERNATIVE": f"{symbol} is another definition of its name: a condition or the build chooses one",
        "NESTED": f"nested in {symbol}, which may pass it on",
        "USED_BY_DOUBTFUL": f"used by {symbol}, which is perhaps used",
        "CANDIDATE": f"a call in {symbol} may mean it ({doubt.confidence or 0:g})",
    }[doubt.code]
