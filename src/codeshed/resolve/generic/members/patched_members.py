"""Members that a repository adds to external tables: `function string.trim(text)`, `love.update = function` in Lua.

Turns: an external table and a name → the functions that files add to it.
"""

from codeshed.model.code_facts import TOP_LEVEL
from codeshed.model.language import is_test_path
from codeshed.resolve.generic.definition_key import Entity
from codeshed.resolve.generic.symbol_table import Program
from codeshed.resolve.generic.values.values import NOTHING, Defined, Meanings, Outside


class AddedMembers:
    """Looks up functions that are added to external tables."""

    def __init__(self, program: Program) -> None:
        self._program = program

    def find(self, table: Outside, name: str, path: str) -> Meanings:
        """Return the added functions that a file can mean; what tests add is only visible in tests."""
        rules = self._program.customs_at(path)
        prefix = f"{rules.outside}."
        if not rules.are_members_added or not table.name.startswith(prefix) or table.is_instance:
            return NOTHING
        owner = table.name.removeprefix(prefix)
        methods = self._program.methods_named(self._program.files[path].language, name)
        is_in_test = is_test_path(path)
        return tuple(
            Defined(each, table.sureness)
            for each in methods
            if self._is_of(each, owner) and (is_in_test or not is_test_path(each.path))
        )

    def _is_of(self, function: Entity, owner: str) -> bool:
        """Whether a function is added to an external table that all files know by one name."""
        definition = self._program.definition(function)
        if definition.owner is None or definition.owner.name != owner or definition.parent != TOP_LEVEL:
            return False
        view = self._program.files[function.path]
        first = owner.partition(".")[0]
        return not view.inside(TOP_LEVEL, first) and not view.imported(first)
