"""Which function's variable a name means.

Turns: the scopes of a file → functions by scope, and for a name in a scope the function whose scope binds it.
"""

from codeshed.model.facts.data_flow import MODULE_FUNCTION, NOT_IN_FILE
from codeshed.model.facts.python_facts import PythonFacts, ScopeKind

_FUNCTION_KINDS = frozenset({ScopeKind.MODULE, ScopeKind.FUNCTION, ScopeKind.LAMBDA})


class ScopeNames:
    """The functions of one file, by the scopes that are theirs; classes and comprehensions belong to what is around them."""

    def __init__(self, facts: PythonFacts) -> None:
        self.scopes = facts.scopes
        self.function_scopes = [
            index for index, scope in enumerate(facts.scopes) if scope.kind in _FUNCTION_KINDS
        ]
        number_of_scope = {scope: number for number, scope in enumerate(self.function_scopes)}
        self._function_of_scope: list[int] = []
        for index, scope in enumerate(facts.scopes):
            number = number_of_scope.get(index)
            if number is None:
                number = self._function_of_scope[scope.parent or 0]
            self._function_of_scope.append(number)
        self._bound = [
            frozenset(scope.bound_names).difference(scope.global_names, scope.nonlocal_names)
            for scope in facts.scopes
        ]
        self.scope_of_definition = {
            scope.definition: index
            for index, scope in enumerate(facts.scopes)
            if scope.definition is not None
        }

    def function_of(self, scope: int) -> int:
        """Return the number of the function to which a scope belongs."""
        return self._function_of_scope[scope]

    def parent_of(self, number: int) -> int:
        """Return the number of the function around a function."""
        parent = self.scopes[self.function_scopes[number]].parent
        return NOT_IN_FILE if parent is None else self._function_of_scope[parent]

    def binds(self, scope: int, name: str) -> bool:
        """Whether a scope binds a name for itself."""
        return name in self._bound[scope]

    def owner_of(self, scope: int, name: str) -> int:
        """Return the number of the function that binds a name seen in a scope, or `NOT_IN_FILE`.

        Class scopes are seen from their own code only.
        """
        if name in self.scopes[scope].global_names:
            return MODULE_FUNCTION if name in self._bound[0] else NOT_IN_FILE
        current: int | None = scope
        while current is not None:
            if name in self._bound[current] and (
                current == scope or self.scopes[current].kind is not ScopeKind.CLASS
            ):
                return self._function_of_scope[current]
            current = self.scopes[current].parent
        return NOT_IN_FILE
