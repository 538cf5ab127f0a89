"""The interface of a Python file: what other files can depend on.

Turns: PythonFacts and their source → FileInterface. A file whose interface is unchanged affects no other file.
"""

import hashlib
from collections.abc import Iterable, Iterator

import msgspec

from codeshed.extract.interface_hashes import has_names_visible_outside, hash_names
from codeshed.extract.return_origins import find_value_statements
from codeshed.model.facts.file_interface import FileInterface
from codeshed.model.facts.python_facts import (
    Assign,
    Attribute,
    Compound,
    CompoundKind,
    Define,
    Delete,
    ExceptClause,
    Expression,
    ExpressionStatement,
    Import,
    Loop,
    MatchStatement,
    Name,
    PythonFacts,
    Return,
    ScopedExpression,
    ScopeFact,
    ScopeKind,
    Statement,
    With,
)

_CODE_KINDS = frozenset({ScopeKind.FUNCTION, ScopeKind.LAMBDA, ScopeKind.COMPREHENSION})
_VISIBLE_STATEMENTS = (Define, Import, Assign, Return)
_encode = msgspec.msgpack.Encoder().encode


def extract_interface(facts: PythonFacts, content: bytes) -> FileInterface:
    """Return the interface of a file; `content` is the source to which the offsets of its facts refer."""
    lambda_names = tuple(sorted(_names_of_lambdas(facts).items()))
    stored_fields = tuple(sorted(_stored_fields(facts).items()))
    stored_names = tuple(sorted({member.name for scope in facts.scopes for member in _stored_members(scope)}))
    assigned_names = tuple(sorted(_assigned_names(facts).items()))
    visible = _without_bodies(facts)
    aspects = hash_names(facts, visible, content, stored_fields, assigned_names)
    imports = tuple(sorted(_imports(facts)))
    key = hashlib.blake2b(_encode((aspects, stored_names, imports)), digest_size=16)
    return FileInterface(
        facts=visible,
        lambda_names=lambda_names,
        stored_fields=stored_fields,
        stored_names=stored_names,
        assigned_names=assigned_names,
        imports=imports,
        aspects=aspects,
        key=key.digest(),
    )


def _without_bodies(facts: PythonFacts) -> PythonFacts:
    return PythonFacts(
        language=facts.language,
        line_starts=(),
        scopes=tuple(
            msgspec.structs.replace(
                scope, statements=_visible_statements(facts, scope), documented_names=(), branches=()
            )
            if scope.kind in _CODE_KINDS
            else msgspec.structs.replace(scope, branches=())
            for scope in facts.scopes
        ),
        definitions=tuple(
            msgspec.structs.replace(each, documentation=None, signature="") for each in facts.definitions
        ),
    )


def _visible_statements(facts: PythonFacts, scope: ScopeFact) -> tuple[Statement, ...]:
    """Return the statements of a function that other files look at: returns, yields, and bindings of what they use."""
    if has_names_visible_outside(scope):
        return tuple(
            each for each in scope.statements if isinstance(each, _VISIBLE_STATEMENTS) or _is_yield(each)
        )
    parent = None if scope.parent is None else facts.scopes[scope.parent]
    definition = None if scope.definition is None else facts.definitions[scope.definition]
    return find_value_statements(
        scope,
        is_method=parent is not None and parent.kind is ScopeKind.CLASS,
        is_decorated=definition is not None and bool(definition.decorators),
    )


def _is_yield(statement: Statement) -> bool:
    value = statement.value if isinstance(statement, ExpressionStatement) else None
    return isinstance(value, Compound) and value.kind is CompoundKind.YIELD


def _imports(facts: PythonFacts) -> set[tuple[str, int]]:
    statements = (each for scope in facts.scopes for each in scope.statements if isinstance(each, Import))
    found = {(each.module, each.level) for each in statements}
    # `import a.b` binds `a`.
    return found | {(module.split(".", 1)[0], 0) for module, level in found if not level}


def _names_of_lambdas(facts: PythonFacts) -> dict[int, str]:
    """Return the names of lambdas: of those that are assigned to a name which nothing else in the scope defines."""
    names: dict[int, str] = {}
    for scope in facts.scopes:
        other_names = {
            facts.definitions[statement.definition].name
            for statement in scope.statements
            if isinstance(statement, Define)
        }
        for statement in scope.statements:
            if not isinstance(statement, Assign) or len(statement.targets) != 1:
                continue
            target, value = statement.targets[0], statement.value
            if isinstance(target, Name) and _is_lambda(value, facts) and target.name not in other_names:
                other_names.add(target.name)
                if isinstance(value, ScopedExpression):
                    names[value.scope] = target.name
    return names


def _is_lambda(value: Expression | None, facts: PythonFacts) -> bool:
    return isinstance(value, ScopedExpression) and facts.scopes[value.scope].kind is ScopeKind.LAMBDA


def _stored_fields(facts: PythonFacts) -> dict[int, tuple[str, ...]]:
    """Return for each method the attributes that it, or code nested in it, assigns on its first parameter."""
    found: dict[int, dict[str, None]] = {}
    for index, scope in enumerate(facts.scopes):
        method = _method_around(facts, index)
        if method is not None and facts.scopes[method].parameters:
            first = facts.scopes[method].parameters[0].name
            for member in _stored_members(scope):
                if isinstance(member.value, Name) and member.value.name == first:
                    found.setdefault(method, {})[member.name] = None
    return {method: tuple(names) for method, names in found.items()}


def _method_around(facts: PythonFacts, index: int) -> int | None:
    """Return the scope of the enclosing method."""
    current: int | None = index
    while current is not None and facts.scopes[current].kind in {ScopeKind.FUNCTION, ScopeKind.LAMBDA}:
        parent = facts.scopes[current].parent
        if parent is not None and facts.scopes[parent].kind is ScopeKind.CLASS:
            return current
        current = parent
    return None


def _assigned_names(facts: PythonFacts) -> dict[int, tuple[str, ...]]:
    found: dict[int, set[str]] = {}
    for index, scope in enumerate(facts.scopes):
        if scope.kind is ScopeKind.MODULE or scope.kind is ScopeKind.CLASS:
            defined = {*_bound_by_statements(facts, scope), *_type_parameters(facts, scope)}
            named = {*_assigned_in(scope)}
            # A name bound by neither kind of statement is bound within an expression (`:=`).
            found.setdefault(index, set()).update(named, set(scope.bound_names) - defined - named)
        elif scope.global_names:
            found.setdefault(0, set()).update(set(scope.global_names).intersection(_assigned_in(scope)))
    return {index: tuple(sorted(names)) for index, names in found.items() if names}


def _type_parameters(facts: PythonFacts, scope: ScopeFact) -> Iterator[str]:
    """Yield the type parameters of the class whose body a scope is: names in it, but no variables."""
    if scope.definition is not None:
        yield from (each.name for each in facts.definitions[scope.definition].type_parameters)


def _bound_by_statements(facts: PythonFacts, scope: ScopeFact) -> Iterator[str]:
    """Yield the names that definitions and imports bind."""
    for statement in scope.statements:
        if isinstance(statement, Define):
            yield facts.definitions[statement.definition].name
        elif isinstance(statement, Import):
            yield statement.alias or statement.name or statement.module.split(".", 1)[0]


def _assigned_in(scope: ScopeFact) -> Iterator[str]:
    """Yield the names that a scope's statements assign."""
    for statement in scope.statements:
        if isinstance(statement, ExceptClause):
            if statement.name is not None:
                yield statement.name
        elif isinstance(statement, MatchStatement):
            yield from statement.names
        else:
            for target in _iter_single_targets(_targets(statement)):
                if isinstance(target, Name):
                    yield target.name


def _stored_members(scope: ScopeFact) -> Iterator[Attribute]:
    """Yield the members that a scope's statements assign or delete."""
    for statement in scope.statements:
        targets = statement.targets if isinstance(statement, Delete) else _targets(statement)
        for target in _iter_single_targets(targets):
            if isinstance(target, Attribute):
                yield target


def _targets(statement: Statement) -> tuple[Expression, ...]:
    if isinstance(statement, Assign):
        return statement.targets
    if isinstance(statement, Loop | With):
        return () if statement.target is None else (statement.target,)
    return ()


def _iter_single_targets(targets: Iterable[Expression]) -> Iterator[Expression]:
    """Yield single targets of possibly unpacking assignments."""
    pending = list(targets)
    while pending:
        current = pending.pop()
        if isinstance(current, Compound):
            pending += current.parts
        else:
            yield current
