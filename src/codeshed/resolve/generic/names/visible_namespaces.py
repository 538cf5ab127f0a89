"""Lookup of names in namespaces, as a certain file sees them.

Turns: a name in a namespace, and a file → Values. Where files include others (C, C++), definitions in included files count.
"""

import re

from codeshed.resolve.generic.definition_key import Entity
from codeshed.resolve.generic.names.file_scope import FileView
from codeshed.resolve.generic.names.macro_aliases import OtherNames
from codeshed.resolve.generic.names.namespace_lookup import SpaceNames
from codeshed.resolve.generic.symbol_table import Program
from codeshed.resolve.generic.values.values import Defined, Meanings, Sureness, less_sure


class SeenSpaces:
    """Resolves names in namespaces for a file."""

    def __init__(self, program: Program, namespaces: SpaceNames) -> None:
        self._program = program
        self._namespaces = namespaces
        self._macro_aliases = OtherNames(program)

    def in_space(self, path: str, namespace: str, name: str, *, is_of_library: bool = False) -> Meanings:
        """Resolve a name in a namespace, as a file sees it."""
        found = self._namespaces.in_space(namespace, name) or self._file_private_of_included(
            path, namespace, name
        )
        if found and self._program.customs_at(path).whole_files:
            found = (*found, *self._macro_aliases.beside(namespace, name, found))
            return self._filter_included(self._program.files[path], found, is_of_library=is_of_library)
        return found

    def _file_private_of_included(self, path: str, namespace: str, name: str) -> Meanings:
        """Return file-private definitions (`static` in C) of included files.

        Recorded by `NamespaceLookup.resolve`, which comes first.
        """
        found = self._program.own_names_of_files(namespace, name)
        scope = self._program.files[path]
        return tuple(Defined(each) for each in found if self._program.brings_in(scope, each.path))

    def _filter_included(self, scope: FileView, found: Meanings, *, is_of_library: bool) -> Meanings:
        """Keep definitions in included files, and functions elsewhere, which may define what those declare.

        If a translation unit includes none of them, all are inferred only. A function with the name of a library function
        is that of the repository only if it is declared in an included file and has a body; even then it is inferred.
        """
        if not all(isinstance(each, Defined) for each in found):
            return found
        defined = [each for each in found if isinstance(each, Defined)]
        seen = [each for each in defined if self._is_included(scope, each.entity)]
        if is_of_library:
            return tuple(
                less_sure(each, Sureness.INFERRED) for each in defined if seen and self._has_body(each)
            )
        if len(seen) == len(defined):
            return found
        if seen:
            return tuple(each for each in defined if each in seen or not self._program.is_type(each.entity))
        is_translation_unit = (
            re.fullmatch(self._program.customs_at(scope.path).whole_files, scope.path) is not None
        )
        return tuple(less_sure(each, Sureness.INFERRED) for each in found) if is_translation_unit else found

    def _is_included(self, scope: FileView, entity: Entity) -> bool:
        return entity.path == scope.path or self._program.brings_in(scope, entity.path)

    def _has_body(self, defined: Defined) -> bool:
        modifiers = self._program.definition(defined.entity).modifiers
        return modifiers is None or modifiers.has_body is not False
