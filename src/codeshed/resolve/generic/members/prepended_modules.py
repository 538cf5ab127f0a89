"""Methods that run before those of the type that they are mixed into: `prepend` in Ruby.

Turns: a method of a type → the methods of modules that come before it, and the type above whose method it overrides itself.
"""

from codeshed.resolve.generic.entity import Entity
from codeshed.resolve.generic.members.type_members import Members
from codeshed.resolve.generic.symbol_table import Program
from codeshed.resolve.generic.values.values import Instance


class Prepended:
    """Looks for methods of modules that are mixed in before a type itself."""

    def __init__(self, program: Program, members: Members) -> None:
        self._program = program
        self._members = members

    def before(self, method: Entity) -> tuple[Entity, ...]:
        """Return the methods that run in place of a method of an object, and may call it: the last ones mixed in."""
        owner = self._owner(method)
        name = self._program.definition(method).name
        for each in () if owner is None else self._first_mixins(owner):
            found = tuple(filter(self._is_of_objects, self._members.find(each, name)))
            if found:
                return found
        return ()

    def overridden_in(self, method: Entity) -> Entity | None:
        """Return the type above whose method a method overrides, if others come before it."""
        owner = self._owner(method)
        if owner is None:
            return None
        name = self._program.definition(method).name
        first = {above for each in self._first_mixins(owner) for above in self._members.ancestors(each)}
        parts = self._program.parts(owner)
        for each in self._members.ancestors(owner):
            if each in parts or each in first:
                continue
            if any(map(self._is_of_objects, self._members.own(each, name))):
                return each
        return None

    def _first_mixins(self, owner: Entity) -> tuple[Entity, ...]:
        return tuple(
            meaning.entity
            for meaning, mixin in self._members.mixins(owner)
            if mixin.is_first and isinstance(meaning, Instance)
        )

    def _owner(self, method: Entity) -> Entity | None:
        return self._members.owner_of(method) if self._is_of_objects(method) else None

    def _is_of_objects(self, entity: Entity) -> bool:
        modifiers = self._program.definition(entity).modifiers
        return self._program.is_function(entity) and not (modifiers is not None and modifiers.is_static)
