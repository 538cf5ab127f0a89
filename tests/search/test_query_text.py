"""A query is read as people write one."""

import pytest

from codeshed.search.query_text import MAX_QUERY_CHARACTERS, Frame, NamedPath, read_query

_ISSUE = """Cart.total is wrong for `empty_cart`

### Describe the bug
After upgrading to 2.3.1 on Python 3.11.4 the total of #1234 is None, see https://example.org/docs/cart.html

- [x] I have searched the issues

```
Traceback (most recent call last):
  File "/home/me/app.py", line 3, in <module>
    main()
  File "/home/me/shop/cart.py", line 12, in total
    raise ValueError("basket 7 is empty")
ValueError: basket 7 is empty
```
"""


def test_an_issue_is_read_apart() -> None:
    query = read_query(_ISSUE)
    assert {"cart", "total", "wrong", "emptycart"} <= query.title_terms.keys()
    assert "basket" in query.terms
    assert query.terms.keys().isdisjoint({"describ", "exampl", "1234", "search", "http"})
    assert query.frames == (
        Frame("/home/me/shop/cart.py", 12, "total"),
        Frame("/home/me/app.py", 3, "<module>"),
    )
    assert {"Cart.total", "empty_cart"} <= {*query.names}
    assert any(message.startswith("basket") and "7" not in message for message in query.messages)


@pytest.mark.parametrize(
    ("text", "frame"),
    [
        ("    at Cart.total (/app/src/cart.ts:12:5)", Frame("/app/src/cart.ts", 12, "Cart.total")),
        ("\tat shop.Cart.total(Cart.java:12)", None),
        ("    at src/cart.rs:12:5", Frame("src/cart.rs", 12, "")),
        ("from lib/cart.rb:12:in `total'", Frame("lib/cart.rb", 12, "total")),
    ],
)
def test_frames_of_other_languages_are_read(text: str, frame: Frame | None) -> None:
    assert read_query(f"it fails\n{text}\n").frames == (() if frame is None else (frame,))


def test_paths_have_lines_and_tests() -> None:
    query = read_query(
        "see ./shop/cart.py:12 and tests/test_cart.py::TestCart::test_total, not cart.pyx or e.g."
    )
    assert query.paths == (
        NamedPath("shop/cart.py", 12, ""),
        NamedPath("tests/test_cart.py", None, "TestCart.test_total"),
    )


@pytest.mark.parametrize(
    ("title", "scope"),
    [
        ("parser: wrong line", {"parser"}),
        ("fix(parser): wrong line", {"parser"}),
        ("[parser] wrong line", {"parser"}),
        ("fix: wrong line", set()),
        ("a long sentence about it: wrong line", set()),
        ("wrong line", set()),
    ],
)
def test_a_title_may_begin_with_the_part_that_it_is_about(title: str, scope: set[str]) -> None:
    query = read_query(title)
    assert query.scope == scope
    assert {"wrong", "lin", *scope} <= query.title_terms.keys()


def test_a_long_query_is_cut_and_says_so() -> None:
    assert read_query("word " * MAX_QUERY_CHARACTERS).is_cut
    many = read_query(" ".join(f"word{chr(97 + n % 26)}{chr(97 + n // 26)}" for n in range(300)))
    assert many.n_terms_omitted == 180


@pytest.mark.parametrize(
    "text", ["", "   ", "the of", "\0", "`" * 5000, "a." * 5000, "(" * 5000, "/" * 5000, '"' * 999]
)
def test_odd_queries_are_read(text: str) -> None:
    assert len(read_query(text).terms) <= 2


@pytest.mark.parametrize(
    "line",
    [
        "2024-01-03 12:33:12,123 WARNING shop.cart: cannot read '/home/me/cart.toml': no permission",
        "[2024-03-01 10:00:01] ERROR cannot read '/home/me/cart.toml': no permission",
        "12:00:01 ERROR [main] o.shop.Cart - cannot read '/home/me/cart.toml': no permission",
        "[error] cannot read '/home/me/cart.toml': no permission",
        "INFO  shop - ready to serve\nERROR: cannot read '/home/me/cart.toml': no permission",
    ],
)
def test_log_lines_have_messages(line: str) -> None:
    (message, *_) = [each for each in read_query(f"it fails\n{line}\n").messages if "home" not in each]
    assert message.split() == ["cannot", "read", ":", "no", "permission"]
