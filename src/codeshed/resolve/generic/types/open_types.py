"""Types that are open: a module, namespace or class that several files, or several places of one, add to.

Turns: all files → where each open type is open, and what lies in it. A module may be open in hundreds of files, so that
what lies in it is asked for once, and not once for each of them.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property

from codeshed.model.code_facts import TOP_LEVEL
from codeshed.resolve.generic.entity import Entity
from codeshed.resolve.generic.incremental.query_trace import About, Question
from codeshed.resolve.generic.names.file_scope import FileView
from codeshed.resolve.generic.symbol_kinds import question_inside, question_of_parts

_INSIDE = About.INSIDE.value


class OpenTypes:
    """The open types of a program; `note` is told what is asked."""

    def __init__(self, files: Mapping[str, FileView], note: Callable[[Question], None]) -> None:
        self._files = files
        self._note = note
        self._children: dict[Question, dict[str, list[Entity]]] = {}

    @cached_property
    def _parts(self) -> Mapping[Entity, tuple[Question, tuple[Entity, ...]]]:
        """Each place with the question and all places of the same type."""
        found: defaultdict[Question, list[Entity]] = defaultdict(list)
        for path, view in self._files.items():
            for number, definition in enumerate(view.facts.definitions):
                if definition.is_open:
                    found[question_of_parts(view, number)].append(Entity(path, number))
        return {
            each: (question, tuple(entities)) for question, entities in found.items() for each in entities
        }

    def parts(self, entity: Entity) -> tuple[Entity, ...]:
        """Return all places in which a type is open, the first of which stands for it; what is not open is one alone."""
        known = self._parts.get(entity)
        if known is None:
            return (entity,)
        self._note(known[0])
        return known[1]

    def all_parts(self, entity: Entity) -> tuple[Entity, ...]:
        """Return the same for tables, which are made of all that there is: nothing is noted."""
        known = self._parts.get(entity)
        return (entity,) if known is None else known[1]

    def unlike_parts(self, entity: Entity) -> tuple[Entity, ...]:
        """Return one of the places in which a type is open for each thing that it stands in there.

        What is inside is the same in all of them: names differ only by what is around.
        """
        part_by_around: dict[Entity | None, Entity] = {}
        for part in self.parts(entity):
            parent = self._files[part.path].facts.definitions[part.number].parent
            around = None if parent == TOP_LEVEL else self.parts(Entity(part.path, parent))[0]
            part_by_around.setdefault(around, part)
        return tuple(part_by_around.values())

    def inside(self, owner: Entity, name: str) -> Iterable[Entity]:
        """Return what lies directly in a definition under a name; of an open type, in all places in which it is."""
        known = self._parts.get(owner)
        if known is None:
            return (
                Entity(owner.path, number) for number in self._files[owner.path].inside(owner.number, name)
            )
        question, parts = known
        self._note(question)
        self._note(question_inside(question, name))
        # What stands elsewhere belongs to the first.
        self._note((_INSIDE, self._files[parts[0].path].symbols[parts[0].number], name))
        children = self._children.get(question)
        if children is None:
            children = self._children[question] = self._children_of(parts)
        return children.get(name, ())

    def _children_of(self, parts: tuple[Entity, ...]) -> dict[str, list[Entity]]:
        found: dict[str, list[Entity]] = {}
        for part in parts:
            for name, numbers in self._files[part.path].children.get(part.number, {}).items():
                found.setdefault(name, []).extend(Entity(part.path, number) for number in numbers)
        return found
