"""Where imports can lead.

Turns: Bindings → those of their targets that can mean anything in a program. An import may begin in many places, nearly all of
which are not there, and a file may import much as a whole; what is there is found out once, and noted for every file that asks.
"""

from collections.abc import Callable, Hashable
from typing import TypeVar, cast

import msgspec

from codeshed.resolve.generic.incremental.query_trace import Asking
from codeshed.resolve.generic.names.file_scope import BoundStar
from codeshed.resolve.generic.names.namespaces import Binding, NameTarget, SpaceTarget, Target
from codeshed.resolve.generic.symbol_table import Program

_WORTH_IT = 3
"""Imports with fewer targets are made in passing, too, and are looked at as they are."""

_Lead = TypeVar("_Lead")


class StarLeads(msgspec.Struct, frozen=True):
    """The spaces that imports of all names bring in, and what may be types whose members they bring in, each with its import."""

    spaces: tuple[tuple[Binding, str], ...]
    types: tuple[tuple[Binding, NameTarget], ...]


class _Known(msgspec.Struct, frozen=True):
    """What is known of a thing, with what was asked for it; as long as it is here, nothing else has its number."""

    thing: object
    leads: object
    asking: Asking | None


class Leading:
    """Finds out where imports can lead; those of a file are known by their identity."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._known: dict[Hashable, _Known] = {}

    def targets(self, binding: Binding) -> tuple[Target, ...]:
        """Return the targets of an import that may be there."""
        if len(binding.targets) < _WORTH_IT:
            return binding.targets
        return self._remembered(
            id(binding), binding, lambda: tuple(filter(self._may_be_there, binding.targets))
        )

    def of_stars(self, stars: tuple[BoundStar, ...], space: str | None = None) -> StarLeads:
        """Return where the imports of all names of a file can lead, all or those that stand in one namespace."""
        return self._remembered((id(stars), space), stars, lambda: self._of_stars(stars, space))

    def _remembered(self, key: Hashable, thing: object, find: Callable[[], _Lead]) -> _Lead:
        known = self._known.get(key)
        if known is not None:
            if known.asking is not None:
                self._program.asked.note(known.asking)
            return cast("_Lead", known.leads)
        begin = self._program.asked.begin()
        leads = find()
        self._known[key] = _Known(thing, leads, self._program.asked.end(begin))
        return leads

    def _of_stars(self, stars: tuple[BoundStar, ...], space: str | None) -> StarLeads:
        targets = [
            (star.binding, target)
            for star in stars
            if space is None or star.space == space
            for target in star.binding.targets
        ]
        return StarLeads(
            tuple(
                (binding, target.space)
                for binding, target in targets
                if isinstance(target, SpaceTarget) and self._program.is_space(target.space)
            ),
            tuple(
                (binding, target)
                for binding, target in targets
                if isinstance(target, NameTarget) and self._led_to(target) is None
            ),
        )

    def _may_be_there(self, target: Target) -> bool:
        if isinstance(target, SpaceTarget):
            return self._program.is_space(target.space)
        return not isinstance(target, NameTarget) or self._led_to(target) != ""

    def _led_to(self, target: NameTarget) -> str | None:
        """Return the space that is all that a name can mean, nothing if it means nothing; None if it may mean more."""
        program = self._program
        space = target.space
        if not program.is_space(space):
            return ""
        for name in target.name.split("."):
            is_passed_on = program.passed_on_whole(space) or program.passed_on_types(space)
            if is_passed_on or program.own_names(space, name) or program.passed_on(space, name):
                return None
            space = program.inner_space(space, name)
            if not space:
                return ""
        return space
