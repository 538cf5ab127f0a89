"""Overriding methods in subtypes.

Turns: a type and the name of a method → the methods of that name in its subtypes.
"""

from codeshed.model.semantic import Visibility
from codeshed.resolve.generic.definition_key import DefinitionKey
from codeshed.resolve.generic.members.member_lookup import MemberLookup
from codeshed.resolve.generic.symbol_table import SymbolTable

_MAX_METHODS = 400
"""A name with more methods than this is in nearly all types: checking each would take too long."""


class Subtypes:
    """Finds overriding methods, for one file: lookups on the way are recorded as its dependencies."""

    def __init__(self, symbol_table: SymbolTable, members: MemberLookup) -> None:
        self._symbol_table = symbol_table
        self._members = members
        self._cache: dict[tuple[DefinitionKey, str, bool], tuple[DefinitionKey, ...]] = {}
        self._bases_by_type: dict[DefinitionKey, frozenset[DefinitionKey]] = {}

    def find_overriding_methods(
        self, owner: DefinitionKey, name: str, *, is_class_method: bool
    ) -> tuple[DefinitionKey, ...]:
        """Find the methods of a name in subtypes, the nearest one on each path down.

        If `is_class_method`, methods that are known not to be overrides (no `override` modifier where one is required) are left out.
        """
        key = (self._first_part(owner), name, is_class_method)
        if key not in self._cache:
            self._cache[key] = self._find(self._first_part(owner), name, is_of_class=is_class_method)
        return self._cache[key]

    def _find(self, owner: DefinitionKey, name: str, *, is_of_class: bool) -> tuple[DefinitionKey, ...]:
        named = self._symbol_table.find_methods(self._symbol_table.files[owner.path].language, name)
        methods_by_subtype: dict[DefinitionKey, list[DefinitionKey]] = {}
        for method in named if len(named) <= _MAX_METHODS else ():
            may_override = self._may_override(method, is_of_class=is_of_class)
            subtype = self._members.owner_of(method) if may_override else None
            if subtype is not None and owner in self._strict_bases_of(self._first_part(subtype)):
                methods_by_subtype.setdefault(self._first_part(subtype), []).append(method)
        return tuple(
            method
            for subtype, methods in methods_by_subtype.items()
            if methods_by_subtype.keys().isdisjoint(self._strict_bases_of(subtype))
            for method in methods
        )

    def _strict_bases_of(self, owner: DefinitionKey) -> frozenset[DefinitionKey]:
        known = self._bases_by_type.get(owner)
        if known is None:
            ancestors = frozenset(map(self._first_part, self._members.ancestors(owner)))
            known = self._bases_by_type[owner] = ancestors - {owner}
        return known

    def _first_part(self, owner: DefinitionKey) -> DefinitionKey:
        return self._symbol_table.parts(owner)[0]

    def _may_override(self, method: DefinitionKey, *, is_of_class: bool) -> bool:
        """Whether a method can override another one; a private one only with an `override` modifier."""
        definition = self._symbol_table.definition(method)
        modifiers = definition.modifiers
        if is_of_class and modifiers is not None and modifiers.is_override is False:
            return False
        if modifiers is not None and (modifiers.is_static or modifiers.is_override):
            return not modifiers.is_static
        return definition.visibility is not Visibility.PRIVATE
