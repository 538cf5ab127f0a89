"""Names in spaces.

Turns: a name in a space, or an import → Meanings: what the space defines, passes on from others, or holds as spaces in it.
"""

from collections.abc import Callable, Iterable

from codeshed.resolve.generic.entity import Entity
from codeshed.resolve.generic.incremental.query_cache import Recall
from codeshed.resolve.generic.names.import_targets import Leading
from codeshed.resolve.generic.names.namespaces import Binding, ExternalTarget, NameTarget, SpaceTarget, Target
from codeshed.resolve.generic.symbol_table import Program
from codeshed.resolve.generic.values.values import (
    NOTHING,
    Defined,
    Meaning,
    Meanings,
    Outside,
    Space,
    Sureness,
    less_sure,
)

FindMembers = Callable[[Entity, str], tuple[Entity, ...]]
"""Gives the members of a name that a type has, its own or inherited ones."""

MAX_PASSES = 12
"""How often a name may be passed on from file to file."""

_STAR = "star"
_TYPES_PASSED_ON = "types passed on"


class SpaceNames:
    """Looks names up in spaces, as others see them."""

    def __init__(
        self, program: Program, find_members: FindMembers, recall: Recall[Meanings], leading: Leading
    ) -> None:
        self._program = program
        self._leading = leading
        self._find_members = find_members
        self._recall = recall

    def in_space(self, space: str, name: str, depth: int = 0) -> Meanings:
        """Return what a name means in a space, as others see it; a dotted one is a member of a member."""
        if depth > MAX_PASSES:
            return NOTHING
        first, _, rest = name.partition(".")
        found = self._first_in_space(space, first, depth)
        while rest and found:
            first, _, rest = rest.partition(".")
            holders = self.objects_first(found)
            found = tuple(inner for each in holders for inner in self._inner(each, first, depth))
        return found or self._in_inner_space(space, name, depth)

    def _in_inner_space(self, space: str, name: str, depth: int) -> Meanings:
        """Return what a dotted name means in a space that has the name of a type, too, which lacks it."""
        outer, _, last = name.rpartition(".")
        inner = f"{space}.{outer}"
        is_there = bool(outer) and self._program.is_space(inner)
        return self._first_in_space(inner, last, depth) if is_there else NOTHING

    def beside(self, space: str, name: str) -> Meanings:
        """Return what lies outside in a space that the repository only has a part of."""
        for customs in self._program.customs.values():
            if customs.root_name and space == customs.root:
                return (Outside(name),)
            if customs.root and space.startswith(f"{customs.root}."):
                if customs.are_spaces_whole and self._program.paths_of(space):
                    return NOTHING
                inner = space[len(customs.root) + 1 :]
                if not customs.own_spaces:
                    return (Outside(f"{inner}.{name}"),)
                is_own = inner.partition(".")[0] in customs.own_spaces
                return (Outside(customs.outer(f"{inner}.{name}")),) if is_own else NOTHING
        return NOTHING

    def objects_first(self, meanings: Meanings) -> Meanings:
        """Return what is an object alone, if there is any among things of one name: a type of its name is no value."""
        if len(meanings) < 2 or not any(map(self._is_object, meanings)):  # noqa: PLR2004 - one has no other
            return meanings
        return tuple(
            each
            for each in meanings
            if self._is_object(each) or not (isinstance(each, Defined) and self._program.is_type(each.entity))
        )

    def _is_object(self, meaning: Meaning) -> bool:
        return isinstance(meaning, Defined) and self._program.definition(meaning.entity).is_object

    def of_star(self, target: NameTarget) -> Meanings:
        """Return what an import of all names of something means, which is asked again for each name."""
        question = (_STAR, target.space, target.name)
        return self._recall.ask(
            question, lambda: self.objects_first(self.in_space(target.space, target.name))
        )

    def of_binding(self, binding: Binding, depth: int = 0) -> Meanings:
        """Return what an import means: the first of its targets that is there, else what lies outside.

        A space that may be meant is kept beside a name that is found: what a module gives may have members of its own.
        """
        found: Meanings = NOTHING
        outside: Meanings = NOTHING
        for target in self._leading.targets(binding):
            if isinstance(target, ExternalTarget):
                outside = outside or (Outside(target.name),)
            elif not found or isinstance(target, SpaceTarget):
                found = tuple(dict.fromkeys((*found, *self._of_target(target, depth))))
        return as_sure_as(binding, found or outside)

    def of_bindings(self, bindings: Iterable[Binding], depth: int) -> Meanings:
        """Return the first thing that imports of one name mean, behind the space that has the same name.

        Of alternatives every one counts.
        """
        spaces: Meanings = NOTHING
        alternatives: Meanings = NOTHING
        for binding in bindings:
            found = self.of_binding(binding, depth)
            if not found or all(isinstance(each, Space) for each in found):
                spaces = spaces or found
            elif binding.is_alternative:
                alternatives = (*alternatives, *found)
            else:
                return (*spaces, *(alternatives or found))
        return (*spaces, *dict.fromkeys(alternatives))

    def _of_target(self, target: Target, depth: int) -> Meanings:
        if isinstance(target, SpaceTarget):
            return (Space(target.space),) if self._program.is_space(target.space) else NOTHING
        if isinstance(target, NameTarget):
            return self.in_space(target.space, target.name, depth)
        return NOTHING

    def _first_in_space(self, space: str, name: str, depth: int) -> Meanings:
        for each in (space, *self._program.reached(space, name)):
            found = self._directly_in_space(each, name, depth)
            if found:
                return found
        for entity in self._types_passed_on(space):
            found = tuple(map(Defined, self._find_members(entity, name)))
            if found:
                return found
        return NOTHING

    def _types_passed_on(self, space: str) -> tuple[Entity, ...]:
        """Return the types all of whose members a space passes on; these are not looked for in such members."""
        bindings = self._program.passed_on_types(space)
        if not bindings:
            return ()
        found = self._recall.ask_alone(_TYPES_PASSED_ON, space, lambda: self._of_all(bindings))
        return tuple(dict.fromkeys(each.entity for each in found if isinstance(each, Defined)))

    def _of_all(self, bindings: Iterable[Binding]) -> Meanings:
        return tuple(each for binding in bindings for each in self.of_binding(binding))

    def _directly_in_space(self, space: str, name: str, depth: int) -> Meanings:
        """Return what a space itself defines or passes on under a name, or the space of that name in it."""
        own = self._program.own_names(space, name)
        if own:
            given = [each for each in own if self._program.definition(each).is_of_module]
            own = tuple(given) or own
            general = [each for each in own if not self._program.definition(each).applied_to]
            # What is only written for some arguments may not be what is meant with others.
            sureness = Sureness.DECLARED if general else Sureness.INFERRED
            return tuple(
                Defined(
                    each, Sureness.INFERRED if self._program.definition(each).is_conditional else sureness
                )
                for each in general or own
            )
        found = self.of_bindings(self._program.passed_on(space, name), depth + 1)
        if found:
            return found
        inner = self._program.inner_space(space, name)
        return (Space(inner),) if inner else NOTHING

    def _inner(self, meaning: object, name: str, depth: int) -> Meanings:
        """Return what lies in a space under a name, or what a type has in it or inherits."""
        if isinstance(meaning, Space):
            return self._first_in_space(meaning.key, name, depth + 1)
        if isinstance(meaning, Defined):
            found = self._program.inside(meaning.entity, name) or self._find_members(meaning.entity, name)
            return tuple(map(Defined, self._static_first(found)))
        return NOTHING

    def _static_first(self, members: tuple[Entity, ...]) -> tuple[Entity, ...]:
        """Return those of several members that a type has itself, if there are any: no object stands before the name."""
        modifiers = ((each, self._program.definition(each).modifiers) for each in members)
        static = tuple(each for each, said in modifiers if said is not None and said.is_static)
        return static or members


def as_sure_as(binding: Binding, meanings: Meanings) -> Meanings:
    """Return what an import brings in: what stands in the place of something else is not certainly meant."""
    if not binding.is_alternative:
        return meanings
    return tuple(less_sure(each, Sureness.INFERRED) for each in meanings)
