"""Macros that alias another name: `#define read my_read` in C.

Turns: the values that a name resolves to → whether that is only an alias in some builds (`#ifdef`), and the aliases that
shadow a function in some builds.
"""

from codeshed.model.facts.code_expressions import NameExpr
from codeshed.model.semantic import DefinitionKind
from codeshed.resolve.generic.definition_key import DefinitionKey
from codeshed.resolve.generic.symbol_table import SymbolTable
from codeshed.resolve.generic.values.values import NO_VALUES, Certainty, DefinitionValue, Values


class MacroAliases:
    """Distinguishes macro aliases from what they name."""

    def __init__(self, symbol_table: SymbolTable) -> None:
        self._symbol_table = symbol_table

    def is_conditional_alias(self, found: Values) -> bool:
        """Whether a name resolves to one alias that only some builds define."""
        return len(found) == 1 and any(
            isinstance(each, DefinitionValue)
            and self._symbol_table.definition(each.entity).is_conditional
            and self._is_alias(each.entity)
            for each in found
        )

    def find_aliases(self, namespace: str, name: str, found: Values) -> Values:
        """Find aliases of a function in re-exported namespaces; which of them a build has is not known."""
        if not all(
            isinstance(each, DefinitionValue) and self._symbol_table.is_function(each.entity)
            for each in found
        ):
            return NO_VALUES
        return tuple(
            DefinitionValue(each, Certainty.INFERRED)
            for reexporting in self._symbol_table.find_reexporting_namespaces(namespace, name)
            for each in self._symbol_table.find_definitions(reexporting, name)
            if self._is_alias(each)
        )

    def _is_alias(self, entity: DefinitionKey) -> bool:
        definition = self._symbol_table.definition(entity)
        value = definition.value
        is_untyped = definition.kind is DefinitionKind.VARIABLE and definition.type is None
        return is_untyped and isinstance(value, NameExpr) and value.name != definition.name
