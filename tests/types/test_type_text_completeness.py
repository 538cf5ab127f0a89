"""Where the text of a type and the engine's answer say all that it knows."""

import pytest

from codeshed.model.facts.type_facts import TypeFact
from codeshed.types.type_text_completeness import (
    complete_type_text,
    is_same_type,
    is_text_complete,
    may_name_type_variables,
    return_type_in,
)


@pytest.mark.parametrize(
    ("fact", "plain"),
    [
        (TypeFact("None"), True),
        (TypeFact("list[float | None]"), True),
        (TypeFact("shop.Cart"), False),
        (TypeFact("list[shop.Cart]"), False),
        (TypeFact("str"), False),
        (TypeFact("() -> None"), False),
    ],
)
def test_plain(fact: TypeFact, *, plain: bool) -> None:
    assert is_text_complete(fact) is plain


@pytest.mark.parametrize(
    ("answer", "result"),
    [
        ("(x: Unknown) -> str", "str"),
        ("(x: (int) -> str, y: tuple[()] = ...) -> list[str]", "list[str]"),
        ("() -> () -> str", "() -> str"),
        ("str | None", "str | None"),
        ("(() -> str) | None", "(() -> str) | None"),
        ("(unclosed -> str", "(unclosed -> str"),
    ],
)
def test_result(answer: str, result: str) -> None:
    assert return_type_in(answer) == result


@pytest.mark.parametrize(
    ("answer", "completed"),
    [
        ("str", "str"),
        ("str | int | None", "int | str | None"),
        ("Receiver_12 | C", "C | Receiver_"),
        ("tuple[int, *tuple[str, ...], tuple[()]]", "tuple[int, *tuple[str, ...], tuple[()]]"),
        ("dict[Unknown, str]", "dict[Unknown, str]"),
        ("dict[str, str]", None),
        ("list[Literal['a']]", None),
        ("Literal[1]", None),
        ("LiteralString", None),
        ("Module[os]", None),
        ("type[Cart]", None),
        ("(() -> str) | None", None),
        ("A & B", None),
        ("Q@C", None),
        ("Unknown", None),
    ],
)
def test_answers_are_completed(answer: str, completed: str | None) -> None:
    assert complete_type_text(answer) == completed


def test_type_variables() -> None:
    assert not may_name_type_variables(TypeFact("dict[str, shop.Cart | None]"))
    assert may_name_type_variables(TypeFact("list[T]"))
    assert may_name_type_variables(TypeFact("Q@shop.Box"))


def test_same_type() -> None:
    assert is_same_type(TypeFact("shop.Cart | typing.Any"), "Cart | Any", "")
    assert is_same_type(TypeFact("list[shop.Cart]"), "list[Receiver_]", "Cart")
    assert not is_same_type(TypeFact("shop.Cart"), "Cart | None", "")
    assert not is_same_type(TypeFact("shop.Cart"), "Receiver_", "Basket")
