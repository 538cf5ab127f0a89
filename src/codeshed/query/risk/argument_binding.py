"""Which parameter an argument of a call fills, and back.

Turns: a slot of a call + a function → its parameters; a parameter → the slots that fill it.
"""

from collections.abc import Iterator, Sequence

from codeshed.model.facts.data_flow import (
    ELEMENT,
    KEYWORD_REST,
    POSITIONAL_REST,
    THIS,
    PlaceKind,
    item_field,
    may_be_same_field,
    member_of_field,
)
from codeshed.model.risk.risk_rules import RECEIVER_SLOT
from codeshed.query.risk.flow_table import CallPlace, FlowTable

Fields = tuple[str, ...]


def has_receiver(table: FlowTable, place: CallPlace) -> bool:
    """Whether a call has an object before its dot."""
    flows = table.flows_into_call(place.function, place.call)
    return any(flow.target.kind is PlaceKind.RECEIVER for _, flow in flows)


def bind_argument(
    table: FlowTable, callee: int, slot: str, fields: Fields, *, passes_object: bool
) -> Iterator[tuple[int, Fields]]:
    """Yield the parameters that an argument fills, and where in them the value is that is in some fields of it.

    `passes_object`: the call passes `self` besides its arguments.
    """
    parameters = table.parameters(callee)
    shift = 1 if passes_object and table.passes_object(callee) else 0
    if slot == RECEIVER_SLOT:
        if shift or not table.declares_object(callee):
            yield (0 if shift else THIS), fields
    elif slot == KEYWORD_REST:
        yield from _spread_keywords(parameters, fields)
    elif slot.startswith(POSITIONAL_REST):
        yield from _spread_positions(parameters, int(slot.removeprefix(POSITIONAL_REST)) + shift, fields)
    elif slot.isdecimal():
        yield from _position(parameters, int(slot) + shift, fields)
    else:
        yield from _keyword(parameters, slot, fields)


def slots_of_parameter(
    table: FlowTable, function: int, parameter: int, *, passes_object: bool
) -> frozenset[str]:
    """Return the slots of a call that fill a parameter: its position and its name."""
    parameters = table.parameters(function)
    if not 0 <= parameter < len(parameters):
        return frozenset()
    shift = 1 if passes_object and table.passes_object(function) else 0
    return frozenset({str(parameter - shift), parameters[parameter]})


def _spread_positions(parameters: Sequence[str], first: int, fields: Fields) -> Iterator[tuple[int, Fields]]:
    """Yield the parameters that the elements of `*values` may fill: from a position on, up to a variadic one."""
    for number, name in enumerate(parameters):
        if name.startswith("**"):
            return
        if name.startswith("*"):
            yield number, fields
            return
        if number >= first and (not fields or may_be_same_field(fields[0], ELEMENT)):
            yield number, fields[1:]


def _spread_keywords(parameters: Sequence[str], fields: Fields) -> Iterator[tuple[int, Fields]]:
    """Yield the parameter that an item of `**values` fills if its key is known; else the one that takes all others."""
    key = member_of_field(fields[0]) if fields else ""
    if key in parameters:
        yield parameters.index(key), fields[1:]
        return
    yield from ((number, fields) for number, name in enumerate(parameters) if name.startswith("**"))


def _position(parameters: Sequence[str], position: int, fields: Fields) -> Iterator[tuple[int, Fields]]:
    for number, name in enumerate(parameters):
        if name.startswith("*") and not name.startswith("**") and position >= number:
            yield number, (ELEMENT, *fields)
            return
    if position < len(parameters) and not parameters[position].startswith("**"):
        yield position, fields


def _keyword(parameters: Sequence[str], name: str, fields: Fields) -> Iterator[tuple[int, Fields]]:
    if name in parameters:
        yield parameters.index(name), fields
        return
    for number, each in enumerate(parameters):
        if each.startswith("**"):
            yield number, (item_field(name), *fields)
