"""Methods that a repository adds to the root of all types.

Turns: a name → members of the root type and of types that are mixed into it; and whether an external type that is mixed into
it may have the name.
"""

from collections import defaultdict
from collections.abc import Iterator
from functools import cached_property

from codeshed.model.code_expressions import TypeRef
from codeshed.model.code_facts import TOP_LEVEL
from codeshed.resolve.generic.definition_key import Entity
from codeshed.resolve.generic.incremental.query_trace import About
from codeshed.resolve.generic.members.type_members import Members, ReadType, has_member
from codeshed.resolve.generic.names.visible_interface import NOWHERE
from codeshed.resolve.generic.symbol_table import Program
from codeshed.resolve.generic.values.values import Instance, Meaning, Outside, Place


class RootMembers:
    """Looks methods up in the root type."""

    def __init__(self, program: Program, members: Members, read_type: ReadType) -> None:
        self._program = program
        self._members = members
        self._read_type = read_type

    def find(self, language: str, name: str) -> tuple[Entity, ...]:
        """Return the members of a name that the repository gives to all objects of a language."""
        if not self._program.customs[language].root_type:
            return ()
        mixed = (each.entity for each in self._root_mixins(language) if isinstance(each, Instance))
        roots = (*self._program.types_named(language, self._program.customs[language].root_type), *mixed)
        return next((found for each in roots if (found := self._members.find(each, name))), ())

    def may_be_outside(self, language: str, name: str) -> bool:
        """Whether an external type that is mixed into the root type may have a member of a name."""
        rules = self._program.customs[language]
        if not rules.root_type:
            return False
        names = (rules.root_type, *rules.root_mixins)
        types = (each for root in names for each in self._program.types_named(language, root))
        inner = (value for each in types for value, _ in self._members.mixins(each))
        return any(
            isinstance(each, Outside) and has_member(rules, each, name)
            for each in (*self._root_mixins(language), *inner)
        )

    def _root_mixins(self, language: str) -> Iterator[Meaning]:
        """Yield what code outside of the root type mixes into it."""
        self._program.asked.note((About.ROOTS.value, language))
        for type_ref, place in self._declared_mixins[language]:
            yield from self._read_type(type_ref, place)[:1]

    @cached_property
    def _declared_mixins(self) -> defaultdict[str, list[tuple[TypeRef, Place]]]:
        """What is mixed into the root types of languages, with its places."""
        found: defaultdict[str, list[tuple[TypeRef, Place]]] = defaultdict(list)
        for path, view in self._program.files.items():
            root = self._program.customs_at(path).root_type
            for extension in view.facts.extensions:
                if root and extension.owner.name == root:
                    place = Place(path, TOP_LEVEL, NOWHERE, space=extension.space)
                    found[view.language] += [(each, place) for each in extension.inherits]
        return found
