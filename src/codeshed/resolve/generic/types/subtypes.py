"""Methods of the types below a type.

Turns: a type and a name → the methods of that name in types that have it as a base.
"""

from codeshed.model.semantic import Visibility
from codeshed.resolve.generic.entity import Entity
from codeshed.resolve.generic.members.type_members import Members
from codeshed.resolve.generic.symbol_table import Program

_MAX_NAMED = 400
"""A name that more methods have is one that nearly all types have: looking at each of them would take too long."""


class TypesBelow:
    """Looks down from types, for one file: what it asks on the way is asked for that file."""

    def __init__(self, program: Program, members: Members) -> None:
        self._program = program
        self._members = members
        self._known: dict[tuple[Entity, str, bool], tuple[Entity, ...]] = {}
        self._bases: dict[Entity, frozenset[Entity]] = {}

    def methods(self, owner: Entity, name: str, *, is_of_class: bool) -> tuple[Entity, ...]:
        """Return the methods of a name that types below have, the nearest on each way down: they say what overrides them.

        Where what overrides a method of a class must say so, only those count that do, if it `is_of_class`.
        """
        key = (self._first(owner), name, is_of_class)
        if key not in self._known:
            self._known[key] = self._find(self._first(owner), name, is_of_class=is_of_class)
        return self._known[key]

    def _find(self, owner: Entity, name: str, *, is_of_class: bool) -> tuple[Entity, ...]:
        named = self._program.methods_named(self._program.files[owner.path].language, name)
        methods_by_holder: dict[Entity, list[Entity]] = {}
        for method in named if len(named) <= _MAX_NAMED else ():
            may_override = self._may_override(method, is_of_class=is_of_class)
            holder = self._members.owner_of(method) if may_override else None
            if holder is not None and owner in self._bases_of(self._first(holder)):
                methods_by_holder.setdefault(self._first(holder), []).append(method)
        return tuple(
            method
            for holder, methods in methods_by_holder.items()
            if methods_by_holder.keys().isdisjoint(self._bases_of(holder))
            for method in methods
        )

    def _bases_of(self, owner: Entity) -> frozenset[Entity]:
        known = self._bases.get(owner)
        if known is None:
            ancestors = frozenset(map(self._first, self._members.ancestors(owner)))
            known = self._bases[owner] = ancestors - {owner}
        return known

    def _first(self, owner: Entity) -> Entity:
        return self._program.parts(owner)[0]

    def _may_override(self, method: Entity, *, is_of_class: bool) -> bool:
        """Whether a method can be one that overrides another; a private one can only if it says so."""
        definition = self._program.definition(method)
        modifiers = definition.modifiers
        if is_of_class and modifiers is not None and modifiers.is_override is False:
            return False
        if modifiers is not None and (modifiers.is_static or modifiers.is_override):
            return not modifiers.is_static
        return definition.visibility is not Visibility.PRIVATE
