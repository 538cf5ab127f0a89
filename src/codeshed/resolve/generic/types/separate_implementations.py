"""Interfaces that code implements for types which the repository does not define.

Turns: a method in `impl Shape for Vec<T>` → the interface that the block is written for.
"""

from bisect import bisect_right

from codeshed.model.code_expressions import TypeRef
from codeshed.model.code_facts import CodeDefinition, CodeFacts


class ImplementedApart:
    """Finds the blocks of one file that methods stand in."""

    def __init__(self, facts: CodeFacts) -> None:
        self._extensions = sorted(
            (each for each in facts.extensions if each.implements), key=lambda each: each.begin
        )
        self._begins = [each.begin for each in self._extensions]

    def types(self, method: CodeDefinition) -> tuple[TypeRef, ...]:
        """Return the interfaces of the block that a method of a type elsewhere stands in."""
        place = bisect_right(self._begins, method.begin) - 1
        if method.owner is None or place < 0:
            return ()
        block = self._extensions[place]
        is_within = method.end <= block.end and block.owner.name == method.owner.name
        return block.implements if is_within else ()
