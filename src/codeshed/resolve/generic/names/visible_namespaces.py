"""Names in spaces, as a file sees them.

Turns: a name in a space, and a file → Meanings: of what several files put there, what the file brings in.
"""

import re

from codeshed.resolve.generic.entity import Entity
from codeshed.resolve.generic.names.file_scope import FileView
from codeshed.resolve.generic.names.macro_aliases import OtherNames
from codeshed.resolve.generic.names.namespace_names import SpaceNames
from codeshed.resolve.generic.symbol_table import Program
from codeshed.resolve.generic.values.values import Defined, Meanings, Sureness, less_sure


class SeenSpaces:
    """Looks names up in spaces, for one file or another."""

    def __init__(self, program: Program, spaces: SpaceNames) -> None:
        self._program = program
        self._spaces = spaces
        self._other_names = OtherNames(program)

    def in_space(self, path: str, space: str, name: str, *, is_of_library: bool = False) -> Meanings:
        """Return what a name means in a space, as a file sees it."""
        found = self._spaces.in_space(space, name) or self._included(path, space, name)
        if found and self._program.customs_at(path).whole_files:
            found = (*found, *self._other_names.beside(space, name, found))
            return self._in_sight(self._program.files[path], found, is_of_library=is_of_library)
        return found

    def _included(self, path: str, space: str, name: str) -> Meanings:
        """Return what other files define in a space for themselves alone, if a file brings in all of such a one.

        It is noted by `in_space`, which comes first.
        """
        found = self._program.own_names_of_files(space, name)
        view = self._program.files[path]
        return tuple(Defined(each) for each in found if self._program.brings_in(view, each.path))

    def _in_sight(self, view: FileView, found: Meanings, *, is_of_library: bool) -> Meanings:
        """Return those of several things that a file brings in, and what may be the body of one.

        If it brings in none, but must, all are doubtful. A function of the library is one of the repository only if the
        file brings in a declaration and the repository has a body for it; even then both may be meant.
        """
        if not all(isinstance(each, Defined) for each in found):
            return found
        defined = [each for each in found if isinstance(each, Defined)]
        seen = [each for each in defined if self._is_in_sight(view, each.entity)]
        if is_of_library:
            return tuple(less_sure(each, Sureness.INFERRED) for each in defined if seen and self._runs(each))
        if len(seen) == len(defined):
            return found
        if seen:
            return tuple(each for each in defined if each in seen or not self._program.is_type(each.entity))
        is_whole = re.fullmatch(self._program.customs_at(view.path).whole_files, view.path) is not None
        return tuple(less_sure(each, Sureness.INFERRED) for each in found) if is_whole else found

    def _is_in_sight(self, view: FileView, entity: Entity) -> bool:
        return entity.path == view.path or self._program.brings_in(view, entity.path)

    def _runs(self, defined: Defined) -> bool:
        modifiers = self._program.definition(defined.entity).modifiers
        return modifiers is None or modifiers.has_body is not False
