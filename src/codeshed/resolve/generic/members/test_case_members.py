"""Methods that tests can call by their plain names.

Turns: types that code mixes into tests, `RSpec.configure { |config| config.include A }` + a name → members of these types.
"""

from collections import defaultdict
from functools import cached_property

from codeshed.model.code_expressions import TypeRef
from codeshed.model.code_facts import TOP_LEVEL
from codeshed.model.language import is_test_path
from codeshed.resolve.generic.entity import Entity
from codeshed.resolve.generic.incremental.query_trace import About
from codeshed.resolve.generic.members.type_members import Members, ReadType
from codeshed.resolve.generic.names.visible_interface import NOWHERE
from codeshed.resolve.generic.symbol_table import Program
from codeshed.resolve.generic.values.values import NOTHING, Defined, Instance, Meanings, Place, Sureness

_Said = list[tuple[TypeRef, Place]]
"""Types that are mixed in, with where that is written."""


class TestMembers:
    """Looks methods up that are mixed into tests."""

    def __init__(self, program: Program, members: Members, read_type: ReadType) -> None:
        self._program = program
        self._members = members
        self._read_type = read_type

    def find(self, name: str, place: Place) -> Meanings:
        """Return the methods that a plain name means in a test; those of the file itself come first.

        In a type it is a guess: the type may be mixed into tests itself.
        """
        if not self._program.customs_at(place.path).all_tests or not is_test_path(place.path):
            return NOTHING
        language = self._program.files[place.path].language
        self._program.asked.note((About.ROOTS.value, language))
        in_type = self._members.type_around(place) is not None
        sureness = Sureness.INFERRED if in_type else Sureness.DECLARED
        for said in (self._of_files[place.path], self._of_all[language]):
            found = dict.fromkeys(member for each in said for member in self._of_mixed(*each, name))
            if found:
                return tuple(Defined(each, sureness) for each in found)
        return NOTHING

    def _of_mixed(self, type_ref: TypeRef, place: Place, name: str) -> tuple[Entity, ...]:
        return tuple(
            member
            for meaning in self._read_type(type_ref, place)[:1]
            if isinstance(meaning, Instance)
            for member in self._members.find(meaning.entity, name, self._program.is_function)
        )

    @cached_property
    def _of_all(self) -> defaultdict[str, _Said]:
        """What is mixed into all tests, by language."""
        found: defaultdict[str, _Said] = defaultdict(list)
        for view in self._program.files.values():
            found[view.language] += self._said(view.path, self._program.customs_at(view.path).all_tests)
        return found

    @cached_property
    def _of_files(self) -> defaultdict[str, _Said]:
        """What files mix into their own tests."""
        found: defaultdict[str, _Said] = defaultdict(list)
        for view in self._program.files.values():
            found[view.path] += self._said(view.path, self._program.customs_at(view.path).own_tests)
        return found

    def _said(self, path: str, owner: str) -> _Said:
        return [
            (each, Place(path, TOP_LEVEL, NOWHERE, space=extension.space))
            for extension in self._program.files[path].facts.extensions
            if owner and extension.owner.name == owner
            for each in extension.inherits
        ]
