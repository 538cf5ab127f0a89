"""The arguments of test runners."""

import re

import pytest

from codeshed.model.answers.answer_basis import IndexIdentity, basis_of
from codeshed.model.answers.answer_graph import VERSION
from codeshed.model.answers.caps import caps_of
from codeshed.query.test_selection.selected_tests import (
    SuggestedTestV1,
    SuggestTestsReportV1,
    TestCaseV1,
    TestSelectionStats,
)
from codeshed.render.test_commands import runner_text

ENDINGS = {"go": "_test.go", "phpunit": "Test.php", "gradle": "Test.java", "dotnet": "Tests.cs"}


def arguments(runner: str) -> list[str]:
    """Return the arguments for a part of one test file and the whole of another."""
    paths = {name: f"{folder}{name}{ENDINGS[runner]}" for folder, name in (("a/", "Cart"), ("", "Shop"))}
    suggestions = tuple(
        SuggestedTestV1(
            test_path=path,
            score=1.0,
            reason="",
            tests=(
                TestCaseV1(node_id=f"{path}::{name}Test::testOne", score=1.0),
                TestCaseV1(node_id=f"{path}::{name}Test::testTwo", score=1.0),
            ),
            n_tests=2,
            is_part=name == "Cart",
        )
        for name, path in paths.items()
    )
    stats = TestSelectionStats(
        test_files=2,
        tests=4,
        reached_files=0,
        suggested_files=2,
        suggested_tests=4,
        commits=0,
        work_units_used=0,
    )
    basis = basis_of((), caps_of("default"), IndexIdentity())
    report = SuggestTestsReportV1(
        version=VERSION, changed=(), suggestions=suggestions, basis=basis, stats=stats
    )
    return runner_text(report, runner).splitlines()


@pytest.mark.parametrize(
    ("runner", "expected"),
    [
        ("go", ["-run=^(testOne|testTwo)$", "./a", "."]),
        ("phpunit", ["--filter=/\\b(CartTest::(testOne|testTwo)(\\s|$)|ShopTest::)/"]),
        ("gradle", ["--tests=*CartTest.testOne", "--tests=*CartTest.testTwo", "--tests=*ShopTest"]),
        (
            "dotnet",
            [
                "--filter",
                "|".join(
                    f"FullyQualifiedName~{name}Test.test{number}"
                    for name in ("Cart", "Shop")
                    for number in ("One", "Two")
                ),
            ],
        ),
    ],
)
def test_arguments_need_no_quotes(runner: str, expected: list[str]) -> None:
    assert arguments(runner) == expected
    assert not any(set(each) & set("\"' ") for each in expected)


def test_the_filter_of_phpunit_takes_the_chosen_tests_alone() -> None:
    pattern = arguments("phpunit")[0].removeprefix("--filter=").strip("/")
    names = ("App\\CartTest::testOne", "CartTest::testTwo with data set #0", "ShopTest::testOther")
    others = ("CartTest::testOneMore", "App\\OtherCartTest::testOne")
    assert all(re.search(pattern, each) for each in names)
    assert not any(re.search(pattern, each) for each in others)
