"""The data-flow summaries of all documents, with what looks them up.

Turns: DocumentFlows → functions by number and symbol, flows by source, callers, readers of variables.
"""

from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple

from codeshed.model.document_flows import DocumentFlows, JoinedFlows
from codeshed.model.facts.data_flow import MODULE_FUNCTION, THIS, Flow, PlaceKind
from codeshed.model.languages.language import language_of_path
from codeshed.model.languages.language_traits import traits_of
from codeshed.model.symbol_ids import EXTERNAL_PREFIX, member_symbol

SourceKey = tuple[int, int, str]
"""Kind, number and name of a place, without its fields."""

_CONSTRUCTORS = ("__init__", "constructor", "__new__")
_SELF = frozenset({"self", "cls"})
_MAX_CHAIN = 4
"""How many calls in a chain are compared: `args.get("a").strip().lower()`."""

_INTO_CALLS = frozenset({PlaceKind.RECEIVER, PlaceKind.CALLEE, PlaceKind.ARGUMENT})


class CallPlace(NamedTuple):
    """A call: the row of the function that it is in, and its number there."""

    function: int
    call: int


class FlowTable:
    """All functions of an index as rows, in the order of paths and numbers."""

    def __init__(self, documents: Iterable[DocumentFlows]) -> None:
        self.functions: list[JoinedFlows] = []
        self.paths: list[str] = []
        self.languages: list[str] = []
        self._first_rows: list[int] = []
        self._row_by_symbol: dict[str, int] = {}
        for document in documents:
            first = len(self.functions)
            language = language_of_path(document.path) or ""
            for joined in document.functions:
                if joined.symbol is not None:
                    self._row_by_symbol.setdefault(joined.symbol, len(self.functions))
                self.functions.append(joined)
                self.paths.append(document.path)
                self.languages.append(language)
                self._first_rows.append(first)
        self._flows_by_source: dict[int, dict[SourceKey, list[int]]] = {}
        self._flows_by_call: dict[int, dict[int, list[int]]] = {}
        self._variable_readers: dict[int, dict[tuple[int, str], list[int]]] = {}
        self._callers: dict[int, list[CallPlace]] | None = None
        self._readers_elsewhere: dict[str, list[tuple[int, int]]] | None = None
        self._methods_by_owner: dict[str, list[int]] | None = None

    def row_in_file(self, function: int, number: int) -> int:
        """Return the row of a function by its number in the file of another one."""
        return self._first_rows[function] + number

    def number_in_file(self, function: int) -> int:
        """Return the number of a function in its file."""
        return function - self._first_rows[function]

    def parameters(self, function: int) -> tuple[str, ...]:
        """Return the names of a function's parameters."""
        return self.functions[function].summary.parameters

    def flows_from(self, function: int, key: SourceKey) -> list[tuple[int, Flow]]:
        """Return the flows of a function whose source is a place or a field of it."""
        by_source = self._flows_by_source.get(function)
        flows = self.functions[function].summary.flows
        if by_source is None:
            by_source = {}
            for number, flow in enumerate(flows):
                source = flow.source
                by_source.setdefault((int(source.kind), source.number, source.name), []).append(number)
            self._flows_by_source[function] = by_source
        return [(number, flows[number]) for number in by_source.get(key, ())]

    def flows_into_call(self, function: int, call: int) -> list[tuple[int, Flow]]:
        """Return the flows of a function that end in a call: its object, what is called, its arguments."""
        by_call = self._flows_by_call.get(function)
        flows = self.functions[function].summary.flows
        if by_call is None:
            by_call = {}
            for number, flow in enumerate(flows):
                if flow.target.kind in _INTO_CALLS:
                    by_call.setdefault(flow.target.number, []).append(number)
            self._flows_by_call[function] = by_call
        return [(number, flows[number]) for number in by_call.get(call, ())]

    def calls_like(self, function: int, call: int) -> list[int]:
        """Return a call and those of the same function that are written like it, with constants only: `args.get("a")`."""
        n_calls = len(self.functions[function].summary.calls)
        return [each for each in range(n_calls) if each == call or self._are_alike(function, each, call, 0)]

    def _are_alike(self, function: int, one: int, other: int, depth: int) -> bool:
        """Whether two calls have the same name and constants, no other arguments, and objects that are read alike."""
        calls = self.functions[function].summary.calls
        first, second = calls[one], calls[other]
        n_positions = sum(slot.isdecimal() for slot, _ in first.constants)
        if (first.name, first.constants) != (second.name, second.constants) or depth > _MAX_CHAIN:
            return False
        if not first.n_positional == second.n_positional == n_positions:
            return False
        ones, others = self.flows_into_call(function, one), self.flows_into_call(function, other)
        if len(ones) != 1 or len(others) != 1:
            return False
        (_, read), (_, again) = ones[0], others[0]
        if read.target.kind is not PlaceKind.RECEIVER or again.target.kind is not PlaceKind.RECEIVER:
            return False
        if read.source.kind is PlaceKind.RESULT and again.source.kind is PlaceKind.RESULT:
            inner = (read.source.number, again.source.number)
            is_same = inner[0] == inner[1] or self._are_alike(function, *inner, depth + 1)
            return is_same and read.source.fields == again.source.fields
        return read.source == again.source

    def find_called(self, symbol: str) -> tuple[int, bool] | None:
        """Return the row of the function that a call of a symbol runs, and whether it is a constructor of it."""
        row = self._row_by_symbol.get(symbol)
        if row is not None:
            return row, False
        if symbol.startswith(EXTERNAL_PREFIX):
            return None
        for name in _CONSTRUCTORS:
            row = self._row_by_symbol.get(member_symbol(symbol, name))
            if row is not None:
                return row, True
        return None

    def passes_object(self, function: int) -> bool:
        """Whether the first parameter of a function is the object that a call has before its dot: `self` in Python."""
        parameters = self.parameters(function)
        return bool(parameters) and parameters[0] in _SELF and self.declares_object(function)

    def declares_object(self, function: int) -> bool:
        """Whether methods of the function's language declare their own object as a parameter."""
        return traits_of(self.languages[function]).declares_receiver

    def self_parameter(self, function: int) -> int:
        """Return the number of the parameter that is the own object."""
        return 0 if self.passes_object(function) else THIS

    def callers(self, function: int) -> list[CallPlace]:
        """Return the calls that may run a function."""
        if self._callers is None:
            self._callers = defaultdict(list)
            for row, joined in enumerate(self.functions):
                for call, targets in joined.targets.items():
                    for target in targets:
                        found = self.find_called(target.symbol)
                        if found is not None and not found[1]:
                            self._callers[found[0]].append(CallPlace(row, call))
        return self._callers.get(function, [])

    def readers(self, function: int, owner: int, name: str) -> list[int]:
        """Return the functions of a file that read the variable of one of its functions."""
        first = self._first_rows[function]
        readers = self._variable_readers.get(first)
        if readers is None:
            readers = {}
            row = first
            while row < len(self.functions) and self._first_rows[row] == first:
                for flow in self.functions[row].summary.flows:
                    if flow.source.kind is PlaceKind.NAME:
                        rows = readers.setdefault((flow.source.number, flow.source.name), [])
                        if not rows or rows[-1] != row:
                            rows.append(row)
                row += 1
            self._variable_readers[first] = readers
        return readers.get((owner, name), [])

    def flows_into_variable(self, owner: int, name: str) -> list[tuple[int, Flow]]:
        """Return the flows of a function into one of its variables that others read."""
        return [
            (number, flow)
            for number, flow in enumerate(self.functions[owner].summary.flows)
            if flow.target.kind is PlaceKind.NAME and flow.target.name == name and not flow.target.fields
        ]

    def readers_elsewhere(self, function: int, name: str) -> list[tuple[int, int]]:
        """Return the flows of other files that read a file's variable: the function, and the number of the flow in it."""
        if self._readers_elsewhere is None:
            self._readers_elsewhere = defaultdict(list)
            for row, joined in enumerate(self.functions):
                for number, symbol in joined.sources.items():
                    source = joined.summary.flows[number].source
                    is_variable = source.kind is PlaceKind.NAME and source.number == MODULE_FUNCTION
                    if is_variable and not symbol.startswith(EXTERNAL_PREFIX):
                        self._readers_elsewhere[symbol].append((row, number))
        symbol = member_symbol(self.paths[function], name)
        path = self.paths[function]
        return [each for each in self._readers_elsewhere.get(symbol, ()) if self.paths[each[0]] != path]

    def sibling_methods(self, function: int) -> list[int]:
        """Return the other functions with the same owner: the methods of its class."""
        if self._methods_by_owner is None:
            self._methods_by_owner = defaultdict(list)
            for row, joined in enumerate(self.functions):
                if joined.symbol is not None:
                    self._methods_by_owner[joined.symbol.rpartition(".")[0]].append(row)
        symbol = self.functions[function].symbol
        if symbol is None:
            return []
        owner = symbol.rpartition(".")[0]
        # A file has a dot in its name as well.
        if "::" not in owner:
            return []
        return [row for row in self._methods_by_owner.get(owner, ()) if row != function]

    def named_symbol(self, function: int) -> str:
        """Return the symbol of a function, of the nearest one around it that has one, or the path of the file."""
        row = function
        while True:
            joined = self.functions[row]
            if joined.symbol is not None:
                return joined.symbol
            if joined.summary.parent < 0:
                return self.paths[row]
            row = self.row_in_file(row, joined.summary.parent)
