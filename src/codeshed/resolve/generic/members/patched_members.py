"""Functions that a repository puts into tables of the language itself, or of a library.

Turns: a table outside and a name → the functions that files give it: `function string.trim(text)`, `love.update = function`.
"""

from codeshed.model.code_facts import TOP_LEVEL
from codeshed.model.language import is_test_path
from codeshed.resolve.generic.entity import Entity
from codeshed.resolve.generic.symbol_table import Program
from codeshed.resolve.generic.values.values import NOTHING, Defined, Meanings, Outside


class AddedMembers:
    """Looks functions up that tables outside are given."""

    def __init__(self, program: Program) -> None:
        self._program = program

    def find(self, meaning: Outside, name: str, path: str) -> Meanings:
        """Return the functions that a file can mean by a member of something outside; what tests add only tests have."""
        customs = self._program.customs_at(path)
        before = f"{customs.outside}."
        if not customs.are_members_added or not meaning.name.startswith(before) or meaning.is_instance:
            return NOTHING
        owner = meaning.name.removeprefix(before)
        methods = self._program.methods_named(self._program.files[path].language, name)
        is_tested = is_test_path(path)
        return tuple(
            Defined(each, meaning.sureness)
            for each in methods
            if self._is_of(each, owner) and (is_tested or not is_test_path(each.path))
        )

    def _is_of(self, function: Entity, owner: str) -> bool:
        """Whether a function is given to something outside that all files know by a name."""
        definition = self._program.definition(function)
        if definition.owner is None or definition.owner.name != owner or definition.parent != TOP_LEVEL:
            return False
        view = self._program.files[function.path]
        first = owner.partition(".")[0]
        return not view.inside(TOP_LEVEL, first) and not view.imported(first)
