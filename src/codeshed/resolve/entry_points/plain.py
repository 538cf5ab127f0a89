"""What an expression names by definitions and imports alone.

Turns: a name or member in a scope → Entities. Assigned values are not followed, so that looking is cheap; who needs
them asks for the values themselves.
"""

from codeshed.model.facts import Define, Expression, Import, Member, Name
from codeshed.resolve.program import Program
from codeshed.resolve.static import Entity, EntityKind, StaticNames

_MAX_MEMBERS = 12


class PlainNames:
    """Resolves names through definitions and imports, and members of what these name."""

    def __init__(self, program: Program, static: StaticNames) -> None:
        self._program = program
        self._static = static
        self._by_variable: dict[tuple[int, str], tuple[Entity, ...]] = {}

    def find(self, scope: int, value: Expression) -> tuple[Entity, ...]:
        """Return what an expression names; nothing if that hangs on a value."""
        members: list[str] = []
        current = value
        while isinstance(current, Member) and len(members) < _MAX_MEMBERS:
            members.append(current.name)
            current = current.value
        if not isinstance(current, Name):
            return ()
        found = self.find_name(scope, current.name)
        for name in reversed(members):
            found = tuple(entity for owner in found for entity in self._static.member(owner, name))
        return tuple(dict.fromkeys(found))

    def find_name(self, scope: int, name: str) -> tuple[Entity, ...]:
        """Return what definitions and imports give a name in a scope."""
        owner = self._static.names.scope_of(scope, name)
        place = (self.scope_of_module(scope) if owner is None else owner, name)
        if place not in self._by_variable:
            if owner is None:
                self._by_variable[place] = self._static.find_name(scope, name)
            else:
                self._by_variable[place] = self._bound(owner, name)
        return self._by_variable[place]

    def scope_of_module(self, scope: int) -> int:
        """Return the outermost scope of the file that a scope lies in."""
        return self._program.files[self._program.scope_file[scope]].first_scope

    def _bound(self, owner: int, name: str) -> tuple[Entity, ...]:
        file = self._program.scope_file[owner]
        found: dict[Entity, None] = {}
        for statement in self._static.binding(owner, name):
            if isinstance(statement, Import):
                found.update(dict.fromkeys(self._static.imported(file, statement)))
            elif isinstance(statement, Define):
                known = self._program.entity_of_definition.get((file, statement.definition))
                if known is not None:
                    kind = EntityKind.CLASS if known[0] else EntityKind.FUNCTION
                    found[Entity(kind, number=known[1])] = None
        return tuple(found)
