"""Macros that alias another name: `#define read my_read` in C.

Turns: the values that a name resolves to → whether that is only an alias in some builds (`#ifdef`), and the aliases that
shadow a function in some builds.
"""

from codeshed.model.code_expressions import NameExpr
from codeshed.model.semantic import DefinitionKind
from codeshed.resolve.generic.definition_key import Entity
from codeshed.resolve.generic.symbol_table import Program
from codeshed.resolve.generic.values.values import NOTHING, Defined, Meanings, Sureness


class OtherNames:
    """Distinguishes macro aliases from what they name."""

    def __init__(self, program: Program) -> None:
        self._program = program

    def is_of_some_builds(self, found: Meanings) -> bool:
        """Whether a name resolves to one alias that only some builds define."""
        return len(found) == 1 and any(
            isinstance(each, Defined)
            and self._program.definition(each.entity).is_conditional
            and self._is_alias(each.entity)
            for each in found
        )

    def beside(self, namespace: str, name: str, found: Meanings) -> Meanings:
        """Find aliases of a function in re-exported namespaces; which of them a build has is not known."""
        if not all(isinstance(each, Defined) and self._program.is_function(each.entity) for each in found):
            return NOTHING
        return tuple(
            Defined(each, Sureness.INFERRED)
            for reexporting in self._program.reached(namespace, name)
            for each in self._program.own_names(reexporting, name)
            if self._is_alias(each)
        )

    def _is_alias(self, entity: Entity) -> bool:
        definition = self._program.definition(entity)
        value = definition.value
        is_untyped = definition.kind is DefinitionKind.VARIABLE and definition.type is None
        return is_untyped and isinstance(value, NameExpr) and value.name != definition.name
