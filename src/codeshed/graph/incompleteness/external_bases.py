"""Methods that external code may call, because their class derives from an external or unknown base.

Turns: rows → the methods among them that such a base may declare, and call: a template method or callback.
"""

import re
from collections.abc import Iterable

import msgspec

from codeshed.graph.data.arrays import NO_ROW
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.kinds import NodeFlag, NodeKind
from codeshed.model.symbol_ids import EXTERNAL_PREFIX

_PLAIN_BASES = frozenset(
    {
        "ext:builtins.object",
        "ext:abc.ABC",
        "ext:typing.Generic",
        "ext:typing.NamedTuple",
        "ext:typing.Protocol",
        "ext:typing.TypedDict",
        "ext:collections.namedtuple",
        "ext:java.lang.Object",
        "ext:java.io.Serializable",
        "ext:enum.Enum",
        "ext:enum.IntEnum",
        "ext:enum.StrEnum",
        "object",
    }
)
_PLAIN_ERROR = re.compile(r"(?:ext:builtins[.])?(?:[A-Z]\w*)?(?:Error|Exception|Warning)")
"""Bases that call only special methods of derived classes; exceptions of the language are such."""

_METHODS_BY_BASE = {
    "ext:std.Clone": ("clone", "clone_from"),
    "ext:std.Copy": (),
    "ext:std.Debug": ("fmt",),
    "ext:std.Default": ("default",),
    "ext:std.Eq": (),
    "ext:std.Hash": ("hash", "hash_slice"),
    "ext:std.Ord": ("cmp", "max", "min", "clamp"),
    "ext:std.PartialEq": ("eq", "ne"),
    "ext:std.PartialOrd": ("partial_cmp", "lt", "le", "gt", "ge"),
    "ext:std.fmt.Debug": ("fmt",),
    "ext:std.fmt.Display": ("fmt",),
    "ext:java.lang.Comparable": ("compareTo",),
    "ext:java.lang.Runnable": ("run",),
}
"""The methods that common bases call. Without this table, all methods of most Rust types would count as called."""

_HIDDEN = re.compile(r"#.*|__\w*(?<!__)")
"""Names that no other class can use, by name mangling or syntax: `#step`, `__step`."""


class ExternalBase(msgspec.Struct, frozen=True):
    """An external base; None is one that could not be resolved."""

    symbol: str | None

    def may_call(self, name: str) -> bool:
        """Whether it may declare, and call, a method of that name."""
        return self.symbol is None or name in _METHODS_BY_BASE.get(self.symbol, (name,))


class ExternalBases:
    """Finds external bases, with a memo per type."""

    def __init__(self, graph: CodeGraph) -> None:
        self._graph = graph
        self._known: dict[int, tuple[ExternalBase, ...]] = {}
        self._bases: dict[str, tuple[str, ...] | None] = {}
        self._has_unknown: dict[str, bool] = {}

    def of_method(self, row: int) -> ExternalBase | None:
        """Return the external base that may call a method, if the node is a method and has such a base."""
        nodes = self._graph.nodes
        owner = int(nodes.enclosing[row])
        is_method = owner != NO_ROW and nodes.kinds[owner] == NodeKind.TYPE
        if not is_method or nodes.kinds[row] != NodeKind.FUNCTION:
            return None
        if int(nodes.flags[row]) & (NodeFlag.CONSTRUCTOR | NodeFlag.EXTERNAL) or _HIDDEN.fullmatch(
            nodes.names[row]
        ):
            return None
        if owner not in self._known:
            self._known[owner] = self._find(owner)
        name = nodes.names[row]
        return next((base for base in self._known[owner] if base.may_call(name)), None)

    def n_methods(self, rows: Iterable[int]) -> int:
        """Return how many of some rows are methods that external code may call."""
        return sum(self.of_method(row) is not None for row in rows)

    def _find(self, owner: int) -> tuple[ExternalBase, ...]:
        graph = self._graph
        symbol = graph.nodes.symbols[owner]
        above = self._above(symbol)
        outside = [
            base
            for base in above
            if not is_harmless_base(base)
            and (base.startswith(EXTERNAL_PREFIX) or self._bases_of(base) is None)
        ]
        has_unknown = any(map(self._has_unknown_base, (symbol, *above)))
        return (*map(ExternalBase, sorted(outside)), *([ExternalBase(None)] if has_unknown else []))

    def _above(self, symbol: str) -> frozenset[str]:
        seen: set[str] = set()
        waiting = [symbol]
        while waiting:
            new = [each for each in self._bases_of(waiting.pop()) or () if each not in seen]
            seen.update(new)
            waiting += new
        return frozenset(seen - {symbol})

    def _bases_of(self, symbol: str) -> tuple[str, ...] | None:
        """Return the bases of a type, None if there is no such type."""
        if symbol not in self._bases:
            known = self._graph.types.get(symbol)
            self._bases[symbol] = None if known is None else tuple(known.bases)
        return self._bases[symbol]

    def _has_unknown_base(self, symbol: str) -> bool:
        if symbol not in self._has_unknown:
            row = self._graph.find_row(symbol)
            flags = 0 if row is None else int(self._graph.nodes.flags[row])
            self._has_unknown[symbol] = bool(flags & NodeFlag.UNKNOWN_BASE)
        return self._has_unknown[symbol]


def is_harmless_base(base: str) -> bool:
    """Whether a base calls only special methods of the classes that derive from it."""
    return base in _PLAIN_BASES or _PLAIN_ERROR.fullmatch(base) is not None
