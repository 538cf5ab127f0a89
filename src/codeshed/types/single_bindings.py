"""Finds functions and classes whose name is bound only once, so that it means the same everywhere in the file.

Turns: a file's text and facts → the number of bindings of each name in the module and in its classes.
"""

import re
from collections import Counter
from collections.abc import Iterator

from codeshed.model.facts.python_facts import (
    Assign,
    Attribute,
    Compound,
    DefinitionFact,
    Delete,
    ExceptClause,
    Expression,
    Import,
    Loop,
    MatchStatement,
    Name,
    PythonFacts,
    ScopeKind,
    Statement,
    Subscript,
    With,
)

_WALRUS = re.compile(rb"(\w+)\s*:=")
_PROPERTY_ACCESSORS = (".setter", ".deleter")


class SingleBindings:
    """Counts what binds each name in the module and in its classes."""

    def __init__(self, content: bytes, facts: PythonFacts) -> None:
        self._facts = facts
        # Most files have no walrus, and the pattern tries every word.
        walruses = _WALRUS.findall(content) if b":=" in content else ()
        self._rebound_elsewhere = {match.decode("utf-8", "replace") for match in walruses}
        self._n_bindings: Counter[tuple[int | None, str]] = Counter()
        self._last_wildcard_import = -1
        for definition in facts.definitions:
            if not definition.qualified_name.endswith(_PROPERTY_ACCESSORS):
                self._n_bindings[facts.scopes[definition.scope].parent, definition.name] += 1
        for index, scope in enumerate(facts.scopes):
            self._rebound_elsewhere.update(scope.global_names)
            if scope.kind in {ScopeKind.MODULE, ScopeKind.CLASS}:
                for statement in scope.statements:
                    self._n_bindings.update((index, name) for name in _bound_names(statement))
                    if isinstance(statement, Import) and statement.name == "*":
                        self._last_wildcard_import = max(self._last_wildcard_import, statement.begin)

    def is_only_binding(self, definition: DefinitionFact) -> bool:
        """Whether a definition, and each class around it, is the only binding of its name in its scope."""
        current: DefinitionFact | None = definition
        while current is not None:
            parent = self._facts.scopes[current.scope].parent
            if (
                self._n_bindings[parent, current.name] != 1
                or current.name in self._rebound_elsewhere
                or current.begin < self._last_wildcard_import
            ):
                return False
            around = None if parent is None else self._facts.scopes[parent].definition
            current = None if around is None else self._facts.definitions[around]
        return True


def _bound_names(statement: Statement) -> Iterator[str]:
    """Yield the names that a statement binds, deletes or mutates; functions and classes are counted as definitions."""
    pending: list[Expression] = []
    if isinstance(statement, Assign | Delete):
        pending.extend(statement.targets)
    elif isinstance(statement, Loop | With) and statement.target is not None:
        pending.append(statement.target)
    elif isinstance(statement, ExceptClause) and statement.name is not None:
        yield statement.name
    elif isinstance(statement, MatchStatement):
        yield from statement.names
    elif isinstance(statement, Import) and statement.name != "*":
        yield statement.alias or statement.name or statement.module.split(".", 1)[0]
    while pending:
        target = pending.pop()
        if isinstance(target, Name):
            yield target.name
        elif isinstance(target, Compound):
            pending.extend(target.parts)
        elif isinstance(target, Attribute | Subscript):
            pending.append(target.value)
