"""Where variables and fields are first assigned.

Turns: the statements of scopes → StoreSite by name.
"""

from collections.abc import Iterable, Iterator

import msgspec

from codeshed.model.facts.python_facts import (
    Assign,
    Attribute,
    Compound,
    Define,
    DefinitionFact,
    Expression,
    Loop,
    Name,
    ScopeKind,
    Statement,
    With,
)
from codeshed.resolve.python.definitions.definition_context import DefinitionContext


class StoreSite(msgspec.Struct, frozen=True):
    """An assignment to a variable or field; `value` is set if the target gets the whole value, without unpacking."""

    scope: int
    begin: int
    end: int
    value: Expression | None = None
    annotation: Expression | None = None


def stored_names(context: DefinitionContext, scope: int) -> dict[str, StoreSite]:
    """Return the first assignment to each name of a scope, also by functions that declare it global."""
    found: dict[str, StoreSite] = {}
    scopes = [scope]
    if context.program.scope_parent[scope] < 0:
        first = context.module.first_scope
        scopes += [first + index for index, each in enumerate(context.facts.scopes) if each.global_names]
    for each in scopes:
        for target, storage in _iter_stored(context.program.scopes[each].statements, each):
            if isinstance(target, Name):
                found.setdefault(target.name, storage)
    return found


def stored_fields(context: DefinitionContext, class_scope: int) -> dict[str, StoreSite]:
    """Return the first assignment to each field by the methods of a class; those of `__init__` come first."""
    found: dict[str, StoreSite] = {}
    definitions = context.facts.definitions
    methods = [
        definitions[statement.definition]
        for statement in context.program.scopes[class_scope].statements
        if isinstance(statement, Define) and not definitions[statement.definition].is_class
    ]
    methods.sort(key=lambda fact: fact.name != "__init__")
    for method in methods:
        if method.parameters:
            for name, storage in _fields_in(context, method, method.parameters[0].name):
                found.setdefault(name, storage)
    return found


def stored_attribute(context: DefinitionContext, known: StoreSite, attribute: Attribute) -> StoreSite:
    """Return the assignment to an attribute with its value; what is known of it where no such statement is."""
    statements = context.program.scopes[known.scope].statements
    for target, storage in _iter_stored(statements, known.scope):
        if (
            isinstance(target, Attribute)
            and target.begin == attribute.begin
            and target.name == attribute.name
        ):
            return storage
    return known


def _fields_in(
    context: DefinitionContext, method: DefinitionFact, receiver: str
) -> Iterator[tuple[str, StoreSite]]:
    """Yield the assignments of a method, and of functions nested in it, to attributes of its first parameter."""
    first = context.module.first_scope
    pending = [first + method.scope]
    while pending:
        scope = pending.pop(0)
        for target, storage in _iter_stored(context.program.scopes[scope].statements, scope):
            if (
                isinstance(target, Attribute)
                and isinstance(target.value, Name)
                and target.value.name == receiver
            ):
                yield target.name, storage
        pending += [
            first + index
            for index, inner in enumerate(context.facts.scopes)
            if inner.parent is not None
            and first + inner.parent == scope
            and inner.kind is not ScopeKind.CLASS
        ]


def _iter_stored(statements: Iterable[Statement], scope: int) -> Iterator[tuple[Expression, StoreSite]]:
    """Yield the single targets of every assigning statement."""
    for statement in statements:
        targets: tuple[Expression, ...] = ()
        value = annotation = None
        statement_end = 0
        if isinstance(statement, Assign):
            targets, value, annotation = statement.targets, statement.value, statement.annotation
            statement_end = statement.end
        elif isinstance(statement, Loop | With) and statement.target is not None:
            targets = (statement.target,)
        for target in targets:
            end = max(target.end, statement_end)
            pending = [target]
            while pending:
                current = pending.pop()
                if isinstance(current, Compound):
                    pending += current.parts
                else:
                    whole = value if current is target else None
                    yield current, StoreSite(scope, target.begin, end, whole, annotation)
