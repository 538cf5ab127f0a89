"""Where imports can lead.

Turns: a Binding → Leads: those of its targets that can mean anything in a program. An import may begin in many places, nearly
all of which are not there; which ones are is found out once, and noted for every file that asks.
"""

import msgspec

from codeshed.resolve.languages.asked import Asking
from codeshed.resolve.languages.program import Program
from codeshed.resolve.languages.spaces import Binding, NameTarget, SpaceTarget, Target

_WORTH_IT = 3
"""Imports with fewer targets are made in passing, too, and are looked at as they are."""


class Leads(msgspec.Struct, frozen=True):
    """The targets of an import that may be there, and of these the spaces and what may be a type in one."""

    targets: tuple[Target, ...]
    spaces: tuple[SpaceTarget, ...]
    types: tuple[NameTarget, ...]


class _Known(msgspec.Struct, frozen=True):
    """What is known of an import, with what was asked for it; as long as it is here, nothing else has its number."""

    binding: Binding
    leads: Leads
    asking: Asking | None


class Leading:
    """Finds out where imports can lead."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._known: dict[int, _Known] = {}

    def targets(self, binding: Binding) -> tuple[Target, ...]:
        """Return the targets of an import that may be there."""
        return binding.targets if len(binding.targets) < _WORTH_IT else self.of(binding).targets

    def of(self, binding: Binding) -> Leads:
        """Return where an import can lead, by its identity."""
        if len(binding.targets) < _WORTH_IT:
            return _parted(binding.targets, binding.targets)
        known = self._known.get(id(binding))
        if known is None:
            begin = self._program.asked.begin()
            leads = self._find(binding)
            known = self._known[id(binding)] = _Known(binding, leads, self._program.asked.end(begin))
        elif known.asking is not None:
            self._program.asked.note(known.asking)
        return known.leads

    def _find(self, binding: Binding) -> Leads:
        there: list[Target] = []
        more: list[Target] = []
        for target in binding.targets:
            if isinstance(target, NameTarget):
                led_to = self._led_to(target)
                there += [target] if led_to != "" else []
                more += [target] if led_to is None else []
            elif not isinstance(target, SpaceTarget):
                there.append(target)
            elif self._program.is_space(target.space):
                there.append(target)
                more.append(target)
        return _parted(tuple(there), tuple(more))

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


def _parted(targets: tuple[Target, ...], whole: tuple[Target, ...]) -> Leads:
    return Leads(
        targets,
        tuple(each for each in whole if isinstance(each, SpaceTarget)),
        tuple(each for each in whole if isinstance(each, NameTarget)),
    )
