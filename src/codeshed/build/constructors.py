"""Which function a call of a type runs.

Turns: declarations → the constructors of each type: marked ones, else `__init__`.
"""

from collections import defaultdict

from codeshed.build.declarations import Declarations
from codeshed.build.hierarchy import Hierarchy
from codeshed.graph.type_registry import TypeRegistry
from codeshed.model.semantic import DefinitionKind


class Constructors:
    """Finds the constructors of a type: its own for the listings, also an inherited one for the default policy."""

    def __init__(
        self, declarations: Declarations, types: TypeRegistry, row_by_symbol: dict[str, int]
    ) -> None:
        marked: defaultdict[str, list[int]] = defaultdict(list)
        named: defaultdict[str, list[int]] = defaultdict(list)
        for symbol, declaration in sorted(declarations.by_symbol.items()):
            item = declaration.item
            owner = item.enclosing_symbol
            if item.kind is not DefinitionKind.FUNCTION or owner is None or types.get(owner) is None:
                continue
            modifiers = item.details.modifiers
            if modifiers is not None and modifiers.is_constructor:
                marked[owner].append(row_by_symbol[symbol])
            elif item.name == "__init__":
                named[owner].append(row_by_symbol[symbol])
        self._own = {owner: tuple(rows) for owner, rows in (named | marked).items()}

    def own(self, type_id: str) -> tuple[int, ...]:
        """Return the constructors that a type declares itself."""
        return self._own.get(type_id, ())

    def nearest(self, type_id: str, hierarchy: Hierarchy) -> tuple[int, ...]:
        """Return the constructors that a call of a type runs, its own or inherited ones."""
        return next(
            (self._own[ancestor] for ancestor in hierarchy.linearized(type_id) if ancestor in self._own), ()
        )
