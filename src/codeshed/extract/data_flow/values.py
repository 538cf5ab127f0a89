"""What a value within a function is made of: parts, each with its source.

Turns: the values of operands → the value of an expression. `{"a": x, "b": f(y)}` has two parts: its field `a` comes from
`x`, its field `b` from the result of a call.
"""

import re
from collections.abc import Iterable
from typing import NamedTuple, TypeAlias

from codeshed.model.facts.data_flow import (
    ELEMENT,
    MAX_SOURCES,
    FlowForm,
    Place,
    PlaceKind,
    cut_fields,
    item_field,
    may_be_same_field,
)

_WHOLE, _START, _INSIDE = FlowForm.WHOLE, FlowForm.START, FlowForm.INSIDE
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:/{0,2}|/{2}")


class ValuePart(NamedTuple):
    """One part of a value: the field of the value in which it is, where it comes from, and where that is read.

    Without `fields` it is the value itself, or, by its form, a part of its text.
    """

    fields: tuple[str, ...]
    source: Place
    begin: int
    end: int
    form: FlowForm


Value: TypeAlias = tuple[ValuePart, ...]
"""The parts of a value; empty for a constant, and for what carries no data of its operands."""

NO_VALUE: Value = ()


def value_of(source: Place, begin: int, end: int) -> Value:
    """Return the value that is just its source."""
    return (ValuePart((), source, begin, end, _WHOLE),)


def get_field(value: Value, field: str, begin: int, end: int) -> Value:
    """Return the value of a field or element; the span is that of the whole access."""
    found = []
    for part in value:
        if part.fields:
            if may_be_same_field(part.fields[0], field):
                found.append(ValuePart(part.fields[1:], *part[1:]))
            continue
        kind, number, name, fields = (
            part.source.kind,
            part.source.number,
            part.source.name,
            part.source.fields,
        )
        source = Place(kind, number, name, cut_fields((*fields, field)))
        found.append(ValuePart((), source, begin, end, part.form))
    return tuple(found)


def get_item(value: Value, field: str) -> Value:
    """Return the value of an item; its span is that of what has it, since references name no items."""
    return tuple([item for part in value for item in get_field((part,), field, part.begin, part.end)])


def in_field(value: Value, field: str) -> Value:
    """Return the value of an object that has a value in a field."""
    return tuple([ValuePart(cut_fields((field, *part.fields)), *part[1:]) for part in value])


def spread_items(value: Value, begin: int, end: int) -> Value:
    """Return what `{**value}` has: the items of a value that is written out keep their keys."""
    return tuple(
        [
            part
            for each in value
            for part in (
                (each,) if each.fields else in_field(get_field((each,), ELEMENT, begin, end), ELEMENT)
            )
        ]
    )


def second_of_pairs(value: Value) -> Value:
    """Return the items of a dict that is made of a list of pairs."""
    second = (ELEMENT, item_field("1"))
    return tuple(
        [ValuePart((ELEMENT, *part.fields[2:]), *part[1:]) for part in value if part.fields[:2] == second]
    )


def end_of(value: Value, begin: int) -> int:
    """Return where the last part of a value that is stored was read, at least `begin`."""
    return max([begin, *(part.end for part in value)])


def without_fields(value: Value) -> Value:
    """Return the items of a value as parts of the value itself, as where a tuple is formatted into a text; attributes are not in it."""
    return tuple(
        [
            ValuePart((), *part[1:]) if part.fields else part
            for part in value
            if all(field.startswith("[") for field in part.fields)
        ]
    )


def in_text(value: Value, *, is_start: bool) -> Value:
    """Return the parts of a text that a value begins, or that has other text before it; elements of a list stay what they are."""
    form = _START if is_start else _INSIDE
    return tuple([part if part.fields or part.form >= form else ValuePart(*part[:4], form) for part in value])


def is_only_scheme(text: str | None) -> bool:
    """Whether a text is empty or a URL's scheme, so that what follows it decides where the URL leads."""
    return text is not None and (not text or _SCHEME.fullmatch(text) is not None)


def join_values(values: Iterable[Value]) -> tuple[Value, bool]:
    """Return the union of values, and whether it was cut at `MAX_SOURCES`."""
    parts = tuple(dict.fromkeys(part for value in values for part in value))
    return parts[:MAX_SOURCES], len(parts) > MAX_SOURCES


def is_variable(place: Place) -> bool:
    """Whether a source is an object that others see too, so that what is stored in it leaves the function."""
    return place.kind in {PlaceKind.PARAMETER, PlaceKind.NAME}
