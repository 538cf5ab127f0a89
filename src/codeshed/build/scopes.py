"""Which node a symbol belongs to: itself, or the nearest one around it.

Turns: a symbol → a row. The listings and the default policy differ: the listings know no modules and keep local
variables as nodes; the default policy gives code at the top of a file to the module and locals to their function.
"""

from collections.abc import Callable
from typing import TypeAlias

from codeshed.build.declarations import Declarations
from codeshed.graph.kinds import NodeKind
from codeshed.model.semantic import DefinitionKind, VariableKind

_Accepts: TypeAlias = Callable[[DefinitionKind, VariableKind | None], bool]
_INNER_VARIABLES = frozenset({VariableKind.LOCAL, VariableKind.PARAMETER})


class Scopes:
    """Answers for every symbol which row stands for it as the source or target of an edge."""

    def __init__(self, declarations: Declarations, row_by_symbol: dict[str, int]) -> None:
        self._declarations = declarations.by_symbol
        self._modules = declarations.module_size_by_path
        self._row_by_symbol = row_by_symbol
        self._listing: dict[str, int | None] = {}
        self._source: dict[str, int | None] = {}
        self._target: dict[str, int | None] = {}

    def listing_row(self, symbol: str) -> int | None:
        """Return the nearest function or variable, as the listings of both seeds do."""
        if symbol not in self._listing:
            self._listing[symbol] = self._climb(
                symbol,
                lambda kind, inner: kind is DefinitionKind.FUNCTION or _is_listed_variable(kind, inner),
            )
        return self._listing[symbol]

    def source_row(self, symbol: str) -> int | None:
        """Return the nearest function, else the module: who does what a reference says."""
        if symbol not in self._source:
            row = self._climb(symbol, lambda kind, _: kind is DefinitionKind.FUNCTION)
            self._source[symbol] = self._module_row(symbol) if row is None else row
        return self._source[symbol]

    def target_row(self, symbol: str) -> int | None:
        """Return the nearest function, or variable that outlives its function: what a reference is about."""
        if symbol not in self._target:
            self._target[symbol] = self._climb(
                symbol,
                lambda kind, inner: (
                    kind is DefinitionKind.FUNCTION
                    or (kind is DefinitionKind.VARIABLE and inner not in _INNER_VARIABLES)
                ),
            )
        return self._target[symbol]

    def enclosing_functions(self, symbol: str) -> list[str]:
        """Return the functions around a symbol, itself included, the innermost first."""
        return [
            current
            for current in self._chain(symbol)
            if current in self._declarations
            and self._declarations[current].item.kind is DefinitionKind.FUNCTION
        ]

    def enclosing_type(self, symbol: str) -> str | None:
        """Return the nearest type around a symbol."""
        for current in self._chain(symbol)[1:]:
            if current in self._declarations and self._declarations[current].item.kind is DefinitionKind.TYPE:
                return current
        return None

    def _climb(self, symbol: str, accepts: _Accepts) -> int | None:
        for current in self._chain(symbol):
            declaration = self._declarations.get(current)
            if declaration is None:
                return None
            item = declaration.item
            if accepts(item.kind, item.details.variable_kind) and current in self._row_by_symbol:
                return self._row_by_symbol[current]
        return None

    def _module_row(self, symbol: str) -> int | None:
        last = self._chain(symbol)[-1]
        return self._row_by_symbol[last] if last in self._modules else None

    def _chain(self, symbol: str) -> list[str]:
        chain = [symbol]
        seen = {symbol}
        while (declaration := self._declarations.get(chain[-1])) is not None:
            enclosing = declaration.enclosing
            if enclosing is None or enclosing in seen:
                break
            chain.append(enclosing)
            seen.add(enclosing)
        return chain


def _is_listed_variable(kind: DefinitionKind, variable_kind: VariableKind | None) -> bool:
    return kind is DefinitionKind.VARIABLE and variable_kind is not VariableKind.PARAMETER


def is_node(kind: DefinitionKind, variable_kind: VariableKind | None) -> bool:
    """Whether a declaration is a row of the graph: all but parameters."""
    return kind is not DefinitionKind.VARIABLE or variable_kind is not VariableKind.PARAMETER


NODE_KIND_BY_DEFINITION = {
    DefinitionKind.FUNCTION: NodeKind.FUNCTION,
    DefinitionKind.VARIABLE: NodeKind.VARIABLE,
    DefinitionKind.TYPE: NodeKind.TYPE,
}
