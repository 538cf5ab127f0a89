"""Open types: modules, namespaces or classes with several declarations (partial classes in C#, reopened ones in Ruby).

Turns: all files → the declarations of each open type, and its children. A module may be reopened in hundreds of files, so its
children are collected once, and a lookup in it is recorded once and not per declaration.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property

from codeshed.model.code_facts import TOP_LEVEL
from codeshed.resolve.generic.definition_key import Entity
from codeshed.resolve.generic.incremental.query_trace import About, Question
from codeshed.resolve.generic.names.file_scope import FileView
from codeshed.resolve.generic.symbol_kinds import question_inside, question_of_parts

_INSIDE = About.INSIDE.value


class OpenTypes:
    """The open types of all files; `note` records lookups in the query trace."""

    def __init__(self, files: Mapping[str, FileView], note: Callable[[Question], None]) -> None:
        self._files = files
        self._record = note
        self._children_by_type: dict[Question, dict[str, list[Entity]]] = {}

    @cached_property
    def _declarations(self) -> Mapping[Entity, tuple[Question, tuple[Entity, ...]]]:
        """For each declaration, the key of its type and all declarations of that."""
        found: defaultdict[Question, list[Entity]] = defaultdict(list)
        for path, scope in self._files.items():
            for number, definition in enumerate(scope.facts.definitions):
                if definition.is_open:
                    found[question_of_parts(scope, number)].append(Entity(path, number))
        return {each: (key, tuple(entities)) for key, entities in found.items() for each in entities}

    def parts(self, entity: Entity) -> tuple[Entity, ...]:
        """Return all declarations of an open type, the first of which represents it; any other definition is its only one."""
        known = self._declarations.get(entity)
        if known is None:
            return (entity,)
        self._record(known[0])
        return known[1]

    def all_parts(self, entity: Entity) -> tuple[Entity, ...]:
        """The same without recording, to build tables of all definitions."""
        known = self._declarations.get(entity)
        return (entity,) if known is None else known[1]

    def unlike_parts(self, entity: Entity) -> tuple[Entity, ...]:
        """Return one declaration of an open type for each different parent.

        The children are the same in all; only the enclosing scopes differ, in which their names are resolved.
        """
        part_by_around: dict[Entity | None, Entity] = {}
        for part in self.parts(entity):
            parent = self._files[part.path].facts.definitions[part.number].parent
            around = None if parent == TOP_LEVEL else self.parts(Entity(part.path, parent))[0]
            part_by_around.setdefault(around, part)
        return tuple(part_by_around.values())

    def inside(self, owner: Entity, name: str) -> Iterable[Entity]:
        """Find the direct children of a name, in all declarations of an open type."""
        known = self._declarations.get(owner)
        if known is None:
            return (
                Entity(owner.path, number) for number in self._files[owner.path].inside(owner.number, name)
            )
        key, parts = known
        self._record(key)
        self._record(question_inside(key, name))
        # Out-of-line members belong to the first declaration.
        self._record((_INSIDE, self._files[parts[0].path].symbols[parts[0].number], name))
        children = self._children_by_type.get(key)
        if children is None:
            children = self._children_by_type[key] = self._collect_children(parts)
        return children.get(name, ())

    def _collect_children(self, parts: tuple[Entity, ...]) -> dict[str, list[Entity]]:
        found: dict[str, list[Entity]] = {}
        for part in parts:
            for name, numbers in self._files[part.path].children.get(part.number, {}).items():
                found.setdefault(name, []).extend(Entity(part.path, number) for number in numbers)
        return found
