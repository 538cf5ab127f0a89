"""The receiver of a call and its known type: in `cart.total()` the variable `cart`.

Turns: a Reference and its Document → Receiver.
"""

import msgspec

from codeshed.graph.data.arrays import NO_ROW
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.kinds import NodeKind
from codeshed.model.semantic import Definition, Document, ParamDef, Reference, TypeSource
from codeshed.model.symbol_ids import last_name

_OWN = frozenset({"self", "cls", "this"})


class Receiver(msgspec.Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """The receiver of a call: its symbol, its type, and how the type is known.

    `type_source` is `own` for `self`, the object that the method belongs to, `annotation` for a declared type,
    `inferred` for one that was inferred, and `target` if only the resolved target tells the type: the one that has
    the method.
    """

    symbol: str | None = None
    type: str | None = None
    type_source: str | None = None


class ReceiverTypes:
    """Looks up the types of receivers in one file."""

    def __init__(self, graph: CodeGraph, document: Document) -> None:
        self._graph = graph
        self._definition_by_symbol = {each.symbol_id: each for each in document.definitions}

    def find_receiver(self, reference: Reference) -> Receiver | None:
        """Return the receiver of a call or member access, or None if it has none."""
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
        """Return the class of the method whose `self` this is."""
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
        """Return the type that declares the resolved target, which may be a base of the receiver's type."""
        row = None if reference.target_symbol is None else self._graph.find_row(reference.target_symbol)
        owner = NO_ROW if row is None else int(self._graph.nodes.enclosing[row])
        if owner == NO_ROW or self._graph.nodes.kinds[owner] != NodeKind.TYPE:
            return None
        return Receiver(type=self._graph.nodes.symbols[owner], type_source="target")


def _source(source: TypeSource | None) -> str:
    return "annotation" if source is TypeSource.ANNOTATION else "inferred"
