"""The summary of one function while it is made.

Turns: calls, and values that reach places → FunctionFlows. A source and a target are kept once.
"""

from codeshed.extract.data_flow.values import Value
from codeshed.model.facts.data_flow import (
    Flow,
    FlowCall,
    FlowForm,
    FunctionFlows,
    Place,
    PlaceKind,
    cut_fields,
)

MAX_KEPT_CONSTANT = 40
"""How long a constant argument may be to be kept."""

_MAX_FLOWS = 20_000
"""How many flows one function keeps; only data tables written as code have more."""


class _OpenCall:
    """A call whose arguments are being read."""

    __slots__ = ("begin", "constants", "end", "is_tested", "n_positional", "name")

    def __init__(self, begin: int, end: int, name: str) -> None:
        self.begin = begin
        self.end = end
        self.name = name
        self.n_positional = 0
        self.constants: list[tuple[str, str]] = []
        self.is_tested = False


class FunctionDraft:
    """One function: its calls by number, and its flows."""

    def __init__(self, begin: int, end: int, parent: int, parameters: tuple[str, ...]) -> None:
        self._begin = begin
        self._end = end
        self._parent = parent
        self._parameters = parameters
        self._calls: list[_OpenCall] = []
        self._flows: dict[tuple[Place, Place], tuple[int, int, FlowForm, int]] = {}
        self.is_cut = False

    def add_call(self, begin: int, end: int, name: str) -> int:
        """Add a call and return its number."""
        self._calls.append(_OpenCall(begin, end, name))
        return len(self._calls) - 1

    def set_positional(self, call: int, n_positional: int) -> None:
        """Say how many positional arguments a call has."""
        self._calls[call].n_positional = n_positional

    def add_constant(self, call: int, slot: str, text: str) -> None:
        """Add an argument that is a constant; long ones are not kept."""
        if len(text) <= MAX_KEPT_CONSTANT:
            self._calls[call].constants.append((slot, text))

    def mark_tested(self, value: Value) -> None:
        """Say that a condition depends on a value: calls whose result it is are tested."""
        for part in value:
            if part.source.kind is PlaceKind.RESULT and not part.source.fields:
                self._calls[part.source.number].is_tested = True

    def add_flows(  # noqa: PLR0917 - a place has four parts
        self,
        value: Value,
        kind: PlaceKind,
        number: int = 0,
        name: str = "",
        fields: tuple[str, ...] = (),
        stored_at: int = 0,
    ) -> None:
        """Add the flows of a value to a place; its parts in fields go to these fields of the place."""
        flows = self._flows
        for part in value:
            target = Place(kind, number, name, cut_fields((*fields, *part.fields)))
            if target == part.source:
                continue
            key = (part.source, target)
            known = flows.get(key)
            if known is None:
                if len(flows) >= _MAX_FLOWS:
                    self.is_cut = True
                    return
                flows[key] = (part.begin, part.end, part.form, stored_at)
            elif part.form < known[2]:
                flows[key] = (known[0], known[1], part.form, known[3])

    def finish(self) -> FunctionFlows:
        """Return the summary."""
        return FunctionFlows(
            begin=self._begin,
            end=self._end,
            parent=self._parent,
            parameters=self._parameters,
            calls=tuple(
                [
                    FlowCall(
                        call.begin,
                        call.end,
                        call.name,
                        call.n_positional,
                        tuple(call.constants),
                        call.is_tested,
                    )
                    for call in self._calls
                ]
            ),
            flows=tuple(
                [
                    Flow(source, target, begin, end, form, stored_at)
                    for (source, target), (begin, end, form, stored_at) in self._flows.items()
                ]
            ),
            is_cut=self.is_cut,
        )
