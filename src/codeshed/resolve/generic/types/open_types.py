"""Open types: modules, namespaces or classes with several declarations (partial classes in C#, reopened ones in Ruby).

Turns: all files → the declarations of each open type, and its children. A module may be reopened in hundreds of files, so its
children are collected once, and a lookup in it is recorded once and not per declaration.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property

from codeshed.model.facts.code_facts import TOP_LEVEL
from codeshed.resolve.generic.definition_key import DefinitionKey
from codeshed.resolve.generic.incremental.query_trace import Query, QueryKind
from codeshed.resolve.generic.names.file_scope import FileScope
from codeshed.resolve.generic.symbol_kinds import open_type_child_key, open_type_key

_INSIDE = QueryKind.CHILD.value


class OpenTypes:
    """The open types of all files; `note` records lookups in the query trace."""

    def __init__(self, files: Mapping[str, FileScope], note: Callable[[Query], None]) -> None:
        self._files = files
        self._record = note
        self._children_by_type: dict[Query, dict[str, list[DefinitionKey]]] = {}

    @cached_property
    def _declarations(self) -> Mapping[DefinitionKey, tuple[Query, tuple[DefinitionKey, ...]]]:
        """For each declaration, the key of its type and all declarations of that."""
        found: defaultdict[Query, list[DefinitionKey]] = defaultdict(list)
        for path, scope in self._files.items():
            for number, definition in enumerate(scope.facts.definitions):
                if definition.is_reopenable:
                    found[open_type_key(scope, number)].append(DefinitionKey(path, number))
        return {each: (key, tuple(entities)) for key, entities in found.items() for each in entities}

    def parts(self, entity: DefinitionKey) -> tuple[DefinitionKey, ...]:
        """Return all declarations of an open type, the first of which represents it; any other definition is its only one."""
        known = self._declarations.get(entity)
        if known is None:
            return (entity,)
        self._record(known[0])
        return known[1]

    def untraced_parts(self, entity: DefinitionKey) -> tuple[DefinitionKey, ...]:
        """The same without recording, to build tables of all definitions."""
        known = self._declarations.get(entity)
        return (entity,) if known is None else known[1]

    def parts_by_scope(self, entity: DefinitionKey) -> tuple[DefinitionKey, ...]:
        """Return one declaration of an open type for each different parent.

        The children are the same in all; only the enclosing scopes differ, in which their names are resolved.
        """
        part_by_around: dict[DefinitionKey | None, DefinitionKey] = {}
        for part in self.parts(entity):
            parent = self._files[part.path].facts.definitions[part.number].parent
            around = None if parent == TOP_LEVEL else self.parts(DefinitionKey(part.path, parent))[0]
            part_by_around.setdefault(around, part)
        return tuple(part_by_around.values())

    def find_children(self, owner: DefinitionKey, name: str) -> Iterable[DefinitionKey]:
        """Find the direct children of a name, in all declarations of an open type."""
        known = self._declarations.get(owner)
        if known is None:
            return (
                DefinitionKey(owner.path, number)
                for number in self._files[owner.path].find_children(owner.number, name)
            )
        key, parts = known
        self._record(key)
        self._record(open_type_child_key(key, name))
        # Out-of-line members belong to the first declaration.
        self._record((_INSIDE, self._files[parts[0].path].symbols[parts[0].number], name))
        children = self._children_by_type.get(key)
        if children is None:
            children = self._children_by_type[key] = self._collect_children(parts)
        return children.get(name, ())

    def _collect_children(self, parts: tuple[DefinitionKey, ...]) -> dict[str, list[DefinitionKey]]:
        found: dict[str, list[DefinitionKey]] = {}
        for part in parts:
            for name, numbers in self._files[part.path].children_by_name.get(part.number, {}).items():
                found.setdefault(name, []).extend(DefinitionKey(part.path, number) for number in numbers)
        return found
