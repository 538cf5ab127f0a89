"""Traits that are implemented in blocks apart from the type.

Turns: a method in `impl Shape for Vec<T>` → the trait `Shape`.
"""

from bisect import bisect_right

from codeshed.model.facts.code_expressions import TypeRef
from codeshed.model.facts.code_facts import CodeDefinition, CodeFacts


class TraitBlocks:
    """The trait blocks of one file, by offset."""

    def __init__(self, facts: CodeFacts) -> None:
        self._blocks = sorted(
            (each for each in facts.extensions if each.implements), key=lambda each: each.begin
        )
        self._begins = [each.begin for each in self._blocks]

    def find_traits(self, method: CodeDefinition) -> tuple[TypeRef, ...]:
        """Return the traits of the block that a method is in; none if it is in no such block."""
        place = bisect_right(self._begins, method.begin) - 1
        if method.owner is None or place < 0:
            return ()
        block = self._blocks[place]
        is_within = method.end <= block.end and block.owner.name == method.owner.name
        return block.implements if is_within else ()
