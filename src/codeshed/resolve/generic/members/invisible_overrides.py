"""Package-private methods that override nothing.

Turns: a method → its modifiers. They say that it overrides nothing if every method of its name in a base is
package-private and in another package.
"""

from msgspec.structs import replace

from codeshed.model.facts.code_facts import CodeDefinition
from codeshed.model.semantic import Modifiers
from codeshed.resolve.generic.definition_key import DefinitionKey
from codeshed.resolve.generic.symbol_table import SymbolTable
from codeshed.resolve.generic.values.expression_values import Evaluator


class InvisibleOverrides:
    """Finds methods whose namesakes in bases are not visible to them."""

    def __init__(self, symbol_table: SymbolTable, evaluator: Evaluator) -> None:
        self._symbol_table = symbol_table
        self._evaluator = evaluator

    def modifiers_of(self, definition: CodeDefinition, entity: DefinitionKey) -> Modifiers | None:
        """Return the modifiers of a function, with `is_override=False` if it sees no method that it could override."""
        modifiers = definition.modifiers
        is_package_private = self._symbol_table.rules_at(entity.path).has_package_private_access
        if not is_package_private or modifiers is None or modifiers.is_static or modifiers.is_constructor:
            return modifiers
        owner = self._evaluator.members.owner_of(entity)
        if (
            owner is None
            or modifiers.is_override is not None
            or not self._sees_no_namesake(definition.name, owner)
        ):
            return modifiers
        return replace(modifiers, is_override=False)

    def _sees_no_namesake(self, name: str, owner: DefinitionKey) -> bool:
        """Whether bases have methods of a name, none of them visible to the type; those of its own package are visible."""
        members, space = self._evaluator.members, self._symbol_table.files[owner.path].namespace
        bases = [each for each in members.ancestors(owner) if each != owner]
        if all(self._symbol_table.files[each.path].namespace == space for each in bases):
            return False
        found = [each for base in bases for each in members.own_members(base, name)]
        functions = [each for each in found if self._symbol_table.is_function(each)]
        is_seen = self._evaluator.signatures.is_inherited
        return bool(functions) and not any(is_seen(each, owner) for each in functions)
