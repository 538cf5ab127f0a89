"""Namespaces around a place.

Turns: a place in a file → the namespaces whose blocks it stands in, and those that a body there names.
"""

from collections.abc import Callable, Iterator

from codeshed.model.code_facts import TOP_LEVEL
from codeshed.model.semantic import DefinitionKind
from codeshed.resolve.generic.names.file_scope import FileView
from codeshed.resolve.generic.names.namespaces import SpaceTarget
from codeshed.resolve.generic.symbol_table import Program
from codeshed.resolve.generic.values.values import Place


class SpacesAround:
    """Tells which namespaces a place stands in."""

    def __init__(self, program: Program, enclosing: Callable[[Place], Iterator[int]]) -> None:
        self._program = program
        self._enclosing = enclosing

    def block(self, view: FileView, place: Place) -> str:
        """Return the namespace of the block around a place, within its file."""
        number = place.head if place.definition == TOP_LEVEL else place.definition
        return place.space if number == TOP_LEVEL else view.facts.definitions[number].space

    def namespace(self, view: FileView, place: Place) -> str:
        """Return the namespace around a place."""
        block = self.block(view, place)
        return f"{view.space}.{block}" if block else view.space

    def is_around(self, view: FileView, number: int, place: Place) -> bool:
        """Whether the block of a namespace that something lies in is around a place too; one without is around all."""
        space = view.facts.definitions[number].space
        around = "" if place.definition == TOP_LEVEL else view.facts.definitions[place.definition].space
        is_around_all = not space or space.endswith(":")
        return is_around_all or around == space or around.startswith(f"{space}.")

    def spaces(self, view: FileView, place: Place) -> list[str]:
        """Return the spaces of blocks around a place, and the one that a body outside of it names, with those around them."""
        blocks = []
        owners: list[str] = []
        for number in self._enclosing(place):
            definition = view.facts.definitions[number]
            if definition.is_exported and definition.kind is DefinitionKind.TYPE:
                blocks.append(f"{view.space_of(definition)}.{definition.name}")
            elif definition.space:
                blocks.append(view.space_of(definition))
            if definition.owner is not None and not owners:
                owners = self._named(view, definition.owner.name, definition.space)
        around = _with_outer([*owners[:1], *blocks[:1]])
        linked = self._program.customs_at(view.path).linked_space
        if linked in around:
            # Macros of a file come before what all files share.
            around.insert(around.index(linked), view.space)
        return around

    def _named(self, view: FileView, owner: str, around: str) -> list[str]:
        """Return the space that a body outside of it names before its own name: it sees what lies there."""
        customs = self._program.customs_at(view.path)
        if not customs.are_bodies_apart:
            return []
        bases = _with_outer([around]) if around else [customs.root]
        whole = [f"{base}.{owner}" for base in bases]
        return [
            space
            for each in whole
            for space in (each, each.rpartition(".")[0])
            if space not in bases and self._program.is_space(space)
        ]


def outward(block: str) -> list[str]:
    """Return the namespace of a block in its file, those around it, and that of the file itself."""
    return [*_with_outer([block]), ""]


def blocks_seen(view: FileView, block: str) -> list[str]:
    """Return a block of a file, and those around it all of whose names it imports, or that one of them so imports."""
    keys = {f"{view.space}.{each}".rstrip("."): each for each in outward(block)}
    found = [block]
    for each in found:
        imported = (target for star in view.stars if star.space == each for target in star.binding.targets)
        spaces = (keys.get(target.space) for target in imported if isinstance(target, SpaceTarget))
        found += [space for space in dict.fromkeys(spaces) if space is not None and space not in found]
    return found


def _with_outer(spaces: list[str]) -> list[str]:
    """Return spaces, each with those that it lies in."""
    found: list[str] = []
    for space in spaces:
        outer = space
        while outer:
            found.append(outer)
            outer = outer.rpartition(".")[0]
    return found
