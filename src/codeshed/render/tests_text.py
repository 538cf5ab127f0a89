"""Render the answers about tests for people: suggestions, the tests of a symbol, and what no test reaches."""

from itertools import groupby

from codeshed.model.answers.node_references import is_clear_seed
from codeshed.query.test_selection.selected_tests import SuggestedTestV1, SuggestTestsReportV1
from codeshed.query.test_selection.testers import TestersReportV1, TesterV1
from codeshed.query.test_selection.untested import UntestedFunctionV1, UntestedReportV1
from codeshed.render.layout.columns import squeezed
from codeshed.render.layout.screen import first_that_fits
from codeshed.render.phrases.answer_phrases import (
    basis_lines,
    seed_text,
    short_name,
    truncation_lines,
    unresolved_seed_lines,
)
from codeshed.render.phrases.wording import keep_end, number, plural, printable, warning_lines

_WIDTH = 60
_MAX_CASES = 3
_MAX_SHOWN = 24


def suggested_tests_text(report: SuggestTestsReportV1, *, show_all: bool = False) -> str:
    """Write the suggested test files with their reasons, and the best tests of each."""
    if show_all:
        return "\n".join(map(squeezed, _suggestion_lines(report, None, None))) + "\n"
    forms = ((n_files, n_cases) for n_cases in (_MAX_CASES, 1, 0) for n_files in (_MAX_SHOWN, 12, 8))
    return (
        "\n".join(map(squeezed, first_that_fits(_suggestion_lines(report, *form) for form in forms))) + "\n"
    )


def _suggestion_lines(report: SuggestTestsReportV1, n_files: int | None, n_cases: int | None) -> list[str]:
    stats = report.stats
    changed = plural(len(report.changed), "changed file")
    suggested = plural(len(report.suggestions), "test file")
    tests = plural(stats.suggested_tests, "test")
    lines = [
        f"{suggested} with {tests} for {changed}; the repository has {number(stats.test_files)} with {number(stats.tests)}",
    ]
    if report.budget is not None:
        budget = report.budget
        lines.append(
            f"budget {printable(budget.requested)}: {number(budget.used)} of {number(budget.limit)} {budget.unit} used, "
            f"{plural(budget.n_left_out, 'suggested test')} left out because they score less or do not fit"
            + (f"; {number(budget.n_untimed)} without a known time" if budget.n_untimed else "")
        )
    lines += ["", "SCORE  TEST FILE AND WHY"]
    for each in report.suggestions[:n_files]:
        lines += _one_suggestion(each, n_cases)
    if n_files is not None and len(report.suggestions) > n_files:
        lines.append(f"… {plural(len(report.suggestions) - n_files, 'more test file')}: --all shows them")
    if not report.suggestions:
        lines.append("       nothing connects a test with the change")
    return [
        *lines,
        "",
        *truncation_lines(report.truncation),
        *basis_lines(report.basis),
        *warning_lines(report.warnings),
    ]


def _one_suggestion(each: SuggestedTestV1, n_cases: int | None) -> list[str]:
    share = "" if each.share is None else f"  {100 * each.share:.1f} % of the suite"
    lines = [
        f"{_score(each.score)}  {printable(each.test_path)}{share}",
        f"       {printable(each.reason)}",
    ]
    shown = each.tests if each.is_part or n_cases is None else each.tests[:n_cases]
    names = (printable(test.node_id.partition("::")[2]) for test in shown[:n_cases])
    lines.extend(f"         {keep_end(name, _WIDTH)}" for name in names)
    return lines


def text_of_testers(report: TestersReportV1, *, show_all: bool = False) -> str:
    """Write the tests that reach a symbol, each with the path to it."""
    if not is_clear_seed(report.seed) and not report.testers and report.n_testers == 0 and report.warnings:
        unclear = unresolved_seed_lines(report.basis, report.seed)
        if unclear:
            return "\n".join([*unclear, *truncation_lines(report.truncation)]) + "\n"
    if show_all:
        return "\n".join(_tester_lines(report, None)) + "\n"
    forms = (_tester_lines(report, most) for most in range(_MAX_SHOWN, 2, -1))
    return "\n".join(first_that_fits(forms)) + "\n"


def _tester_lines(report: TestersReportV1, most: int | None) -> list[str]:
    lines = [
        f"{plural(report.n_testers, 'test')} in {plural(report.n_test_files, 'file')} reach {seed_text(report.seed)}",
        "",
    ]
    lines.extend(_tester_line(each) for each in report.testers[:most])
    if most is not None and len(report.testers) > most:
        lines.append(f"… {plural(len(report.testers) - most, 'more test')}: --all shows them")
    return [
        *lines,
        "",
        *truncation_lines(report.truncation),
        *basis_lines(report.basis),
        *warning_lines(report.warnings),
    ]


def _tester_line(each: TesterV1) -> str:
    through = () if each.witness_path is None else each.witness_path.nodes[1:-1]
    way = "" if not through else f"  through {' ← '.join(short_name(ref) for ref in through)}"
    return f"  {printable(each.node_id)}  {each.confidence:g}{way}"


def untested_text(report: UntestedReportV1, *, show_all: bool = False) -> str:
    """Write the functions that no test reaches, by file, with the test file to extend."""
    if show_all:
        return "\n".join(_untested_lines(report, None)) + "\n"
    forms = (_untested_lines(report, most) for most in range(_MAX_SHOWN, 2, -1))
    return "\n".join(first_that_fits(forms)) + "\n"


def _untested_lines(report: UntestedReportV1, most: int | None) -> list[str]:
    counts = report.counts
    what = "changed function" if report.is_of_change else "public function"
    if report.is_unfinished:
        lines = [
            f"which of {plural(counts.functions, what)} no test reaches is not known: a cap ended the search before all was reached",
        ]
    else:
        lines = [
            f"no test reaches {number(counts.untested)} of {plural(counts.functions, what)} ({plural(counts.test_files, 'test file')})",
        ]
    lines.append("")
    n_shown = 0
    for file, group in groupby(report.untested, key=lambda each: each.node.file or ""):
        entries = list(group)
        if most is not None and n_shown >= most:
            break
        lines.append(printable(file))
        for each in entries[: None if most is None else most - n_shown]:
            lines.append(_untested_line(each))
            n_shown += 1
    if n_shown < len(report.untested):
        lines.append(f"… {plural(len(report.untested) - n_shown, 'more function')}: --all shows them")
    return [
        *lines,
        "",
        *truncation_lines(report.truncation),
        *basis_lines(report.basis),
        *warning_lines(report.warnings),
    ]


def _untested_line(each: UntestedFunctionV1) -> str:
    extend = (
        ""
        if each.nearest is None
        else f"  extend {printable(each.nearest.test_path)}, which {each.nearest.reason}"
    )
    entry = (
        f"  ({', '.join(each.entry_points)}: tests may reach it without an edge)" if each.entry_points else ""
    )
    return f"{each.node.line or 0:>6}  {keep_end(short_name(each.node.ref), _WIDTH)}{entry}{extend}"


def _score(score: float) -> str:
    """Write a score; one that would look like none says that it is small."""
    return f"{score:5.2f}" if score >= _LEAST_SHOWN or not score else f"<{_LEAST_SHOWN}"


_LEAST_SHOWN = 0.01
