"""Case-insensitive lookup, in languages where names of functions and types ignore case (PHP).

Turns: a name that has no exact match → the definitions whose name equals it but for case.
"""

from collections import defaultdict
from collections.abc import Mapping
from functools import cached_property

from codeshed.model.semantic import DefinitionKind
from codeshed.resolve.generic.definition_key import Entity
from codeshed.resolve.generic.incremental.query_trace import About
from codeshed.resolve.generic.members.type_members import Members
from codeshed.resolve.generic.names.name_resolution import Names
from codeshed.resolve.generic.symbol_kinds import is_of_space
from codeshed.resolve.generic.symbol_table import Program
from codeshed.resolve.generic.values.values import NOTHING, Defined, Meanings, Place, Sureness

_CASE_INSENSITIVE = About.CASELESS.value


class CaselessNames:
    """Looks names up by their lower case; callers have tried the exact name before."""

    def __init__(self, program: Program, members: Members, names: Names) -> None:
        self._program = program
        self._members = members
        self._names = names
        self._methods_by_owner: dict[Entity, Mapping[str, tuple[Entity, ...]]] = {}

    @cached_property
    def _by_namespace(self) -> Mapping[tuple[str, str, DefinitionKind], tuple[Entity, ...]]:
        found: defaultdict[tuple[str, str, DefinitionKind], list[Entity]] = defaultdict(list)
        for path, scope in self._program.files.items():
            if not self._program.customs_at(path).caseless:
                continue
            for number, each in enumerate(scope.facts.definitions):
                if is_of_space(each):
                    key = scope.space_of(each), each.name.lower(), each.kind
                    found[key].append(Entity(path, number))
        return {key: tuple(entities) for key, entities in found.items()}

    def methods(self, owner: Entity, name: str) -> tuple[Entity, ...]:
        """Find the methods of a name in the nearest type that has any: the type itself, then its bases."""
        if not self._program.customs_at(owner.path).is_caseless(name):
            return ()
        folded = name.lower()
        for each in self._members.ancestors(owner):
            self._program.asked.note((_CASE_INSENSITIVE, self._program.symbol(each), folded))
            found = self._own_methods(each).get(folded)
            if found:
                return found
        return ()

    def _own_methods(self, owner: Entity) -> Mapping[str, tuple[Entity, ...]]:
        known = self._methods_by_owner.get(owner)
        if known is None:
            found: defaultdict[str, list[Entity]] = defaultdict(list)
            for number in self._program.files[owner.path].all_inside(owner.number):
                entity = Entity(owner.path, number)
                if self._program.is_function(entity):
                    found[self._program.definition(entity).name.lower()].append(entity)
            known = self._methods_by_owner[owner] = {
                name: tuple(entities) for name, entities in found.items()
            }
        return known

    def functions(self, name: str, place: Place) -> Meanings:
        """Find the functions of a name in the first namespace that has any, of those visible at a place."""
        scope = self._program.files[place.path]
        namespaces = dict.fromkeys((self._names.namespace(place), *scope.seen_spaces))
        found = (self._in_namespace(each, name, place, DefinitionKind.FUNCTION) for each in namespaces)
        return next(filter(None, found), NOTHING)

    def types(self, name: str, place: Place) -> Meanings:
        """Find the types of a name in the namespace of a place."""
        return self._in_namespace(self._names.namespace(place), name, place, DefinitionKind.TYPE)

    def _in_namespace(self, namespace: str, name: str, place: Place, kind: DefinitionKind) -> Meanings:
        if not self._program.customs_at(place.path).is_caseless(name):
            return NOTHING
        folded = name.lower()
        self._program.asked.note((_CASE_INSENSITIVE, namespace, folded))
        return tuple(
            Defined(
                each,
                Sureness.INFERRED if self._program.definition(each).is_conditional else Sureness.DECLARED,
            )
            for each in self._by_namespace.get((namespace, folded, kind), ())
        )
