"""Lookup of names in namespaces, as a certain file sees them.

Turns: a name in a namespace, and a file → Values. Where files include others (C, C++), definitions in included files count.
"""

import re

from codeshed.resolve.generic.definition_key import DefinitionKey
from codeshed.resolve.generic.names.file_scope import FileScope
from codeshed.resolve.generic.names.macro_aliases import MacroAliases
from codeshed.resolve.generic.names.namespace_lookup import NamespaceLookup
from codeshed.resolve.generic.symbol_table import SymbolTable
from codeshed.resolve.generic.values.values import Certainty, DefinitionValue, Values, limit_certainty


class VisibleNamespaces:
    """Resolves names in namespaces for a file."""

    def __init__(self, symbol_table: SymbolTable, namespaces: NamespaceLookup) -> None:
        self._symbol_table = symbol_table
        self._namespaces = namespaces
        self._macro_aliases = MacroAliases(symbol_table)

    def resolve(self, path: str, namespace: str, name: str, *, is_of_library: bool = False) -> Values:
        """Resolve a name in a namespace, as a file sees it."""
        found = self._namespaces.resolve(namespace, name) or self._file_private_of_included(
            path, namespace, name
        )
        if found and self._symbol_table.rules_at(path).translation_unit_pattern:
            found = (*found, *self._macro_aliases.find_aliases(namespace, name, found))
            return self._filter_included(self._symbol_table.files[path], found, is_of_library=is_of_library)
        return found

    def _file_private_of_included(self, path: str, namespace: str, name: str) -> Values:
        """Return file-private definitions (`static` in C) of included files.

        Recorded by `NamespaceLookup.resolve`, which comes first.
        """
        found = self._symbol_table.find_file_private_definitions(namespace, name)
        scope = self._symbol_table.files[path]
        return tuple(DefinitionValue(each) for each in found if self._symbol_table.includes(scope, each.path))

    def _filter_included(self, scope: FileScope, found: Values, *, is_of_library: bool) -> Values:
        """Keep definitions in included files, and functions elsewhere, which may define what those declare.

        If a translation unit includes none of them, all are inferred only. A function with the name of a library function
        is that of the repository only if it is declared in an included file and has a body; even then it is inferred.
        """
        if not all(isinstance(each, DefinitionValue) for each in found):
            return found
        defined = [each for each in found if isinstance(each, DefinitionValue)]
        seen = [each for each in defined if self._is_included(scope, each.entity)]
        if is_of_library:
            return tuple(
                limit_certainty(each, Certainty.INFERRED) for each in defined if seen and self._has_body(each)
            )
        if len(seen) == len(defined):
            return found
        if seen:
            return tuple(
                each for each in defined if each in seen or not self._symbol_table.is_type(each.entity)
            )
        is_translation_unit = (
            re.fullmatch(self._symbol_table.rules_at(scope.path).translation_unit_pattern, scope.path)
            is not None
        )
        return (
            tuple(limit_certainty(each, Certainty.INFERRED) for each in found)
            if is_translation_unit
            else found
        )

    def _is_included(self, scope: FileScope, entity: DefinitionKey) -> bool:
        return entity.path == scope.path or self._symbol_table.includes(scope, entity.path)

    def _has_body(self, defined: DefinitionValue) -> bool:
        modifiers = self._symbol_table.definition(defined.entity).modifiers
        return modifiers is None or modifiers.has_body is not False
