"""The pytest plugin: `pytest --codeshed [REV]` runs the tests that matter for a change first, or only these.

Turns: collected tests + a difference → the same tests in another order, or some of them, with a report of what was left out. It is
loaded by every run of pytest where Codeshed is installed, so it imports nothing of Codeshed until it is asked to. Nothing is
deselected in silence: pytest counts what is deselected, and the summary names how many and why.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pytest

_UNCOMMITTED = "HEAD"
_REPORT = "codeshed-report"
_MODES = ("select", "reorder")
_BRACKET = "["


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options."""
    group = parser.getgroup("codeshed", "tests that matter for a change")
    group.addoption(
        "--codeshed",
        nargs="?",
        const=_UNCOMMITTED,
        default=None,
        metavar="REV",
        help="Run the tests that matter for what differs from REV, or for what is not committed; the best first.",
    )
    group.addoption(
        "--codeshed-mode",
        choices=_MODES,
        default="select",
        help="select: deselect all other tests. reorder: run all tests, those that matter first.",
    )
    group.addoption(
        "--codeshed-budget",
        default=None,
        metavar="B",
        help="Within a share of the suite (10%%), a time (3m) or a number (50).",
    )
    group.addoption(
        "--codeshed-max", type=int, default=None, metavar="N", help="How many test files to suggest."
    )
    group.addoption(
        "--codeshed-safe",
        action="store_true",
        help="All test files from which something leads to the change.",
    )


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Select or reorder the collected tests."""
    revision = config.getoption("--codeshed")
    if revision is None:
        return
    import pytest

    from codeshed import CodeshedError, open_project

    try:
        with open_project(config.rootpath) as project:
            answer = project.tests(
                diff=revision,
                max_files=config.getoption("--codeshed-max"),
                budget=config.getoption("--codeshed-budget"),
                safe=config.getoption("--codeshed-safe"),
                # What -m and -k of this run deselect, pytest knows.
                with_deselected=True,
            )
            report = answer.document
    except CodeshedError as error:
        raise pytest.UsageError(f"--codeshed: {error}") from None
    score_by_test, score_by_file = _scores(report)
    scores = [_score(item.nodeid, score_by_test, score_by_file) for item in items]
    order = sorted(range(len(items)), key=lambda place: -(scores[place] or -1.0))
    chosen = [items[place] for place in order if scores[place] is not None]
    others = [items[place] for place in sorted(order) if scores[place] is None]
    is_selecting = config.getoption("--codeshed-mode") == "select"
    if is_selecting and others:
        config.hook.pytest_deselected(items=others)
    items[:] = chosen if is_selecting else [*chosen, *others]
    lines = _summary(report, len(chosen), len(others), is_selecting=is_selecting)
    config.pluginmanager.register(_Summary(lines), _REPORT)


class _Summary:
    """The plugin that says at the end what was chosen, and why."""

    def __init__(self, lines: tuple[str, ...]) -> None:
        self._lines = lines

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:  # noqa: ANN401 - pytest's own class is private
        """Write it."""
        terminalreporter.section("codeshed")
        for line in self._lines:
            terminalreporter.write_line(line)


def _scores(report: Any) -> tuple[dict[str, float], dict[str, float]]:  # noqa: ANN401 - imported when it is asked for
    """Return scores by node id, and by file for files that run as a whole."""
    by_test = {test.node_id: test.score for each in report.suggestions for test in each.tests}
    by_file = {each.test_path: each.score for each in report.suggestions if not each.is_part}
    return by_test, by_file


def _score(node_id: str, by_test: dict[str, float], by_file: dict[str, float]) -> float | None:
    """Return the score of a collected test; parameters in brackets do not count."""
    plain = node_id.partition(_BRACKET)[0]
    path, _, name = plain.partition("::")
    found = by_test.get(plain)
    if found is None and path in by_file:
        # An inherited test is declared in another class: it counts as much as the least of its file.
        found = min(
            (value for key, value in by_test.items() if key.startswith(f"{path}::")), default=by_file[path]
        )
    if found is None and name and path not in by_file:
        last = name.rpartition("::")[2]
        inherited = [
            value
            for key, value in by_test.items()
            if key.startswith(f"{path}::") and key.endswith(f"::{last}")
        ]
        found = max(inherited, default=None)
    return found


def _summary(report: Any, n_chosen: int, n_others: int, *, is_selecting: bool) -> tuple[str, ...]:  # noqa: ANN401 - as above
    were = "was" if n_others == 1 else "were"
    verb = "deselected" if is_selecting else "run last"
    tests = "1 test matters" if n_chosen == 1 else f"{n_chosen} tests matter"
    files = "1 changed file" if len(report.changed) == 1 else f"{len(report.changed)} changed files"
    lines = [
        f"{tests} for {files}; {n_others} {'other' if n_others == 1 else 'others'} {were} {verb}",
        *(f"{each.score:5.2f} {each.test_path}  {each.reason}" for each in report.suggestions[:10]),
    ]
    if len(report.suggestions) > 10:  # noqa: PLR2004 - one screen
        lines.append(f"      … {len(report.suggestions) - 10} more test files")
    lines += [f"warning: {each.message}" for each in report.warnings]
    return tuple(lines)
