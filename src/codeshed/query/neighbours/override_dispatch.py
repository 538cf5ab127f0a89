"""Dynamic dispatch: may a call of a method run an override of it?

Turns: a call edge and a method → yes or no. The receiver has a static type, or is `self`: what runs is a method of that type
or of a subtype, never of a sibling. A receiver of unknown type may be anything.
"""

import re
from collections.abc import Callable
from functools import cache

from codeshed.graph.answers.call_receivers import ReceiverTypes
from codeshed.graph.data.arrays import NO_ROW
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.kinds import NodeKind
from codeshed.model.semantic import Document, Reference, ReferenceRole

_MAX_DOCUMENTS = 200
_CALL_ON_SELF = re.compile(r"(?:[$]?this|self)\s*(?:[.]|->|[?][.]|:)\s*(\w+)")
"""A call on the caller's own object: `this.total(…)`, `$this->total(…)`, `self:total(…)`."""


class DynamicDispatch:
    """Looks up the receivers of calls; documents are read once each, and a bounded number of them."""

    def __init__(self, graph: CodeGraph, document_of: Callable[[str], Document | None]) -> None:
        self._graph = graph
        self._document_of = document_of
        self._n_documents = 0
        self._document = cache(self._read)
        self._subtypes = cache(self._find_subtypes)

    def may_run(self, call: int, method: int) -> bool:
        """Whether a call edge may run a method that overrides the called one."""
        owner = self._owner_type(method)
        called = self._owner_type(int(self._graph.edges.targets[call]))
        if owner is None or called is None or owner not in self._subtypes(called):
            # The override is no method of a subtype, but a function that was passed as an implementation.
            return True
        types = self._receiver_types(call)
        if types is None:
            return True
        owner_subtypes = self._subtypes(owner)
        return any(not owner_subtypes.isdisjoint(self._subtypes(each)) for each in types)

    def _receiver_types(self, call: int) -> frozenset[str] | None:
        """Return the static types of all receivers of a call edge; None if one is unknown."""
        graph = self._graph
        source, target = int(graph.edges.sources[call]), int(graph.edges.targets[call])
        path = graph.file_path(source)
        document = None if path is None else self._document(path)
        if document is None:
            return None
        receivers = ReceiverTypes(graph, document)
        caller, called = graph.nodes.symbols[source], graph.nodes.symbols[target]
        found: set[str] = set()
        for each in document.references:
            is_call = each.role is ReferenceRole.CALL and each.enclosing_symbol == caller
            if is_call and each.target_symbol == called:
                receiver = self._type_of(each, receivers, source, target)
                if receiver is None:
                    return None
                found.add(receiver)
        return frozenset(found) or None

    def _type_of(
        self, reference: Reference, receivers: ReceiverTypes, source: int, target: int
    ) -> str | None:
        if reference.receiver is None and (reference.method_name is None or _is_call_on_self(reference)):
            return self._self_type(source, target)
        known = receivers.find_receiver(reference)
        if known is None or known.type is None or self._graph.types.get(known.type) is None:
            return None
        return known.type

    def _self_type(self, source: int, target: int) -> str | None:
        """Return the type of `self` in an unqualified call: the innermost enclosing type that has the method."""
        owner = self._owner_type(target)
        if owner is None:
            return None
        nodes = self._graph.nodes
        enclosing = int(nodes.enclosing[source])
        while enclosing != NO_ROW:
            symbol = nodes.symbols[enclosing]
            if nodes.kinds[enclosing] == NodeKind.TYPE and symbol in self._subtypes(owner):
                return symbol
            enclosing = int(nodes.enclosing[enclosing])
        return None

    def _owner_type(self, row: int) -> str | None:
        nodes = self._graph.nodes
        owner = int(nodes.enclosing[row])
        is_type = owner != NO_ROW and nodes.kinds[owner] == NodeKind.TYPE
        return nodes.symbols[owner] if is_type else None

    def _read(self, path: str) -> Document | None:
        self._n_documents += 1
        return self._document_of(path) if self._n_documents <= _MAX_DOCUMENTS else None

    def _find_subtypes(self, symbol: str) -> frozenset[str]:
        """Return a type and its subtypes."""
        seen = {symbol}
        worklist = [symbol]
        while worklist:
            new = [each for each in self._graph.types.find_implementors(worklist.pop()) if each not in seen]
            seen.update(new)
            worklist += new
        return frozenset(seen)


def _is_call_on_self(reference: Reference) -> bool:
    match = _CALL_ON_SELF.match(reference.text or "")
    return match is not None and match[1] == reference.method_name
