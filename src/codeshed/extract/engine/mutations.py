"""Writes through a value: `reg.push(x)` changes what the variable `reg` holds.

Turns: calls and other changes of containers + the Mutations of the language → the expressions that name what is written.
"""

from bisect import bisect_right
from collections.abc import Iterator

from codeshed.extract.engine.mutation_tables import Mutations
from codeshed.model.facts.code_expressions import (
    CallExpr,
    CastExpr,
    CodeExpression,
    ItemExpr,
    MemberExpr,
    NameExpr,
    ReceiverExpr,
)
from codeshed.model.facts.code_facts import CodeDefinition, CodeLocal, CodeReference
from codeshed.model.semantic import DefinitionKind, ReferenceRole

_MAX_ALIASES = 4
"""How many locals in a row are followed to the variable whose value they hold."""


class MutatedContainers:
    """Finds the variable that an expression takes its value from, through locals of the file."""

    def __init__(self, mutations: Mutations, known: tuple[CodeLocal, ...]) -> None:
        self._mutations = mutations
        self._locals: dict[str, list[CodeLocal]] = {}
        for each in known:
            self._locals.setdefault(each.name, []).append(each)
        self._scopes: dict[str, _NestedScopes] = {}

    def container_of(self, expression: CodeExpression) -> NameExpr | MemberExpr | None:
        """Return the name or member whose value an expression is, or is a part of; None if that is a local's own."""
        named = self._named(expression)
        for _ in range(_MAX_ALIASES):
            root = _root_of(named)
            if root is None or not isinstance(named, NameExpr | MemberExpr):
                return None
            local = self._local_at(root)
            if local is None:
                return named
            if named is not root or local.value is None or not self._mutations.are_locals_references:
                return None
            named = self._named(local.value)
        return None

    def _named(self, expression: CodeExpression) -> CodeExpression:
        """Strip items, casts, and calls of methods that return a part of their receiver."""
        while True:
            if isinstance(expression, ItemExpr | CastExpr):
                expression = expression.value
            elif isinstance(expression, CallExpr) and isinstance(expression.function, MemberExpr):
                if expression.function.name not in self._mutations.views:
                    return expression
                expression = expression.function.value
            else:
                return expression

    def _local_at(self, root: CodeExpression) -> CodeLocal | None:
        if not isinstance(root, NameExpr):
            return None
        scopes = self._scopes.get(root.name)
        if scopes is None:
            scopes = self._scopes[root.name] = _NestedScopes(self._locals.get(root.name, []))
        return scopes.innermost_at(root.begin)


class _NestedScopes:
    """The locals of one name, of which the innermost one at an offset is looked up."""

    def __init__(self, known: list[CodeLocal]) -> None:
        self._locals = sorted(known, key=lambda each: (each.begin, -each.end))
        self._begins = [each.begin for each in self._locals]
        self._around: list[int] = []
        """For each local the index of the one whose scope is around its own, -1 if there is none."""
        open_scopes: list[int] = []
        for index, each in enumerate(self._locals):
            while open_scopes and self._locals[open_scopes[-1]].end <= each.begin:
                open_scopes.pop()
            self._around.append(open_scopes[-1] if open_scopes else -1)
            open_scopes.append(index)

    def innermost_at(self, offset: int) -> CodeLocal | None:
        """Return the local of the innermost scope around an offset."""
        index = bisect_right(self._begins, offset) - 1
        while index >= 0 and self._locals[index].end <= offset:
            index = self._around[index]
        return self._locals[index] if index >= 0 else None


def _root_of(expression: CodeExpression) -> NameExpr | ReceiverExpr | None:
    """Return the name or receiver that a chain of members begins with."""
    while isinstance(expression, MemberExpr | ItemExpr | CastExpr):
        expression = expression.value
    return expression if isinstance(expression, NameExpr | ReceiverExpr) else None


def find_written_names(
    definitions: tuple[CodeDefinition, ...],
    references: tuple[CodeReference, ...],
    shared: Iterator[CodeExpression],
) -> tuple[str, ...]:
    """Return the names that a file writes, changes through or gives the address of, sorted.

    What defines a variable is no write of it.
    """
    defined = {(each.name, each.name_begin) for each in definitions if each.kind is DefinitionKind.VARIABLE}
    found: set[str] = set()
    for each in references:
        if each.role is ReferenceRole.WRITE:
            found.update(_iter_names(_written_part(each.expression, defined)))
    for each_shared in shared:
        found.update(_iter_names(each_shared))
    return tuple(sorted(found))


def _written_part(expression: CodeExpression, defined: set[tuple[str, int]]) -> CodeExpression | None:
    """Return what is written: of a field that the write itself defines, only the object around it."""
    if not isinstance(expression, NameExpr | MemberExpr):
        return expression
    offsets = (expression.begin, expression.end - len(expression.name.encode()))
    if not any((expression.name, offset) in defined for offset in offsets):
        return expression
    return expression.value if isinstance(expression, MemberExpr) else None


def _iter_names(expression: CodeExpression | None) -> Iterator[str]:
    while expression is not None:
        match expression:
            case NameExpr(name=name):
                yield name
                return
            case MemberExpr(value=value, name=name):
                yield name
                expression = value
            case ItemExpr(value=value) | CastExpr(value=value):
                expression = value
            case CallExpr(function=function):
                expression = function
            case _:
                return
