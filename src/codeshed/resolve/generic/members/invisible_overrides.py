"""Methods that replace none of the methods of their name which bases have.

Turns: a method → its modifiers, which say so where its type sees none of these: they are for code of another space alone.
"""

from msgspec.structs import replace

from codeshed.model.code_facts import CodeDefinition
from codeshed.model.semantic import Modifiers
from codeshed.resolve.generic.entity import Entity
from codeshed.resolve.generic.symbol_table import Program
from codeshed.resolve.generic.values.expression_values import Evaluation


class UnseenMethods:
    """Looks at the methods of bases that a type does not see."""

    def __init__(self, program: Program, evaluation: Evaluation) -> None:
        self._program = program
        self._evaluation = evaluation

    def modifiers(self, definition: CodeDefinition, entity: Entity) -> Modifiers | None:
        """Return the modifiers of a function, which overrides nothing if all that it could is not seen by its type."""
        modifiers = definition.modifiers
        is_apart = self._program.customs_at(entity.path).are_internals_of_space
        if not is_apart or modifiers is None or modifiers.is_static or modifiers.is_constructor:
            return modifiers
        owner = self._evaluation.members.owner_of(entity)
        if owner is None or modifiers.is_override is not None or not self._is_alone(definition.name, owner):
            return modifiers
        return replace(modifiers, is_override=False)

    def _is_alone(self, name: str, owner: Entity) -> bool:
        """Whether bases of a type have methods of a name, and it sees none of them; those of its own space it sees."""
        members, space = self._evaluation.members, self._program.files[owner.path].space
        bases = [each for each in members.ancestors(owner) if each != owner]
        if all(self._program.files[each.path].space == space for each in bases):
            return False
        found = [each for base in bases for each in members.own(base, name)]
        functions = [each for each in found if self._program.is_function(each)]
        is_seen = self._evaluation.signatures.is_seen_below
        return bool(functions) and not any(is_seen(each, owner) for each in functions)
