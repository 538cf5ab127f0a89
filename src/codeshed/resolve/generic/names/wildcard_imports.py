"""Names that wildcard imports bring in: `import a.*`, `use a::*`, `from a import *`.

Turns: a name and wildcard imports → Values: of the imported namespaces, members of imported types, or external symbols.
"""

import re
from collections.abc import Iterable

from codeshed.resolve.generic.definition_key import DefinitionKey
from codeshed.resolve.generic.incremental.query_cache import QueryCache
from codeshed.resolve.generic.language_rules import LanguageRules
from codeshed.resolve.generic.names.file_scope import FileScope, WildcardImport
from codeshed.resolve.generic.names.import_targets import ImportTargets
from codeshed.resolve.generic.names.namespace_lookup import FindMembers, NamespaceLookup, lower_if_conditional
from codeshed.resolve.generic.names.namespaces import Binding, ExternalTarget, NameTarget
from codeshed.resolve.generic.symbol_table import SymbolTable
from codeshed.resolve.generic.values.values import NO_VALUES, DefinitionValue, External, Namespace, Values

_WILDCARD_MEMBER = "wildcard member"


class WildcardImports:
    """Resolves names through wildcard imports."""

    def __init__(
        self,
        symbol_table: SymbolTable,
        find_members: FindMembers,
        namespaces: NamespaceLookup,
        *,
        import_targets: ImportTargets,
        cache: QueryCache[Values],
    ) -> None:
        self._symbol_table = symbol_table
        self._find_members = find_members
        self._namespaces = namespaces
        self._import_targets = import_targets
        self._cache = cache

    def resolve(
        self, scope: FileScope, wildcards: tuple[WildcardImport, ...], name: str, namespace: str | None = None
    ) -> Values:
        """Resolve a name in wildcard imports, of the whole file or of a namespace block: in namespaces, then in types."""
        wildcard_targets = self._import_targets.of_wildcards(wildcards, namespace)
        skip_namespaces = self._symbol_table.rules_at(scope.path).do_wildcards_skip_namespaces
        for binding, each in wildcard_targets.namespaces:
            found = self._namespaces.resolve(each, name)
            if skip_namespaces:
                found = tuple(value for value in found if not isinstance(value, Namespace))
            if found:
                return lower_if_conditional(binding, found)
        tried: set[DefinitionKey] = set()
        for binding, target in wildcard_targets.types:
            found = self._members_of(target, name, tried)
            if found:
                return lower_if_conditional(binding, found)
        return NO_VALUES

    def _members_of(self, target: NameTarget, name: str, tried: set[DefinitionKey]) -> Values:
        """Find a name among the members of the type that a target denotes, unless that was tried before."""
        for target_value in self._namespaces.resolve_wildcard_target(target):
            if isinstance(target_value, Namespace):
                found = self._namespaces.resolve(target_value.key, name)
                if found:
                    return found
            if isinstance(target_value, DefinitionValue) and target_value.entity not in tried:
                tried.add(target_value.entity)
                found = self._find_members_of_type(target_value.entity, name)
                if found:
                    return found
        return NO_VALUES

    def _find_members_of_type(self, owner: DefinitionKey, name: str) -> Values:
        """Find the members of a name in a type; cached, as many files import it."""
        return self._cache.memoize(
            (_WILDCARD_MEMBER, owner, name),
            lambda: tuple(map(DefinitionValue, self._find_members(owner, name))),
        )

    def resolve_external(
        self, bindings: Iterable[Binding], name: str, rules: LanguageRules, *, is_member: bool
    ) -> Values:
        """Return the external symbol that wildcard imports of external namespaces may bring in.

        Of several imports the one known to have the name is chosen, and one known to lack it never; if none is left, the symbol is
        unqualified. A namespace may be
        external in part: if the repository has only nested namespaces of it, or if a sibling of it is external.
        """
        matching = [
            each
            for each in bindings
            if (names := each.external_function_pattern if is_member else each.external_name_pattern)
            and re.fullmatch(names, name)
        ]
        external = {
            value.name
            for each in matching
            for value in self._namespaces.resolve_binding(each)
            if isinstance(value, External)
        }
        roots = {each.partition(".")[0] for each in external}
        for each in matching if external else ():
            namespaces = (
                value.key for value in self._namespaces.resolve_binding(each) if isinstance(value, Namespace)
            )
            is_elsewhere = any(
                not self._symbol_table.files_of_namespace(namespace) for namespace in namespaces
            )
            named = {target.name for target in each.targets if isinstance(target, ExternalTarget)}
            external.update(one for one in named if is_elsewhere or one.partition(".")[0] in roots)
        external = {each for each in external if not rules.library_names.lacks(each, name)}
        known = {
            each for each in external if len(external) > 1 and rules.is_known_external_type(f"{each}.{name}")
        }
        external = known or external
        if len(external) == 1 and name not in roots:
            return (External(f"{min(external)}.{name}"),)
        return (External(name),) if external else NO_VALUES
