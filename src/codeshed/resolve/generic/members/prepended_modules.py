"""Modules whose methods run before those of the type that they are mixed into: `prepend` in Ruby.

Turns: a method of a type → the methods of prepended modules, and the ancestor whose method it overrides itself.
"""

from codeshed.resolve.generic.definition_key import DefinitionKey
from codeshed.resolve.generic.members.member_lookup import MemberLookup
from codeshed.resolve.generic.symbol_table import SymbolTable
from codeshed.resolve.generic.values.values import Instance


class PrependedModules:
    """Looks methods up in prepended modules."""

    def __init__(self, symbol_table: SymbolTable, members: MemberLookup) -> None:
        self._symbol_table = symbol_table
        self._members = members

    def methods_before(self, method: DefinitionKey) -> tuple[DefinitionKey, ...]:
        """Return the methods of the last prepended module that has them: they run instead of an instance method, and may call it."""
        owner = self._owner(method)
        name = self._symbol_table.definition(method).name
        for each in () if owner is None else self._prepended_modules(owner):
            found = tuple(filter(self._is_instance_method, self._members.lookup(each, name)))
            if found:
                return found
        return ()

    def overridden_ancestor(self, method: DefinitionKey) -> DefinitionKey | None:
        """Return the ancestor behind the prepended modules whose method a method overrides."""
        owner = self._owner(method)
        if owner is None:
            return None
        name = self._symbol_table.definition(method).name
        first = {above for each in self._prepended_modules(owner) for above in self._members.ancestors(each)}
        parts = self._symbol_table.parts(owner)
        for each in self._members.ancestors(owner):
            if each in parts or each in first:
                continue
            if any(map(self._is_instance_method, self._members.own_members(each, name))):
                return each
        return None

    def _prepended_modules(self, owner: DefinitionKey) -> tuple[DefinitionKey, ...]:
        return tuple(
            value.entity
            for value, mixin in self._members.mixins(owner)
            if mixin.is_prepended and isinstance(value, Instance)
        )

    def _owner(self, method: DefinitionKey) -> DefinitionKey | None:
        return self._members.owner_of(method) if self._is_instance_method(method) else None

    def _is_instance_method(self, entity: DefinitionKey) -> bool:
        modifiers = self._symbol_table.definition(entity).modifiers
        return self._symbol_table.is_function(entity) and not (modifiers is not None and modifiers.is_static)
