"""Constructors of types.

Turns: a type → its constructors, or those of the nearest base that has some.
"""

from codeshed.resolve.generic.definition_key import DefinitionKey
from codeshed.resolve.generic.incremental.query_trace import QueryKind
from codeshed.resolve.generic.members.member_lookup import MemberLookup
from codeshed.resolve.generic.symbol_table import SymbolTable
from codeshed.resolve.generic.values.values import External


class Constructors:
    """Finds what runs when an instance is created."""

    def __init__(self, symbol_table: SymbolTable, members: MemberLookup) -> None:
        self._symbol_table = symbol_table
        self._members = members

    def constructors_of(self, owner: DefinitionKey) -> tuple[DefinitionKey, ...]:
        """Return the constructors of a type, else those of the nearest base that has some.

        A primary constructor is not inherited.
        """
        declared = ((each, self._declared(each)) for each in self._members.ancestors(owner))
        nearest, found = next(((each, found) for each, found in declared if found), (owner, ()))
        is_inherited_or_own = (
            nearest == owner or not self._symbol_table.definition(nearest).has_primary_constructor
        )
        return found if is_inherited_or_own else ()

    def is_factory_method(self, owner: DefinitionKey, name: str) -> bool:
        """Whether calling a method of that name instantiates the type, because of an external base."""
        factories = self._symbol_table.rules_at(owner.path).factory_method_by_base
        if name not in factories.values():
            return False
        ancestors = self._members.ancestors(owner)
        externals = (base for each in ancestors for base in self._members.super_types(each))
        return any(isinstance(base, External) and factories.get(base.name) == name for base in externals)

    def _declared(self, owner: DefinitionKey) -> tuple[DefinitionKey, ...]:
        """Return the constructors that a type declares; a primary constructor is represented by the type itself."""
        parts = self._symbol_table.parts(owner)
        for part in parts:
            self._symbol_table.query_trace.record(
                (QueryKind.CONSTRUCTORS.value, self._symbol_table.symbol(part))
            )
        primary = [each for each in parts if self._symbol_table.definition(each).has_primary_constructor]
        return (
            *primary,
            *filter(
                self._symbol_table.is_instance_constructor, self._members.all_own_members_untraced(owner)
            ),
        )
