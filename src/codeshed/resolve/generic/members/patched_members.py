"""Members that a repository adds to external tables: `function string.trim(text)`, `love.update = function` in Lua.

Turns: an external table and a name → the functions that files add to it.
"""

from codeshed.model.facts.code_facts import TOP_LEVEL
from codeshed.model.languages.language import is_test_path
from codeshed.resolve.generic.definition_key import DefinitionKey
from codeshed.resolve.generic.symbol_table import SymbolTable
from codeshed.resolve.generic.values.values import NO_VALUES, DefinitionValue, External, Values


class PatchedMembers:
    """Looks up functions that are added to external tables."""

    def __init__(self, symbol_table: SymbolTable) -> None:
        self._symbol_table = symbol_table

    def find(self, table: External, name: str, path: str) -> Values:
        """Return the added functions that a file can mean; what tests add is only visible in tests."""
        rules = self._symbol_table.rules_at(path)
        prefix = f"{rules.builtin_namespace}."
        if not rules.has_monkey_patching or not table.name.startswith(prefix) or table.is_instance:
            return NO_VALUES
        owner = table.name.removeprefix(prefix)
        methods = self._symbol_table.find_methods(self._symbol_table.files[path].language, name)
        is_in_test = is_test_path(path)
        return tuple(
            DefinitionValue(each, table.certainty)
            for each in methods
            if self._is_of(each, owner) and (is_in_test or not is_test_path(each.path))
        )

    def _is_of(self, function: DefinitionKey, owner: str) -> bool:
        """Whether a function is added to an external table that all files know by one name."""
        definition = self._symbol_table.definition(function)
        if definition.owner is None or definition.owner.name != owner or definition.parent != TOP_LEVEL:
            return False
        view = self._symbol_table.files[function.path]
        first = owner.partition(".")[0]
        return not view.find_children(TOP_LEVEL, first) and not view.find_imports(first)
