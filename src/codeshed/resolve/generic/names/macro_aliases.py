"""Macros that are another name of something, where files are put together before names are looked up.

Turns: what a name is found to mean → whether that is only another name that some builds have, and the other names that
stand beside a function in some builds.
"""

from codeshed.model.code_expressions import NameExpr
from codeshed.model.semantic import DefinitionKind
from codeshed.resolve.generic.entity import Entity
from codeshed.resolve.generic.symbol_table import Program
from codeshed.resolve.generic.values.values import NOTHING, Defined, Meanings, Sureness


class OtherNames:
    """Tells macros that rename something from what they rename."""

    def __init__(self, program: Program) -> None:
        self._program = program

    def is_of_some_builds(self, found: Meanings) -> bool:
        """Whether a name is found to be one macro that renames it, and that only some builds have."""
        return len(found) == 1 and any(
            isinstance(each, Defined)
            and self._program.definition(each.entity).is_conditional
            and self._is_another_name(each.entity)
            for each in found
        )

    def beside(self, space: str, name: str, found: Meanings) -> Meanings:
        """Return the macros that rename a function, in what else a space passes on: which one a build has is not known."""
        if not all(isinstance(each, Defined) and self._program.is_function(each.entity) for each in found):
            return NOTHING
        return tuple(
            Defined(each, Sureness.INFERRED)
            for reached in self._program.reached(space, name)
            for each in self._program.own_names(reached, name)
            if self._is_another_name(each)
        )

    def _is_another_name(self, entity: Entity) -> bool:
        definition = self._program.definition(entity)
        value = definition.value
        is_untyped = definition.kind is DefinitionKind.VARIABLE and definition.type is None
        return is_untyped and isinstance(value, NameExpr) and value.name != definition.name
