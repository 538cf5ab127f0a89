"""Methods that a repository adds to the root of all types.

Turns: a name → members of the root type and of its mixins; and whether an external mixin of the root may have a member of
that name.
"""

from collections import defaultdict
from collections.abc import Iterator
from functools import cached_property

from codeshed.model.facts.code_expressions import TypeRef
from codeshed.model.facts.code_facts import TOP_LEVEL
from codeshed.resolve.generic.definition_key import DefinitionKey
from codeshed.resolve.generic.incremental.query_trace import QueryKind
from codeshed.resolve.generic.members.member_lookup import MemberLookup, ReadType, may_have_member
from codeshed.resolve.generic.names.visible_interface import NO_OFFSET
from codeshed.resolve.generic.symbol_table import SymbolTable
from codeshed.resolve.generic.values.values import External, Instance, Place, Value


class RootMembers:
    """Looks methods up in the root type."""

    def __init__(self, symbol_table: SymbolTable, members: MemberLookup, read_type: ReadType) -> None:
        self._symbol_table = symbol_table
        self._members = members
        self._read_type = read_type

    def find(self, language: str, name: str) -> tuple[DefinitionKey, ...]:
        """Return the members of a name that the repository gives to all objects of a language."""
        if not self._symbol_table.rules_by_language[language].root_type:
            return ()
        mixed = (each.entity for each in self._root_mixins(language) if isinstance(each, Instance))
        roots = (
            *self._symbol_table.find_open_types(
                language, self._symbol_table.rules_by_language[language].root_type
            ),
            *mixed,
        )
        return next((found for each in roots if (found := self._members.lookup(each, name))), ())

    def may_be_external(self, language: str, name: str) -> bool:
        """Whether an external type that is mixed into the root type may have a member of a name."""
        rules = self._symbol_table.rules_by_language[language]
        if not rules.root_type:
            return False
        names = (rules.root_type, *rules.root_mixins)
        types = (each for root in names for each in self._symbol_table.find_open_types(language, root))
        inner = (value for each in types for value, _ in self._members.mixins(each))
        return any(
            isinstance(each, External) and may_have_member(rules, each, name)
            for each in (*self._root_mixins(language), *inner)
        )

    def _root_mixins(self, language: str) -> Iterator[Value]:
        """Yield what code outside of the root type mixes into it."""
        self._symbol_table.query_trace.record((QueryKind.ROOT_MIXINS.value, language))
        for type_ref, place in self._declared_mixins[language]:
            yield from self._read_type(type_ref, place)[:1]

    @cached_property
    def _declared_mixins(self) -> defaultdict[str, list[tuple[TypeRef, Place]]]:
        """What is mixed into the root types of languages, with its places."""
        found: defaultdict[str, list[tuple[TypeRef, Place]]] = defaultdict(list)
        for path, view in self._symbol_table.files.items():
            root = self._symbol_table.rules_at(path).root_type
            for extension in view.facts.extensions:
                if root and extension.owner.name == root:
                    place = Place(path, TOP_LEVEL, NO_OFFSET, namespace=extension.namespace)
                    found[view.language] += [(each, place) for each in extension.inherits]
        return found
