"""The path of a flow, as people can follow it in the code.

Turns: a Trace and a SinkHit → the points that the value passes, each with its place and what happens there.
"""

from itertools import pairwise
from typing import NamedTuple

from codeshed.model.facts.data_flow import PlaceKind
from codeshed.query.risk.flow_table import CallPlace, FlowTable
from codeshed.query.risk.propagation import SinkHit, Trace
from codeshed.query.risk.sources import FoundSource


class WitnessPoint(NamedTuple):
    """A place that a value passes: its function, its bytes in the file, the call if it is one, and what happens."""

    function: int
    begin: int
    end: int
    call: int | None
    event: str


def witness_points(
    table: FlowTable, source: FoundSource, trace: Trace, hit: SinkHit
) -> tuple[WitnessPoint, ...]:
    """Return the points from the source to the sink, each place once in a row."""
    numbers = []
    number = hit.last
    while number >= 0:
        numbers.append(number)
        number = trace.steps[number].before
    numbers.reverse()
    points: list[WitnessPoint] = []
    for before, after in pairwise(numbers):
        via = trace.steps[after].via
        if via is None:
            continue
        one, other = trace.steps[before].function, trace.steps[after].function
        event = "passes on" if one == other else "enters" if via.function == one else "returns"
        points.append(_call_point(table, via, event))
    points.append(_call_point(table, CallPlace(hit.function, hit.call), "ends"))
    read = trace.steps[numbers[1]].read if len(numbers) > 1 else hit.read
    points.insert(0, _source_point(table, source, points[0], read))
    return tuple(
        point for place, point in enumerate(points) if not place or point[:4] != points[place - 1][:4]
    )


def _call_point(table: FlowTable, place: CallPlace, event: str) -> WitnessPoint:
    call = table.functions[place.function].summary.calls[place.call]
    return WitnessPoint(place.function, call.begin, call.end, place.call, event)


def _source_point(
    table: FlowTable, source: FoundSource, following: WitnessPoint, read: tuple[int, int]
) -> WitnessPoint:
    """Return where a source is read: at `read` if that is one, else of a parameter the read that is nearest before what follows."""
    function, place = source.function, source.place
    if place.kind is PlaceKind.RESULT:
        return _call_point(table, CallPlace(function, place.number), "begins")
    begin, end = source.begin, source.end
    if begin < 0:
        summary = table.functions[function].summary
        reads = sorted(
            (flow.begin, flow.end)
            for _, flow in table.flows_from(function, (int(place.kind), place.number, place.name))
            if flow.source.fields[: len(place.fields)] == place.fields
        )
        before = (
            [read]
            if read in reads
            else [each for each in reads if each[0] < following.end and function == following.function]
        )
        begin, end = (before[-1:] or reads[:1] or [(summary.begin, summary.begin)])[0]
    return WitnessPoint(function, begin, end, None, "begins")
