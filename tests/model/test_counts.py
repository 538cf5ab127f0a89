"""One of something is no plural."""

from codeshed.model.answers.truncation import WarningRecord, cap_warnings
from codeshed.model.count_phrases import count_of, is_or_are


def test_one_and_many() -> None:
    assert [count_of(count, "file") for count in (0, 1, 2)] == ["0 files", "1 file", "2 files"]
    assert [is_or_are(count) for count in (1, 2)] == ["is", "are"]


def test_one_warning_that_is_not_shown() -> None:
    two = tuple(WarningRecord(code="X", message=str(place)) for place in range(2))
    assert cap_warnings(two, 1)[-1].message == "1 more warning is not shown"
