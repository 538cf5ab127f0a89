"""Imports that hold at a place.

Turns: the imports of a file + a place → those of them that stand in something around the place.
"""

import sys
from collections.abc import Iterable, Iterator

from codeshed.model.code_facts import TOP_LEVEL
from codeshed.resolve.generic.file_context import LookedAt
from codeshed.resolve.generic.names.file_scope import BoundImport, BoundStar, FileView
from codeshed.resolve.generic.names.visible_interface import NOWHERE
from codeshed.resolve.generic.symbol_table import Program
from codeshed.resolve.generic.values.values import Place


class ImportsAround:
    """Tells which imports of a file hold where."""

    def __init__(self, program: Program, file: LookedAt) -> None:
        self._program = program
        self._file = file
        self._stars: dict[tuple[str, frozenset[int]], tuple[BoundStar, ...]] = {}

    def enclosing(self, place: Place) -> Iterator[int]:
        """Yield the definitions around a place, the innermost first."""
        definitions = self._program.files[place.path].facts.definitions
        number = place.definition
        while number != TOP_LEVEL:
            yield number
            number = definitions[number].parent

    def of_nearest_block(self, place: Place, imports: list[BoundImport]) -> list[BoundImport]:
        """Return those of a function's imports that hold at a place, of the innermost block that has any.

        Where a place has no offset, those count that hold in all of the function, if there are any.
        """
        if place.offset == NOWHERE:
            return [each for each in imports if each.written.seen_in is None] or imports
        sizes: dict[BoundImport, int] = {}
        for each in imports:
            begin, end = self._file.block_of_import(place.path, each.number) or (0, sys.maxsize)
            if begin <= place.offset < end:
                sizes[each] = end - begin
        nearest = min(sizes.values(), default=0)
        return [each for each, size in sizes.items() if size == nearest]

    def holding(self, place: Place, imports: Iterable[BoundImport]) -> Iterator[BoundImport]:
        """Yield those imports that stand in something around a place, and in no other block of it."""
        around = {TOP_LEVEL, *self.enclosing(place)}
        for each in imports:
            block = None if place.offset == NOWHERE else self._file.block_of_import(place.path, each.number)
            begin, end = block or (0, sys.maxsize)
            is_here = place.offset == NOWHERE or begin <= place.offset < end
            if is_here and each.written.definition in around:
                yield each

    def stars(self, view: FileView, place: Place) -> tuple[BoundStar, ...]:
        """Return the imports of all names that hold at a place; the same ones are the same object."""
        stars = view.stars
        inner = {each.definition for each in stars if each.definition != TOP_LEVEL}
        if not inner or not self._program.customs_at(view.path).are_imports_local:
            return stars
        around = inner.intersection(self.enclosing(place))
        return self._stars.setdefault(
            (view.path, frozenset(around)),
            tuple(each for each in stars if each.definition == TOP_LEVEL or each.definition in around),
        )
