"""Whether a call of a method may run what overrides it.

Turns: a call and a method → yes or no. The object that the call is done on has a type, or is the caller's own: what runs
is the method of that type or of one below it, never that of a sibling. A receiver of which nothing is known may be anything.
"""

import re
from collections.abc import Callable
from functools import cache

from codeshed.graph.data.arrays import NO_ROW
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.kinds import NodeKind
from codeshed.graph.data.receivers import ReceiverTypes
from codeshed.model.semantic import Document, Reference, ReferenceRole

_MAX_DOCUMENTS = 200
_MAX_RELATED = 2000
_ON_OWN = re.compile(r"(?:[$]?this|self)\s*(?:[.]|->|[?][.]|:)\s*(\w+)")
"""How a method of the caller's own object is called: `this.total(…)`, `$this->total(…)`, `self:total(…)`."""


class Dispatch:
    """Looks at the receivers of calls; what was found in a file is read once, and of so many files at most."""

    def __init__(self, graph: CodeGraph, document_of: Callable[[str], Document | None]) -> None:
        self._graph = graph
        self._document_of = document_of
        self._n_documents = 0
        self._document = cache(self._read)
        self._below = cache(self._find_below)

    def may_run(self, call: int, method: int) -> bool:
        """Whether a call, by its edge, may run a method that overrides what it calls."""
        owner = self._owner_type(method)
        called = self._owner_type(int(self._graph.edges.targets[call]))
        if owner is None or called is None or owner not in self._below(called):
            # What runs is no method of a type below, but a function that is given for one.
            return True
        types = self._receiver_types(call)
        if types is None:
            return True
        own = self._below(owner)
        return any(not own.isdisjoint(self._below(each)) for each in types)

    def _receiver_types(self, call: int) -> frozenset[str] | None:
        """Return the types of all objects that a call is done on; None if one of them is not known."""
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
        if reference.receiver is None and (reference.method_name is None or _is_on_own(reference)):
            return self._own_type(source, target)
        known = receivers.receiver(reference)
        if known is None or known.type is None or self._graph.types.get(known.type) is None:
            return None
        return known.type

    def _own_type(self, source: int, target: int) -> str | None:
        """Return the type whose own method a caller means by a bare name: the nearest around it that has the method."""
        owner = self._owner_type(target)
        if owner is None:
            return None
        nodes = self._graph.nodes
        around = int(nodes.enclosing[source])
        while around != NO_ROW:
            symbol = nodes.symbols[around]
            if nodes.kinds[around] == NodeKind.TYPE and symbol in self._below(owner):
                return symbol
            around = int(nodes.enclosing[around])
        return None

    def _owner_type(self, row: int) -> str | None:
        nodes = self._graph.nodes
        owner = int(nodes.enclosing[row])
        is_type = owner != NO_ROW and nodes.kinds[owner] == NodeKind.TYPE
        return nodes.symbols[owner] if is_type else None

    def _read(self, path: str) -> Document | None:
        self._n_documents += 1
        return self._document_of(path) if self._n_documents <= _MAX_DOCUMENTS else None

    def _find_below(self, symbol: str) -> frozenset[str]:
        """Return a type and all that derive from it; so many that they can't be told apart count as all alike."""
        seen = {symbol}
        waiting = [symbol]
        while waiting and len(seen) < _MAX_RELATED:
            new = [each for each in self._graph.types.find_implementors(waiting.pop()) if each not in seen]
            seen.update(new)
            waiting += new
        return frozenset(seen)


def _is_on_own(reference: Reference) -> bool:
    match = _ON_OWN.match(reference.text or "")
    return match is not None and match[1] == reference.method_name
