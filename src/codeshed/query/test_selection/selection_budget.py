"""Which suggested tests fit into a budget, by their number or by the time they took last.

Turns: suggestions + TestBudget + TestTimes → the suggestions within it, the best tests first, and what is left out.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Literal

import msgspec
from msgspec.structs import replace

from codeshed.errors import InvalidOptionError
from codeshed.model.test_files import TestFile
from codeshed.query.test_selection.selected_tests import SuggestedTestV1, TestBudgetV1, TestCaseV1

_BUDGET = re.compile(r"(?P<number>\d+(?:\.\d+)?)\s*(?P<unit>%|s|m|min|h|tests?)?")
_SECONDS = {"s": 1.0, "m": 60.0, "min": 60.0, "h": 3600.0}
_MAX_NAMED = 20


class TestBudget(msgspec.Struct, frozen=True, kw_only=True):
    """A budget as it was written, and what it means: a percentage of the suite, seconds, or a number of tests."""

    __test__ = False

    text: str
    amount: float
    unit: Literal["percent", "seconds", "tests"]


class TestTimes(msgspec.Struct, frozen=True, kw_only=True):
    """Seconds by node id, without the part in brackets that parameters give it, and by file; `source` is the file they are from."""

    __test__ = False

    source: str
    by_test: Mapping[str, float]
    by_file: Mapping[str, float]

    @property
    def total(self) -> float:
        """The seconds of the whole suite."""
        return sum(self.by_file.values())

    def with_seconds(self, test: TestCaseV1) -> TestCaseV1:
        """Return a test with its time."""
        return replace(test, seconds=self.by_test.get(test.node_id))


def parse_budget(text: str) -> TestBudget:
    """Return a budget: `10%`, `90s`, `3m`, `50` or `50 tests`."""
    match = _BUDGET.fullmatch(text.strip())
    if match is None or float(match["number"]) <= 0:
        raise InvalidOptionError(
            f"{text!r} is no budget",
            hint="write a share of the suite, a time or a number of tests: 10%, 3m, 50",
        )
    number, unit = float(match["number"]), match["unit"] or "tests"
    if unit == "%":
        return TestBudget(text=text, amount=min(number, 100.0), unit="percent")
    if unit in _SECONDS:
        return TestBudget(text=text, amount=number * _SECONDS[unit], unit="seconds")
    return TestBudget(text=text, amount=number, unit="tests")


def within_budget(
    suggestions: Sequence[SuggestedTestV1],
    budget: TestBudget,
    tests: Mapping[str, TestFile],
    times: TestTimes | None,
) -> tuple[tuple[SuggestedTestV1, ...], TestBudgetV1]:
    """Return the suggestions with the best tests that fit, and what was left out."""
    if budget.unit == "seconds" and times is None:
        raise InvalidOptionError(
            f"how long tests take is not known, so {budget.text!r} cannot be kept",
            hint="give a share of the suite such as --budget 10%, or leave the times of a run: "
            "pytest --junit-xml=junit.xml, or .test_durations of pytest-split",
        )
    is_timed = times is not None and budget.unit != "tests"
    n_tests = sum(len(each.tests) for each in tests.values())
    known = times.by_test if times is not None else {}
    average = sum(known.values()) / len(known) if known else 1.0
    total = times.total if times is not None and is_timed else float(n_tests)
    limit = total * budget.amount / 100 if budget.unit == "percent" else budget.amount
    if not is_timed:
        limit = max(1.0, float(int(limit + 0.5)))
    in_order = sorted(
        ((test, place) for place, each in enumerate(suggestions) for test in each.tests),
        key=lambda pair: (-pair[0].score, pair[1]),
    )
    used, n_untimed = 0.0, 0
    kept: dict[int, list[TestCaseV1]] = {}
    left: list[str] = []
    for test, place in in_order:
        seconds = known.get(test.node_id)
        cost = (average if seconds is None else seconds) if is_timed else 1.0
        if used + cost <= limit + 1e-9:
            used += cost
            n_untimed += is_timed and seconds is None
            kept.setdefault(place, []).append(test)
        else:
            left.append(test.node_id)
    found = tuple(
        replace(each, tests=tuple(kept[place]), is_part=len(kept[place]) < each.n_tests)
        for place, each in enumerate(suggestions)
        if place in kept
    )
    return found, TestBudgetV1(
        requested=budget.text,
        unit="seconds" if is_timed else "tests",
        limit=round(limit, 3),
        used=round(used, 3),
        n_left_out=len(left),
        left_out=tuple(left[:_MAX_NAMED]),
        n_untimed=n_untimed,
    )
