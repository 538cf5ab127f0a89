"""Types as they are written: what does not depend on other files' lines."""

import pytest

from codeshed.types.type_text import iter_dotted_names, normalized_type_text, union_members


@pytest.mark.parametrize(
    ("text", "members"),
    [
        ("int", ["int"]),
        ("int | None", ["int", "None"]),
        (
            "dict[str, a.B | None] | (() -> int | None) | c.D",
            ["dict[str, a.B | None]", "(() -> int | None)", "c.D"],
        ),
        ("(x: int | str) -> int | None", ["(x: int | str) -> int | None"]),
        ("[T: a.B](x: T) -> T | None", ["[T: a.B](x: T) -> T | None"]),
    ],
)
def test_members_of_unions(text: str, members: list[str]) -> None:
    assert union_members(text) == members


@pytest.mark.parametrize(
    ("text", "settled"),
    [
        ("list[a.B]", "list[a.B]"),
        ("b.C | a.C", "a.C | b.C"),
        ("None | b.C | a.C", "a.C | b.C | None"),
        ("tuple[b.C | a.C, dict[str, z.Z | (() -> b.C | a.C)]]", "tuple[a.C | b.C, dict[str, (() -> a.C | b.C) | z.Z]]"),
        ("(q: b.C | a.C = ..., *, r: None | int) -> b.C | a.C", "(q: a.C | b.C = ..., *, r: int | None) -> a.C | b.C"),
        ("[T: b.C | a.C](x: T) -> T", "[T: a.C | b.C](x: T) -> T"),
        ("Overload[\n  (x: int) -> b.C | a.C\n  (x: str) -> b.C\n]", "Overload[\n  (x: int) -> a.C | b.C\n  (x: str) -> b.C\n]"),
        ("typing.Literal['b | a]'] | None | a.C", "a.C | typing.Literal['b | a]'] | None"),
        ("typing.Literal['it\\'s | x', \"[\"] | a.C", "a.C | typing.Literal['it\\'s | x', \"[\"]"),
        ("type[m.C@596:11-29] | type[m.C@6:1-7:2] | x.T@f", "type[m.C] | type[m.C] | x.T@f"),
        ("Unknown | dict[@65890, @7]", "Unknown | dict[Unknown, Unknown]"),
        ("list[b.C | a.C", "list[a.C | b.C"),
        ("b.C | a.C]", "a.C] | b.C"),
        ("None", "None"),
    ],
)  # fmt: skip
def test_settled(text: str, settled: str) -> None:
    assert normalized_type_text(text) == settled
    assert normalized_type_text(settled) == settled


def test_a_deep_type_is_settled() -> None:
    text = "list[" * 5000 + "b.C | a.C" + "]" * 5000
    assert normalized_type_text(text) == text.replace("b.C | a.C", "a.C | b.C")


def test_dotted_names() -> None:
    text = "dict[str, shop.cart.Cart] | (x: a.B) -> 0001_init.M | m.0002-x.Y | Module[a.b]"
    assert list(iter_dotted_names(text)) == ["shop.cart.Cart", "a.B", "0001_init.M", "m.0002-x.Y", "a.b"]
