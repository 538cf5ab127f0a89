"""What stands before the dot of a call, and what type it is known to have.

Turns: a Reference and the Document it stands in → Receiver.
"""

import msgspec

from codeshed.graph.data.arrays import NO_ROW
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.kinds import NodeKind
from codeshed.model.identity import last_name
from codeshed.model.semantic import Definition, Document, ParamDef, Reference, TypeSource

_OWN = frozenset({"self", "cls", "this"})


class Receiver(msgspec.Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """What a method is called on: its name as a symbol, its type, and how that is known.

    `type_source` is `own` for the object that the method belongs to, `annotation` for a written type, `inferred` for one
    that was found out, and `target` if only the call itself tells: the type is that which has the method.
    """

    symbol: str | None = None
    type: str | None = None
    type_source: str | None = None


class ReceiverTypes:
    """Looks up what is known of the receivers in one file."""

    def __init__(self, graph: CodeGraph, document: Document) -> None:
        self._graph = graph
        self._definition_by_symbol = {each.symbol_id: each for each in document.definitions}

    def receiver(self, reference: Reference) -> Receiver | None:
        """Return what a call or read is done on; None if it has no receiver."""
        if reference.receiver is None:
            return self._by_target(reference) if reference.method_name else None
        known = self._known_type(reference.receiver)
        if known is None:
            found = self._by_target(reference)
            return msgspec.structs.replace(found, symbol=reference.receiver) if found else None
        return Receiver(symbol=reference.receiver, type=known[0], type_source=known[1])

    def _known_type(self, symbol: str) -> tuple[str, str] | None:
        own = self._own_type(symbol)
        if own is not None:
            return own, "own"
        definition = self._definition_by_symbol.get(symbol)
        parameter = self._parameter(symbol)
        if definition is not None and definition.details.var_type:
            return definition.details.var_type, _source(definition.details.type_source)
        if parameter is not None and parameter.param_type:
            return parameter.param_type, _source(parameter.type_source)
        row = self._graph.find_row(symbol)
        details = None if row is None else self._graph.nodes.details[row]
        if row is not None and self._graph.nodes.kinds[row] == NodeKind.TYPE:
            return symbol, "own"
        if details is None or not details.var_type:
            return None
        return details.var_type, _source(details.type_source)

    def _own_type(self, symbol: str) -> str | None:
        """Return the class of a method whose own object this is."""
        if last_name(symbol) not in _OWN:
            return None
        method = self._definition_of_parent(symbol)
        owner = None if method is None else method.enclosing_symbol
        is_type = owner is not None and self._is_type(owner)
        return owner if is_type else None

    def _parameter(self, symbol: str) -> ParamDef | None:
        function = self._definition_of_parent(symbol)
        parameters = () if function is None else function.details.parameters or ()
        return next((each for each in parameters if each.name == last_name(symbol)), None)

    def _definition_of_parent(self, symbol: str) -> Definition | None:
        return self._definition_by_symbol.get(symbol.removesuffix(f".{last_name(symbol)}"))

    def _is_type(self, symbol: str) -> bool:
        row = self._graph.find_row(symbol)
        return row is not None and bool(self._graph.nodes.kinds[row] == NodeKind.TYPE)

    def _by_target(self, reference: Reference) -> Receiver | None:
        """Return the type that has the method which was found; the target may be one of a base class."""
        row = None if reference.target_symbol is None else self._graph.find_row(reference.target_symbol)
        owner = NO_ROW if row is None else int(self._graph.nodes.enclosing[row])
        if owner == NO_ROW or self._graph.nodes.kinds[owner] != NodeKind.TYPE:
            return None
        return Receiver(type=self._graph.nodes.symbols[owner], type_source="target")


def _source(source: TypeSource | None) -> str:
    return "annotation" if source is TypeSource.ANNOTATION else "inferred"
