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
MAX_NESTED_FUNCTIONS = 64
"""How many functions around a call are searched for a parameter that it names."""

_INNER_VARIABLES = frozenset({VariableKind.LOCAL, VariableKind.PARAMETER})


class Scopes:
    """Answers for every symbol which row stands for it as the source or target of an edge.

    Every way up is walked once: what it leads to is remembered for all symbols on it.
    """

    def __init__(self, declarations: Declarations, row_by_symbol: dict[str, int]) -> None:
        self._declarations = declarations.by_symbol
        self._modules = declarations.module_size_by_path
        self._row_by_symbol = row_by_symbol
        self._listing: dict[str, str | None] = {}
        self._function: dict[str, str | None] = {}
        self._target: dict[str, str | None] = {}
        self._type: dict[str, str | None] = {}
        self._module: dict[str, str | None] = {}

    def listing_row(self, symbol: str) -> int | None:
        """Return the nearest function or variable, as the listings of both seeds do."""
        return self._row(self._climb(symbol, self._listing, _is_listed))

    def source_row(self, symbol: str) -> int | None:
        """Return the nearest function, else the module: who does what a reference says."""
        function = self._climb(symbol, self._function, _is_function)
        return self._row(self._module_of(symbol) if function is None else function)

    def target_row(self, symbol: str) -> int | None:
        """Return the nearest function, or variable that outlives its function: what a reference is about."""
        return self._row(self._climb(symbol, self._target, _is_target))

    def enclosing_functions(self, symbol: str) -> list[str]:
        """Return the functions around a symbol, itself included, the innermost first, up to a limit."""
        functions: list[str] = []
        current = self._climb(symbol, self._function, _is_function)
        while current is not None and current not in functions and len(functions) < MAX_NESTED_FUNCTIONS:
            functions.append(current)
            enclosing = self._declarations[current].enclosing
            current = None if enclosing is None else self._climb(enclosing, self._function, _is_function)
        return functions

    def enclosing_type(self, symbol: str) -> str | None:
        """Return the nearest type around a symbol."""
        declaration = self._declarations.get(symbol)
        if declaration is None or declaration.enclosing is None:
            return None
        return self._climb(declaration.enclosing, self._type, _is_type)

    def _row(self, symbol: str | None) -> int | None:
        return None if symbol is None else self._row_by_symbol.get(symbol)

    def _climb(self, symbol: str, known: dict[str, str | None], accepts: _Accepts) -> str | None:
        """Return the nearest declared symbol, this one or one around it, that is accepted."""
        way: dict[str, None] = {}
        current: str | None = symbol
        found: str | None = None
        while current is not None and current not in way:
            if current in known:
                found = known[current]
                break
            way[current] = None
            declaration = self._declarations.get(current)
            if declaration is None:
                break
            if accepts(declaration.item.kind, declaration.item.details.variable_kind):
                found = current
                break
            current = declaration.enclosing
        known.update(dict.fromkeys(way, found))
        return found

    def _module_of(self, symbol: str) -> str | None:
        way: dict[str, None] = {}
        current = symbol
        while current not in self._modules and current not in self._module and current not in way:
            way[current] = None
            declaration = self._declarations.get(current)
            if declaration is None or declaration.enclosing is None:
                break
            current = declaration.enclosing
        found = current if current in self._modules else self._module.get(current)
        self._module.update(dict.fromkeys(way, found))
        return found


def _is_function(kind: DefinitionKind, _: VariableKind | None) -> bool:
    return kind is DefinitionKind.FUNCTION


def _is_type(kind: DefinitionKind, _: VariableKind | None) -> bool:
    return kind is DefinitionKind.TYPE


def _is_listed(kind: DefinitionKind, variable_kind: VariableKind | None) -> bool:
    return kind is not DefinitionKind.TYPE and variable_kind is not VariableKind.PARAMETER


def _is_target(kind: DefinitionKind, variable_kind: VariableKind | None) -> bool:
    return kind is not DefinitionKind.TYPE and variable_kind not in _INNER_VARIABLES


def is_node(kind: DefinitionKind, variable_kind: VariableKind | None) -> bool:
    """Whether a declaration is a row of the graph: all but parameters."""
    return kind is not DefinitionKind.VARIABLE or variable_kind is not VariableKind.PARAMETER


NODE_KIND_BY_DEFINITION = {
    DefinitionKind.FUNCTION: NodeKind.FUNCTION,
    DefinitionKind.VARIABLE: NodeKind.VARIABLE,
    DefinitionKind.TYPE: NodeKind.TYPE,
}
