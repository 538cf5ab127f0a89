"""Case-insensitive lookup, in languages where names of functions and types ignore case (PHP).

Turns: a name that has no exact match → the definitions whose name equals it but for case.
"""

from collections import defaultdict
from collections.abc import Mapping
from functools import cached_property

from codeshed.model.semantic import DefinitionKind
from codeshed.resolve.generic.definition_key import DefinitionKey
from codeshed.resolve.generic.incremental.query_trace import QueryKind
from codeshed.resolve.generic.members.member_lookup import MemberLookup
from codeshed.resolve.generic.names.name_resolution import NameResolution
from codeshed.resolve.generic.symbol_kinds import is_visible_in_namespace
from codeshed.resolve.generic.symbol_table import SymbolTable
from codeshed.resolve.generic.values.values import NO_VALUES, Certainty, DefinitionValue, Place, Values

_CASE_INSENSITIVE = QueryKind.CASE_INSENSITIVE.value


class CaseInsensitiveNames:
    """Looks names up by their lower case; callers have tried the exact name before."""

    def __init__(self, symbol_table: SymbolTable, members: MemberLookup, names: NameResolution) -> None:
        self._symbol_table = symbol_table
        self._members = members
        self._names = names
        self._methods_by_owner: dict[DefinitionKey, Mapping[str, tuple[DefinitionKey, ...]]] = {}

    @cached_property
    def _by_namespace(self) -> Mapping[tuple[str, str, DefinitionKind], tuple[DefinitionKey, ...]]:
        found: defaultdict[tuple[str, str, DefinitionKind], list[DefinitionKey]] = defaultdict(list)
        for path, scope in self._symbol_table.files.items():
            if not self._symbol_table.rules_at(path).case_insensitive_pattern:
                continue
            for number, each in enumerate(scope.facts.definitions):
                if is_visible_in_namespace(each):
                    key = scope.namespace_of(each), each.name.lower(), each.kind
                    found[key].append(DefinitionKey(path, number))
        return {key: tuple(entities) for key, entities in found.items()}

    def find_methods(self, owner: DefinitionKey, name: str) -> tuple[DefinitionKey, ...]:
        """Find the methods of a name in the nearest type that has any: the type itself, then its bases."""
        if not self._symbol_table.rules_at(owner.path).is_case_insensitive(name):
            return ()
        folded = name.lower()
        for each in self._members.ancestors(owner):
            self._symbol_table.query_trace.record(
                (_CASE_INSENSITIVE, self._symbol_table.symbol(each), folded)
            )
            found = self._own_methods(each).get(folded)
            if found:
                return found
        return ()

    def _own_methods(self, owner: DefinitionKey) -> Mapping[str, tuple[DefinitionKey, ...]]:
        known = self._methods_by_owner.get(owner)
        if known is None:
            found: defaultdict[str, list[DefinitionKey]] = defaultdict(list)
            for number in self._symbol_table.files[owner.path].all_children(owner.number):
                entity = DefinitionKey(owner.path, number)
                if self._symbol_table.is_function(entity):
                    found[self._symbol_table.definition(entity).name.lower()].append(entity)
            known = self._methods_by_owner[owner] = {
                name: tuple(entities) for name, entities in found.items()
            }
        return known

    def find_functions(self, name: str, place: Place) -> Values:
        """Find the functions of a name in the first namespace that has any, of those visible at a place."""
        scope = self._symbol_table.files[place.path]
        namespaces = dict.fromkeys((self._names.namespace_at(place), *scope.visible_namespaces))
        found = (self._in_namespace(each, name, place, DefinitionKind.FUNCTION) for each in namespaces)
        return next(filter(None, found), NO_VALUES)

    def find_types(self, name: str, place: Place) -> Values:
        """Find the types of a name in the namespace of a place."""
        return self._in_namespace(self._names.namespace_at(place), name, place, DefinitionKind.TYPE)

    def _in_namespace(self, namespace: str, name: str, place: Place, kind: DefinitionKind) -> Values:
        if not self._symbol_table.rules_at(place.path).is_case_insensitive(name):
            return NO_VALUES
        folded = name.lower()
        self._symbol_table.query_trace.record((_CASE_INSENSITIVE, namespace, folded))
        return tuple(
            DefinitionValue(
                each,
                Certainty.INFERRED
                if self._symbol_table.definition(each).is_conditional
                else Certainty.DECLARED,
            )
            for each in self._by_namespace.get((namespace, folded, kind), ())
        )
