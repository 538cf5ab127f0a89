"""Reaching definitions of the locals of one function, by the blocks that may not run.

Turns: assignments and blocks in the order of the source → the value of a variable where it is read. An assignment replaces
the earlier ones for what follows in its block and the blocks within; behind the block both reach. One later in a loop does
not reach what is earlier in it.
"""

from collections.abc import Sequence
from typing import NamedTuple

from codeshed.extract.data_flow.values import Value, join_values

_MAX_DEFINITIONS = 32
"""How many assignments of a variable are looked at, from the last one back."""

Block = tuple[int, int]
"""Where a block that may not run begins and ends; the innermost one around a place says where the place is."""


class _VariableDefinition(NamedTuple):
    """An assignment in a block; one that `adds` to an object leaves its earlier parts."""

    begin: int
    end: int
    value: Value
    adds: bool


class ReachingDefinitions:
    """The locals of one function; its places are visited in the order of the source."""

    def __init__(self, whole: Block, branches: Sequence[Block]) -> None:
        self._branches = branches
        self._next_branch = 0
        self._open: list[Block] = [whole]
        self._definitions: dict[str, list[_VariableDefinition]] = {}
        self.is_cut = False

    def move_to(self, place: int) -> None:
        """Say at which place the code that is read next stands."""
        branches, around = self._branches, self._open
        while self._next_branch < len(branches) and branches[self._next_branch][0] <= place:
            branch = branches[self._next_branch]
            self._next_branch += 1
            while len(around) > 1 and around[-1][1] <= branch[0]:
                around.pop()
            around.append(branch)
        while len(around) > 1 and around[-1][1] <= place:
            around.pop()

    def assign(self, name: str, value: Value) -> None:
        """Record an assignment at the current place."""
        self._add(name, value, adds=False)

    def add(self, name: str, value: Value) -> None:
        """Record that the object of a variable gets further parts: a field, an element."""
        if value:
            self._add(name, value, adds=True)

    def _add(self, name: str, value: Value, *, adds: bool) -> None:
        self._definitions.setdefault(name, []).append(_VariableDefinition(*self._open[-1], value, adds))

    def is_assigned(self, name: str) -> bool:
        """Whether an assignment of a variable came before."""
        return name in self._definitions

    def read(self, name: str) -> Value:
        """Return the value of a variable at the current place."""
        definitions = self._definitions.get(name)
        if definitions is None:
            return ()
        begin, end = self._open[-1]
        last = definitions[-1]
        if not last.adds and last.begin <= begin and end <= last.end:
            return last.value
        found: list[Value] = []
        replaced: list[Block] = []
        for each in reversed(definitions[-_MAX_DEFINITIONS:]):
            if any(first <= each.begin and each.end <= last for first, last in replaced):
                continue
            found.append(each.value)
            if not each.adds:
                if each.begin <= begin and end <= each.end:
                    break
                replaced.append((each.begin, each.end))
        value, is_cut = join_values(reversed(found))
        self.is_cut = self.is_cut or is_cut or len(definitions) > _MAX_DEFINITIONS
        return value

    def all_values(self, name: str) -> Value:
        """Return all values that a variable ever has, as an inner function may see them."""
        value, is_cut = join_values(each.value for each in self._definitions.get(name, ()))
        self.is_cut = self.is_cut or is_cut
        return value

    def begin_scope(self, names: Sequence[str]) -> dict[str, list[_VariableDefinition] | None]:
        """Hide variables that an inner scope of the function binds anew; return them for `end_scope`."""
        return {name: self._definitions.pop(name, None) for name in names}

    def end_scope(self, hidden: dict[str, list[_VariableDefinition] | None]) -> None:
        """Forget the variables of the inner scope, and show the hidden ones again."""
        for name, definitions in hidden.items():
            self._definitions.pop(name, None)
            if definitions is not None:
                self._definitions[name] = definitions
