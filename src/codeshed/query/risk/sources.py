"""Where values begin that nobody vouches for.

Turns: a FlowTable + rules → the places of each function that are sources.
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from codeshed.model.facts.data_flow import Place, PlaceKind, member_of_field
from codeshed.model.risk.risk_rules import RiskSource
from codeshed.model.symbol_ids import last_name
from codeshed.query.risk.api_names import ApiName, ApiNames, plain_name
from codeshed.query.risk.compiled_rules import CompiledRules
from codeshed.query.risk.flow_table import FlowTable

_ANY_PARAMETER = "*"
_TAKEN_APART = "{}"
"""The name of a parameter that is a pattern: `({ body }, res) => …`."""

_CERTAIN = 100
READ_METHODS = frozenset({"get", "pop", "getenv"})
"""Methods that read a member by a constant name: `form.get("password")`."""


class FoundSource(NamedTuple):
    """A place that is a source; `name` is how the code or a rule calls it, the span is where it is read, if it is not a call."""

    source: RiskSource
    function: int
    place: Place
    name: str
    confidence: float
    begin: int = -1
    end: int = -1


class EntryPoint(NamedTuple):
    """A function that frameworks call: as what, and the names of the declared types of its parameters; `Enum` for enumerations."""

    kinds: tuple[str, ...]
    parameter_types: Mapping[str, tuple[str, ...]]


_NO_ENTRY = EntryPoint((), {})


class SourceFinder:
    """Finds sources; `entry_points` are known by their symbols."""

    def __init__(
        self,
        table: FlowTable,
        names: ApiNames,
        rules: CompiledRules,
        entry_points: Mapping[str, EntryPoint],
    ) -> None:
        self._table = table
        self._names = names
        self._rules = rules
        self._entry_points = entry_points

    def iter_sources(self, function: int) -> Iterator[FoundSource]:
        """Yield the sources of a function, each place once per rule of sources."""
        seen: set[tuple[str, Place]] = set()
        for found in self._iter_all(function):
            key = (found.source.id, found.place)
            if key not in seen and self._table.languages[function] in found.source.languages:
                seen.add(key)
                yield found

    def _iter_all(self, function: int) -> Iterator[FoundSource]:
        yield from self._iter_parameters(function)
        yield from self._iter_reads(function)
        yield from self._iter_calls(function)
        yield from self._iter_callbacks(function)

    def _iter_parameters(self, function: int) -> Iterator[FoundSource]:
        joined = self._table.functions[function]
        parameters = joined.summary.parameters
        kinds = self._entry_of(function).kinds
        for source in self._rules.parameter_sources if parameters else ():
            is_entry = not source.entry_points or any(kind in kinds for kind in source.entry_points)
            if source.functions and last_name(joined.symbol or "") not in source.functions:
                continue
            if is_entry and all(any(name in parameters for name in group) for group in source.beside):
                for place, name in self._parameters_of(function, source):
                    yield FoundSource(source, function, place, name, source.confidence)
        for number, parameter in enumerate(parameters):
            named = self._rules.field_sources.get(parameter)
            if named is not None:
                place = Place(PlaceKind.PARAMETER, number)
                yield FoundSource(named, function, place, parameter, named.confidence)

    def _entry_of(self, function: int) -> EntryPoint:
        return self._entry_points.get(self._table.functions[function].symbol or "", _NO_ENTRY)

    def _parameters_of(self, function: int, source: RiskSource) -> Iterator[tuple[Place, str]]:
        """Yield the parameters of a function that are a source, and their names with the fields."""
        fields_by_root = self._rules.source_parameters[source.id]
        types = self._entry_of(function).parameter_types if source.but_not_types else {}
        for number, parameter in enumerate(self._table.parameters(function)):
            plain = parameter.lstrip("*") or _TAKEN_APART
            named = types.get(plain, ())
            if plain in source.but_not or (named and all(each in source.but_not_types for each in named)):
                continue
            any_parameter = () if plain == _TAKEN_APART else fields_by_root.get(_ANY_PARAMETER, ())
            for fields in (*fields_by_root.get(plain, ()), *any_parameter):
                place = Place(PlaceKind.PARAMETER, number, "", fields)
                if not fields or self._is_read(function, place):
                    yield place, ".".join((*(() if plain == _TAKEN_APART else (plain,)), *fields))

    def _is_read(self, function: int, place: Place) -> bool:
        """Whether a function reads a field of a parameter, or hands it to a function inside of it."""
        fields = place.fields
        return any(
            flow.source.fields[: len(fields)] == fields
            or (flow.target.kind is PlaceKind.NAME and flow.source.fields == fields[:-1])
            for _, flow in self._table.flows_from(function, (int(place.kind), place.number, ""))
        )

    def _iter_reads(self, function: int) -> Iterator[FoundSource]:
        joined = self._table.functions[function]
        for number, flow in enumerate(joined.summary.flows):
            place = flow.source
            if place.kind is PlaceKind.FUNCTION or not (place.fields or place.kind is PlaceKind.NAME):
                continue
            for source, part, name in self._find_read(function, place, joined.sources.get(number)):
                confidence = source.confidence * name.confidence / _CERTAIN
                yield FoundSource(source, function, part, name.name, confidence, flow.begin, flow.end)

    def _find_read(
        self, function: int, place: Place, symbol: str | None
    ) -> Iterator[tuple[RiskSource, Place, ApiName]]:
        """Yield the sources that an access path is, or begins with, and that part of it."""
        fields, table = place.fields, self._rules.source_names
        for length, field in enumerate(fields, 1):
            member = member_of_field(field)
            named = self._rules.field_sources.get(member)
            if named is not None:
                yield named, _part(place, length), ApiName(member, _CERTAIN)
        last = None if symbol is None else symbol.rpartition(".")[2]
        if last is not None and table.may_name(last):
            for source, name in table.find((ApiName(plain_name(symbol or ""), _CERTAIN),)):
                length = fields.index(last) + 1 if last in fields else 0
                yield source, _part(place, length), name
        for length in range(len(fields) + 1):
            if table.may_name(fields[length - 1] if length else place.name):
                part = _part(place, length)
                for source, name in table.find(self._names.of_place(function, part)):
                    yield source, part, name

    def _iter_calls(self, function: int) -> Iterator[FoundSource]:
        joined = self._table.functions[function]
        table, rules = self._rules.source_calls, self._rules
        for number, call in enumerate(joined.summary.calls):
            if call.name in READ_METHODS and call.constants:
                named = rules.field_sources.get(call.constants[0][1])
                if named is not None:
                    place = Place(PlaceKind.RESULT, number)
                    yield FoundSource(named, function, place, call.constants[0][1], named.confidence)
            if not table.may_name(call.name) and not any(
                table.may_name(target.symbol.rpartition(".")[2]) for target in joined.targets.get(number, ())
            ):
                continue
            for source, name in table.find(self._names.of_call(function, number)):
                confidence = source.confidence * name.confidence / _CERTAIN
                place = Place(PlaceKind.RESULT, number)
                yield FoundSource(source, function, place, f"{name.name}()", confidence)

    def _iter_callbacks(self, function: int) -> Iterator[FoundSource]:
        """Yield the parameters of functions that calls of a function get."""
        table, joined = self._rules.callback_sources, self._table.functions[function]
        for number, call in enumerate(joined.summary.calls):
            if not table.may_name(call.name):
                continue
            constants = dict(call.constants)
            for (source, callback), name in table.find(self._names.of_call(function, number)):
                if any(constants.get(slot) != text for slot, text in callback.constants.items()):
                    continue
                for row in self._functions_passed_to(function, number):
                    if callback.parameter < len(self._table.parameters(row)):
                        place = Place(PlaceKind.PARAMETER, callback.parameter)
                        confidence = source.confidence * name.confidence / _CERTAIN
                        yield FoundSource(source, row, place, f"{name.name}()", confidence)

    def _functions_passed_to(self, function: int, call: int) -> list[int]:
        return [
            self._table.row_in_file(function, flow.source.number)
            for _, flow in self._table.flows_into_call(function, call)
            if flow.source.kind is PlaceKind.FUNCTION and flow.target.kind is PlaceKind.ARGUMENT
        ]


def _part(place: Place, length: int) -> Place:
    return Place(place.kind, place.number, place.name, place.fields[:length])
