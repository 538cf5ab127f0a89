"""The statement around a place, by indentation."""

import textwrap

import pytest

from codeshed.context.statement_lines import MAX_STATEMENT_LINES, statement_around

_SUITE = """
describe("sum", () => {
  const one = 1

  it("adds", () => {
    expect(
      sum(one, 2)
    ).toBe(3)

    // twice
    sum(2, 2)
  })
})
sum(0, 0)
"""

_MAIN = """
import sys

if len(sys.argv) > 1:
    run()
elif sys.argv:
# nothing was said
    main(
        1,
    )
else:
    stop()

TABLE = {
    "a": main,
}
"""


def around(text: str, line: int, **others: object) -> str:
    lines = textwrap.dedent(text).strip("\n").split("\n")
    first, last = statement_around(lines, line, line, **others)  # type: ignore[arg-type]
    return f"{first}-{last}"


@pytest.mark.parametrize(
    ("text", "line", "lines"),
    [
        (_SUITE, 6, "1-12"),
        (_SUITE, 13, "13-13"),
        (_MAIN, 4, "3-11"),
        (_MAIN, 7, "3-11"),
        (_MAIN, 14, "13-15"),
        (_MAIN, 1, "1-1"),
    ],
)
def test_all_of_a_short_statement(text: str, line: int, lines: str) -> None:
    assert around(text, line) == lines


def test_of_a_long_one_what_is_right_around_the_place() -> None:
    others = "".join(f"\n  other({number})" for number in range(MAX_STATEMENT_LINES))
    long = _SUITE.replace("const one = 1", f"const one = 1{others}\n")
    n_more = MAX_STATEMENT_LINES + 1
    assert around(long, 6 + n_more) == f"{4 + n_more}-{11 + n_more}"


def test_blank_lines_do_not_make_a_long_one_short() -> None:
    body = "\n".join("" if number % 2 else "  x()" for number in range(MAX_STATEMENT_LINES + 3))
    assert around(f"f(() => {{\n{body}\n  sum()\n}})", 2) == "2-2"


def test_what_stands_apart_is_not_part_of_it() -> None:
    assert around(_SUITE, 6, apart=[(1, 12)]) == "4-11"


def test_a_place_that_is_not_there() -> None:
    assert statement_around(["x"], 7, 9) == (1, 1)
