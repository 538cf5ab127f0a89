"""Which parameter an argument of a call fills, and back.

Turns: a slot of a call + a function → its parameters; a parameter → the slots that fill it.
"""

from collections.abc import Iterator, Sequence

from codeshed.model.facts.data_flow import ELEMENT, KEYWORD_REST, POSITIONAL_REST, THIS, PlaceKind
from codeshed.model.risk.risk_rules import RECEIVER_SLOT
from codeshed.query.risk.flow_table import CallPlace, FlowTable

_Bound = tuple[int, tuple[str, ...]]
"""The number of a parameter, and the field of it that the argument becomes."""


def has_receiver(table: FlowTable, place: CallPlace) -> bool:
    """Whether a call has an object before its dot."""
    flows = table.flows_into_call(place.function, place.call)
    return any(flow.target.kind is PlaceKind.RECEIVER for _, flow in flows)


def bind_argument(
    table: FlowTable, callee: int, slot: str, *, passes_object: bool
) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Yield the parameters that an argument fills; `passes_object`: the call passes `self` besides its arguments."""
    parameters = table.parameters(callee)
    shift = 1 if passes_object and table.passes_object(callee) else 0
    if slot == RECEIVER_SLOT:
        if shift or not table.declares_object(callee):
            yield (0 if shift else THIS), ()
    elif slot == POSITIONAL_REST:
        yield from _spread_positions(parameters, shift)
    elif slot == KEYWORD_REST:
        yield from ((number, ()) for number, name in enumerate(parameters) if name.startswith("**"))
    elif slot.isdecimal():
        yield from _position(parameters, int(slot) + shift)
    else:
        yield from _keyword(parameters, slot)


def slots_of_parameter(
    table: FlowTable, function: int, parameter: int, *, passes_object: bool
) -> frozenset[str]:
    """Return the slots of a call that fill a parameter: its position and its name."""
    parameters = table.parameters(function)
    if not 0 <= parameter < len(parameters):
        return frozenset()
    shift = 1 if passes_object and table.passes_object(function) else 0
    return frozenset({str(parameter - shift), parameters[parameter]})


def _spread_positions(parameters: Sequence[str], shift: int) -> Iterator[_Bound]:
    """Yield the parameters that the elements of `*values` may fill."""
    for number, name in enumerate(parameters[shift:], shift):
        if name.startswith("*"):
            return
        yield number, ()


def _position(parameters: Sequence[str], position: int) -> Iterator[_Bound]:
    for number, name in enumerate(parameters):
        if name.startswith("*") and not name.startswith("**") and position >= number:
            yield number, (ELEMENT,)
            return
    if position < len(parameters) and not parameters[position].startswith("**"):
        yield position, ()


def _keyword(parameters: Sequence[str], name: str) -> Iterator[_Bound]:
    if name in parameters:
        yield parameters.index(name), ()
        return
    yield from ((number, (name,)) for number, each in enumerate(parameters) if each.startswith("**"))
