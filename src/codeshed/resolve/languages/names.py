"""Names across files.

Turns: a name at a place → Meanings: what lies around it, what the file defines and imports, what its spaces hold.
"""

from collections.abc import Iterable, Iterator

from codeshed.model.code_facts import TOP_LEVEL
from codeshed.model.semantic import DefinitionKind
from codeshed.resolve.languages.meanings import NOTHING, Defined, Meanings, Outside, Place, Space
from codeshed.resolve.languages.program import Entity, FileView, Program
from codeshed.resolve.languages.spaces import Binding, ExternalTarget, NameTarget, SpaceTarget, Target

MAX_PASSES = 12
"""How often a name may be passed on from file to file."""


class Names:
    """Looks names up, the nearest meaning first."""

    def __init__(self, program: Program) -> None:
        self._program = program

    def around(self, place: Place, name: str) -> Meanings:
        """Return what a name means among the definitions that lie around a place, types' members left out."""
        view = self._program.files[place.path]
        for number in self.enclosing(place):
            found = view.children.get(number, {}).get(name)
            if found and view.facts.definitions[number].kind is not DefinitionKind.TYPE:
                return tuple(Defined(Entity(place.path, each)) for each in found)
        return NOTHING

    def enclosing(self, place: Place) -> Iterator[int]:
        """Yield the definitions around a place, the innermost first."""
        definitions = self._program.files[place.path].facts.definitions
        number = place.definition
        while number != TOP_LEVEL:
            yield number
            number = definitions[number].parent

    def in_file(self, place: Place, name: str) -> Meanings:
        """Return what a name means on the top level of a file: its own, imported, of its spaces, of all it imports."""
        view = self._program.files[place.path]
        return (
            self._own(view, place, name)
            or self._imported(view, name)
            or self._seen(view, place, name)
            or self._brought_in(view, name)
        )

    def _own(self, view: FileView, place: Place, name: str) -> Meanings:
        """Return what a file itself defines; of several namespaces the nearest around the place."""
        numbers = view.children.get(TOP_LEVEL, {}).get(name, ())
        if len({view.facts.definitions[number].space for number in numbers}) > 1:
            numbers = self._nearest(view, place, numbers)
        return tuple(Defined(Entity(view.path, number)) for number in numbers)

    def _nearest(self, view: FileView, place: Place, numbers: tuple[int, ...]) -> tuple[int, ...]:
        """Return those of some definitions that lie in the innermost namespace around a place; all, if none does."""
        definitions = view.facts.definitions
        around = (definitions[number].space for number in self.enclosing(place))
        for space in _with_outer([next(filter(None, around), "")]):
            inside = tuple(number for number in numbers if definitions[number].space == space)
            if inside and "." in space:
                return inside
        outermost = tuple(number for number in numbers if "." not in definitions[number].space)
        return outermost or numbers

    def _imported(self, view: FileView, name: str) -> Meanings:
        return self._of_bindings(view.bindings.get(name, ()), 0)

    def _of_bindings(self, bindings: Iterable[Binding], depth: int) -> Meanings:
        """Return the first thing that imports of one name mean, behind the space that has the same name."""
        spaces: Meanings = NOTHING
        for binding in bindings:
            found = self.of_binding(binding, depth)
            if found and not all(isinstance(each, Space) for each in found):
                return (*spaces, *found)
            spaces = spaces or found
        return spaces

    def _seen(self, view: FileView, place: Place, name: str) -> Meanings:
        """Look through the spaces that a file sees by itself: those of blocks around the place first."""
        blocks = []
        for number in self.enclosing(place):
            definition = view.facts.definitions[number]
            if definition.is_exported and definition.kind is DefinitionKind.TYPE:
                blocks.append(f"{view.space_of(definition)}.{definition.name}")
            elif definition.space:
                blocks.append(view.space_of(definition))
        for space in dict.fromkeys((*_with_outer(blocks[:1]), *view.seen_spaces)):
            found = self.in_space(space, name)
            if found:
                return found
        return NOTHING

    def _brought_in(self, view: FileView, name: str) -> Meanings:
        for space in view.stars:
            found = self.in_space(space, name)
            if found:
                return found
        return NOTHING

    def of_binding(self, binding: Binding, depth: int = 0) -> Meanings:
        """Return what an import means: the first of its targets that is there, else what lies outside.

        A space that may be meant is kept beside a name that is found: what a module gives may have members of its own.
        """
        found: Meanings = NOTHING
        outside: Meanings = NOTHING
        for target in binding.targets:
            if isinstance(target, ExternalTarget):
                outside = outside or (Outside(target.name),)
            elif not found or isinstance(target, SpaceTarget):
                found = tuple(dict.fromkeys((*found, *self._of_target(target, depth))))
        return found or outside

    def _of_target(self, target: Target, depth: int) -> Meanings:
        if isinstance(target, SpaceTarget):
            return (Space(target.space),) if self._program.is_space(target.space) else NOTHING
        if isinstance(target, NameTarget):
            return self.in_space(target.space, target.name, depth)
        return NOTHING

    def in_space(self, space: str, name: str, depth: int = 0) -> Meanings:
        """Return what a name means in a space, as others see it; a dotted one is a member of a member."""
        if depth > MAX_PASSES:
            return NOTHING
        first, _, rest = name.partition(".")
        found = self._first_in_space(space, first, depth)
        while rest and found:
            first, _, rest = rest.partition(".")
            found = tuple(inner for each in found for inner in self._inner(each, first, depth))
        return found

    def _first_in_space(self, space: str, name: str, depth: int) -> Meanings:
        for each in (space, *self._program.reached(space, name)):
            found = self._directly_in_space(each, name, depth)
            if found:
                return found
        return NOTHING

    def _directly_in_space(self, space: str, name: str, depth: int) -> Meanings:
        """Return what a space itself defines or passes on under a name, or the space of that name in it."""
        own = self._program.own_names(space, name)
        if own:
            return tuple(map(Defined, own))
        found = self._of_bindings(self._program.passed_on(space, name), depth + 1)
        if found:
            return found
        inner = f"{space}.{name}"
        return (Space(inner),) if self._program.is_space(inner) else NOTHING

    def _inner(self, meaning: object, name: str, depth: int) -> Meanings:
        """Return what lies in a space or directly in a definition under a name."""
        if isinstance(meaning, Space):
            return self._first_in_space(meaning.key, name, depth + 1)
        if isinstance(meaning, Defined):
            view = self._program.files[meaning.entity.path]
            numbers = view.children.get(meaning.entity.number, {}).get(name, ())
            return tuple(Defined(Entity(meaning.entity.path, number)) for number in numbers)
        return NOTHING


def _with_outer(spaces: list[str]) -> list[str]:
    """Return spaces, each with those that it lies in."""
    found: list[str] = []
    for space in spaces:
        outer = space
        while outer:
            found.append(outer)
            outer = outer.rpartition(".")[0]
    return found
