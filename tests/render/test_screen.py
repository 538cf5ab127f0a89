"""Answers that fit one screen."""

from codeshed.model.answers.truncation import TruncationRecord
from codeshed.render.layout.screen import SCREEN, first_that_fits
from codeshed.render.phrases.answer_phrases import truncation_lines


def test_the_first_form_that_fits_is_taken() -> None:
    forms = [["x"] * n_lines for n_lines in (SCREEN + 9, SCREEN + 1, SCREEN, 3)]
    assert len(first_that_fits(forms)) == SCREEN


def test_if_none_fits_the_shortest_is_taken() -> None:
    assert len(first_that_fits([["x"] * (SCREEN + 9), ["x"] * (SCREEN + 1)])) == SCREEN + 1


def test_a_cut_names_the_option_that_lifts_it() -> None:
    cut = TruncationRecord(
        scope="graph", cap="maxNodes", limit=20, observed=70, omitted=50, note="counts nodes"
    )
    assert truncation_lines([cut]) == [
        "CUT        maxNodes 20: 50 left out; counts nodes (--cap maxNodes=70)"
    ]
    told = TruncationRecord(
        scope="graph", cap="maxWarnings", limit=2, observed=3, omitted=1, note="see status"
    )
    assert truncation_lines([told]) == ["CUT        maxWarnings 2: 1 left out; see status"]


def test_work_that_is_missing_is_named_as_far_as_it_is_known() -> None:
    for limit, observed, option in (
        (10, 3003, "--cap maxWorkUnits=3003"),
        (10, 9, "--cap maxWorkUnits=5000000 or more"),
        (4_000_000, None, "--cap maxWorkUnits=8000000 or more"),
    ):
        cut = TruncationRecord(
            scope="graph", cap="maxWorkUnits", limit=limit, observed=observed, omitted=1, note="counts nodes"
        )
        assert truncation_lines([cut])[0].endswith(f"1 left out; counts nodes ({option})")
