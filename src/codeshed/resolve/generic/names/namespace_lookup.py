"""Lookup of names in namespaces, as other files see them.

Turns: a name in a namespace, or the binding of an import → Values: definitions, re-exports, or nested namespaces.
"""

from collections.abc import Callable, Iterable

from codeshed.resolve.generic.definition_key import DefinitionKey
from codeshed.resolve.generic.incremental.query_cache import QueryCache
from codeshed.resolve.generic.names.import_targets import ImportTargets
from codeshed.resolve.generic.names.namespaces import (
    Binding,
    ExternalTarget,
    ImportTarget,
    NamespaceTarget,
    NameTarget,
)
from codeshed.resolve.generic.symbol_table import SymbolTable
from codeshed.resolve.generic.values.values import (
    NO_VALUES,
    Certainty,
    DefinitionValue,
    External,
    Namespace,
    Value,
    Values,
    limit_certainty,
)

FindMembers = Callable[[DefinitionKey, str], tuple[DefinitionKey, ...]]
"""Finds the members of a name in a type, its own or inherited ones."""

MAX_REEXPORTS = 12
"""The longest chain of re-exports that is followed."""

_WILDCARD = "star"
_REEXPORTED_TYPES = "re-exported types"


_DEFAULT_NAME = "default"
"""The name that whole re-exports leave out."""


class NamespaceLookup:
    """Resolves names in namespaces."""

    def __init__(
        self,
        symbol_table: SymbolTable,
        find_members: FindMembers,
        cache: QueryCache[Values],
        import_targets: ImportTargets,
    ) -> None:
        self._symbol_table = symbol_table
        self._import_targets = import_targets
        self._find_members = find_members
        self._cache = cache

    def resolve(self, namespace: str, name: str, depth: int = 0) -> Values:
        """Resolve a name in a namespace; a dotted name is a member of a member."""
        if depth > MAX_REEXPORTS:
            return NO_VALUES
        first, _, rest = name.partition(".")
        found = self._resolve_first(namespace, first, depth)
        while rest and found:
            first, _, rest = rest.partition(".")
            owners = self.prefer_objects(found)
            found = tuple(inner for each in owners for inner in self._member(each, first, depth))
        return found or self._in_nested_namespace(namespace, name, depth)

    def _in_nested_namespace(self, namespace: str, name: str, depth: int) -> Values:
        """Resolve a dotted name in the nested namespace whose name a type without such a member has too."""
        outer, _, last = name.rpartition(".")
        inner = f"{namespace}.{outer}"
        is_there = bool(outer) and self._symbol_table.is_namespace(inner)
        return self._resolve_first(inner, last, depth) if is_there else NO_VALUES

    def external_member(self, namespace: str, name: str) -> Values:
        """Return the external symbol of a name in a namespace that the repository defines only in part."""
        for rules in self._symbol_table.rules_by_language.values():
            if rules.root_namespace_name and namespace == rules.root_namespace:
                return (External(name),)
            if rules.root_namespace and namespace.startswith(f"{rules.root_namespace}."):
                if rules.has_unsplit_packages and self._symbol_table.files_of_namespace(namespace):
                    return NO_VALUES
                inner = namespace[len(rules.root_namespace) + 1 :]
                if not rules.language_namespaces:
                    return (External(f"{inner}.{name}"),)
                is_own = inner.partition(".")[0] in rules.language_namespaces
                return (External(rules.qualify_builtin(f"{inner}.{name}")),) if is_own else NO_VALUES
        return NO_VALUES

    def prefer_objects(self, values: Values) -> Values:
        """Drop types among values of one name if there is a singleton object: the type is no value (Scala companions)."""
        if len(values) < 2 or not any(map(self._is_singleton, values)):  # noqa: PLR2004 - one has no other
            return values
        return tuple(
            each
            for each in values
            if self._is_singleton(each)
            or not (isinstance(each, DefinitionValue) and self._symbol_table.is_type(each.entity))
        )

    def _is_singleton(self, value: Value) -> bool:
        return isinstance(value, DefinitionValue) and self._symbol_table.definition(value.entity).is_singleton

    def resolve_wildcard_target(self, target: NameTarget) -> Values:
        """Resolve the target of a wildcard import; cached, as it is needed for each name."""
        question = (_WILDCARD, target.namespace, target.name)
        return self._cache.memoize(
            question, lambda: self.prefer_objects(self.resolve(target.namespace, target.name))
        )

    def resolve_binding(self, binding: Binding, depth: int = 0) -> Values:
        """Resolve an import: to the first of its targets that exists, else to an external symbol.

        A namespace target is kept besides the name that is found: the exported value may have members of its own.
        """
        found: Values = NO_VALUES
        external: Values = NO_VALUES
        for target in self._import_targets.targets(binding):
            if isinstance(target, ExternalTarget):
                is_made_up = self._symbol_table.is_made_up(target.name)
                external = external or (NO_VALUES if is_made_up else (External(target.name),))
            elif not found or isinstance(target, NamespaceTarget):
                found = tuple(dict.fromkeys((*found, *self._resolve_target(target, depth))))
        return lower_if_conditional(binding, found or external or self._reexported_external(binding))

    def _reexported_external(self, binding: Binding) -> Values:
        """Return the external symbol of a name that a file can only have from the one external module that it re-exports whole."""
        for target in binding.targets:
            if isinstance(target, NameTarget) and target.name != _DEFAULT_NAME:
                modules = self._symbol_table.external_reexports(target.namespace)
                if len(modules) == 1:
                    return (External(f"{modules[0]}.{target.name}"),)
        return NO_VALUES

    def resolve_bindings(self, bindings: Iterable[Binding], depth: int) -> Values:
        """Resolve several imports of one name to the first value, after a namespace of that name.

        Of conditional imports all count.
        """
        namespaces: Values = NO_VALUES
        alternatives: Values = NO_VALUES
        for binding in bindings:
            found = self.resolve_binding(binding, depth)
            if not found or all(isinstance(each, Namespace) for each in found):
                namespaces = namespaces or found
            elif binding.is_conditional:
                alternatives = (*alternatives, *found)
            else:
                return (*namespaces, *(alternatives or found))
        return (*namespaces, *dict.fromkeys(alternatives))

    def _resolve_target(self, target: ImportTarget, depth: int) -> Values:
        if isinstance(target, NamespaceTarget):
            return (
                (Namespace(target.namespace),)
                if self._symbol_table.is_namespace(target.namespace)
                else NO_VALUES
            )
        if isinstance(target, NameTarget):
            return self.resolve(target.namespace, target.name, depth)
        return NO_VALUES

    def _resolve_first(self, namespace: str, name: str, depth: int) -> Values:
        for each in (namespace, *self._symbol_table.find_reexporting_namespaces(namespace, name)):
            found = self._resolve_directly(each, name, depth)
            if found:
                return found
        for entity in self._reexported_types(namespace):
            found = tuple(map(DefinitionValue, self._find_members(entity, name)))
            if found:
                return found
        return NO_VALUES

    def _reexported_types(self, namespace: str) -> tuple[DefinitionKey, ...]:
        """Return the types all of whose members a namespace re-exports; not looked up among such members again."""
        bindings = self._symbol_table.type_reexports(namespace)
        if not bindings:
            return ()
        found = self._cache.memoize_exclusively(
            _REEXPORTED_TYPES, namespace, lambda: self._resolve_all(bindings)
        )
        return tuple(dict.fromkeys(each.entity for each in found if isinstance(each, DefinitionValue)))

    def _resolve_all(self, bindings: Iterable[Binding]) -> Values:
        return tuple(each for binding in bindings for each in self.resolve_binding(binding))

    def _resolve_directly(self, namespace: str, name: str, depth: int) -> Values:
        """Resolve a name to a definition or re-export of a namespace itself, or to its nested namespace."""
        own = self._symbol_table.find_definitions(namespace, name)
        if own:
            exported = [each for each in own if self._symbol_table.definition(each).is_module_property]
            own = tuple(exported) or own
            general = [
                each for each in own if not self._symbol_table.definition(each).specialization_arguments
            ]
            # A template specialization may not be the definition that other arguments select.
            sureness = Certainty.DECLARED if general else Certainty.INFERRED
            return tuple(
                DefinitionValue(
                    each,
                    Certainty.INFERRED if self._symbol_table.definition(each).is_conditional else sureness,
                )
                for each in general or own
            )
        found = self.resolve_bindings(self._symbol_table.named_reexports(namespace, name), depth + 1)
        if found:
            return found
        inner = self._symbol_table.nested_namespace(namespace, name)
        return (Namespace(inner),) if inner else NO_VALUES

    def _member(self, value: object, name: str, depth: int) -> Values:
        """Resolve a name in a namespace, or among the own and inherited members of a type."""
        if isinstance(value, Namespace):
            return self._resolve_first(value.key, name, depth + 1)
        if isinstance(value, DefinitionValue):
            found = self._symbol_table.find_children(value.entity, name) or self._find_members(
                value.entity, name
            )
            return tuple(map(DefinitionValue, self._static_first(found)))
        return NO_VALUES

    def _static_first(self, members: tuple[DefinitionKey, ...]) -> tuple[DefinitionKey, ...]:
        """Keep static members if there are any: the name is qualified by the type and not by an object."""
        modifiers = ((each, self._symbol_table.definition(each).modifiers) for each in members)
        static = tuple(each for each, said in modifiers if said is not None and said.is_static)
        return static or members


def lower_if_conditional(binding: Binding, values: Values) -> Values:
    """Lower the certainty of values that a conditional import brings in."""
    if not binding.is_conditional:
        return values
    return tuple(limit_certainty(each, Certainty.INFERRED) for each in values)
