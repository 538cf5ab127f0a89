"""Names of calls and values as rules write them: `os.system`, `flask.request.args`, `connection.cursor().execute`.

Turns: a call or place of a function → names with confidences. A symbol that is known comes first; where the type of an object is
not known, its name is made of what it comes from: imports, calls and members. A parameter's name stands in `<>`.
"""

from typing import NamedTuple

from codeshed.model.facts.data_flow import NOT_IN_FILE, THIS, Flow, Place, PlaceKind
from codeshed.model.symbol_ids import EXTERNAL_PREFIX
from codeshed.query.risk.flow_table import FlowTable

_MAX_NAMES = 6
_MAX_DEPTH = 6
_KEPT_DEPTH = 2
"""Names found deeper may be cut, and are not kept."""

_BY_ORIGIN = 90
"""The confidence in hundredths of a name that is made of imports and calls."""

_BY_PARAMETER = 75
"""The confidence of a name that begins with a parameter or a variable of unknown type."""

_LIKELY = 50
_CERTAIN = 100


class ApiName(NamedTuple):
    """A name, how sure it is in hundredths, and whether it is made without knowing the type of the object."""

    name: str
    confidence: int
    is_by_origin: bool = False


class ApiNames:
    """The names of calls and places of one table, each found once."""

    def __init__(self, table: FlowTable) -> None:
        self._table = table
        self._by_call: dict[tuple[int, int], tuple[ApiName, ...]] = {}

    def of_call(self, function: int, call: int, depth: int = 0) -> tuple[ApiName, ...]:
        """Return the names of what a call runs, the surest first."""
        key = (function, call)
        known = self._by_call.get(key)
        if known is not None:
            return known
        joined = self._table.functions[function]
        self._by_call[key] = ()
        found: dict[str, ApiName] = {}
        for target in joined.targets.get(call, ()):
            name = plain_name(target.symbol)
            found.setdefault(name, ApiName(name, target.confidence))
        if depth < _MAX_DEPTH and not self.runs_own_code(function, call):
            written = joined.summary.calls[call].name
            for number, flow in self._table.flows_into_call(function, call):
                if flow.target.kind is PlaceKind.ARGUMENT or flow.target.fields:
                    continue
                suffix = f".{written}" if flow.target.kind is PlaceKind.RECEIVER else ""
                for each in self.of_source(function, number, flow, depth + 1):
                    name = f"{each.name}{suffix}"
                    found.setdefault(name, ApiName(name, min(each.confidence, _BY_ORIGIN), True))
            if written and not found:
                found[f"?.{written}"] = ApiName(f"?.{written}", _BY_PARAMETER, True)
        names = tuple(found.values())[:_MAX_NAMES]
        if depth <= _KEPT_DEPTH:
            self._by_call[key] = names
        else:
            del self._by_call[key]
        return names

    def runs_own_code(self, function: int, call: int) -> bool:
        """Whether a call likely runs code of the repository, so that no rule about other packages is about it."""
        targets = self._table.functions[function].targets.get(call, ())
        return any(
            not each.symbol.startswith(EXTERNAL_PREFIX) and each.confidence > _LIKELY for each in targets
        )

    def of_source(self, function: int, number: int, flow: Flow, depth: int = 0) -> tuple[ApiName, ...]:
        """Return the names of the source of a flow: of the symbol that it means, else of what it is made of."""
        symbol = self._table.functions[function].sources.get(number)
        if symbol is not None:
            return (ApiName(plain_name(symbol), _CERTAIN),)
        return self.of_place(function, flow.source, depth)

    def of_place(self, function: int, place: Place, depth: int = 0) -> tuple[ApiName, ...]:
        """Return the names of a place, with its fields."""
        suffix = "".join(field if field.startswith("[") else f".{field}" for field in place.fields)
        return tuple(
            each._replace(name=f"{each.name}{suffix}") for each in self._of_root(function, place, depth)
        )[:_MAX_NAMES]

    def _of_root(self, function: int, place: Place, depth: int) -> tuple[ApiName, ...]:
        if place.kind is PlaceKind.RESULT:
            names = () if depth >= _MAX_DEPTH else self.of_call(function, place.number, depth + 1)
            return tuple(each._replace(name=f"{each.name}()") for each in names)
        if place.kind is PlaceKind.PARAMETER:
            parameters = self._table.parameters(function)
            name = "this" if place.number == THIS else parameters[place.number].lstrip("*")
            return (ApiName(f"<{name}>", _BY_PARAMETER, True),)
        if place.kind is PlaceKind.NAME:
            return self._of_variable(function, place, depth) or (ApiName(place.name, _BY_PARAMETER, True),)
        return ()

    def _of_variable(self, function: int, place: Place, depth: int) -> tuple[ApiName, ...]:
        """Return the names of what a variable gets in the function that binds it."""
        if place.number == NOT_IN_FILE or depth >= _MAX_DEPTH:
            return ()
        owner = self._table.row_in_file(function, place.number)
        found = [
            each
            for number, flow in self._table.flows_into_variable(owner, place.name)
            for each in self.of_source(owner, number, flow, depth + 1)
        ]
        return tuple(dict.fromkeys(found))[:_MAX_NAMES]


def plain_name(symbol: str) -> str:
    """Return the name of a symbol as rules write it: without the mark of externals, the path of a file in `<>`."""
    if symbol.startswith(EXTERNAL_PREFIX):
        return symbol.removeprefix(EXTERNAL_PREFIX)
    path, _, name = symbol.partition("::")
    return f"<{path}>.{name}" if name else f"<{path}>"
